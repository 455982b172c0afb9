"""Charts as plain numbers for an inline SVG template: library charts carry styles that a strict policy refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.sheet import Sheet

__all__ = ["Chart", "Curve", "running_totals"]

WIDTH, HEIGHT, RIGHT, TOP = 340, 190, 84, 12
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 2", "6 2 1 2")


@dataclass(frozen=True, slots=True)
class Curve:
    """One side's line: its points in the drawing, the dash that tells it apart, where its name stands."""

    side: str
    points: str
    dash: str
    number: int
    end_x: float
    end_y: float
    label_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart of running totals; ``zero_y`` is where the line of 0 lies."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    zero_y: float
    low: int
    high: int


def running_totals(sheet: Sheet) -> Chart | None:
    """The running totals of a match, round by round; None before there are two rounds."""
    if len(sheet.rounds) < 2:
        return None
    values = [total for row in sheet.rounds for total in row.totals.values()]
    low, high = min(0, *values), max(0, *values)
    span = max(high - low, 1)
    step = (WIDTH - RIGHT) / len(sheet.rounds)

    def y(total: int) -> float:
        return round(TOP + (HEIGHT - 2 * TOP) * (high - total) / span, 1)

    curves = []
    for number, side in enumerate(sheet.totals):
        totals = [0, *(row.totals[side] for row in sheet.rounds)]
        points = " ".join(f"{round(index * step, 1)},{y(total)}" for index, total in enumerate(totals))
        dash = DASHES[number % len(DASHES)]
        curves.append(Curve(side, points, dash, number, WIDTH - RIGHT, y(totals[-1]), y(totals[-1]), totals[-1]))
    return Chart(WIDTH, HEIGHT, _apart(curves), y(0), low, high)


def _apart(curves: list[Curve], least: float = 13) -> tuple[Curve, ...]:
    """Move the names at the line ends apart, top to bottom, so that each can be read."""
    moved: dict[int, Curve] = {}
    free = -least
    for curve in sorted(curves, key=lambda one: one.end_y):
        label_y = max(curve.end_y, free + least)
        free = label_y
        moved[curve.number] = replace(curve, label_y=round(label_y, 1))
    excess = free - (HEIGHT - 2)
    if excess > 0:
        moved = {key: replace(one, label_y=round(one.label_y - excess, 1)) for key, one in moved.items()}
    return tuple(moved[curve.number] for curve in curves)
