"""Facts that cannot be, and everything else a question file may get wrong."""

from typing import Any

import pytest

from referee.desk.adjudication import Verdict
from referee.desk.question_json import ask
from referee.games.registry import GAMES
from tests.desk.asking import answer, blamed, question_file

GOOD = question_file("whistiti", "legal-cards", {"trump": "H", "plays": ["9S"], "hand": ["2S", "3D"]})


def changed(**keys: Any) -> dict[str, Any]:
    return {**GOOD, **keys}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        (None, [None]),
        ([], [None]),
        ("question", [None]),
        (3, [None]),
        ({}, ["format", "game"]),
        (without("format"), ["format"]),
        (changed(format="referee-question/2"), ["format"]),
        (changed(format="referee-match/1"), ["format"]),
        (changed(format=1), ["format"]),
        (without("game"), ["game"]),
        (changed(game="no-such-game!"), ["game"]),
        (changed(game=["whistiti"]), ["game"]),
        (changed(game=None), ["game"]),
        (without("question"), ["question"]),
        (changed(question="exchange"), ["question"]),
        (changed(question=None), ["question"]),
        (changed(question={}), ["question"]),
        (without("facts"), ["facts"]),
        (changed(facts=None), ["facts"]),
        (changed(facts=[]), ["facts"]),
        (changed(note="?"), ["note"]),
        (changed(entries=[], question="?"), ["entries", "question"]),
        (changed(options=[]), ["options"]),
        (changed(options="none"), ["options"]),
    ],
)
def test_a_file_that_is_no_question(value: Any, fields: list[str | None]) -> None:
    wrong = ask(value)
    assert not isinstance(wrong, Verdict)
    assert [(one.field, one.article) for one in wrong] == [(field, "question.facts") for field in fields]


@pytest.mark.parametrize("options", [{}, None])
def test_options_may_be_left_out_empty_or_null(options: dict[str, Any] | None) -> None:
    assert isinstance(ask(GOOD), Verdict)
    assert isinstance(ask(changed(options=options)), Verdict)


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"trump": "H", "plays": [], "hand": ["2S"], "player": "Ana"}, ["facts.player"]),
        ({"plays": [], "hand": ["2S"]}, ["facts.trump"]),
        ({"trump": None, "hand": ["2S"]}, ["facts.plays"]),
        ({"trump": None, "plays": []}, ["facts.hand"]),
        ({}, ["facts.trump", "facts.plays", "facts.hand"]),
        ({"trump": "ſ", "plays": [], "hand": ["2S"]}, ["facts.trump"]),
        ({"trump": "X", "plays": [], "hand": ["2S"]}, ["facts.trump"]),
        ({"trump": False, "plays": [], "hand": ["2S"]}, ["facts.trump"]),
        ({"trump": None, "plays": None, "hand": ["2S"]}, ["facts.plays"]),
        ({"trump": None, "plays": "9S", "hand": ["2S"]}, ["facts.plays"]),
        ({"trump": None, "plays": ["1S"], "hand": ["2S"]}, ["facts.plays.0"]),
        ({"trump": None, "plays": ["9S", "JOKER"], "hand": ["2S"]}, ["facts.plays.1"]),
        ({"trump": None, "plays": [9], "hand": ["2S"]}, ["facts.plays.0"]),
        ({"trump": None, "plays": [], "hand": []}, ["facts.hand"]),
        ({"trump": None, "plays": [], "hand": {"0": "2S"}}, ["facts.hand"]),
        ({"trump": None, "plays": [], "hand": ["2S", "atout:1", "XX"]}, ["facts.hand.1", "facts.hand.2"]),
        ({"trump": None, "plays": [], "hand": ["2S", "2S"]}, ["facts"]),
        ({"trump": None, "plays": ["9S"], "hand": ["9S"]}, ["facts"]),
        ({"trump": None, "plays": ["10S"], "hand": ["TS"]}, ["facts"]),
        ({"trump": None, "plays": [], "hand": ["2S"], "card": "3S"}, ["facts.card"]),
        ({"trump": None, "plays": [], "hand": ["2S"], "card": None}, ["facts.card"]),
        ({"trump": None, "plays": [], "hand": ["2S"], "card": ["2S"]}, ["facts.card"]),
        ({"trump": None, "plays": [{"player": "Ana", "card": "9S"}, "KS"], "hand": ["2S"]}, ["facts.plays"]),
        (
            {
                "trump": None,
                "hand": ["2S"],
                "plays": [{"player": "Ana", "card": "9S"}, {"player": " Ana ", "card": "KS"}],
            },
            ["facts.plays"],
        ),
        ({"trump": None, "plays": [{"player": "", "card": "9S"}], "hand": ["2S"]}, ["facts.plays.0.player"]),
        ({"trump": None, "plays": [{"player": "A" * 41, "card": "9S"}], "hand": ["2S"]}, ["facts.plays.0.player"]),
        ({"trump": None, "plays": [{"player": "A\nB", "card": "9S"}], "hand": ["2S"]}, ["facts.plays.0.player"]),
        ({"trump": None, "plays": [{"player": None, "card": "9S"}], "hand": ["2S"]}, ["facts.plays.0.player"]),
        ({"trump": None, "plays": [{"player": "Ana", "card": "9"}], "hand": ["2S"]}, ["facts.plays.0.card"]),
        ({"trump": None, "plays": [{"player": "Ana"}], "hand": ["2S"]}, ["facts.plays.0"]),
        ({"trump": None, "plays": [{"player": "Ana", "card": "9S", "at": 1}], "hand": ["2S"]}, ["facts.plays.0"]),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, Any], fields: list[str]) -> None:
    assert blamed("whistiti", "legal-cards", facts) == fields


