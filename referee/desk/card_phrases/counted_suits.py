"""How many cards of a suit there are: "5 cœurs", "neuf atouts", "rouge, rouge, rouge et un joker".

Which ones they are is not said: some that differ stand for all. The suits of the usual pack are counted only in the
plural: "5 cœur" may as well be the five.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary

if TYPE_CHECKING:
    from referee.desk.card_phrases.card_phrase import CardPhrase

Starts = Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]]
"""By each stem the cards whose name has it."""

Names = Sequence[tuple[str, tuple[str, ...]]]
"""The cards with the stems of their names."""

MANY = 4
"""So many numbers before suits are no counts."""

MOST_HELD = 13
"""The most cards of suits that somebody holds and counts."""

MOST = 20
"""The largest number of cards of a suit."""


def counted_suit(
    terms: Sequence[Term], at: int, of_suits: Mapping[str, Sequence[str]], ranks: Starts, vocabulary: Vocabulary
) -> tuple[tuple[str, ...], int, int] | None:
    """The cards of a suit, how many of them there are, and the end of the words that say so; None of other words.

    ``ranks``: the cards by each stem of their names.
    """
    determined = at > 0 and terms[at - 1].word in vocabulary.determiners | vocabulary.definite  # "le 10 pique"
    counts = terms[at].stem.isdigit() and 0 < int(terms[at].stem) <= MOST and not determined
    number, end = (int(terms[at].stem), at + 1) if counts else (1, at)
    if end >= len(terms) or not terms[end].stem or terms[end].stem not in of_suits:
        return None
    codes = tuple(of_suits[terms[end].stem])
    usual = terms[end].stem in vocabulary.suit_stems | {vocabulary.trump}
    plural = terms[end].word not in vocabulary.suits and terms[end].word[-1] == "s"
    counts = counts and number <= len(codes) and (plural or not usual)
    alone = not usual and _stands_alone(terms, end, of_suits, vocabulary)
    before = terms[at - 1] if at else STOP
    named = before.stem in vocabulary.cards or before.stem.isdigit()  # "le 10 rouge"
    return (
        (codes, number, end + 1)
        if (counts and _ends(terms, end, codes, ranks, of_suits)) or (alone and not named)
        else None
    )


def whole_suit(
    terms: Sequence[Term],
    at: int,
    of_suits: Mapping[str, Sequence[str]],
    every: Collection[str],
    vocabulary: Vocabulary,
) -> tuple[tuple[str, ...], int, int] | None:
    """All cards of a suit, how many there are, and the end of the words that say so: "tous les cœurs"; else None.

    Not where anything follows on it: "tous les cœurs du pli".
    """
    end = at + 1
    while end < len(terms) and terms[end].word in vocabulary.definite:
        end += 1
    if terms[at].word not in every or end in (at + 1, len(terms)) or terms[end].stem not in of_suits:
        return None
    after = terms[end + 1] if end + 1 < len(terms) else STOP
    codes = tuple(of_suits[terms[end].stem])
    closed = after.separates or after.word in vocabulary.joining | vocabulary.adding
    return (codes, len(codes), end + 1) if closed else None


def names_codes(terms: Sequence[Term], of_suits: Mapping[str, Sequence[str]], vocabulary: Vocabulary) -> bool:
    """Whether cards are named by their codes, a number before a suit among them: "roi coeur 8 trefle", "K clubs".

    In the plural, "5 hearts", a number counts where no more than two cards are named so; none is more than the cards of
    its suit, ``of_suits``, and no list counts a suit twice.
    """
    if _counts_too_many(terms, of_suits, vocabulary):
        return True
    pairs = [
        (first, second)
        for first, second in pairwise(terms)
        if second.stem in vocabulary.suit_stems and " " not in second.word
    ]
    faces = sum(term.stem in vocabulary.cards and term.stem not in vocabulary.suit_stems for term, _ in pairs)
    numbers = [second for first, second in pairs if first.word.isdigit()]
    plural = any(term.word not in vocabulary.suits for term in numbers)
    if not faces:
        return len(numbers) >= MANY and not plural
    return not plural or faces + len(numbers) >= MANY - 1


def _counts_too_many(terms: Sequence[Term], of_suits: Mapping[str, Sequence[str]], vocabulary: Vocabulary) -> bool:
    """Whether numbers before suits count none: "9 hearts" of a pack with eight, "5 hearts, joker, 7 hearts"."""
    listing = vocabulary.joining | vocabulary.adding | vocabulary.single | vocabulary.definite | {*vocabulary.belonging}
    last: set[str] = set()
    end, total = 0, 0
    for at, (first, second) in enumerate(pairwise(terms)):
        if not (first.word.isdigit() and second.stem in vocabulary.suit_stems and second.stem in of_suits):
            continue
        listed = end > 0 and all(
            term == NEXT or term.word in listing or term.stem in vocabulary.cards or term.stem.isdigit()
            for term in terms[end:at]
        )
        last, total = (last, total + int(first.word)) if listed else (set[str](), int(first.word))
        if int(first.word) > len(of_suits[second.stem]) or total > MOST_HELD or second.stem in last:
            return True
        last, end = {*last, second.stem}, at + 2
    return False


def in_each_of_suits(
    terms: Sequence[Term], end: int, codes: Sequence[str], names: Names, vocabulary: Vocabulary
) -> tuple[list[str], int]:
    """The further cards of a rank whose suits are listed behind its first one, and where the list ends.

    "valets de coeur, trefle et carreau", "9 of spades hearts and clubs"; ``codes``: the first card.
    """
    further: list[str] = []
    at, suit = end, _listed_suit(end, terms, vocabulary)
    if len(codes) != 1 or suit is None:
        return further, at
    named = [name for code, name in names if code == codes[0] and vocabulary.suit_stems & {*name}]
    ranks = {*named[0]} - vocabulary.suit_stems if named else ()
    while ranks and suit is not None:
        found = [code for code, name in names if {*name} == {*ranks, terms[suit].stem}]
        if not found:
            break
        further.append(found[0])
        at, suit = suit + 1, _listed_suit(suit + 1, terms, vocabulary)
    return further, at


def _listed_suit(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> int | None:
    """Where the next suit of a list stands, None where something else follows, or where the suit is that led."""
    while at < len(terms) and (terms[at] == NEXT or terms[at].word in vocabulary.joining):
        at += 1
    then = terms[at + 1] if at + 1 < len(terms) else STOP
    is_suit = at < len(terms) and terms[at].stem in vocabulary.suit_stems and then.word not in vocabulary.led
    return at if is_suit else None


def without_those_among(
    phrases: Sequence[CardPhrase], terms: Sequence[Term], among: Collection[str]
) -> list[CardPhrase]:
    """The cards, of a suit so many fewer as are said to be among them: "neuf atouts en comptant l'excuse"."""
    result = [*phrases]
    for place, (first, other) in enumerate(pairwise(phrases)):
        between = [*range(first.end, other.start), *range(other.end, min(other.end + 2, len(terms)))]
        if (
            len(first.cards) > other.count > 0
            and first.count > other.count
            and any(terms[at].word in among for at in between)
        ):
            number = first.count - other.count
            words = tuple(at for at in between if terms[at].word in among)
            result[place] = replace(first, count=number, counts=words, ways=some_of(first.cards, number))
    return result


def _stands_alone(
    terms: Sequence[Term], at: int, of_suits: Mapping[str, Sequence[str]], vocabulary: Vocabulary
) -> bool:
    """Whether a colour is an item of a list by itself, for a card of it: "vert, vert, joker"."""
    before, after = (terms[other] if 0 <= other < len(terms) else STOP for other in (at - 1, at + 1))
    apart = [
        term.separates or term.word in vocabulary.joining | vocabulary.single or term.stem in of_suits
        for term in (before, after)
    ]
    return (apart[0] or before.stem.isdigit()) and apart[1]


def _ends(terms: Sequence[Term], at: int, codes: Collection[str], ranks: Starts, of_suits: Collection[str]) -> bool:
    """Whether no rank follows: "two orange teachers"."""
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    return after.stem in of_suits or not any(code in codes for code, *_ in ranks.get(after.stem, ()))


def some_of(codes: Sequence[str], number: int) -> tuple[tuple[str, ...], ...]:
    """Some ways to take so many cards of a suit: both ends of it, and what is between."""
    last = len(codes) - number
    starts = dict.fromkeys((0, last, last // 2))
    rows = [tuple(codes[start : start + number]) for start in starts]
    mixed = [(*codes[: number - 1], codes[-1]), (codes[0], *codes[len(codes) - number + 1 :])] if number > 1 else []
    return tuple(dict.fromkeys((*rows, *mixed)))
