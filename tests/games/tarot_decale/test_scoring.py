"""Le Tarot décalé: the count of the cards, bets, the call, bonuses."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.choices import Choice
from referee.answers.players import OnePlayer
from referee.games.tarot_decale import GAME
from referee.games.tarot_decale.pack import DECALE_PACK, parse_decale
from referee.games.tarot_decale.scoring import DIPLOMAS, TOTALS, TarotDecaleRules, official_bettor
from referee.matches.sheet_json import score_value
from tests.games.tables import (
    FIVE,
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

G = "tarot-decale"
BETS = {"bets": True}
CALL = {"bets": True, "call": True}
BONUSES = {"bonuses": True}
BIDS = {"-": "pass", "b": "brevet", "B": "baccalaureat", "M": "master"}


def count(*points: int, **more: Any) -> Entry:
    """A deal's card points in seat order: Ana, Bob, Chloé, Dan, Éric."""
    return {"step": "points", "points": dict(zip(FIVE, points)), **more}


def bids(said: str, **more: Any) -> Entry:
    """What each player bid, in seat order: - b B M."""
    return {"step": "bids", "bids": {player: BIDS[bid] for player, bid in zip(FIVE, said)}, **more}


def camp(points: int, partner: str, **more: Any) -> Entry:
    return {"step": "points", "camp_points": points, "partner": partner, **more}


# Without a bet: the count.


@pytest.mark.parametrize(
    ("points", "set_aside", "right"),
    [
        ((30, 20, 10, 10, 5), 0, True),
        ((30, 20, 10, 8, 5), 2, True),
        ((0, 0, 0, 0, 0), 75, True),
        ((30, 20, 10, 10, 4), 0, False),
        ((30, 20, 10, 10, 6), 0, False),
        ((30, 20, 10, 10, 5), 2, False),
        ((34, 0, 0, 0), 0, True),
        ((32, 0, 0, 0), 2, True),
        ((75, 0, 0, 0), 0, True),
        ((33, 0, 0, 0), 0, False),
        ((70, 6, 0, 0), 0, False),
        ((26, 0, 0), 0, True),
        ((25, 0, 0), 0, False),
        ((25, 25, 25), 0, True),
        ((26, 25, 25), 0, False),
        ((13, 0), 0, True),
        ((68, 0), 0, True),
        ((12, 0), 0, False),
        ((60, 9), 0, False),
        ((60, 6), 3, False),
    ],
)
def test_the_count_must_come_right(points: tuple[int, ...], set_aside: int, right: bool) -> None:
    players, entry = FIVE[: len(points)], count(*points, set_aside=set_aside)
    if right:
        assert scores(G, players, [entry]) == [dict(zip(players, points))]
    else:
        assert violations_of(G, players, [entry]) == [(0, "tarot-decale.total", "points")]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_least_and_the_most_that_a_table_can_count(n: int) -> None:
    """Second opinion: the cards in play are the pack less the richest or the poorest cards put aside."""
    worth = sorted(card.points for card in DECALE_PACK)
    in_play = n * int(str(GAME.prepare(n, TarotDecaleRules(), 1).cards_each))
    assert TOTALS[n] == (sum(worth[:in_play]), sum(worth[-in_play:]))


@pytest.mark.parametrize(
    ("entry", "violations"),
    [
        (count(76, 0, 0, 0), [("tarot-decale.total", "points.Ana")]),
        (count(-1, 40, 76, 0), [("tarot-decale.total", "points.Chloé"), ("tarot-decale.total", "points.Ana")]),
        (count(40, 0, 0, 0, set_aside=1), [("tarot-decale.set-aside", "set_aside")]),
        (count(40, 0, 0, 0, set_aside=-2), [("tarot-decale.set-aside", "set_aside")]),
        (count(40, 0, 0, 0, set_aside=76), [("tarot-decale.set-aside", "set_aside")]),
        (count(80, set_aside=1), [("match.entry", f"points.{player}") for player in FOUR[1:]]),
        (
            count(80, 0, 0, 0, set_aside=1),
            [("tarot-decale.total", "points.Ana"), ("tarot-decale.set-aside", "set_aside")],
        ),
        (count(40, 0, 0), [("match.entry", "points.Dan")]),
        (count(40, 0, 0, 0, 0), [("match.entry", "points.Éric")]),
        (count(40, 0, 0, True), [("match.entry", "points.Dan")]),
        (count(40, 0, 0, 2.0), [("match.entry", "points.Dan")]),
        (count(40, 0, 0, 0, set_aside=None), [("match.entry", "set_aside")]),
        (count(40, 0, 0, 0, bonuses={}), [("match.entry", "bonuses")]),
        (camp(40, "Bob"), [("match.entry", "camp_points"), ("match.entry", "partner"), ("match.entry", "points")]),
        (bids("----"), [("match.step", "step")]),
        ({"step": "penalty", "offence": "wrong-slap", "player": "Ana"}, [("match.entry", "offence")]),
    ],
)
def test_counts_that_cannot_be(entry: Entry, violations: list[tuple[str, str]]) -> None:
    assert violations_of(G, FOUR, [entry]) == [(0, article, field) for article, field in violations]


