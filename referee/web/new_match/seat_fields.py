"""The seats in the form of a match: who was typed where, who deals, which seats are chosen for a rule or a team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from referee.answers.violation import Violation
from referee.words import Text, say

TEAM_LETTERS = "ABCDEF"
PARTNERS = "AB"
"""The letters of two teams whose partners sit in turn."""


@dataclass(frozen=True, slots=True)
class SeatField:
    """A seat in a form, by its number from 1, with the name typed there.

    ``letter``: of its team where partners sit in turn, else "". ``shown``: whether it is there before a script adds
    seats.
    """

    number: int
    name: str
    own_colour: int
    letter: str
    deals: bool
    shown: bool
    faults: Sequence[Violation] = ()

    @property
    def value(self) -> str:
        return str(self.number - 1)

    @property
    def colour(self) -> int | None:
        """The colour of its team, else that of the player; none of an empty seat."""
        if self.letter:
            return PARTNERS.index(self.letter)
        return self.own_colour if self.name else None

    @property
    def classes(self) -> str:
        spare = "" if self.shown else " spare"
        return f"seat{spare}" if self.colour is None else f"seat{spare} colour-{self.colour}"

    @property
    def disc(self) -> str:
        return self.letter or self.name[:1].upper() or str(self.number)

    @property
    def label(self) -> Text:
        return say("Place %(n)s", n=self.number)

    @property
    def placeholder(self) -> Text:
        if self.letter:
            return say("%(n)s · équipe %(letter)s", n=self.number, letter=self.letter)
        return self.label


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat to choose: its number from 1, the name typed there, whether it is chosen."""

    number: int
    name: str
    chosen: bool

    @property
    def value(self) -> str:
        return str(self.number - 1)

    @property
    def label(self) -> Text:
        return say("Place %(n)s", n=self.number)


@dataclass(frozen=True, slots=True)
class TeamField:
    """A team that the table may choose, by its letter: the seats of its players."""

    letter: str
    seats: Sequence[SeatChoice]

    @property
    def name(self) -> str:
        return f"team.{self.letter}"

    @property
    def label(self) -> Text:
        return say("Équipe %(letter)s", letter=self.letter)


def seat_choices(names: Sequence[str], chosen_names: Sequence[str]) -> list[SeatChoice]:
    """The seats to choose; ``chosen_names``: the values of those that are."""
    return [SeatChoice(seat + 1, name, str(seat) in chosen_names) for seat, name in enumerate(names)]


def team_fields(typed: MultiDict[str, str], names: Sequence[str]) -> list[TeamField]:
    return [TeamField(letter, seat_choices(names, typed.getlist(f"team.{letter}"))) for letter in TEAM_LETTERS]


def seat_fields(
    typed: MultiDict[str, str],
    colours: Sequence[int],
    shown: int,
    blamed: dict[str, list[Violation]],
    *,
    in_teams: bool,
) -> list[SeatField]:
    """A field for each of these colours; ``shown``: the number of seats that are there at first."""
    dealer = typed.get("dealer", "0")
    return [
        SeatField(
            number=seat + 1,
            name=typed.get(f"seat.{seat}", ""),
            own_colour=colour,
            letter=PARTNERS[seat % 2] if in_teams else "",
            deals=dealer == str(seat),
            shown=seat < shown,
            faults=blamed.get(f"players.{seat}", ()),
        )
        for seat, colour in enumerate(colours)
    ]
