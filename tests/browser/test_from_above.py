"""The table seen from above while they bid: every seat lies on the felt, and nothing lies on a seat."""

from random import Random

import pytest

from tests.browser.course import PLAYERS, Course
from tests.browser.layout import boxes, covered
from tests.browser.pen import Pen
from tests.browser.phone import Phone

SEATS, FELT = ".from-above .spoken", ".from-above > .answered"


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_seat_lies_on_the_felt_and_nothing_on_it(phone: Phone, players: int) -> None:
    pen, course = Pen(phone), Course.of("ascenseur", PLAYERS[:players])
    path = pen.new_match("ascenseur", PLAYERS[:players])
    pen.record(path, course, course.answer(Random(1)).entry)
    for page in (f"{path}/corrections/0",):
        phone.open(page)
        (felt,) = boxes(phone, FELT)
        seats = boxes(phone, SEATS)
        assert len(seats) == players
        outside = [seat.words for seat in seats if seat.bottom > felt.bottom or seat.top < felt.top]
        assert outside == [], page
        assert covered(phone, SEATS) == [], page