# The bets.


@pytest.mark.parametrize(
    ("said", "bettor"),
    [("---b", "Dan"), ("bbbb", "Bob"), ("MM-M", "Bob"), ("M-Mb", "Chloé"), ("B--b", "Ana"), ("b-B-", "Chloé")],
)
def test_the_bettor_is_the_first_from_the_dealers_left_among_the_highest(said: str, bettor: str) -> None:
    coming = sheet(G, FOUR, [bids(said)], options=BETS)["next"]
    diploma = BIDS[said[FOUR.index(bettor)]]
    deal = {"step": "points", "round": 1, "dealer": "Ana", "order": ["Bob", "Chloé", "Dan", "Ana"]}
    assert coming == {**deal, "bettor": bettor, "diploma": diploma, "call": None}


def test_before_the_bids_next_names_no_bettor() -> None:
    assert set(sheet(G, FOUR, [], options=BETS)["next"]) == {"step", "round", "dealer", "order"}
    assert set(sheet(G, FOUR, [])["next"]) == {"step", "round", "dealer", "order"}


@pytest.mark.parametrize(("all_pass", "dealer"), [("same-dealer", "Ana"), ("next-dealer", "Bob")])
def test_when_all_pass_the_cards_are_dealt_again_without_a_line(all_pass: str, dealer: str) -> None:
    result = sheet(G, FOUR, [bids("----")], options={**BETS, "all_pass": all_pass})
    assert result["rounds"] == []
    assert (result["next"]["step"], result["next"]["round"], result["next"]["dealer"]) == ("bids", 1, dealer)


@pytest.mark.parametrize(
    ("said", "points", "rules", "expected"),
    [  # Bob bets in every case
        ("-b--", (20, 21, 5, 15), {}, (20, 31, 5, 15)),
        ("-B--", (20, 21, 5, 15), {}, (20, 41, 5, 15)),
        ("-M--", (20, 21, 5, 15), {}, (20, 51, 5, 15)),
        ("-b--", (20, 19, 5, 15), {}, (20, -10, 5, 15)),
        ("-M--", (20, 19, 5, 15), {}, (20, -30, 5, 15)),
        ("-b--", (20, 20, 5, 15), {}, (20, -10, 5, 15)),
        ("-b--", (20, 20, 5, 15), {"bet_tie": "void"}, (0, 0, 0, 0)),
        ("-b--", (20, 19, 5, 15), {"bet_tie": "void"}, (20, -10, 5, 15)),
        ("-b--", (20, 21, 5, 15), {"bet_compare": "all-others"}, (20, -10, 5, 15)),
        ("-b--", (10, 31, 5, 15), {"bet_compare": "all-others"}, (10, 41, 5, 15)),
        ("-b--", (10, 30, 5, 15), {"bet_compare": "all-others"}, (10, -10, 5, 15)),
        ("-b--", (10, 30, 5, 15), {"bet_compare": "all-others", "bet_tie": "void"}, (0, 0, 0, 0)),
    ],
)
def test_a_bet_won_or_lost(said: str, points: Sequence[int], rules: dict[str, Any], expected: Sequence[int]) -> None:
    assert scores(G, FOUR, [bids(said), count(*points)], options={**BETS, **rules}) == [dict(zip(FOUR, expected))]


def test_a_set_aside_trick_is_nobodys_when_a_bet_is_judged() -> None:
    entries = [bids("-b---"), count(20, 21, 10, 10, 10, set_aside=4)]
    assert scores(G, FIVE, entries, options=BETS)[0]["Bob"] == 31


