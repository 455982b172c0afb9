"""Who sits at the table: seats clockwise, sides, the first dealer, and the table's house rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee import RULES_VERSION

__all__ = ["HouseRules", "Side", "Table", "alternating_teams", "clean_name", "make_table"]


def clean_name(text: str) -> str:
    """A name as it is compared: without surrounding space, in Unicode's composed form (NFC).

    >>> clean_name("  Chloe\u0301 ")
    'Chloé'
    """
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


HouseRules = Mapping[str, Any]
"""The value of every option of the game, those the table did not choose at their default."""


@dataclass(frozen=True, slots=True)
class Side:
    """Who scores together: one player, or a team named by its players in seat order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A match as it was set up; nothing in it ever changes.

    ``version`` is the version of the rules it is played under: a check added later is not asked of it.
    """

    players: tuple[str, ...]
    dealer: str
    rules: HouseRules
    sides: tuple[Side, ...]
    side_by_player: Mapping[str, str]
    version: int = RULES_VERSION

    def next_seat(self, player: str, step: int = 1) -> str:
        """The player ``step`` seats to the left of ``player`` (negative: to the right).

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", {}).next_seat("Chloé")
        'Ana'
        """
        seats = self.players
        return seats[(seats.index(player) + step) % len(seats)]

    def around(self, first: str, step: int = 1) -> tuple[str, ...]:
        """All players from ``first`` on, clockwise, or the other way round with ``step`` -1.

        >>> make_table(("Ana", "Bob", "Chloé"), "Ana", {}).around("Bob")
        ('Bob', 'Chloé', 'Ana')
        """
        start = self.players.index(first)
        clockwise = self.players[start:] + self.players[:start]
        return clockwise if step == 1 else (first, *reversed(clockwise[1:]))

    def after(self, dealer: str) -> tuple[str, ...]:
        """The usual order of a deal: from the dealer's left, the dealer last."""
        return self.around(self.next_seat(dealer))


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
