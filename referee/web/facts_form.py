"""From the facts of a desk's question to a form: one input for each kind of fact, whatever the game.

An input reads what was tapped into the raw value a question file has; whether that can be, the desk says. What was
tapped is kept as it was, so that a refused page shows it again. All of it travels in the address: asking changes
nothing, so it takes no turn among those who write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms.form import BaseForm

from referee.cards.french import parse_suit
from referee.desk import facts as kinds
from referee.desk import table_facts as table_kinds
from referee.desk.question import DeskQuestion
from referee.desk.table_facts import Play
from referee.desk.told import fact_shown
from referee.games.table import HouseRules
from referee.games.violation import Violation
from referee.web.typed import whole
from referee.words import Shown

__all__ = ["FACT_INPUTS", "FactInput", "FactsForm", "Sitting"]

ABSENT = object()
NOTHING = "-"
"""The value of the button that means: none of these."""

APART = re.compile(r"[\s,;]+")
FEW_CHOICES = 3
"""Among so few things the first is chosen until another is."""

ROOM = 4
"""So many empty lists wait for cards on a page without scripts."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at the table, from whom to whom they play, and what the desk knows without being told.

    ``named``: they are the people of a match; else they are numbered strangers. ``out``: cards that are not in
    this table's pack.
    """

    players: tuple[str, ...]
    order: tuple[str, ...]
    rules: HouseRules
    named: bool = False
    known: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    out: frozenset[Any] = frozenset()


class FactInput(FormField):
    """One fact to tell. ``typed`` maps a part (a player, a trick, or "") to what stands in the form."""

    tapped = False
    """Whether its cards are tapped in the pack that all such facts of a form share."""

    def __init__(self, spec: Any, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(label="", **kwargs)
        self.spec = spec
        self.kind: str = spec.kind
        self.sitting = sitting
        self.typed: dict[str, list[str]] = {}
        self.given = False
        self.blamed: dict[str, list[Violation]] = {}

    def parts(self) -> Sequence[str]:
        """What is asked separately: "" for a single value."""
        return ("",)

    def part_name(self, part: str) -> str:
        """The name of a part's control in the form; players stand in it by their seat, which no deal changes."""
        if part in self.sitting.players:
            return f"{self.name}.{self.sitting.players.index(part)}"
        return f"{self.name}.{part}" if part else self.name

    def process(self, formdata: Any, data: Any = ABSENT, extra_filters: Any = None) -> None:
        self.process_errors = []
        self.blamed = {}
        self.typed = {} if formdata is None else self._read(formdata)
        self.given = not self.typed and self.spec.key in self.sitting.known
        if self.given:
            self.typed = self.untyped(self.sitting.known[self.spec.key])
        elif formdata is None:
            self.typed = self.suggested()
        self.data = self.value()

    def _read(self, formdata: MultiDict[str, str]) -> dict[str, list[str]]:
        read = {part: [text for one in formdata.getlist(self.part_name(part)) for text in self.split(one)]
                for part in self.parts()}  # fmt: skip
        return {part: texts for part, texts in read.items() if texts}

    def split(self, text: str) -> list[str]:
        """What one control holds, taken apart."""
        return [text.strip()] if text.strip() else []

    def untyped(self, value: Any) -> dict[str, list[str]]:
        """What stands in the form for a value known before."""
        return {"": [NOTHING if value is None else str(value)]}

    def suggested(self) -> dict[str, list[str]]:
        return {}

    @property
    def one(self) -> str:
        """The single value that stands in the form, "" where none does."""
        return next(iter(self.typed.get("", ())), "")

    def value(self) -> Any:
        """The raw value for the question, or ABSENT."""
        return self.one or ABSENT

    def words(self) -> Shown | str:
        """The value in words, as the match told it."""
        read, wrong = self.spec.read(self.spec.key, self.data, {})
        return "" if wrong else fact_shown(self.spec, read)

    def blame(self, violation: Violation, part: str) -> None:
        self.blamed.setdefault(part if part in self.parts() else "", []).append(violation)


class NothingInput(FactInput):
    def value(self) -> Any:
        return ABSENT


class SuitInput(FactInput):
    def split(self, text: str) -> list[str]:
        suit = parse_suit(text.strip())
        return super().split(text) if suit is None else [suit.value]

    def value(self) -> Any:
        return None if self.one == NOTHING else super().value()


class ChoiceInput(FactInput):
    """One of a few things; their ids may be numbers."""

    def suggested(self) -> dict[str, list[str]]:
        choices = self.spec.choices
        if self.spec.default is not None:
            return self.untyped(self.spec.default)
        return {"": [str(choices[0][0])]} if len(choices) <= FEW_CHOICES and not self.spec.optional else {}

    def value(self) -> Any:
        known = (id for id, _ in self.spec.choices if str(id) == self.one)
        return next(known, self.one or ABSENT)


