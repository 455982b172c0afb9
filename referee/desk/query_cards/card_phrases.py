"""The cards that a sentence names: "deux rois", "un 3 rouge", "the pair of jacks", "l'as de trèfle".

A phrase is a number of equal cards, where one is said, and the words of a card in the order of its name; its suit may
be left open or be a colour. A number alone is a rank only where it is told from a count: after "un", after another
count, or in a list of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations_with_replacement

from referee.cards.packs import Pack
from referee.desk.query_cards.card_names import by_stem, called_so, names_of, suits_of
from referee.desk.query_cards.counted_suits import (
    counted_suit,
    in_each_of_suits,
    names_codes,
    some_of,
    whole_suit,
    without_those_among,
)
from referee.desk.query_cards.rank_lists import is_bare, listed_ranks
from referee.desk.query_cards.suit_lists import in_suit_before, in_suits_behind
from referee.desk.query_words.phrases import ends_at, stands_at
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import SentenceWords, load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

FEW = 6
"""The most cards that a word means: a rank of every suit, no whole suit."""

SHORTEST_PLURAL = 3
"""Letters of a word whose last one may make it a plural: "as" is none."""

FEWEST_EQUAL = 3
"""So many equal ranks in a row are that many cards of it."""

MOST_COUNTED = 10
"""The largest number that counts cards."""


class Told(Enum):
    """Of what the cards of a sentence are told: of a trick, of a trick and a hand, or of cards that are counted."""

    TRICK = "trick"
    HAND = "hand"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class CardPhrase:
    """The words from ``start`` to before ``end`` mean ``count`` cards, each of ``cards``, codes.

    ``counts``: the indexes of the words that say how many. ``ways``: the cards that it may mean; where there are not
    so many, those there are, and the words of the count are not understood. No card: it speaks of one named before.
    """

    start: int
    end: int
    cards: tuple[str, ...]
    count: int
    counts: tuple[int, ...]
    ways: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> Iterator[int]:
        """The indexes of the words that are understood."""
        yield from range(self.start, self.end)
        if len(self.ways[0]) == self.count:
            yield from self.counts


def card_phrases(
    said: Sequence[Term],
    pack: Pack,
    language: str,
    told: Told = Told.COUNTED,
    named: Collection[str] = (),
    *,
    in_order: bool = False,
) -> list[CardPhrase]:
    """The cards of a pack in a text, in order.

    ``told``: of what they are told; ``named``: the stems of the names that single cards have; ``in_order``: whether
    they were laid one after another, so that equal ones are no group.
    """
    vocabulary = load_vocabulary(language)
    faces = called_so(pack, language)
    names, starts = names_of(faces, language), by_stem(faces, language)
    listed = listed_ranks(said, starts, vocabulary)
    phrases: list[CardPhrase] = []
    counts: tuple[int, ...] = ()
    at, count = 0, 1
    if told is not Told.TRICK and names_codes(said, vocabulary):
        told = Told.TRICK
    of_suits = suits_of(pack, language) if told is Told.COUNTED else {}
    while at < len(said):
        counted = whole_suit(said, at, of_suits, load_sentence_words(language).every, vocabulary)
        if (counted := counted or counted_suit(said, at, of_suits, starts, vocabulary)) is not None:
            codes, number, end = counted
            phrases.append(CardPhrase(at, end, codes, number, (), some_of(codes, number)))
            at, count, counts = end, 1, ()
            continue
        cards, end = _cards_at(said, at, starts, vocabulary, told)
        plural = any(_is_plural(term, vocabulary) for term in said[at : at + 1])
        the = at > 0 and said[at].stem.isdigit() and said[at - 1].word in load_sentence_words(language).the_many
        further, listed_to = in_each_of_suits(said, end, cards, names, vocabulary)
        if not (plural or the or len(further) > 1):
            further, listed_to = [], end
        unsaid = plural and count == 1 and not further  # "le contrat des dames": how many is not said
        if (
            not cards
            or unsaid
            or (end == at + 1 and at > 0 and load_sentence_words(language).is_pronoun(said[at].word, said[at - 1].word))
            or (end == at + 1 and at not in listed and not _means_a_card(said, at, counts, phrases, vocabulary, named))
        ):
            if said[at].word in vocabulary.single | vocabulary.joining or said[at] in (NEXT, STOP):
                count, counts = 1, ()
            elif not said[at].small:
                count, counts = _count(said, at, count, counts, vocabulary)
            at += 1
            continue
        in_digits = not plural and _is_rank_too(said, at, counts)
        if not plural and len(counts) == 1 and (count > _copies(cards, pack) or (in_digits and end > at + 1)):
            (number,) = counts
            first, _ = _cards_at(said[: number + 1], number, starts, vocabulary, told)
            if first and (said[number].word.isdigit() or count == MOST_COUNTED):  # "10 valet": no pack has ten of them
                phrases.append(CardPhrase(number, number + 1, first, 1, (), _ways(first, 1, pack)))
                count, counts = 1, ()
        if further:
            phrases.append(
                CardPhrase(at, listed_to, (*cards, *further), len(further) + 1, counts, ((*cards, *further),))
            )
            at, count, counts = listed_to, 1, ()
            continue
        known = () if in_digits and counts else counts  # "3 8": three eights, or a three and an eight
        phrases.append(CardPhrase(at, end, cards, count, known, _ways(cards, count, pack)))
        at, count, counts = end, 1, ()
    phrases = phrases if in_order else _equal_ones_together(phrases, said, pack)
    phrases = in_suits_behind(phrases, said, names, vocabulary)
    if told is not Told.TRICK:
        only = vocabulary.only | vocabulary.holding
        phrases = in_suit_before(phrases, said, names, vocabulary, only)
    return _in_their_suits(phrases, said, names, pack, language)


def _equal_ones_together(phrases: Sequence[CardPhrase], said: Sequence[Term], pack: Pack) -> list[CardPhrase]:
    """The cards, a rank that is said several times in a row as so many of it: "9-9-9"."""
    groups: list[list[CardPhrase]] = []
    for phrase in phrases:
        last = groups[-1][-1] if groups else phrase
        equal = last.cards == phrase.cards and last.count == phrase.count == 1
        equal = equal and 1 < len(phrase.cards) == _copies(phrase.cards, pack)  # none of them is there twice
        if groups and equal and all(term == NEXT for term in said[last.end : phrase.start]):
            groups[-1].append(phrase)
        else:
            groups.append([phrase])
    result: list[CardPhrase] = []
    for group in groups:
        if len(group) < FEWEST_EQUAL:
            result += group
        else:
            ways = _ways(group[0].cards, len(group), pack)
            result.append(replace(group[0], end=group[-1].end, count=len(group), ways=ways))
    return result


def _in_their_suits(
    phrases: Sequence[CardPhrase],
    said: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    language: str,
) -> list[CardPhrase]:
    """The phrases in the suits that are said of several at once, each card once."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    shared = _in_shared_suits(phrases, said, names, pack, vocabulary)
    shared = _in_suit_of_all(shared, said, names, pack, vocabulary, words.every)
    shared = without_those_among(shared, said, words.among)
    return _without_repetition(shared, said, pack, vocabulary, words)


