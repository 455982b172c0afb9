"""The clover-family game: every hand of four that can be a family, every row of actions."""

import re
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from tests.desk.asking import answer, blamed, verdict_of

LETTERS = {"pioche": "p", "tire": "t", "anti-joker": "a", "echange": "e"}
# A turn: pioche and tire go on, but a pioche straight after a pioche is the last card, as anything else is.
TURN = re.compile(r"(?:(?<!p)p|t)*(?:(?<=p)p|[ae])?")


def test_a_family_is_four_of_a_colour_with_two_jokers_at_most_in_turn_and_with_a_discard() -> None:
    cards = ["rouge:pioche", "rouge:tire", "vert:tire", "bleu:echange", "joker"]
    for hand in combinations_with_replacement(cards, 4):
        if hand.count("joker") > 3:
            assert blamed("famille-trefles", "family", {"hand": hand, "own_turn": True, "discarded": True}) == ["facts"]
            continue
        for own_turn, discarded in product((True, False), repeat=2):
            colours = {card.partition(":")[0] for card in hand} - {"joker"}
            expected = len(colours) == 1 and hand.count("joker") < 3 and own_turn and discarded
            facts = {"hand": list(hand), "own_turn": own_turn, "discarded": discarded}
            assert answer("famille-trefles", "family", facts) == {"valid": expected}, facts


def test_the_reason_tells_everything_that_is_wrong() -> None:
    facts = {"hand": ["rouge:pioche", "joker", "joker", "joker"], "own_turn": False, "discarded": False}
    why = verdict_of("famille-trefles", "family", facts).because[0].render("fr")
    assert all(words in why for words in ("jokers", "son tour", "carte jetée"))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_every_row_of_actions(length: int) -> None:
    for actions in product(LETTERS, repeat=length):
        letters = "".join(LETTERS[action] for action in actions)
        facts = {"actions": list(actions)}
        if not TURN.fullmatch(letters):
            assert blamed("famille-trefles", "actions", facts) == [f"facts.actions.{_first_too_late(letters)}"]
            continue
        executed = [True] * (length - 1) + [not letters.endswith("pp")]
        again = executed[-1] and letters[-1] in "pt"
        assert answer("famille-trefles", "actions", facts) == {"executed": executed, "again": again}, letters


def _first_too_late(letters: str) -> int:
    return next(end for end in range(len(letters)) if not TURN.fullmatch(letters[: end + 1]))


@pytest.mark.parametrize(
    ("question", "facts", "fields"),
    [
        ("actions", {"actions": []}, ["facts.actions"]),
        ("actions", {"actions": ["joker"]}, ["facts.actions.0"]),
        ("actions", {"actions": "pioche"}, ["facts.actions"]),
        ("actions", {"actions": [1, None]}, ["facts.actions.0", "facts.actions.1"]),
        ("family", {"hand": ["joker"] * 2, "own_turn": True, "discarded": True}, ["facts.hand"]),
        ("family", {"hand": ["joker"] * 5, "own_turn": True, "discarded": True}, ["facts.hand"]),
        (
            "family",
            {"hand": ["rouge:tire"] * 4, "own_turn": 1, "discarded": None},
            ["facts.own_turn", "facts.discarded"],
        ),
        ("family", {"hand": ["rose:tire", *["rouge:tire"] * 3], "own_turn": True, "discarded": True}, ["facts.hand.0"]),
        ("family", {"hand": ["rouge:tire"] * 4}, ["facts.own_turn", "facts.discarded"]),
    ],
)
def test_what_cannot_be(question: str, facts: dict[str, Any], fields: list[str]) -> None:
    assert blamed("famille-trefles", question, facts) == fields
