"""What a sentence tells of the table and of the deal: how many play, how many cards each has, how many packs there are.

"On est quatre, 13 cartes chacun": where a question does not ask for it, it decides nothing and is passed over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from referee.desk.query_words.phrases import ends_at, stands_at
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

FEWEST_PLAYERS, MOST_PLAYERS = 2, 12

_ORDINAL = re.compile(r"\d+(?:e|eme|st|nd|rd|th)")

FEWEST_IN_A_ROW = 3
"""So many unknown words beside each other are names: "Ann Bea Cyd"."""

MOST_NUMBERS = 60
"""Of more numbers none is read as how many play: it would cost more."""


def seats_told(terms: Sequence[Term], language: str) -> Mapping[int, set[int]]:
    """How many are said to play, each number with the words that say so: "à trois", "on est quatre", "four of us"."""
    numbers = [at for at, term in enumerate(terms) if term.stem.isdigit()]
    if len(numbers) > MOST_NUMBERS:
        return {}
    words_by_number: defaultdict[int, set[int]] = defaultdict(set)
    for at in numbers:
        if FEWEST_PLAYERS <= int(terms[at].stem) <= MOST_PLAYERS:
            words_by_number[int(terms[at].stem)] |= _words_of_seats(at, terms, language)
    return {number: words for number, words in words_by_number.items() if words}


def _words_of_seats(at: int, terms: Sequence[Term], language: str) -> set[int]:
    """The number and the words beside it, if it is how many play."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    before = terms[at - 1] if at else STOP
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    if after.word in words.players:
        return {at, at + 1}
    for phrase in words.of_us:
        if stands_at(at + 1, phrase, terms):
            return {*range(at, at + 1 + len(phrase))}
    for phrase in words.tables_of:
        if ends_at(at, phrase, terms) and _closes(after, language):
            return {*range(at - len(phrase), at + 1)}
    told_of = terms[at - 2] if at > 1 else STOP
    ours = vocabulary.sides.get(told_of.word) == "ours" and told_of.word not in words.myself
    of_us = ours or before.word in words.we_are
    if before.word in words.being_many and of_us and _closes(after, language):
        return {at - 1, at}
    if before.word not in vocabulary.seats or not _closes(after, language):
        return set()
    if before.word in words.having_cards and told_of.word in words.one | words.others:
        return set()  # "on a 3 et 4 sur la table"
    we_play = told_of.word in words.played and at > 2 and vocabulary.sides.get(terms[at - 3].word) == "ours"  # noqa: PLR2004
    points = told_of.word in words.results and at > 2 and terms[at - 3].stem.isdigit()  # "41 points à 4"  # noqa: PLR2004
    counts = not we_play and not points
    telling = (words.telling | words.bidding | words.making) - words.each
    of_somebody = (counts and told_of.word in telling) or (
        told_of.small and not told_of.separates and told_of.word not in vocabulary.small
    )
    return set() if of_somebody else {at - 1, at}


def each_player(terms: Sequence[Term], language: str) -> set[int]:
    """The words that ask for what each player has: "combien par joueur"."""
    words = load_sentence_words(language)
    each = words.each | words.of_side
    return {at for at, term in enumerate(terms) if at and term.word in words.players and terms[at - 1].word in each}


def _closes(after: Term, language: str) -> bool:
    """Whether a number counts nothing that follows it: neither cards nor points nor a thing in the plural."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    told = after.word in vocabulary.telling and after.word not in words.ends  # "on est quatre, donne à 7 cartes"
    counted = after.word in words.counted_things or told or after.stem.isdigit()
    rank = after.stem in vocabulary.cards or after.word in vocabulary.belonging
    return not (counted or rank or (not after.small and after.word[-1] in "sx"))


def sizes_told(terms: Sequence[Term], asked_words: Collection[str], language: str) -> set[int]:
    """The words that tell how many cards each has, or how many packs there are: "13 cartes chacun", "donne à 3 cartes".

    ``asked_words``: the stems of what a question asks for, of which these words are a fact.
    """
    words = load_sentence_words(language)
    positions: set[int] = set()
    for at, term in enumerate(terms):
        if not term.stem.isdigit():
            continue
        after, then = (terms[other] if other < len(terms) else STOP for other in (at + 1, at + 2))
        if after.stem in asked_words:
            continue
        if after.word in words.packs:
            positions |= {at, at + 1}
        elif after.word in words.cards and then.word in words.each | words.deals:  # "three-card deal"
            positions |= {at, at + 1, at + 2}
        elif after.word in words.cards and at > 1 and terms[at - 1].small and terms[at - 2].word in words.deals:
            positions |= {at - 2, at, at + 1}  # "donne à trois cartes"
        elif after.word in words.cards and then.separates and (at == 0 or terms[at - 1].separates):
            positions |= {at, at + 1}
    return positions


def deals_told(terms: Sequence[Term], asked_words: Collection[str], language: str) -> set[int]:
    """The words that tell which deal it is: "cinquième donne", "5th deal", "manche 5"; none where it is asked for."""
    words = load_sentence_words(language)
    positions: set[int] = set()
    for at, term in enumerate(terms):
        if term.word not in words.deals or term.stem in asked_words:
            continue
        before, after = terms[at - 1] if at else STOP, terms[at + 1] if at + 1 < len(terms) else STOP
        then = terms[at + 2] if at + 2 < len(terms) else STOP
        if before.word in words.ordinals or _ORDINAL.fullmatch(before.word):
            positions |= {at - 1, at}
        elif after.stem.isdigit() and (then.small or then.stem == term.stem) and before.separates:
            positions |= {at, at + 1}
    return positions


def lists_players(terms: Sequence[Term], language: str) -> bool:
    """Whether the players are named in their order: "Ann, Bea, Cyd and Dan", "four players Ann Bea Cyd Dan"."""
    small = load_vocabulary(language).small
    names = [may_be_a_name(term, language) for term in terms]
    if any(all(names[at : at + FEWEST_IN_A_ROW]) for at in range(len(terms) - FEWEST_IN_A_ROW + 1)):
        return True
    alone = [
        term
        for before, term, after in zip([STOP, *terms], terms, [*terms[1:], STOP], strict=False)
        if term.small and term.word not in small and before.separates and after.separates
    ]
    return len(alone) > 1
