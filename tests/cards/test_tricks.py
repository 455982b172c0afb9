"""Playing to a trick, rule by rule, in small cases a player can read."""

from typing import Any

import pytest

from referee.cards.french import parse_card, parse_suit
from referee.cards.tricks import Duty, plain_legal_cards, plain_winner


def french(cards: str) -> list[Any]:
    """Cards from their codes: "9S KS"."""
    return [parse_card(code) for code in cards.split()]


def codes(cards: tuple[Any, ...]) -> str:
    return " ".join(card.code for card in cards)


@pytest.mark.parametrize(
    ("trump", "plays", "hand", "legal", "duty"),
    [
        ("H", "", "2S AH", "2S AH", Duty.LEAD),
        ("H", "9S KS", "2S AH 3D", "2S", Duty.FOLLOW),
        ("H", "9S 4H", "AH 3S JS", "3S JS", Duty.FOLLOW),
        ("H", "9S KH", "2H AH 3D", "2H AH", Duty.TRUMP),
        ("H", "9S", "AC 3D", "AC 3D", Duty.DISCARD),
        ("H", "9H", "AC 3D", "AC 3D", Duty.DISCARD),
        ("H", "9H AH", "2H KC", "2H", Duty.FOLLOW),
        (None, "9S", "AH 3D", "AH 3D", Duty.DISCARD),
        (None, "9S AH", "2S 3D", "2S", Duty.FOLLOW),
    ],
)
def test_follow_suit_else_trump_else_anything(trump: str | None, plays: str, hand: str, legal: str, duty: Duty) -> None:
    choice = plain_legal_cards(french(hand), french(plays), parse_suit(trump) if trump else None)
    assert (codes(choice.cards), choice.duty) == (legal, duty)


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        ("", "2S AH", "2S"),
        ("", "2H AH", "2H AH"),
        ("", "2S AD", "2S AD"),
        ("9H", "2S AH", "AH"),
        ("9C", "2S AH", "2S AH"),
    ],
)
def test_a_suit_held_back_is_led_only_from_a_hand_of_it(plays: str, hand: str, legal: str) -> None:
    assert codes(plain_legal_cards(french(hand), french(plays), held_back=parse_suit("H")).cards) == legal


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("H", "9S", 0),
        ("H", "9S KS 2H AS", 2),
        ("C", "QD AS KD 5D", 2),
        ("H", "2H AS 3H KC", 2),
        (None, "3C KC AH", 1),
        (None, "3C AH AD AS", 0),
        ("D", "10S 9S JS 2S", 2),
    ],
)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(
    trump: str | None, plays: str, winner: int
) -> None:
    assert plain_winner(french(plays), parse_suit(trump) if trump else None) == winner
