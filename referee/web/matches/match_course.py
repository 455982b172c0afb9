"""Where a match stands in its course, for its head: the stairs of its hands, or what it is played for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.game_definition.game import Game
from referee.game_definition.state import State
from referee.words import Text, say

WIDTH, HEIGHT = 166, 38
"""The units of the picture."""
GAP, LOWEST, GROWTH = 1, 3, 26
"""Between two bars; the height of a hand of no card, and what the largest hand adds to it."""
MARKER = 6.5
"""The height of the mark above the present deal."""


@dataclass(frozen=True, slots=True)
class Stairs:
    """A bar a deal, as high as its hands are large: SVG paths of the deals played, the present one and those to come.

    ``words``: the same in a sentence. ``cards``: the size of the present hands.
    """

    cards: int
    done: str
    present: str
    to_come: str
    marker: str
    words: Text
    width: int = WIDTH
    height: int = HEIGHT


def stairs(game: Game, state: State) -> Stairs | None:
    """The stairs of a game whose hands grow and fall; None for other games, and once the match is over."""
    sizes = game.hand_sizes(state.table)
    if state.over or state.deal > len(sizes) or len(set(sizes)) < 2:
        return None
    bars = [_bar(sizes, number) for number in range(len(sizes))]
    x, top, width = _place(sizes, state.deal - 1)
    middle = x + width / 2
    return Stairs(
        cards=sizes[state.deal - 1],
        done=_join(bars[: state.deal - 1]),
        present=bars[state.deal - 1],
        to_come=_join(bars[state.deal :]),
        marker=f"M{middle:.1f} {top - 2:.1f}l-5-{MARKER}h10z",
        words=say(
            "Donne %(deal)s sur %(deals)s : %(cards)s cartes, %(top)s au plus haut",
            deal=state.deal,
            deals=len(sizes),
            cards=sizes[state.deal - 1],
            top=max(sizes),
        ),
    )


def _place(sizes: Sequence[int], number: int) -> tuple[float, float, float]:
    """The left edge, the top and the width of the bar of a deal, counted from 0."""
    step = (WIDTH + GAP) / len(sizes)
    height = LOWEST + GROWTH * sizes[number] / max(sizes)
    return number * step, HEIGHT - height, step - GAP


def _bar(sizes: Sequence[int], number: int) -> str:
    x, top, width = _place(sizes, number)
    return f"M{x:.1f} {HEIGHT}h{width:.1f}V{top:.1f}h-{width:.1f}z"


def _join(bars: Iterable[str]) -> str:
    return "".join(bars)


def aim(game: Game, state: State) -> Text | None:
    """What a match is played for, in a few words; None where the most points of a number of deals win."""
    ending = game.ending(state.table)
    lowest_wins = game.lowest_wins(state.table.rules)
    if ending.target is None:
        return say("le plus petit gagne") if lowest_wins else None
    if lowest_wins:
        return say("le plus petit gagne, jusqu'à %(n)s", n=ending.target)
    return say("en %(n)s points", n=ending.target)
