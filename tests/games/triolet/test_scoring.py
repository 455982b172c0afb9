"""Le Triolet: who is first rid of all cards, or a point for every place (articles triolet.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.triolet import GAME
from referee.games.triolet.scoring import TrioletRules, places
from tests.games.tables import (
    FOUR,
    SIX,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

GAME_ID = "triolet"
EIGHT = (*SIX, "Gus", "Hana")
PLACES = {"scoring": "places"}


def finish(*order: str) -> dict[str, Any]:
    return {"step": "finish", "order": list(order)}


def test_a_whole_match_by_places() -> None:
    """Deal and play go to the right: Ana deals, Dan begins; then Dan deals, Chloé begins."""
    entries = [finish("Bob", "Dan", "Ana"), finish("Dan", "Ana", "Bob", "Chloé"), finish("Bob", "Chloé", "Dan")]
    result = sheet(GAME_ID, FOUR, entries, options={**PLACES, "target": 7})
    assert [row["dealer"] for row in result["rounds"]] == ["Ana", "Dan", "Chloé"]
    assert [row["scores"] for row in result["rounds"]] == [
        {"Ana": 1, "Bob": 3, "Chloé": 0, "Dan": 2},
        {"Ana": 2, "Bob": 1, "Chloé": 0, "Dan": 3},
        {"Ana": 0, "Bob": 3, "Chloé": 2, "Dan": 1},
    ]
    assert result["totals"] == {"Ana": 3, "Bob": 7, "Chloé": 2, "Dan": 6}
    assert result["ranking"] == [["Bob"], ["Dan"], ["Ana"], ["Chloé"]]
    assert result["over"]
    assert result["winners"] == ["Bob"]


def test_the_dealers_right_begins_and_everything_goes_on_to_the_right() -> None:
    first = sheet(GAME_ID, FOUR, [])["next"]
    assert first == {"step": "finish", "round": 1, "dealer": "Ana", "order": ["Dan", "Chloé", "Bob", "Ana"]}
    second = sheet(GAME_ID, FOUR, [finish("Bob")])["next"]
    assert second == {"step": "finish", "round": 2, "dealer": "Dan", "order": ["Chloé", "Bob", "Ana", "Dan"]}


@pytest.mark.parametrize("order", [("Bob",), ("Bob", "Ana"), ("Bob", "Ana", "Dan", "Chloé")])
def test_by_wins_the_first_alone_scores_however_many_are_named(order: tuple[str, ...]) -> None:
    assert scores(GAME_ID, FOUR, [finish(*order)]) == [{"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0}]


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8])
def test_by_places_the_first_scores_one_less_than_the_players_and_the_last_nothing(n: int) -> None:
    players = EIGHT[:n]
    arrived = players[::-1]
    expected = [{player: place for place, player in enumerate(players)}]
    assert scores(GAME_ID, players, [finish(*arrived)], options=PLACES) == expected
    assert scores(GAME_ID, players, [finish(*arrived[:-1])], options=PLACES) == expected


def test_every_place_has_its_words() -> None:
    lines = places(EIGHT, EIGHT)
    assert [line.reason.render("fr").removeprefix("arrive en ") for line in lines] == [
        "premier",
        "deuxième",
        "troisième",
        "quatrième",
        "cinquième",
        "sixième",
        "septième",
        "dernier",
    ]
    assert {line.article for line in lines} == {"triolet.score"}
    (line,) = replay_of(GAME_ID, FOUR, [finish("Ana")]).rounds[0].lines
    assert (line.side, line.points, line.article) == ("Ana", 1, "triolet.score")


@pytest.mark.parametrize(
    ("order", "options"),
    [
        ([], {}),
        (["Ana", "Ana"], {}),
        (["Ana", "Bob", "Ana"], {}),
        ([], PLACES),
        (["Ana", "Bob"], PLACES),
        (["Ana", "Bob", "Chloé", "Bob"], PLACES),
    ],
)
def test_triolet_finish(order: list[str], options: dict[str, str]) -> None:
    assert violations_of(GAME_ID, FOUR, [finish(*order)], options=options) == [(0, "triolet.finish", "order")]


def test_a_name_twice_and_too_few_names_are_both_told() -> None:
    assert violations_of(GAME_ID, FOUR, [finish("Ana", "Ana")], options=PLACES) == [(0, "triolet.finish", "order")] * 2


def test_a_tie_at_the_target_is_played_off_deal_by_deal() -> None:
    level = [finish("Ana", "Bob", "Chloé"), finish("Bob", "Ana", "Dan")]
    options = {**PLACES, "target": 5}
    assert not sheet(GAME_ID, FOUR, level, options=options)["over"]
    result = sheet(GAME_ID, FOUR, [*level, finish("Chloé", "Dan", "Bob")], options=options)
    assert result["totals"] == {"Ana": 5, "Bob": 6, "Chloé": 4, "Dan": 3}
    assert result["over"]
    assert result["winners"] == ["Bob"]


def test_a_tie_at_the_target_may_be_shared() -> None:
    level = [finish("Ana", "Bob", "Chloé"), finish("Bob", "Ana", "Dan")]
    result = sheet(GAME_ID, FOUR, level, options={**PLACES, "target": 5, "tie": "shared"})
    assert result["over"]
    assert result["winners"] == ["Ana", "Bob"]


def test_every_house_rule_together() -> None:
    options = {
        "scoring": "places",
        "target": 50,
        "voluntary_pickup": True,
        "equal_allowed": True,
        "open_multi": True,
        "tie": "shared",
    }
    assert not sheet(GAME_ID, FOUR, [finish("Ana", "Bob", "Dan")], options=options)["over"]


@pytest.mark.parametrize(
    ("n", "out", "pack", "packs", "left"),
    [
        (3, "456", 40, 1, 13), (4, "45", 44, 1, 8), (5, "4", 48, 1, 3),
        (6, "", 104, 2, 50), (7, "", 104, 2, 41), (8, "", 104, 2, 32),
    ],
)  # fmt: skip
def test_the_pack_and_the_draw_pile(n: int, out: str, pack: int, packs: int, left: int) -> None:
    prepared = GAME.prepare(n, TrioletRules(), 1)
    assert (prepared.size, prepared.packs, prepared.cards_each, prepared.remaining) == (pack, packs, 9, left)
    assert set(prepared.removed_cards) == {rank + suit for rank in out for suit in "SHDC"}


@pytest.mark.parametrize(
    ("options", "lead"),
    [
        ({}, "Ana donne, Dan, à sa droite, commence. Seul le premier sorti compte."),
        (PLACES, "Ana donne, Dan, à sa droite, commence. Notez l’ordre d’arrivée\u202f; le dernier se devine."),
    ],
)
def test_the_lead_says_who_begins_and_what_to_write(options: dict[str, str], lead: str) -> None:
    asked_lead = question_after(GAME_ID, FOUR, options=options).lead
    assert asked_lead is not None
    assert asked_lead.render("fr") == lead


@given(st.data())
def test_any_match_by_places_shares_out_the_same_points_each_deal(data: st.DataObject) -> None:
    players = EIGHT[: data.draw(st.integers(3, 8))]
    orders = data.draw(st.lists(st.permutations(players), max_size=8))
    named = [order[: data.draw(st.integers(len(players) - 1, len(players)))] for order in orders]
    file = match_file(GAME_ID, players, [finish(*order) for order in named], options=PLACES)
    assert_sound(file)
    a_deal = len(players) * (len(players) - 1) // 2
    assert all(sum(row.values()) == a_deal for row in scores(GAME_ID, players, file["entries"], options=PLACES))


@given(st.lists(st.permutations(FOUR).flatmap(lambda order: st.integers(1, 4).map(lambda k: order[:k])), max_size=8))
def test_any_match_by_wins_is_a_point_a_game(orders: list[list[str]]) -> None:
    file = match_file(GAME_ID, FOUR, [finish(*order) for order in orders])
    assert_sound(file)
    totals = sheet(GAME_ID, FOUR, file["entries"])["totals"]
    assert totals == {player: sum(order[0] == player for order in orders) for player in FOUR}
