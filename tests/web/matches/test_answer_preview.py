"""What an answer comes to is said while it is typed, and nothing is recorded."""

import pytest

from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

CONTRACT = {"step": "contract", "taker": "Ana", "contract": "garde"}


@pytest.fixture
def tarot(visitor: Visitor) -> WebMatch:
    match = new_match(visitor, "tarot")
    match.record(CONTRACT)
    return match


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, ""),
        ({"oudlers": "2"}, "41 à faire"),
        ({"oudlers": "2", "points": "49"}, "41 à faire, +8 · Ana +198 · Bob −66 · Chloé −66 · Dan −66"),
        ({"oudlers": "2", "points": "33"}, "41 à faire, −8 · Ana −198 · Bob +66 · Chloé +66 · Dan +66"),
        ({"oudlers": "2", "points": "92"}, "41 à faire"),
        ({"oudlers": "x", "points": "49"}, ""),
        ({"oudlers": "0", "points": "90"}, "56 à faire, +34"),
    ],
    ids=["nothing", "the oudlers", "made", "missed", "out of range", "no number", "what cannot be"],
)
def test_the_remark_and_the_points_follow_what_is_typed(tarot: WebMatch, typed: dict[str, str], said: str) -> None:
    before = tarot.length
    answer = tarot.visitor.send(f"{tarot.path}/preview", [("step", "result"), *typed.items()])
    assert (answer.status, answer.response.get_data(as_text=True)) == (200, said)
    assert tarot.length == before


def test_a_step_that_is_not_asked_has_no_preview(tarot: WebMatch) -> None:
    assert tarot.visitor.send(f"{tarot.path}/preview", [("step", "contract")]).response.get_data() == b""


def test_only_a_form_with_something_to_say_asks_for_a_preview(visitor: Visitor, tarot: WebMatch) -> None:
    assert b"data-preview" in tarot.page().response.get_data()
    assert b"data-preview" not in new_match(visitor, "ascenseur").page().response.get_data()
