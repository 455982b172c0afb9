"""The points that a table may grant who joins: nothing, the lowest total, the mean."""

from __future__ import annotations

from fractions import Fraction

from referee.web.matches.match_view import MatchView
from referee.words import Text, say


def brought_points(view: MatchView) -> list[tuple[int, Text]]:
    """The points to tap, each with its words; without those that say the same number again."""
    table = view.state.table
    totals = [view.state.totals[side] for side in table.seated if side in view.state.totals]
    if not totals:
        return []
    offered = [
        (0, say("0 point")),
        (min(totals), say("le plus petit total : %(n)s", n=min(totals))),
        (rounded_mean(totals), say("la moyenne : %(n)s", n=rounded_mean(totals))),
    ]
    return list({points: (points, words) for points, words in reversed(offered)}.values())[::-1]


def rounded_mean(totals: list[int]) -> int:
    """The mean as a whole number, a half away from 0.

    >>> rounded_mean([1, 2]), rounded_mean([-1, -2]), rounded_mean([10, 11, 11])
    (2, -2, 11)
    """
    mean = Fraction(sum(totals), len(totals))
    size = int(abs(mean) + Fraction(1, 2))
    return size if mean >= 0 else -size
