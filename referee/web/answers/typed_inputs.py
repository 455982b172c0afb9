"""The inputs of what is typed: numbers and texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.web.answers.base_input import ABSENT, NOTHING, EachInput, Input, ListInput, OwnChoices, Sitting
from referee.web.answers.similar_names import NOTHING_SEEN, TEXT_NOT_SEEN, is_visible, resembling, visible_text
from referee.web.answers.typed_numbers import number_or_text, whole
from referee.words import say

SOMEBODY_ELSE = "+"
"""The part of a name that says it is another person's than the one it looks like; its value is the name."""


TWO = 2  # sides that share a total
CHIPS = 6
"""How much higher than its lowest a number may be and still have a chip for each value."""
DESK_CHIPS = 20
"""The same at the desk, which has no pad."""


class NumberInput(Input):
    widget, desk_widget, rule_widget = "number", "number_chips", "number"

    def __init__(self, spec: Any, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        many = isinstance(spec.high, int) and spec.high - spec.low > CHIPS
        self.pad = "points" if spec.high is None or many else ""

    @property
    def macro(self) -> str:
        unbounded = self.spec.high is None or (self.pad and self.spec.high - self.spec.low > DESK_CHIPS)
        return "number" if unbounded else super().macro

    def suggested(self) -> dict[str, list[str]]:
        return {} if self.spec.suggested is None else {"": [str(self.spec.suggested)]}

    def value(self) -> Any:
        return number_or_text(self.text()) if self.text() else ABSENT

    def blank(self) -> Any:
        return None if self.spec.nothing is not None else ABSENT


class NumbersInput(ListInput):
    """A number for each player, or for each of the others; without seats there are as many boxes as there may be."""

    desk_widget = "numbers"

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

    widget = "points"
    pad = "points"
    by_seat = True

    def __init__(self, spec: Any, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        if getattr(spec, "increments", ()):
            self.pad = "increments"

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

    def made(self) -> int:
        """What the numbers that stand there make together."""
        numbers = (number_or_text(self.text(player)) for player in self.typed)
        return sum(number for number in numbers if isinstance(number, int))


class CountsInput(PointsInput):
    widget, running = "counts", True

    def __init__(self, spec: Any, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        self.pad = "turns" if spec.in_turn else "board"

    def so_far(self) -> Iterable[tuple[str, Any]]:
        counts = ((player, whole(self.text(player))) for player in self.typed)
        return [(player, count) for player, count in counts if count is not None and count <= self.spec.high]

    def suggested(self) -> dict[str, list[str]]:
        return self.untyped(self.spec.announced or {})

    def own_choices(self, player: str) -> OwnChoices:
        return tuple((str(count), str(count)) for count in range(self.spec.low, self.spec.high + 1))

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
    widget, rule_widget = "words", "words"

    def value(self) -> Any:
        return visible_text(self.text()) if self.typed else (ABSENT if self.spec.optional else "")

    def faults(self) -> Iterable[Violation]:
        if self.text() and not visible_text(self.text()):
            yield Violation("match.entry", self.spec.key, TEXT_NOT_SEEN)
        elif not self.spec.optional and not self.text():
            yield Violation("match.entry", self.spec.key, say("Il manque « %(label)s ».", label=self.spec.label))


class ClockTimeInput(Input):
    rule_widget = "clock_time"


class NewNameInput(Input):
    """A name that is typed; or the box, beside it, that says nobody's.

    A name that looks like another at the table is asked about; the box that then appears says: another person.
    """

    widget = "new_name"

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
