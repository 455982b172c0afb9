"""What every question of the desk owes: a form, words in both languages, articles that exist, worked examples."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from referee.answers.choices import Choice
from referee.desk.adjudication import Verdict, verdict_value
from referee.desk.question_json import ask
from referee.desk.questions import desk_questions, examples, own_questions
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import question_file
from tests.games.test_contract import is_article

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def verdict_on(game: Game, example: Mapping[str, Any]) -> Verdict:
    """What the desk says to a worked example."""
    verdict = ask(question_file(game.id, example["question"], example["facts"], example.get("options")))
    assert isinstance(verdict, Verdict), [(fault.field, fault.message.render("fr")) for fault in verdict]
    return verdict


def test_every_game_answers_its_own_questions_then_the_one_about_penalties() -> None:
    for game in GAMES.values():
        assert list(desk_questions(game)) == [*(question.id for question in own_questions(game.id)), "penalty"]


@each_game
def test_a_question_and_its_facts_are_named_in_both_languages(game: Game) -> None:
    for question in desk_questions(game).values():
        assert question.facts, question.id
        for language in LANGUAGES:
            assert question.label.render(language).endswith("?"), question.id
            assert all(fact.label.render(language) for fact in question.facts), question.id


@each_game
def test_the_facts_of_a_question_have_keys_of_their_own(game: Game) -> None:
    keys = {question.id: [fact.key for fact in question.facts] for question in desk_questions(game).values()}
    assert keys
    assert {question: names for question, names in keys.items() if len(set(names)) < len(names)} == {}


@each_game
def test_every_article_a_ruling_may_name_exists(game: Game) -> None:
    for question in desk_questions(game).values():
        assert question.articles, question.id
        assert [article for article in question.articles if not is_article(article)] == []


@each_game
def test_every_question_has_at_least_two_worked_examples(game: Game) -> None:
    times = Counter(example["question"] for example in examples(game.id))
    assert [question for question in desk_questions(game) if times[question] < 2] == []


@each_game
def test_every_offence_of_a_game_has_a_worked_example(game: Game) -> None:
    shown = {example["facts"]["offence"] for example in examples(game.id) if example["question"] == "penalty"}
    assert shown == {offence.id for offence in game.offences}


@each_game
def test_a_worked_example_is_answered_as_written_by_an_article_that_its_question_declares(game: Game) -> None:
    for number, example in enumerate(examples(game.id)):
        verdict = verdict_on(game, example)
        assert verdict.answer == example["answer"], number
        assert example["article"] in verdict.articles, number
        assert set(verdict.articles) <= set(desk_questions(game)[verdict.case.question.id].articles), number


@each_game
def test_a_verdict_says_why_in_one_or_two_sentences_of_both_languages(game: Game) -> None:
    for number, example in enumerate(examples(game.id)):
        verdict = verdict_on(game, example)
        assert 1 <= len(verdict.because) <= 2, number
        said = {language: verdict_value(verdict, language)["because"] for language in LANGUAGES}
        assert said["fr"] != said["en"], number
        for words in said.values():
            assert words.endswith("."), words
            assert "%(" not in words, words
            assert words[0].upper() == words[0], words


def test_each_card_of_a_pack_has_a_place_of_its_own_in_a_sorted_hand() -> None:
    questions = [question for game in GAMES.values() for question in desk_questions(game).values()]
    packs = {id(question.pack): question.pack for question in questions if question.pack}
    assert len(packs) > 5
    for pack in packs.values():
        for language in LANGUAGES:
            places = Counter(pack.face(card, language).place for card in pack.copies)
            assert max(places.values()) == 1, (pack, language)


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
