"""What every question of the desk owes: a form, words in both languages, articles that exist, worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee.desk.questions as package
from referee.desk.ask import ask
from referee.desk.examples import examples
from referee.desk.facts import ChoiceFact
from referee.desk.penalty import EFFECTS
from referee.desk.question import DeskQuestion, Verdict, verdict_value
from referee.desk.questions import QUESTIONS, desk_questions
from referee.games.options import house_rules
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import question_file
from tests.games.test_contract import is_article

ASKED = {
    # What each game is asked, and what a full answer tells.
    "ascenseur": {
        "trick-winner": {"winner"}, "legal-cards": {"legal", "allowed"}, "forbidden-bid": {"forbidden"},
    },
    "barbu": {"trick-winner": {"winner"}, "legal-cards": {"legal", "allowed"}},
    "whistiti": {"trick-winner": {"winner"}, "legal-cards": {"legal", "allowed"}},
    "president": {
        "can-play": {"allowed"},
        "exchange": {"trou_gives", "president_gives", "vice_trou_gives", "vice_president_gives"},
    },
    "bataille-corse": {"pile": {"taker", "next", "owed", "slap"}},
    "huit-americain": {
        "can-play": {"allowed"},
        "effect": {"next", "draw", "drawer", "direction", "again", "choose_suit"},
        "hand-points": {"points"},
    },
    "triolet": {"can-play": {"allowed", "purge", "again"}},
    "kems": {"settle": {"score_as", "side", "points", "deal_ends"}},
    "aluette": {
        "trick-winner": {"winner", "tied"}, "legal-cards": {"legal", "allowed"},
        "deal-winner": {"side", "player", "points", "mordienne"}, "sign": {"sign"},
    },
    "famille-trefles": {"family": {"valid"}, "actions": {"executed", "again"}},
    "tarot-decale": {
        "trick-winner": {"winner", "tied"}, "legal-cards": {"legal", "allowed"}, "card-points": {"points"},
        "bettor": {"bettor", "diploma"}, "bonus": {"trop_cool", "loose", "greve"},
    },
    "feuille-libre": {},
}  # fmt: skip

KINDS = {
    # A form has a widget for each of these.
    "bids", "card", "cards", "choice", "choices", "flips", "held-card", "nothing", "number", "numbers", "player",
    "players", "plays", "some-players", "suit", "teams", "winners", "yes-no",
}  # fmt: skip

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


def test_every_game_answers_its_questions_and_penalty() -> None:
    found = {game_id: set(desk_questions(game)) for game_id, game in GAMES.items()}
    assert found == {game_id: {*questions, "penalty"} for game_id, questions in ASKED.items()}


def test_every_module_of_questions_is_registered() -> None:
    modules = {path.stem.replace("_", "-") for path in Path(package.__file__).parent.glob("*.py")} - {"--init--"}
    assert modules == set(QUESTIONS)


@each_question
def test_a_question_and_its_facts_are_named_in_both_languages(game_id: str, question: DeskQuestion) -> None:
    for language in LANGUAGES:
        assert question.label.render(language).endswith("?")
        assert all(fact.label.render(language) for fact in question.facts)


@each_question
def test_the_facts_of_a_question_have_keys_of_their_own(game_id: str, question: DeskQuestion) -> None:
    keys = [fact.key for fact in question.facts]
    assert len(set(keys)) == len(keys)
    assert {fact.kind for fact in question.facts} <= KINDS


@each_question
def test_every_article_a_ruling_may_name_exists(game_id: str, question: DeskQuestion) -> None:
    assert [article for article in question.articles if not is_article(article)] == []


@each_question
def test_every_question_has_at_least_two_worked_examples(game_id: str, question: DeskQuestion) -> None:
    assert sum(example["question"] == question.id for example in examples(game_id)) >= 2


@pytest.mark.parametrize("game_id", ASKED)
def test_the_worked_examples_of_a_game_show_every_key_of_its_answers(game_id: str) -> None:
    shown: dict[str, set[str]] = {}
    for example in examples(game_id):
        shown.setdefault(example["question"], set()).update(example["answer"])
    assert shown == {**ASKED[game_id], "penalty": {"effect"}}


@pytest.mark.parametrize("game_id", ASKED)
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
    assert set(verdict.articles) <= set(desk_questions(GAMES[game_id])[verdict.question].articles)
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


@pytest.mark.parametrize("game_id", GAMES)
def test_every_effect_of_an_offence_is_told_in_words(game_id: str) -> None:
    game = GAMES[game_id]
    rules, _ = house_rules(game.options, {}, tuple(f"P{n}" for n in range(game.players[-1])))
    assert {offence.effect_under(rules) for offence in game.offences} <= set(EFFECTS)


def test_choices_are_never_the_same_word_twice() -> None:
    for game in GAMES.values():
        for question in desk_questions(game).values():
            for fact in question.facts:
                if isinstance(fact, ChoiceFact):
                    shown = [words.render("fr") for _, words in fact.choices]
                    assert len(set(shown)) == len(shown), (question.id, shown)
