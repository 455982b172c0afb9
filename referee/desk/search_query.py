"""The words of a query as the index keys that they match, with their weights."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from referee.desk.search_index import Index, Part
from referee.desk.search_words import Term, keys, load_vocabulary

MISSPELT = 0.7
"""The factor of a word that matches only with a typing error."""

MOST_LETTERS = 400
"""Characters of a query that are read."""

Weights = Mapping[str, float]


def senses_of(query: Collection[Term], index: Index, scope: Collection[Part]) -> Iterator[Weights]:
    """For each word of the query and each pair of adjacent words: the keys that it matches, with their weights."""
    stems_of = {term: index.matching_stems(term, scope) for term in query}
    alike = load_vocabulary(index.language).alike
    if all(term.small or not (stems or term.stem in alike) for term, stems in stems_of.items()):
        return
    for term, stems in stems_of.items():
        factor = 1.0 if term.stem in stems else MISSPELT
        weights = {stem: factor * index.weight(stem, scope) for stem in stems}
        for stem in stems or {term.stem}:
            for key in keys((Term(term.word, stem),), index.language):
                weights.setdefault(key, index.weight(key, scope))
        yield weights
    for key in keys(query, index.language):
        if " " in key:
            yield {key: index.weight(key, scope)}
