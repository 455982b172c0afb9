"""Who leaves, joins, rests or deals, other rules, agreed points, forgotten deals: in random matches of every game."""

from collections import Counter

import pytest

from referee.games.registry import IDS
from tests.matches.random_tables import STEPS, random_course, sheet_of_course

MATCHES = len(IDS)
"""Of each game one; ``make table-check`` takes 10,000 in all."""
KINDS = ("inserted", "corrected", "removed", "undone", "resting")


def test_the_fold_is_the_whole_replay_whatever_happens_at_the_table() -> None:
    seen = Counter[str]()
    for seed in range(MATCHES):
        course = random_course(seed)
        assert sheet_of_course(course, "fr")["format"] == "referee-sheet/1"
        seen += course.seen
    assert [what for what in (*STEPS, *KINDS) if not seen[what]] == []


@pytest.mark.parametrize("seed", [IDS.index("tarot"), IDS.index("tarot") + len(IDS)])
def test_a_course_is_the_same_for_the_same_number(seed: int) -> None:
    assert random_course(seed).log == random_course(seed).log