def test_a_total_may_go_below_zero_again_and_again() -> None:
    lost = [bids("M---"), count(0, 20, 20, 20)]
    assert sheet(G, FOUR, lost * 3, options=BETS)["totals"]["Ana"] == -90


def test_every_line_says_why() -> None:
    lines = replay_of(G, FOUR, [bids("-b--"), count(20, 21, 5, 15)], options=BETS).rounds[0].lines
    assert [(line.points, line.article, line.reason.render("fr")) for line in lines if line.side == "Bob"] == [
        (21, "tarot-decale.score", "points de ses cartes"),
        (10, "tarot-decale.bet-score", "Brevet gagné"),
    ]


@pytest.mark.parametrize(("points", "why"), [
    ((20, 19, 21, 15), "Brevet perdu"), ((20, 21, 21, 13), "Brevet perdu, à égalité"),
])  # fmt: skip
def test_a_bet_lost_because_the_points_are_level_says_so(points: Sequence[int], why: str) -> None:
    lines = replay_of(G, FOUR, [bids("-b--"), count(*points)], options=BETS).rounds[0].lines
    assert [line.reason.render("fr") for line in lines if line.side == "Bob"] == [why]


@pytest.mark.parametrize(
    ("entry", "violations"),
    [
        (bids("---"), [("match.entry", "bids.Dan")]),
        ({"step": "bids", "bids": dict.fromkeys(FOUR, "garde")}, [("match.entry", f"bids.{name}") for name in FOUR]),
        (bids("b---", call="vert"), [("tarot-decale.call", "call")]),
        (bids("----", call="vert"), [("tarot-decale.call", "call")]),
        (bids("b---", call="rouge"), [("match.entry", "call")]),
        (count(40, 0, 0, 0), [("match.step", "step")]),
    ],
)
def test_bids_that_cannot_be(entry: Entry, violations: list[tuple[str, str]]) -> None:
    found = [(article, field) for _, article, field in violations_of(G, FOUR, [entry], options=BETS)]
    assert sorted(found) == sorted(violations)


def test_no_call_may_be_said_as_null() -> None:
    assert sheet(G, FOUR, [bids("b---", call=None)], options=BETS)["next"]["call"] is None


# The call, at five.


@pytest.mark.parametrize(
    ("said", "points", "set_aside", "bet_tie", "expected"),
    [  # Bob calls, Dan is the partner
        ("-b---", 40, 0, "lost", (0, 50, 0, 50, 0)),
        ("-M---", 75, 0, "lost", (0, 105, 0, 105, 0)),
        ("-b---", 30, 0, "lost", (45, -10, 45, -10, 45)),
        ("-B---", 0, 0, "lost", (75, -20, 75, -20, 75)),
        ("-b---", 37, 0, "lost", (38, -10, 38, -10, 38)),
        ("-b---", 38, 0, "lost", (0, 48, 0, 48, 0)),
        ("-b---", 36, 4, "lost", (0, 46, 0, 46, 0)),
        ("-b---", 36, 3, "lost", (36, -10, 36, -10, 36)),
        ("-b---", 36, 3, "void", (0, 0, 0, 0, 0)),
        ("-b---", 35, 3, "void", (37, -10, 37, -10, 37)),
        ("-b---", 0, 75, "lost", (0, -10, 0, -10, 0)),
    ],
)
def test_two_against_three(said: str, points: int, set_aside: int, bet_tie: str, expected: Sequence[int]) -> None:
    entries = [bids(said, call="vert"), camp(points, "Dan", set_aside=set_aside)]
    assert scores(G, FIVE, entries, options={**CALL, "bet_tie": bet_tie}) == [dict(zip(FIVE, expected))]


def test_calling_is_optional() -> None:
    entries = [bids("-b---"), count(10, 30, 10, 10, 15)]
    assert scores(G, FIVE, entries, options=CALL) == [dict(zip(FIVE, (10, 40, 10, 10, 15)))]


def test_next_names_the_school_called() -> None:
    coming = sheet(G, FIVE, [bids("-b--B", call="violet")], options=CALL)["next"]
    assert (coming["bettor"], coming["diploma"], coming["call"]) == ("Éric", "baccalaureat", "violet")


