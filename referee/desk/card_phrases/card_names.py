"""What the cards of a pack are called, as they are looked up in a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.cards.packs import Pack
from referee.desk.card_phrases.suit_cards import by_suit
from referee.desk.search.search_terms import terms_of
from referee.desk.search.vocabulary import load_vocabulary

FEWEST_OF_A_SUIT = 4
"""The least number of cards of one suit."""


@lru_cache(maxsize=64)
def called_so(pack: Pack, language: str) -> tuple[tuple[str, str], ...]:
    """The codes of a pack's cards, each with its name, and with another one where it has one."""
    faces = (pack.face(card, language) for card in pack.layout)
    called = ((code, name.render(language)) for code, name in pack.other_names.items())
    return (*((face.code, face.name) for face in faces), *called)


@lru_cache(maxsize=64)
def names_of(faces: tuple[tuple[str, str], ...], language: str) -> list[tuple[str, tuple[str, ...]]]:
    """The codes of the cards, each with the stems of its name, ranks in full; also with its colour for its suit.

    "atout 12" is also "12 d'atout", and a word may stand for others ("petit" for "atout 1").
    """
    vocabulary = load_vocabulary(language)
    result = []
    for code, face_name in faces:
        words = [vocabulary.ranks.get(word, word) for word in face_name.lower().split()]
        name = tuple(term.stem for term in terms_of(" ".join(words), language) if not term.small)
        ways = [name]
        if name[-1] in vocabulary.colours:
            colour = vocabulary.colours[name[-1]]
            ways += [(*name[:-1], colour), (colour, *name[:-1])]
        for other, meant in vocabulary.card_names.items():
            if {*meant} <= {*name}:
                ways.append(tuple(other if stem == meant[0] else stem for stem in name if stem not in meant[1:]))
        ways += [way[::-1] for way in ways if way[-1].isdigit()]
        result += [(code, way) for way in ways]
    return result


@lru_cache(maxsize=64)
def suits_of(pack: Pack, language: str) -> Mapping[str, Sequence[str]]:
    """The cards of each suit, colour or trump, by the word that closes their names or that all of a suit have."""
    vocabulary = load_vocabulary(language)
    suits = by_suit(pack, language)
    ranks = vocabulary.cards - vocabulary.suit_stems - {vocabulary.trump}
    ranks -= {*vocabulary.colours.values()} if vocabulary.suit_stems.isdisjoint(suits) else set()
    named: defaultdict[str, list[str]] = defaultdict(list)
    for code, name in names_of(called_so(pack, language), language):
        if len(name) > 1 and not name[-1].isdigit() and code not in named[name[-1]]:
            named[name[-1]].append(code)
    no_suit, whole = {*suits.get("", ())}, [{*codes} for codes in suits.values()]
    result = {
        stem: codes
        for stem, codes in named.items()
        if {*codes} in whole or (no_suit.issuperset(codes) and stem not in ranks)
    }
    result |= {stem: [*codes] for stem, codes in suits.items() if stem}
    every = len(pack.layout)
    return {stem: codes for stem, codes in result.items() if FEWEST_OF_A_SUIT <= len(codes) < every - 1}


@lru_cache(maxsize=64)
def by_stem(
    faces: tuple[tuple[str, str], ...], language: str
) -> Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]]:
    """By each stem the cards whose name has it, each with the stems after it and the length of the whole name."""
    result: defaultdict[str, list[tuple[str, tuple[str, ...], int]]] = defaultdict(list)
    for code, name in names_of(faces, language):
        for stem in dict.fromkeys(name):
            result[stem].append((code, name[name.index(stem) + 1 :], len(name)))
    return dict(result)
