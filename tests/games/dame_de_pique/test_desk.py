"""La Dame de pique at the desk: tricks, the first trick and broken hearts, the cards passed, the points of cards."""

from random import Random
from typing import Any

import pytest

from referee.cards.french import CARDS
from tests.desk.asking import answer, because, blamed, verdict_of

ID = "dame-de-pique"
ORDER = "23456789TJQKA"


def legal(hand: str, plays: str = "", first_trick: bool = False, broken: bool = False, **more: Any) -> dict[str, Any]:
    facts = {"plays": plays.split(), "hand": hand.split(), "trump": None, "first_trick": first_trick, "broken": broken}
    return answer(ID, "legal-cards", {**facts, **more})


def articles(hand: str, plays: str = "", first_trick: bool = False, broken: bool = False) -> tuple[str, ...]:
    facts = {"plays": plays.split(), "hand": hand.split(), "first_trick": first_trick, "broken": broken}
    return verdict_of(ID, "legal-cards", facts).articles


# Legal cards.


@pytest.mark.parametrize(
    ("hand", "plays", "first_trick", "broken", "allowed", "article"),
    [
        ("5C 2C AC KH QS", "", True, False, "2C", "first-trick"),
        ("KH 10C 7C", "", True, True, "7C", "first-trick"),
        ("KH 2S", "", False, False, "2S", "broken"),
        ("KH 2S", "", False, True, "KH 2S", "trick"),
        ("KH 2H", "", False, False, "KH 2H", "broken"),
        ("KH QS", "", False, False, "QS", "broken"),
        ("KH 9C 2C", "5C", False, False, "9C 2C", "follow"),
        ("KH 9C 2C", "5C", True, False, "9C 2C", "follow"),
        ("KH QS 2D", "5C", True, False, "2D", "first-trick"),
        ("KH QS 2D", "5C", False, False, "KH QS 2D", "follow"),
        ("KH QS 2H", "5C", True, False, "KH QS 2H", "first-trick"),
        ("QS", "5C", True, False, "QS", "first-trick"),
        ("8H QS 4H", "", True, False, "QS", "broken"),
        ("8H QS 4H", "", True, True, "8H QS 4H", "first-trick"),
        ("8H QS 4D", "", True, False, "4D", "first-trick"),
        ("QS 2S KD", "AS", False, False, "QS 2S", "follow"),
        ("KH 4D", "2H", False, False, "KH", "follow"),
    ],
)
def test_what_a_hand_may_play(
    hand: str, plays: str, first_trick: bool, broken: bool, allowed: str, article: str
) -> None:
    assert legal(hand, plays, first_trick, broken) == {"legal": allowed.split()}
    assert articles(hand, plays, first_trick, broken)[0] == f"dame-de-pique.{article}"


def test_the_card_asked_about_is_judged() -> None:
    assert legal("KH QS 2D", "5C", True, card="QS") == {"legal": ["2D"], "allowed": False}
    assert legal("KH QS 2D", "5C", False, card="QS") == {"legal": ["KH", "QS", "2D"], "allowed": True}


def second_opinion(hand: list[str], plays: list[str], first_trick: bool, broken: bool) -> list[str]:
    """The legal cards, from codes alone: written a second time, otherwise."""
    if first_trick and not plays and any(code.endswith("C") for code in hand):
        return [
            min((code for code in hand if code.endswith("C")), key=lambda code: ORDER.index(code[-2].replace("0", "T")))
        ]
    possible = hand
    if plays and any(code[-1] == plays[0][-1] for code in hand):
        possible = [code for code in hand if code[-1] == plays[0][-1]]
    if not plays and not broken:
        possible = [code for code in possible if not code.endswith("H")] or possible
    harmless = [code for code in possible if not code.endswith("H") and code != "QS"]
    return harmless or possible if first_trick else possible


