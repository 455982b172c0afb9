"""Numbers, dates and names as the pages of a club's figures write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

import flask_babel
from flask import Flask

from referee.game_definition.figures import Figure
from referee.game_definition.game import Game
from referee.store.database.models import Player
from referee.store.players.player_statistics import Sums
from referee.web.rendering.page_language import language
from referee.words.line_breaks import on_one_line


def init_app(app: Flask) -> None:
    """The filters and globals of templates that show figures."""
    app.jinja_env.filters.update(mean=mean, mean_place=mean_place, initials=initials, short_day=short_day)
    app.jinja_env.globals.update(percent=percent)


def percent(count: int, out_of: int) -> str:
    """A share in hundredths, halves rounded up, in the reader's language; a dash where ``out_of`` is 0."""
    return str(flask_babel.format_percent(_rounded(Fraction(count, out_of), 2))) if out_of else "–"


def mean(value: Fraction) -> str:
    return str(flask_babel.format_decimal(_rounded(value, 1), "0.0")).replace("-", "−")


def mean_place(value: Fraction) -> str:
    """A mean place with two decimal places: different ones look different."""
    return str(flask_babel.format_decimal(_rounded(value, 2), "0.00"))


def _rounded(value: Fraction, places: int) -> Decimal:
    """A half is rounded away from 0.

    >>> _rounded(Fraction(2, 16), 2), _rounded(Fraction(-1, 4), 1)
    (Decimal('0.13'), Decimal('-0.3'))
    """
    whole = int(abs(value) * 10**places + Fraction(1, 2))
    return Decimal(whole if value >= 0 else -whole).scaleb(-places)


def initials(player: Player) -> str:
    """The player's mark, or the first sign of the name."""
    return player.mark or player.name[:1].upper()


def short_day(day: date) -> str:
    return on_one_line(flask_babel.format_date(day, "d MMM y"))


def part_of_date(part: str) -> str:
    """A day, a month or a year of an ISO date, short enough to stand under a column."""
    if len(part) == len("2026"):
        return part
    month = len(part) == len("2026-01")
    day = date.fromisoformat(f"{part}-01" if month else part)
    return str(flask_babel.format_date(day, "MMM yy" if month else "d MMM"))


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure or a part of it: its label, its value, out of what; ``bar`` is 0 to 100."""

    label: str
    value: str
    of: str
    bar: float | None = None


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure and its parts."""

    total: FigureRow
    details: tuple[FigureRow, ...]


def figure_views(game: Game, sums: Sums) -> list[FigureView]:
    """The figures of a game in its order, without those that had no chance, and none where no deal was played."""
    views = []
    for figure in game.figures:
        detail = sums.get(figure.id, {})
        count, out_of = (sum(numbers) for numbers in zip((0, 0), *detail.values()))
        if out_of or (sums and figure.kind == "count"):
            total = _row(figure, figure.label.render(language()), count, out_of, Fraction(0))
            views.append(FigureView(total, _details(figure, detail)))
    return views


def _details(figure: Figure, detail: Mapping[str, tuple[int, int]]) -> tuple[FigureRow, ...]:
    """The parts of a figure, numbers in their order; the longest bar of means is full."""
    if figure.detail is None:
        return ()
    most = max((Fraction(abs(count), out_of) for count, out_of in detail.values() if out_of), default=Fraction(0))
    ids = sorted(detail, key=lambda id: (not id.isdecimal(), int(id) if id.isdecimal() else 0, id))
    return tuple(_row(figure, figure.detail(id).render(language()), *detail[id], most) for id in ids if detail[id][1])


def _row(figure: Figure, label: str, count: int, out_of: int, most: Fraction) -> FigureRow:
    if figure.kind == "count":
        return FigureRow(label, str(count), "")
    of = f"{count}/{out_of}" if figure.kind == "share" else f"× {out_of}"
    if figure.kind == "share":
        return FigureRow(label, percent(count, out_of), of, round(100 * count / out_of, 1))
    value = Fraction(count, out_of)
    return FigureRow(label, mean(value), of, round(float(100 * abs(value) / most), 1) if most else None)