def test_all_faults_of_a_stage_are_told_together_and_a_later_stage_waits() -> None:
    facts = {"trump": "Z", "plays": ["9S", "9S"], "hand": ["XX"], "wind": "north"}
    assert blamed("whistiti", "legal-cards", facts) == ["facts.wind", "facts.trump", "facts.hand.0"]
    assert blamed("whistiti", "legal-cards", {**facts, "trump": "H"}, {"target": 1}) == [
        "facts.wind",
        "facts.hand.0",
        "options.target",
    ]


def test_ten_may_be_t_lower_case_is_read_and_the_answer_is_canonical() -> None:
    facts = {"trump": "H", "plays": ["th"], "hand": ["9h", "kh", "as"], "card": "KH"}
    assert answer("whistiti", "legal-cards", facts) == {"legal": ["9H", "KH"], "allowed": True}


@pytest.mark.parametrize("game", ["ascenseur", "whistiti"])
@pytest.mark.parametrize("suit", ["H", "h"])
def test_a_suit_alone_is_read_in_lower_case_too(game: str, suit: str) -> None:
    assert answer(game, "trick-winner", {"trump": suit, "plays": ["as", "2h", "ks"]}) == {"winner": 1}
    assert answer(game, "legal-cards", {"trump": suit, "plays": ["as"], "hand": ["2h", "3c"]}) == {"legal": ["2H"]}
    assert answer("huit-americain", "can-play", {"top": "8S", "suit": suit, "cards": ["2H"]}) == {"allowed": True}


def test_names_are_trimmed_and_composed_before_they_are_answered() -> None:
    facts = {"trump": None, "plays": [{"player": "  Chloe\u0301 ", "card": "9S"}]}
    assert answer("whistiti", "trick-winner", facts) == {"winner": "Chloé"}


@pytest.mark.parametrize("name", ["A", "É", "A" * 40, "Jean Paul", "🂡", "0"])
def test_a_name_has_one_to_forty_characters(name: str) -> None:
    facts = {"trump": None, "plays": [{"player": name, "card": "9S"}]}
    assert answer("whistiti", "trick-winner", facts) == {"winner": name}


@pytest.mark.parametrize("game", ["ascenseur", "whistiti", "barbu", "aluette", "tarot-decale"])
def test_no_trump_is_accepted_in_every_trick_game(game: str) -> None:
    card = "bleu:prof" if game == "tarot-decale" else "9S"
    assert answer(game, "trick-winner", {"trump": None, "plays": [card]}) == {"winner": 0}
    assert answer(game, "legal-cards", {"trump": None, "plays": [], "hand": [card]}) == {"legal": [card]}


@pytest.mark.parametrize("game", ["barbu", "aluette", "tarot-decale"])
def test_a_trump_is_no_fact_of_a_game_without_trumps(game: str) -> None:
    card = "bleu:prof" if game == "tarot-decale" else "9S"
    assert blamed(game, "trick-winner", {"trump": "S", "plays": [card]}) == ["facts.trump"]
    assert answer(game, "trick-winner", {"plays": [card]}) == {"winner": 0}


@pytest.mark.parametrize("game", ["ascenseur", "whistiti", "barbu", "aluette", "tarot-decale"])
def test_no_trick_without_a_card_but_leading_needs_none(game: str) -> None:
    trump = {"trump": None}
    card = "bleu:prof" if game == "tarot-decale" else "9S"
    assert blamed(game, "trick-winner", {**trump, "plays": []}) == ["facts.plays"]
    assert answer(game, "legal-cards", {**trump, "plays": [], "hand": [card], "card": card}) == {
        "legal": [card],
        "allowed": True,
    }


@pytest.mark.parametrize(
    ("game", "card", "copies"),
    [("tarot-decale", "bleu:prof", 3), ("tarot-decale", "vert:eleve", 4), ("tarot-decale", "excuse", 1),
     ("tarot-decale", "atout:13", 1), ("aluette", "AS", 1)],
)  # fmt: skip
def test_the_pack_counts_over_plays_and_hand_together(game: str, card: str, copies: int) -> None:
    plays, hand = [card] * (copies - 1), [card]
    assert "legal" in answer(game, "legal-cards", {"plays": plays, "hand": hand})
    assert blamed(game, "legal-cards", {"plays": [*plays, card], "hand": hand}) == ["facts"]


def test_cards_that_a_number_of_players_takes_out_are_accepted_and_the_rest_is_not() -> None:
    assert answer("ascenseur", "trick-winner", {"trump": None, "plays": ["2C", "2S"]}) == {"winner": 0}
    assert answer("triolet", "can-play", {"pile": ["4S"], "cards": ["5S"], "zone": "hand"})["allowed"] is True
    assert blamed("aluette", "trick-winner", {"plays": ["10S"]}) == ["facts.plays.0"]
    assert blamed("aluette", "sign", {"card": "10S"}) == ["facts.card"]


@pytest.mark.parametrize("game_id", GAMES)
def test_an_offence_of_another_game_is_no_fact(game_id: str) -> None:
    known = {offence.id for offence in GAMES[game_id].offences}
    everywhere = {offence.id for game in GAMES.values() for offence in game.offences}
    for offence in everywhere - known:
        assert blamed(game_id, "penalty", {"offence": offence}) == ["facts.offence"]
    assert blamed(game_id, "penalty", {"offence": None}) == ["facts.offence"]
    assert blamed(game_id, "penalty", {}) == ["facts.offence"]
