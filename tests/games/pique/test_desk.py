"""La Dame atout at the desk: spades are always trumps and wait their turn; the points and bags of a side."""

from random import Random
from typing import Any

import pytest

from referee.cards.french import CARDS, RANKS
from tests.desk.asking import answer, because, blamed, verdict_of
from tests.games.tables import FOUR, sheet

ID = "pique"


def legal(hand: str, plays: str = "", broken: bool = False, **more: Any) -> dict[str, Any]:
    return answer(ID, "legal-cards", {"plays": plays.split(), "hand": hand.split(), "broken": broken, **more})


@pytest.mark.parametrize(
    ("hand", "plays", "broken", "allowed", "article"),
    [
        ("AS 2H", "", False, "2H", "broken"),
        ("AS 2H", "", True, "AS 2H", "trick"),
        ("AS 2S", "", False, "AS 2S", "broken"),
        ("AS 2H 9H", "3H", False, "2H 9H", "follow"),
        ("AS 2D", "3H", False, "AS 2D", "follow"),
        ("AS 2D", "3H 5S", False, "AS 2D", "follow"),
        ("AS 2D", "3S", False, "AS", "follow"),
        ("KH 2D", "3S", False, "KH 2D", "follow"),
    ],
)
def test_what_a_hand_may_play(hand: str, plays: str, broken: bool, allowed: str, article: str) -> None:
    assert legal(hand, plays, broken) == {"legal": allowed.split()}
    facts = {"plays": plays.split(), "hand": hand.split(), "broken": broken}
    assert verdict_of(ID, "legal-cards", facts).articles[0] == f"pique.{article}"


def test_the_card_asked_about_is_judged() -> None:
    assert legal("AS 2H", card="AS") == {"legal": ["2H"], "allowed": False}
    assert legal("AS 2H", card="2H") == {"legal": ["2H"], "allowed": True}


@pytest.mark.thorough(unless="game")
def test_thousands_of_hands_and_tricks_against_a_second_opinion() -> None:
    chance = Random(24)
    for _ in range(3000):
        drawn = [card.code for card in chance.sample(CARDS, chance.randint(1, 16))]
        at = chance.randint(0, min(3, len(drawn) - 1))
        plays, hand, broken = drawn[:at], drawn[at:], chance.random() < 0.5
        possible = [code for code in hand if plays and code[-1] == plays[0][-1]]
        if not plays and not broken:
            possible = [code for code in hand if code[-1] != "S"]
        assert legal(" ".join(hand), " ".join(plays), broken)["legal"] == (possible or hand)
        if plays:
            suits = "S" if any(code[-1] == "S" for code in plays) else plays[0][-1]
            best = max((RANKS.index(code[:-1]), place) for place, code in enumerate(plays) if code[-1] == suits)[1]
            assert answer(ID, "trick-winner", {"plays": plays}) == {"winner": best}


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"broken": None}, "facts.broken"),
        ({"hand": []}, "facts.hand"),
        ({"plays": ["2H"]}, "facts"),
        ({"card": "AS"}, "facts.card"),
        ({"trump": "S"}, "facts.trump"),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, Any], field: str) -> None:
    whole = {"plays": [], "hand": ["2H"], "trump": None, "broken": False}
    assert blamed(ID, "legal-cards", {**whole, **facts}) == [field]


def test_a_trick_has_its_reason() -> None:
    assert because(ID, "trick-winner", {"plays": ["2H", "3S", "AH"]}).endswith("c’est le seul atout du pli.")
    assert because(ID, "trick-winner", {"plays": ["2H", "3S", "4S"]}).endswith("c’est le plus fort atout du pli.")
    assert "personne n’a coupé" in because(ID, "trick-winner", {"plays": ["2H", "AD", "AH"]})


# The points of a side.


def score(bids: str, tricks: str, blind: str = "", bags: int = 0, **options: Any) -> dict[str, Any]:
    numbers = [int(bid) for bid in bids.split()]
    flags = [str(at) in blind for at in range(len(numbers))]
    facts = {"bids": numbers, "tricks": [int(one) for one in tricks.split()], "blind": flags, "bags": bags}
    return answer(ID, "side-score", facts, options)


