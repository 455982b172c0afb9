"""The desk's questions: declared by the games, asked with facts, answered by article.

``case_of`` reads the facts and house rules of a question once, to a :class:`Case` or to all the violations of the first
stage that finds any: first each fact and the options, then facts that contradict each other. Every one of them has the
article ``question.facts``. ``ruled`` takes a case to its :class:`Verdict`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.answer import Facts, Reader, fact_violation
from referee.answers.violation import Violation
from referee.desk.house_rule_validation import desk_rules
from referee.desk_questions.desk_question import Case, DeskQuestion, Word
from referee.game_definition.game import Game
from referee.words import Shown, quoted, say, say_n

FORMAT = "referee-verdict/1"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a case, the articles that decide it (most decisive first), why, and all of it in one word."""

    case: Case
    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Shown, ...]
    word: Word


def rule_on(
    game: Game, question: DeskQuestion, raw_facts: Mapping[str, Any], options: Any = None
) -> Verdict | list[Violation]:
    """Rule on a question from raw facts and raw options."""
    case = case_of(game, question, raw_facts, options)
    return ruled(case) if isinstance(case, Case) else case


def case_of(
    game: Game, question: DeskQuestion, raw_facts: Mapping[str, Any], options: Any = None
) -> Case | list[Violation]:
    """Read a case from raw facts and raw options."""
    facts, wrong = _read_facts(question, raw_facts)
    rules, misfits = desk_rules(game, options, facts)
    wrong = [*wrong, *misfits]
    case = Case(game, question, facts, rules, raw_facts, options or {})
    return wrong or contradicted(case) or case


def ruled(case: Case) -> Verdict:
    """The verdict on a case."""
    ruling = case.question.rule(case)
    word = case.question.word(case, ruling.answer)
    return Verdict(case, ruling.answer, tuple(dict.fromkeys(ruling.articles)), ruling.because, word)


def _read_facts(question: DeskQuestion, raw_facts: Mapping[str, Any]) -> tuple[Facts, list[Violation]]:
    """Read every fact alone; a fact that is wrong is not among those read."""
    known = {fact.key for fact in question.facts}
    wrong = [
        fact_violation(f"facts.{key}", say("« %(fact)s » n'a pas sa place dans cette question.", fact=quoted(key)))
        for key in raw_facts
        if key not in known
    ]
    facts: dict[str, Any] = {}
    reader = Reader("question.facts", facts)
    for fact in question.facts:
        if fact.key in raw_facts:
            value, faults = fact.read_and_check(f"facts.{fact.key}", raw_facts[fact.key], reader)
            if not faults:
                facts[fact.key] = value
            wrong.extend(faults)
        elif fact.optional:
            facts[fact.key] = fact.default
        else:
            wrong.append(fact_violation(f"facts.{fact.key}", say("Il manque : %(fact)s.", fact=fact.label)))
    return facts, wrong


def contradicted(case: Case) -> list[Violation]:
    """What is wrong with facts that are each right alone: more cards than the pack holds, or a contradiction."""
    return [*_too_many(case), *case.question.contradictions(case)]


def _too_many(case: Case) -> Iterator[Violation]:
    pack = case.question.pack
    if pack is None:
        return
    for card, copies in pack.beyond(case.cards, case.question.packs(case)):
        message = say_n(
            "Il n'y a qu'une carte comme celle-ci dans le jeu : %(card)s.",
            "Il n'y a que %(n)s cartes comme celle-ci dans le jeu : %(card)s.",
            copies,
            card=card,
        )
        yield fact_violation("facts", message)


def verdict_value(verdict: Verdict, language: str) -> dict[str, Any]:
    """The verdict as FORMATS prints it."""
    return {
        "format": FORMAT,
        "game": verdict.case.game.id,
        "question": verdict.case.question.id,
        "answer": dict(verdict.answer),
        "articles": list(verdict.articles),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }
