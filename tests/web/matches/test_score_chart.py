"""The running totals drawn: every line and every label stays in the drawing, whatever the totals and the names."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from referee.game_definition.sheet import Round, Sheet, Standing
from referee.web.matches.score_chart import BOTTOM, GAP, LETTER, MOST_LEVELS, TOP, Chart, running_totals, width_of
from referee.web.rendering.page_language import localize
from referee.words import say

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80)
CLOSE, FAR = st.integers(-3, 3), st.integers(-99999, 99999)


@st.composite
def tables(draw: st.DrawFn) -> list[Mapping[str, int]]:
    """The running totals of two rounds and more, for two sides to twelve; close ones are often level."""
    sides = draw(st.lists(NAMES, min_size=2, max_size=12, unique=True))
    total = draw(st.sampled_from([CLOSE, FAR]))
    return draw(st.lists(st.fixed_dictionaries(dict.fromkeys(sides, total)), min_size=2, max_size=6))


def sheet_of(totals: Sequence[Mapping[str, int]]) -> Sheet:
    label = say("joker")
    rows = [Round(number, label, "", (), MappingProxyType({}), row, ()) for number, row in enumerate(totals, 1)]
    return Sheet(tuple(rows), totals[-1], (), True, (), Standing())


def drawn(*totals: Mapping[str, int]) -> Chart:
    chart = running_totals(sheet_of(totals))
    assert chart is not None
    return chart


@given(tables())
def test_every_label_and_every_point_stays_in_the_drawing(totals: list[Mapping[str, int]]) -> None:
    chart = drawn(*totals)
    assert chart.end_x > chart.width / 3
    for curve in chart.curves:
        assert chart.label_x + width_of(f"{curve.name} {curve.total}") <= chart.width + 0.1
        assert LETTER / 2 <= curve.label_y <= chart.height - LETTER / 2
        for point in curve.points.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= chart.end_x
            assert 0 <= y <= chart.height


@given(tables())
def test_labels_stand_in_the_order_of_the_totals_and_never_on_each_other(totals: list[Mapping[str, int]]) -> None:
    labels = sorted((curve.label_y, -curve.total) for curve in drawn(*totals).curves)
    assert all(below[0] - above[0] >= LETTER for above, below in pairwise(labels))
    assert [total for _, total in labels] == sorted(total for _, total in labels)


def test_two_sides_level_at_the_bottom_can_both_be_read() -> None:
    chart = drawn({"Ana": 0, "Bob": -5, "Dan": -5}, {"Ana": 20, "Bob": -10, "Dan": -10})
    ana, bob, dan = (curve.label_y for curve in chart.curves)
    assert ana < bob < dan <= chart.height - LETTER / 2


def test_a_label_stands_beside_the_end_of_its_line_where_there_is_room() -> None:
    chart = drawn({"Ana": 0, "Bob": 0}, {"Ana": 20, "Bob": 10})
    assert [curve.label_y for curve in chart.curves] == [
        float(curve.points.rpartition(",")[2]) for curve in chart.curves
    ]


def test_labels_too_close_for_their_lines_stand_around_them_and_a_way_leads_to_each() -> None:
    people = [f"P{number}" for number in range(10)]
    chart = drawn(dict.fromkeys(people, 0) | {"Ana": 0}, dict.fromkeys(people, 50) | {"Ana": 100})
    crowd = [curve for curve in chart.curves if curve.side != "Ana"]
    assert abs(fmean(curve.label_y for curve in crowd) - crowd[0].end_y) < 1
    assert chart.ways
    assert chart.label_x - chart.end_x >= LETTER
    assert not drawn({"Ana": 0, "Bob": 0}, {"Ana": 20, "Bob": 10}).ways


def test_a_name_beside_a_line_is_one_of_its_forms() -> None:
    chart = drawn({"Marie-Bernadette": 0, "Zoé": 0}, {"Marie-Bernadette": 1550, "Zoé": -3})
    assert [curve.name for curve in chart.curves] == ["M.-Bern.", "Zoé"]


@given(tables())
def test_figures_stand_beside_the_lines_and_below_them_inside_the_drawing(totals: list[Mapping[str, int]]) -> None:
    chart = drawn(*totals)
    assert 1 <= len(chart.levels) <= MOST_LEVELS
    assert 0 in [level.words for level in chart.levels]
    for level in chart.levels:
        assert chart.low <= level.words <= chart.high
        assert width_of(localize(level.words)) + GAP <= chart.begin_x + 0.1
        assert TOP <= level.at <= chart.height - BOTTOM
    assert [deal.at for deal in chart.deals] == sorted(deal.at for deal in chart.deals)
    assert chart.begin_x <= chart.deals[0].at <= chart.deals[-1].at <= chart.end_x


def test_the_line_of_one_who_joined_later_begins_at_0_where_they_joined() -> None:
    chart = drawn({"Ana": 4}, {"Ana": 4}, {"Ana": 6, "Zoé": 3})
    ana, zoe = ([float(point.partition(",")[0]) for point in curve.points.split()] for curve in chart.curves)
    assert len(ana) == 4
    assert zoe == ana[2:]
    assert chart.curves[1].points.split()[0].endswith(f",{chart.zero_y}")


def test_one_round_is_no_line() -> None:
    assert running_totals(sheet_of([{"Ana": 1, "Bob": 2}])) is None
