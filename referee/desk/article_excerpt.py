"""The excerpt of an article, a sentence or two, that answers a search query best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.desk.article_passages import Passage, passages
from referee.desk.articles import COMMON, Article, Dispute, disputes
from referee.desk.search.named_game import without_opening, without_own_name
from referee.desk.search.search_index import Weights, load_index
from referee.desk.search.search_terms import keys, terms_of
from referee.desk.search.vocabulary import load_vocabulary

NEARLY = 0.6
"""The least share of a dispute's question that is in a query for its answer to be taken."""

ALIKE = 0.35
"""The least cosine similarity of the two."""

OF_THE_CASE = 0.5
"""The least share of the case that a dispute's question puts, before its colon."""

ONE = "1"
"""The number that is mostly no number: "one of us shouted"."""

FURTHER_CARDS = 2
"""The ranks and numbers of a case that the question of a dispute does not name, from which on it is of another case."""

ENOUGH, LONGEST, WITH_NEW, WHOLE_LIST = 200, 320, 440, 520
"""Letters of an excerpt: from the first number on no further sentence but up to one that was asked for, none that would
exceed the second, or the third up to one with a word of the query that no sentence before it has; the cases of a list
belong together and are only bound by the fourth."""

WHOLE = 400
"""The most letters of an article, up to the sentence that answers, that are shown from its beginning."""

BETTER = 1.25
"""How much better a later passage must match than the first to start the excerpt."""

LEAST = 1.0
"""And by how much in any case: a rare word weighs four to five."""

ABOUT = 0.75
"""The least score of a table's row or of a case's name, relative to the best, to be shown beside it."""

OF_THE_TEXT = 0.3
"""The factor of a passage on what is printed, played elsewhere or may be chosen instead, not on how it is here."""

NEW = 0.8
"""The least weight of a word that a passage has, relative to the word's own: one of the same meaning has less."""

NUMBER = 1.5
"""The factor of a number: the passage of another number of players answers another question."""


@dataclass(frozen=True, slots=True)
class _MatchingPassages:
    """The passages that match a query well; ``new``: those with a word of it that none before them has."""

    passages: Sequence[Passage] = ()
    new: Sequence[Passage] = ()


@dataclass(frozen=True, slots=True)
class ArticleExcerpt:
    """An excerpt; ``question``: the dispute that it answers, ``asks``: its desk question; both "" without one."""

    text: str
    question: str = ""
    asks: str = ""


def answer(law: Article, words: str, language: str) -> ArticleExcerpt:
    """The excerpt of an article for a query: a dispute's answer where its question is in it, else its own text.

    >>> from referee.desk.articles import article
    >>> misdeal = article("match.misdeal", "fr")
    >>> answer(misdeal, "maldonne", "fr").question if misdeal else "lost"
    ''
    """
    query = _query(law.chapter, words, language)
    cards = [card for card in disputes(law.chapter, language) if law.id in card.articles[:1]]
    cards = [card for card in cards if not _asks_may_for_must(words, card.question, language)]
    likenesses = [(_likeness(query, card, law, language), card) for card in cards]
    likeness, card = max(likenesses, key=lambda pair: pair[0], default=(0.0, None))
    if card is not None and likeness:
        return ArticleExcerpt(_join(passages(card.answer), _MatchingPassages()), card.question, card.asks)
    return ArticleExcerpt(_excerpt(passages(law.text), query, language))


@lru_cache(maxsize=1024)
def _query(part: str, words: str, language: str) -> Sequence[Weights]:
    """What each word of a query matches in a chapter; small words are left out, and those of degree beside others.

    So is the name of the game, which may be a card: "à la dame de pique, qui commence ?" asks nothing of the queen.
    """
    index = load_index(language)
    scope = index.scope(part)
    query = index.query(without_opening(words, part, language) if part != COMMON else words)
    unnamed = query if part == COMMON else without_own_name(query, part, index)
    large = [term for term in unnamed if not term.small]
    content_terms = [term for term in large if term.word not in load_vocabulary(language).degree] or large
    return [
        {key: weight * (NUMBER if key.isdigit() else 1.0) for key, weight in weights.items()}
        for weights in index.senses(content_terms, scope)
    ]


