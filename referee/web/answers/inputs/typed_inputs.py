"""The inputs of what is typed: numbers and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.answers.answer import Field
from referee.answers.numbers import Counts, Number, Numbers
from referee.answers.table import clean_name
from referee.answers.texts import ClockTime, NewName, Words
from referee.answers.violation import Violation
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.base_input import ABSENT, NOTHING, EachInput, Input, ListInput, OwnChoices, Sitting
from referee.web.answers.inputs.widget_parts import Chip, Middle, Row, Sum
from referee.web.answers.similar_names import NOTHING_SEEN, TEXT_NOT_SEEN, is_visible, resembling, visible_text
from referee.web.answers.typed_numbers import number_or_text, typed_number
from referee.web.rendering.page_language import localize
from referee.web.rendering.typesetting import unbroken
from referee.words import Renderable, Text, say, say_n

SOMEBODY_ELSE = "+"
"""The part of a name that says it is another person's than the one it looks like; its value is the name."""


TWO = 2  # sides that share a total
CHIPS = 6
"""How much higher than its lowest a number may be and still have a chip for each value."""
DESK_CHIPS = 20
"""The same at the desk, which has no pad."""
ROW_OF_CHIPS = 20
"""How much higher than its lowest a count may be and still have a chip for each value."""
SHORT_ROW = 5
"""Chips beside a name, and not below it."""
LIST_CHIPS = 17
"""The highest number of a list that still has a chip for each value."""
NAMES_OFFERED = 9