@pytest.mark.parametrize(
    ("bids", "tricks", "blind", "before", "points", "bags"),
    [
        ("4 2", "4 3", "", 0, 61, 1),
        ("4 2", "4 3", "", 9, -39, 0),
        ("0 2", "1 2", "", 0, -79, 1),
        ("5 0", "3 2", "", 0, -148, 2),
        ("0 4", "0 6", "0", 0, 242, 2),
        ("0 4", "2 4", "0", 8, -258, 0),
        ("1 1", "7 6", "", 9, -169, 0),
        ("0 0", "0 0", "01", 3, 400, 3),
        ("4 2", "7", "", 0, 61, 1),
        ("6", "5", "", 0, -60, 0),
    ],
)
def test_the_points_of_a_side(bids: str, tricks: str, blind: str, before: int, points: int, bags: int) -> None:
    assert score(bids, tricks, blind, before) == {"points": points, "bags": bags}


def test_the_points_of_a_side_by_the_house_rules() -> None:
    assert score("5 0", "3 2", failed_nil="count") == {"points": -50, "bags": 0}
    assert score("5 0", "5 1", nil=0) == {"points": 51, "bags": 1}
    assert score("5 0", "5 0", nil=50) == {"points": 100, "bags": 0}
    assert score("4", "5", solo=True) == {"points": 41, "bags": 1}
    assert score("4 2", "4 3", bags=30) == {"points": -239, "bags": 1}


@pytest.mark.parametrize(
    ("facts", "options", "fields"),
    [
        ({"bids": [4]}, {}, ["facts.bids"]),
        ({"bids": [4, 2, 1]}, {}, ["facts.bids"]),
        ({"bids": [4, 14]}, {}, ["facts.bids.1"]),
        ({"tricks": [7, 7]}, {}, ["facts.tricks"]),
        ({"bids": [4, 0], "tricks": [7]}, {}, ["facts.tricks"]),
        ({"bids": [0], "tricks": [7], "blind": [False]}, {}, ["facts.bids", "facts.tricks", "facts.blind"]),
        ({"blind": [True, False]}, {}, ["facts.blind"]),
        ({"blind": [False]}, {}, ["facts.blind"]),
        ({"blind": [0, 1]}, {}, ["facts.blind.0", "facts.blind.1"]),
        ({"bids": [0, 4], "blind": [True, False]}, {"blind": "off"}, ["facts.blind"]),
        ({"bids": [0, 4], "blind": [True, False]}, {"nil": 0}, ["facts.blind"]),
        ({"bags": -1}, {}, ["facts.bags"]),
        ({"bags": None}, {}, ["facts.bags"]),
        ({}, {"solo": True}, ["facts.bids", "facts.tricks", "facts.blind"]),
    ],
)
def test_a_side_that_cannot_be(facts: dict[str, Any], options: dict[str, Any], fields: list[str]) -> None:
    whole = {"bids": [4, 2], "tricks": [4, 3], "blind": [False, False], "bags": 0}
    assert blamed(ID, "side-score", {**whole, **facts}, options) == fields


def test_the_desk_and_the_sheet_agree() -> None:
    chance = Random(26)
    for _ in range(300):
        said = [chance.choice((0, 0, 1, 2, 3, 4, 5)) for _ in FOUR]
        cuts = sorted(chance.randint(0, 13) for _ in range(3))
        made = [high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)]
        options = {
            "nil": chance.choice((100, 50, 0)),
            "failed_nil": chance.choice(("bags", "count")),
            "bags": chance.randint(0, 3),
            "blind": "free",
        }
        blind = [
            player
            for player, bid in zip(FOUR, said, strict=True)
            if not bid and options["nil"] and chance.random() < 0.3
        ]
        entries = [
            {"step": "bids", "bids": dict(zip(FOUR, said, strict=True)), "blind": blind},
            {"step": "tricks", "tricks": dict(zip(FOUR, made, strict=True))},
        ]
        result = sheet(ID, FOUR, entries, options={**options, "target": 1000})
        for name, seats in (("Ana & Chloé", (0, 2)), ("Bob & Dan", (1, 3))):
            facts = {
                "bids": [said[seat] for seat in seats],
                "tricks": [made[seat] for seat in seats],
                "blind": [FOUR[seat] in blind for seat in seats],
                "bags": 0,
            }
            found = answer(ID, "side-score", facts, options)
            assert found == {"points": result["totals"][name], "bags": result["next"]["bags"][name]}