def _matching_weight(query: Sequence[Weights], text_keys: Collection[str]) -> float:
    """The weight of the query's words that a text has."""
    return sum(max([weights[key] for key in weights if key in text_keys], default=0.0) for weights in query)


@lru_cache(maxsize=4096)
def _keys(text: str, language: str) -> Collection[str]:
    return keys((term for term in terms_of(text, language) if not term.small), language).keys()


@lru_cache(maxsize=4096)
def _words(text: str, language: str) -> frozenset[str]:
    return frozenset(term.word for term in terms_of(text, language))


def _likeness(query: Sequence[Weights], card: Dispute, law: Article, language: str) -> float:
    """The cosine similarity of a query and a dispute's question; 0 where either bound is missed."""
    own = _query(law.chapter, card.question, language)
    asked, size = _matching_weight(own, [key for weights in query for key in weights]), _size(own)
    cosine = asked / ((size * _size(query)) ** 0.5 or 1.0)
    if asked < NEARLY * size or cosine < ALIKE or _is_of_another_card(query, own, language):
        return 0.0
    other = _is_of_another_case(query, card, law, language) or _asks_something_else(query, own, language)
    return 0.0 if other else cosine


def _is_of_another_card(query: Sequence[Weights], own: Sequence[Weights], language: str) -> bool:
    """Whether a question names a card or a number that a query does not, or a query several that it does not."""
    cards = load_vocabulary(language).cards
    query_keys, words = ({key for weights in all_of for key in weights if key[0] != "="} for all_of in (query, own))
    named = {key for key in words if key in cards or (key.isdigit() and key != ONE)}
    further = [
        weights for weights in query
        if any(key in cards or key.isdigit() for key in weights) and words.isdisjoint(weights)
    ]  # fmt: skip
    return not named <= query_keys or len(further) >= FURTHER_CARDS


def _is_of_another_case(query: Sequence[Weights], card: Dispute, law: Article, language: str) -> bool:
    """Whether a question puts a case before a colon, "J'ai la couleur : …", most of which is not in a query."""
    case, colon, _ = card.question.partition(":")
    put = _query(law.chapter, case, language) if colon else ()
    return _matching_weight(put, [key for weights in query for key in weights]) < OF_THE_CASE * _size(put)


def _asks_something_else(query: Sequence[Weights], own: Sequence[Weights], language: str) -> bool:
    """Whether a question shares only cards with a query: "may I lay black threes" does not say what one does."""
    cards, query_keys = load_vocabulary(language).cards, {key for weights in query for key in weights}
    acts = [weights for weights in own if not any(key in cards or key.isdigit() or " " in key for key in weights)]
    return bool(acts) and all(query_keys.isdisjoint(weights) for weights in acts)


def _asks_may_for_must(words: str, question: str, language: str) -> bool:
    """Whether a question asks yes or no of what has to be and a query of what is allowed: "no" misleads here."""
    vocabulary = load_vocabulary(language)
    asked = _words(words, language)
    if asked.isdisjoint(vocabulary.may) or not asked.isdisjoint(vocabulary.must):
        return False
    own = _words(question, language)
    not_must = vocabulary.may | vocabulary.asking - vocabulary.must
    return not own.isdisjoint(vocabulary.must) and own.isdisjoint(not_must)


def _size(query: Sequence[Weights]) -> float:
    return sum(max(weights.values(), default=0.0) for weights in query)