@pytest.mark.parametrize(
    ("answer", "violations"),
    [
        (camp(76, "Dan"), [("tarot-decale.total", "camp_points")]),
        (camp(-1, "Dan"), [("tarot-decale.total", "camp_points")]),
        (camp(40, "Bob", set_aside=1), [("tarot-decale.set-aside", "set_aside")]),
        (camp(70, "Dan", set_aside=6), [("tarot-decale.total", "camp_points")]),
        (camp(40, "Bob"), [("tarot-decale.call-own", "partner")]),
        (camp(74, "Bob", set_aside=2), [("tarot-decale.total", "camp_points"), ("tarot-decale.call-own", "partner")]),
        (camp(76, "Bob"), [("tarot-decale.total", "camp_points")]),
        (camp(40, "Zoé"), [("match.entry", "partner")]),
        ({"step": "points", "camp_points": 40}, [("match.entry", "partner")]),
        ({"step": "points", "partner": "Dan"}, [("match.entry", "camp_points")]),
        ({**camp(40, "Dan"), "points": {}}, [("match.entry", "points")]),
    ],
)
def test_camps_that_cannot_be(answer: Entry, violations: list[tuple[str, str]]) -> None:
    found = violations_of(G, FIVE, [bids("-b---", call="vert"), answer], options=CALL)
    assert found == [(1, article, field) for article, field in violations]


def test_nobody_calls_when_all_pass() -> None:
    assert violations_of(G, FIVE, [bids("-----", call="bleu")], options=CALL) == [(0, "tarot-decale.call", "call")]


def test_a_form_offers_the_call_only_where_it_is_played_and_never_the_bettor_as_partner() -> None:
    for rules, offered in ((BETS, False), (CALL, True)):
        call = question_after(G, FIVE, options=rules).ways[0].fields[1]
        assert isinstance(call, Choice)
        assert call.offered is offered
    partner = question_after(G, FIVE, [bids("-b---", call="vert")], options=CALL).ways[0].fields[1]
    assert isinstance(partner, OnePlayer)
    assert partner.barred == ("Bob",)


# Bonuses.


@pytest.mark.parametrize(
    ("bonuses", "expected"),
    [
        ({}, (35, 10, 5, 15)),
        ({"trop-cool": ["Bob"], "greve": ["Bob", "Chloé"]}, (35, 20, 10, 15)),
        ({"trop-cool": ["Ana", "Bob"], "loose": [], "bout-du-bout": ["Dan"]}, (40, 15, 5, 20)),
        ({"loose": ["Ana", "Bob", "Chloé"], "greve": ["Ana"]}, (45, 15, 10, 15)),
        ({"bout-du-bout": ["Chloé"]}, (35, 10, 10, 15)),
    ],
)
def test_bonuses_come_on_top(bonuses: dict[str, list[str]], expected: Sequence[int]) -> None:
    assert scores(G, FOUR, [count(35, 10, 5, 15, bonuses=bonuses)], options=BONUSES) == [dict(zip(FOUR, expected))]


def test_bonuses_are_kept_on_a_lost_and_on_a_void_bet() -> None:
    bonus = {"bonuses": {"greve": ["Bob"], "trop-cool": ["Dan"]}}
    lost = [bids("-b--"), count(35, 10, 5, 15, **bonus)]
    assert scores(G, FOUR, lost, options={**BETS, **BONUSES}) == [dict(zip(FOUR, (35, -5, 5, 20)))]
    level = [bids("-b--"), count(35, 35, 0, 5, **bonus)]
    rules = {**BETS, **BONUSES, "bet_tie": "void"}
    assert scores(G, FOUR, level, options=rules) == [dict(zip(FOUR, (0, 5, 0, 5)))]


def test_bonuses_after_a_call() -> None:
    entries = [bids("-b---", call="vert"), camp(8, "Dan", bonuses={"bout-du-bout": ["Bob"], "greve": ["Ana"]})]
    assert scores(G, FIVE, entries, options={**CALL, **BONUSES}) == [dict(zip(FIVE, (72, -5, 67, -10, 67)))]


