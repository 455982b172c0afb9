"""La Canasta: which cards are a meld, and which canasta (articles canasta.meld, .wild, .canasta, .black-three)."""

from itertools import combinations_with_replacement, product

import pytest

from referee.cards.french import Card, Suit
from referee.games.canasta.melds import Meld, meld_of
from referee.games.canasta.scoring import PACK
from tests.desk.asking import answer, because, blamed, verdict_of

KINDS = {".": (False, None, 0), "m": (True, None, 0), "N": (True, "natural", 500), "x": (True, "mixed", 300)}
"""No meld, a meld, a natural canasta, a mixed one: whether it is valid, its kind and bonus."""

BY_THE_LAWS = """
    0 1 2 3 4 5
0   . . . . . .
1   . . . . . .
2   . m m m . .
3   m m m m . .
4   m m m x . .
5   m m x x . .
6   m x x x . .
7   N x x x . .
8   N x x x . .
"""
"""By the natural cards of one rank (a row each) and the wild cards beside them (a column each)."""

FEWER_THAN_NATURAL = """
    0 1 2 3 4 5
0   . . . . . .
1   . . . . . .
2   . m . . . .
3   m m m . . .
4   m m m x . .
5   m m x x x .
6   m x x x x x
7   N x x x x x
8   N x x x x x
"""

SUITS = [suit.value for suit in (*Suit, *Suit)]
"""Both packs: each rank eight times."""
WILD_CARDS = ["JOKER", "2S", "2H", "JOKER", "2D", "2C"]
BLACK_THREES = ["3S", "3C", "3S", "3C"]


def cards(codes: str) -> list[Card]:
    return [PACK.card(code) for code in codes.split()]


def told(found: Meld) -> tuple[bool, str | None, int]:
    return found.valid, found.kind, found.bonus


@pytest.mark.parametrize(("rule", "table"), [("three", BY_THE_LAWS), ("fewer", FEWER_THAN_NATURAL)])
def test_natural_and_wild_cards_that_are_a_meld(rule: str, table: str) -> None:
    head, *rows = [line.split() for line in table.strip().splitlines()]
    for natural, *marks in rows:
        for wild, mark in zip(head, marks, strict=True):
            for rank in ("4", "9", "A"):
                codes = [f"{rank}{suit}" for suit in SUITS[: int(natural)]] + WILD_CARDS[: int(wild)]
                found = meld_of([PACK.card(code) for code in codes], rule)
                assert told(found) == KINDS[mark], (rule, codes)


@pytest.mark.parametrize(
    ("codes", "valid", "points"),
    [
        ("KS KH 2D", True, 40),
        ("9S 9H 2D 2C", True, 60),
        ("9S 9H 2D 2C JOKER", True, 110),
        ("9S 9H 2D 2C JOKER JOKER", False, 0),
        ("KS JOKER 2D", False, 0),
        ("2S 2H 2D", False, 0),
        ("JOKER JOKER JOKER", False, 0),
        ("4S 5S 6S", False, 0),
        ("KS KH QD", False, 0),
        ("KS KH", False, 0),
        ("3H 3D 3H", False, 0),
        ("3S 3C 3S", False, 0),
    ],
)
def test_a_meld_by_the_laws(codes: str, valid: bool, points: int) -> None:
    found = meld_of(cards(codes))
    assert (found.valid, found.points) == (valid, points)


@pytest.mark.parametrize("rule", ["three", "fewer"])
@pytest.mark.parametrize(
    ("codes", "valid"),
    [
        pytest.param("3S 3C", False, id="two black threes"),
        pytest.param("3S 3C 3S", True, id="three"),
        pytest.param("3S 3C 3S 3C", True, id="four"),
        pytest.param("3S 3C 3S JOKER", False, id="three and a joker"),
        pytest.param("3S 3C 2H", False, id="two and a 2"),
        pytest.param("3S 3C 3H", False, id="a red one among them"),
        pytest.param("3H 3D 3H", False, id="red threes"),
        pytest.param("KS KH KD", True, id="another meld"),
        pytest.param("KS KH 2D", True, id="another meld with a wild card"),
    ],
)
def test_black_threes_are_a_meld_in_going_out_without_a_wild_card(codes: str, valid: bool, rule: str) -> None:
    found = meld_of(cards(codes), rule, going_out=True)
    assert (found.valid, found.kind) == (valid, None)
    assert found.points == (sum(worth(code) for code in codes.split()) if valid else 0)


