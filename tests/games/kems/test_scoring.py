"""Le Kem's: what each call is worth, what ends a deal, when the match ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk.articles import article, disputes
from referee.games.kems import GAME
from referee.games.kems.scoring import KemsRules
from referee.matches.sheet_json import score_value
from tests.games.tables import (
    FOUR,
    Entry,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

AC, BD = "Ana & Chloé", "Bob & Dan"


def call(side: str, what: str) -> Entry:
    return {"step": "call", "side": side, "call": what}


@pytest.mark.parametrize(
    ("what", "points", "deal_ends", "article"),
    [
        ("kems", 1, True, "kems.call"),
        ("double-kems", 4, True, "kems.double"),
        ("contre-kems", 4, True, "kems.contre"),
        ("contre-kems-rate", -2, False, "kems.contre-wrong"),
        ("false-kems", 0, False, "kems.false-kems"),
    ],
)
def test_what_a_call_is_worth(what: str, points: int, deal_ends: bool, article: str) -> None:
    result = sheet("kems", FOUR, [call("Bob", what)])
    assert result["rounds"][0]["scores"] == {AC: 0, BD: points}
    assert result["rounds"][0]["number"] == 1
    assert (result["next"]["round"], result["next"]["dealer"]) == ((2, "Bob") if deal_ends else (1, "Ana"))
    assert [line.article for line in replay_of("kems", FOUR, [call("Bob", what)]).rounds[0].lines] == [article]


def test_a_side_is_said_by_its_name_or_by_a_player() -> None:
    assert scores("kems", FOUR, [call("Dan", "kems"), call(BD, "kems")]) == [{AC: 0, BD: 1}] * 2


@pytest.mark.parametrize("cost", [0, -1, -2])
def test_a_false_kems_costs_what_the_table_chose(cost: int) -> None:
    assert scores("kems", FOUR, [call("Ana", "false-kems")], options={"false_kems": cost}) == [{AC: cost, BD: 0}]


def test_calls_that_do_not_end_the_deal_share_its_number() -> None:
    result = sheet("kems", FOUR, [call("Ana", "contre-kems-rate"), call("Bob", "false-kems"), call("Dan", "kems")])
    assert [row["number"] for row in result["rounds"]] == [1, 1, 1]
    assert [row["dealer"] for row in result["rounds"]] == ["Ana"] * 3
    assert result["next"] == {"step": "call", "round": 2, "dealer": "Bob"}


def test_the_match_ends_at_once_at_the_target() -> None:
    result = sheet("kems", FOUR, [call("Ana", "double-kems")], options={"target": 4})
    assert (result["over"], result["winners"], result["next"]) == (True, [AC], None)
    after = [call("Ana", "double-kems"), {"step": "note", "text": "fini"}]
    assert violations_of("kems", FOUR, after, options={"target": 4}) == [(1, "match.over", None)]


@pytest.mark.parametrize("tie", ["shared", "extra-deal"])
def test_either_rule_for_ties_ends_the_match_with_the_first_to_reach_ten(tie: str) -> None:
    calls = [call("Ana", "contre-kems"), call("Bob", "double-kems"), call("Bob", "double-kems"), call("Ana", "kems")]
    last = [call("Dan", "kems"), call("Chloé", "false-kems"), call("Bob", "kems")]
    result = sheet("kems", FOUR, [*calls, *last], options={"tie": tie})
    assert result["totals"] == {AC: 5, BD: 10}
    assert result["winners"] == [BD]


def test_a_whole_match_from_its_sheet_of_paper() -> None:
    evening = [  # who called, what, total of Ana and Chloé, total of Bob and Dan
        ("Ana", "kems", 1, 0),
        ("Bob", "contre-kems-rate", 1, -2),
        ("Dan", "contre-kems", 1, 2),
        ("Chloé", "double-kems", 5, 2),
        ("Dan", "false-kems", 5, 1),
        ("Bob", "double-kems", 5, 5),
        ("Ana", "kems", 6, 5),
        (AC, "contre-kems", 10, 5),
    ]
    result = sheet("kems", FOUR, [call(who, what) for who, what, *_ in evening], options={"false_kems": -1})
    assert [tuple(row["totals"].values()) for row in result["rounds"]] == [tuple(row[2:]) for row in evening]
    assert [row["number"] for row in result["rounds"]] == [1, 2, 2, 3, 4, 4, 5, 6]
    assert [row["dealer"] for row in result["rounds"]] == ["Ana", "Bob", "Bob", "Chloé", "Dan", "Dan", "Ana", "Bob"]
    assert result["rounds"][0]["label"] == "Donne 1"
    assert result["winners"] == [AC]


def test_no_order_of_play_and_partners_opposite() -> None:
    result = sheet("kems", FOUR, [])
    assert result["next"] == {"step": "call", "round": 1, "dealer": "Ana"}
    assert [side["players"] for side in result["sides"]] == [["Ana", "Chloé"], ["Bob", "Dan"]]
    assert violations_of("kems", FOUR, [], teams=[["Ana", "Bob"], ["Chloé", "Dan"]]) == [(None, "match.teams", "teams")]


@pytest.mark.parametrize(("option", "value"), [("target", 1), ("target", 100), ("false_kems", -2), ("false_kems", 0)])
def test_options_at_the_ends_of_their_range(option: str, value: int) -> None:
    assert sheet("kems", FOUR, [], options={option: value})["rounds"] == []


def test_a_misdeal_keeps_dealer_and_what_stands() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    result = sheet("kems", FOUR, [call("Bob", "contre-kems-rate"), misdeal])
    assert result["totals"] == {AC: 0, BD: -2}
    assert (result["next"]["round"], result["next"]["dealer"]) == (1, "Ana")


@pytest.mark.parametrize("caller", FOUR)
def test_two_calls_at_once_that_nobody_can_tell_apart_are_a_misdeal_of_either_caller(caller: str) -> None:
    before = [call("Ana", "kems"), call("Bob", "contre-kems-rate")]
    result = sheet("kems", FOUR, [*before, {"step": "penalty", "offence": "misdeal", "player": caller}])
    assert (result["totals"], result["next"]) == ({AC: 1, BD: -2}, {"step": "call", "round": 2, "dealer": "Bob"})


@pytest.mark.parametrize(("language", "said"), [("fr", "maldonne"), ("en", "misdeal")])
def test_the_rulebook_says_what_comes_of_two_calls_at_once(language: str, said: str) -> None:
    together = article("kems.together", language)
    (card,) = (dispute for dispute in disputes("kems", language) if "kems.together" in dispute.articles)
    assert together is not None
    assert together.authority == "convention"
    assert said in together.text
    assert said in card.answer


def test_stopping_before_any_deal_is_complete_gives_no_winner() -> None:
    result = sheet("kems", FOUR, [call("Bob", "contre-kems-rate"), {"step": "end"}])
    assert (result["over"], result["winners"], result["ranking"]) == (True, [], [[AC], [BD]])


def test_an_unmasked_team_is_asked_for_a_new_signal_until_the_next_deal_ends() -> None:
    entries = [call("Ana", "contre-kems"), call("Dan", "false-kems"), call("Dan", "kems")]
    leads = [question_after("kems", FOUR, entries[:count]).lead for count in range(4)]
    assert ["Bob & Dan, choisissez" in lead.render("fr") for lead in leads if lead] == [False, True, True, False]


def test_the_deal_is_laid_out_with_a_stock() -> None:
    laid = GAME.prepare(4, KemsRules(), 1)
    assert (laid.size, laid.cards_each, laid.remaining) == (52, 4, 36)


CALLS = st.builds(
    call,
    st.sampled_from([*FOUR, AC, BD]),
    st.sampled_from(["kems", "double-kems", "contre-kems", "contre-kems-rate", "false-kems"]),
)


@given(st.lists(CALLS, max_size=25), st.integers(1, 20), st.sampled_from([0, -1, -2]))
def test_any_match_adds_up_and_ends_with_one_winner(calls: list[Entry], target: int, false_kems: int) -> None:
    options = {"target": target, "false_kems": false_kems}
    while True:
        result, accepted = score_value(match_file("kems", FOUR, calls, options=options), "fr")
        if accepted:
            break
        assert [violation["article"] for violation in result["violations"]] == ["match.over"]
        calls = calls[: result["violations"][0]["entry"]]
    assert_sound(match_file("kems", FOUR, calls, options=options))
    assert len(result["rounds"]) == len(calls)
    assert result["over"] == (max(result["totals"].values()) >= target)
    assert len(result["winners"]) == (1 if result["over"] else 0)
