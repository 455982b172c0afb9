"""From a question to a form: one WTForms field for each kind of the closed grammar.

A field here only reads what was typed into the raw value an entry has; whether it may be, the game says.
What was typed is kept as it was typed, so that a refused page shows it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms.form import BaseForm

from referee.games import fields
from referee.games.game import Question, Way
from referee.games.table import NOBODY, Side, clean_name
from referee.games.violation import Violation
from referee.web.likeness import NOTHING_SEEN, is_visible, resembling
from referee.web.typed import whole
from referee.words import say

__all__ = ["Input", "QuestionForm", "INPUTS"]

ABSENT = object()
NOTHING = "-"
"""The value of the button that means: none of these."""
SOMEBODY_ELSE = "+"
"""The part of a name that says it is another person's than the one it looks like; its value is the name."""

WHOLE = re.compile(r"[+\-−]?\s?\d{1,9}")


class Input(FormField):
    """One field of a question. ``typed`` maps a part (a player, a trick, or "") to what stands in the form.

    ``stand_ins``: who plays whose seat, to be said beside the player's name.
    """

    left_out: Any = ABSENT
    """What an entry says that has no such key; ABSENT: nothing, and the form suggests what it would in a new one."""

    def __init__(self, spec: Any, **kwargs: Any) -> None:
        super().__init__(label="", **kwargs)
        self.spec = spec
        self.kind: str = spec.kind
        self.typed: dict[str, Any] = {}
        self.blamed: dict[str, list[Violation]] = {}
        self.stand_ins: Mapping[str, str] = {}

    def parts(self) -> Sequence[str]:
        """What is asked separately: "" for a single value."""
        return getattr(self.spec, "players", ("",))

    def part_name(self, part: str) -> str:
        """The name of a part's control in the form."""
        parts = list(self.parts())
        return self.name if parts == [""] else f"{self.name}.{parts.index(part)}"

    def process(self, formdata: Any, data: Any = ABSENT, extra_filters: Any = None) -> None:
        self.process_errors = []
        self.typed = {}
        self.blamed = {}
        if formdata is not None:
            self.typed = {part: typed for part in self.parts() if (typed := self.typed_part(formdata, part))}
        elif data is ABSENT:
            self.typed = self.suggested()
        else:
            self.typed = self.untyped(data)
        self.data = self.value()

    def typed_part(self, formdata: MultiDict[str, str], part: str) -> Any:
        return formdata.get(self.part_name(part), "").strip()

    def suggested(self) -> dict[str, Any]:
        return {}

    def untyped(self, value: Any) -> dict[str, Any]:
        """What stands in the form for a value recorded before."""
        return {"": value}

    def value(self) -> Any:
        """The raw value for the entry, or ABSENT."""
        return self.typed.get("", ABSENT)

    def faults(self) -> Iterable[Violation]:
        """What the raw value cannot say any more: two players at one place."""
        return ()

    def blame(self, violation: Violation, part: str) -> None:
        self.blamed.setdefault(part, []).append(violation)


def _number(text: str) -> int | str:
    """The whole number typed, or the text itself, which the game will refuse with a sentence."""
    return int(re.sub(r"\s", "", text.replace("−", "-"))) if WHOLE.fullmatch(text) else text


