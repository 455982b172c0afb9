"""The words that stand among cards as one of them does, and name none: "a chevalier and a king", "A♥ and a club"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from referee.desk.query_words.phrases import items
from referee.desk.query_words.sentence_terms import NEXT, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary


def unknown_cards(
    all_terms: Sequence[Term], terms: Sequence[Term], used: Collection[int], language: str, *, of_players: bool
) -> list[str]:
    """The unknown words that are joined to a card, and may be the name of another one.

    ``all_terms``: the words; ``terms``: those, without card sense as small ones; ``used``: the indexes of the words
    that say facts. Where cards are told of players, ``of_players``, a word without an article beside a comma may be the
    name of one: "Lea, a king".
    """
    joining = load_vocabulary(language).joining
    parts = [range(start, end) for start, end in items(terms, joining)]
    found: list[int] = []
    suits: list[int] = []
    for part, other in pairwise(parts):
        between = terms[part.stop : other.start]
        joined = any(term.word in joining for term in between)
        if not joined and any(term != NEXT for term in between):
            continue
        bare = joined or not of_players
        if _names_a_card(part, terms, used):
            suits += _suit_alone(other, terms, language)
            found += [at for at in _first_noun(other, terms, used, language) if bare or at > other.start]
        if _names_a_card(other, terms, used):
            found += [at for at in _last_noun(part, terms, language) if bare or at > part.start]
    found += _nouns_of_suits(terms, language)
    unknown = [at for at in dict.fromkeys(found) if terms[at].small and not all_terms[at].small]
    return [all_terms[at].word for at in (*unknown, *suits) if all_terms[at].word.isalpha()]


def _nouns_of_suits(terms: Sequence[Term], language: str) -> list[int]:
    """The words before "of" and a suit, which may name a rank: "the baron of hearts"."""
    vocabulary = load_vocabulary(language)
    suits = [at for at in range(2, len(terms)) if terms[at].stem in vocabulary.suit_stems]
    return [at - 2 for at in suits if terms[at - 1].word == vocabulary.of_a_suit]


def _names_a_card(part: range, terms: Sequence[Term], used: Collection[int]) -> bool:
    return any(at in used and not terms[at].small for at in part)


def _first_noun(part: range, terms: Sequence[Term], used: Collection[int], language: str) -> range:
    """The word behind the article with which an item begins, but one that describes a card; else the only word."""
    if _is_article(terms[part.start], language):
        describes = part.start + 2 in part and part.start + 2 in used  # "a nice king"
        return part[1:1] if describes else part[1:2]
    return _only_noun(part, terms, language)


def _last_noun(part: range, terms: Sequence[Term], language: str) -> range:
    """The word with which an item ends, behind an article; the only word."""
    if len(part) > 1 and (_is_article(terms[part.stop - 2], language) or _is_owner(terms[part.stop - 2], language)):
        return part[-1:]
    return _only_noun(part, terms, language)


def _suit_alone(part: range, terms: Sequence[Term], language: str) -> range:
    """The suit or trump with which an item ends that names no rank: "a club", "Dan spade", "Cat a better trump"."""
    vocabulary = load_vocabulary(language)
    *before, last = (terms[at] for at in part)
    is_suit = last.stem in vocabulary.suit_stems or last.stem == vocabulary.stem(vocabulary.trump)
    if not is_suit or any(term.word in vocabulary.negations or not term.small for term in before):
        return part[:0]
    has_article = any(term.word in vocabulary.single for term in before)
    has_name = len(before) == 1 and may_be_a_name(before[0], language)
    return part[-1:] if has_article or has_name else part[:0]


def _only_noun(part: range, terms: Sequence[Term], language: str) -> range:
    """The only word of an item, but "the" and "my"; none where there are several."""
    whole = len(part) == (2 if _is_owner(terms[part.start], language) else 1)
    return part[-1:] if whole else part[:0]


def _is_article(term: Term, language: str) -> bool:
    """Whether a word says how many there are of what is named behind it."""
    return term.word in load_vocabulary(language).single or term.stem.isdigit()


def _is_owner(term: Term, language: str) -> bool:
    """Whether a word says that what is named behind it is known, or whose it is: "the", "my"."""
    return term.word in load_vocabulary(language).definite | load_sentence_words(language).owners
