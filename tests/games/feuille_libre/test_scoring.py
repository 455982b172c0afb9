"""La Feuille libre: any points of any game, added up (articles feuille-libre.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.feuille_libre import GAME
from tests.games.tables import assert_sound, match_file, question_after, replay_of, scores, sheet, violations_of

GAME_ID = "feuille-libre"
ANA_BOB = ("Ana", "Bob")
THREE = ("Ana", "Bob", "Chloé")


def deal(**points: int) -> dict[str, Any]:
    return {"step": "points", "points": points}


def test_points_are_added_up_deal_by_deal() -> None:
    result = sheet(GAME_ID, ANA_BOB, [deal(Ana=12, Bob=-7), deal(Ana=0, Bob=30)])
    assert [row["scores"] for row in result["rounds"]] == [{"Ana": 12, "Bob": -7}, {"Ana": 0, "Bob": 30}]
    assert [row["totals"] for row in result["rounds"]] == [{"Ana": 12, "Bob": -7}, {"Ana": 12, "Bob": 23}]
    assert [row["label"] for row in result["rounds"]] == ["Donne 1", "Donne 2"]
    assert result["ranking"] == [["Bob"], ["Ana"]]
    assert not result["over"]


def test_nothing_ends_the_match_but_the_table() -> None:
    entries = [deal(Ana=99999 // 11, Bob=0)] * 30
    assert not sheet(GAME_ID, ANA_BOB, entries)["over"]
    stopped = sheet(GAME_ID, ANA_BOB, [*entries, {"step": "end"}])
    assert stopped["over"]
    assert stopped["winners"] == ["Ana"]
    assert stopped["next"] is None


def test_the_deal_goes_to_the_left_and_the_dealers_left_begins() -> None:
    first = sheet(GAME_ID, THREE, [], dealer="Chloé")["next"]
    assert first == {"step": "points", "round": 1, "dealer": "Chloé", "order": ["Ana", "Bob", "Chloé"]}
    second = sheet(GAME_ID, THREE, [deal(Ana=1, Bob=2, Chloé=3)], dealer="Chloé")["next"]
    assert second == {"step": "points", "round": 2, "dealer": "Ana", "order": ["Bob", "Chloé", "Ana"]}


@pytest.mark.parametrize(
    ("best", "ranking"), [("high", [["Bob"], ["Ana", "Chloé"]]), ("low", [["Ana", "Chloé"], ["Bob"]])]
)
def test_best_is_the_highest_or_the_lowest_total(best: str, ranking: list[list[str]]) -> None:
    entries = [deal(Ana=3, Bob=9, Chloé=3), {"step": "end"}]
    result = sheet(GAME_ID, THREE, entries, options={"best": best})
    assert result["ranking"] == ranking
    assert result["winners"] == ranking[0]


def test_the_deal_in_which_a_total_reaches_the_target_is_the_last_and_best_wins() -> None:
    options = {"target": 100, "best": "low"}
    entries = [deal(Ana=60, Bob=20), deal(Ana=39, Bob=20)]
    assert not sheet(GAME_ID, ANA_BOB, entries, options=options)["over"]
    last = sheet(GAME_ID, ANA_BOB, [*entries, deal(Ana=1, Bob=0)], options=options)
    assert last["over"]
    assert last["winners"] == ["Bob"]


def test_a_tie_at_the_end_is_shared() -> None:
    result = sheet(GAME_ID, ANA_BOB, [deal(Ana=5, Bob=5)], options={"target": 5, "tie": "shared"})
    assert result["over"]
    assert result["winners"] == ["Ana", "Bob"]


@pytest.mark.parametrize(
    ("options", "over_after"), [({"deals": 2}, 2), ({"deals": 3, "target": 8}, 2), ({"deals": 1, "target": 50}, 1)]
)
def test_the_first_limit_reached_ends_the_match(options: dict[str, int], over_after: int) -> None:
    for count in range(1, over_after + 1):
        assert sheet(GAME_ID, ANA_BOB, [deal(Ana=4, Bob=0)] * count, options=options)["over"] == (count == over_after)
    assert violations_of(GAME_ID, ANA_BOB, [deal(Ana=4, Bob=0)] * (over_after + 1), options=options) == [
        (over_after, "match.over", None)
    ]


@pytest.mark.parametrize("points", [-9999, 0, 9999])
def test_points_at_the_edge_are_taken(points: int) -> None:
    assert scores(GAME_ID, ANA_BOB, [deal(Ana=points, Bob=1)]) == [{"Ana": points, "Bob": 1}]


@pytest.mark.parametrize(
    ("entry", "violations"),
    [
        (deal(Ana=10000, Bob=-10000), [("feuille-libre.points", "points.Ana"), ("feuille-libre.points", "points.Bob")]),
        (deal(Ana=1), [("match.entry", "points.Bob")]),
        (deal(Ana=1, Bob=2, Zoé=3), [("match.entry", "points.Zoé")]),
        (deal(Ana=True, Bob=2), [("match.entry", "points.Ana")]),
        ({"step": "points", "points": {"Ana": 3.0, "Bob": 20000}}, [("match.entry", "points.Ana")]),
        ({"step": "points", "points": [1, 2]}, [("match.entry", "points")]),
        ({"step": "points"}, [("match.entry", "points")]),
        ({"step": "points", "points": {"Ana": 1, "Bob": 2}, "trump": "H"}, [("match.entry", "trump")]),
        ({"step": "tricks", "tricks": {}}, [("match.step", "step")]),
        ({"step": "penalty", "offence": "revoke", "player": "Ana"}, [("match.entry", "offence")]),
    ],
)
def test_what_cannot_be_written_down(entry: dict[str, Any], violations: list[tuple[str, str]]) -> None:
    assert violations_of(GAME_ID, ANA_BOB, [entry]) == [(0, *violation) for violation in violations]


def test_a_misdeal_changes_nothing_but_is_remembered() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Bob"}
    result = sheet(GAME_ID, ANA_BOB, [misdeal, deal(Ana=1, Bob=0)])
    assert [row["number"] for row in result["rounds"]] == [1]
    assert result["next"]["dealer"] == "Bob"


@pytest.mark.parametrize(
    ("options", "lead"),
    [
        ({}, "Ana donne. À la fin, notez les points de chacun."),
        ({"target": 500}, "Ana donne. On s’arrête dès qu’un total atteint 500."),
        ({"deals": 10, "target": 500}, "Ana donne\u202f: c’est la donne 1 sur 10."),
    ],
)
def test_the_lead_says_where_the_match_stands(options: dict[str, int], lead: str) -> None:
    question = question_after(GAME_ID, ANA_BOB, options=options)
    assert question.lead is not None
    assert question.lead.render("fr") == lead


def test_every_line_cites_the_points() -> None:
    rounds = replay_of(GAME_ID, ANA_BOB, [deal(Ana=1, Bob=-1)]).rounds
    assert {line.article for line in rounds[0].lines} == {"feuille-libre.points"}


@given(st.data())
def test_any_match_adds_up(data: st.DataObject) -> None:
    players = [f"J{seat}" for seat in range(data.draw(st.sampled_from(GAME.players)))]
    one_deal = st.fixed_dictionaries({player: st.integers(-9999, 9999) for player in players})
    entries = [{"step": "points", "points": points} for points in data.draw(st.lists(one_deal, max_size=8))]
    options = {"best": data.draw(st.sampled_from(["high", "low"]))}
    assert_sound(match_file(GAME_ID, players, entries, options=options))
    totals = sheet(GAME_ID, players, entries, options=options)["totals"]
    assert totals == {player: sum(entry["points"][player] for entry in entries) for player in players}
