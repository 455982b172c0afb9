"""The points of the thirty-two cards: with ten for the last trick they are 162, whatever is trump."""

import pytest

from referee.cards.french import Suit
from referee.cards.thirty_two import ALL_POINTS, EVERY_SUIT, NO_SUIT, PACK, Trump, card_points


@pytest.mark.parametrize("trump", [*Suit, NO_SUIT, EVERY_SUIT], ids=str)
def test_all_cards_and_the_last_trick_are_162(trump: Trump) -> None:
    assert sum(card_points(card, trump) for card in PACK.cards) + 10 == ALL_POINTS


def test_without_trumps_a_pack_of_plain_suits_has_120() -> None:
    assert sum(card_points(card, None) for card in PACK.cards) == 120


@pytest.mark.parametrize("trump", [Suit.HEARTS, NO_SUIT, None], ids=str)
def test_a_seven_and_an_eight_have_none(trump: Trump) -> None:
    assert [card_points(card, trump) for card in PACK.cards if card.rank in ("7", "8")] == [0] * 8
