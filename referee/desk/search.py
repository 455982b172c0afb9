"""Full-text search of the rulebook in everyday words, tolerant of accents and typing errors.

The score of an article is the sum of two: BM25 over weighted fields (title, words, text, …) for the words of the query,
and the cosine similarity of the query and the article's best passage (a title, a phrase, the question of a dispute, a
sentence).

A word also matches, with less weight, the words that share a meaning with it: "balancer" and "jouer", or any two suits,
which are mostly examples. The index is in memory, built at the first search in a language.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from referee.desk.articles import COMMON, Article
from referee.desk.search_index import Index, Part, load_index
from referee.desk.search_words import Term, keys, load_vocabulary, terms
from referee.game_definition.game import FEATURES
from referee.games.registry import GAMES

SATURATION = 3.0
"""BM25's k1: the weight of a word in an article at which it scores half of the maximum."""

PASSAGE = 0.5
"""The score of a passage of similarity 1, relative to the weight of the query."""

MISSPELT = 0.7
"""The factor of a word that matches only with a typing error."""

TELLING = 0.4
"""The least weight of a word that is looked up in the passages; lighter words are in too many of them."""

COMMON_IN_A_GAME, COMMON_ALONE = 0.65, 2.0
"""The factors of common articles: in the search of one game, and in that of all games."""

MOST_LETTERS = 300
"""Characters of a query that are read."""

Weights = Mapping[str, float]


def search(words: str, language: str, game: str | None = None, most: int = 10) -> tuple[Article, ...]:
    """The ``most`` best articles, best first, of ``game`` and the common chapter, or of all games.

    Without a game, a game whose name is in the words is searched.

    >>> [article.id for article in search("il n'a pas fourni", "fr", most=1)]
    ['match.revoke']

    :raises KeyError: there is no such game.
    """
    index = load_index(language)
    query = terms(words[:MOST_LETTERS], language)
    if game is None:
        game, query = _named_game(query, index)
    scope = index.scope(game)
    senses = list(_senses(query, index, scope))
    features = FEATURES if game in (None, COMMON) else GAMES[game].features
    results: list[tuple[float, int, int, Article]] = []
    for place, part in enumerate(scope):
        factor = 1.0 if part.names or game == COMMON else COMMON_ALONE if game is None else COMMON_IN_A_GAME
        for number, score in _scores(senses, part, index).items():
            if part.articles[number].needs <= features:
                results.append((-score * factor, place, number, part.articles[number]))
    return tuple(law for *_, law in sorted(results, key=lambda result: result[:3])[:most])


def _senses(query: list[Term], index: Index, scope: Collection[Part]) -> Iterator[Weights]:
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


def _scores(senses: list[Weights], part: Part, index: Index) -> Mapping[int, float]:
    """The scores of a chapter's articles, by the index of the article."""
    scores: defaultdict[int, float] = defaultdict(float)
    shared: defaultdict[int, float] = defaultdict(float)
    for weights in senses:
        best: dict[int, float] = {}
        passages: dict[int, float] = {}
        for key, weight in weights.items():
            most = weight * (SATURATION + 1)
            for number, in_article in part.weights.get(key, {}).items():
                score = most * in_article / (in_article + SATURATION)
                if score > best.get(number, 0.0):
                    best[number] = score
            for at in part.passages.get(key, ()) if weight >= TELLING else ():
                if weight > passages.get(at, 0.0):
                    passages[at] = weight
        for number, score in best.items():
            scores[number] += score
        for at, weight in passages.items():
            shared[at] += weight
    query_weight = sum(max(weights.values(), default=0.0) for weights in senses)
    for number, similarity in _similarities(shared, index, query_weight).items():
        scores[number] += PASSAGE * similarity * query_weight
    return scores


def _similarities(shared: Mapping[int, float], index: Index, query_weight: float) -> Mapping[int, float]:
    """The similarity of each article's best passage to the query; ``shared``: the common weight, by passage."""
    best: dict[int, float] = {}
    for at, weight in shared.items():
        passage = index.passages[at]
        product = query_weight * passage.size
        similarity = passage.factor * weight / math.sqrt(product) if product else 0.0
        if similarity > best.get(passage.article, 0.0):
            best[passage.article] = similarity
    return best


def _named_game(query: list[Term], index: Index) -> tuple[str | None, list[Term]]:
    """The game whose whole name is in the query, if any, and the other words of the query."""
    scope = index.scope(None)
    stems_of = {term: index.matching_stems(term, scope) | {term.stem} for term in query}
    query_stems = frozenset().union(*stems_of.values())
    for game, part in index.parts.items():
        for name in part.names:
            if name <= query_stems:
                return game, [term for term in query if not stems_of[term] & name] or query
    return None, query
