"""Le Yaniv: its rules as a player could read them (articles yaniv.*)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.random_matches import random_match
from tests.games.tables import FOUR, assert_sound, refused, scores, sheet

GAME_ID = "yaniv"


def points(*values: int) -> dict[str, Any]:
    return {"step": "points", "points": dict(zip(FOUR, values, strict=True))}


def test_each_notes_the_points_of_the_deal() -> None:
    assert scores(GAME_ID, FOUR, [points(1, 2, 3, 4)]) == [dict(zip(FOUR, (1, 2, 3, 4), strict=True))]


def test_the_deal_in_which_somebody_reaches_the_target_is_the_last() -> None:
    result = sheet(GAME_ID, FOUR, [points(5, 0, 0, 4), points(5, 0, 0, 0)], options={"target": 10})
    assert (result["over"], result["winners"]) == (True, ["Ana"])


@pytest.mark.parametrize(
    ("wrong", "article", "field"),
    [
        pytest.param(points(-1, 0, 0, 0), "yaniv.points", "points.Ana", id="fewer than none"),
        pytest.param({"step": "points", "points": {"Ana": 1}}, "match.entry", "points.Bob", id="somebody is missing"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], article: str, field: str) -> None:
    assert (0, article, field) in refused(GAME_ID, FOUR, [wrong])


@given(st.randoms(use_true_random=False))
def test_a_random_match_is_sound(chance: Any) -> None:
    assert_sound(random_match(chance, GAME_ID, longest=12))
