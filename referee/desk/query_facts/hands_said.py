"""The hand that a sentence says is all that somebody holds, and the suit or the card that was led.

"Il me reste le roi et le 7 de cœur, on demande carreau": the hand is whole, and of the trick the suit alone is known.
Then every trick that may lie there is a way to fill it in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.cards.packs import Pack
from referee.desk.query_facts.card_phrases import CardPhrase
from referee.desk.query_facts.words_said import NEXT, STOP
from referee.desk.search_words import Term, Vocabulary, load_vocabulary, terms


@dataclass(frozen=True, slots=True)
class Led:
    """The tricks that may lie there, as lists of codes, and the indexes of the words that say so."""

    tricks: Sequence[Sequence[str]]
    words: Collection[int]


def whole_hand(said: Sequence[Term], held: Sequence[CardPhrase], language: str) -> Collection[int]:
    """The words that say that these cards are all that is held: "il me reste", "ma main :"; none if it may be more."""
    vocabulary = load_vocabulary(language)
    if not held or any(len(phrase.ways) > 1 for phrase in held) or not _is_listed_whole(said, held, vocabulary):
        return ()
    start, end = held[0].start, held[-1].end
    before = start - 1
    while before >= 0 and said[before].small and said[before].word not in vocabulary.only | {STOP.word}:
        before -= 1
    if before >= 0 and said[before].word in vocabulary.only:
        return {before}
    if before >= 1 and said[before] == STOP and said[before - 1].word in vocabulary.hand:
        return {before - 1}
    after = end
    return {after} if after < len(said) and said[after].word in vocabulary.remaining else ()


def _is_listed_whole(said: Sequence[Term], held: Sequence[CardPhrase], vocabulary: Vocabulary) -> bool:
    """Whether nothing but cards stands in the list of a hand, and nothing unknown goes on from it."""
    inside = {at for phrase in held for at in (*range(phrase.start, phrase.end), *phrase.counts)}
    if not all(said[at].small for at in range(held[0].start, held[-1].end) if at not in inside):
        return False
    after = [*said[held[-1].end : held[-1].end + 2], STOP, STOP]
    if after[0].word in vocabulary.joining:
        return False
    known = vocabulary.led | vocabulary.remaining | vocabulary.hand
    following = after[1] if after[0] == NEXT else after[0]
    return following.small or following.word in known or following.stem in vocabulary.cards


def led(
    said: Sequence[Term], phrases: Sequence[CardPhrase], hand: Collection[str], trump: str, pack: Pack, language: str
) -> Led | None:
    """What was led.

    ``phrases``: the cards that are not of the hand; ``trump``: the stem of the suit of trumps, or "".
    """
    vocabulary = load_vocabulary(language)
    leading = [at for at, term in enumerate(said) if term.word in vocabulary.led]
    cards = [phrase for phrase in phrases if any(_is_next(phrase, at, said) for at in leading)]
    if len(cards) == 1 and len(phrases) == 1 and len(cards[0].ways) == 1:
        return Led([list(cards[0].ways[0])], {*cards[0].words, *leading})
    suits = {at: term.stem for at, term in enumerate(said) if term.stem in vocabulary.suit_stems}
    near = {at: stem for at, stem in suits.items() if any(_is_beside(at, other, said) for other in leading)}
    if phrases or len({*near.values()}) != 1:
        return None
    suit = next(iter(near.values()))
    of_suit = _by_suit(pack, language)
    denied = {at for at, stem in suits.items() if stem == suit and _is_denied(at, said, vocabulary)}
    if denied and not {*of_suit[suit]}.isdisjoint(hand):
        return None
    denied |= {
        other for at in denied for other in range(max(0, at - 2), at) if said[other].word in vocabulary.negations
    }
    return Led(list(_tricks(suit, trump, hand, of_suit)), {*near, *leading, *denied})


def _tricks(
    suit: str, trump: str, hand: Collection[str], of_suit: Mapping[str, Sequence[str]]
) -> Iterator[Sequence[str]]:
    """A card of the suit that was led; also with a second one, which may trump it or leave it to the first player."""
    others = {name: [code for code in codes if code not in hand] for name, codes in of_suit.items()}
    first = others[suit]
    if not first:
        return
    yield from ([code] for code in first)
    for name, codes in others.items():
        every = name in (trump, "")
        for code in codes if every else codes[:1]:
            leads = dict.fromkeys((first[0], first[-1]) if name else first[:1])
            yield from ([lead, code] for lead in leads if lead != code)


def _by_suit(pack: Pack, language: str) -> Mapping[str, Sequence[str]]:
    """The codes of a pack by the stem of their suit, "" for those without: they may be trumps."""
    vocabulary = load_vocabulary(language)
    result: dict[str, list[str]] = {suit: [] for suit in vocabulary.suit_stems}
    for card in pack.layout:
        face = pack.face(card, language)
        stem = next((one.stem for one in terms(face.name, language) if one.stem in vocabulary.suit_stems), "")
        result.setdefault(stem, []).append(face.code)
    return result


def _is_next(phrase: CardPhrase, at: int, said: Sequence[Term]) -> bool:
    """Whether only small words are between a card and the word that says that it was led."""
    between = range(at + 1, phrase.start) if at < phrase.start else range(phrase.end, at)
    return all(said[other].small and said[other] not in (NEXT, STOP) for other in between)


def _is_beside(at: int, other: int, said: Sequence[Term]) -> bool:
    between = range(min(at, other) + 1, max(at, other))
    return all(said[one].small and said[one] not in (NEXT, STOP) for one in between)


def _is_denied(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    return any(said[other].word in vocabulary.negations for other in range(max(0, at - 2), at))
