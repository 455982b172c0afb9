"""What every question of the desk owes: a form, words in both languages, articles that exist, worked examples."""

from __future__ import annotations

import pytest

from referee.answers.choices import Choice
from referee.desk.question_json import ask
from referee.desk.questions import desk_questions, examples, own_questions
from referee.desk.ruling import Verdict, verdict_value
from referee.desk_questions.desk_question import DeskQuestion
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import question_file
from tests.games.test_contract import is_article

EVERY = [
    pytest.param(game_id, question, id=f"{game_id}-{question.id}")
    for game_id, game in GAMES.items()
    for question in desk_questions(game).values()
]
EXAMPLES = [
    pytest.param(game_id, example, id=f"{game_id}-{example['question']}-{index}")
    for game_id in GAMES
    for index, example in enumerate(examples(game_id))
]
each_question = pytest.mark.parametrize(("game_id", "question"), EVERY)
each_example = pytest.mark.parametrize(("game_id", "example"), EXAMPLES)


def test_every_game_answers_its_own_questions_then_the_one_about_penalties() -> None:
    for game in GAMES.values():
        assert list(desk_questions(game)) == [*(question.id for question in own_questions(game.id)), "penalty"]


@each_question
def test_a_question_and_its_facts_are_named_in_both_languages(game_id: str, question: DeskQuestion) -> None:
    assert question.facts
    for language in LANGUAGES:
        assert question.label.render(language).endswith("?")
        assert all(fact.label.render(language) for fact in question.facts)


@each_question
def test_the_facts_of_a_question_have_keys_of_their_own(game_id: str, question: DeskQuestion) -> None:
    keys = [fact.key for fact in question.facts]
    assert len(set(keys)) == len(keys)


@each_question
def test_every_article_a_ruling_may_name_exists(game_id: str, question: DeskQuestion) -> None:
    assert question.articles
    assert [article for article in question.articles if not is_article(article)] == []


@each_question
def test_every_question_has_at_least_two_worked_examples(game_id: str, question: DeskQuestion) -> None:
    assert sum(example["question"] == question.id for example in examples(game_id)) >= 2


@pytest.mark.parametrize("game_id", GAMES)
def test_every_offence_of_a_game_has_a_worked_example(game_id: str) -> None:
    shown = {example["facts"]["offence"] for example in examples(game_id) if example["question"] == "penalty"}
    assert shown == {offence.id for offence in GAMES[game_id].offences}


@each_example
def test_a_worked_example_is_answered_as_written(game_id: str, example: dict[str, object]) -> None:
    value = question_file(game_id, example["question"], example["facts"], example.get("options"))  # type: ignore[arg-type]
    verdict = ask(value)
    assert isinstance(verdict, Verdict), [(one.field, one.message.render("fr")) for one in verdict]
    assert verdict.answer == example["answer"]


@each_example
def test_a_verdict_names_the_article_of_its_example_among_those_declared(
    game_id: str, example: dict[str, object]
) -> None:
    value = question_file(game_id, example["question"], example["facts"], example.get("options"))  # type: ignore[arg-type]
    verdict = ask(value)
    assert isinstance(verdict, Verdict)
    assert set(verdict.articles) <= set(desk_questions(GAMES[game_id])[verdict.case.question.id].articles)
    assert example["article"] in verdict.articles


@each_example
def test_a_verdict_says_why_in_one_or_two_sentences_of_both_languages(game_id: str, example: dict[str, object]) -> None:
    value = question_file(game_id, example["question"], example["facts"], example.get("options"))  # type: ignore[arg-type]
    verdict = ask(value)
    assert isinstance(verdict, Verdict)
    assert 1 <= len(verdict.because) <= 2
    said = {language: verdict_value(verdict, language)["because"] for language in LANGUAGES}
    assert said["fr"] != said["en"]
    assert all(words.endswith(".") and "%(" not in words and words[0].upper() == words[0] for words in said.values())


def test_choices_are_never_the_same_word_twice() -> None:
    choices = [
        (game.id, question.id, [words.render("fr") for _, words in fact.choices])
        for game in GAMES.values()
        for question in desk_questions(game).values()
        for fact in question.facts
        if isinstance(fact, Choice)
    ]
    assert {game for game, _, _ in choices} == set(GAMES)
    assert [choice for choice in choices if len(set(choice[2])) < len(choice[2])] == []
