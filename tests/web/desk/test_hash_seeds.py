"""A sentence is read alike in every process: the order of a set, which each process has anew, decides nothing."""

import json
import os
import subprocess
import sys

import pytest

from referee.desk.search.rulebook_search import search
from referee.games.registry import GAMES
from tests.desk.everyday import everyday_questions
from tests.web.desk.sentences import questions_asked
from tests.web.desk.test_told_in_prose import RULED

SEEDS = ("0", "1", "2")
LEAST_LOOKED_AT = 200


def answers_to_sentences() -> list[str]:
    """What the desk says to each sentence: the articles found, the question, its facts, what was not understood."""
    sentences = [(language, game, words) for language, game, words, _ in RULED]
    sentences += [
        (question.language, question.game, question.words)
        for name in ("everyday_questions", "spoken_questions")
        for question in everyday_questions(name)
        if question.game in GAMES
    ]
    return [f"{words} → {_answer(language, game, words)}" for language, game, words in sentences]


def _answer(language: str, game: str, words: str) -> str:
    articles = [article.id for article in search(words, language, game)]
    questions = [
        (
            question.page.form.question.id,
            sorted(question.typed.items()),
            [text.render(language) for text in question.unclear],
            question.verdict and repr(question.verdict.answer),
        )
        for question in questions_asked(language, game, words)
    ]
    return repr((articles, questions))


def answers_with(seed: str) -> list[str]:
    """The answers of a process of its own whose hashes are seeded so."""
    program = f"import json; from {__name__} import answers_to_sentences; print(json.dumps(answers_to_sentences()))"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    answers: list[str] = json.loads(done.stdout)
    return answers


@pytest.mark.thorough
def test_every_process_says_the_same_of_a_sentence() -> None:
    first, *others = (answers_with(seed) for seed in SEEDS)
    assert len(first) >= LEAST_LOOKED_AT
    for answers in others:
        assert [pair for pair in zip(first, answers, strict=True) if pair[0] != pair[1]] == []