class NumberInput(Input):
    spec: Number
    macros, rule_widget = ("entry", "desk"), "number"

    def __init__(self, spec: Field, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        high = self.spec.high
        many = isinstance(high, int) and high - self.spec.low > CHIPS
        self.pad = "points" if high is None or many else ""

    @property
    def values(self) -> range:
        """From the lowest to the highest value; none without an upper bound that is a number."""
        high = self.spec.high
        return range(self.spec.low, high + 1) if isinstance(high, int) else range(0)

    @property
    def macro(self) -> str:
        unbounded = self.spec.high is None or (self.pad and len(self.values) > DESK_CHIPS + 1)
        return "entry" if unbounded else super().macro

    @property
    def chips(self) -> Sequence[Chip]:
        """A chip for each value that an entry may have."""
        return [self.chip(value, value) for value in self.values if value not in self.spec.never]

    @property
    def all_chips(self) -> Sequence[Chip]:
        """A chip for each value of the range; the desk refuses some by their article."""
        return [self.chip(value, value) for value in self.values]

    @property
    def bounds(self) -> Text | None:
        """From where to where, in words; None where there is no upper bound."""
        if self.spec.high is None:
            return None
        return say("de %(low)s à %(high)s", low=self.spec.low, high=self.spec.high)

    def pad_words(self) -> Mapping[str, Text | bool]:
        return pad_words.points(0, quiet=pad_words.is_asked(pad_words.PLAYER))

    def script_data(self) -> dict[str, str]:
        data = super().script_data()
        if self.spec.half:
            data["data-half"] = self.name_beside(self.spec.half)
        return data

    def suggested(self) -> dict[str, list[str]]:
        return {} if self.spec.suggested is None else {"": [str(self.spec.suggested)]}

    def value(self) -> Any:
        return number_or_text(self.text()) if self.text() else ABSENT

    def blank(self) -> Any:
        return None if self.spec.nothing is not None else ABSENT


class NumbersInput(ListInput):
    """A number for each player, or for each of the others; without seats there are as many boxes as there may be."""

    spec: Numbers
    macros = ("desk",)

    @property
    def most(self) -> int | None:
        """The highest number, where each value has a chip."""
        most = self.spec.highest(self.sitting.match_facts)
        widest = SHORT_ROW if self.spec.among else LIST_CHIPS
        return most if isinstance(most, int) and most <= widest else None

    @property
    def rows(self) -> Sequence[Row]:
        most = self.most
        values = () if most is None else range(most + 1)
        return [self.row(part, [self.chip(value, value, part) for value in values]) for part in self.parts()]

    def parts(self) -> Sequence[str]:
        if self.spec.among:
            return self.sitting.order
        if self.sitting.named:
            return self.sitting.order[: len(self.sitting.players) - 1]
        return [str(number) for number in range(1, self.spec.most + 1)]

    def untyped(self, value: Any) -> dict[str, list[str]]:
        if not self.spec.among:
            return super().untyped(value)
        return {player: [str(number)] for player, number in value.items()}

    def part_of(self, path: str) -> str:
        return Input.part_of(self, path) if self.spec.among else super().part_of(path)

    def value(self) -> Any:
        numbers = {part: number_or_text(self.text(part)) for part in self.answered()}
        return numbers if self.spec.among else list(numbers.values())


class PointsInput(EachInput):
    """A number for every player."""

    spec: Any  # Points, and Counts in the class below
    macros = ("entry",)
    pad = "points"
    by_seat = True

    def __init__(self, spec: Field, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        if getattr(spec, "increments", ()):
            self.pad = "increments"

    @property
    def players(self) -> Sequence[str]:
        """The players in the order in which they speak, else by their seats."""
        return self.seats if self.spec.in_turn else self.sitting.seating.in_order(self.seats)

    @property
    def rows(self) -> Sequence[Row]:
        return [self.row(player) for player in self.players]

    @property
    def sum(self) -> Sum | None:
        """The running sum of points that have a total; a script adds the number that is asked beside them."""
        if self.spec.total is None:
            return None
        return self._sum(self.spec.total, 0 if getattr(self.spec, "beside", None) else self.total())

    def _sum(self, total: int, made: int) -> Sum:
        if not made and total:
            return Sum(say("%(total)s à répartir", total=total))
        if made > total and self.spec.low >= 0:
            return Sum(pad_words.made_of(made, total), say("%(n)s de trop", n=made - total))
        return Sum(pad_words.made_of(made, total), say("reste %(n)s", n=total - made) if made else "")

    def pad_words(self) -> Mapping[str, Text | bool]:
        if self.pad == "increments":
            return pad_words.increments()
        return pad_words.points(self.spec.total or 0, quiet=pad_words.to_note())

    def script_data(self) -> dict[str, str]:
        data, spec = super().script_data(), self.spec
        if spec.total is not None:
            data["data-total"] = str(spec.total)
        if spec.beside:
            data["data-beside"] = self.name_beside(spec.beside)
        if spec.increments:
            data["data-increments"] = " ".join(map(str, spec.increments))
        if spec.zero_of:
            data["data-zero-of"] = self.name_beside(spec.zero_of.player)
            data["data-zero-choice"] = self.name_beside(spec.zero_of.choice)
            data["data-zero-among"] = " ".join(spec.zero_of.among)
        if spec.all_way:
            data["data-all-way"] = spec.all_way.id
            data["data-all-side"] = f"{spec.all_way.id}.{spec.all_way.side}"
            data["data-all-words"] = localize(spec.all_way.words)
        return data

    def suggested(self) -> dict[str, list[str]]:
        return {player: ["0"] for player in self.seats} if self.pad == "increments" else {}

    def value(self) -> Any:
        numbers = {player: number_or_text(self.text(player)) for player in self.typed}
        return ABSENT if self.spec.optional and not any(numbers.values()) else self._with_other_side(numbers)

    def _with_other_side(self, numbers: dict[str, Any]) -> dict[str, Any]:
        """The numbers of two sides that share a total: one left empty follows from the other."""
        total, sides = self.spec.total, self.seats
        if total is None or self.pad != "points" or len(sides) != len(self.spec.players) or len(sides) != TWO:
            return numbers
        match [(side, number) for side, number in numbers.items() if isinstance(number, int)]:
            case [(side, number)] if len(numbers) == 1:
                other = next(name for name in sides if name != side)
                return {name: {side: number, other: total - number}[name] for name in sides}
        return numbers

    def so_far(self) -> Iterable[tuple[str, Any]]:
        return [(player, self.text(player)) for player in self.typed]

    def total(self) -> int:
        """What the numbers that stand there make together."""
        numbers = (number_or_text(self.text(player)) for player in self.typed)
        return sum(number for number in numbers if isinstance(number, int))


class CountsInput(PointsInput):
    spec: Counts
    running = True

    def __init__(self, spec: Field, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        self.pad = "turns" if self.spec.in_turn else "board"

    @property
    def has_chips(self) -> bool:
        """Whether each count has a chip."""
        return bool(self.spec.high - self.spec.low <= ROW_OF_CHIPS)

    @property
    def counts(self) -> Sequence[str]:
        """The counts that a player may have, as they stand in the form; each has a chip where they are few."""
        return [str(count) for count in range(self.spec.low, self.spec.high + 1)]

    @property
    def is_wide(self) -> bool:
        """Whether the chips of a player stand below the name."""
        return self.has_chips and bool(self.spec.high - self.spec.low > SHORT_ROW)

    @property
    def places(self) -> Mapping[str, str]:
        """The places of those who bid in turn at the table seen from above; empty where there is no drawing."""
        return self.sitting.seating.places(self.seats) if self.spec.in_turn else {}

    @property
    def middle(self) -> Middle | None:
        """The number of cards of the deal, in the middle of the table seen from above."""
        return Middle(self.spec.high, say_n("carte", "cartes", self.spec.high)) if self.places else None

    @property
    def rows(self) -> Sequence[Row]:
        """The players with their chips, the bids announced, and the total that one of them may not make."""
        places = self.places
        return [self._row(player, places.get(player, "")) for player in self.players]

    def _row(self, player: str, place: str) -> Row:
        spec, seating = self.spec, self.sitting.seating
        announced = (spec.announced or {}).get(player)
        return Row(
            name=self.part_name(player),
            spoken_label=player,
            text=self.text(player),
            label=seating.player(player),
            struck=self._struck(player),
            violations=self.blamed.get(player, ()),
            remarks=self._remarks(player, announced),
            announced=announced,
            gains=(spec.gains or {}).get(player, ()),
            speaker=self._speaker(player),
            avoid=spec.avoid if spec.avoid and player == spec.avoid.last else None,
            place=place,
            deals=player == seating.dealer,
        )

    def _remarks(self, player: str, announced: int | None) -> Sequence[Text | str]:
        """The words beside a player: the game's own, then the bid."""
        remarks: list[Text | str] = []
        if self.spec.remarks and player in self.spec.remarks:
            remarks.append(unbroken(self.spec.remarks[player]))
        if announced is not None:
            remarks.append(say("annoncé %(bid)s", bid=announced))
        return remarks

    def _struck(self, player: str) -> str:
        forbidden = self.forbidden(player)
        return "" if forbidden is None else str(forbidden)

    def _speaker(self, player: str) -> Text | None:
        by = self.sitting.seating.stand_ins.get(player)
        return None if by is None else say("%(by)s (pour %(player)s)", by=by, player=player)

    @property
    def sum(self) -> Sum | None:
        if self.spec.total is None:
            avoid = self.spec.avoid
            return None if avoid is None else Sum(say("tout sauf %(total)s", total=avoid.total))
        return self._sum(self.spec.total, self.total())

    def pad_words(self) -> Mapping[str, Text | bool]:
        if self.spec.total is not None:
            return pad_words.count_board(self.spec.total)
        return pad_words.bids(self.spec.avoid.total if self.spec.avoid else self.spec.high)

    def script_data(self) -> dict[str, str]:
        data, avoid = Input.script_data(self), self.spec.avoid
        if self.spec.total is not None:
            data["data-total"] = str(self.spec.total)
        if avoid:
            data["data-avoid"] = str(avoid.total)
            data["data-last"] = self.part_name(avoid.last)
        return data

    def so_far(self) -> Iterable[tuple[str, Any]]:
        counts = ((player, typed_number(self.text(player))) for player in self.typed)
        return [(player, count) for player, count in counts if count is not None and count <= self.spec.high]

    def suggested(self) -> dict[str, list[str]]:
        return self.untyped(self.spec.announced or {})

    def own_choices(self, player: str) -> OwnChoices:
        return tuple((count, count) for count in self.counts)

    def own_order(self) -> Sequence[str]:
        return self.seats if self.spec.in_turn else ()

    def forbidden(self, player: str) -> int | None:
        """The count this player may not say, once all the others have spoken."""
        avoid = self.spec.avoid
        if avoid is None or player != avoid.last:
            return None
        others: list[Any] = [number_or_text(self.text(other)) for other in self.spec.players if other != player]
        return int(avoid.total - sum(others)) if all(isinstance(count, int) for count in others) else None


class WordsInput(Input):
    spec: Words
    macros, rule_widget = ("entry",), "words"

    def value(self) -> Any:
        if self.typed:
            return visible_text(self.text())
        return ABSENT if self.spec.optional else ""

    def faults(self) -> Iterable[Violation]:
        if self.text() and not visible_text(self.text()):
            yield Violation("match.entry", self.spec.key, TEXT_NOT_SEEN)
        elif not self.spec.optional and not self.text():
            yield Violation("match.entry", self.spec.key, say("Il manque « %(label)s ».", label=self.spec.label))


class ClockTimeInput(Input):
    spec: ClockTime
    rule_widget = "clock_time"


class NewNameInput(Input):
    """A name that is typed; or the box, beside it, that says nobody's.

    A name that looks like another at the table is asked about; the box that then appears says: another person.
    """

    spec: NewName
    macros = ("entry",)

    def quiet_words(self) -> Renderable | str:
        label = unbroken(self.spec.label)
        return label if label.endswith("?") else pad_words.is_asked(label)

    def names(self, known_names: Iterable[str]) -> Sequence[str]:
        """The names to offer: who may come back, then the players of the club, but who is barred."""
        returning, barred = self.spec.returning, self.spec.barred
        return [*returning, *(name for name in known_names if name not in barred and name not in returning)]

    def chips_of(self, names: Sequence[str]) -> Sequence[str]:
        """As many of these names as have a chip."""
        return names[:NAMES_OFFERED]

    @property
    def nothing(self) -> Sequence[Chip]:
        """The box that says: nobody's name; not where the game bars that, unless it stands there."""
        if None in self.spec.barred and not self.holds(NOTHING, NOTHING):
            return ()
        return self.nothing_chip(NOTHING)

    @property
    def second_thoughts(self) -> Sequence[Chip]:
        if not self.double():
            return ()
        name = self.text()
        checked = self.text(SOMEBODY_ELSE) == name
        return (Chip(self.part_name(SOMEBODY_ELSE), name, say("C'est bien une autre personne"), checked),)

    def parts(self) -> Sequence[str]:
        return ("", NOTHING, SOMEBODY_ELSE) if self.spec.nothing else ("", SOMEBODY_ELSE)

    def part_name(self, part: str) -> str:
        return {NOTHING: f"{self.name}.nothing", SOMEBODY_ELSE: f"{self.name}.else"}.get(part, str(self.name))

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {NOTHING: [NOTHING]} if value is None else {"": [value]}

    def double(self) -> str | None:
        """Who at the table has a name that looks like the one typed."""
        name = clean_name(self.text())
        others = [other for other in (*self.spec.barred, *self.spec.returning) if other is not None]
        return None if not name or name in others else resembling(name, others)

    def value(self) -> Any:
        return None if NOTHING in self.typed and not self.text() else self.text() or ABSENT

    def faults(self) -> Iterable[Violation]:
        name = self.text()
        if NOTHING in self.typed and name:
            yield Violation("match.entry", self.spec.key, say("Un nom ou la case : pas les deux."))
        if name and not is_visible(name):
            yield Violation("match.players", self.spec.key, NOTHING_SEEN)
        double = self.double()
        if double is not None and self.text(SOMEBODY_ELSE) != name:
            doubt = say(
                "« %(name)s » ressemble à « %(other)s » : deux personnes différentes ?", name=name, other=double
            )
            yield Violation("match.players", self.spec.key, doubt)
