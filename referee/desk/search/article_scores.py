"""How well the articles of a chapter match the words of a query.

The score of an article is the sum of two: BM25 over weighted fields (title, words, text, …) for the words of the query,
and the cosine similarity of the query and the article's best passage (a title, a phrase, the question of a dispute, a
sentence). A chapter's affinity is how much likelier the words are in it than in the whole rulebook (a language model
with Dirichlet smoothing).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping

from referee.desk.search.search_index import SATURATION, SUBJECT, Index, IndexedChapter, Weights, affinity
from referee.desk.search.vocabulary import load_vocabulary

PASSAGE = 0.4
"""The score of a passage of similarity 1, relative to the weight of the query."""

TELLING = 0.4
"""The least weight of a word that is looked up in the passages; lighter words are in too many of them."""

LEAST = 0.2
"""The least weight of a word that is looked up at all; a rare one weighs four to five."""


def scores_of(senses: list[Weights], part: IndexedChapter, index: Index, of_a_game: bool) -> Mapping[int, float]:
    """The scores of a chapter's articles, by the index of the article."""
    scores: defaultdict[int, float] = defaultdict(float)
    shared: defaultdict[int, float] = defaultdict(float)
    for weights in senses:
        best: dict[int, float] = {}
        passages: dict[int, float] = {}
        for key, weight in weights.items():
            if weight < LEAST:
                continue
            most = weight * (SATURATION + 1)
            for number, in_article in _in_articles(key, part, index, of_a_game).items():
                score = most * in_article / (in_article + part.saturation[number])
                if score > best.get(number, 0.0):
                    best[number] = score
            telling = part.passages.get(key, ()) if weight >= TELLING else ()
            for at in telling:
                if weight > passages.get(at, 0.0):
                    passages[at] = weight
        for number, score in best.items():
            scores[number] += score
        for at, weight in passages.items():
            shared[at] += weight
    query_weight = total_weight(senses)
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


def _in_articles(key: str, part: IndexedChapter, index: Index, of_a_game: bool) -> Mapping[int, float]:
    """The weight of a key in a chapter's articles; in one game's search also from the subjects of other games."""
    weights = part.weights.get(key, {})
    if not of_a_game or key not in index.subjects:
        return weights
    weights = dict(weights)
    for subject in index.subjects[key]:
        if (number := part.subjects.get(subject)) is not None:
            weights[number] = weights.get(number, 0.0) + SUBJECT
    return weights


def chapter_affinities(senses: Collection[Weights], index: Index) -> Mapping[str, float]:
    """How much likelier the words of a query are in each chapter than in the whole rulebook."""
    sums, vocabulary = [0.0] * len(index.parts), load_vocabulary(index.language)
    for weights in senses:
        heaviest = max(weights.values())
        likelier = [
            [value * weight / heaviest * vocabulary.weight(key) for value in affinity(index.language, key)]
            for key, weight in weights.items()
            if weight >= TELLING and " " not in key
        ]
        if likelier:
            sums = [total + max(values) for total, *values in zip(sums, *likelier, strict=True)]
    return dict(zip(index.parts, sums, strict=True))


def total_weight(senses: Collection[Weights]) -> float:
    return sum(max(weights.values(), default=0.0) for weights in senses)
