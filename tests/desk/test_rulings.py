"""House rules that change an answer, facts that are no case, and rulings as they are kept."""

from dataclasses import replace
from typing import Any

import pytest

from referee.answers.players import PlayerOrder
from referee.desk.adjudication import case_of
from referee.desk.house_effect import HouseEffect, house_effect
from referee.desk.noted_ruling import ruling_note, ruling_value
from referee.desk.questions import desk_questions, examples
from referee.desk_questions.desk_question import CaseUnder
from referee.games.registry import GAMES
from referee.words import LANGUAGES, say
from tests.desk.asking import verdict_of

FOUR = ("Ana", "Bob", "Chloé", "Dan")
EQUAL = {"pile": ["9S"], "cards": ["9H"], "zone": "hand"}


def effect(game: str, question: str, facts: dict[str, Any], options: dict[str, Any]) -> HouseEffect | None:
    verdict = verdict_of(game, question, facts, options)
    return house_effect(verdict)


def test_a_house_rule_is_named_where_it_changes_the_answer() -> None:
    found = effect("triolet", "can-play", EQUAL, {"equal_allowed": True, "open_multi": True})
    assert found is not None
    assert [(option.id, value) for option, value in found.options] == [("equal_allowed", True)]
    assert found.by_printed_rules.answer["allowed"] is False


def test_a_house_rule_that_changes_nothing_is_not_named() -> None:
    assert effect("triolet", "can-play", {**EQUAL, "cards": ["JH"]}, {"equal_allowed": True}) is None
    assert effect("triolet", "can-play", EQUAL, {"open_multi": True}) is None


@pytest.mark.parametrize("order", [["Ana"], ["Ana", "Ana", "Bob"]])
def test_a_fact_that_is_beyond_its_bounds_is_no_case(order: list[str]) -> None:
    question = replace(desk_questions(GAMES["kems"])["penalty"], facts=(PlayerOrder("order", say("Ordre"), FOUR, 3),))
    wrong = case_of(GAMES["kems"], question, {"order": order})
    assert not isinstance(wrong, CaseUnder)
    assert {(fault.article, fault.field) for fault in wrong} == {("question.facts", "facts.order")}


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_can_be_kept_and_told_in_a_note(game: str) -> None:
    for example in examples(game):
        facts, options = example["facts"], example.get("options", {})
        question = desk_questions(GAMES[game])[example["question"]]
        verdict = verdict_of(game, question.id, facts, options)
        kept = ruling_value(verdict)
        assert kept["question"]["facts"] == facts
        assert kept["verdict"]["answer"] == example["answer"]
        for language in LANGUAGES:
            note = ruling_note(verdict, language)
            assert note.startswith(kept["words"][language]["word"])
            assert kept["words"][language]["asked"] in note
            assert len(note) <= 500


def test_a_note_tells_the_facts_in_words() -> None:
    facts = {"trump": None, "plays": [{"player": "Ana", "card": "9S"}], "hand": ["2S", "AH"], "card": "AH"}
    note = ruling_note(verdict_of("whistiti", "legal-cards", facts), "fr")
    told = note.split(" · ")
    assert told[0] == "Interdit — Que peut‑on jouer\u202f?"
    assert told[1:5] == [
        "Atout\u202f: sans atout",
        "Cartes déjà posées, dans l’ordre\u202f: Ana 9♠",
        "La main du joueur\u202f: 2♠ et A♥",
        "La carte qu’il veut jouer\u202f: A♥",
    ]


def test_a_note_that_is_too_long_is_cut() -> None:
    plays = [{"player": name * 40, "card": f"{rank}S"} for name, rank in zip("ABCDEFGHIJKL", "23456789JQKA")]
    facts = {"trump": "H", "plays": plays}
    note = ruling_note(verdict_of("whistiti", "trick-winner", facts), "fr")
    assert len(note) == 500
    assert note.endswith("…")
