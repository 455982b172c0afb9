"""The suit that is said once of several cards, and cards that are named again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from referee.cards.packs import Pack
from referee.desk.card_phrases.card_phrase import CardPhrase, copies_of, ways_to_take
from referee.desk.card_phrases.counted_suits import without_those_among
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import SentenceWords, load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

OPENS = 3
"""A word for holding stands no further before the first card of a hand."""

VOWELS = "aeiouy"
"""Letters before which an article loses its own vowel."""


def in_their_suits(
    phrases: Sequence[CardPhrase],
    terms: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    language: str,
) -> list[CardPhrase]:
    """The phrases in the suits that are said of several at once, each card once."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    shared = _in_shared_suits(phrases, terms, names, pack, vocabulary)
    shared = _in_suit_of_all(shared, terms, names, pack, vocabulary, words.every)
    shared = without_those_among(shared, terms, words.among)
    shared = _without_announced(shared, terms)
    return _without_repetition(shared, terms, pack, vocabulary, words)


def _without_announced(phrases: Sequence[CardPhrase], terms: Sequence[Term]) -> list[CardPhrase]:
    """The phrases without a count of cards that are listed one by one behind it: "deux as : as de pique et as de cœur".

    Behind a comma there are as many of them; behind a colon others may stand for some.
    """
    result: list[CardPhrase] = []
    announced: CardPhrase | None = None
    for place, phrase in enumerate(phrases):
        listed = 0
        for after in phrases[place + 1 :]:
            if len(after.cards) != 1 or not {*after.cards} <= {*phrase.cards}:
                break
            listed += 1
        between = terms[phrase.end : phrases[place + 1].start] if listed else []
        sign = next((term for term in between if term.separates), None)
        if phrase.count > 1 and listed and ((sign == STOP) or (sign == NEXT and listed == phrase.count)):
            announced = phrase
            continue
        if announced is not None:
            phrase = replace(phrase, counts=(*phrase.counts, *announced.words))  # noqa: PLW2901
            announced = None
        result.append(phrase)
    return result


def _in_shared_suits(
    phrases: Sequence[CardPhrase],
    terms: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
) -> list[CardPhrase]:
    """The phrases, ranks in the suit that is said once after the last: "roi, dame et valet de pique"."""
    of_suit = vocabulary.suit_stems | {vocabulary.trump}
    suits = {code: stem for code, name in reversed(names) for stem in name if len(name) > 1 and stem in of_suit}
    result: list[CardPhrase] = []
    told = False
    for place, phrase in reversed([*enumerate(phrases)]):
        if suits.keys().isdisjoint(phrase.cards):  # "7, 8, joker et 10 de cœur"
            result.insert(0, phrase)
            continue
        following = next((other for other in result if not suits.keys().isdisjoint(other.cards)), None)
        was_told, told = told, _tells_suit(phrase, terms, of_suit)
        told = told or (was_told and (len(phrase.cards) > 1 or _are_alike(phrase, following, suits)))
        if following and told and phrase.count == 1 and len(phrase.cards) > 1 and len(following.cards) == 1:
            of_others = {at for other in result[: result.index(following)] for at in other.words}
            between = [terms[at] for at in range(phrase.end, following.start) if at not in of_others]
            either = any(term.word in vocabulary.either for term in between)  # "le 9 ou l'as de pique"
            before = terms[phrase.start - 1].word if phrase.start else ""
            elided = has_elided_article(phrase, terms, vocabulary)
            determined = before in vocabulary.definite or elided
            held = any(term.word in vocabulary.holding for term in terms[max(0, phrase.start - OPENS) : phrase.start])
            # "le roi et le 3 de trèfle", "j'ai le 9, le 8 de…"
            definite = determined and not of_others and (held or NEXT not in between)
            joins = vocabulary.either if either else vocabulary.joining
            joins |= vocabulary.definite if either or definite else frozenset()
            joined = all(term == NEXT or term.word in joins for term in between)
            if _may_be_of_suit_before(place, phrases, terms, suits, vocabulary):
                joined = False  # "5 de coeur, 9, roi de pique"
            suit = suits.get(following.cards[0])
            shared = tuple(code for code in phrase.cards if suits.get(code) == suit)
            if of_others and shared == following.cards:
                joined = False  # "roi, joker, roi de coeur"
            if joined and suit and shared:
                phrase = replace(phrase, cards=shared, ways=ways_to_take(shared, 1, pack))  # noqa: PLW2901
        result.insert(0, phrase)
    return result


