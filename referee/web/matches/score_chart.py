"""The chart of a match as numbers for inline SVG: library charts carry styles that the content policy refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import ceil
from statistics import fmean
from unicodedata import combining, east_asian_width

from referee.game_definition.sheet import Sheet
from referee.store.players.players import COLOURS
from referee.web.rendering.name_forms import fitting_form, name_forms
from referee.web.rendering.page_language import localize
from referee.words import Text, say

WIDTH, HEIGHT, TOP, BOTTOM = 340, 204, 12, 26
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 2", "6 2 1 2")
LETTER, GAP, WAY, WIDEST = 12, 5, 18, 128
"""The size of letters; the gap from a line's end to its label, and the gap with a connecting line; the widest label."""
POINTS = 1300
"""Points of all lines together: a phone shows no more."""
FINEST = 1000
HALF_A_LINE, LINE = 8, 13
"""The room above and below the middle of a label, and from one middle to the next."""
MOST_LEVELS, LEAST_APART = 5, 30
"""Figures beside the chart at most; from one number of a deal below it to the next, at least."""
FIRST_DEAL = 58
"""The room that the words of the first deal take below the chart."""
BELOW_MIDDLE, ROOM_FOR_TURN = 4, 4
"""From the middle of a label to the foot of its letters; the room a turning point takes beside the labels."""
BOLD = 1.06
"""How much broader than the bound of :func:`width_of` the bold letters of a leader may be."""
NARROW, BROAD = frozenset("ijlftrI.,:;'’!|()[] "), frozenset("mwMWQ@%&ŒœÆæ—…")


@dataclass(frozen=True, slots=True)
class Curve:
    """The line of a side; ``dash`` sets it apart.

    ``name`` fits beside the total; ``end_y`` is the end of the line, ``label_y`` the middle of its label.
    """

    side: str
    name: str
    points: str
    dash: str
    end_y: float
    label_y: float
    total: int
    colour: int
    leads: bool

    @property
    def look(self) -> str:
        """Its classes: its colour, and whether it leads."""
        return f"colour-{self.colour} leads" if self.leads else f"colour-{self.colour}"

    @property
    def width(self) -> float:
        """Of the line, in a picture without a style sheet."""
        return 3 if self.leads else 1.8

    @property
    def base_y(self) -> float:
        """Where the letters of its label stand."""
        return round(self.label_y + BELOW_MIDDLE, 1)


@dataclass(frozen=True, slots=True)
class Tick:
    """A figure on an axis: the coordinate along it, and what stands there."""

    at: float
    words: Text | int


@dataclass(frozen=True, slots=True)
class Scale:
    """Rounds and totals as coordinates: ``rounds`` of them from ``begin_x`` to ``end_x``."""

    begin_x: float
    end_x: float
    rounds: int
    low: int
    high: int

    def x(self, number: int) -> float:
        """The end of a round; 0 is the beginning of the match."""
        return round(self.begin_x + number * ((self.end_x - self.begin_x) / self.rounds), 1)

    def y(self, total: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - total) / max(self.high - self.low, 1), 1)

    def line(self, course: Mapping[int, int], most: int) -> str:
        """The points of a line: totals by the number of their round, at most ``most``, with peaks and troughs."""
        numbers, totals = list(course), list(course.values())
        points = range(len(totals)) if len(totals) <= most else thinned(totals, most)
        return " ".join(f"{self.x(numbers[at])},{self.y(totals[at])}" for at in points)