def _cards_at(
    said: Sequence[Term],
    start: int,
    starts: Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]],
    vocabulary: Vocabulary,
    told: Told,
) -> tuple[tuple[str, ...], int]:
    """The codes that the words from ``start`` on mean, and the end of these: words of names, in order.

    Of the small words only those that belong to a name may be in between: "two of them are clubs" names no card.
    No code: they mean no card, or too many.
    """
    if _counts_a_suit(said, start, vocabulary, told):
        return (), start
    rest: Sequence[tuple[str, tuple[str, ...], int]] = starts.get(said[start].stem, ())
    end = start
    between = vocabulary.belonging | vocabulary.definite
    for at in range(start, len(said)):
        if said[at].word in vocabulary.onto or said[at] in (NEXT, STOP):
            break
        if said[at].small and at > start and said[at].word in between:
            continue
        stem = said[at].stem
        after = (
            rest
            if at == start
            else [(code, name[name.index(stem) + 1 :], size) for code, name, size in rest if stem in name]
        )
        if not after:
            break
        rest, end = after, at + 1
    length = len([term for term in said[start:end] if not term.small])
    if length == 1 and said[start].stem in starts and _is_of_many(said[start].stem, starts):
        return (), start
    whole = [code for code, _, size in rest if size == length]
    cards = tuple(dict.fromkeys(whole or (code for code, *_ in rest)))
    return (cards, end) if end > start and len(cards) <= FEW else ((), start)


