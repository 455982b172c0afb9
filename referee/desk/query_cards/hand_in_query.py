"""The hand of a player that a sentence tells, with what lies before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.choices import Choice
from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.card_phrases.suit_cards import by_suit
from referee.desk.query_cards.card_roles import Role
from referee.desk.query_cards.one_pile import is_list_of_cards
from referee.desk.query_cards.sentence_cards import CardsInQuery, card_fields, card_laid, hand_of, is_trick
from referee.desk.query_cards.sentence_hand import (
    HandInWords,
    besides,
    listed_whole,
    suits_asked,
    trick_on_table,
    whole_hand,
)
from referee.desk.query_cards.trick_words import (
    begins_with_another,
    contradicts_trumps,
    lies_on_another,
    ordinals_again,
    words_between_again,
    words_of_having,
    words_of_lacking,
    words_of_laying,
    words_of_no_ruff,
    words_of_others_lacks,
    words_of_plays,
)
from referee.desk.query_cards.trump_cards import TRUMP
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary


@dataclass(frozen=True, slots=True)
class HandInQuery:
    """The hand, the trick and perhaps the card of it that is asked of; ``besides``: cards that the hand may hold too.

    Without these the hand is whole.
    """

    facts: Mapping[str, SaidFact]
    besides: Sequence[str] = ()


def hand_said(cards: CardsInQuery, facts: Mapping[str, SaidFact]) -> HandInQuery:
    """A hand with what was led; nothing where either is in doubt."""
    fields, terms, vocabulary = cards.fields, cards.terms, load_vocabulary(cards.language)
    plays = next((field for field in fields if isinstance(field, Plays)), None)
    hand = hand_of(fields)
    if plays is None or hand is None or hand.key not in facts or len(facts[hand.key].values) > 1:
        return HandInQuery({})
    codes = facts[hand.key].values[0]
    whole = whole_hand(terms, cards.hand_phrases, cards.language)
    must = {at for at, term in enumerate(terms) if term.word in vocabulary.must}
    if not whole and cards.hand_phrases and not listed_whole(terms, cards.hand_phrases, cards.language):
        return HandInQuery({})
    if not is_list_of_cards(terms, cards.hand_phrases, cards.language) or _is_asked_of_another(terms, cards.language):
        return HandInQuery({})
    others = [
        phrase for phrase in cards.phrases if phrase not in (*cards.hand_phrases, *cards.laid_phrases) and phrase.count
    ]
    if any(_holds_card_played(card_phrase, cards.phrases, terms, vocabulary) for card_phrase in others):
        return HandInQuery({})
    told = cards.roles.among(others, Role.LIES)
    start = min((phrase.start for phrase in cards.hand_phrases), default=0)
    choices = [field.key for field in fields if isinstance(field, Choice) and field.key in facts]
    chosen = {at for key in choices for at in facts[key].words}
    of_hand = HandInWords(terms, cards.language, cards.words, codes, bool(whole), start, chosen)
    first = trick_on_table(of_hand, others, told, _trump_stem(cards, facts), plays.pack)
    if first is None or len(cards.laid_phrases) > 1:
        return HandInQuery({})
    words = {*facts[hand.key].words, *whole, *must, *(at for phrase in cards.laid_phrases for at in phrase.words)}
    words |= {
        at
        for at in range(start, max((phrase.end for phrase in cards.hand_phrases), default=0))
        if terms[at].word in vocabulary.either | vocabulary.adding
    }  # "valet de cœur ou 7 de carreau, au choix ?"
    trick = {*first.words} | ({*facts[plays.key].words} if plays.key in facts else set())
    of_suit = by_suit(plays.pack, cards.language)
    asked = suits_asked(
        terms, {at for at, term in enumerate(terms) if term.stem and term.stem in of_suit}, cards.language
    )
    words |= {at for at in asked - cards.words if {*of_suit[terms[at].stem]} & {*codes}}
    words |= {at for of in asked for at in clause_of(of, terms) if at < of and terms[at].word in vocabulary.laying}
    result = {hand.key: SaidFact([codes], words), plays.key: SaidFact(first.tricks, trick)}
    card = next((field for field in fields if isinstance(field, OneCard) and field.hand == hand.key), None)
    laid = card_laid(cards, codes)
    if cards.laid_phrases and laid is None:
        return HandInQuery({})
    if card is not None and laid is not None and not must:  # whether it has to be played is not whether it may be
        result[card.key] = SaidFact([laid], {at for phrase in cards.laid_phrases for at in phrase.words})
    return HandInQuery(result, () if whole else besides(codes, first, plays.pack, cards.language))


def _holds_card_played(
    played_card: CardPhrase, phrases: Sequence[CardPhrase], terms: Sequence[Term], vocabulary: Vocabulary
) -> bool:
    """Whether a card that is read as one of the trick is told to be held: "should I give the 2: … I hold the 2"."""
    again = [
        phrase.start
        for phrase in phrases
        if phrase.count == 0 and phrase.cards == played_card.cards and len(phrase.cards) == 1
    ]
    return any(terms[at].word in vocabulary.holding for start in again for at in clause_of(start, terms) if at < start)


def _is_asked_of_another(terms: Sequence[Term], language: str) -> bool:
    """Whether it is asked what somebody else may play, of whose hand nothing is told: "Paul peut couper ?"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    for at, term in enumerate(terms):
        if term.word in vocabulary.may:
            opens = at == 0 or terms[at - 1].separates
            behind = [other for other in terms[at + 1 : at + 3] if other.word not in words.mine]
            who = behind[0] if opens and behind else terms[at - 1]
            if may_be_a_name(who, language) or who.word in words.partners:
                return True
    return False


