"""The tiles of the view of the table: names and totals as large as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.side_view import SideView
from referee.web.rendering.page_language import localize
from referee.words import Renderable

STEPS = (4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40)
"""Signs of a name for which the style sheet has a size."""
ONE_LINE = 9
"""Signs of a name that stays on one line."""
MOST_DIGITS = 5
FEW_SIDES = 6
"""Sides that leave room for the last deal below the tiles."""


@dataclass(frozen=True, slots=True)
class SpokenBid:
    """``player``: who bid, where that must be said."""

    player: str
    bid: Renderable | str


@dataclass(frozen=True, slots=True)
class Tile:
    """``letters``: the size of the name; ``parted``: it stands on two lines; ``digits``: the size of the total."""

    side: SideView
    colour: int
    letters: int
    parted: bool
    digits: int
    bids: Sequence[SpokenBid]


def tiles(view: MatchView) -> list[Tile]:
    return [_tile(view, side) for side in view.sides]


def _tile(view: MatchView, side: SideView) -> Tile:
    letters, parted = size_of(side.name)
    return Tile(
        side,
        view.colours[side.name],
        letters,
        parted,
        min(len(localize(side.total)), MOST_DIGITS),
        [
            SpokenBid(player if view.state.table.in_teams else "", view.bid_summary.bids[player])
            for player in view.players_of(side.name)
            if player in view.bid_summary.bids
        ],
    )


def size_of(name: str) -> tuple[int, bool]:
    """The size of a name in the signs of its longest line, and whether it stands on two lines.

    >>> size_of("Ana"), size_of("Marie-Antoinette"), size_of("Wolfgangamadeus")
    ((4, False), (10, True), (17, False))
    """
    longest = max(map(len, name.replace("-", "- ").split()), default=0)
    parted = len(name) > ONE_LINE and longest < len(name)
    signs = max(longest, len(name) // 2 + 2) if parted else len(name)
    return next((step for step in STEPS if step >= signs), STEPS[-1]), parted