def _excerpt(text: Sequence[Passage], query: Sequence[Weights], language: str) -> str:
    """The passages from the best one on, after what it needs before it; from the first if none is clearly better."""
    text = _cases_asked_for(text, query, language)
    scored = _rows_asked_for([(_score(query, passage, language), passage) for passage in text], query, language)
    text = [passage for _, passage in scored]
    scores = [score * _factor(passage, language) for score, passage in scored]
    best = max(
        (at for at, passage in enumerate(text) if not passage.example), key=lambda at: (scores[at], -at), default=0
    )
    plain = [
        passage
        for passage, score in zip(text, scores, strict=True)
        if score >= LEAST and not (passage.example or passage.label)
    ]
    matching = _MatchingPassages(plain, _with_a_new_word(plain, query, language))
    if not text or not _clearly_better(text, best, scores):
        return _join(text, matching)
    if _are_few(text[: best + 1], language):
        return _join(text, matching, best + 1)
    before = [*_rows_before(text, best, query, language), *_before(text, best, scores, language)]
    after = [
        other for other in text[best:] if other.block == text[best].block or not text[best].row or other in matching.new
    ]
    return _join([*before, *after], matching, len(before) + 1)


def _with_a_new_word(text: Sequence[Passage], query: Sequence[Weights], language: str) -> Sequence[Passage]:
    """The passages with a word of the query that none before them has."""
    result, known = [], set[int]()
    for passage in text:
        has = _words_in(query, _keys(passage.text, language))
        if not has <= known:
            result.append(passage)
        known |= has
    return result


def _are_few(text: Sequence[Passage], language: str) -> bool:
    """Whether an article up to its best passage is a few sentences on how it is, which are shown whole.

    What it says of its text or of other tables may stand last but one, not be what answers.
    """
    plain = not any(passage.listed or passage.example or passage.house_rule for passage in text)
    return plain and _factor(text[-1], language) == 1.0 and len(" ".join(other.text for other in text)) <= WHOLE


def _clearly_better(text: Sequence[Passage], best: int, scores: Sequence[float]) -> bool:
    """Whether a passage starts the excerpt instead of the first; of two cases the better one does."""
    cases = bool(text[best].label and text[0].label)
    return scores[best] > (scores[0] if cases else scores[0] * BETTER + LEAST)


def _score(query: Sequence[Weights], passage: Passage, language: str) -> float:
    """The weight of the query's words in a passage; those that name its case count twice."""
    return sum(_matching_weight(query, _keys(text, language)) for text in (passage.text, passage.label))


def _cases_asked_for(text: Sequence[Passage], query: Sequence[Weights], language: str) -> Sequence[Passage]:
    """The passages, but of the cases that are named ("Perdu : …") only those named about as well as the best.

    Where none is named, they are no cases but belong together.
    """
    named = [0.0 if passage.row else _matching_weight(query, _keys(passage.label, language)) for passage in text]
    if max(named, default=0.0) < LEAST:
        return [other if other.row else replace(other, label="") for other in text]
    least = ABOUT * max(named)
    return [
        passage
        for passage, score in zip(text, named, strict=True)
        if passage.row or not passage.label or score >= least
    ]


def _rows_asked_for(
    scored: Sequence[tuple[float, Passage]], query: Sequence[Weights], language: str
) -> list[tuple[float, Passage]]:
    """The passages, but of each table only the rows that match about as well as its best, and those of other cards.

    Of two cards that are asked of, the rows of both are shown.
    """
    best: dict[int, float] = {}
    for score, passage in scored:
        best[passage.block] = max(score, best.get(passage.block, 0.0))
    result, named = [], set[int]()
    for score, passage in sorted(scored, key=lambda pair: -pair[0]):
        own = _words_in_row(query, passage, language) if passage.row else set()
        if not passage.row or score >= ABOUT * best[passage.block] or not own <= named:
            result.append(passage)
            named |= own
    return [(score, passage) for score, passage in scored if any(passage is other for other in result)]