def has_elided_article(phrase: CardPhrase, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether the article of a card may be tied to it, and is not heard: "l'as"."""
    before = terms[phrase.start - 1].word if phrase.start else ""
    return bool(vocabulary.elided) and terms[phrase.start].word[0] in VOWELS and before not in vocabulary.determiners


def _tells_suit(phrase: CardPhrase, terms: Sequence[Term], of_suit: Collection[str]) -> bool:
    """Whether a word of a card says its suit: "15" is of trumps without one, which says nothing of the 9 before it."""
    return any(terms[at].stem in of_suit for at in range(phrase.start, phrase.end))


def _are_alike(phrase: CardPhrase, other: CardPhrase | None, suits: Mapping[str, str]) -> bool:
    """Whether two cards are of one suit."""
    return other is not None and suits.get(phrase.cards[0]) == suits.get(other.cards[0])


def _may_be_of_suit_before(
    place: int, phrases: Sequence[CardPhrase], terms: Sequence[Term], suits: Mapping[str, str], vocabulary: Vocabulary
) -> bool:
    """Whether only commas part a rank, and the ranks beside it, from a card with its suit before and another behind.

    "5 de coeur, 9, roi de pique", "4 of hearts, 7, jack, then 2 of spades".
    """
    before = _next_in_suit([*range(place, -1, -1)], phrases, terms, suits, vocabulary)
    after = _next_in_suit([*range(place, len(phrases))], phrases, terms, suits, vocabulary)
    return before is not None and after is not None and before != after


def _next_in_suit(
    places: Sequence[int],
    phrases: Sequence[CardPhrase],
    terms: Sequence[Term],
    suits: Mapping[str, str],
    vocabulary: Vocabulary,
) -> str | None:
    """The suit of the first card with one in this direction, if only commas stand up to it."""
    for place, further in pairwise(places):
        first, last = phrases[min(place, further)], phrases[max(place, further)]
        between = terms[first.end : last.start]
        if NEXT not in between or any(term != NEXT and term.word not in vocabulary.next for term in between):
            return None
        if len(phrases[further].cards) == 1:
            return suits.get(phrases[further].cards[0])
    return None


def _in_suit_of_all(
    phrases: Sequence[CardPhrase],
    terms: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
    every: Collection[str],
) -> list[CardPhrase]:
    """The phrases, ranks in the suit that is said behind them to be that of all: "4, 5, joker, 7, all clubs"."""
    for place in range(len(phrases), 0, -1):
        words = _words_of_suit_of_all(phrases[place - 1].end, terms, vocabulary, every)
        if words is not None:
            return [*_all_of_suit(phrases[:place], words, terms, names, pack, vocabulary), *phrases[place:]]
    return [*phrases]


def _words_of_suit_of_all(
    start: int, terms: Sequence[Term], vocabulary: Vocabulary, every: Collection[str]
) -> tuple[int, int] | None:
    """Where "all" and the suit stand, where they say the suit of the cards just before a word; else None."""
    while start < len(terms) and terms[start].separates:
        start += 1
    suit = start + 1
    while suit < len(terms) and terms[suit].small and not terms[suit].separates:
        suit += 1
    if suit >= len(terms) or terms[start].word not in every or terms[suit].stem not in vocabulary.suit_stems:
        return None
    return start, suit


def _all_of_suit(
    phrases: Sequence[CardPhrase],
    words: tuple[int, int],
    terms: Sequence[Term],
    names: Sequence[tuple[str, tuple[str, ...]]],
    pack: Pack,
    vocabulary: Vocabulary,
) -> list[CardPhrase]:
    """The phrases in the suit that is the second of these words; as they are where one says another suit."""
    of_suit = {code for code, name in names if terms[words[1]].stem in name and len(name) > 1}
    narrowed = [tuple(code for code in phrase.cards if code in of_suit) for phrase in phrases]
    has_suits = [len(phrase.cards) > 1 for phrase in phrases]
    suited = {code for code, name in names if len(name) > 1 and not vocabulary.suit_stems.isdisjoint(name)}
    others = any(suited & {*phrase.cards} and not codes for phrase, codes in zip(phrases, narrowed, strict=True))
    if not any(has_suits) or others:
        return [*phrases]
    result = [
        replace(phrase, cards=codes, ways=ways_to_take(codes, phrase.count, pack)) if has else phrase
        for phrase, codes, has in zip(phrases, narrowed, has_suits, strict=True)
    ]
    last = result[-1]
    result[-1] = replace(last, counts=(*last.counts, *words))
    return result


def _without_repetition(
    phrases: Sequence[CardPhrase], terms: Sequence[Term], pack: Pack, vocabulary: Vocabulary, words: SentenceWords
) -> list[CardPhrase]:
    """The phrases; one that speaks of a card named before stands for no further card.

    It does so in another clause, or where the pack has no further one; a rank alone also where all others have suits.
    """
    result: list[CardPhrase] = []
    for place, phrase in enumerate(phrases):
        before = [terms[at] for at in range(result[-1].end, phrase.start) if at not in phrase.counts] if result else []
        goes_on = bool(result) and result[-1].count == 0  # "le 4 et le 3": both were named before
        other_clause = goes_on or any(term == STOP or not term.small or term.word in vocabulary.may for term in before)
        definite = any(term.word in vocabulary.definite for term in before[-2:])
        definite = definite or any(term.word in words.picking for term in before[-1:])
        definite = definite or (goes_on and all(term == NEXT or term.word in vocabulary.joining for term in before))
        owned = any(term.word in words.owners for term in before[-2:])
        named = sum(earlier.count for earlier in result if {*earlier.cards} <= {*phrase.cards})
        none_left = len(phrase.cards) == 1 and phrase.count <= named >= copies_of(phrase.cards, pack)
        by_rank = named == phrase.count and len(phrase.cards) > 1 and all(len(earlier.cards) == 1 for earlier in result)
        again = other_clause and phrase.count <= named
        last = place == len(phrases) - 1
        told = named >= phrase.count == 1 and (other_clause or any(term.word in words.story for term in before))
        claimed = told and last and _is_claimed_to_win(phrase, before, terms, vocabulary, words)
        asked = again and any(term.word in vocabulary.must | vocabulary.may for term in before)
        asked = asked and any(term.word in words.including for term in before[-2:])  # "obligé de monter avec l'as"
        if (
            claimed
            or asked
            or ((definite or STOP in before) and none_left)
            or (definite and again)
            or (by_rank and (definite or (owned and STOP in before)))
        ):
            phrase = replace(phrase, count=0, ways=((),))  # noqa: PLW2901
        result.append(phrase)
    return result


def _is_claimed_to_win(
    phrase: CardPhrase, before: Sequence[Term], terms: Sequence[Term], vocabulary: Vocabulary, words: SentenceWords
) -> bool:
    """Whether somebody says of a card that it wins, and nobody is told to play it: "Luc dit que son as gagne"."""
    item = before[max((at for at, term in enumerate(before) if term.separates), default=-1) + 1 :]
    laying = words.played | words.trumped | vocabulary.holding | words.mine
    if not any(term.word in words.story for term in item):  # "Kit reckons an ace always wins"
        laying |= vocabulary.single
    if any(term.word in laying for term in item):
        return False
    behind = phrase.end
    while behind < len(terms) and terms[behind].small and not terms[behind].separates:
        if terms[behind].word in vocabulary.acts | words.winning:
            return True
        behind += 1
    return behind < len(terms) and terms[behind].word in vocabulary.acts | words.winning
