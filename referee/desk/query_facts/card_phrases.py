"""The cards that a sentence names: "deux rois", "un 3 rouge", "the pair of jacks", "l'as de trèfle".

A phrase is a number of equal cards, where one is said, and the words of a card in the order of its name; its suit may
be left open or be a colour. A number alone is a rank only where it is told from a count: after "un" or another count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from referee.cards.packs import Pack
from referee.desk.search_words import Term, Vocabulary, load_vocabulary, terms

FEW = 6
"""The most cards that a word means: a rank of every suit, no whole suit."""

MOST_COUNTED = 10
"""The largest number that counts cards."""


@dataclass(frozen=True, slots=True)
class CardPhrase:
    """The words from ``start`` to before ``end`` mean ``count`` cards, each of ``cards``, codes.

    ``counts``: the indexes of the words that say how many. ``ways``: the cards that it may mean; where there are not
    so many, those there are, and the words of the count are not understood.
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


def card_phrases(said: Sequence[Term], pack: Pack, language: str) -> list[CardPhrase]:
    """The cards of a pack in a text, in order."""
    vocabulary = load_vocabulary(language)
    names = _names(pack, vocabulary, language)
    phrases: list[CardPhrase] = []
    counts: tuple[int, ...] = ()
    at, count = 0, 1
    while at < len(said):
        cards, end = _cards_at(said, at, names, vocabulary)
        if not cards or (end == at + 1 and not _means_a_card(said, at, counts, vocabulary)):
            if said[at].word in vocabulary.single:
                count, counts = 1, ()
            elif not said[at].small:
                count, counts = _count(said, at, count, counts, vocabulary)
            at += 1
            continue
        phrases.append(CardPhrase(at, end, cards, count, counts, _ways(cards, count, pack)))
        at, count, counts = end, 1, ()
    return phrases


def _names(pack: Pack, vocabulary: Vocabulary, language: str) -> list[tuple[str, tuple[str, ...]]]:
    """The codes of the cards, each with the stems of its name, ranks in full; also with its colour for its suit."""
    result = []
    for card in pack.layout:
        face = pack.face(card, language)
        words = [vocabulary.ranks.get(word, word) for word in face.name.lower().split()]
        name = tuple(term.stem for term in terms(" ".join(words), language) if not term.small)
        result.append((face.code, name))
        if name[-1] in vocabulary.colours:
            colour = vocabulary.colours[name[-1]]
            result.append((face.code, (*name[:-1], colour)))
            result.append((face.code, (colour, *name[:-1])))
    return result


def _cards_at(
    said: Sequence[Term], start: int, names: Sequence[tuple[str, tuple[str, ...]]], vocabulary: Vocabulary
) -> tuple[tuple[str, ...], int]:
    """The codes that the words from ``start`` on mean, and the end of these: words of names, in order.

    Small words in between do not count. No code: they mean no card, or too many.
    """
    rest, end = list(names), start
    for at in range(start, len(said)):
        if said[at].word in vocabulary.onto:
            break
        if said[at].small and at > start:
            continue
        stem = said[at].stem
        after = [(code, name[name.index(stem) + 1 :]) for code, name in rest if stem in name]
        if not after:
            break
        rest, end = after, at + 1
    length = len([term for term in said[start:end] if not term.small])
    sizes = {code: len(name) for code, name in names}
    whole = [code for code, _ in rest if sizes[code] == length]
    cards = tuple(dict.fromkeys(whole or (code for code, _ in rest)))
    return (cards, end) if end > start and len(cards) <= FEW else ((), start)


def _means_a_card(said: Sequence[Term], at: int, counts: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether one word means a card: a number only after a count or "mon", and before no word that it counts."""
    if not said[at].stem.isdigit():
        return True
    after = said[at + 1] if at + 1 < len(said) else None
    counted = after is not None and not after.small and after.word not in vocabulary.asking
    determined = at > 0 and said[at - 1].word in vocabulary.determiners
    return not counted and (bool(counts) or determined)


def _count(
    said: Sequence[Term], at: int, count: int, counts: tuple[int, ...], vocabulary: Vocabulary
) -> tuple[int, tuple[int, ...]]:
    """The number of cards after another word, and the words that say it: "deux paires" are four; 1 and none else."""
    term = said[at]
    if term.word in vocabulary.groups:
        return count * vocabulary.groups[term.word], (*counts, at)
    if term.stem.isdigit() and 1 < int(term.stem) <= MOST_COUNTED:
        return int(term.stem), (at,)
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