@pytest.mark.parametrize(
    ("points", "set_aside", "player", "fits"),
    [  # Bob calls, Dan is the partner: points of the two, points set aside, who had the bout du bout
        (5, 0, "Bob", True),
        (5, 0, "Dan", True),
        (4, 0, "Bob", False),
        (4, 0, "Dan", False),
        (4, 0, "Ana", True),
        (0, 0, "Éric", True),
        (70, 0, "Ana", True),
        (71, 0, "Ana", False),
        (71, 0, "Dan", True),
        (75, 0, "Chloé", False),
        (75, 0, "Bob", True),
    ],
)
def test_after_a_call_the_camp_must_hold_the_five_points_of_the_petit(
    points: int, set_aside: int, player: str, fits: bool
) -> None:
    entries = [bids("-b---", call="vert"), camp(points, "Dan", bonuses={"bout-du-bout": [player]})]
    rules = {**CALL, **BONUSES}
    if fits:
        assert len(sheet(G, FIVE, entries, options=rules)["rounds"]) == 1
    else:
        assert violations_of(G, FIVE, entries, options=rules) == [(1, "tarot-decale.bonuses", "bonuses.bout-du-bout")]


def test_a_bout_du_bout_fits_every_camp_that_can_hold_the_petit_and_no_other() -> None:
    rules = {**CALL, **BONUSES}
    for points in range(76):
        for player in FIVE:
            answer = camp(points, "Dan", bonuses={"bout-du-bout": [player]})
            file = match_file(G, FIVE, [bids("-b---", call="vert"), answer], options=rules)
            in_their_tricks = {"Bob": points, "Dan": points}.get(player, 75 - points)
            assert score_value(file, "fr")[1] == (in_their_tricks >= 5), (points, player)


@pytest.mark.parametrize(
    ("points", "aside", "player", "faults"), [(70, 2, "Ana", 2), (4, 2, "Bob", 2), (60, 2, "Ana", 1)]
)
def test_what_was_set_aside_is_not_the_other_three_s(points: int, aside: int, player: str, faults: int) -> None:
    answer = camp(points, "Dan", set_aside=aside, bonuses={"bout-du-bout": [player]})
    found = violations_of(G, FIVE, [bids("-b---", call="vert"), answer], options={**CALL, **BONUSES})
    assert found == [(1, "tarot-decale.bonuses", "bonuses.bout-du-bout")] * faults


@pytest.mark.parametrize(
    ("bonuses", "set_aside", "fields"),
    [
        ({"greve": ["Ana", "Ana"]}, 0, ["bonuses"]),
        ({"trop-cool": ["Ana", "Bob", "Chloé"]}, 0, ["bonuses.trop-cool"]),
        ({"loose": list(FOUR)}, 0, ["bonuses.loose"]),
        ({"greve": list(FOUR)}, 0, ["bonuses.greve"]),
        ({"bout-du-bout": ["Ana", "Dan"]}, 0, ["bonuses.bout-du-bout"]),
        ({"trop-cool": ["Ana"], "loose": ["Bob", "Ana"]}, 0, ["bonuses"]),
        ({"bout-du-bout": ["Ana"], "loose": ["Bob", "Ana"]}, 0, ["bonuses"]),
        ({"bout-du-bout": ["Ana"]}, 2, ["bonuses.bout-du-bout"]),
        ({"bout-du-bout": ["Chloé"]}, 0, ["bonuses.bout-du-bout"]),
        ({"bout-du-bout": ["Chloé"], "greve": ["Dan", "Dan"]}, 2, ["bonuses", *["bonuses.bout-du-bout"] * 2]),
    ],
)
def test_bonuses_that_cannot_be(bonuses: dict[str, list[str]], set_aside: int, fields: list[str]) -> None:
    entry = count(35, 10, 4, 15, bonuses=bonuses, set_aside=set_aside)
    assert violations_of(G, FOUR, [entry], options=BONUSES) == [(0, "tarot-decale.bonuses", field) for field in fields]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"bonuses": {"chelem": ["Ana"]}}, "bonuses.chelem"),
        ({"bonuses": {"loose": ["Zoé"]}}, "bonuses.loose.0"),
        ({"bonuses": {"loose": "Ana"}}, "bonuses.loose"),
        ({"bonuses": ["Ana"]}, "bonuses"),
        ({"bonuses": None}, "bonuses"),
        ({"bonuses.loose": ["Ana"]}, "bonuses.loose"),
    ],
)
def test_bonuses_of_the_wrong_shape(more: dict[str, Any], field: str) -> None:
    assert violations_of(G, FOUR, [count(35, 10, 5, 15, **more)], options=BONUSES) == [(0, "match.entry", field)]


