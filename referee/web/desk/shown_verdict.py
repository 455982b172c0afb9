"""What the page of a verdict shows beside the verdict: the facts, as cards or in words, and what another rule says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.answers.answer import Field
from referee.cards.french import Suit
from referee.desk.allowed_instead import allowed_instead
from referee.desk.decision import Verdict
from referee.desk.house_effect import house_effect
from referee.desk.noted_ruling import labelled, labelled_facts
from referee.desk_questions.desk_question import Case
from referee.web.rendering.page_language import language
from referee.words import Text, say


def shown_verdict(verdict: Verdict) -> dict[str, Any]:
    """What ``desk/verdict.html`` needs of a verdict."""
    case = verdict.case
    return {
        "verdict": verdict,
        "facts": case.facts,
        "instead": allowed_instead(verdict),
        "house": house_effect(verdict) if case.options else None,
        "trump": _trump(case),
        "others": _facts_in_words(case),
        "card_state": lambda fact, card: _card_state(verdict, fact, card),
    }


def _trump(case: Case) -> Text | None:
    """What is trump, for the head of the page; None in a game without."""
    fact = next((fact for fact in case.fields if fact.offered and fact.key == "trump"), None)
    if fact is None:
        return None
    suit: Suit | None = case.facts[fact.key]
    return fact.nothing if suit is None else say("atout %(suit)s", suit=suit.symbol)


def _facts_in_words(case: Case) -> list[str]:
    """The facts that are neither shown as cards nor in the head of the page."""
    facts = tuple(fact for fact in case.fields if not fact.holds_cards and fact.key not in ("card", "trump"))
    plain = replace(case, fields=facts)
    return [labelled(label, shown, language()) for label, shown in labelled_facts(plain)]


def _card_state(verdict: Verdict, fact: Field, card: Any) -> str:
    """How a card of a hand is marked: one that could not be played, and the one in question."""
    if fact.key != "hand" or "legal" not in verdict.answer:
        return ""
    marks = [] if card.code in verdict.answer["legal"] else ["dim"]
    return " ".join([*marks, "pick"] if card == verdict.case.facts.get("card") else marks)
