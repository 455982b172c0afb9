"""The result of a match as a picture to send: an SVG of plain shapes, of which a phone makes a PNG.

A picture has no style sheet and no font that the server knows: everything has its place and its size here, by an upper
bound of the width of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.web.matches.score_chart import LETTER, width_of
from referee.web.rendering.name_forms import fitting_form
from referee.web.rendering.page_language import localize

if TYPE_CHECKING:
    from referee.web.matches.victory import PodiumStep, Victory

FELT = (
    "#86d6a0", "#ff9b8d", "#e7c568", "#8fbfff", "#d9a5f0", "#c3ccd8",
    "#ffb27a", "#74d3d8", "#ff9ccb", "#d8b094", "#c5d36b", "#b3b5ff",
)  # fmt: skip
"""The colours of the players on felt, as the style sheet has them."""
GROUND = "#0c1a13"
INK, PALE = "#17211b", "#ffffff"
MEDALS = {1: ("gold", INK), 2: ("silver", INK), 3: ("bronze", PALE)}
"""The gradient of each step of the podium, as the picture names it, and its letters."""

WIDTH, MARGIN = 720, 48
CROWN_TOP, CROWN_SIZES = 190, range(84, 43, -4)
"""Where the winners' names begin, and the sizes of their letters, the first in which they fit on a line."""
STEP_WIDTH, STEP_GAP, STEP_PADDING = 196, 12, 10
HEIGHTS, LEFT_TO_RIGHT = {1: 220, 2: 160, 3: 120}, {2: 0, 1: 1, 3: 2}
NAME_SIZES, NAME_LINE = (26, 22, 18), 32
CHART_SCALE = 1.82
ROW, LINE = 46, 34
ROW_SIZE, LINE_SIZE = 26, 24
BRAND = 70
"""The room of the foot, which says where the picture comes from."""
_PART = re.compile("(?<=[ -])")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium as it is drawn: its left edge, its height, its gradient, the colour of its edge and letters.

    ``lines``: the names, each whole on a line or more, as long as it has parts, in letters of ``size``.
    """

    x: float
    y: float
    height: int
    medal: str
    edge: str
    ink: str
    lines: Sequence[str]
    size: int
    total: int


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A line of the ranking under the chart, for a side that is on no step."""

    y: float
    place: int
    name: str
    total: int
    fill: str


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """A line of the story; ``begins``: the first of a sentence."""

    y: float
    begins: bool
    words: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn, in units of the picture.

    ``foot``: where the podium stands; ``brand_y``: where the letters of the last line stand.
    """

    crown: Sequence[str]
    crown_size: int
    steps: Sequence[Step]
    foot: float
    chart_y: float
    rows: Sequence[PictureRow]
    sentences: Sequence[SentenceLine]
    brand_y: float
    width: int = WIDTH
    margin: int = MARGIN
    chart_scale: float = CHART_SCALE
    ground: str = GROUND
    felt: Sequence[str] = FELT

    @property
    def height(self) -> float:
        return self.brand_y + 46

    @property
    def crown_lines(self) -> Iterator[tuple[float, str]]:
        """The lines of the winners' names, each with its height."""
        for number, line in enumerate(self.crown):
            yield CROWN_TOP + (number + 0.93) * self.crown_size, line


def picture_of(victory: Victory) -> Picture:
    crown, size = _crown(victory)
    below_crown = CROWN_TOP + (len(crown) + 0.4) * size
    steps = victory.steps if victory.anybody_won else ()
    drawn = [_lines_of_step(victory, step) for step in steps]
    heights = [
        HEIGHTS[step.place] + NAME_LINE * (len(lines) - 1) for step, (lines, _) in zip(steps, drawn, strict=True)
    ]
    foot = round(below_crown + max(heights, default=60))
    chart_y = foot + 40
    y = chart_y + (round(victory.chart.height * CHART_SCALE) + 20 if victory.chart else -20)
    rows = list(_rows(victory, y + 24))
    y += 30 + len(rows) * ROW
    sentences = list(sentence_lines(map(localize, victory.sentences), y))
    return Picture(
        crown=crown,
        crown_size=size,
        steps=list(_steps(victory, steps, drawn, heights, foot)),
        foot=foot,
        chart_y=chart_y,
        rows=rows,
        sentences=sentences,
        brand_y=y + len(sentences) * LINE + BRAND - 40,
    )


