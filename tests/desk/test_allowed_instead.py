"""What would have been allowed, in the place of what was refused."""

from typing import Any

import pytest

from referee.desk.allowed_instead import Alternatives, allowed_instead
from tests.desk.asking import verdict_of

RANKS = [
    # game, question, facts, options, the ranks allowed instead, how many cards of one at a time
    ("president", "can-play", {"previous": ["KS"], "cards": ["3S"]}, {}, {"2", "A", "JOKER"}, 1),
    ("president", "can-play", {"previous": ["KS", "KH"], "cards": ["3S"]}, {}, {"2", "A", "JOKER"}, 2),
    ("president", "can-play", {"previous": ["JOKER"], "cards": ["3S"]}, {}, set(), 1),
    ("triolet", "can-play", {"pile": ["AS"], "cards": ["3S"], "zone": "hand"}, {}, {"2", "7", "10"}, 1),
    ("triolet", "can-play", {"pile": ["AS"], "cards": ["3S", "3H"], "zone": "open"}, {}, {"2", "7", "10"}, 1),
    (
        "triolet", "can-play", {"pile": ["AS"], "cards": ["3S"], "zone": "hand"}, {"equal_allowed": True},
        {"2", "7", "10", "A"}, 1,
    ),
]  # fmt: skip


def instead(
    game: str, question: str, facts: dict[str, Any], options: dict[str, Any] | None = None
) -> Alternatives | None:
    verdict = verdict_of(game, question, facts, options)
    return allowed_instead(verdict)


@pytest.mark.parametrize(("game", "question", "facts", "options", "ranks", "together"), RANKS)
def test_where_suits_do_not_matter_one_card_stands_for_its_rank(
    game: str, question: str, facts: dict[str, Any], options: dict[str, Any], ranks: set[str], together: int
) -> None:
    found = instead(game, question, facts, options)
    assert found is not None
    assert [found.any_suit, found.together] == [bool(ranks), together]
    assert len(found.cards) == len(ranks)
    assert {card.rank for card in found.cards} == ranks


def test_where_suits_matter_every_card_is_named_but_those_on_the_table() -> None:
    found = instead("huit-americain", "can-play", {"top": "9H", "suit": "S", "cards": ["2D"]})
    assert found is not None
    others = [card.code for card in found.cards if card.code[-1] != "S"]
    assert others == ["8H", "8D", "9D", "8C", "9C", "JOKER"]
    assert len(found.cards) == len(others) + 13
    assert not found.any_suit


@pytest.mark.parametrize(
    ("cards", "options", "allowed", "together", "any_suit"),
    [
        ("KC KH", {}, "5S", 2, True),
        ("JOKER JOKER", {}, "5S", 2, True),
        ("KC KH KD KS", {}, "5S 8S 5H 8H 5D 8D 2C 3C 4C 6C 7C 8C 9C 10C JC QC KC AC JOKER", 1, False),
        ("KD KH", {"several": "any-rank"}, "5S 8S 5H 8H 5D 8D 2C 3C 4C 6C 7C 8C 9C 10C JC QC KC AC JOKER", 2, False),
    ],
)
def test_cards_are_named_together_only_where_every_pair_with_them_goes(
    cards: str, options: dict[str, Any], allowed: str, together: int, any_suit: bool
) -> None:
    found = instead("huit-americain", "can-play", {"top": "5C", "suit": None, "cards": cards.split()}, options)
    assert found is not None
    assert [card.code for card in found.cards] == allowed.split()
    assert (found.together, found.any_suit) == (together, any_suit)


def test_from_a_hand_that_was_told_its_own_cards_are_named() -> None:
    hand = {"trump": "H", "plays": ["9S"], "hand": ["2S", "3S", "AH"], "card": "AH"}
    found = instead("whistiti", "legal-cards", hand)
    assert found is not None
    assert [card.code for card in found.cards] == ["2S", "3S"]


def test_nothing_stands_in_the_place_of_what_was_allowed() -> None:
    assert instead("president", "can-play", {"previous": ["3S"], "cards": ["KS"]}) is None
    assert instead("whistiti", "trick-winner", {"trump": None, "plays": ["9S"]}) is None