# Options, end, deal.


def test_the_hour_of_the_end_judges_nothing() -> None:
    entries = [count(20, 30, 10, 5)]
    for until in ("00:00", "23:59", None):
        assert sheet(G, FOUR, entries, options={"until": until}) == sheet(G, FOUR, entries)


def test_an_option_that_needs_another_is_told_beside_a_wrong_dealer() -> None:
    found = violations_of(G, FOUR, [], options={"call": True}, dealer="Zoé")
    assert found == [(None, "match.dealer", "dealer"), (None, "match.options", "options.call")]


@pytest.mark.parametrize(
    ("options", "over", "winners"),
    [
        ({"target": 40}, True, ["Bob"]),
        ({"target": 60}, True, ["Bob"]),
        ({"target": 61}, False, []),
        ({"target": None}, False, []),
        ({}, False, []),
    ],
)
def test_the_highest_total_wins_in_the_deal_that_reaches_the_target(
    options: dict[str, Any], over: bool, winners: list[str]
) -> None:
    result = sheet(G, FOUR, [count(20, 30, 10, 5), count(25, 30, 0, 5)], options=options)
    assert (result["over"], result["winners"]) == (over, winners)


def test_level_at_the_target_plays_on_unless_the_victory_is_shared() -> None:
    level = [count(30, 30, 5, 5)]
    assert sheet(G, FOUR, level, options={"target": 30})["over"] is False
    assert sheet(G, FOUR, [*level, count(0, 0, 34, 0)], options={"target": 30})["winners"] == ["Chloé"]
    assert sheet(G, FOUR, level, options={"target": 30, "tie": "shared"})["winners"] == ["Ana", "Bob"]


def test_stopping_in_the_middle_of_a_deal_drops_its_bids() -> None:
    result = sheet(G, FOUR, [bids("b---"), count(40, 0, 0, 0), bids("M---"), {"step": "end"}], options=BETS)
    assert (len(result["rounds"]), result["winners"], result["next"]) == (1, ["Ana"], None)


@pytest.mark.parametrize(("offence", "step"), [("misdeal", "bids"), ("revoke", "points")])
def test_a_misdeal_drops_the_bids_and_a_revoke_changes_nothing(offence: str, step: str) -> None:
    entries = [bids("b---"), {"step": "penalty", "offence": offence, "player": "Dan"}]
    coming = sheet(G, FOUR, entries, options=BETS)["next"]
    assert (coming["step"], coming["round"], coming["dealer"]) == (step, 1, "Ana")


@pytest.mark.parametrize(("n", "dealt", "aside"), [(2, 14, 22), (3, 12, 14), (4, 10, 10), (5, 10, 0)])
def test_the_deal(n: int, dealt: int, aside: int) -> None:
    laid = GAME.prepare(n, TarotDecaleRules(bets=True), 1)
    assert (laid.size, laid.cards_each, laid.remaining) == (50, dealt, aside)


@pytest.mark.parametrize(
    ("rules", "before", "words"),
    [
        ({}, [], "Ana donne, Bob entame"),
        (BETS, [], "Bob parie ou passe"),
        (BETS, [bids("---b-")], "Dan vise le Brevet : il lui faut plus de points que chacun des autres"),
        ({**BETS, "bet_compare": "all-others"}, [bids("---M-")], "que tous les autres réunis"),
        (CALL, [bids("---M-", call="vert")], "Dan vise le Master et appelle le proviseur vert"),
    ],
)
def test_what_the_table_is_told(rules: dict[str, Any], before: list[Entry], words: str) -> None:
    lead = question_after(G, FIVE, before, options=rules).lead
    assert lead is not None
    assert words in lead.render("fr").replace("\u202f", " ")