def thinned(totals: Sequence[int], most: int) -> Iterator[int]:
    """The indexes of the totals to draw: of each stretch the lowest and the highest.

    >>> list(thinned([0, 5, 2, 9, 3, 4, 4, 1, 6], 6))
    [0, 2, 3, 7, 8]
    """
    size = ceil(2 * len(totals) / max(most - 2, 2))
    yield 0
    for begin in range(1, len(totals) - 1, size):
        stretch = totals[begin : begin + size]
        ends = {begin + stretch.index(min(stretch)), begin + stretch.index(max(stretch))}
        yield from sorted(ends - {len(totals) - 1})
    yield len(totals) - 1


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart of running totals; ``zero_y``: the line of 0; ``end_x``: the ends of the lines.

    ``ways``: labels are so far from the ends of their lines that connecting lines are drawn.
    """

    width: int
    height: int
    curves: tuple[Curve, ...]
    zero_y: float
    end_x: float
    label_x: float
    ways: bool
    low: int
    high: int
    scale: Scale
    deals: tuple[Tick, ...]

    @property
    def begin_x(self) -> float:
        """The left edge of the lines, at the right of the figures."""
        return self.scale.begin_x

    @property
    def levels(self) -> list[Tick]:
        """The figures beside the lines."""
        return [Tick(self.scale.y(total), total) for total in levels(self.low, self.high)]

    @property
    def in_front_last(self) -> list[Curve]:
        """The lines as they are drawn: those that lead over the others."""
        return sorted(self.curves, key=lambda curve: curve.leads)

    def aside(self, turn: tuple[float, float] | None) -> int:
        """How far labels make way for a turning point at the ends of the lines."""
        return ROOM_FOR_TURN if turn and turn[0] >= self.end_x else 0


def running_totals(sheet: Sheet, colours: Mapping[str, int] | None = None) -> Chart | None:
    """The running totals of a match, round by round; None before there are two rounds.

    The line of a side that joined later begins at 0 there. ``colours``: of each side, else one after another.
    """
    if len(sheet.rounds) < 2:
        return None
    courses = _courses(sheet)
    drawn = [total for course in courses.values() for total in course.values()]
    low, high = min(drawn), max(drawn)
    ends = sheet.rounds[-1].totals
    forms = name_forms(tuple(ends))
    names = {side: fitting_form(forms[side], WIDEST - width_of(f" {total}"), width_of) for side, total in ends.items()}
    room = BOLD * max(width_of(f"{names[side]} {total}") for side, total in ends.items())
    label_x = round(WIDTH - room, 1)
    begin_x = max(width_of(localize(total)) for total in levels(low, high)) + GAP
    scale = Scale(round(begin_x, 1), label_x - GAP, len(sheet.rounds), low, high)
    totals = list(ends.values())
    middles = list(map(scale.y, totals))
    labels = _apart(middles, sorted(range(len(totals)), key=lambda number: -totals[number]))
    ways = any(abs(label - middle) > HALF_A_LINE for label, middle in zip(labels, middles, strict=True))
    if ways:
        scale = replace(scale, end_x=round(label_x - WAY, 1))
    most = min(POINTS // len(ends), WIDTH // 2)
    leaders = sheet.ranking[0] if sheet.ranking else ()
    curves = tuple(
        Curve(
            side, names[side], scale.line(courses[side], most), DASHES[number % len(DASHES)], middles[number],
            labels[number], total,
            colours[side] if colours else number % COLOURS, side in leaders,
        )
        for number, (side, total) in enumerate(ends.items())
    )  # fmt: skip
    return Chart(WIDTH, HEIGHT, curves, scale.y(0), scale.end_x, label_x, ways, low, high, scale, _deals(sheet, scale))


def levels(low: int, high: int) -> list[int]:
    """Round totals between the lowest and the highest, at most :data:`MOST_LEVELS`, 0 among them.

    >>> levels(-10, 135), levels(0, 3), levels(-1100, 40)
    ([0, 50, 100], [0, 1, 2, 3], [-1000, -500, 0])
    """
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in steps if high // step - -(-low // step) < MOST_LEVELS)
    return [number * step for number in range(-(-low // step), high // step + 1)]


def _deals(sheet: Sheet, scale: Scale) -> tuple[Tick, ...]:
    """The numbers of deals below the lines: the first, the last, and round ones between, as far as there is room."""
    rounds = sheet.rounds
    wide = scale.x(1) - scale.x(0)
    step = next(
        step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * wide >= LEAST_APART or step == 1000
    )
    first, last = scale.x(1), scale.x(len(rounds))
    between = [
        Tick(scale.x(number), rounds[number - 1].number)
        for number in range(step, len(rounds), step)
        if first + FIRST_DEAL <= scale.x(number) <= last - LEAST_APART
    ]
    end = Tick(last, rounds[-1].number)
    return (
        Tick(first, say("donne %(n)s", n=rounds[0].number)),
        *between,
        *([end] if last >= first + FIRST_DEAL else []),
    )


def _courses(sheet: Sheet) -> dict[str, dict[int, int]]:
    """The running totals of each side by the number of the round; 0 before the one in which it joined."""
    rounds = sheet.rounds
    step = max(len(rounds) // FINEST, 1)
    rows = [(number, rounds[number - 1].totals) for number in (*range(step, len(rounds), step), len(rounds))]
    courses = {}
    for side in rounds[-1].totals:
        course = {number: totals[side] for number, totals in rows if side in totals}
        courses[side] = {next(iter(course)) - 1: 0, **course}
    return courses


def width_of(text: str) -> float:
    """An upper bound of the width of a text: the reader's font is not known here."""
    return sum(map(_advance, text)) * LETTER


def _advance(sign: str) -> float:
    """The width of one letter, its size being 1."""
    if combining(sign):
        return 0
    if sign in NARROW:
        return 0.42
    if sign in BROAD or east_asian_width(sign) in "WF" or ord(sign) > 0x2FFF:
        return 1.02 if ord(sign) < 0x2FFF else 1.4
    return 0.79 if sign.isupper() else 0.66


def _apart(ends: Sequence[float], order: Sequence[int]) -> list[float]:
    """The middles of labels: near the ends of their lines, a line apart, and in the drawing.

    ``order``: the lines from the highest total to the lowest; the ends alone tell less, for they are rounded. Labels
    that would overlap make a block, whose middle is that of the ends of its lines.
    """
    blocks: list[list[float]] = []
    for place, number in enumerate(order):
        blocks.append([ends[number] - place * LINE])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    lowest = HEIGHT - HALF_A_LINE - (len(order) - 1) * LINE
    tops = [min(max(fmean(block), HALF_A_LINE), lowest) for block in blocks for _ in block]
    middles = {
        number: round(top + place * LINE, 1) for place, (number, top) in enumerate(zip(order, tops, strict=True))
    }
    return [middles[number] for number in range(len(ends))]
