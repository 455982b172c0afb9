"""The excerpt of an article, a sentence or two, that answers a search query best."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

from referee.desk.articles import Article, disputes
from referee.desk.search_words import keys, terms

NEARLY = 0.3
"""The least similarity (Jaccard index of keys) of a query and a dispute's question for its answer to be taken."""

ENOUGH, LONGEST = 60, 220
"""Letters of an excerpt: no further sentence from the first number on, none that would exceed the second."""

BETTER = 3
"""The least number of keys that a later sentence must share beyond the first to start the excerpt."""

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…]\*\*))\s+(?=[A-ZÀ-Þ«*0-9])")


@dataclass(frozen=True, slots=True)
class Answer:
    """An excerpt; ``question``: the dispute that it answers, ``asks``: its desk question; both "" without one."""

    text: str
    question: str = ""
    asks: str = ""


def answer(law: Article, words: str, language: str) -> Answer:
    """The excerpt of an article for a query: a dispute's answer where its question is similar, else its own text.

    >>> from referee.desk.articles import article
    >>> misdeal = article("match.misdeal", "fr")
    >>> answer(misdeal, "maldonne", "fr").question if misdeal else "lost"
    ''
    """
    query = _query_keys(words, language)
    cards = [card for card in disputes(law.chapter, language) if law.id in card.articles[:1]]
    similarities = [(_similarity(query, _query_keys(card.question, language)), card) for card in cards]
    best, card = max(similarities, key=lambda pair: pair[0], default=(0.0, None))
    if card is not None and best >= NEARLY:
        return Answer(_first_sentences(sentences(card.answer)), card.question, card.asks)
    return Answer(_first_sentences(_best_sentences(sentences(law.text), query, language)))


def sentences(text: str) -> list[str]:
    """The sentences of a text, without its tables and headings."""
    paragraphs = (part for part in text.split("\n\n") if part and part[0] not in "|#")
    lines = (" ".join(line.removeprefix("- ") for line in part.splitlines()) for part in paragraphs)
    return [sentence for line in lines for sentence in _SENTENCE.split(line)]


def _query_keys(text: str, language: str) -> Set[str]:
    """The index keys of a text without its small words."""
    return keys((term for term in terms(text, language) if not term.small), language).keys()


def _similarity(left: Set[str], right: Set[str]) -> float:
    return len(left & right) / len(left | right) if left and right else 0.0


def _best_sentences(sentences: list[str], query: Set[str], language: str) -> list[str]:
    """The sentences from the best one on, if it shares clearly more keys than the first; else all."""
    shared = [len(query & _query_keys(sentence, language)) for sentence in sentences]
    best = max(range(len(sentences)), key=lambda at: (shared[at], -at), default=0)
    return sentences[best:] if sentences and shared[best] >= shared[0] + BETTER else sentences


def _first_sentences(sentences: list[str]) -> str:
    """The first sentences, up to the bounds of an excerpt."""
    text = ""
    for sentence in sentences:
        if text and (len(text) >= ENOUGH or len(text) + len(sentence) > LONGEST):
            break
        text = f"{text} {sentence}".strip()
    return f"{text[:-1].rstrip()}…" if text.endswith(":") else text