def test_a_whole_match_at_five_replayed_to_its_sheet() -> None:
    rules = {**CALL, **BONUSES, "target": 150}
    entries = [
        bids("-b---", call="vert"),
        camp(40, "Dan"),
        bids("-----"),
        bids("bbB--"),
        count(10, 20, 30, 10, 3, set_aside=2, bonuses={"loose": ["Éric"]}),
        bids("M----", call="bleu"),
        camp(20, "Éric", bonuses={"greve": ["Bob"]}),
        {"step": "penalty", "offence": "misdeal", "player": "Dan"},
        bids("-----"),
        bids("----b"),
        count(10, 10, 10, 25, 20, bonuses={"bout-du-bout": ["Dan"]}),
    ]
    rows = [  # dealer, then the totals of Ana, Bob, Chloé, Dan, Éric
        ("Ana", 0, 50, 0, 50, 0),
        ("Bob", 10, 70, 50, 60, 8),
        ("Chloé", -20, 130, 105, 115, -22),
        ("Dan", -10, 140, 115, 145, -32),
    ]
    result = sheet(G, FIVE, entries, options=rules)
    assert [(row["dealer"], *row["totals"].values()) for row in result["rounds"]] == rows
    assert [row["label"] for row in result["rounds"]] == ["Donne 1", "Donne 2", "Donne 3", "Donne 4"]
    assert result["ranking"] == [["Dan"], ["Bob"], ["Chloé"], ["Ana"], ["Éric"]]
    assert (result["over"], result["next"]["dealer"], result["next"]["step"]) == (False, "Éric", "bids")
    final = sheet(G, FIVE, [*entries, bids("-b---"), count(15, 25, 15, 10, 10)], options=rules)
    assert (final["over"], final["winners"], final["totals"]["Bob"]) == (True, ["Bob"], 175)


# Properties.


@given(st.lists(st.sampled_from([*BIDS.values()]), min_size=2, max_size=5))
def test_nobody_before_the_bettor_bid_as_high_and_nobody_after_bid_higher(said: list[str]) -> None:
    spoken = dict(zip(FIVE, said))
    worth = [DIPLOMAS.get(bid, 0) for bid in said]
    bettor = official_bettor(spoken)
    if bettor is None:
        assert set(said) == {"pass"}
        return
    at = FIVE.index(bettor)
    assert all(other < worth[at] for other in worth[:at])
    assert all(other <= worth[at] for other in worth[at:])


@st.composite
def five_deals(draw: st.DrawFn) -> list[Entry]:
    """Some deals at five with bets: every card counted, now and then a call."""
    entries: list[Entry] = []
    for _ in range(draw(st.integers(0, 6))):
        said = "".join(draw(st.lists(st.sampled_from("-bBM"), min_size=5, max_size=5)))
        called = said != "-----" and draw(st.booleans())
        entries.append(bids(said, call="orange" if called else None))
        if said == "-----":
            continue
        set_aside = draw(st.sampled_from([0, 0, 2, 7]))
        if called:
            bettor = sheet(G, FIVE, entries, options=CALL)["next"]["bettor"]
            partner = draw(st.sampled_from([player for player in FIVE if player != bettor]))
            entries.append(camp(draw(st.integers(0, 75 - set_aside)), partner, set_aside=set_aside))
        else:
            cuts = sorted(draw(st.lists(st.integers(0, 75 - set_aside), min_size=4, max_size=4)))
            shares = [high - low for low, high in zip([0, *cuts], [*cuts, 75 - set_aside])]
            entries.append(count(*shares, set_aside=set_aside))
    return entries


@given(five_deals(), st.sampled_from(["lost", "void"]), st.sampled_from(["each-other", "all-others"]))
def test_any_match_at_five_adds_up(entries: list[Entry], bet_tie: str, bet_compare: str) -> None:
    rules = {**CALL, "bet_tie": bet_tie, "bet_compare": bet_compare}
    assert_sound(match_file(G, FIVE, entries, options=rules))
    pairs = iter(entries)
    counted = [(bidding["bids"], next(pairs)) for bidding in pairs if set(bidding["bids"].values()) != {"pass"}]
    for row, (_, answer) in zip(sheet(G, FIVE, entries, options=rules)["rounds"], counted):
        together = sum(row["scores"].values())
        if "points" in answer:
            made = sum(answer["points"].values())
            gains = [row["scores"][player] - answer["points"][player] for player in FIVE]
            assert together == 0 or sum(1 for gain in gains if gain) == 1
            assert together <= made + 30
        else:
            losers = [points for points in row["scores"].values() if points < 0]
            assert len(losers) in (0, 2)


def test_the_pack_counts_seventy_five() -> None:
    assert sum(card.points for card in DECALE_PACK) == 75
    assert parse_decale("vert:proviseur") in DECALE_PACK
