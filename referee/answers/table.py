"""The table: seats clockwise, sides, the first dealer, stand-ins and house rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from referee import RULES_VERSION

SURROGATE = re.compile("[\ud800-\udfff]")
LONGEST_NAME = 40
"""Characters of a name."""


def clean_name(text: str) -> str:
    """Normalise a name for comparison: no surrounding space, in Unicode's composed form (NFC).

    >>> clean_name("  Chloe\u0301 ")
    'Chloé'
    """
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def is_name(cleaned: str) -> bool:
    """Whether a clean text is a valid name: 1 to 40 characters, no control characters.

    >>> is_name("Chloé"), is_name(""), is_name("A\\tB")
    (True, False, False)
    """
    return 1 <= len(cleaned) <= LONGEST_NAME and not has_control_characters(cleaned)


def has_control_characters(text: str) -> bool:
    """Whether the text has a control character or a lone surrogate."""
    return any(unicodedata.category(character) in ("Cc", "Cs") for character in text)


def is_encodable(text: str) -> bool:
    """Whether UTF-8 can encode the text: it has no lone surrogate.

    >>> is_encodable("🂡"), is_encodable("\\ud83c")
    (True, False)
    """
    return text.isascii() or not SURROGATE.search(text)


NOBODY: Mapping[str, str] = MappingProxyType({})
"""The stand-ins of a table without stand-ins."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The base of the house rules of a game: the value of each option, chosen or default, is an attribute."""


R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
"""The class of a game's house rules."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: one player, or a team named after its players in seat order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableUnder(Generic[R_co]):
    """The players and rules of a match; a player who joins, leaves, is eliminated or replaced makes a new table.

    ``players``: all players who ever took part, by seat; ``away``: those of them who left; ``eliminated``: those who
    play no further deal and keep their place in the ranking; ``resting``: the player who sits this deal out.
    ``sat_down``: how many players began the match. ``dealer``: the first dealer of the match.
    ``stand_ins``: who plays for whom, by seat. ``in_teams``: the sides are teams. ``version``: the version of the
    rules; later checks are not applied.
    """

    players: tuple[str, ...]
    dealer: str
    rules: R_co
    sides: tuple[Side, ...]
    side_by_player: Mapping[str, str]
    version: int = RULES_VERSION
    away: tuple[str, ...] = ()
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    eliminated: tuple[str, ...] = ()
    in_teams: bool = False
    resting: str | None = None
    sat_down: int = 0

    @property
    def absent(self) -> tuple[str, ...]:
        """The players who have no part in a deal: those who left, those eliminated, who rests."""
        return (*self.away, *self.eliminated, *(() if self.resting is None else (self.resting,)))

    @property
    def seated(self) -> tuple[str, ...]:
        """The players who have neither left nor been eliminated, by seat: those of the deal, and who rests."""
        gone = (*self.away, *self.eliminated)
        return tuple(player for player in self.players if player not in gone) if gone else self.players

    @property
    def first_players(self) -> tuple[str, ...]:
        """The players who began the match, by seat."""
        return self.players[: self.sat_down]

    @property
    def present(self) -> tuple[str, ...]:
        """The players who take part in a deal, by seat."""
        absent = self.absent
        return tuple(player for player in self.players if player not in absent) if absent else self.players

    def next_seat(self, player: str, step: int = 1) -> str:
        """The player ``step`` seats to the left of ``player`` (negative: to the right), not counting those absent.

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", HouseRules()).next_seat("Chloé")
        'Ana'
        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", HouseRules()).without("Bob").next_seat("Bob")
        'Chloé'
        """
        absent = self.absent
        seats = tuple(seat for seat in self.players if seat == player or seat not in absent) if absent else self.players
        return seats[(seats.index(player) + step) % len(seats)]

    def around(self, first: str, step: int = 1) -> tuple[str, ...]:
        """The present players from ``first`` on: clockwise, or with ``step`` -1 anticlockwise.

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", HouseRules()).around("Bob")
        ('Bob', 'Chloé', 'Ana')
        """
        seats = self.present
        start = seats.index(first)
        clockwise = seats[start:] + seats[:start]
        return clockwise if step == 1 else (first, *reversed(clockwise[1:]))

    def after(self, dealer: str, step: int = 1) -> tuple[str, ...]:
        """The present players clockwise from the dealer's left, or with ``step`` -1 anticlockwise from the right.

        The dealer comes last.
        """
        return self.around(self.next_seat(dealer, step), step)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of the side of this name."""
        return next(at_table.players for at_table in self.sides if at_table.name == side)

    def at_table(self, name: str) -> bool:
        """Whether a player or a stand-in has this name."""
        return name in self.players or name in self.stand_ins.values()

    def with_player(self, player: str) -> TableUnder[R_co]:
        """The table with one more player, a side of their own: in the last seat, or back in their old seat."""
        if player in self.away:
            return replace(self, away=tuple(name for name in self.away if name != player))
        return replace(
            self,
            players=(*self.players, player),
            sides=(*self.sides, Side(player, (player,))),
            side_by_player={**self.side_by_player, player: player},
        )

    def without(self, player: str) -> TableUnder[R_co]:
        """The table without this player, and without their stand-in."""
        return replace(self.with_stand_in(player, None), away=(*self.away, player))

    def with_eliminated(self, players: tuple[str, ...]) -> TableUnder[R_co]:
        """The table after the elimination of these players, by seat; their stand-ins are free again."""
        eliminated = (*self.eliminated, *players)
        stand_ins = {seat: name for seat, name in self.stand_ins.items() if seat not in players}
        return replace(
            self, eliminated=tuple(player for player in self.players if player in eliminated), stand_ins=stand_ins
        )

    def at_its_end(self) -> TableUnder[R_co]:
        """The table of all who have not left: who is out or rests takes part in the next match."""
        return replace(self, eliminated=(), resting=None)

    def with_stand_in(self, player: str, by: str | None) -> TableUnder[R_co]:
        """The table with a stand-in in this seat, or with its own player again (None)."""
        others = {seat: name for seat, name in self.stand_ins.items() if seat != player}
        return replace(self, stand_ins=others if by is None else {**others, player: by})


Table = TableUnder[Any]
"""A table of any game."""


def alternating_teams(players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The two teams of partners seated alternately: seats 1, 3, … against 2, 4, …"""
    return players[0::2], players[1::2]


def make_table(
    players: tuple[str, ...],
    dealer: str | None,
    rules: R,
    *,
    teams: tuple[tuple[str, ...], ...] = (),
    version: int = RULES_VERSION,
) -> TableUnder[R]:
    """Make a table; ``dealer`` None: the first player. ``teams``: a partition of the players; none: each alone.

    >>> table = make_table(("Ana", "Bob", "Dan"), None, HouseRules(), teams=(("Dan", "Bob"), ("Ana",)))
    >>> [side.name for side in table.sides]
    ['Ana', 'Bob & Dan']
    """
    groups = [tuple(sorted(team, key=players.index)) for team in teams or ((player,) for player in players)]
    groups.sort(key=lambda group: players.index(group[0]))
    sides = tuple(Side(" & ".join(group), group) for group in groups)
    owner = {player: side.name for side in sides for player in side.players}
    return TableUnder(
        players, dealer or players[0], rules, sides, owner, version, in_teams=bool(teams), sat_down=len(players)
    )
