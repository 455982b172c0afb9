"""Which question of the desk a sentence asks: a table of sentences with concrete cards, written for this choice.

The phrases of the questions were widened with these; how good the choice is on sentences that nobody has seen is
measured on those of others.
"""

import json
from pathlib import Path

import pytest

from referee.desk.phrases_asked import phrases_asked
from referee.desk.query_words.sentence_terms import words_said
from referee.words import say
from tests import desk
from tests.web.desk.sentences import questions_asked

ASKED = json.loads((Path(desk.__file__).parent / "questions_asked.json").read_text("utf-8"))
LEAST = 0.95


def questions_for(language: str, game: str, words: str) -> list[str]:
    return [asked.page.form.question.id for asked in questions_asked(language, game, words)]


def test_the_question_that_is_asked_comes_first() -> None:
    missed = [
        (one["words"], one["question"])
        for one in ASKED
        if questions_for(one["language"], one["game"], one["words"])[:1] != [one["question"]]
    ]
    assert 1 - len(missed) / len(ASKED) >= LEAST, missed


@pytest.mark.parametrize(("words", "said"), [
    ("alors, qui ramasse ?", True),
    ("qui donc ramasse ?", True),
    ("qui a bien pu ramasser ?", False),  # too far apart
    ("mais qui ? je ramasse les cartes", False),  # two clauses
    ("ramasse qui peut", False),
])  # fmt: skip
def test_the_words_of_a_phrase_follow_one_another_in_a_clause(words: str, said: bool) -> None:
    phrases = say("qui ramasse / à qui le pli")
    assert bool(phrases_asked(phrases, words_said(words, "fr"), "whistiti", "fr")) == said


def test_the_rarer_words_of_a_phrase_say_more() -> None:
    phrases = say("le pli / la renonce")
    (rare,) = phrases_asked(phrases, words_said("et la renonce ?", "fr"), "whistiti", "fr")
    (usual,) = phrases_asked(phrases, words_said("et le pli ?", "fr"), "whistiti", "fr")
    assert rare > usual


@pytest.mark.parametrize(("words", "question"), [
    ("trois rois plus un joker, ça se pose et ça vaut combien", "meld"),
    ("trois rois plus un joker, ça vaut combien", "card-points"),
])  # fmt: skip
def test_an_answer_that_also_tells_a_worth_comes_before_the_worth_alone(words: str, question: str) -> None:
    assert questions_for("fr", "rami", words)[0] == question


def test_a_word_that_says_nothing_is_passed_over() -> None:
    assert questions_for("fr", "whistiti", "qui ramasse svp")[:1] == ["trick-winner"]


def test_what_is_told_to_be_none_of_some_mishaps_asks_for_none_of_them() -> None:
    sentence = "I'm vice-president, the lowest I was dealt are a 3, a 4 and two 5s. What do I hand over?"
    assert questions_for("en", "president", sentence)[0] == "given-cards"
