"""Suits that are said apart from their cards: "three jacks (hearts, diamonds, clubs)", "clubs: 5, 6 and 7"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.desk.card_phrases.counted_suits import Names
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary

if TYPE_CHECKING:
    from referee.desk.card_phrases.card_phrase import CardPhrase


def in_suits_behind(
    phrases: Sequence[CardPhrase], terms: Sequence[Term], names: Names, vocabulary: Vocabulary
) -> list[CardPhrase]:
    """The cards, equal ones in the suits that are listed behind them, one each."""
    result: list[CardPhrase] = []
    for phrase in phrases:
        suits = _list_of_suits(phrase.end, terms, vocabulary) if phrase.count > 1 else []
        wanted = {terms[at].stem for at in suits}
        each_once = bool(suits) and len(suits) == len(wanted) == phrase.count
        codes = _of_suits(wanted, phrase, names) if each_once else ()
        if each_once and len(codes) == phrase.count:
            phrase = replace(phrase, cards=codes, counts=(*phrase.counts, *suits), ways=(codes,))  # noqa: PLW2901
        result.append(phrase)
    return result


def _of_suits(suits: Collection[str], phrase: CardPhrase, names: Names) -> tuple[str, ...]:
    """The cards of a phrase that are of some suits, each once."""
    return tuple(dict.fromkeys(code for code, name in names if code in phrase.cards and not {*name}.isdisjoint(suits)))


def _list_of_suits(start: int, terms: Sequence[Term], vocabulary: Vocabulary) -> list[int]:
    """Where the suits stand that are all there is between a stop and the next word that is none of a list."""
    if start >= len(terms) or terms[start] != STOP:
        return []
    suits, at = [], start + 1
    while at < len(terms) and terms[at].stem in vocabulary.suit_stems:
        suits.append(at)
        at += 1
        while at < len(terms) and (terms[at] == NEXT or terms[at].word in vocabulary.joining):
            at += 1
    return suits if at == len(terms) or terms[at] == STOP else []


def in_suit_before(
    phrases: Sequence[CardPhrase], terms: Sequence[Term], names: Names, vocabulary: Vocabulary, only: Collection[str]
) -> list[CardPhrase]:
    """The cards, ranks in the suit that stands alone before the stop that opens their list.

    ``only``: the words that may stand before the suit there, beside small ones: "il me reste que des cœurs : 5, 8".
    """
    result: list[CardPhrase] = [*phrases]
    for stop, term in enumerate(terms):
        suit = stop - 1
        if term != STOP or suit < 0 or terms[suit].stem not in vocabulary.suit_stems:
            continue
        if any(phrase.start <= suit < phrase.end for phrase in phrases) or not _stands_alone(suit, terms, only):
            continue
        end = next((at for at in range(stop + 1, len(terms)) if terms[at] == STOP), len(terms))
        places = [place for place, phrase in enumerate(phrases) if stop < phrase.start < end]
        codes = [_in_suit(phrases[place], terms[suit].stem, names) for place in places]
        if not places or phrases[places[0]].start != stop + 1 or any(len(cards) != 1 for cards in codes):
            continue
        for place, cards in zip(places, codes, strict=True):
            result[place] = replace(phrases[place], cards=cards, ways=(cards,))
        first = result[places[0]]
        result[places[0]] = replace(first, counts=(*first.counts, suit))
    return result


def _stands_alone(suit: int, terms: Sequence[Term], only: Collection[str]) -> bool:
    """Whether only small words stand before a suit, up to the begin of its clause or to a word for having no other."""
    before = suit - 1
    while before >= 0 and terms[before].small and not terms[before].separates and terms[before].word not in only:
        before -= 1
    return before < 0 or terms[before].separates or terms[before].word in only


def _in_suit(phrase: CardPhrase, suit: str, names: Names) -> tuple[str, ...]:
    """The only card of a suit that a phrase may mean; nothing where it means several cards, or one of another suit."""
    if phrase.count != 1 or len(phrase.cards) == 1:
        return ()
    return tuple(dict.fromkeys(code for code, name in names if code in phrase.cards and suit in name))