class YesNoInput(FactInput):
    def suggested(self) -> dict[str, list[str]]:
        return {} if self.spec.default is None else self.untyped(self.spec.default)

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {"": ["1" if value else "0"]}

    def value(self) -> Any:
        return {"1": True, "0": False}.get(self.one, super().value())


class NumberInput(FactInput):
    def value(self) -> Any:
        return _whole(self.one) if self.one else ABSENT


class NumbersInput(FactInput):
    """A number for each of several people; without seats there are as many boxes as there may be people."""

    def parts(self) -> Sequence[str]:
        if self.sitting.named:
            return self.sitting.order[: len(self.sitting.players) - 1]
        return [str(number) for number in range(1, self.spec.most + 1)]

    def value(self) -> Any:
        return [_whole(self.typed[part][0]) for part in self.parts() if part in self.typed]


class CardInput(FactInput):
    tapped = True

    @property
    def most(self) -> int | None:
        """How many cards it takes, None where it takes any number."""
        return 1

    def split(self, text: str) -> list[str]:
        return [code for code in APART.split(text) if code]

    @property
    def codes(self) -> list[str]:
        """The cards that stand in the form, in the order they were tapped."""
        return self.typed.get("", [])

    def plain_slots(self) -> list[str]:
        """What the lists of a page without scripts show: the cards told, and some room for more."""
        room = max(0, self.most - len(self.codes)) if self.most else ROOM
        return [*self.codes, *[""] * room]


class CardsInput(CardInput):
    @property
    def most(self) -> int | None:
        limit: int | None = getattr(self.spec, "most", None)
        return limit

    def value(self) -> Any:
        return ABSENT if self.spec.optional and not self.codes else self.codes


class PlaysInput(CardsInput):
    """The cards of a trick from its leader on; at a table that is known each has its player."""

    limit: int | None = None

    @property
    def most(self) -> int | None:
        return self.limit

    def parts(self) -> Sequence[str]:
        return ("", "leader")

    @property
    def leader(self) -> str:
        """Who led: the one who was tapped, else who leads first in this deal."""
        told = next(iter(self.typed.get("leader", ())), "")
        return told if told in self.sitting.players else self.sitting.order[0]

    @property
    def around(self) -> tuple[str, ...]:
        """The players from the leader on, in the direction of play."""
        start = self.sitting.order.index(self.leader)
        return (*self.sitting.order[start:], *self.sitting.order[:start])

    def split(self, text: str) -> list[str]:
        return [text.strip()] if text.strip() in self.sitting.players else super().split(text)

    def value(self) -> Any:
        if not self.sitting.named:
            return self.codes
        around = self.around
        return [{"player": around[at % len(around)], "card": code} for at, code in enumerate(self.codes)]


class FlipsInput(PlaysInput):
    """Cards turned up one after another; whose turn it was, the game's own fact says."""

    def value(self) -> Any:
        flips: list[Play] = []
        players, rules = self.sitting.players, self.sitting.rules
        for code in self.codes:
            card = self.spec.pack.card(code)
            known = bool(flips) and all(flip.card is not None for flip in flips)
            player = self.spec.turn(tuple(flips), players, rules) if known else self.leader
            flips.append(Play(player, card))
        return [{"player": flip.player, "card": code} for flip, code in zip(flips, self.codes)]


class ChoicesInput(CardInput):
    """A few things one after another, tapped like cards."""

    @property
    def most(self) -> int | None:
        return None

    def value(self) -> Any:
        return self.codes


class PlayersInput(FactInput):
    """The players of the table; nobody is asked."""

    def value(self) -> Any:
        return list(self.sitting.players)


class TeamsInput(FactInput):
    """Partners sit opposite; nobody is asked."""

    def value(self) -> Any:
        return [list(self.sitting.players[0::2]), list(self.sitting.players[1::2])]


class SomePlayersInput(FactInput):
    def value(self) -> Any:
        return self.typed.get("", [])


class BidsInput(FactInput):
    """What each said, in speaking order; who has not spoken is left out."""

    def parts(self) -> Sequence[str]:
        return self.sitting.order

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {one["player"]: [one["bid"]] for one in value}

    def value(self) -> Any:
        return [{"player": player, "bid": self.typed[player][0]} for player in self.parts() if player in self.typed]


class WinnersInput(FactInput):
    """Who took each trick, trick by trick."""

    def parts(self) -> Sequence[str]:
        return [f"t{trick}" for trick in range(1, self.spec.lengths.get(len(self.sitting.players), 0) + 1)]

    def value(self) -> Any:
        told = [self.typed[part][0] for part in self.parts() if part in self.typed]
        return [None if winner == NOTHING else winner for winner in told]