def _is_of_many(stem: str, starts: Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]]) -> bool:
    """Whether a word is the last one in the names of cards of several ranks, and no name: a suit, "du vert"."""
    names = starts[stem]
    if len({code.rpartition(":")[2] for code, *_ in names}) == 1:
        return False  # a rank in each of the suits
    ranks = {size for _, rest, size in names if not rest and size > 1}
    return (
        bool(ranks) and all(not rest for _, rest, _ in names) and all(size > 1 for *_, size in names) and len(names) > 2
    )  # noqa: PLR2004


def _counts_a_suit(said: Sequence[Term], at: int, vocabulary: Vocabulary, told: Told) -> bool:
    """Whether a number is how many cards of a suit there are, or may be: "quatre cœurs", but "le 4 cœur", "4♥".

    In a trick nobody counts: "9 of spades, 2 clubs"; beside a hand the suit in the singular is that of a card.
    """
    after, then = [*said[at + 1 : at + 3], STOP, STOP][:2]
    if not said[at].stem.isdigit() or after.stem not in vocabulary.suit_stems or " " in after.word:
        return False
    if at > 0 and said[at - 1].word in vocabulary.determiners | vocabulary.definite:
        return False
    if not said[at].word.isdigit() or told is Told.COUNTED:
        return True
    single = after.word in vocabulary.suits or then.word in vocabulary.led
    return not (single or told is Told.TRICK)


def _means_a_card(
    said: Sequence[Term],
    at: int,
    counts: Sequence[int],
    phrases: Sequence[CardPhrase],
    vocabulary: Vocabulary,
    named: Collection[str],
) -> bool:
    """Whether one word means a card: a number only after a count, after "mon" or in a list of cards.

    No number is one before a word that it counts.
    """
    if not said[at].stem.isdigit():
        return True
    if not is_bare(said, at, vocabulary):
        return False
    determined = at > 0 and said[at - 1].word in vocabulary.determiners
    counted = bool(counts) and _follows(counts[-1], said, at, vocabulary)
    beside = at > 0 and said[at - 1].stem in named  # "starter 6"
    beside = beside or (at > 1 and said[at - 1] == STOP and said[at - 2].stem in named)  # "retourne : 6"
    placed = any(stands_at(at + 1, phrase, said) for phrase in vocabulary.places)
    return (
        beside
        or placed
        or counted
        or determined
        or _lies(said, at, vocabulary)
        or _is_in_list(said, at, phrases, vocabulary)
    )


