"""The places of players around the table as it is seen from above: classes for the styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

FEWEST, MOST = 2, 8
"""Players for whom there is a drawing."""


def places_at_table(seats: Sequence[str]) -> Mapping[str, str]:
    """The classes of each player's place; empty for more players than the drawing has places for.

    The first seat is at the bottom; the next ones go up the left side, an even number has one at the top, the others
    come down the right side.

    >>> places_at_table(("Ana", "Bob", "Chloé", "Dan"))["Bob"]
    'at-left side-1-of-1'
    >>> list(places_at_table(tuple("ABCDE")).values())[1:3]
    ['at-left side-1-of-2', 'at-left side-2-of-2']
    """
    n = len(seats)
    if not FEWEST <= n <= MOST:
        return {}
    a_side = (n - 1) // 2
    left = [f"at-left side-{place}-of-{a_side}" for place in range(1, a_side + 1)]
    top = ["at-top"] if n % 2 == 0 else []
    right = [f"at-right side-{place}-of-{a_side}" for place in range(a_side, 0, -1)]
    return dict(zip(seats, ["at-bottom", *left, *top, *right], strict=True))