FACT_INPUTS: dict[str, type[FactInput]] = {
    kinds.CardFact.kind: CardInput,
    kinds.HeldCardFact.kind: CardInput,
    kinds.CardsFact.kind: CardsInput,
    kinds.SuitFact.kind: SuitInput,
    kinds.NothingFact.kind: NothingInput,
    kinds.ChoiceFact.kind: ChoiceInput,
    kinds.ChoicesFact.kind: ChoicesInput,
    kinds.NumberFact.kind: NumberInput,
    kinds.NumbersFact.kind: NumbersInput,
    kinds.YesNoFact.kind: YesNoInput,
    table_kinds.PlayersFact.kind: PlayersInput,
    table_kinds.PlayerFact.kind: FactInput,
    table_kinds.SomePlayersFact.kind: SomePlayersInput,
    table_kinds.TeamsFact.kind: TeamsInput,
    table_kinds.PlaysFact.kind: PlaysInput,
    table_kinds.FlipsFact.kind: FlipsInput,
    table_kinds.BidsFact.kind: BidsInput,
    table_kinds.WinnersFact.kind: WinnersInput,
}
"""The input of each kind of fact: a contract test holds this table and the grammar together."""


class FactsForm(BaseForm):
    """The form of a question: empty but for what the table knows, or as it was tapped."""

    def __init__(self, question: DeskQuestion, sitting: Sitting, told: MultiDict[str, str] | None = None) -> None:
        super().__init__({})
        self.question = question
        self.sitting = sitting
        self.blamed: list[Violation] = []
        if told is not None and not any(_speaks_of(fact.key, told) for fact in question.facts):
            told = None
        for fact in question.facts:
            bound = FACT_INPUTS[fact.kind](fact, sitting, name=fact.key, _form=self, _prefix="", _meta=self.meta)
            self._fields[fact.key] = bound
            bound.process(told)
            if isinstance(bound, PlaysInput) and not isinstance(bound, FlipsInput):
                bound.limit = len(sitting.players) - (1 if self.asks_of_a_hand else 0)

    @property
    def asks_of_a_hand(self) -> bool:
        """Whether somebody is still to play from a hand: then the trick is one card short at most."""
        return any(fact.kind == kinds.HeldCardFact.kind for fact in self.question.facts)

    def inputs(self) -> Iterator[FactInput]:
        return iter(self._fields.values())

    def shown(self) -> list[FactInput]:
        """The facts that a control asks for; the others the table tells, or there is nothing to tell."""
        return [one for one in self.inputs() if not isinstance(one, (NothingInput, PlayersInput, TeamsInput))]

    def asked(self) -> list[FactInput]:
        """The facts to tell, but for the cards."""
        return [one for one in self.shown() if not one.tapped and one not in self.folded()]

    def folded(self) -> list[FactInput]:
        """What the match has told already, and a choice that may be left open: out of the way, still to be changed."""
        return [
            one for one in self.shown()
            if not one.tapped and not one.blamed and (one.given or (one.spec.optional and one.kind == "choice"))
        ]  # fmt: skip

    def targets(self) -> list[FactInput]:
        """The facts whose cards are tapped in the pack."""
        return [one for one in self.shown() if one.tapped]

    def held_in(self, hand: FactInput) -> FactInput | None:
        """The fact that asks about one card of this hand, if there is one."""
        return next((one for one in self.inputs() if getattr(one.spec, "hand", None) == hand.spec.key), None)

    @property
    def one_tap(self) -> FactInput | None:
        """The only fact of a question that is one choice: each of its buttons answers at once."""
        shown = self.shown()
        return shown[0] if len(shown) == 1 and shown[0].kind == kinds.ChoiceFact.kind else None

    def misplaced(self) -> int:
        """How many violations stand at a fact, where a long page might hide them."""
        return sum(len(blamed) for one in self.inputs() for blamed in one.blamed.values())

    def needs_seats(self) -> Sequence[int]:
        """How many can sit at the table, where the facts speak of people that no match names."""
        if self.sitting.named:
            return ()
        sizes = [fact.sizes for fact in self.question.facts if isinstance(fact, table_kinds.PlayersFact)]
        return sizes[0] if sizes else ()

    def facts(self) -> dict[str, Any]:
        """The raw facts, in the shape a question file has."""
        return {one.spec.key: one.data for one in self.inputs() if one.data is not ABSENT}

    def blame(self, violations: Iterable[Violation]) -> None:
        """Put every violation at the fact it blames; what names none stands above the form."""
        for violation in violations:
            _, _, rest = (violation.field or "").partition("facts.")
            key, _, part = rest.partition(".")
            if key in self._fields and self._fields[key] in self.shown():
                self._fields[key].blame(violation, self._part(self._fields[key], part))
            else:
                self.blamed.append(violation)

    def _part(self, one: FactInput, path: str) -> str:
        """The part of a list that a violation's number means."""
        index = path.partition(".")[0]
        told = [part for part in one.parts() if part in one.typed]
        return told[int(index)] if index.isdecimal() and int(index) < len(told) and not one.tapped else ""


def _speaks_of(key: str, told: MultiDict[str, str]) -> bool:
    return any(name == key or name.startswith(f"{key}.") for name in told)


def _whole(text: str) -> int | str:
    """The whole number typed, or the text itself, which the desk will refuse with a sentence."""
    number = whole(text)
    return text if number is None else number
