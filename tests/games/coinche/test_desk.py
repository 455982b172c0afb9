"""La Coinche at the desk: the word of a deal, sans-atout and tout-atout, undertrumping, fours."""

from typing import Any

import pytest

from referee.cards.thirty_two import PACK
from tests.desk.asking import answer, blamed, verdict_of
from tests.games.belote_points import AC, BD
from tests.games.tables import FOUR

MADE, LOST, LEVEL = (
    ("Contrat réussi", "Contract made"),
    ("Contrat chuté", "Contract lost"),
    ("Litige", "Level points"),
)
HELD = {"beat_defence": True, "litige": "held"}


def deal(contract: str, ours: int, **more: Any) -> dict[str, Any]:
    bid = {"players": list(FOUR), "taker": "Ana", "contract": contract, "trump": "H"}
    return {**bid, "points": {AC: ours, BD: 162 - ours}, **more}


@pytest.mark.parametrize(
    ("facts", "options", "word"),
    [
        pytest.param(deal("80", 80), {}, MADE, id="made"),
        pytest.param(deal("90", 80), {}, LOST, id="lost"),
        pytest.param(deal("80", 81), HELD, LEVEL, id="level: the points wait"),
        pytest.param(deal("80", 81, doubled="coinche"), HELD, LEVEL, id="level and doubled"),
        pytest.param(deal("90", 81), HELD, LOST, id="level but too few"),
        pytest.param(deal("80", 81), {"beat_defence": True}, LOST, id="level is lost"),
        pytest.param(deal("80", 81), {"litige": "held"}, MADE, id="no defence to beat"),
    ],
)
def test_a_litige_is_neither_made_nor_lost(
    facts: dict[str, Any], options: dict[str, Any], word: tuple[str, str]
) -> None:
    verdict = verdict_of("coinche", "settle", facts, options)
    assert (verdict.word.text.render("fr"), verdict.word.text.render("en")) == word


@pytest.mark.parametrize(
    ("more", "field"),
    [
        pytest.param({"held": 81}, "facts.held", id="nothing held is asked"),
        pytest.param({"trump": "tout-atout", "belote": AC}, "facts.belote", id="one belote at tout-atout"),
        pytest.param({"belotes": {AC: 1, BD: 0}}, "facts.belotes", id="belotes in a suit"),
    ],
)
def test_facts_that_cannot_be(more: dict[str, Any], field: str) -> None:
    assert blamed("coinche", "settle", {**deal("80", 90), **more}, {"no_suit": True}) == [field]


@pytest.mark.parametrize(
    ("trump", "worth"),
    [
        ("H", {"JH": 20, "9H": 14, "AH": 11, "10H": 10, "KH": 4, "QH": 3, "JS": 2, "9S": 0, "AS": 11}),
        ("sans-atout", {"AH": 19, "10H": 10, "KH": 4, "QH": 3, "JH": 2, "9H": 0, "8H": 0, "7H": 0}),
        ("tout-atout", {"JH": 13, "9H": 9, "AH": 6, "10H": 5, "KH": 3, "QH": 2, "8H": 0, "7H": 0}),
        (None, {"AH": 11, "10H": 10, "KH": 4, "QH": 3, "JH": 2, "9H": 0}),
    ],
)
def test_what_cards_are_worth_whatever_the_table_plays(trump: str | None, worth: dict[str, int]) -> None:
    for card, points in worth.items():
        assert answer("coinche", "card-points", {"cards": [card], "trump": trump}) == {"points": points}, card
    if trump is not None:
        every = [card.code for card in PACK.cards]
        assert answer("coinche", "card-points", {"cards": every, "trump": trump}) == {"points": 152}


@pytest.mark.parametrize(
    ("trump", "plays", "hand", "options", "legal"),
    [
        pytest.param("sans-atout", ["AH"], ["7H", "8S"], {}, ["7H"], id="sans-atout: follow"),
        pytest.param("sans-atout", ["AH"], ["7C", "8S"], {}, ["7C", "8S"], id="sans-atout: else anything"),
        pytest.param("tout-atout", ["9H"], ["7H", "JH", "8S"], {}, ["JH"], id="tout-atout: follow and go above"),
        pytest.param("tout-atout", ["JH"], ["7H", "9H", "8S"], {}, ["7H", "9H"], id="tout-atout: follow below"),
        pytest.param("tout-atout", ["JH"], ["7C", "8S"], {}, ["7C", "8S"], id="tout-atout: void"),
        pytest.param("H", ["AS", "9H"], ["8H", "KD"], {}, ["8H", "KD"], id="nobody need go below"),
        pytest.param("H", ["AS", "9H"], ["8H", "KD"], {"undertrump": True}, ["8H"], id="but where the table says so"),
        pytest.param("H", ["9H"], ["8H", "KD"], {}, ["8H"], id="trumps led: follow below all the same"),
    ],
)
def test_what_may_be_played(
    trump: str, plays: list[str], hand: list[str], options: dict[str, Any], legal: list[str]
) -> None:
    assert answer("coinche", "legal-cards", {"trump": trump, "plays": plays, "hand": hand}, options) == {"legal": legal}


FOURS = ["A", "10", "K", "Q", "J", "9"]
POINTS_AT_NO_TRUMPS = {"A": 200, "10": 150}


@pytest.mark.parametrize(("higher", "lower"), list(zip(FOURS, FOURS[1:], strict=False)))
def test_fours_at_sans_atout_go_by_their_order(higher: str, lower: str) -> None:
    four = {rank: [f"{rank}{suit}" for suit in "SHDC"] for rank in (higher, lower)}
    rest = [card.code for card in PACK.cards if card.code[:-1] not in four]
    scattered = [[code for code in rest if code[-1] == suit] for suit in "SHDC"]
    spare = [row[place] for place in range(len(scattered[0])) for row in scattered]
    hands = {
        "Ana": four[lower] + spare[0:16:4],
        "Bob": four[higher] + spare[1:16:4],
        "Chloé": spare[2:16:4] + spare[16:20],
        "Dan": spare[3:16:4] + spare[20:24],
    }
    facts = {"hands": hands, "trump": "sans-atout", "order": list(FOUR)}
    verdict = verdict_of("coinche", "declarations", facts)
    assert verdict.answer["side"] == BD
    assert verdict.answer["points"] >= POINTS_AT_NO_TRUMPS.get(higher, 100)
