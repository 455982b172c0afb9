"""Full-text search of the rulebook in everyday words, tolerant of accents and typing errors.

Articles come by their score (``article_scores.py``); where no game is asked about, the affinity of their chapter is
added.

A word also matches, with less weight, the words that share a meaning with it: "balancer" and "jouer", or any two suits,
which are mostly examples. The index is in memory, built at the first search in a language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.desk.articles import COMMON, Article
from referee.desk.card_phrases.card_names import called_so, names_of
from referee.desk.phrases_asked import phrases_asked
from referee.desk.questions import own_questions
from referee.desk.search.article_scores import chapter_affinities, scores_of
from referee.desk.search.named_game import named_game, without_opening, without_own_name
from referee.desk.search.search_index import Index, IndexedChapter, load_index, subject_of
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary
from referee.game_definition.game import FEATURES
from referee.games.registry import GAMES

COMMON_IN_A_GAME, COMMON_ALONE = 0.7, 1.3
"""The factors of common articles: in the search of one game, and in that of all games."""

GENERAL = 0.8
"""The further factor of a common article in a game that has one of the same subject, which refers to it."""

AFFINITY = 0.5
"""The weight of a chapter's affinity in the search of all games."""

IN_PLAY = 1.5
"""The factor of the articles of a game in play in the search of all games."""

NEAR = 0.7
"""The least score, relative to the best, of an article with which a game in play comes first."""

RELATED = 1.12
"""The factor of an article related to the best one: what is asked is often a special case of what it says."""

CARDS = 2
"""The least number of ranks, suits and numbers with which a question of the desk may be asked."""

DECIDES, ALSO_DECIDES = 0.7, 0.5
"""How much more an article scores that decides the question of the desk whose phrases say most: one of its first two,
and a further one."""

FURTHER_PHRASE, MAIN = 0.5, 2
"""What the next phrase says beside the first, and the articles that a question is mainly decided by."""

WHOLLY, ABOUT_AS_MUCH = 2.5, 0.8
"""What phrases say where an article scores as much more, and the share of it from which on another question counts."""

AT_FIRST, OF_A_GAME, OF_ALL_GAMES = 5, 3, 2
"""The articles that are shown first, at most so many of one game, and so many common ones."""

FURTHER = 3
"""The other chapters of which an article is shown after them."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An article and its score."""

    article: Article
    score: float


@dataclass(frozen=True, slots=True)
class Group:
    """The articles of one chapter that match a query, best first."""

    chapter: str
    articles: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a query in all games, by chapter; ``games``: those with a matching article, best first."""

    groups: tuple[Group, ...]
    games: tuple[str, ...]


def search(words: str, language: str, game: str | None = None, most: int = 10) -> tuple[Article, ...]:
    """The ``most`` best articles, best first, of ``game`` and the common chapter, or of all games, as grouped.

    Without a game, a game whose name is in the words is searched.

    >>> [article.id for article in search("il n'a pas fourni", "fr", most=1)]
    ['match.revoke']

    :raises KeyError: there is no such game.
    """
    hits = _hits(words, language, game)
    first = [] if game else [law for group in _groups(hits) for law in group.articles]
    return tuple(dict.fromkeys([*first, *(hit.article for hit in hits)]))[:most]


def search_all_games(words: str, language: str, in_play: Collection[str] = ()) -> Results:
    """The articles of all games that match, by game: of the games ``in_play`` first, then best first.

    >>> results = search_all_games("je tape sur un doublé", "fr")
    >>> results.groups[0].chapter, results.games[0]
    ('bataille-corse', 'bataille-corse')
    """
    hits, index = _hits(words, language, None, in_play), load_index(language)
    named, _ = named_game(words, index.query(words), index)
    chapters = (*([named] if named else ()), *(hit.article.chapter for hit in hits))
    games = dict.fromkeys(chapter for chapter in chapters if chapter != COMMON)
    return Results(_groups(hits, in_play), tuple(games))


def _groups(hits: Sequence[Hit], in_play: Collection[str] = ()) -> tuple[Group, ...]:
    """The first articles of all games by chapter, and one each of some further chapters.

    Where all are of one game, which was named, it has as many as are shown.
    """
    of_a_game = OF_A_GAME if len({hit.article.chapter for hit in hits} - {COMMON}) > 1 else AT_FIRST
    first: defaultdict[str, list[Hit]] = defaultdict(list)
    shown = further = 0
    for hit in hits:
        group = first[hit.article.chapter]
        if shown < AT_FIRST and len(group) < (OF_ALL_GAMES if hit.article.chapter == COMMON else of_a_game):
            group.append(hit)
            shown += 1
        elif not group and further < FURTHER:
            group.append(hit)
            further += 1
    near = NEAR * hits[0].score if hits else 0.0
    ordered = sorted(filter(None, first.values()), key=lambda group: _aside(group[0], in_play, near))
    return tuple(Group(group[0].article.chapter, tuple(hit.article for hit in group)) for group in ordered)


def _aside(best: Hit, in_play: Collection[str], near: float) -> bool:
    """Whether a group keeps its place: it is of no game in play, or its ``best`` article is far from the first."""
    return best.article.chapter not in in_play or best.score < near


def _hits(words: str, language: str, game: str | None, in_play: Collection[str] = ()) -> list[Hit]:
    """All articles that match, best first."""
    index = load_index(language)
    query = index.query(without_opening(words, game, language))
    everywhere = game is None
    if game is None:
        game, query = named_game(words, query, index)
    elif game != COMMON:
        query = without_own_name(query, game, index)
    opening = _opening(query, index.parts[game], index) if game else []
    scope = index.scope(game)
    senses = list(index.senses(query, scope, _card_words(game, language)))
    features = FEATURES if game in (None, COMMON) else GAMES[game].features
    affinities = chapter_affinities(senses, index) if game is None else dict.fromkeys(index.parts, 0.0)
    hits: list[Hit] = []
    for part in scope:
        factor = _common_factor(game) if part.chapter == COMMON else 1.0
        factor *= IN_PLAY if everywhere and part.chapter in in_play else 1.0
        general = _general_here(game, language) if part.chapter == COMMON else ()
        hits += [
            Hit(law, (score + AFFINITY * affinities[part.chapter]) * factor * (GENERAL if law.id in general else 1.0))
            for number, score in scores_of(senses, part, index, game is not None).items()
            if (law := part.articles[number]).needs <= features
        ]
    decide = _deciding(query, game, language) if game and game in GAMES else {}
    hits = [Hit(hit.article, hit.score * (1 + decide.get(hit.article.id, 0.0))) for hit in hits] if decide else hits
    return [*opening, *_related_first(sorted(hits, key=lambda hit: -hit.score))]


@lru_cache
def _card_words(game: str | None, language: str) -> frozenset[str]:
    """The stems of the names of a game's cards, but of numbers."""
    packs = {question.pack for question in own_questions(game) if question.pack} if game in GAMES else ()
    names = (name for pack in packs for _, name in names_of(called_so(pack, language), language))
    return frozenset(stem for name in names for stem in name if not stem.isdigit())


