"""What the inputs of all kinds of answer have in common: what stands in a form for one thing to answer.

An input only reads what was typed or tapped into the raw value that a file has; whether it may be, the rules say. What
was typed stays as it was typed, so that a refused page shows it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField

from referee.answers.answer import Field, Reader
from referee.answers.numbers import OtherWay
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.widget_parts import Chip, Row
from referee.web.answers.seating import NO_MATCH, Label, TableSeating
from referee.web.rendering.typesetting import unbroken
from referee.words import Renderable, Text

ABSENT = object()
OwnChoices = Sequence[tuple[Any, Renderable | str]]
"""The values that one player may choose from, with their words."""
NOTHING = "-"
"""The value of the button that means: none of these."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at the table, from whom to whom they play, and what the match says without being asked.

    ``named``: they are the people of a match; else they are numbered strangers. ``out``: cards that are not in
    this table's pack. ``seating``: how the people of the match are named. ``at_desk``: a question of the desk is asked,
    not an entry. ``own_phones``: each player may answer from a phone of their own.
    """

    players: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    rules: HouseRules = HouseRules()
    named: bool = False
    match_facts: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    out: frozenset[Any] = frozenset()
    seating: TableSeating = NO_MATCH
    at_desk: bool = True
    own_phones: bool = False


def template_of(kind: str) -> str:
    """The template of the widget of a kind: a file for each, named as the kind."""
    return f"answers/widgets/{kind.replace('-', '_')}.html"


class Input(FormField):  # type: ignore[misc]
    """One thing to answer. ``typed`` maps a part (a player, a trick, or "") to what stands in the form."""

    spec: Field
    macros: tuple[str, ...] = ()
    """The macros of its widget: "entry", and "desk" where the desk shows it otherwise or alone; none: it has none."""
    rule_widget = ""
    """The macro of ``new_match/house_rule_widgets.html`` that shows it as a house rule."""
    pad = ""
    """What a script makes of it in an entry: "turns" (one part after another), "board", "points", "increments"; or
    nothing.
    """
    running = False
    """Whether it is counted while they play: all phones see what stands there before it is recorded."""
    by_seat = False
    """Whether a player can answer it for themselves alone, on a phone of their own (``own_answers.py``)."""
    always_asked = False  # even where it may be left out: a box that is not ticked is an answer
    in_one_row = False  # whether it takes no more room than a fold does
    by_one_tap = False  # whether one of its buttons is the whole answer
    tapped = False
    """Whether its cards are tapped in the pack that all such facts of a form share."""
    left_out: Any = ABSENT
    """What an entry says that has no such key; ABSENT: nothing, and the form suggests what it would in a new one."""

    def __init__(self, spec: Field, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(label="", **kwargs)
        self.spec = spec
        self.kind: str = spec.kind
        self.sitting = sitting
        self.seats: Sequence[str] = getattr(spec, "players", ()) or sitting.players
        self.typed: dict[str, list[str]] = {}
        self.given = False
        self.blamed: dict[str, list[Violation]] = {}
        self.running = self.running or (self.by_seat and sitting.own_phones)

    @property
    def template(self) -> str:
        """The template that shows it."""
        return template_of(self.kind)

    @property
    def macro(self) -> str:
        """The macro of the widget that shows it here."""
        return "desk" if self.sitting.at_desk and "desk" in self.macros else "entry"

    @property
    def has_legend(self) -> bool:
        """Whether its question stands above it, and not on it."""
        return True

    @property
    def why(self) -> str:
        """The id of the sentence that says what is wrong with all of it."""
        return f"{self.name}-why"

    @property
    def violations(self) -> Sequence[Violation]:
        """What is wrong with all of it, and not with a part alone."""
        return self.blamed.get("", ())

    def script_data(self) -> dict[str, str]:
        """What scripts read of it: the attributes of its field, by name."""
        data: dict[str, str] = {}
        if self.pad:
            data |= {"data-pad": self.pad, "data-say": pad_words.as_json(self.pad_words())}
            if self.may_be_empty:
                data["data-optional"] = ""
        elif not self.spec.optional:
            data["data-quiet"] = unbroken(self.quiet_words())
        if self.running:
            data["data-shared"] = "in-turn" if getattr(self.spec, "in_turn", False) else ""
        all_but = getattr(self.spec, "all_but", None)
        if all_but:
            data["data-all-but"] = self.name_beside(all_but)
        return data

    def pad_words(self) -> Mapping[str, Text | bool]:
        """What its pad says."""
        return {}

    def quiet_words(self) -> Renderable | str:
        """What the form's button says while this has no answer: of several players who is left, else the question."""
        if len(self.parts()) > 1:
            return pad_words.to_note()
        label = unbroken(self.spec.label)
        return label if label.endswith("?") else pad_words.is_asked(label)

    def chip(self, value: object, words: Renderable | str | int, part: str = "") -> Chip:
        """A value to tap, checked where it stands in this part."""
        return Chip(self.part_name(part), value, words, self.holds(part, value))

    def labelled_chip(self, label: Label, part: str = "", has_disc: bool = False, hidden: bool = False) -> Chip:
        """A player or a side to tap."""
        return Chip(
            self.part_name(part),
            label.name,
            checked=self.holds(part, label.name),
            label=label,
            has_disc=has_disc,
            hidden=hidden,
        )

    def nothing_chip(self, part: str = "") -> Sequence[Chip]:
        """The chip that says: none of these, where that is an answer."""
        return (self.chip(NOTHING, unbroken(self.spec.nothing), part),) if self.spec.nothing else ()

    @property
    def all_way(self) -> OtherWay | None:
        """Another way of the same question, for who has all of what is asked here."""
        return getattr(self.spec, "all_way", None)

    @property
    def second_thoughts(self) -> Sequence[Chip]:
        """Boxes that appear once an answer was refused, to say that it was meant so."""
        return ()

    def name_beside(self, key: str) -> str:
        """The name of the control of another field of the same way."""
        return str(self.name).removesuffix(self.spec.key) + key

    def row(self, part: str, chips: Sequence[Chip] = ()) -> Row:
        """A line of its own for a player of the table."""
        return Row(
            name=self.part_name(part),
            spoken_label=part,
            text=self.text(part),
            label=self.sitting.seating.player(part),
            chips=chips,
            violations=self.blamed.get(part, ()),
        )

    @property
    def may_be_empty(self) -> bool:
        """Whether not all of its parts need an answer."""
        return bool(self.spec.optional or getattr(self.spec, "partial", False))

    @property
    def look(self) -> str:
        """The name its look has in the desk's style sheet."""
        return self.kind

    def parts(self) -> Sequence[str]:
        """What is asked separately: "" for a single value."""
        return ("",)

    def part_name(self, part: str) -> str:
        """The name of a part's control in the form; players stand in it by their seat, which no deal changes."""
        if part in self.seats:
            return f"{self.name}.{self.seats.index(part)}"
        return f"{self.name}.{part}" if part else self.name

    def process(self, formdata: Any, data: Any = ABSENT, extra_filters: Any = None) -> None:
        self.blamed = {}
        self.typed = {} if formdata is None else self._texts_by_part(formdata)
        self.given = not self.typed and self.spec.key in self.sitting.match_facts
        if self.given:
            self.typed = self.untyped(self.sitting.match_facts[self.spec.key])
        elif formdata is None:
            self.typed = self.suggested() if data is ABSENT else self.untyped(data)
        self.data = self.value() if self.spec.offered else ABSENT

    def _texts_by_part(self, formdata: MultiDict[str, str]) -> dict[str, list[str]]:
        typed = {
            part: [text for control in formdata.getlist(self.part_name(part)) for text in self.split(control)]
            for part in self.parts()
        }
        return {part: self._read(texts) for part, texts in typed.items() if texts}

    def _read(self, texts: list[str]) -> list[str]:
        """The texts of a part, of a list that is too long only as many as show that it is."""
        most: int | None = self.spec.most_read
        return texts if most is None else texts[: most + 1]

    def split(self, text: str) -> list[str]:
        """What one control holds, taken apart."""
        return [text.strip()] if text.strip() else []

    def suggested(self) -> dict[str, list[str]]:
        return {}

    def untyped(self, value: Any) -> dict[str, list[str]]:
        """What stands in the form for a value recorded or known before."""
        return {"": [NOTHING if value is None else str(value)]}

    def text(self, part: str = "") -> str:
        """The single value of a part, "" where none stands there."""
        return next(iter(self.typed.get(part, ())), "")

    def holds(self, part: str, value: Any) -> bool:
        """Whether this value stands in a part."""
        return str(value) in self.typed.get(part, ())

    def value(self) -> Any:
        """The raw value, or ABSENT."""
        text = self.text()
        return None if text == NOTHING and self.spec.nothing is not None else text or ABSENT

    def blank(self) -> Any:
        """What is meant where it stands in a form of house rules, and nothing was typed."""
        return ABSENT

    def words(self) -> Renderable | str:
        """The value in words, as the match told it."""
        read, wrong = self.spec.read(self.spec.key, self.data, Reader("question.facts", self.sitting.match_facts))
        return "" if wrong else self.spec.in_words(read)

    def so_far(self) -> Iterable[tuple[str, Any]]:
        """Where it is counted while they play: what each has by now."""
        return ()

    def own_choices(self, player: str) -> OwnChoices:
        """The values that this player may choose from on their own phone; none where they have nothing to say."""
        return ()

    def own_order(self) -> Sequence[str]:
        """The players in the order in which they speak; nobody where each answers when they like."""
        return ()

    def own_typed(self, player: str, value: str) -> Mapping[str, str]:
        """What stands in the controls once this player has answered so; "" takes an answer back."""
        return {self.part_name(player): value}

    def faults(self) -> Iterable[Violation]:
        """What the raw value cannot say any more: two players at one place."""
        return ()

    def part_of(self, path: str) -> str:
        """The part that a violation's path below the key means; "" is all of it."""
        if path in self.parts():
            return path
        return next((part for part in self.parts() if part and path.startswith(f"{part}.")), "")

    def blame(self, violation: Violation, path: str) -> None:
        self.blamed.setdefault(self.part_of(path), []).append(violation)


class ListInput(Input):
    """A list whose items are asked part by part; who has no answer yet is left out of it."""

    def answered(self) -> list[str]:
        """The parts that have an answer, in their order: the items of the list."""
        return [part for part in self.parts() if part in self.typed]

    def part_of(self, path: str) -> str:
        index, answered = path.partition(".")[0], self.answered()
        return answered[int(index)] if index.isdecimal() and int(index) < len(answered) else ""


class EachInput(Input):
    """A value for every player."""

    def parts(self) -> Sequence[str]:
        return self.seats

    def untyped(self, value: Mapping[str, Any]) -> dict[str, list[str]]:
        return {player: [str(item)] for player, item in value.items()}

    def value(self) -> Any:
        return {player: self.text(player) for player in self.typed}
