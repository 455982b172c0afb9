"""The pack of the Aluette: its cards from the weakest to the luettes."""

from collections import Counter

import pytest

from referee.cards.french import parse_card
from referee.cards.tricks import leaders
from referee.games.aluette.pack import LUETTE_PACK, NAMED_CARDS, luette_strength


def test_the_luettes_are_48_cards_in_19_steps() -> None:
    steps = Counter(luette_strength(card) for card in LUETTE_PACK)
    assert len(LUETTE_PACK) == 48
    assert [steps[step] for step in range(19)] == [2, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1]


def test_eight_cards_have_a_name() -> None:
    named = {card.code for card in LUETTE_PACK if card.code in NAMED_CARDS}
    assert named == set(NAMED_CARDS) == {"3D", "3H", "2D", "2H", "9H", "9D", "2C", "2S"}


@pytest.mark.parametrize(
    ("plays", "best"),
    [
        ("AS KH 9C 2S", (3,)),
        ("2D 3H AH 9H", (1,)),
        ("AS AH KD 7C", (0, 1)),
        ("9C 8D 9S 4H", (0, 2)),
        ("3C 3S", (0, 1)),
        ("3D 3H 2D 2H 9H 9D 2C 2S", (0,)),
        ("2S 2C 9D 9H 2H 2D 3H 3D", (7,)),
        ("KS KH KD KC", (0, 1, 2, 3)),
        ("KS 2C KD", (1,)),
    ],
)
def test_level_best_luettes_leave_the_trick_void(plays: str, best: tuple[int, ...]) -> None:
    assert leaders([parse_card(code) for code in plays.split()], luette_strength) == best
