"""Who sits at the table: seats clockwise, sides, the first dealer, and the table's house rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from referee import RULES_VERSION

HALF = re.compile("[\ud800-\udfff]")
LONGEST_NAME = 40
"""Characters of a name."""


def clean_name(text: str) -> str:
    """A name as it is compared: without surrounding space, in Unicode's composed form (NFC).

    >>> clean_name("  Chloe\u0301 ")
    'Chloé'
    """
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def is_name(cleaned: str) -> bool:
    """Whether a clean text can be somebody's name: of 1 to 40 characters, none of them a control character.

    >>> is_name("Chloé"), is_name(""), is_name("A\\tB")
    (True, False, False)
    """
    return 1 <= len(cleaned) <= LONGEST_NAME and not has_control_signs(cleaned)


def has_control_signs(text: str) -> bool:
    """Whether it has a sign that nobody sees: a control character, or half of one."""
    return any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def is_whole_text(text: str) -> bool:
    """Whether no sign is half a character, which UTF-8 cannot write.

    >>> is_whole_text("🂡"), is_whole_text("\\ud83c")
    (True, False)
    """
    return text.isascii() or not HALF.search(text)


NOBODY: Mapping[str, str] = MappingProxyType({})
"""Who plays whose seat where everybody plays their own."""

HouseRules = Mapping[str, Any]
"""The value of every option of the game, those the table did not choose at their default."""


@dataclass(frozen=True, slots=True)
class Side:
    """Who scores together: one player, or a team named by its players in seat order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at the table; where somebody joins, leaves or is replaced, that makes another table.

    ``players``: everybody who ever was in, by seat; ``away``: who of them has left. ``dealer`` is the first of the
    match. ``stand_ins``: who plays whose seat, by the seat. ``version`` is the version of the rules it is played
    under: a check added later is not asked of it.
    """

    players: tuple[str, ...]
    dealer: str
    rules: HouseRules
    sides: tuple[Side, ...]
    side_by_player: Mapping[str, str]
    version: int = RULES_VERSION
    away: tuple[str, ...] = ()
    stand_ins: Mapping[str, str] = field(default_factory=dict)

    @property
    def present(self) -> tuple[str, ...]:
        """The players who are in, by seat."""
        return tuple(player for player in self.players if player not in self.away) if self.away else self.players

    def next_seat(self, player: str, step: int = 1) -> str:
        """The player ``step`` seats to the left of ``player`` (negative: to the right); who has left is passed over.

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", {}).next_seat("Chloé")
        'Ana'
        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", {}).without("Bob").next_seat("Bob")
        'Chloé'
        """
        seats = tuple(seat for seat in self.players if seat == player or seat not in self.away)
        return seats[(seats.index(player) + step) % len(seats)]

    def around(self, first: str, step: int = 1) -> tuple[str, ...]:
        """All players who are in from ``first`` on, clockwise, or the other way round with ``step`` -1.

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", {}).around("Bob")
        ('Bob', 'Chloé', 'Ana')
        """
        seats = self.present
        start = seats.index(first)
        clockwise = seats[start:] + seats[:start]
        return clockwise if step == 1 else (first, *reversed(clockwise[1:]))

    def after(self, dealer: str) -> tuple[str, ...]:
        """The usual order of a deal: from the dealer's left, the dealer last."""
        return self.around(self.next_seat(dealer))

    def at_table(self, name: str) -> bool:
        """Whether somebody of this name is at the table: on the sheet, or standing in."""
        return name in self.players or name in self.stand_ins.values()

    def joined_by(self, player: str) -> Table:
        """The table with a player more, each for themselves: last in the order of seats, or back in the old seat."""
        if player in self.away:
            return replace(self, away=tuple(name for name in self.away if name != player))
        return replace(
            self,
            players=(*self.players, player),
            sides=(*self.sides, Side(player, (player,))),
            side_by_player={**self.side_by_player, player: player},
        )

    def without(self, player: str) -> Table:
        """The table when this player has left; nobody stands in for who is not there."""
        return replace(self.relayed(player, None), away=(*self.away, player))

    def relayed(self, player: str, by: str | None) -> Table:
        """The table when somebody else plays this seat, or its own player again (None)."""
        others = {seat: name for seat, name in self.stand_ins.items() if seat != player}
        return replace(self, stand_ins=others if by is None else {**others, player: by})


def alternating_teams(players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The two teams of partners seated alternately: seats 1, 3, … against 2, 4, …"""
    return players[0::2], players[1::2]


def make_table(
    players: tuple[str, ...],
    dealer: str | None,
    rules: HouseRules,
    in_teams: bool = False,
    version: int = RULES_VERSION,
) -> Table:
    """Lay the table; without a dealer the first player listed deals first."""
    groups = alternating_teams(players) if in_teams else tuple((player,) for player in players)
    sides = tuple(Side(" & ".join(group), group) for group in groups)
    owner = {player: side.name for side in sides for player in side.players}
    return Table(players, dealer or players[0], rules, sides, owner, version)