class CountsInput(Input):
    def suggested(self) -> dict[str, Any]:
        given = getattr(self.spec, "suggested", None) or {}
        return {player: str(count) for player, count in given.items()}

    def untyped(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {player: str(count) for player, count in value.items()}

    def forbidden(self, player: str) -> int | None:
        """The count this player may not say, once all the others have spoken."""
        avoid = getattr(self.spec, "avoid", None)
        if avoid is None or player != avoid.last:
            return None
        others = [_number(self.typed.get(other, "")) for other in self.spec.players if other != player]
        if not all(isinstance(count, int) for count in others):
            return None
        return int(avoid.total - sum(count for count in others if isinstance(count, int)))

    def value(self) -> Any:
        counts = {player: _number(text) for player, text in self.typed.items()}
        return ABSENT if self.spec.optional and not counts else counts


class NumberInput(Input):
    def suggested(self) -> dict[str, Any]:
        return {} if self.spec.suggested is None else {"": str(self.spec.suggested)}

    def untyped(self, value: Any) -> dict[str, Any]:
        return {"": str(value)}

    def value(self) -> Any:
        return _number(self.typed[""]) if "" in self.typed else ABSENT


class WordsInput(Input):
    def value(self) -> Any:
        return self.typed.get("", ABSENT if self.spec.optional else "")

    def faults(self) -> Iterable[Violation]:
        if not self.spec.optional and not self.value().strip():
            yield Violation("match.entry", self.spec.key, say("Il manque « %(label)s ».", label=self.spec.label))


class NewNameInput(Input):
    """A name that is typed; or the box, beside it, that says nobody's.

    A name that looks like another at the table is asked about; the box that then appears says: somebody else.
    """

    def parts(self) -> Sequence[str]:
        return ("", NOTHING, SOMEBODY_ELSE) if self.spec.nothing else ("", SOMEBODY_ELSE)

    def part_name(self, part: str) -> str:
        return {NOTHING: f"{self.name}.nothing", SOMEBODY_ELSE: f"{self.name}.else"}.get(part, self.name)

    def untyped(self, value: Any) -> dict[str, Any]:
        return {NOTHING: NOTHING} if value is None else {"": value}

    def double(self) -> str | None:
        """Who at the table has a name that looks like the one typed."""
        name = clean_name(self.typed.get("", ""))
        others = [other for other in (*self.spec.barred, *self.spec.returning) if other is not None]
        return None if not name or name in others else resembling(name, others)

    def value(self) -> Any:
        return None if NOTHING in self.typed and "" not in self.typed else self.typed.get("", ABSENT)

    def faults(self) -> Iterable[Violation]:
        if NOTHING in self.typed and "" in self.typed:
            yield Violation("match.entry", self.spec.key, say("Un nom ou la case : pas les deux."))
        name = self.typed.get("", "")
        if name and not is_visible(name):
            yield Violation("match.players", self.spec.key, NOTHING_SEEN)
        double = self.double()
        if double is not None and self.typed.get(SOMEBODY_ELSE) != name:
            doubt = say(
                "« %(name)s » ressemble à « %(other)s » : deux personnes différentes ?", name=name, other=double
            )
            yield Violation("match.players", self.spec.key, doubt)


class ChoiceInput(Input):
    def parts(self) -> Sequence[str]:
        return ("",)

    def untyped(self, value: Any) -> dict[str, Any]:
        read, wrong = self.spec.read(value)  # a file may write it in another way: a suit in lower case
        chosen = value if wrong else read
        return {"": NOTHING if chosen is None else chosen}

    def value(self) -> Any:
        chosen = self.typed.get("", ABSENT)
        return None if chosen == NOTHING and getattr(self.spec, "nothing", None) is not None else chosen


class OnePlayerInput(ChoiceInput):
    def suggested(self) -> dict[str, Any]:
        """The only player there is to choose."""
        left = [player for player in self.spec.players if player not in self.spec.barred]
        return {"": left[0]} if len(left) == 1 else {}


class ChoicePerPlayerInput(Input):
    def suggested(self) -> dict[str, Any]:
        return dict.fromkeys(self.spec.players, self.spec.suggested) if self.spec.suggested else {}

    def untyped(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return dict(value)

    def value(self) -> Any:
        return dict(self.typed)


class SomePlayersInput(ChoiceInput):
    def typed_part(self, formdata: MultiDict[str, str], part: str) -> Any:
        return formdata.getlist(self.name)

    def untyped(self, value: Any) -> dict[str, Any]:
        return {"": list(value)}

    def value(self) -> Any:
        chosen = self.typed.get("", [])
        return ABSENT if self.spec.optional and not chosen else chosen


class OrderInput(Input):
    """Each player's place; the list is made of them, equal places in the order of the seats."""

    def untyped(self, value: Any) -> dict[str, Any]:
        return {player: str(place) for place, player in enumerate(value, 1)}

    def value(self) -> Any:
        placed = [(place, player) for player, text in self.typed.items() if (place := whole(text)) is not None]
        return [player for _, player in sorted(placed, key=lambda one: one[0])]

    def faults(self) -> Iterable[Violation]:
        places = [place for text in self.typed.values() if (place := whole(text)) is not None]
        if len(set(places)) < len(places):
            yield Violation("match.entry", self.spec.key, say("Deux joueurs ont la même place."))


class TrickWinnersInput(Input):
    def parts(self) -> Sequence[str]:
        return [str(trick) for trick in range(1, self.spec.length + 1)]

    def untyped(self, value: Any) -> dict[str, Any]:
        return {str(trick): NOTHING if winner is None else winner for trick, winner in enumerate(value, 1)}

    def value(self) -> Any:
        tricks = [self.typed[part] for part in self.parts() if part in self.typed]
        return [None if winner == NOTHING else winner for winner in tricks]


class CardHandsInput(Input):
    def typed_part(self, formdata: MultiDict[str, str], part: str) -> Any:
        return formdata.getlist(self.part_name(part))

    def untyped(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {player: [self._code(card) for card in hand] for player, hand in value.items()}

    def _code(self, card: Any) -> str:
        """The card's code as the form has it; a file may write it in another way: ``th``."""
        read = self.spec.parse(card) if isinstance(card, str) else card
        return str(getattr(read, "code", card))

    def value(self) -> Any:
        return dict(self.typed)


class YesNoInput(Input):
    left_out = False

    def suggested(self) -> dict[str, Any]:
        return {"": "1"} if self.spec.suggested else {}

    def untyped(self, value: Any) -> dict[str, Any]:
        return {"": "1"} if value else {}

    def value(self) -> Any:
        return True if self.typed else ABSENT


INPUTS: dict[str, type[Input]] = {
    fields.Counts.kind: CountsInput,
    fields.Points.kind: CountsInput,
    fields.Number.kind: NumberInput,
    fields.Words.kind: WordsInput,
    fields.Choice.kind: ChoiceInput,
    fields.ChoicePerPlayer.kind: ChoicePerPlayerInput,
    fields.OnePlayer.kind: OnePlayerInput,
    fields.SomePlayers.kind: SomePlayersInput,
    fields.SideChoice.kind: ChoiceInput,
    fields.PlayerOrder.kind: OrderInput,
    fields.TrickWinners.kind: TrickWinnersInput,
    fields.CardHands.kind: CardHandsInput,
    fields.YesNo.kind: YesNoInput,
    fields.NewName.kind: NewNameInput,
}
"""The input of each kind of field: a contract test holds this table and the grammar together."""


def asked(question: Question) -> bool:
    """Whether a form of this question would offer anything: a field whose players are all barred has no answer."""
    specs = [spec for way in question.ways for spec in way.fields]
    return not any(spec.players and set(spec.players) <= set(getattr(spec, "barred", ())) for spec in specs
                   if isinstance(spec, fields.OnePlayer))  # fmt: skip


class WayForm(BaseForm):
    """The fields of one way to answer a question."""

    def __init__(
        self, way: Way, formdata: Any, entry: Mapping[str, Any] | None, stand_ins: Mapping[str, str]
    ) -> None:
        self.way = way
        prefix = f"{way.id}." if way.id else ""
        super().__init__({}, prefix=prefix)
        for spec in way.fields:
            if not getattr(spec, "offered", True):
                continue
            bound = INPUTS[spec.kind](spec, name=spec.key, _form=self, _prefix=prefix, _meta=self.meta)
            bound.stand_ins = stand_ins
            self._fields[spec.key] = bound
            bound.process(formdata, ABSENT if entry is None else _inside(entry, spec.key, bound.left_out))

    def inputs(self) -> Iterable[Input]:
        return iter(self._fields.values())

    def asked(self) -> list[Input]:
        """The fields to answer, in their order; a mere yes or no stands among them."""
        return [one for one in self.inputs() if not one.spec.optional or one.kind == fields.YesNo.kind]

    def spare(self) -> list[Input]:
        """The fields that may be left out."""
        return [one for one in self.inputs() if one not in self.asked()]

    def spare_used(self) -> bool:
        """Whether something stands in a field that may be left out, or is wrong there."""
        return any(one.blamed or one.typed != one.suggested() and any(one.typed.values()) for one in self.spare())

    @property
    def alone(self) -> bool:
        """Whether there is nothing but one field to answer, which then needs no name beside the question's."""
        return len(self.asked()) == 1


@dataclass(frozen=True, slots=True)
class Matrix:
    """A side and one of a few things, asked as one tap on a pair."""

    side: str
    choice: str
    sides: tuple[Side, ...]
    choices: fields.Labelled

    def apart(self, formdata: Mapping[str, str]) -> MultiDict[str, str]:
        """The pair that was tapped, as the two fields it stands for."""
        side, _, choice = formdata.get("both", "").rpartition("|")
        return MultiDict({**formdata, self.side: side, self.choice: choice})


class QuestionForm:
    """The form of a question: empty, showing an entry recorded before, or as it was typed."""

    def __init__(
        self, question: Question, formdata: Any = None, entry: Mapping[str, Any] | None = None,
        stand_ins: Mapping[str, str] = NOBODY,
    ) -> None:  # fmt: skip
        self.question = question
        self.stand_ins = stand_ins
        if self.matrix is not None and formdata is not None and "both" in formdata:
            formdata = self.matrix.apart(formdata)
        self.chosen = self._chosen(formdata, entry)
        self.ways = [
            WayForm(way, formdata, entry, stand_ins) if way.id == self.chosen else WayForm(way, None, None, stand_ins)
            for way in question.ways
        ]
        self.blamed: list[Violation] = []

    def _chosen(self, formdata: Any, entry: Mapping[str, Any] | None) -> str:
        ids = [way.id for way in self.question.ways]
        asked = formdata.get("way", "") if formdata is not None else ""
        if asked in ids:
            return str(asked)
        if entry is not None:
            return max(self.question.ways, key=lambda way: sum(field.key in entry for field in way.fields)).id
        return ids[0]

    @property
    def matrix(self) -> Matrix | None:
        """The pairs to tap, where the question is a side and one of a few things and nothing else."""
        specs = self.question.ways[0].fields if len(self.question.ways) == 1 else ()
        match specs:
            case (fields.SideChoice(key=side, nothing=None, sides=sides), fields.Choice(key=choice, choices=choices)):
                return Matrix(side, choice, sides, choices)
        return None

    def misplaced(self) -> int:
        """How many violations stand at a field, where a long page might hide them."""
        return sum(len(blamed) for one in self.way.inputs() for blamed in one.blamed.values())

    @property
    def way(self) -> WayForm:
        return next(form for form in self.ways if form.way.id == self.chosen)

    def entry(self) -> dict[str, Any]:
        """The entry as the form says it, in the shape a match file has."""
        entry: dict[str, Any] = {"step": self.question.step}
        for one in self.way.inputs():
            if one.data is not ABSENT:
                group, dot, inner = one.spec.key.rpartition(".")
                (entry.setdefault(group, {}) if dot else entry)[inner] = one.data
        return entry

    def faults(self) -> list[Violation]:
        """What is wrong with the form itself, before any rule."""
        return [fault for one in self.way.inputs() for fault in one.faults()]

    def blame(self, violations: Iterable[Violation]) -> None:
        """Put every violation at the part of the field it blames; what names none stands above the form."""
        for violation in violations:
            for one in self.way.inputs():
                part = _part_blamed(one, violation.field)
                if part is not None:
                    one.blame(violation, part)
                    break
            else:
                self.blamed.append(violation)


def _part_blamed(one: Input, path: str | None) -> str | None:
    key: str = one.spec.key
    if path is None or (path != key and not path.startswith(f"{key}.")):
        return None
    part = path[len(key) + 1 :]
    if part in one.parts():
        return part
    if isinstance(one, TrickWinnersInput) and part.isdecimal():
        return str(int(part) + 1)
    return next((known for known in one.parts() if known and part.startswith(f"{known}.")), "")


def _inside(entry: Mapping[str, Any], key: str, left_out: Any) -> Any:
    """The value under a dotted key; ``left_out`` where there is none."""
    value: Any = entry
    for step in key.split("."):
        if not isinstance(value, dict) or step not in value:
            return left_out
        value = value[step]
    return value
