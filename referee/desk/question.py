"""The desk's questions: declared by the games, asked with facts, answered by article.

``ask`` takes the value of a ``referee-question/1`` file to a :class:`Verdict`, or to all the
violations of the first stage that finds any: first the file's frame, then each fact and the
options, then facts that contradict each other. Every one of them has the article ``question.facts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.desk.facts import Fact, Facts, HoldsCards, impossible
from referee.desk.house import desk_rules
from referee.desk.packs import Pack
from referee.desk.word import Word
from referee.games.game import Game
from referee.games.table import HouseRules
from referee.games.violation import Violation
from referee.words import Text, quoted, say, say_n

__all__ = [
    "DeskQuestion", "Ruling", "Verdict", "cards_of", "consistent", "contradicted", "read_facts", "rule_on",
    "verdict_value",
]  # fmt: skip

FORMAT = "referee-verdict/1"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a question's function finds: the answer in plain values, what decides it, and why, in sentences."""

    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Text, ...]


def consistent(facts: Facts, rules: HouseRules) -> Iterable[Violation]:
    """Facts that need no judging beyond each alone and the pack they come from."""
    return ()


def one_pack(facts: Facts) -> int:
    """The cards told come from one pack."""
    return 1


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """A question as its game declares it: what must be told, and the function that rules on it.

    ``articles`` are all that a ruling may name. ``pack`` holds every card told, ``packs`` of it;
    ``contradictions`` finds facts that cannot go together. Facts stand in the order they are read: one may
    refer to those before it. ``word`` says an answer in one word.
    """

    id: str
    label: Text
    facts: tuple[Fact, ...]
    rule: Callable[[Facts, HouseRules], Ruling]
    articles: tuple[str, ...]
    pack: Pack | None = None
    packs: Callable[[Facts], int] = one_pack
    contradictions: Callable[[Facts, HouseRules], Iterable[Violation]] = consistent
    word: Callable[[Facts, Mapping[str, Any]], Word] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question, the articles that decide it (most decisive first), why, and all of it in one word."""

    game: str
    question: str
    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Text, ...]
    word: Word


def rule_on(
    game: Game, question: DeskQuestion, told: Mapping[str, Any], options: Any = None
) -> Verdict | list[Violation]:
    """Rule on a question from raw facts and raw options."""
    facts, wrong = read_facts(question, told)
    rules, misfits = desk_rules(game, options, facts)
    wrong = [*wrong, *misfits]
    wrong = wrong or contradicted(question, facts, rules)
    if wrong:
        return wrong
    ruling = question.rule(facts, rules)
    word = question.word(facts, ruling.answer)
    return Verdict(game.id, question.id, ruling.answer, tuple(dict.fromkeys(ruling.articles)), ruling.because, word)


def read_facts(question: DeskQuestion, told: Mapping[str, Any]) -> tuple[Facts, list[Violation]]:
    """Read every fact alone; a fact that is wrong is not among those read."""
    known = {fact.key for fact in question.facts}
    wrong = [
        impossible(f"facts.{key}", say("Cette question n'a que faire de « %(fact)s ».", fact=quoted(key)))
        for key in told
        if key not in known
    ]
    facts: dict[str, Any] = {}
    for fact in question.facts:
        if fact.key in told:
            value, faults = fact.read(f"facts.{fact.key}", told[fact.key], facts)
            if not faults:
                facts[fact.key] = value
            wrong.extend(faults)
        elif fact.optional:
            facts[fact.key] = fact.default
        else:
            wrong.append(impossible(f"facts.{fact.key}", say("Il manque : %(fact)s.", fact=fact.label)))
    return facts, wrong


def contradicted(question: DeskQuestion, facts: Facts, rules: HouseRules) -> list[Violation]:
    """What is wrong with facts that are each right alone: more cards than the pack holds, or a contradiction."""
    return [*_too_many(question, facts), *question.contradictions(facts, rules)]


def cards_of(question: DeskQuestion, facts: Facts) -> list[Any]:
    """All the cards that were told, on the table and in hands."""
    return [card for fact in question.facts if isinstance(fact, HoldsCards) for card in fact.cards(facts[fact.key])]


def _too_many(question: DeskQuestion, facts: Facts) -> Iterator[Violation]:
    if question.pack is None:
        return
    for card, copies in question.pack.beyond(cards_of(question, facts), question.packs(facts)):
        message = say_n(
            "Cette carte n'est qu'une fois dans le jeu : %(card)s.",
            "Cette carte n'est que %(n)s fois dans le jeu : %(card)s.", copies, card=card,
        )  # fmt: skip
        yield impossible("facts", message)


def verdict_value(verdict: Verdict, language: str) -> dict[str, Any]:
    """The verdict as FORMATS prints it."""
    return {
        "format": FORMAT,
        "game": verdict.game,
        "question": verdict.question,
        "answer": dict(verdict.answer),
        "articles": list(verdict.articles),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }
