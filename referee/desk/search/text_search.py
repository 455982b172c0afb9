"""Which of some short texts are about what is asked: the rules that a club wrote itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.desk.search.article_scores import total_weight
from referee.desk.search.search_index import Weights, load_index
from referee.desk.search.search_terms import keys

MENTIONED, ALIKE = 0.5, 0.35
"""What a text and a query share for the text to be found: of the words of the shorter one, and their cosine."""


def search_texts(words: str, texts: Sequence[str], language: str) -> list[int]:
    """The indexes of the texts, of a sentence each, that are about what the words ask, best first.

    >>> search_texts("on tape sur un sandwich ?", ["Qui perd paie la pizza.", "Le sandwich se tape."], "fr")
    [1]
    """
    query = _weights(words, language)
    found = []
    for number, text in enumerate(texts):
        own = _weights(text, language)
        own_keys = {key for weights in own for key in weights}
        shared = sum(max((weights[key] for key in weights if key in own_keys), default=0.0) for weights in query)
        sizes = total_weight(query), total_weight(own)
        likeness = shared / (math.sqrt(sizes[0] * sizes[1]) or 1.0)
        if shared >= MENTIONED * min(sizes) and likeness >= ALIKE:
            found.append((likeness, number))
    return [number for _, number in sorted(found, key=lambda pair: -pair[0])]


def _weights(text: str, language: str) -> list[Weights]:
    """For each word of a text but the small ones, its index keys with their weights."""
    index = load_index(language)
    everywhere = index.scope(None)
    return [
        {key: index.weight(key, everywhere) for key in keys((term,), language)}
        for term in index.query(text)
        if not term.small
    ]
