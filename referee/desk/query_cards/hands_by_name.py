"""The hands of several people, each behind its name: "main du Trou'Duc : as, roi, 4. Président : dame, 3, 3"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.answers.cards import Cards
from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.query_cards.one_pile import is_list_of_cards
from referee.desk.query_cards.sentence_cards import CardsInQuery, card_fields, raw_cards
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.words_near import stems_of

FEWEST_HANDS, FEWEST_CARDS = 3, 3
"""A question on so many hands at least, each of so many cards at least: fewer are what is given of a hand."""


def hands_by_name(cards: CardsInQuery) -> dict[str, SaidFact]:
    """The hands that are told each behind the name of its owner; none where a card stands before all names."""
    fields = [field for field in card_fields(cards.fields) if isinstance(field, Cards)]
    if len(fields) < FEWEST_HANDS or not cards.phrases:
        return {}
    owners = _owners(fields, cards)
    hands: dict[str, list[CardPhrase]] = {}
    last = -1
    for phrase in cards.phrases:
        before = [at for at in owners if at < phrase.start]
        if not before or (owners[before[-1]] in hands and before[-1] != last):
            return {}  # a hand that is told in two places may be of two people
        last = before[-1]
        hands.setdefault(owners[last], []).append(phrase)
    by_key = {field.key: field for field in fields}
    if any(not _is_hand(hand, cards) for hand in hands.values()):
        return {}
    found = {}
    dealt = [_deal(hands, backwards=backwards) for backwards in (False, True)]
    for key, hand in hands.items():
        words = {at for phrase in hand for at in phrase.words} | {at for at, owner in owners.items() if owner == key}
        values = raw_cards(by_key[key], hand)
        apart = [ways[key] for ways in dealt if values and key in ways]
        if apart:
            values = [way for place, way in enumerate(apart) if way not in apart[:place]]
        found[key] = SaidFact(values, words)
    return found


def _deal(hands: Mapping[str, Sequence[CardPhrase]], *, backwards: bool) -> dict[str, list[str]]:
    """The hands with each card once among all of them, of ranks without suits the first suits or the last.

    None where a rank has not so many cards: of several packs.
    """
    taken: set[str] = set()
    dealt: dict[str, list[str]] = {}
    for key, hand in hands.items():
        dealt[key] = []
        for phrase in hand:
            free = [code for code in phrase.cards[:: -1 if backwards else 1] if code not in taken]
            if len(free) < phrase.count:
                return {}
            dealt[key] += free[: phrase.count]
            taken |= {*free[: phrase.count]}
    return dealt


def _is_hand(hand: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    return sum(phrase.count for phrase in hand) >= FEWEST_CARDS and is_list_of_cards(cards.terms, hand, cards.language)


def _owners(fields: Sequence[Cards], cards: CardsInQuery) -> Mapping[int, str]:
    """Where the names of owners stand, each with the key of the hand: of names with common words the longest said."""
    names = {field.key: stems_of(field.label.render(cards.language), cards.language) for field in fields}
    common = set.intersection(*names.values())
    own = {key: stems - common for key, stems in names.items()}
    stems = set[str]().union(*own.values())
    result: dict[int, str] = {}
    at = 0
    while at < len(cards.terms):
        end = at
        while end < len(cards.terms) and cards.terms[end].stem in stems:
            end += 1
        if end > at:
            key = _key_of_name({term.stem for term in cards.terms[at:end]}, own)
            result |= dict.fromkeys(range(at, end), key) if key else {}
        at = max(end, at + 1)
    return result


def _key_of_name(name_stems: Collection[str], own: Mapping[str, Collection[str]]) -> str:
    """The key of the only name that all these words are of, and with the fewest words beside them."""
    fits = {key: len({*stems} - {*name_stems}) for key, stems in own.items() if {*name_stems} <= {*stems}}
    best = [key for key, missing in fits.items() if missing == min(fits.values())]
    return best[0] if len(best) == 1 else ""
