"""The rulebook searched in everyday words: without accents, with a slip of the finger, in a game first.

An article has two merits, added up. Each word of the question gives it something: more where it stands in the title,
less in the text, the more the fewer articles of the searched chapters have it (BM25 over weighted fields). And its best
passage (a title, a phrase in which a table asks for it, the question of a dispute card, a sentence) gives it something
as a whole: what it shares with the question, beside all that the two say (a cosine).

A word also stands, for less, for what other words share with it: "balancer" for "jouer", one suit for another, which
is mostly an example. Everything is in memory, built at the first search in a language.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from referee.desk.articles import COMMON, Article
from referee.desk.search_index import Index, Part, index
from referee.desk.search_words import Term, keys, speech, terms
from referee.game_definition.game import FEATURES
from referee.games.registry import GAMES

SATURATION = 3.0
"""The weight at which a word counts half of what it can count at most."""

PASSAGE = 0.5
"""What a passage that says all that is asked and nothing else counts, beside all the words of the question."""

MISSPELT = 0.7
"""What a word counts that is only reached by a typing error."""

TELLING = 0.4
"""What a word must count to find a passage; so many have a smaller one that it would only take time."""

COMMON_IN_A_GAME, COMMON_ALONE = 0.65, 2.0
"""What the common articles count: less than the game's own where a game is searched, more where none is."""

MOST_LETTERS = 300
"""Letters of a question that are read, however long it is."""

Worths = Mapping[str, float]


def search(words: str, language: str, game: str | None = None, most: int = 10) -> tuple[Article, ...]:
    """The articles that answer best, best first: those of ``game`` and the common ones, or of every game.

    Without a game, a game named in the words is the one searched.

    >>> [article.id for article in search("il n'a pas fourni", "fr", most=1)]
    ['match.revoke']

    :raises KeyError: there is no such game.
    """
    known = index(language)
    asked = terms(words[:MOST_LETTERS], language)
    if game is None:
        game, asked = _named_game(asked, known)
    scope = known.scope(game)
    senses = list(_senses(asked, known, scope))
    features = FEATURES if game in (None, COMMON) else GAMES[game].features
    found: list[tuple[float, int, int, Article]] = []
    for place, part in enumerate(scope):
        factor = 1.0 if part.names or game == COMMON else COMMON_ALONE if game is None else COMMON_IN_A_GAME
        for number, score in _scores(senses, part, known).items():
            if part.articles[number].needs <= features:
                found.append((-score * factor, place, number, part.articles[number]))
    return tuple(law for *_, law in sorted(found, key=lambda found_law: found_law[:3])[:most])


def _senses(asked: list[Term], known: Index, scope: Collection[Part]) -> Iterator[Worths]:
    """What each word of the question, and each two side by side, can stand for, and what that counts."""
    meant = {term: known.meant(term, scope) for term in asked}
    alike = speech(known.language).alike
    if all(term.small or not (stems or term.stem in alike) for term, stems in meant.items()):
        return
    for term, stems in meant.items():
        factor = 1.0 if term.stem in stems else MISSPELT
        worths = {stem: factor * known.worth(stem, scope) for stem in stems}
        for stem in stems or {term.stem}:
            for key in keys((Term(term.word, stem),), known.language):
                worths.setdefault(key, known.worth(key, scope))
        yield worths
    for key in keys(asked, known.language):
        if " " in key:
            yield {key: known.worth(key, scope)}


def _scores(senses: list[Worths], part: Part, known: Index) -> Mapping[int, float]:
    """What the question gives to each article of a chapter."""
    scores: defaultdict[int, float] = defaultdict(float)
    shared: defaultdict[int, float] = defaultdict(float)
    for worths in senses:
        best: dict[int, float] = {}
        passages: dict[int, float] = {}
        for key, worth in worths.items():
            most = worth * (SATURATION + 1)
            for number, weight in part.weights.get(key, {}).items():
                score = most * weight / (weight + SATURATION)
                if score > best.get(number, 0.0):
                    best[number] = score
            for at in part.passages.get(key, ()) if worth >= TELLING else ():
                if worth > passages.get(at, 0.0):
                    passages[at] = worth
        for number, score in best.items():
            scores[number] += score
        for at, worth in passages.items():
            shared[at] += worth
    asked = sum(max(worths.values(), default=0.0) for worths in senses)
    for number, likeness in _likenesses(shared, known, asked).items():
        scores[number] += PASSAGE * likeness * asked
    return scores


def _likenesses(shared: Mapping[int, float], known: Index, asked: float) -> Mapping[int, float]:
    """How much the best passage of each article is like the question."""
    best: dict[int, float] = {}
    for at, worth in shared.items():
        passage = known.passages[at]
        likeness = passage.counts * worth / math.sqrt(asked * passage.size) if asked and passage.size else 0.0
        if likeness > best.get(passage.article, 0.0):
            best[passage.article] = likeness
    return best


def _named_game(asked: list[Term], known: Index) -> tuple[str | None, list[Term]]:
    """The game whose whole name is in the words, if there is one, and the words without it."""
    scope = known.scope(None)
    meant = {term: known.meant(term, scope) | {term.stem} for term in asked}
    written = frozenset().union(*meant.values())
    for game, part in known.parts.items():
        for name in part.names:
            if name <= written:
                return game, [term for term in asked if not meant[term] & name] or asked
    return None, asked
