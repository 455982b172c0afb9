"""Playing to a trick, rule by rule, in small cases a player can read."""

from __future__ import annotations

from typing import Any

import pytest

from referee.cards.decale import parse_decale
from referee.cards.french import parse_card, parse_suit
from referee.cards.luette import luette_strength
from referee.cards.tricks import Duty, decale_choice, decale_leaders, leaders, plain_choice, plain_winner


def french(cards: str) -> list[Any]:
    """Cards from their codes: "9S KS"."""
    return [parse_card(code) for code in cards.split()]


FIGURES = {"P": "proviseur", "F": "prof", "E": "eleve", "I": "interro"}
DECALE = {
    # Short for these tables: the figure and the school's first letter (Pb, Ev); the atouts' numbers; X the excuse.
    **{
        letter + school[0]: f"{school}:{figure}"
        for school in ("bleu", "orange", "vert")
        for letter, figure in FIGURES.items()
    },
    **{str(number): f"atout:{number}" for number in range(1, 14)},
    "X": "excuse",
}


def decale(cards: str) -> list[Any]:
    """Cards from the short table: "Pb 13 X"."""
    return [parse_decale(DECALE[card]) for card in cards.split()]


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
    choice = plain_choice(french(hand), french(plays), parse_suit(trump) if trump else None)
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
    assert codes(plain_choice(french(hand), french(plays), held_back=parse_suit("H")).cards) == legal


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
    assert leaders(french(plays), luette_strength) == best


@pytest.mark.parametrize(
    ("plays", "hand", "legal", "duty"),
    [
        ("", "Pb 3 X", "Pb 3 X", Duty.LEAD),
        ("X", "Pb 3", "Pb 3", Duty.LEAD),
        ("Fb", "Eb Pv 13 X", "Eb X", Duty.FOLLOW),
        ("X Fb", "Eb 13", "Eb", Duty.FOLLOW),
        ("Fb 9", "Eb 13", "Eb", Duty.FOLLOW),
        ("Fb", "Pv 1 12", "1 12", Duty.TRUMP),
        ("Fb 6", "3 Fv 9 X", "9 X", Duty.OVERTRUMP),
        ("Fb 9 4", "6 11 Fv", "11", Duty.OVERTRUMP),
        ("Fb 9 4", "6 8 Fv", "6 8", Duty.UNDERTRUMP),
        ("Fb 9 4", "6 8 X Fv", "6 8 X", Duty.UNDERTRUMP),
        ("Fb 9", "X Fv Eo", "X Fv Eo", Duty.DISCARD),
        ("Fb", "Fv Eo", "Fv Eo", Duty.DISCARD),
        ("4", "3 6 X Fo", "6 X", Duty.OVERTRUMP),
        ("4", "3 2 Fo", "3 2", Duty.UNDERTRUMP),
        ("4", "X Fo", "X Fo", Duty.DISCARD),
        ("X 4", "X Fo 5", "X 5", Duty.OVERTRUMP),
    ],
)
def test_follow_the_school_else_climb_the_atouts_the_excuse_any_time(
    plays: str, hand: str, legal: str, duty: Duty
) -> None:
    choice = decale_choice(decale(hand), decale(plays))
    assert (codes(choice.cards), choice.duty) == (codes(tuple(decale(legal))), duty)


@pytest.mark.parametrize(
    ("plays", "best"),
    [
        ("X", ()),
        ("X Eo Pv", (1,)),
        ("Fb Fb 1", (2,)),
        ("5 X 13", (2,)),
        ("Fb Ib Fb Pv", (0, 2)),
        ("Eb X Eb", (0, 2)),
        ("Ib Pv Po", (0,)),
        ("Fb Pb Fb", (1,)),
        ("Eb Eb Fb 2 Pb", (3,)),
        ("Eb Eb Eb Eb", (0, 1, 2, 3)),
    ],
)
def test_the_highest_atout_takes_else_the_best_of_the_school_and_level_best_take_nothing(
    plays: str, best: tuple[int, ...]
) -> None:
    assert decale_leaders(decale(plays)) == best
