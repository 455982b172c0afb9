"""Full-text search of the rulebook in everyday words, tolerant of accents and typing errors.

The score of an article is the sum of two: BM25 over weighted fields (title, words, text, …) for the words of the query,
and the cosine similarity of the query and the article's best passage (a title, a phrase, the question of a dispute, a
sentence). Where no game is asked about, its chapter's affinity is added: how much likelier the words are in this
chapter than in the whole rulebook (a language model with Dirichlet smoothing).

A word also matches, with less weight, the words that share a meaning with it: "balancer" and "jouer", or any two suits,
which are mostly examples. The index is in memory, built at the first search in a language.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.desk.articles import COMMON, Article
from referee.desk.phrases_asked import phrases_asked
from referee.desk.query_cards.card_names import called_so, names_of
from referee.desk.questions import own_questions
from referee.desk.search_index import (
    SATURATION,
    SUBJECT,
    Index,
    IndexedChapter,
    Weights,
    affinity,
    load_index,
    subject_of,
)
from referee.desk.search_words import Term, keys, load_vocabulary, terms
from referee.game_definition.game import FEATURES
from referee.games.registry import GAMES

PASSAGE = 0.4
"""The score of a passage of similarity 1, relative to the weight of the query."""

TELLING = 0.4
"""The least weight of a word that is looked up in the passages; lighter words are in too many of them."""

LEAST = 0.2
"""The least weight of a word that is looked up at all; a rare one weighs four to five."""

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

MENTIONED, ALIKE = 0.5, 0.35
"""What a text and a query share for the text to be found: of the words of the shorter one, and their cosine."""


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
    named, _ = _named_game(words, index.query(words), index)
    chapters = (*([named] if named else ()), *(hit.article.chapter for hit in hits))
    games = dict.fromkeys(chapter for chapter in chapters if chapter != COMMON)
    return Results(_groups(hits, in_play), tuple(games))


def game_named_in(words: str, language: str) -> str | None:
    """The game whose whole name is in the words, if any; none whose name is a card of other games.

    >>> game_named_in("au président, un 9 sur un 10 ?", "fr"), game_named_in("un 9 sur un 10 ?", "fr")
    ('president', None)
    """
    index = load_index(language)
    query = index.query(words)
    game, _ = _named_game(words, query, index)
    stems = frozenset(term.stem for term in query)
    near = frozenset().union(*(index.matching_stems(term, index.scope(None)) for term in query)) | stems
    names = [name for name in index.parts[game].names if name <= near] if game else []
    if any(index.names_its_game(name, index.parts[game]) for name in names if game):
        return game
    return game if game and _opens_with_name(words, game, language) else None


def _opens_with_name(words: str, game: str, language: str) -> bool:
    """Whether a name of a game stands before a colon, and is no card: "dame atout : …", not "dame de pique : …"."""
    stems = _before_colon(words, language)
    return stems.isdisjoint(load_vocabulary(language).suit_stems) and stems in load_index(language).parts[game].names


def _without_opening(words: str, game: str | None, language: str) -> str:
    """The words asked in a game without its name before a colon: what is asked stands behind it."""
    _, _, rest = words.partition(":")
    opens = (
        game is not None
        and bool(rest.strip())
        and _before_colon(words, language) in load_index(language).parts[game].names
    )
    return rest if opens else words


def _before_colon(words: str, language: str) -> frozenset[str]:
    """The stems of what stands before the first colon; none where there is no colon."""
    opening, colon, _ = words.partition(":")
    said = terms(opening, language, meanings=False) if colon else []
    return frozenset(term.stem for term in said if not term.small)


def search_texts(words: str, texts: Sequence[str], language: str) -> list[int]:
    """The indexes of the texts, of a sentence each, that are about what the words ask, best first.

    >>> search_texts("on tape sur un sandwich ?", ["Qui perd paie la pizza.", "Le sandwich se tape."], "fr")
    [1]
    """
    query = _weights(words, language)
    found = []
    for number, text in enumerate(texts):
        own = _weights(text, language)
        said = {key for weights in own for key in weights}
        shared = sum(max((weights[key] for key in weights if key in said), default=0.0) for weights in query)
        sizes = _size(query), _size(own)
        likeness = shared / (math.sqrt(sizes[0] * sizes[1]) or 1.0)
        if shared >= MENTIONED * min(sizes) and likeness >= ALIKE:
            found.append((likeness, number))
    return [number for _, number in sorted(found, key=lambda one: -one[0])]


def _weights(text: str, language: str) -> list[Weights]:
    """For each word of a text but the small ones, its index keys with their weights."""
    index = load_index(language)
    everywhere = index.scope(None)
    return [
        {key: index.weight(key, everywhere) for key in keys((term,), language)}
        for term in index.query(text)
        if not term.small
    ]


def _size(senses: Collection[Weights]) -> float:
    return sum(max(weights.values(), default=0.0) for weights in senses)


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
    query = index.query(_without_opening(words, game, language))
    everywhere = game is None
    if game is None:
        game, query = _named_game(words, query, index)
    elif game != COMMON:
        query = _without_own_name(query, game, index)
    opening = _opening(query, index.parts[game], index) if game else []
    scope = index.scope(game)
    senses = list(index.senses(query, scope, _card_words(game, language)))
    features = FEATURES if game in (None, COMMON) else GAMES[game].features
    affinities = _affinities(senses, index) if game is None else dict.fromkeys(index.parts, 0.0)
    hits: list[Hit] = []
    for part in scope:
        factor = _common_factor(game) if part.chapter == COMMON else 1.0
        factor *= IN_PLAY if everywhere and part.chapter in in_play else 1.0
        general = _general_here(game, language) if part.chapter == COMMON else ()
        hits += [
            Hit(law, (score + AFFINITY * affinities[part.chapter]) * factor * (GENERAL if law.id in general else 1.0))
            for number, score in _scores(senses, part, index, game is not None).items()
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
        (said[0] + FURTHER_PHRASE * sum(said[1:2]), question)
        for question in own_questions(game)
        if question.asked is not None and (said := phrases_asked(question.asked, query, game, language))
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
    said = {term.stem for term in query if not term.small}
    named = any(name >= said for name in part.names)
    if not said or not named or any(stem in part.weights for stem in said):
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


def _affinities(senses: Collection[Weights], index: Index) -> Mapping[str, float]:
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


def _scores(senses: list[Weights], part: IndexedChapter, index: Index, of_a_game: bool) -> Mapping[int, float]:
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
    query_weight = _size(senses)
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


def _named_game(words: str, query: list[Term], index: Index) -> tuple[str | None, list[Term]]:
    """The game whose whole name is in the query, if any, and the other words of the query, if they say anything.

    A name said side by side that has the words of another one and more is meant: "gin rami" is no rami. Of several
    others it is the one whose words are written as in the name, "se décaler au wizard" is about Wizard, then the one
    whose name is of no card, "rami : 4 de trèfle", and the first that is said: "coinche : … pas de belote".
    """
    scope = index.scope(None)
    stems_of = {term: index.matching_stems(term, scope) | {term.stem} for term in query}
    query_stems = frozenset().union(*stems_of.values())
    said = [
        (game, name)
        for game, part in index.parts.items()
        for name in part.names
        if name <= query_stems
        and (
            index.names_its_game(name, part)
            or _is_after(load_vocabulary(index.language).playing, name, query)
            or _is_title_of(name, words, part, index.language)
        )
    ]
    meant = [
        (game, name)
        for game, name in said
        if not any(name < longer and _side_by_side(longer, query) for _, longer in said)
    ]
    if not meant:
        return None, query

    def clearest(one: tuple[str, frozenset[str]]) -> tuple[float, bool, int]:
        game, name = one
        at = min(place for place, term in enumerate(query) if stems_of[term] & name)
        of_cards = all(stem.isdigit() or stem in load_vocabulary(index.language).cards for stem in name)
        return _share_as_written(name, query, index.parts[game]), not of_cards or at == 0, -at

    game, name = max(meant, key=clearest)
    others = [term for term in query if not stems_of[term] & name]
    return game, query if all(term.small for term in others) else others


def _is_title_of(name: Collection[str], words: str, part: IndexedChapter, language: str) -> bool:
    """Whether a question opens with a name as it is written, before a colon or a comma: "Hearts: …", no "heart: …"."""
    opening, sign, rest = words.partition(next((letter for letter in words if letter in ":,"), ":"))
    said = [term for term in terms(opening, language, meanings=False) if not term.small] if sign else []
    written = bool(said) and {term.stem for term in said} == name and all(term.word in part.name_words for term in said)
    a_suit = any(term.word in load_vocabulary(language).suits for term in said)
    return written and not a_suit and ":" not in rest


def _without_own_name(query: list[Term], game: str, index: Index) -> list[Term]:
    """The words asked in a game without its name, where they say more: "tarot décalé, qui donne ?", "au barbu …".

    A name of one word may be what is asked of: "la belote".
    """
    near = {term: index.matching_stems(term, index.scope(game)) | {term.stem} for term in query if not term.small}
    stems = frozenset().union(*near.values())
    part, vocabulary = index.parts[game], load_vocabulary(index.language)
    names = [
        name
        for name in part.names
        if name <= stems
        and index.names_its_game(name, part)
        and (len(name) > 1 or _is_after(vocabulary.in_game, name, query))
    ]
    if not names:
        return query
    name = max(names, key=len)
    others = [term for term in query if term.small or not near[term] & name]
    return query if all(term.small for term in others) else others


def _share_as_written(name: Collection[str], query: Sequence[Term], part: IndexedChapter) -> float:
    """The share of the words of a name that a query has in the spelling of the name."""
    written = {term.stem for term in query if term.stem in name and term.word in part.name_words}
    return len(written) / len(name)


def _is_after(openings: Collection[tuple[str, ...]], name: Collection[str], query: Sequence[Term]) -> bool:
    """Whether a name stands after the words for what is played: "à la dame de pique", which is a card elsewhere."""
    said = [term.word for term in query]
    for words in openings:
        for at in range(len(said) - len(words)):
            if tuple(said[at : at + len(words)]) == words:
                large = [term.stem for term in query[at + len(words) :] if not term.small]
                if {*large[: len(name)]} == {*name}:
                    return True
    return False


def _side_by_side(name: Collection[str], query: Sequence[Term]) -> bool:
    """Whether the words of a name follow one another in a query."""
    size = len(name)
    return any({term.stem for term in query[at : at + size]} == name for at in range(len(query) - size + 1))
