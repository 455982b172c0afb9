"""Le Tarot at the desk: what a slam brings, the excuse in a trick, and hands of any size."""

from typing import Any

import pytest

from tests.desk.asking import answer, because, blamed, verdict_of
from tests.games.tables import FIVE, FOUR

BID = {"players": list(FOUR), "taker": "Ana", "contract": "garde"}


@pytest.mark.parametrize(
    ("facts", "options", "unit", "made"),
    [
        pytest.param({"oudlers": 3, "points": 91, "slam": "attack"}, {}, 360, True, id="every trick"),
        pytest.param({"oudlers": 2, "points": 87, "slam": "attack"}, {}, 342, True, id="but the excuse"),
        pytest.param({"oudlers": 3, "points": 91, "slam": "attack", "slam_announced": True}, {}, 560, True, id="said"),
        pytest.param({"oudlers": 2, "points": 41, "slam_announced": True}, {}, -150, True, id="announced and missed"),
        pytest.param({"oudlers": 0, "points": 0, "slam": "defence"}, {}, -362, False, id="of the defence"),
        pytest.param({"oudlers": 0, "points": 0, "slam": "defence"}, {"defence_slam": 0}, -162, False, id="nothing"),
    ],
)  # fmt: skip
def test_what_a_slam_brings(facts: dict[str, Any], options: dict[str, Any], unit: int, made: bool) -> None:
    found = answer("tarot", "settle", {**BID, **facts}, options)
    assert (found["unit"], found["made"]) == (unit, made)
    assert found["scores"] == {"Ana": 3 * unit, "Bob": -unit, "Chloé": -unit, "Dan": -unit}


def test_a_slam_has_its_points() -> None:
    assert blamed("tarot", "settle", {**BID, "oudlers": 3, "points": 90, "slam": "attack"}) == ["facts.slam"]


@pytest.mark.parametrize(
    ("players", "more", "field"),
    [
        pytest.param(FOUR, {"partner": "Bob"}, "facts.partner", id="a partner at four"),
        pytest.param(FOUR, {"called": "KS"}, "facts.called", id="a card called at four"),
        pytest.param(FOUR, {"miseres": {"no-atout": ["Ana"]}}, "facts.miseres", id="a misère without its house rule"),
        pytest.param(FIVE, {"partner": "Bob", "called": "JS"}, "facts.called", id="a jack called"),
    ],
)
def test_what_the_players_or_the_table_have_not(players: tuple[str, ...], more: dict[str, Any], field: str) -> None:
    assert blamed("tarot", "settle", {**BID, "players": list(players), "oudlers": 2, "points": 41, **more}) == [field]


@pytest.mark.parametrize("called", ["KS", "qh", "CD", None])
def test_a_king_a_queen_or_a_cavalier_is_called_and_scores_nothing(called: str | None) -> None:
    facts = {**BID, "players": list(FIVE), "oudlers": 2, "points": 41, "partner": "Bob"}
    assert answer("tarot", "settle", {**facts, "called": called}) == answer("tarot", "settle", facts)


@pytest.mark.parametrize(
    ("plays", "winner", "said"),
    [
        pytest.param(["10H", "excuse", "KH"], 2, True, id="played"),
        pytest.param(["excuse", "10H", "KS"], 1, True, id="led: the next card names the suit"),
        pytest.param(["excuse", "atout:2", "KS"], 1, True, id="led: the next card names atouts"),
        pytest.param(["excuse"], None, True, id="alone"),
        pytest.param(["10H", "KH"], 1, False, id="not in the trick"),
    ],
)
def test_the_desk_says_what_becomes_of_the_excuse_in_the_last_trick_and_in_a_slam(
    plays: list[str], winner: int | None, said: bool
) -> None:
    verdict = verdict_of("tarot", "trick-winner", {"plays": plays})
    assert verdict.answer["winner"] == winner
    assert ("tarot.excuse" in verdict.articles) == said
    told = because("tarot", "trick-winner", {"plays": plays})
    assert ("sauf au dernier pli" in told and "au chelem" in told) == said


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        pytest.param(["KH"], ["excuse", "2H", "atout:21"], ["excuse", "2H"], id="beside the suit"),
        pytest.param(["KH", "atout:9"], ["excuse", "atout:8"], ["excuse", "atout:8"], id="instead of an atout"),
        pytest.param(["excuse", "KH"], ["2H", "3S"], ["2H"], id="led: the next card is followed"),
        pytest.param(["excuse"], ["2H", "3S"], ["2H", "3S"], id="led alone: anything"),
    ],
)
def test_the_excuse_may_be_played_at_any_time(plays: list[str], hand: list[str], legal: list[str]) -> None:
    assert answer("tarot", "legal-cards", {"plays": plays, "hand": hand}) == {"legal": legal}


def test_a_poignee_is_judged_in_a_hand_of_any_size() -> None:
    hand = [f"atout:{number}" for number in range(1, 14)]
    for players, level in ((3, "simple"), (4, "double"), (5, "triple")):
        assert answer("tarot", "poignee", {"players": players, "hand": hand}) == {"poignee": level, "atouts": 13}
