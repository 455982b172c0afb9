"""Asking the desk in tests: facts in, the answer or the fields at fault out."""

from collections.abc import Mapping
from typing import Any

from referee.desk.adjudication import Verdict
from referee.desk.question_json import FORMAT, ask


def question_file(
    game: str, question: str, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The value of a question file."""
    value = {"format": FORMAT, "game": game, "question": question, "facts": dict(facts)}
    return value if options is None else {**value, "options": dict(options)}


def verdict_of(game: str, question: str, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Verdict:
    """The verdict; the test fails if the facts are refused."""
    verdict = ask(question_file(game, question, facts, options))
    assert isinstance(verdict, Verdict), [(one.field, one.message.render("fr")) for one in verdict]
    return verdict


def answer(
    game: str, question: str, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The answer alone."""
    return dict(verdict_of(game, question, facts, options).answer)


def because(game: str, question: str, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> str:
    """Why, in French."""
    return " ".join(sentence.render("fr") for sentence in verdict_of(game, question, facts, options).because)


def blamed(
    game: str, question: str, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> list[str | None]:
    """The fields at fault of facts that cannot be; the test fails if they are answered."""
    wrong = ask(question_file(game, question, facts, options))
    assert not isinstance(wrong, Verdict), wrong.answer
    assert {one.article for one in wrong} == {"question.facts"}
    return [one.field for one in wrong]
