"""The result of a match as a picture: an SVG of plain shapes, which a phone makes a PNG of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, render_template

from referee.web.access.permissions import match_or_404
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.score_chart import LETTER, shortened, width_of
from referee.web.matches.victory import PodiumStep, Victory
from referee.web.rendering.written_values import written

pages = Blueprint("results", __name__, url_prefix="/matches/<public_id>")

FELT = (
    "#86d6a0", "#ff9b8d", "#e7c568", "#8fbfff", "#d9a5f0", "#c3ccd8",
    "#ffb27a", "#74d3d8", "#ff9ccb", "#d8b094", "#c5d36b", "#b3b5ff",
)  # fmt: skip
"""The colours of the players on felt, as the style sheet has them: a picture has no style sheet."""

GROUND = "#0c1a13"
DEPTH = 0.42
"""How much of its colour a step of the podium shows; the rest is the ground."""

WIDTH, MARGIN = 720, 48
FOOT, STEP_WIDTH = 620, 196
HEIGHTS, LEFT_TO_RIGHT = {1: 220, 2: 160, 3: 120}, {2: 0, 1: 1, 3: 2}
CHART_TOP, CHART_SCALE = 660, 1.82
ROW, LINE = 46, 34
NAMES_ON_A_STEP = 3


@pages.app_template_global()
def victory_of(view: MatchView) -> Victory:
    """What the end of a match shows."""
    return Victory(view)


@pages.get("/result.svg")
def picture(public_id: str) -> Any:
    """The picture of a finished match; another has none."""
    view = match_view(match_or_404(public_id))
    if not view.state.over:
        abort(404)
    victory = Victory(view)
    drawn = render_template("matches/result.svg", **laid_out(victory))
    return Response(drawn, mimetype="image/svg+xml")


@dataclass(frozen=True, slots=True)
class Block:
    """A step of the podium as it is drawn, with as much of the names as there is room for."""

    x: float
    y: float
    height: int
    fill: str
    edge: str
    names: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the ranking under the curve: who is on no step."""

    y: float
    place: int
    name: str
    total: int
    fill: str


def laid_out(victory: Victory) -> dict[str, Any]:
    """All that the drawing needs, as plain numbers."""
    chart_foot = CHART_TOP + (round(victory.chart.height * CHART_SCALE) + 20 if victory.chart else -20)
    on_podium = {side for step in victory.steps for side in step.sides} if victory.sheet.winners else set()
    others = [side for side in sorted(victory.view.sides, key=lambda side: side.place) if side.name not in on_podium]
    rows = [
        Row(
            chart_foot + 24 + number * ROW, side.place, fitting(side.name, 460, 26), side.total,
            FELT[victory.view.colours[side.name]],
        )
        for number, side in enumerate(others)
    ]  # fmt: skip
    lines = list(_lines(victory))
    first_line = chart_foot + 30 + len(rows) * ROW
    crown = ", ".join(victory.sheet.winners)
    return {
        "victory": victory,
        "width": WIDTH,
        "height": first_line + len(lines) * LINE + 40,
        "crown": fitting(crown, WIDTH - 2 * MARGIN, 44),
        "crown_size": min(84, max(44, int(84 * 560 / max(width_of(crown) * 84 / LETTER, 560)))),
        "blocks": list(_blocks(victory)),
        "foot": FOOT,
        "chart_at": (MARGIN, CHART_TOP, CHART_SCALE),
        "rows": rows,
        "lines": [(first_line + number * LINE, begins, line) for number, (begins, line) in enumerate(lines)],
        "felt": FELT,
        "ground": GROUND,
    }


def _blocks(victory: Victory) -> Iterator[Block]:
    """The steps, the first place in the middle."""
    steps = victory.steps if victory.sheet.winners else ()
    order = sorted(steps, key=lambda step: LEFT_TO_RIGHT[step.place])
    left = (WIDTH - len(order) * (STEP_WIDTH + 12) + 12) / 2
    for number, step in enumerate(order):
        yield _block(victory, step, left + number * (STEP_WIDTH + 12))


def _block(victory: Victory, step: PodiumStep, x: float) -> Block:
    edge = FELT[victory.view.colours[step.sides[0]]] if len(step.sides) == 1 else FELT[2]
    shown = [fitting(side, STEP_WIDTH - 20, 26) for side in step.sides[:NAMES_ON_A_STEP]]
    if len(step.sides) > NAMES_ON_A_STEP:
        shown.append(f"+ {len(step.sides) - NAMES_ON_A_STEP}")
    height = HEIGHTS[step.place] + 32 * (len(shown) - 1)
    return Block(x, FOOT - height, height, mixed(edge), edge, tuple(shown), step.total)


def _lines(victory: Victory) -> Iterator[tuple[bool, str]]:
    """The lines of the story, each with whether a sentence begins there."""
    for sentence in victory.story.sentences:
        for number, line in enumerate(wrapped(written(sentence), WIDTH - 2 * MARGIN - 36, 24)):
            yield number == 0, line


def fitting(text: str, room: float, size: float) -> str:
    """As much of a text as there is room for in letters of this size."""
    return shortened(text, room * LETTER / size)


def wrapped(text: str, room: float, size: float) -> Iterator[str]:
    """A text in lines no wider than there is room for; a word wider than a line is cut short.

    >>> list(wrapped("Ana a mené 11 donnes sur 19.", 150, 24))
    ['Ana a', 'mené 11', 'donnes sur', '19.']
    """
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer) * size / LETTER > room:
            yield fitting(line, room, size)
            longer = word
        line = longer
    yield fitting(line, room, size)


def mixed(colour: str) -> str:
    """A player's colour sunk into the ground, so that white letters are read on it.

    >>> mixed("#86d6a0")
    '#3f694e'
    """
    shown, ground = (bytes.fromhex(hexadecimal[1:]) for hexadecimal in (colour, GROUND))
    return "#" + bytes(round(DEPTH * part + (1 - DEPTH) * under) for part, under in zip(shown, ground)).hex()