def _words_in_row(query: Sequence[Weights], row: Passage, language: str) -> set[int]:
    """Which words of a query a row has; a number only as the case that the row is of, not as what holds in it."""
    numbers = {number for number, word in enumerate(query) if any(key.isdigit() for key in word)}
    in_text, in_label = (_words_in(query, _keys(text, language)) for text in (row.text, row.label))
    return in_text - numbers | in_label


def _words_in(query: Sequence[Weights], text_keys: Collection[str]) -> set[int]:
    """Which words of a query a text has, in about their own meaning."""
    return {
        number for number, word in enumerate(query) if _matching_weight((word,), text_keys) >= NEW * max(word.values())
    }


def _factor(passage: Passage, language: str) -> float:
    words = _words(passage.text, language)
    of_the_text = passage.house_rule or not words.isdisjoint(load_vocabulary(language).of_the_text)
    return OF_THE_TEXT if of_the_text else 1.0


def _rows_before(text: Sequence[Passage], at: int, query: Sequence[Weights], language: str) -> list[Passage]:
    """The rows of a table that stand before a passage and have a word of the query that it has not."""
    if text[at].opening:
        return []
    had = _words_in(query, _keys(text[at].text, language))
    return [passage for passage in text[:at] if passage.row and not _words_in_row(query, passage, language) <= had]


def _before(text: Sequence[Passage], at: int, scores: Sequence[float], language: str) -> list[Passage]:
    """What a passage needs before it: what opens its list, the rule it replaces or speaks of, what it goes on from."""
    passage = text[at]
    if passage.opening:
        whole = passage.row or not passage.label  # of a table only the rows that were asked for are left
        return [
            other for other in text[:at] if other.text == passage.opening or (whole and other.block == passage.block)
        ]
    if _factor(passage, language) < 1.0:
        rules = [before for before in range(at) if _factor(text[before], language) == 1.0 and not text[before].example]
        return [text[max(rules, key=lambda before: (scores[before], -before))]] if rules else []
    goes_on = at > 0 and text[at - 1].block == passage.block and not passage.listed and _goes_on(passage, language)
    return [text[at - 1]] if goes_on else []


def _goes_on(passage: Passage, language: str) -> bool:
    """Whether a passage says little alone: it begins with a word for something said before, or has "then" in it."""
    words, vocabulary = [term.word for term in terms_of(passage.text, language)], load_vocabulary(language)
    return not vocabulary.going_on.isdisjoint(words[:1]) or vocabulary.then in words


def _join(text: Sequence[Passage], matching: _MatchingPassages, needed: int = 1) -> str:
    """The first passages, up to the bounds of an excerpt, ``needed`` of them in any case."""
    excerpt_text, last_asked, last_new = "", _last(text, matching.passages), _last(text, matching.new)
    for number, passage in enumerate(text):
        before = text[number - 1]
        belongs = passage.listed and before.block in (passage.block, passage.block - 1)
        if belongs:
            bound = WHOLE_LIST
        elif number <= last_new:
            bound = WITH_NEW
        else:
            bound = LONGEST
        too_long = len(excerpt_text) + len(passage.text) > bound
        other_case = bool(passage.label and text[needed - 1].label)
        enough = len(excerpt_text) >= ENOUGH and number > last_asked
        if number >= needed and (too_long or (not belongs and (enough or other_case))):
            return f"{excerpt_text} …" if belongs and before.listed else _with_ellipsis(excerpt_text)
        excerpt_text += f"{_between(before, passage)}{passage.text}" if excerpt_text else passage.text
    return _with_ellipsis(excerpt_text)


def _between(before: Passage, passage: Passage) -> str:
    """What stands between two passages: a row has no full stop of its own."""
    if not before.row:
        return " "
    return " · " if passage.row else ". "


def _last(text: Sequence[Passage], among: Sequence[Passage]) -> int:
    return max((number for number, passage in enumerate(text) if passage in among), default=0)


def _with_ellipsis(text: str) -> str:
    return f"{text[:-1].rstrip()}…" if text.endswith(":") else text