def _deciding(query: Sequence[Term], game: str, language: str) -> Mapping[str, float]:
    """How much more each article scores that decides what is asked of cards: "8 de pique, as de coeur, qui ramasse"."""
    cards = load_vocabulary(language).cards - {load_vocabulary(language).trump}
    if sum(term.stem in cards or term.stem.isdigit() for term in query) < CARDS:
        return {}
    asked = [
        (phrases[0] + FURTHER_PHRASE * sum(phrases[1:2]), question)
        for question in own_questions(game)
        if question.wording.asked is not None
        and (phrases := phrases_asked(question.wording.asked, query, game, language))
    ]
    most = max((points for points, _ in asked), default=0.0)
    more: dict[str, float] = {}
    for points, question in asked:
        if points >= ABOUT_AS_MUCH * most:
            for place, law in enumerate(question.articles):
                share = (DECIDES if place < MAIN else ALSO_DECIDES) * min(points / WHOLLY, 1.0)
                more[law] = max(share, more.get(law, 0.0))
    return more


def _opening(query: Collection[Term], part: IndexedChapter, index: Index) -> list[Hit]:
    """The first article of a game, where its name is all that is said and no article has a word of it."""
    query_stems = {term.stem for term in query if not term.small}
    named = any(name >= query_stems for name in part.names)
    if not query_stems or not named or any(stem in part.weights for stem in query_stems):
        return []
    return [Hit(part.articles[0], 1.0)]


def _related_first(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, best first, after the best one those better that are related to it."""
    if not hits:
        return []
    best, *others = hits

    def score(hit: Hit) -> float:
        related = hit.article.id in best.article.see or best.article.id in hit.article.see
        return hit.score * (RELATED if related else 1.0)

    return [best, *sorted(others, key=lambda hit: -score(hit))]


def _common_factor(game: str | None) -> float:
    """The factor of common articles in the search of a game, or of all."""
    if game is None:
        return COMMON_ALONE
    return 1.0 if game == COMMON else COMMON_IN_A_GAME


@lru_cache
def _general_here(game: str | None, language: str) -> Collection[str]:
    """The common articles of which a game has its own: "Seeing the trick before" at belote."""
    own = load_index(language).parts[game].articles if game is not None and game != COMMON else ()
    return {f"{COMMON}.{subject_of(law)}" for law in own} & {general for law in own for general in law.see}