def _crown(victory: Victory) -> tuple[list[str], int]:
    """The winners' names in lines, and the size of their letters: on one line where that is possible."""
    room = WIDTH - 2 * MARGIN
    size = next((size for size in CROWN_SIZES if width_at(victory.crown, size) <= room), CROWN_SIZES[-1])
    names = [_fitting(victory, winner, room, size) for winner in victory.sheet.winners]
    return list(in_lines(names, ", ", room, size)), size


def in_lines(parts: Iterable[str], between: str, room: float, size: float) -> Iterator[str]:
    """The parts in lines no wider than ``room``, none parted.

    >>> list(in_lines(["Ana", "Bob", "Chloé"], ", ", 150, 24))
    ['Ana, Bob,', 'Chloé']
    """
    line = ""
    for part in parts:
        longer = f"{line}{between}{part}" if line else part
        if line and width_at(longer, size) > room:
            yield (line + between).rstrip()
            longer = part
        line = longer
    yield line


def _lines_of_step(victory: Victory, step: PodiumStep) -> tuple[list[str], int]:
    """The names on a step in lines, and the size of their letters: a name breaks between its parts alone."""
    room = STEP_WIDTH - 2 * STEP_PADDING
    parts = [part for side in step.sides for part in _PART.split(side)]
    size = next((size for size in NAME_SIZES if all(width_at(part, size) <= room for part in parts)), NAME_SIZES[-1])
    lines: list[str] = []
    for side in step.sides:
        broad = any(width_at(part, size) > room for part in _PART.split(side))
        name = _fitting(victory, side, room, size) if broad else side
        lines += (line.strip() for line in in_lines(_PART.split(name), "", room, size))
    return lines, size


def _steps(
    victory: Victory,
    steps: Sequence[PodiumStep],
    drawn: Sequence[tuple[list[str], int]],
    heights: Sequence[int],
    foot: float,
) -> Iterator[Step]:
    """The steps, the first place in the middle."""
    left = (WIDTH - len(steps) * (STEP_WIDTH + STEP_GAP) + STEP_GAP) / 2
    in_order = sorted(zip(steps, drawn, heights, strict=True), key=lambda step: LEFT_TO_RIGHT[step[0].place])
    for number, (step, (lines, size), height) in enumerate(in_order):
        medal, ink = MEDALS[step.place]
        edge = FELT[victory.view.colours[step.sides[0]]] if len(step.sides) == 1 else FELT[2]
        x = left + number * (STEP_WIDTH + STEP_GAP)
        yield Step(x, foot - height, height, medal, edge, ink, lines, size, step.total)


def _rows(victory: Victory, y: float) -> Iterator[PictureRow]:
    """The sides that are on no step."""
    on_podium = {side for step in victory.steps for side in step.sides} if victory.anybody_won else set()
    others = (side for side in victory.ranking if side.name not in on_podium)
    for number, side in enumerate(others):
        name = _fitting(victory, side.name, 460, ROW_SIZE)
        yield PictureRow(y + number * ROW, side.place, name, side.total, FELT[victory.view.colours[side.name]])


def sentence_lines(sentences: Iterable[str], y: float) -> Iterator[SentenceLine]:
    """The lines of a story, the first at this height."""
    lines = [
        (number == 0, line)
        for sentence in sentences
        for number, line in enumerate(in_lines(sentence.split(" "), " ", WIDTH - 2 * MARGIN - 36, LINE_SIZE))
    ]
    for number, (begins, line) in enumerate(lines):
        yield SentenceLine(y + number * LINE, begins, line)


def _fitting(victory: Victory, side: str, room: float, size: float) -> str:
    """The longest form of the name of a side that is no wider than ``room`` in letters of this size."""
    return fitting_form(victory.view.name_forms[side], room, lambda form: width_at(form, size))


def width_at(text: str, size: float) -> float:
    """An upper bound of the width of a text in letters of this size."""
    return width_of(text) * size / LETTER