# A second opinion: every choice of up to six of these cards, counted by hand.


def worth(code: str) -> int:
    """What the page says of a card's points."""
    if code in ("3H", "3D"):
        return 0
    return {"JOKER": 50, "A": 20, "2": 20, "K": 10, "3": 5, "4": 5}[code if code == "JOKER" else code[0]]


def may_be_laid(codes: tuple[str, ...], rule: str, going_out: bool) -> bool:
    """The rule of the page, over the codes alone."""
    if going_out and len(codes) in (3, 4) and set(codes) <= {"3S", "3C"}:
        return True
    wild = [code for code in codes if code == "JOKER" or code.startswith("2")]
    natural = [code for code in codes if code not in wild]
    if len(codes) < 3 or any(code.startswith("3") for code in codes) or len({code[0] for code in natural}) != 1:
        return False
    return len(natural) > len(wild) if rule == "fewer" else len(natural) > 1 and len(wild) < 4


SOME = ("JOKER", "2S", "3S", "3C", "3H", "4S", "KS", "KH", "AS")
COPIES = {"JOKER": 4}


def test_every_choice_of_a_few_cards() -> None:
    for size in range(1, 7):
        for codes in combinations_with_replacement(SOME, size):
            if any(codes.count(code) > COPIES.get(code, 2) for code in codes):
                continue
            for rule, going_out in product(("three", "fewer"), (False, True)):
                found = meld_of([PACK.card(code) for code in codes], rule, going_out=going_out)
                valid = may_be_laid(codes, rule, going_out)
                assert (found.valid, found.kind) == (valid, None), (codes, rule, going_out)
                assert found.points == (sum(map(worth, codes)) if valid else 0), codes


# The desk.

ASKED = "canasta", "meld"


def test_the_desk_obeys_the_house_rule() -> None:
    two_of_each = {"cards": ["KS", "KH", "JOKER", "JOKER"]}
    assert answer(*ASKED, two_of_each)["valid"]
    assert not answer(*ASKED, two_of_each, {"wild": "fewer"})["valid"]
    assert "à cette table moins de cartes libres que de naturelles" in because(*ASKED, two_of_each, {"wild": "fewer"})
    many = {"cards": ["7S", "7H", "7D", "7C", "7S", "JOKER", "2S", "2H", "2D"]}
    assert not answer(*ASKED, many)["valid"]
    mixed = {"valid": True, "points": 135, "kind": "mixed", "bonus": 300}
    assert answer(*ASKED, many, {"wild": "fewer"}) == mixed


@pytest.mark.parametrize(
    ("going_out", "valid", "word"),
    [
        pytest.param({}, False, "Seulement pour sortir", id="nothing said"),
        pytest.param({"going_out": False}, False, "Seulement pour sortir", id="not going out"),
        pytest.param({"going_out": True}, True, "Bonne combinaison", id="going out"),
    ],
)
def test_the_desk_judges_black_threes_by_whether_one_goes_out(
    going_out: dict[str, bool], valid: bool, word: str
) -> None:
    verdict = verdict_of(*ASKED, {"cards": ["3S", "3C", "3S"], **going_out})
    assert verdict.answer == {"valid": valid, "points": 15 if valid else 0, "kind": None, "bonus": 0}
    assert verdict.articles == ("canasta.meld", "canasta.black-three")
    assert verdict.word.text.render("fr") == word


@pytest.mark.parametrize(
    ("total", "points"),
    [(-100_000, 15), (-1, 15), (0, 50), (1499, 50), (1500, 90), (2999, 90), (3000, 120), (10**12, 120)],
)
def test_the_first_meld_of_any_total(total: int, points: int) -> None:
    assert answer("canasta", "first-meld", {"total": total}) == {"points": points}


@pytest.mark.parametrize("wrong", ["yes", 1, None])
def test_going_out_is_yes_or_no(wrong: object) -> None:
    assert blamed(*ASKED, {"cards": ["3S", "3C", "3S"], "going_out": wrong}) == ["facts.going_out"]
