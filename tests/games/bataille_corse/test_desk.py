"""La Bataille Corse: who takes the pile, told again by another reading of the flips."""

import random
from itertools import pairwise
from typing import Any

import pytest

from referee.answers.cards import Play
from referee.cards.french import CARDS, parse_card
from referee.games.bataille_corse.desk import turn_after
from referee.games.bataille_corse.scoring import BatailleCorseRules
from tests.desk.asking import answer, blamed, verdict_of

NAMES = ("Ana", "Bob", "Chloé", "Dan", "Eve", "Fay")
OWED = {"J": 1, "Q": 2, "K": 3}


def flips(*turned: str) -> list[dict[str, str]]:
    """Flips from "Ana KS", "Bob 3D"."""
    return [dict(zip(("player", "card"), flip.split(), strict=True)) for flip in turned]


def second_opinion(players: tuple[str, ...], told: list[dict[str, str]], ace: int) -> dict[str, Any]:
    """Look back from the last card: a double ends it; else the last figure and the cards after it decide."""
    owed = {**OWED, **({"A": ace} if ace else {})}
    ranks = [flip["card"][:-1] for flip in told]

    def left_of(player: str) -> str:
        return players[(players.index(player) + 1) % len(players)]

    if len(ranks) > 1 and ranks[-1] == ranks[-2]:
        return {"taker": None, "next": None, "owed": 0, "slap": True}
    figures = [place for place, rank in enumerate(ranks) if rank in owed]
    if not figures:
        return {"taker": None, "next": left_of(told[-1]["player"]), "owed": 0, "slap": False}
    figure = figures[-1]
    left = owed[ranks[figure]] - (len(ranks) - 1 - figure)
    owner = told[figure]["player"]
    if left == 0:
        return {"taker": owner, "next": owner, "owed": 0, "slap": False}
    return {"taker": None, "next": left_of(owner), "owed": left, "slap": False}


@pytest.mark.thorough(unless="game")
@pytest.mark.parametrize("ace", [0, 4])
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_piles_played_to_their_end_agree_with_a_second_reading_after_every_card(n: int, ace: int) -> None:
    chance = random.Random(100 * n + ace)
    players = NAMES[:n]
    for _ in range(150):
        cards = chance.sample(CARDS, 30)
        turn, told = chance.choice(players), []
        for card in cards:
            told.append({"player": turn, "card": card.code})
            facts = {"players": list(players), "flips": told}
            found = answer("bataille-corse", "pile", facts, {"ace_contract": ace})
            assert found == second_opinion(players, told, ace), told
            if found["slap"] or found["taker"]:
                late = [*told, {"player": players[0], "card": cards[-1].code}]
                if card is not cards[-1]:
                    late_facts = {"players": list(players), "flips": late}
                    assert blamed("bataille-corse", "pile", late_facts, {"ace_contract": ace}) == [
                        f"facts.flips.{len(told)}"
                    ]
                break
            turn = found["next"]
        ranks = [flip["card"][:-1] for flip in told]
        assert all(one != other for one, other in pairwise(ranks[:-1]))


@pytest.mark.parametrize(
    ("turned", "fields"),
    [
        (["Ana 2S", "Chloé 3S"], ["facts.flips.1.player"]),
        (["Ana 2S", "Ana 3S"], ["facts.flips.1.player"]),
        (["Ana KS", "Bob 3S", "Chloé 4S"], ["facts.flips.2.player"]),
        (["Ana KS", "Bob 3S", "Bob QS", "Bob 4S"], ["facts.flips.3.player"]),
        (["Ana JS", "Bob 3S", "Ana 4S"], ["facts.flips.2"]),
        (["Ana JS", "Bob JH", "Chloé 4S"], ["facts.flips.2"]),
        (["Eve 2S"], ["facts.flips.0.player"]),
        (["Ana 2S", "Bob 2S"], ["facts"]),
        ([], ["facts.flips"]),
    ],
)
def test_nobody_turns_a_card_out_of_turn_or_on_a_pile_that_is_taken(turned: list[str], fields: list[str]) -> None:
    found = blamed("bataille-corse", "pile", {"players": ["Ana", "Bob", "Chloé"], "flips": flips(*turned)})
    assert [field for field in found if field == "facts" or field in fields] == fields


@pytest.mark.parametrize(
    ("turned", "article"),
    [
        (["Ana 5S"], "bataille-corse.turn"),
        (["Ana KS"], "bataille-corse.contract"),
        (["Ana KS", "Bob QD"], "bataille-corse.figure-in-contract"),
        (["Ana JS", "Bob 2D"], "bataille-corse.contract"),
        (["Ana 4S", "Bob 4D"], "bataille-corse.slap"),
    ],
)
def test_the_article_that_decides(turned: list[str], article: str) -> None:
    facts = {"players": ["Ana", "Bob", "Chloé"], "flips": flips(*turned)}
    assert verdict_of("bataille-corse", "pile", facts).articles[0] == article


@pytest.mark.parametrize(
    ("turned", "turn"),
    [
        (["Ana 2S"], "Bob"),
        (["Chloé 2S"], "Ana"),
        (["Ana KS"], "Bob"),
        (["Ana KS", "Bob 3S"], "Bob"),
        (["Ana JS", "Bob 3S"], "Chloé"),
        (["Ana 4S", "Bob 4D"], "Chloé"),
    ],
)
def test_the_form_names_who_turns_up_the_next_card(turned: list[str], turn: str) -> None:
    """After a pile that is taken, or slapped, whoever sits next."""
    plays = [Play(flip["player"], parse_card(flip["card"])) for flip in flips(*turned)]
    assert turn_after(plays, ("Ana", "Bob", "Chloé"), BatailleCorseRules()) == turn
