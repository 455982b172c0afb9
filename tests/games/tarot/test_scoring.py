"""Le Tarot: its rules as a player could read them (articles tarot.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.tarot.pack import CARDS, PACK, parse_tarot, points_of
from referee.games.tarot.scoring import _check_points
from tests.games.random_matches import random_match
from tests.games.tables import FIVE, FOUR, Entry, assert_sound, question_after, scores, sheet, violations_of

G, THREE = "tarot", FOUR[:3]
ALL_PASS: Entry = {"step": "contract", "all_pass": True}


def takes(contract: str, **more: Any) -> Entry:
    return {"step": "contract", "taker": "Ana", "contract": contract, **more}


def made(points: int, oudlers: int, **more: Any) -> Entry:
    return {"step": "result", "points": points, "oudlers": oudlers, **more}


# The cards: articles tarot.pack and tarot.card-points.


def test_the_pack_has_78_cards_worth_91_points_and_three_oudlers() -> None:
    assert PACK.size == 78
    assert points_of(CARDS) == (91, False, 3)


@pytest.mark.parametrize(("text", "code"), [("as", "1S"), ("TH", "10H"), ("cd", "CD"), ("ATOUT:7", "atout:7")])
def test_a_card_is_read_in_its_other_spellings(text: str, code: str) -> None:
    card = parse_tarot(text)
    assert card is not None
    assert card.code == code


@pytest.mark.parametrize("text", ["atout:0", "atout:22", "11S", "JOKER", ""])
def test_what_is_no_card_is_not_read(text: str) -> None:
    assert parse_tarot(text) is None


# What a deal brings: articles tarot.score, .poignees, .petit, .slam, .half, .misere.


@pytest.mark.parametrize(
    ("players", "contract", "result", "expected"),
    [
        (FOUR, takes("garde"), made(49, 2, poignees={"simple": ["Ana"]}, petit="attack"), [318, -106, -106, -106]),
        (FIVE, takes("petite"), made(35, 1, petit="attack", partner="Bob"), [-62, -31, 31, 31, 31]),
        (FIVE, takes("petite"), made(51, 1, partner=None), [100, -25, -25, -25, -25]),
        (THREE, takes("garde-sans"), made(50, 1, half=True), [-208, 104, 104]),
        (THREE, takes("petite"), made(51, 1, half=True), [52, -26, -26]),
        (FOUR, takes("garde", slam_announced=True), made(41, 2), [-450, 150, 150, 150]),
        (FOUR, takes("petite", slam_announced=True), made(91, 3, slam="attack"), [1440, -480, -480, -480]),
        (FOUR, takes("petite"), made(91, 3, slam="attack"), [840, -280, -280, -280]),
        (FOUR, takes("petite"), made(30, 3, poignees={"double": ["Bob"]}), [-183, 61, 61, 61]),
        (FOUR, takes("garde-contre"), made(56, 0, petit="defence"), [270, -90, -90, -90]),
        (FOUR, takes("petite"), made(87, 2, slam="attack"), [813, -271, -271, -271]),
        (FOUR, takes("garde", slam_announced=True), made(91, 3, slam="attack", petit="attack"), [1740, *[-580] * 3]),
        (FOUR, takes("garde"), made(0, 0, slam="defence"), [-1086, 362, 362, 362]),
        (FOUR, takes("garde", slam_announced=True), made(4, 1, slam="defence"), [-1632, 544, 544, 544]),
        (FIVE, takes("garde"), made(0, 0, slam="defence", partner="Bob"), [-724, -362, 362, 362, 362]),
        (FIVE, takes("garde"), made(0, 0, slam="defence", partner=None), [-1448, 362, 362, 362, 362]),
    ],
)
def test_a_deal_brings_each_their_points(
    players: tuple[str, ...], contract: Entry, result: Entry, expected: list[int]
) -> None:
    assert list(scores(G, players, [contract, result])[0].values()) == expected


@pytest.mark.parametrize(
    ("options", "result", "unit"),
    [
        ({"half": "attack"}, made(50, 1, half=True), 25),
        ({"half": "winner"}, made(50, 1, half=True), -26),
        ({}, made(0, 0, slam="defence"), -281),
        ({"defence_slam": 0}, made(0, 0, slam="defence"), -81),
        ({"misere": 10}, made(51, 1, miseres={"no-atout": ["Bob"]}), 25),
    ],
)
def test_a_house_rule_changes_what_a_defender_pays(options: dict[str, Any], result: Entry, unit: int) -> None:
    misere = 10 if "miseres" in result else 0
    expected = [2 * unit - misere, -unit + 2 * misere, -unit - misere]
    assert list(scores(G, THREE, [takes("petite"), result], options=options)[0].values()) == expected


# What cannot be.


@pytest.mark.parametrize(
    ("contract", "article", "field"),
    [
        ({"step": "contract", "all_pass": False}, "tarot.contract", "all_pass"),
        ({**ALL_PASS, "taker": "Ana"}, "match.entry", None),
        ({"step": "contract"}, "match.entry", None),
        ({"step": "contract", "taker": "Ana"}, "match.entry", "contract"),
        (takes("grande"), "match.entry", "contract"),
        (takes("garde", called="KS"), "match.entry", "called"),
    ],
)
def test_a_contract_that_cannot_be(contract: Entry, article: str, field: str | None) -> None:
    assert violations_of(G, FOUR, [contract]) == [(0, article, field)]


@pytest.mark.parametrize(
    ("players", "result", "article", "field"),
    [
        (FOUR, made(92, 3), "tarot.points", "points"),
        (FOUR, made(49, 4), "tarot.points", "oudlers"),
        (FOUR, made(7, 2), "tarot.points", "points"),
        (FOUR, made(88, 2), "tarot.points", "points"),
        (THREE, made(87, 2, half=True), "tarot.points", "points"),
        (FOUR, made(49, 2, half=True), "tarot.half", "half"),
        (FIVE, made(49, 2, partner="Ana"), "tarot.partner", "partner"),
        (FIVE, made(49, 2), "match.entry", "partner"),
        (FOUR, made(49, 2, partner="Bob"), "match.entry", "partner"),
        (FOUR, made(49, 0, petit="attack"), "tarot.petit", "petit"),
        (FOUR, made(49, 3, petit="defence"), "tarot.petit", "petit"),
        (FOUR, made(86, 3, slam="attack"), "tarot.slam", "slam"),
        (FOUR, made(90, 3, slam="attack"), "tarot.slam", "slam"),
        (FOUR, made(87, 3, slam="attack"), "tarot.slam", "slam"),
        (FOUR, made(86, 2, slam="attack"), "tarot.slam", "slam"),
        (FOUR, made(83, 1, slam="attack"), "tarot.slam", "slam"),
        (THREE, made(90, 3, half=True, slam="attack"), "tarot.slam", "slam"),
        (FOUR, made(4, 1, slam="defence", petit="attack"), "tarot.slam", "slam"),
        (FOUR, made(49, 2, poignees={"simple": ["Ana"], "double": ["Ana"]}), "tarot.poignees", "poignees"),
        (FOUR, made(49, 2, poignees={"simple": ["Ana", "Bob"], "double": ["Dan"]}), "tarot.poignees", "poignees"),
        (FOUR, made(49, 2, poignees={"quadruple": ["Ana"]}), "match.entry", "poignees.quadruple"),
        (FOUR, made(49, 2, poignees={"simple": ["Zoé"]}), "match.entry", "poignees.simple.0"),
        (FOUR, made(49, 2, miseres={"no-atout": ["Ana"]}), "match.entry", "miseres"),
    ],
)
def test_a_result_that_cannot_be(players: tuple[str, ...], result: Entry, article: str, field: str) -> None:
    assert set(violations_of(G, players, [takes("garde"), result])) == {(1, article, field)}


@pytest.mark.parametrize(
    ("players", "contract", "result"),
    [
        pytest.param(FOUR, takes("garde-contre"), made(86, 3, slam="attack"), id="a slam against a dog with points"),
        pytest.param(FOUR, takes("garde-contre"), made(79, 1, slam="attack"), id="nor are oudlers in the dog"),
        pytest.param(FOUR, takes("garde-sans"), made(91, 3, slam="attack"), id="all cards"),
        pytest.param(FOUR, takes("garde-sans"), made(87, 2, slam="attack"), id="all cards but the excuse"),
        pytest.param(FOUR, takes("garde"), made(50, 1, slam="defence"), id="the defence's slam is not judged"),
        pytest.param(FOUR, takes("garde"), made(49, 2, half=False), id="no half point said"),
        pytest.param(FOUR, takes("garde"), made(49, 2, petit=None, slam=None, poignees={}), id="nothing announced"),
        pytest.param(THREE, takes("garde"), made(86, 2, half=True), id="half a point below the most"),
        pytest.param(FIVE, takes("garde", called=None), made(49, 2, partner=None), id="nothing called"),
        pytest.param(FIVE, takes("garde", called="cs"), made(49, 2, partner="Bob"), id="a cavalier called"),
    ],
)
def test_a_deal_that_can_be(players: tuple[str, ...], contract: Entry, result: Entry) -> None:
    assert len(scores(G, players, [contract, result])) == 1


def test_a_jack_is_not_called() -> None:
    assert violations_of(G, FIVE, [takes("garde", called="JS")]) == [(0, "match.entry", "called")]


def test_a_misere_is_paid_by_every_other_player_for_each_kind_and_noted_once_a_kind() -> None:
    both = made(51, 1, partner="Bob", miseres={"no-atout": ["Eve"], "no-head": ["Eve"]})
    five, options = (*FOUR, "Eve"), {"misere": 20}
    assert list(scores(G, five, [takes("petite"), both], options=options)[0].values()) == [10, -15, -65, -65, 135]
    twice = made(51, 1, miseres={"no-head": ["Bob", "Bob"]})
    assert violations_of(G, FOUR, [takes("petite"), twice], options=options) == [(1, "tarot.misere", "miseres")]


def test_who_shows_atouts_is_not_without_them() -> None:
    result = made(49, 2, poignees={"simple": ["Bob"]}, miseres={"no-atout": ["Bob"]})
    assert violations_of(G, FOUR, [takes("garde"), result], options={"misere": 10}) == [(1, "tarot.misere", "miseres")]


# The course of a match: articles tarot.turn, .contract, .end.


def test_play_goes_to_the_right_and_a_deal_that_all_pass_goes_on_to_the_next_dealer() -> None:
    assert sheet(G, FOUR, [])["next"]["order"] == ["Dan", "Chloé", "Bob", "Ana"]
    after = sheet(G, FOUR, [ALL_PASS])
    assert (after["rounds"], after["next"]["dealer"], after["next"]["round"]) == ([], "Dan", 1)
    assert sheet(G, FOUR, [ALL_PASS], options={"turn": "left"})["next"]["dealer"] == "Bob"


def test_the_result_is_asked_with_the_contract() -> None:
    told = sheet(G, FOUR, [takes("garde")])["next"]
    assert (told["step"], told["taker"], told["contract"]) == ("result", "Ana", "garde")


def test_a_match_of_two_deals_ends_there_and_a_tie_is_shared() -> None:
    deals = [takes("petite"), made(41, 2), {**takes("petite"), "taker": "Bob"}, made(41, 2)]
    result = sheet(G, FOUR, deals, options={"deals": 2})
    assert (result["over"], result["totals"]["Ana"], result["winners"]) == (True, 50, ["Ana", "Bob"])
    assert not sheet(G, FOUR, deals)["over"]


def test_the_options_know_no_other_value() -> None:
    for options in ({"tie": "extra-deal"}, {"defence_slam": 100}, {"misere": 5}, {"deals": 0}, {"half": None}):
        (option,) = options
        assert violations_of(G, FOUR, [], options=options) == [(None, "match.options", f"options.{option}")]


def test_single_numbers_are_judged_before_what_they_are_together() -> None:
    wrong = made(92, 4, petit="attack", slam="defence")
    assert violations_of(G, FOUR, [takes("garde"), wrong]) == [
        (1, "tarot.points", "oudlers"),
        (1, "tarot.points", "points"),
    ]


def test_only_at_five_a_card_is_called() -> None:
    def keys(players: tuple[str, ...]) -> list[str]:
        return [field.key for field in question_after(G, players).ways[0].fields]

    assert keys(FIVE) == [*keys(FOUR), "called"]


@given(st.randoms(use_true_random=False))
def test_every_deal_sums_to_nothing(chance: Any) -> None:
    match = random_match(chance, G, longest=12, without=("adjust", "joins"))
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    assert all(not sum(row.values()) for row in scores(G, match["players"], match["entries"], **set_up))


@pytest.mark.parametrize(("oudlers", "words"), [(0, "Avec 0 bout,"), (1, "Avec 1 bout,"), (2, "Avec 2 bouts,")])
def test_a_refusal_says_the_oudlers_in_their_number(oudlers: int, words: str) -> None:
    violations = _check_points({"points": 200, "oudlers": oudlers})
    assert [violation.message.render("fr").startswith(words) for violation in violations] == [True]
