"""Sitting out by turns in tarot: one more than play sits down, and the dealer rests."""

from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from referee.matches.preparation_and_games_output import setup_value
from tests.games.tables import FIVE, FOUR, SIX, match_file, replay_of, sheet, violations_of

G = "tarot"
RESTING = {"resting": 1}
Entry = dict[str, Any]


def deal(taker: str, partner: str | None = "", **more: Any) -> list[Entry]:
    """A petite, just made; with a partner at five."""
    result: Entry = {"step": "result", "points": 41, "oudlers": 2, **more}
    if partner != "":
        result["partner"] = partner
    return [{"step": "contract", "taker": taker, "contract": "petite"}, result]


def leaves(player: str) -> Entry:
    return {"step": "leaves", "player": player}


@pytest.mark.parametrize(
    ("players", "options", "accepted"),
    [
        (SIX, RESTING, True), (FIVE, RESTING, True), (FOUR, RESTING, True), (FOUR[:3], RESTING, False),
        (SIX, {}, False), (SIX, {"resting": 0}, False), (FIVE, {}, True), (FOUR[:3], {}, True),
        ((*SIX, "Gaël"), RESTING, False),
    ],
)  # fmt: skip
def test_how_many_sit_down(players: tuple[str, ...], options: dict[str, int], accepted: bool) -> None:
    match = read_match(match_file(G, players, [], options=options))
    assert isinstance(match, MatchFile) == accepted
    if not isinstance(match, MatchFile):
        assert {violation.article for violation in match} == {"match.players"}


def test_the_dealer_rests_and_the_next_one_rests_then() -> None:
    coming = sheet(G, FIVE, [], options=RESTING)["next"]
    assert (coming["dealer"], coming["resting"]) == ("Ana", "Ana")
    assert coming["order"] == ["Éric", "Dan", "Chloé", "Bob"]  # to the right
    result = sheet(G, FIVE, deal("Bob"), options=RESTING)
    assert result["rounds"][0]["scores"] == {"Ana": 0, "Bob": 75, "Chloé": -25, "Dan": -25, "Éric": -25}
    assert (result["next"]["dealer"], result["next"]["resting"]) == ("Éric", "Éric")


def test_next_names_nobody_at_rest_without_the_option() -> None:
    assert "resting" not in sheet(G, FIVE, [])["next"]


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"step": "contract", "taker": "Ana", "contract": "petite"}, "taker"),
        ({"step": "contract", "taker": "Bob", "contract": "petite", "called": "KS"}, "called"),
    ],
)
def test_who_rests_is_named_in_no_contract_and_four_call_nobody(entry: Entry, field: str) -> None:
    assert violations_of(G, FIVE, [entry], options=RESTING) == [(0, "match.entry", field)]


def test_who_rests_is_named_in_no_result() -> None:
    entries = deal("Bob", poignees={"simple": ["Ana"]})
    assert violations_of(G, FIVE, entries, options=RESTING) == [(1, "match.entry", "poignees.simple.0")]
    assert violations_of(G, SIX, deal("Bob", "Ana"), options=RESTING) == [(1, "match.entry", "partner")]


@pytest.mark.parametrize(
    "entry",
    [
        {"step": "penalty", "offence": "misdeal", "player": "Ana"}, {"step": "relay", "player": "Ana", "by": "Zoé"},
        {"step": "adjust", "points": {"Ana": 5}}, leaves("Ana"), {"step": "dealer", "player": "Ana"},
    ],
)  # fmt: skip
def test_a_penalty_a_relay_agreed_points_and_a_departure_may_name_who_rests(entry: Entry) -> None:
    assert sheet(G, FIVE, [entry], options=RESTING)


def test_who_is_named_to_deal_rests() -> None:
    coming = sheet(G, FIVE, [{"step": "dealer", "player": "Chloé"}], options=RESTING)["next"]
    assert (coming["dealer"], coming["resting"], "Ana" in coming["order"]) == ("Chloé", "Chloé", True)


def test_resting_stops_with_the_least_number_and_starts_again_with_enough() -> None:
    three = sheet(G, FOUR, [leaves("Dan")], options=RESTING)["next"]
    assert ("resting" in three, sorted(three["order"])) == (False, ["Ana", "Bob", "Chloé"])
    back = sheet(G, FOUR, [leaves("Dan"), {"step": "joins", "player": "Dan"}], options=RESTING)["next"]
    assert (back["resting"], sorted(back["order"])) == ("Ana", ["Bob", "Chloé", "Dan"])
    assert violations_of(G, FOUR[:3], [leaves("Dan")])[0][1:] == ("match.entry", "player")


def test_at_the_table_may_be_one_more_than_play() -> None:
    joins = {"step": "joins", "player": "Fanny"}
    assert sheet(G, FIVE, [joins], options=RESTING)["next"]["resting"] == "Ana"
    assert violations_of(G, SIX, [{**joins, "player": "Gaël"}], options=RESTING) == [(0, "match.joins", "player")]
    assert violations_of(G, FIVE, [joins]) == [(0, "match.joins", "player")]


def test_all_pass_gives_the_deal_and_the_rest_to_the_next() -> None:
    coming = sheet(G, FIVE, [{"step": "contract", "all_pass": True}], options=RESTING)["next"]
    assert (coming["dealer"], coming["resting"]) == ("Éric", "Éric")


def test_figures_count_no_deal_of_who_rests() -> None:
    tallies = replay_of(G, FIVE, deal("Bob"), options=RESTING).rounds[0].tallies
    assert all("Ana" not in tally.counts for tally in tallies)


def test_the_preparation_of_six_speaks_of_five_hands_and_who_rests() -> None:
    prepared = setup_value(GAMES[G], 6, "fr")
    assert (prepared["players"], prepared["dealt"], prepared["left"]) == (6, 15, 3)
    assert any("se repose" in note for note in prepared["notes"])
    state = replay_of(G, FIVE, [], options=RESTING).state
    assert GAMES[G].preparation(state).hands == (18,) * 4
    assert "Ana" in GAMES[G].preparation(state).notes[-1].render("fr")


def test_resting_does_not_change_within_a_match() -> None:
    rules = {"step": "rules", "options": {"resting": 1}}
    assert violations_of(G, FIVE, [rules]) == [(0, "match.rules", "options.resting")]
