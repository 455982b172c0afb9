"""Tricks of the tarot décalé, rule by rule, in small cases a player can read."""

from typing import Any

import pytest

from referee.cards.atout_tricks import atout_leaders, atout_legal_cards
from referee.cards.tricks import Duty
from referee.games.tarot_decale.pack import parse_decale

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
    choice = atout_legal_cards(decale(hand), decale(plays))
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
    assert atout_leaders(decale(plays)) == best
