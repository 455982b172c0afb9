"""A match that was played without the sheet: its totals alone, before anything else, of every game."""

from random import Random
from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.matches.sheet_json import score_value
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, sheet, violations_of

NOTE: Entry = {"step": "note", "text": "sur papier"}


def totals(**points: Any) -> Entry:
    return {"step": "totals", "totals": points}


OF_FOUR = totals(Ana=12, Bob=-3, Chloé=0, Dan=12)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_totals_of_any_game_are_its_only_row(game_id: str) -> None:
    chance = Random(game_id)
    match = random_match(chance, game_id, longest=0)
    sides = [side["name"] for side in score_value(match, "fr")[0]["sides"]]
    points = {side: chance.randint(-99_999, 99_999) for side in sides}
    scored, accepted = score_value({**match, "entries": [NOTE, {"step": "totals", "totals": points}]}, "fr")
    assert accepted, scored
    (row,) = scored["rounds"]
    assert (row["number"], row["scores"], row["totals"]) == (1, points, points)
    assert row["dealer"] == match.get("dealer", match["players"][0])
    assert (scored["totals"], scored["over"], scored["next"]) == (points, True, None)
    assert scored["winners"] == scored["ranking"][0]
    assert scored["standing"] == {"skip_next_turn": [], "eliminated": [], "titles": {}}


@pytest.mark.parametrize(("game_id", "winners"), [("whistiti", ["Ana", "Dan"]), ("barbu", ["Bob"])])
def test_the_first_place_has_won_by_the_games_own_sense_of_best(game_id: str, winners: list[str]) -> None:
    assert sheet(game_id, FOUR, [OF_FOUR])["winners"] == winners


@pytest.mark.parametrize(
    "before",
    [
        {"step": "penalty", "offence": "misdeal", "player": "Ana"},
        {"step": "relay", "player": "Ana", "by": "Zoé"},
        {"step": "tricks", "tricks": dict(zip(FOUR, (4, 3, 3, 3), strict=True))},
    ],
    ids=lambda entry: entry["step"],
)
def test_only_notes_stand_before_the_totals(before: Entry) -> None:
    assert violations_of("whistiti", FOUR, [before, OF_FOUR]) == [(1, "match.step", "step")]
    assert sheet("whistiti", FOUR, [NOTE, NOTE, OF_FOUR])["over"]


def test_totals_are_refused_in_a_deal_that_has_begun() -> None:
    bids = {"step": "bids", "bids": dict.fromkeys(FOUR, 0)}
    assert violations_of("ascenseur", FOUR, [bids, OF_FOUR]) == [(1, "match.step", "step")]


def test_nothing_follows_the_totals() -> None:
    assert violations_of("whistiti", FOUR, [OF_FOUR, NOTE]) == [(1, "match.over", None)]


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (
            totals(Ana=100_000, Bob=0, Chloé=0, Dan=-100_000),
            [("match.totals", "totals.Ana"), ("match.totals", "totals.Dan")],
        ),
        (totals(Ana=1, Bob=0, Chloé=0), [("match.entry", "totals.Dan")]),
        (totals(Ana=1, Bob=0, Chloé=0, Dan=0, Zoé=0), [("match.entry", "totals.Zoé")]),
        (totals(Ana="1", Bob=0, Chloé=0, Dan=0), [("match.entry", "totals.Ana")]),
        ({"step": "totals"}, [("match.entry", "totals")]),
    ],
)
def test_what_no_total_is(entry: Entry, found: list[tuple[str, str]]) -> None:
    assert [(article, field) for _, article, field in violations_of("whistiti", FOUR, [entry])] == found


def test_a_team_is_named_as_on_the_sheet() -> None:
    entry = {"step": "totals", "totals": {"Ana & Chloé": 5, "Bob & Dan": 3}}
    assert sheet("kems", FOUR, [entry])["winners"] == ["Ana & Chloé"]


@pytest.mark.thorough(unless="game")
def test_a_game_declares_that_its_totals_add_up_to_0_where_those_of_any_match_do() -> None:
    sums = {game_id: {sum(_totals(game_id, seed).values()) for seed in range(8)} for game_id in GAMES}
    assert {game_id for game_id, made in sums.items() if made == {0}} == {
        game.id for game in GAMES.values() if game.zero_sum
    }


def _totals(game_id: str, seed: int) -> dict[str, int]:
    scored, accepted = score_value(
        random_match(Random(seed), game_id, longest=20, asides=0.2, without=("adjust", "joins")), "fr"
    )
    assert accepted, scored
    return dict(scored["totals"])


def test_totals_that_do_not_add_up_are_accepted_for_nothing_of_the_game_is_judged() -> None:
    assert sheet("tarot", FOUR, [OF_FOUR])["winners"] == ["Ana", "Dan"]
