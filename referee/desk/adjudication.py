"""Rule on a desk question: read its case, then decide it.

``case_of`` reads facts and house rules into a :class:`Case`, or returns the violations of the first stage with any:
each fact and the options alone, then contradictions between facts. All have the article ``question.facts``.
``verdict_on`` decides a case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.answer import Facts, Field, Reader, by_field_key, fact_violation
from referee.answers.violation import Violation
from referee.desk.house_rule_validation import desk_rules
from referee.desk_questions.desk_question import Case, CaseUnder, DeskQuestion, Word, no_further_facts
from referee.game_definition.game import Game
from referee.words import Renderable, quoted, say, say_n

FORMAT = "referee-verdict/1"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a case, its articles (most decisive first), its reasons, and the word of the answer."""

    case: Case
    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Renderable, ...]
    word: Word


def rule_on(
    game: Game, question: DeskQuestion, raw_facts: Mapping[str, Any], options: Any = None
) -> Verdict | list[Violation]:
    """The verdict on raw facts and raw options, or their violations."""
    case = case_of(game, question, raw_facts, options)
    return verdict_on(case) if isinstance(case, CaseUnder) else case


def case_of(
    game: Game, question: DeskQuestion, raw_facts: Mapping[str, Any], options: Any = None
) -> Case | list[Violation]:
    """The case of raw facts and raw options, or their violations."""
    facts, violations = _read_facts(question.facts, raw_facts)
    rules, rule_violations = desk_rules(game, options, facts)
    fields = question.facts
    if question.further_facts is not no_further_facts:
        if rule_violations or "players" not in facts:  # the other facts depend on them
            return [*violations, *rule_violations]
        fields = question.fields(game, facts["players"], rules)
        facts, violations = _read_facts(fields, raw_facts)
    violations = [*_unknown_facts(fields, raw_facts), *violations, *rule_violations]
    case = CaseUnder(game, question, fields, facts, rules, raw_facts, options or {})
    return violations or case_violations(case) or case


def verdict_on(case: Case) -> Verdict:
    """The verdict on a valid case."""
    ruling = case.question.rule(case)
    word = case.question.word(case, ruling.answer)
    return Verdict(case, ruling.answer, tuple(dict.fromkeys(ruling.articles)), ruling.because, word)


def _unknown_facts(fields: tuple[Field, ...], raw_facts: Mapping[str, Any]) -> list[Violation]:
    _, unknown, _ = by_field_key(fields, raw_facts, Reader("question.facts"))
    return [
        fact_violation(f"facts.{key}", say("« %(fact)s » n'a pas sa place dans cette question.", fact=quoted(key)))
        for key in unknown
    ]


def _read_facts(fields: tuple[Field, ...], raw_facts: Mapping[str, Any]) -> tuple[Facts, list[Violation]]:
    """The valid facts, and the violations of the others."""
    facts: dict[str, Any] = {}
    reader = Reader("question.facts", facts)
    values, _, violations = by_field_key(fields, raw_facts, reader, "facts.")
    for fact in fields:
        given = (fact.key, values[fact.key]) if fact.key in values else fact.left_out(values)
        if given is not None:
            key, raw = given
            value, fact_violations = fact.read_and_check(f"facts.{key}", raw, reader)
            if not fact_violations:
                facts[fact.key] = value
            violations.extend(fact_violations)
        elif fact.optional:
            facts[fact.key] = fact.default
        else:
            violations.append(fact_violation(f"facts.{fact.key}", say("Il manque : %(fact)s.", fact=fact.label)))
    return facts, violations


def case_violations(case: Case) -> list[Violation]:
    """The violations between valid facts: more cards than the pack holds, contradictions."""
    return [*_too_many(case), *case.question.contradictions(case)]


def _too_many(case: Case) -> Iterator[Violation]:
    pack = case.question.pack
    if pack is None:
        return
    for card, copies in pack.excess(case.cards, case.question.packs(case)):
        message = say_n(
            "Il n'y a qu'une carte comme celle-ci dans le jeu : %(card)s.",
            "Il n'y a que %(n)s cartes comme celle-ci dans le jeu : %(card)s.",
            copies,
            card=card,
        )
        yield fact_violation("facts", message)


def verdict_value(verdict: Verdict, language: str) -> dict[str, Any]:
    """The value of ``referee-verdict/1``."""
    return {
        "format": FORMAT,
        "game": verdict.case.game.id,
        "question": verdict.case.question.id,
        "answer": dict(verdict.answer),
        "articles": list(verdict.articles),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }
