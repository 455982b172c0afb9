"""Columns over time and places match by match, as numbers that a drawing needs."""

from itertools import pairwise

import pytest

from referee.web.matches.score_chart import width_of
from referee.web.players.player_charts import WIDTH, columns, steps


def test_there_is_a_column_for_every_month_the_empty_ones_too() -> None:
    chart = columns([("2025-11", 4, 1), ("2026-02", 2, 2)], str)
    assert chart is not None
    assert [(column.label, column.matches, column.wins) for column in chart.columns] == [
        ("2025-11", 4, 1),
        ("2025-12", 0, 0),
        ("2026-01", 0, 0),
        ("2026-02", 2, 2),
    ]
    first, *_, last = chart.columns
    assert first.tallest
    assert not last.tallest
    assert chart.base - first.top == 2 * (chart.base - last.top)
    assert first.filled == round((chart.base - first.top) / 4, 1)
    assert last.filled == chart.base - last.top


def test_too_many_days_become_months_and_too_many_months_years() -> None:
    days = columns([("2026-01-01", 1, 1), ("2026-03-31", 2, 0)], str)
    assert days is not None
    assert [(column.label, column.matches, column.wins) for column in days.columns] == [
        ("2026-01", 1, 1),
        ("2026-02", 0, 0),
        ("2026-03", 2, 0),
    ]
    months = columns([("2020-01", 1, 1), ("2020-02", 1, 0), ("2026-03", 2, 0)], str)
    assert months is not None
    assert [column.label for column in months.columns] == ["2020", "2021", "2022", "2023", "2024", "2025", "2026"]
    assert (months.columns[0].matches, months.columns[0].wins) == (2, 1)


def test_a_century_shows_its_last_years() -> None:
    chart = columns([("1926", 1, 1), ("2026", 2, 0)], str)
    assert chart is not None
    assert len(chart.columns) == 36
    assert chart.columns[-1].label == "2026"


def test_one_column_or_none_is_no_chart() -> None:
    assert columns([], str) is None
    assert columns([("2026-01", 3, 1)], str) is None


def test_columns_and_their_labels_stay_in_the_drawing() -> None:
    for months in (2, 7, 24, 36):
        parts = [(f"{2020 + month // 12}-{month % 12 + 1:02}", 1, 0) for month in range(months)]
        chart = columns(parts, str)
        assert chart is not None
        labelled = [column for column in chart.columns if column.label_x is not None]
        assert 2 <= len(labelled) <= 6
        assert labelled[-1] is chart.columns[-1]
        for column in chart.columns:
            assert column.x >= 0
            assert column.x + column.width <= WIDTH
        for column in labelled:
            before, after = {"start": (0, 48), "middle": (24, 24), "end": (48, 0)}[column.anchor]
            assert before <= (column.label_x or 0) <= WIDTH - after


@pytest.mark.parametrize("days", [2, 3, 5, 8, 11, 17, 31])
def test_dates_under_the_columns_never_touch(days: int) -> None:
    parts = [(f"2026-07-{day + 1:02}", 1, 0) for day in range(days)]
    chart = columns(parts, lambda part: f"{part[-2:]} sept. 2026")
    assert chart is not None
    ends = [column for column in chart.columns if column.label_x is not None]
    width = width_of(ends[0].label)
    lefts = [(label.label_x or 0) - {"start": 0, "middle": width / 2, "end": width}[label.anchor] for label in ends]
    assert all(right - left > width for left, right in pairwise(lefts))
    assert len(lefts) >= min(days, 2)


def test_places_are_drawn_with_the_first_on_top_and_wins_filled() -> None:
    chart = steps([(1, True), (4, False), (2, False)])
    assert chart is not None
    assert [place for place, _ in chart.rows] == [1, 2, 3, 4]
    assert [dot.won for dot in chart.dots] == [True, False, False]
    assert chart.dots[0].y < chart.dots[2].y < chart.dots[1].y < chart.height
    assert chart.dots[0].x == chart.left
    assert chart.dots[-1].x < WIDTH


def test_two_places_are_no_line() -> None:
    assert steps([(1, True), (2, False)]) is None