@pytest.mark.thorough(unless="game")
def test_thousands_of_hands_against_a_second_opinion() -> None:
    chance = Random(24)
    for _ in range(4000):
        drawn = [card.code for card in chance.sample(CARDS, chance.randint(1, 17))]
        at = chance.randint(0, min(3, len(drawn) - 1))
        plays, hand = drawn[:at], drawn[at:]
        first_trick, broken = chance.random() < 0.5, chance.random() < 0.5
        found = legal(" ".join(hand), " ".join(plays), first_trick, broken)["legal"]
        assert found == second_opinion(hand, plays, first_trick, broken), (hand, plays, first_trick, broken)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"first_trick": None}, "facts.first_trick"),
        ({"broken": 1}, "facts.broken"),
        ({"hand": []}, "facts.hand"),
        ({"hand": ["5C"], "plays": ["5C"]}, "facts"),
        ({"card": "AS"}, "facts.card"),
        ({"trump": "S"}, "facts.trump"),
        ({"hand": ["JOKER"]}, "facts.hand.0"),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, Any], field: str) -> None:
    whole = {"plays": [], "hand": ["2C"], "trump": None, "first_trick": False, "broken": False}
    assert blamed(ID, "legal-cards", {**whole, **facts}) == [field]


# Who leads a trick.


@pytest.mark.parametrize(
    ("plays", "winner"), [("5C KC AH QS", 1), ("2D", 0), ("2D QS AH 3D", 3), ("TH JH QH KH", 3), ("7S QS 6S AD", 1)]
)
def test_the_highest_card_of_the_suit_led_takes_the_trick(plays: str, winner: int) -> None:
    assert answer(ID, "trick-winner", {"plays": plays.split()}) == {"winner": winner}


# The points of cards.


@pytest.mark.parametrize(
    ("cards", "points", "with_the_jack"),
    [
        ("", 0, 0),
        ("AH 2H", 2, 2),
        ("QS AH KS", 14, 14),
        ("JD", 0, -10),
        ("QS JD 2C", 13, 3),
        ("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH QS", 26, 26),
    ],
)
def test_the_points_of_cards(cards: str, points: int, with_the_jack: int) -> None:
    facts = {"cards": cards.split()}
    assert answer(ID, "card-points", facts) == {"points": points}
    assert answer(ID, "card-points", facts, {"jack": True}) == {"points": with_the_jack}


def test_all_cards_that_count_are_said_to_be_all() -> None:
    hearts = [card.code for card in CARDS if card.code.endswith("H")]
    verdict = verdict_of(ID, "card-points", {"cards": [*hearts, "QS"]})
    assert "dame-de-pique.moon" in verdict.articles
    assert "dame-de-pique.moon" not in verdict_of(ID, "card-points", {"cards": hearts}).articles


@pytest.mark.parametrize(
    ("rules", "headline"),
    [
        ({}, "Tout est pris : 0 point, et 26 points à chaque autre"),
        ({"moon": "self"}, "Tout est pris : −26 points"),
        ({"moon": "none"}, "26 points"),
    ],
)
def test_who_notes_the_points_of_all_that_counts(rules: dict[str, str], headline: str) -> None:
    hearts = [card.code for card in CARDS if card.code.endswith("H")]
    verdict = verdict_of(ID, "card-points", {"cards": [*hearts, "QS"]}, rules)
    assert verdict.word.text.render("fr").replace("\u202f", " ").replace("\xa0", " ") == headline


# What is passed.


@pytest.mark.parametrize(
    ("players", "directions"),
    [(3, "left right none"), (4, "left right across none"), (5, "left right none"), (6, "left right none")],
)
def test_the_direction_of_every_deal(players: int, directions: str) -> None:
    ways = directions.split()
    for deal in range(1, 30):
        found = answer(ID, "passing", {"players": players, "deal": deal})
        assert found == {"direction": ways[(deal - 1) % len(ways)]}


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"players": 2, "deal": 1}, "facts.players"),
        ({"players": 7, "deal": 1}, "facts.players"),
        ({"players": 4.0, "deal": 1}, "facts.players"),
        ({"players": 4, "deal": 0}, "facts.deal"),
        ({"players": 4, "deal": "1"}, "facts.deal"),
    ],
)
def test_a_deal_that_cannot_be(facts: dict[str, Any], field: str) -> None:
    assert blamed(ID, "passing", facts) == [field]


def test_the_reason_says_when_the_turn_comes_back() -> None:
    assert because(ID, "passing", {"players": 3, "deal": 3}) == (
        "On ne passe rien\u202f: chacun garde ses cartes. À 3 joueurs, le tour revient après 3 donnes."
    )
