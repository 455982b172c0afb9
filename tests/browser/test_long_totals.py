"""Totals of five digits stay within their side of the head on the narrowest phone, whatever the number of sides."""

from typing import Any

import pytest

from tests.browser.course import PLAYERS, Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

OUTSIDE = """() => [...document.querySelectorAll(".head .side")].flatMap((side) => {
  const edge = side.getBoundingClientRect();
  return [...side.querySelectorAll(".total, .gain")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < edge.left - 0.5 || box.right > edge.right + 0.5);
  }).map((one) => [one.className, one.textContent]);
})"""


SIZES = """() => [...document.querySelectorAll(".head .total")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
READABLE = 13
"""Pixels of a total that is read across the table."""


@pytest.mark.thorough
@pytest.mark.parametrize("n", range(2, 7))
def test_totals_of_five_digits_fit_in_the_head(phone: Phone, n: int) -> None:
    players = PLAYERS[:n]
    course: Any = Course.of("feuille-libre", players)
    pen = Pen(phone)
    path = pen.new_match("feuille-libre", players)
    for points in (9999, -9999, 9999, 9999):
        pen.record(path, course, {"step": "points", "points": dict.fromkeys(players, points) | {players[0]: -points}})
    faults = {}
    for width, height in ((320, 568), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open(path)
        outside, smallest = phone.page.evaluate(OUTSIDE), min(phone.page.evaluate(SIZES))
        if outside or smallest < READABLE:
            faults[width] = outside, smallest
    assert faults == {}
