"""What an article answers in a sentence or two, chosen by what was asked."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from referee.desk.articles import Article, disputes
from referee.desk.search_words import keys, terms

NEARLY = 0.3
"""How much of the meaning of a dispute and of a question must be the same for the one to be what the other asks."""

ENOUGH, MOST_SAID = 60, 220
"""Letters with which an answer says enough, and beyond which no other sentence is begun."""

BETTER = 3
"""Words of the question that a later sentence must have more than the first to be the one that answers."""

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…]\*\*))\s+(?=[A-ZÀ-Þ«*0-9])")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an article answers in a sentence or two; ``question``: the dispute it decides, where that was asked."""

    text: str
    question: str = ""


def answer(law: Article, words: str, language: str) -> Answer:
    """What an article that was found answers: a dispute's answer where its question is nearly what was typed.

    >>> from referee.desk.articles import article
    >>> misdeal = article("match.misdeal", "fr")
    >>> answer(misdeal, "maldonne", "fr").question if misdeal else "lost"
    ''
    """
    asked = _meaning(words, language)
    cards = [card for card in disputes(law.chapter, language) if law.id in card.articles[:1]]
    near = [(_likeness(asked, _meaning(card.question, language)), card) for card in cards]
    best, card = max(near, key=lambda pair: pair[0], default=(0.0, None))
    if card is not None and best >= NEARLY:
        return Answer(_said(sentences(card.answer)), card.question)
    return Answer(_said(_that_answer(sentences(law.text), asked, language)))


def sentences(text: str) -> list[str]:
    """The sentences of a text, without its tables and headings."""
    paragraphs = (part for part in text.split("\n\n") if part and part[0] not in "|#")
    lines = (" ".join(line.removeprefix("- ") for line in part.splitlines()) for part in paragraphs)
    return [sentence for line in lines for sentence in _SENTENCE.split(line)]


def _meaning(text: str, language: str) -> Set[str]:
    """The words of a text that say something, and what they share with others."""
    return keys((term for term in terms(text, language) if not term.small), language).keys()


def _likeness(one: Set[str], other: Set[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _that_answer(said: list[str], asked: Set[str], language: str) -> list[str]:
    """The sentences from the one on that has clearly more of what was asked; all of them where none has."""
    shared = [len(asked & _meaning(sentence, language)) for sentence in said]
    best = max(range(len(said)), key=lambda at: (shared[at], -at), default=0)
    return said[best:] if said and shared[best] >= shared[0] + BETTER else said


def _said(sentences: list[str]) -> str:
    """The first sentences, enough of them to say something."""
    said = ""
    for sentence in sentences:
        if said and (len(said) >= ENOUGH or len(said) + len(sentence) > MOST_SAID):
            break
        said = f"{said} {sentence}".strip()
    return f"{said[:-1].rstrip()}…" if said.endswith(":") else said