def against_trumps(cards: CardsInQuery, facts: Mapping[str, SaidFact]) -> bool:
    """Whether a card is told to trump that is not of the suit of trumps."""
    plays = next((field for field in cards.fields if is_trick(field)), None)
    stem = _trump_stem(cards, facts)
    if not isinstance(plays, Plays) or not stem:
        return False
    return contradicts_trumps(
        cards.terms, cards.phrases, by_suit(plays.pack, cards.language).get(stem, ()), cards.language
    )


def in_another_order(cards: CardsInQuery) -> bool:
    """Whether the cards of a trick are told in another order than they were played in."""
    mine = [*cards.hand_phrases, *cards.laid_phrases]
    played_cards = [phrase for phrase in cards.phrases if phrase not in mine and phrase.count]
    if len(played_cards) < 2:  # noqa: PLR2004
        return False
    # else they were put in order
    below = cards.roles.told and lies_on_another(cards.terms, played_cards, cards.language)
    plays = next(field for field in cards.fields if isinstance(field, Plays))
    suits = by_suit(plays.pack, cards.language).values()
    return below or begins_with_another(cards.terms, played_cards, suits, cards.language)


def told_of_cards(cards: CardsInQuery, facts: Mapping[str, SaidFact]) -> Iterator[int]:
    """The words that tell how the cards that are facts were played, or were got where they are counted."""
    fields = [field for field in cards.fields if isinstance(field, Cards | Plays | OneCard) and field.key in facts]
    vocabulary = load_vocabulary(cards.language)
    if not fields:
        return
    if hand_of(cards.fields) is None and len(card_fields(cards.fields)) == 1 and isinstance(fields[0], Cards):
        yield from cards.denied
        yield from words_of_having(cards.terms, cards.phrases, cards.language)
        yield from words_of_lacking(cards.terms, cards.phrases, by_suit(fields[0].pack, cards.language), cards.language)
        return
    yield from (at for phrase in cards.phrases if phrase.count == 0 for at in phrase.words)
    yield from words_between_again(cards.terms, cards.phrases, cards.language)
    yield from ordinals_again(cards.terms, cards.phrases, cards.language)
    yield from cards.in_suit
    mine = [*cards.hand_phrases, *cards.laid_phrases]
    played_cards = [phrase for phrase in cards.phrases if phrase not in mine]
    of_suit = by_suit(fields[0].pack, cards.language)
    stem = _trump_stem(cards, facts) or vocabulary.trump
    trumps = of_suit.get(stem, of_suit.get("", ()))
    if is_trick(fields[0]) and hand_of(cards.fields) is None and len(played_cards) > 1:
        yield from words_of_others_lacks(cards.terms, played_cards, of_suit, cards.language)
        if not any({*phrase.cards} & {*trumps} for phrase in played_cards if phrase.count):
            yield from words_of_no_ruff(cards.terms, cards.language)
    misplaced = _partners_misplaced(cards, played_cards)
    told = words_of_plays(cards.terms, played_cards, mine, trumps, cards.language)
    yield from (at for at in told if at not in misplaced)
    yield from words_of_laying(cards.terms, cards.laid_phrases, cards.language)


def _partners_misplaced(cards: CardsInQuery, played_cards: Sequence[CardPhrase]) -> set[int]:
    """The words for a partner where the card is not the last but one of the trick: at the fourth seat it would be.

    Of a single card that was led it may be, with what the next player put on it.
    """
    words = load_sentence_words(cards.language)
    partners, starts = words.partners, [phrase.start for phrase in played_cards if phrase.count]
    trumped = any(cards.terms[at].word in words.trumped for start in starts for at in clause_of(start, cards.terms))
    if hand_of(cards.fields) is None or (len(starts) == 1 and not trumped):
        return set()
    before = {at: sum(start < at for start in starts) for at, term in enumerate(cards.terms) if term.word in partners}
    own = {at: number - 1 if _played_before(at, cards) else number for at, number in before.items()}
    return {at for at, place in own.items() if place != len(starts) - 2 and place < len(starts)}


def _played_before(at: int, cards: CardsInQuery) -> bool:
    """Whether the card of a player stands before the word for him: "ace of hearts by partner"."""
    by, mine = load_sentence_words(cards.language).by, load_sentence_words(cards.language).mine
    beside = [term.word for term in cards.terms[max(0, at - 2) : at] if term.word not in mine]
    return not by.isdisjoint(beside[-1:])


def _trump_stem(cards: CardsInQuery, facts: Mapping[str, SaidFact]) -> str:
    """The stem of the suit that is said to be trumps, "" without one."""
    field = next((field for field in cards.fields if isinstance(field, Choice) and field.key == TRUMP), None)
    (value,) = facts[TRUMP].values if TRUMP in facts else (None,)
    if field is None or value is None:
        return ""
    label = next(label for choice, label in field.choices if getattr(choice, "value", choice) == value)
    stems = (term.stem for term in terms_of(label.render(cards.language), cards.language) if not term.small)
    return next(stems, "")
