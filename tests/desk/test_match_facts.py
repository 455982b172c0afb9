"""What a match tells the desk by itself, at any moment of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.answers.answer import Reader
from referee.desk.match_facts import cards_out, facts_of_match, speaking_order
from referee.desk.questions import desk_questions
from referee.game_definition.match_course import ReplayedMatch, play
from referee.game_definition.state import State
from referee.games.registry import GAMES

FOUR = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}


def state(game: str, entries: Sequence[Any] = (), players: tuple[str, ...] = FOUR, **options: Any) -> State:
    """Where a match of these entries stands."""
    rules, wrong = GAMES[game].house_rules(options, players)
    assert wrong == []
    played = play(GAMES[game], GAMES[game].table(players, rules), entries)
    assert isinstance(played, ReplayedMatch), played
    return played.state


def known(game: str, question: str, at: State) -> dict[str, Any]:
    return facts_of_match(desk_questions(GAMES[game])[question], GAMES[game], at)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((), {}),
        ((BIDS,), {}),
        (({**BIDS, "trump": "H"},), {"trump": "H"}),
        (({**BIDS, "trump": None},), {"trump": None}),
    ],
)
def test_the_trump_is_known_once_it_was_recorded_in_this_deal(entries: Sequence[Any], told: dict[str, Any]) -> None:
    assert known("ascenseur", "legal-cards", state("ascenseur", entries)) == told


def test_the_trump_of_the_deal_before_is_not_this_deals() -> None:
    tricks = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
    assert known("ascenseur", "legal-cards", state("ascenseur", ({**BIDS, "trump": "H"}, tricks))) == {}


@pytest.mark.parametrize("recorded", [{}, {"trump": "H"}])
def test_at_a_full_hand_there_is_no_trump_whatever_was_recorded(recorded: dict[str, str]) -> None:
    at = state("ascenseur", ({**BIDS, **recorded},), direction="down-up")
    assert known("ascenseur", "legal-cards", at) == {"trump": None}
    trump = GAMES["ascenseur"].bid_summary(at).trump
    assert trump is not None
    assert trump.render("fr") == "sans atout"


def test_the_players_are_those_who_are_in() -> None:
    at = state("bataille-corse")
    assert known("bataille-corse", "pile", at) == {"players": FOUR}
    left = replace(at, table=at.table.without("Bob"))
    assert known("bataille-corse", "pile", left) == {"players": ("Ana", "Chloé", "Dan")}
    assert speaking_order(GAMES["bataille-corse"], left) == ("Chloé", "Dan", "Ana")


def test_the_number_of_cards_is_that_of_this_deal() -> None:
    tricks = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
    assert known("ascenseur", "forbidden-bid", state("ascenseur")) == {"cards": 1}
    assert known("ascenseur", "forbidden-bid", state("ascenseur", (BIDS, tricks))) == {"cards": 2}


def test_the_contract_is_known_once_it_was_chosen() -> None:
    at = state("barbu", ({"step": "contract", "contract": "coeurs"},))
    assert known("barbu", "legal-cards", at) == {"contract": "coeurs"}


def test_players_teams_and_packs_are_the_tables() -> None:
    assert known("huit-americain", "effect", state("huit-americain")) == {"players": FOUR}
    assert known("kems", "settle", state("kems")) == {"teams": (("Ana", "Chloé"), ("Bob", "Dan"))}
    six = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny")
    assert known("triolet", "can-play", state("triolet"))["packs"] == 1
    assert known("triolet", "can-play", state("triolet", players=six))["packs"] == 2


def test_what_no_question_takes_is_not_told() -> None:
    three = ("Ana", "Bob", "Chloé")
    assert known("tarot-decale", "bonus", state("tarot-decale")) == {"players": 4}
    assert known("tarot-decale", "bonus", state("tarot-decale", players=three)) == {}


def test_bids_are_told_in_speaking_order() -> None:
    said = {"Ana": "brevet", "Bob": "pass", "Chloé": "pass", "Dan": "pass"}
    at = state("tarot-decale", ({"step": "bids", "bids": said},), bets=True)
    assert [one["player"] for one in known("tarot-decale", "bettor", at)["bids"]] == ["Bob", "Chloé", "Dan", "Ana"]


def test_the_order_is_that_of_the_deal() -> None:
    assert speaking_order(GAMES["ascenseur"], state("ascenseur")) == ("Bob", "Chloé", "Dan", "Ana")
    assert speaking_order(GAMES["triolet"], state("triolet")) == ("Dan", "Chloé", "Bob", "Ana")
    assert speaking_order(GAMES["kems"], state("kems")) == FOUR


def test_the_cards_out_are_those_this_number_of_players_takes_out() -> None:
    five = ("Ana", "Bob", "Chloé", "Dan", "Éric")
    assert cards_out(GAMES["ascenseur"], state("ascenseur")) == frozenset()
    assert {card.code for card in cards_out(GAMES["ascenseur"], state("ascenseur", players=five))} == {"2C", "2S"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_can_always_be_told(game: str) -> None:
    players = tuple("ABCDEFGHIJKL"[: GAMES[game].players[-1]])
    at = state(game, players=players)
    for question in desk_questions(GAMES[game]).values():
        told = facts_of_match(question, GAMES[game], at)
        read: dict[str, Any] = {}
        for fact in question.facts:
            if fact.key in told:
                read[fact.key], wrong = fact.read(fact.key, told[fact.key], Reader("question.facts", read))
                assert wrong == []
