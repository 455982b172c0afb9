"""Charts of a player's page as plain numbers for inline SVG: columns over time, places match by match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby, pairwise

from referee.web.matches.score_chart import width_of
from referee.words import Text, say

WIDTH = 328
COLUMN_HEIGHT, COLUMN_FOOT, COLUMN_HEAD = 96, 20, 14
BASE = COLUMN_HEAD + COLUMN_HEIGHT
MOST_COLUMNS, MOST_LABELS, BETWEEN = 36, 6, 6
PLACES_HEIGHT, BALANCE_WIDTH, BALANCE_GAP = 46, 110, 2
STEP_HEIGHT, STEP_LEFT, STEP_EDGE = 22, 30, 12


@dataclass(frozen=True, slots=True)
class PlaceColumn:
    """A place and how often it was reached; ``top`` and ``height`` in units of a picture 46 high."""

    place: int
    times: int
    top: float
    height: float


def place_columns(places: Sequence[tuple[int, int]]) -> list[PlaceColumn]:
    """A column for each place with its times; the most frequent one is as high as the picture."""
    most = max(times for _, times in places)
    heights = [round(2 + (PLACES_HEIGHT - 2) * times / most, 1) for _, times in places]
    return [
        PlaceColumn(place, times, round(PLACES_HEIGHT - height, 1), height)
        for (place, times), height in zip(places, heights, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Balance:
    """How often a player was before, level with and behind an opponent; widths in units of a picture 110 wide."""

    before: int
    level: int
    behind: int

    @property
    def before_width(self) -> float:
        return self._width(self.before)

    @property
    def behind_width(self) -> float:
        return self._width(self.behind)

    @property
    def behind_x(self) -> float:
        return round(BALANCE_WIDTH - self.behind_width, 1)

    @property
    def words(self) -> Text:
        return say(
            "devant %(before)s fois, à égalité %(level)s fois, derrière %(behind)s fois",
            before=self.before,
            level=self.level,
            behind=self.behind,
        )

    def _width(self, times: int) -> float:
        matches = self.before + self.level + self.behind
        return round((BALANCE_WIDTH - BALANCE_GAP) * times / matches, 1)


Part = tuple[str, int, int]
"""A part of an ISO date (a day, a month, a year), matches, wins."""


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A day, month or year: all its matches in outline, the won ones filled from the bottom.

    ``label_x`` and ``anchor``: the place of its label, None without room for one; ``tallest``: the first of the tallest
    columns.
    """

    label: str
    label_x: float | None
    anchor: str
    tallest: bool
    x: float
    width: float
    top: float
    filled: float
    matches: int
    wins: int
    middle: float
    height: float
    filled_top: float


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns over time; ``base`` is their foot."""

    columns: tuple[ChartColumn, ...]
    base: float = BASE
    width: int = WIDTH
    height: int = BASE + COLUMN_FOOT


def columns(parts: Sequence[Part], label: Callable[[str], str]) -> Columns | None:
    """A column for every day, month or year from the first to the last, empty ones too; None before there are two."""
    while parts and len(_between(parts[0][0], parts[-1][0])) > MOST_COLUMNS and len(parts[0][0]) > 4:
        parts = _coarser(parts)
    counted = {part: (matches, wins) for part, matches, wins in parts}
    spans = _between(parts[0][0], parts[-1][0])[-MOST_COLUMNS:] if parts else []
    if len(spans) < 2:
        return None
    most = max(matches for matches, _ in counted.values())
    step = WIDTH / len(spans)
    width = round(min(step * 0.76, 40), 1)
    labels = _labels_apart([label(part) for part in spans], step)
    bars: list[ChartColumn] = []
    for number, part in enumerate(spans):
        matches, wins = counted.get(part, (0, 0))
        tall, filled = COLUMN_HEIGHT * matches / most, COLUMN_HEIGHT * wins / most
        x = round(number * step + (step - width) / 2, 1)
        top, filled = round(BASE - tall, 1), round(filled, 1)
        label_x, anchor = labels.get(number, (None, ""))
        bars.append(
            ChartColumn(
                label=label(part),
                label_x=label_x,
                anchor=anchor,
                tallest=matches == most and not any(column.tallest for column in bars),
                x=x,
                width=width,
                top=top,
                filled=filled,
                matches=matches,
                wins=wins,
                middle=x + width / 2,
                height=round(BASE - top, 1),
                filled_top=round(BASE - filled, 1),
            )
        )
    return Columns(tuple(bars))


def _labels_apart(labels: Sequence[str], step: float) -> dict[int, tuple[float, str]]:
    """The places of labels by the number of their columns: the last one, and as many before it as do not touch."""
    for every in range(-(-len(labels) // MOST_LABELS), len(labels)):
        numbers = range(len(labels) - 1, -1, -every)
        places = [_label_at((number + 0.5) * step, width_of(labels[number])) for number in numbers]
        if all(right[3] + BETWEEN <= left[2] for left, right in pairwise(places)):
            return {number: place[:2] for number, place in zip(numbers, places)}
    last = len(labels) - 1
    return {last: _label_at((last + 0.5) * step, width_of(labels[last]))[:2]}


def _label_at(middle: float, width: float) -> tuple[float, str, float, float]:
    """The place and anchor of a label under the middle of its column, or at the edge it would pass; its two ends."""
    if middle < width / 2:
        return 0, "start", 0, width
    if middle > WIDTH - width / 2:
        return WIDTH, "end", WIDTH - width, WIDTH
    return round(middle, 1), "middle", round(middle, 1) - width / 2, round(middle, 1) + width / 2


def _coarser(parts: Iterable[Part]) -> list[Part]:
    groups = ((part, list(group)) for part, group in groupby(parts, key=lambda day: day[0][:-3]))
    return [(part, sum(day[1] for day in days), sum(day[2] for day in days)) for part, days in groups]


def _between(first: str, last: str) -> list[str]:
    """Every day, month or year from one to another, both included, in the same form.

    >>> _between("2025-11", "2026-02")
    ['2025-11', '2025-12', '2026-01', '2026-02']
    >>> _between("2024-02-28", "2024-03-01")
    ['2024-02-28', '2024-02-29', '2024-03-01']
    """
    if len(first) == len("2026-01-31"):
        start, days = date.fromisoformat(first), date.fromisoformat(last) - date.fromisoformat(first)
        return [(start + timedelta(days=number)).isoformat() for number in range(days.days + 1)]
    if len(first) == len("2026"):
        return [str(year) for year in range(int(first), int(last) + 1)]
    start_month, end_month = (int(part[:4]) * 12 + int(part[5:]) - 1 for part in (first, last))
    return [f"{month // 12:04}-{month % 12 + 1:02}" for month in range(start_month, end_month + 1)]


@dataclass(frozen=True, slots=True)
class Dot:
    """The place in a match; a win is filled."""

    x: float
    y: float
    won: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The places of the last matches, the first place on top, the oldest match on the left."""

    dots: tuple[Dot, ...]
    line: str
    rows: tuple[tuple[int, float], ...]
    width: int
    height: float
    left: int = STEP_LEFT


def steps(places: Sequence[tuple[int, bool]]) -> Steps | None:
    """The places of matches, oldest first, each with whether it was won; None before there are three."""
    if len(places) < 3:
        return None
    lowest = max(place for place, _ in places)
    across = (WIDTH - STEP_LEFT - STEP_EDGE) / (len(places) - 1)
    dots = tuple(
        Dot(round(STEP_LEFT + number * across, 1), _step_y(place), won) for number, (place, won) in enumerate(places)
    )
    rows = tuple((place, _step_y(place)) for place in range(1, lowest + 1))
    line = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return Steps(dots, line, rows, WIDTH, _step_y(lowest) + STEP_EDGE)


def _step_y(place: int) -> float:
    return float(STEP_EDGE + (place - 1) * STEP_HEIGHT)