def _follows(count: int, said: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether only the small words of a name are between a count and what it counts."""
    return all(said[other].word in vocabulary.belonging | vocabulary.definite for other in range(count + 1, at))


def _lies(said: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a number stands after the words for what lies on the table: "il y a 4 et 3", "table: 6"."""
    end = at - 1 if at > 0 and said[at - 1] == STOP else at
    return any(ends_at(end, phrase, said) for phrase in vocabulary.lying)


def _is_in_list(said: Sequence[Term], at: int, phrases: Sequence[CardPhrase], vocabulary: Vocabulary) -> bool:
    """Whether a number stands in a list after a card, or at the begin of a list of numbers."""
    before, after = (said[other] if 0 <= other < len(said) else STOP for other in (at - 1, at + 1))
    if after.word in vocabulary.belonging:
        return False
    if phrases and (before == NEXT or before.word in vocabulary.joining):
        return phrases[-1].end == at - 1
    named = before.small and before.word not in vocabulary.small  # "Zoé 5, 8 et 2"
    holds = before.word in vocabulary.holding
    then = said[at + 2] if at + 2 < len(said) else STOP
    if holds and after.word in vocabulary.joining and then.stem in vocabulary.cards - vocabulary.suit_stems:
        return True  # "j'ai 7 et dame de pique"
    opens = before in (NEXT, STOP) or not before.small or named or holds
    others = [other for other in range(at + 2, min(at + 5, len(said))) if said[other].stem.isdigit()]
    return opens and after == NEXT and bool(others) and is_bare(said, others[0], vocabulary)


def _in_shared_suits(
    phrases: Sequence[CardPhrase],
    said: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
) -> list[CardPhrase]:
    """The phrases, ranks in the suit that is said once after the last: "roi, dame et valet de pique"."""
    of_suit = vocabulary.suit_stems | {vocabulary.trump}
    suits = {code: stem for code, name in reversed(names) for stem in name if len(name) > 1 and stem in of_suit}
    result: list[CardPhrase] = []
    for phrase in reversed(phrases):
        if result and phrase.count == 1 and len(phrase.cards) > 1 and len(result[0].cards) == 1:
            between = said[phrase.end : result[0].start]
            either = any(term.word in vocabulary.either for term in between)  # "le 9 ou l'as de pique"
            before = said[phrase.start - 1].word if phrase.start else ""
            definite = before in vocabulary.definite and NEXT not in between  # "le roi et le 3 de trèfle"
            joins = vocabulary.either if either else vocabulary.joining
            joins |= vocabulary.definite if either or definite else frozenset()
            joined = all(term == NEXT or term.word in joins for term in between)
            suit = suits.get(result[0].cards[0])
            shared = tuple(code for code in phrase.cards if suits.get(code) == suit)
            if joined and suit and shared:
                phrase = replace(phrase, cards=shared, ways=_ways(shared, 1, pack))  # noqa: PLW2901
        result.insert(0, phrase)
    return result


def _in_suit_of_all(
    phrases: Sequence[CardPhrase],
    said: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
    every: Collection[str],
) -> list[CardPhrase]:
    """The phrases, ranks in the suit that is said behind them to be that of all: "4, 5, joker, 7, all clubs"."""
    for place in range(len(phrases), 0, -1):
        words = _words_of_suit_of_all(phrases[place - 1].end, said, vocabulary, every)
        if words is not None:
            return [*_all_of_suit(phrases[:place], words, said, names, pack, vocabulary), *phrases[place:]]
    return [*phrases]


def _words_of_suit_of_all(
    start: int, said: Sequence[Term], vocabulary: Vocabulary, every: Collection[str]
) -> tuple[int, int] | None:
    """Where "all" and the suit stand, where they say the suit of the cards just before a word; else None."""
    while start < len(said) and said[start] in (NEXT, STOP):
        start += 1
    suit = start + 1
    while suit < len(said) and said[suit].small and said[suit] not in (NEXT, STOP):
        suit += 1
    if suit >= len(said) or said[start].word not in every or said[suit].stem not in vocabulary.suit_stems:
        return None
    return start, suit


def _all_of_suit(
    phrases: Sequence[CardPhrase],
    words: tuple[int, int],
    said: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
) -> list[CardPhrase]:
    """The phrases in the suit that is the second of these words; as they are where one says another suit."""
    of_suit = {code for code, name in names if said[words[1]].stem in name and len(name) > 1}
    narrowed = [tuple(code for code in phrase.cards if code in of_suit) for phrase in phrases]
    has_suits = [len(phrase.cards) > 1 for phrase in phrases]
    suited = {code for code, name in names if len(name) > 1 and not vocabulary.suit_stems.isdisjoint(name)}
    others = any(suited & {*phrase.cards} and not codes for phrase, codes in zip(phrases, narrowed, strict=True))
    if not any(has_suits) or others:
        return [*phrases]
    result = [
        replace(phrase, cards=codes, ways=_ways(codes, phrase.count, pack)) if has else phrase
        for phrase, codes, has in zip(phrases, narrowed, has_suits, strict=True)
    ]
    last = result[-1]
    result[-1] = replace(last, counts=(*last.counts, *words))
    return result


def _without_repetition(
    phrases: Sequence[CardPhrase], said: Sequence[Term], pack: Pack, vocabulary: Vocabulary, words: SentenceWords
) -> list[CardPhrase]:
    """The phrases; one that speaks of a card named before stands for no further card.

    It does so in another clause, or where the pack has no further one; a rank alone also where all others have suits.
    """
    result: list[CardPhrase] = []
    for phrase in phrases:
        before = [said[at] for at in range(result[-1].end, phrase.start) if at not in phrase.counts] if result else []
        goes_on = bool(result) and result[-1].count == 0  # "le 4 et le 3": both were named before
        other_clause = goes_on or any(term == STOP or not term.small or term.word in vocabulary.may for term in before)
        definite = any(term.word in vocabulary.definite for term in before[-2:])
        definite = definite or any(term.word in words.picking for term in before[-1:])
        definite = definite or (goes_on and all(term == NEXT or term.word in vocabulary.joining for term in before))
        owned = any(term.word in words.owners for term in before[-2:])
        named = sum(one.count for one in result if {*one.cards} <= {*phrase.cards})
        none_left = len(phrase.cards) == 1 and phrase.count <= named >= _copies(phrase.cards, pack)
        by_rank = named == phrase.count and len(phrase.cards) > 1 and all(len(one.cards) == 1 for one in result)
        again = other_clause and phrase.count <= named
        if (
            ((definite or STOP in before) and none_left)
            or (definite and again)
            or (by_rank and (definite or (owned and STOP in before)))
        ):
            phrase = replace(phrase, count=0, ways=((),))  # noqa: PLW2901
        result.append(phrase)
    return result


def _is_rank_too(said: Sequence[Term], at: int, counts: Sequence[int]) -> bool:
    """Whether the number before a rank in digits is in digits too, and may be another rank: "as 2 3 de pique"."""
    return counts == (at - 1,) and said[at - 1].word.isdigit() and said[at].word.isdigit()


def _is_plural(term: Term, vocabulary: Vocabulary) -> bool:
    """Whether a word is the plural of one that suits do not have: "dames", not "hearts"."""
    word = term.word
    single = vocabulary.stem(word[:-1]) if word[-1] == "s" and len(word) > SHORTEST_PLURAL else ""
    return single == term.stem and term.stem not in vocabulary.suit_stems


def _copies(cards: Sequence[str], pack: Pack) -> int:
    return sum(pack.copies[pack.card(code)] for code in cards)


def _count(
    said: Sequence[Term], at: int, count: int, counts: tuple[int, ...], vocabulary: Vocabulary
) -> tuple[int, tuple[int, ...]]:
    """The number of cards after another word, and the words that say it: "deux paires" are four; 1 and none else."""
    term = said[at]
    if term.word in vocabulary.groups:
        return count * vocabulary.groups[term.word], (*counts, at)
    if term.stem.isdigit() and 1 < int(term.stem) <= MOST_COUNTED:
        return int(term.stem), (at,)
    if term.stem == "1":
        return 1, (at,)
    return 1, ()


def _ways(cards: Sequence[str], count: int, pack: Pack) -> tuple[tuple[str, ...], ...]:
    """Each choice of so many of these cards that a pack has; all cards where it has not so many."""
    copies = {code: pack.copies[pack.card(code)] for code in cards}
    if sum(copies.values()) < count:
        return (tuple(cards),)
    ways = combinations_with_replacement(cards, count)
    return tuple(way for way in ways if _is_in_pack(way, copies))


def _is_in_pack(way: Sequence[str], copies: Mapping[str, int]) -> bool:
    return all(number <= copies[code] for code, number in Counter(way).items())
