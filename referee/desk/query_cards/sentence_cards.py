"""The facts of cards that a sentence says: what lies on the table, what is played, and a hand with what was led.

"Un 9 sur un 9": a card is known by the words of its face, its suit may be left open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.players import OnePlayer
from referee.desk.card_phrases.card_phrase import CardPhrase, CardSubject
from referee.desk.card_phrases.card_phrases import card_phrases
from referee.desk.card_phrases.suit_cards import by_suit
from referee.desk.query_cards.card_roles import NO_ROLES, CardRoles, Role, card_roles
from referee.desk.query_cards.cards_meant import with_cards_meant
from referee.desk.query_cards.one_pile import is_list_of_cards, is_one_pile
from referee.desk.query_cards.trick_words import asked_of, in_suit_led, in_the_suit_before, is_had, thrown_behind
from referee.desk.query_cards.trump_suit import turned_up
from referee.desk.query_words.circumstances import seats_told
from referee.desk.query_words.denials import denial_of_card, elsewhere
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_fact import SaidFact, ways_of
from referee.desk.query_words.sentence_terms import NEXT, STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of_words
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary

HAND = "hand"
"""The key of the fact with the hand of a player."""

MOST_OF_ONE = 2
"""So many cards of a trick may be told to be one player's: "I play 5 of hearts, then the king, the ace": all of it."""


@dataclass(frozen=True, slots=True)
class CardsInQuery:
    """The cards of a sentence, for the fields of a question.

    ``hand_phrases``: the cards of which somebody says that he has them, where a trick is spoken of; the hand may hold
    more. ``laid_phrases``: those that he wants to lay. ``in_suit``: the words that say the suit of the first card of a
    trick. ``turned``: the card that was turned up for trumps, none of the others; ``turning``: the words that tell it.
    ``denied``: the words that say of cards that they are not among those counted.
    """

    fields: Sequence[Field]
    terms: Sequence[Term]
    language: str
    phrases: Sequence[CardPhrase]
    roles: CardRoles
    hand_phrases: Sequence[CardPhrase]
    laid_phrases: Sequence[CardPhrase]
    in_suit: Collection[int] = ()
    turned: CardPhrase | None = None
    turning: Collection[int] = ()
    denied: Collection[int] = ()

    @property
    def words(self) -> set[int]:
        """The indexes of all words of cards."""
        phrases = self.phrases if self.turned is None else [*self.phrases, self.turned]
        return {at for phrase in phrases for at in (*range(phrase.start, phrase.end), *phrase.counts)}


def cards_said(fields: Sequence[Field], terms: Sequence[Term], language: str) -> CardsInQuery:
    pack = next((field.pack for field in card_fields(fields)), None)
    if pack is None:
        return CardsInQuery(fields, terms, language, (), NO_ROLES, (), ())
    of_trick = any(map(is_trick, fields))
    subject = CardSubject.COUNTED
    if of_trick:
        subject = CardSubject.TRICK if hand_of(fields) is None else CardSubject.HAND
    names = {
        term.stem
        for field in fields
        if isinstance(field, OneCard) and not field.hand
        for term in label_terms(field.label, language)
        if not term.small
    }
    starter = stems_of_words(load_sentence_words(language).turned_up, language)
    names |= starter if names & starter else set()
    in_order = any(isinstance(field, Plays) for field in fields)
    if any(isinstance(field, Plays) and field.again for field in fields):  # "je pose 8, il met 7": one card each time
        names |= stems_of_words(load_sentence_words(language).played, language)
    if any(isinstance(field, OneCard) and not field.hand for field in fields):  # "prendre 4 et 2": cards of the table
        names |= stems_of_words(load_sentence_words(language).picking, language)
    phrases = card_phrases(terms, pack, language, subject, names, in_order=in_order)
    seats = {at for words in seats_told(terms, language).values() for at in words if at + 1 in words}
    phrases = [phrase for phrase in phrases if not seats.issuperset(range(phrase.start, phrase.end))]  # "the two of us"
    turned, turning = turned_up(fields, terms, phrases, language) or (None, ())
    phrases = [phrase for phrase in phrases if phrase is not turned]
    denied: frozenset[int] = frozenset()
    lists = next((field for field in fields if isinstance(field, Cards)), None)
    if subject is CardSubject.COUNTED and len(card_fields(fields)) == 1:
        phrases, denied = _without_denied(phrases, terms, language)
        phrases = [*phrases] if lists is None else with_cards_meant(lists, phrases, terms, language)
        phrases, under = _without_card_under(phrases, fields, terms, language)
        denied |= {*under}
    roles = card_roles(terms, phrases, language)
    if of_trick:
        phrases = in_the_suit_before(terms, phrases, roles, by_suit(pack, language), language)
    in_suit: Collection[int] = ()
    if subject is CardSubject.TRICK:
        phrases, in_suit = in_suit_led(terms, phrases, by_suit(pack, language), language)
    hand_phrases = roles.among(phrases, Role.HELD) if of_trick else []
    laid_phrases = roles.among(phrases, Role.LAID) if of_trick and hand_of(fields) is not None else []
    if of_trick and hand_of(fields) is not None and not laid_phrases:
        laid_phrases = asked_of(terms, phrases, language)
    return CardsInQuery(
        fields, terms, language, phrases, roles, hand_phrases, laid_phrases, in_suit, turned, turning, denied
    )


def _without_denied(
    phrases: Sequence[CardPhrase], terms: Sequence[Term], language: str
) -> tuple[list[CardPhrase], frozenset[int]]:
    """The cards without those of which it is said that they are not among them, and the words that say so."""
    denials = {
        phrase.start: denial_of_card(phrase.start, terms, language) or elsewhere(phrase.end, terms, language)
        for phrase in phrases
    }
    phrases_left = [phrase for phrase in phrases if not denials[phrase.start]]
    codes = {code for phrase in phrases_left for code in phrase.cards}
    denied = [phrase for phrase in phrases if denials[phrase.start]]
    if not phrases_left or any(not codes.isdisjoint(phrase.cards) for phrase in denied):
        return [*phrases], frozenset()
    return phrases_left, frozenset(at for phrase in denied for at in (*denials[phrase.start], *phrase.words))


def card_fields(fields: Sequence[Field]) -> list[OneCard | Cards | Plays]:
    """The facts of what lies and of what is played: no hand that another fact is a card of."""
    cards = [field for field in fields if isinstance(field, OneCard | Cards | Plays)]
    hands = {field.hand for field in cards if isinstance(field, OneCard)}
    return [field for field in cards if field.key not in hands]


def hand_of(fields: Sequence[Field]) -> Cards | None:
    """The hand of which another fact is a card."""
    hands = {field.hand for field in fields if isinstance(field, OneCard)}
    return next((field for field in fields if isinstance(field, Cards) and field.key in hands), None)


def _facts_beside_name(
    cards: CardsInQuery,
    fields: Sequence[OneCard | Cards | Plays],
    phrases: Sequence[CardPhrase],
    named: tuple[OneCard | Cards | Plays, CardPhrase, Collection[int]],
) -> Iterator[tuple[str, SaidFact]]:
    """The card beside the name of its field, and the others as those of the other field."""
    field, phrase, words = named
    (other,) = (card_field for card_field in fields if card_field is not field)
    others = [other_phrase for other_phrase in phrases if other_phrase is not phrase]
    doubtful = other.key != HAND and bool(cards.roles.among(others, Role.HELD))
    doubtful = doubtful or (isinstance(other, Cards) and not is_list_of_cards(cards.terms, others, cards.language))
    lying = cards.roles.words if cards.roles.among([phrase], Role.LIES) else ()
    yield from _group(field, [phrase], {*words, *lying})
    yield from _group(other, others, cards.roles.holding if other.key == HAND else (), whole=not doubtful)


def card_facts(cards: CardsInQuery) -> Iterator[tuple[str, SaidFact]]:
    """The cards on the table and those that are played, with each way to fill in their suits; a hand in part."""
    fields = card_fields(cards.fields)
    if not 0 < len(fields) <= 2:  # noqa: PLR2004
        return
    hand = hand_of(cards.fields)
    if hand is not None and (values := _hand(hand, cards)):
        mine = {at for phrase in (*cards.hand_phrases, *cards.laid_phrases) for at in phrase.words}
        yield hand.key, SaidFact(values, {*mine, *cards.roles.holding}, whole=False)
    phrases = [phrase for phrase in cards.phrases if phrase not in (*cards.hand_phrases, *cards.laid_phrases)]
    named = _beside_its_name(fields, phrases, cards) if len(fields) > 1 else None
    if named is not None:
        yield from _facts_beside_name(cards, fields, phrases, named)
        return
    lying = cards.roles.among(phrases, Role.LIES)
    played_cards = [phrase for phrase in phrases if phrase not in lying]
    words = {*cards.roles.words} if lying else set()
    only = load_vocabulary(cards.language).only | load_vocabulary(cards.language).remaining
    words |= {at for phrase in lying for at in clause_of(phrase.start, cards.terms) if cards.terms[at].word in only}
    border = cards.roles.border
    on_several = border is not None and len(lying) > 1 and border < lying[0].start
    if border is not None and lying and (played_cards or cards.laid_phrases or on_several):
        words.add(border)  # "sur l'as, mon frère met le 5"
    if len(fields) == 2:  # noqa: PLR2004
        yield from _facts_of_two(cards, fields, lying, played_cards, words)
    elif cards.roles.told or isinstance(fields[0], Plays):  # what lies there was laid before what is put on it
        onto = border is not None and not cards.roles.told
        listed = [*lying, *played_cards] if onto else phrases
        doubtful = _is_list_doubtful(cards, fields[0], phrases, lying)
        yield from _group(fields[0], listed, words, whole=not doubtful)
    elif not lying:  # one card on another one: what else they would be is not said
        yield from _facts_of_hand(cards, fields[0], played_cards)


def _facts_of_two(
    cards: CardsInQuery,
    fields: Sequence[OneCard | Cards | Plays],
    lying: Sequence[CardPhrase],
    played_cards: Sequence[CardPhrase],
    words: Collection[int],
) -> Iterator[tuple[str, SaidFact]]:
    """What lies there, and what is played to it."""
    hand_phrases = cards.roles.among(played_cards, Role.HELD)
    chosen = _chosen_again(cards, hand_phrases)
    if chosen is not None and lying:
        yield from _group(fields[0], lying, words)
        yield from _group(fields[1], [chosen], {at for phrase in played_cards for at in phrase.words})
        return
    if not played_cards and isinstance(fields[1], OneCard) and _is_played_last(lying, cards):
        lying, played_cards = lying[:-1], lying[-1:]
    meant = isinstance(fields[1], OneCard) or laid_as_named(cards, hand_phrases)
    doubtful = (bool(lying) and bool(hand_phrases) and not meant) or _somebody_laid_between(played_cards, cards)
    doubtful = doubtful or (bool(lying) and not _are_laid_together(fields[1], played_cards, cards))
    yield from _group(fields[0], lying, words, whole=not doubtful)
    yield from _group(fields[1], played_cards, set(), whole=not doubtful)


def _is_played_last(lying: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    """Whether somebody else plays the last card in a clause of its own, and it is asked of him: "Léa joue un 7"."""
    if len(lying) < MOST_OF_ONE or lying[-1].count > 1:
        return False
    words, last = load_sentence_words(cards.language), lying[-1]
    clause = clause_of(last.start, cards.terms)
    plays = any(cards.terms[at].word in words.played for at in clause if at < last.start)
    alone = not any(phrase.start in clause for phrase in lying[:-1])
    mine = any(term.word in words.myself | words.speaker for term in cards.terms)
    another = any(may_be_a_name(term, cards.language) for term in cards.terms[last.end :])
    return plays and alone and not (mine or another)


def _is_list_doubtful(
    cards: CardsInQuery, field: Field, phrases: Sequence[CardPhrase], lying: Sequence[CardPhrase]
) -> bool:
    """Whether it is not said that the cards named are those of one list: a trick, a pile, a hand."""
    hand_phrases, laid_phrases = cards.roles.among(phrases, Role.HELD), cards.roles.among(phrases, Role.LAID)
    if isinstance(field, Plays) and hand_phrases and not laid_as_named(cards, hand_phrases):
        return True
    had = any(is_had(cards.terms, phrase, cards.language) for phrase in phrases)
    if is_trick(field) and (had or _are_taken(phrases, cards)):
        return True
    if _is_laid_alone(field, laid_phrases, phrases, cards):  # on what it is laid is not said
        return True
    # "il pose un roi, j'ai", "I laid a queen and have a 4"
    apart = bool(hand_phrases) and (bool(lying) or bool(laid_phrases))
    return isinstance(field, Cards) and (apart or not _are_one_pile(phrases, cards))


def _facts_of_hand(
    cards: CardsInQuery, field: OneCard | Cards | Plays, played_cards: Sequence[CardPhrase]
) -> Iterator[tuple[str, SaidFact]]:
    """The cards of one list of which none lies on the table, without what is thrown away of it."""
    hand_phrases = cards.roles.among(played_cards, Role.HELD)
    laid_phrases = cards.roles.among(played_cards, Role.LAID)
    laid_phrases += thrown_behind(cards.terms, played_cards, cards.language)
    thrown = laid_phrases if field.key == HAND else []
    # "je jette un rouge": no card of it
    phrases_left = [phrase for phrase in played_cards if phrase not in thrown] or played_cards
    doubtful = bool(hand_phrases) and hand_phrases[0] != phrases_left[0]  # "avec un 5, et moi j'ai un 3": of two people
    doubtful = doubtful or (isinstance(field, Cards) and not _are_one_pile(phrases_left, cards))
    words = {*cards.roles.holding, *(at for phrase in thrown for at in phrase.words)}
    yield from _group(field, phrases_left, words, whole=not doubtful)


def _are_taken(phrases: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    """Whether a list of cards is told to be what somebody took: "on a pris l'as et le 10 de pique"."""
    before = phrases[0].start - 1 if phrases and is_list_of_cards(cards.terms, phrases, cards.language) else -1
    vocabulary = load_vocabulary(cards.language)
    while before >= 0 and cards.terms[before].word in vocabulary.definite | vocabulary.single:
        before -= 1
    return before >= 0 and cards.terms[before].word in load_sentence_words(cards.language).taking_cards


def _are_one_pile(phrases: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    """Whether cards are told as one pile; where it is a fact who laid them, whoever that is."""
    of_anybody = any(isinstance(field, OnePlayer) for field in cards.fields)
    return is_one_pile(cards.terms, phrases, cards.language, of_anybody=of_anybody)


def _without_card_under(
    phrases: Sequence[CardPhrase], fields: Sequence[Field], terms: Sequence[Term], language: str
) -> tuple[list[CardPhrase], Collection[int]]:
    """The cards that somebody laid, without the one on which he laid them, and the words of that one.

    "Deux 2 sur un 2": where it is a fact who laid the cards.
    """
    before = phrases[-1].start - 1 if len(phrases) == 2 else -1  # noqa: PLR2004
    while before >= 0 and terms[before].word in load_vocabulary(language).single:
        before -= 1
    under = before > 0 and terms[before].word in load_vocabulary(language).onto and phrases[-1].count == 1
    between = terms[phrases[0].end : before] if under else ()
    if not under or not any(isinstance(field, OnePlayer) for field in fields) or not all(map(_is_idle, between)):
        return [*phrases], ()
    return [*phrases[:-1]], (before, *phrases[-1].words)


def _is_idle(term: Term) -> bool:
    """Whether a word says nothing of cards, and parts nothing."""
    return term.small and not term.separates


def _is_laid_alone(
    field: Field, laid_phrases: Sequence[CardPhrase], phrases: Sequence[CardPhrase], cards: CardsInQuery
) -> bool:
    """Whether who speaks lays all that is told: not where cards of a trick follow, "I lead 5, then K, A"."""
    if not laid_phrases or len(laid_phrases) < len(phrases):
        return False
    myself = load_sentence_words(cards.language).myself
    once = sum(term.word in myself for term in cards.terms[: phrases[-1].end]) == 1
    return not (is_trick(field) and len(laid_phrases) > MOST_OF_ONE and once)


def _somebody_laid_between(played_cards: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    """Whether somebody else's card stands before one that is laid: "a 9, Ann a queen, I put a king"."""
    laid_phrases = cards.roles.among(played_cards, Role.LAID)
    article = load_vocabulary(cards.language).single | load_vocabulary(cards.language).definite
    for phrase in cards.roles.among(played_cards, None):
        before = phrase.start - 1
        while before >= 0 and cards.terms[before].word in article:
            before -= 1
        if laid_phrases and before >= 0 and may_be_a_name(cards.terms[before], cards.language):
            return True
    return False


def _are_laid_together(field: Field, played_cards: Sequence[CardPhrase], cards: CardsInQuery) -> bool:
    """Whether cards are laid at once: not "I put a 7 on a 5, can Ann put a 9", "on a 7, then a 9, may I put a 10"."""
    if not isinstance(field, Cards) or not played_cards:
        return True
    between = cards.terms[played_cards[0].end : played_cards[-1].start]
    in_turn = any(term.word in load_vocabulary(cards.language).next for term in between)
    return not in_turn and is_list_of_cards(cards.terms, played_cards, cards.language)


def _chosen_again(cards: CardsInQuery, hand_phrases: Sequence[CardPhrase]) -> CardPhrase | None:
    """The card held that is named again to be laid: "j'ai une dame et un 5, je peux jouer la dame ?"."""
    laid_phrases = cards.roles.among(cards.phrases, Role.LAID)
    if len(hand_phrases) < 2 or len(laid_phrases) != 1 or laid_phrases[0].count > 0:  # noqa: PLR2004
        return None
    mine = load_sentence_words(cards.language).myself
    if not any(cards.terms[at].word in mine for at in clause_of(laid_phrases[0].start, cards.terms)):
        return None  # "Paul peut jouer la dame ?"
    meant = [phrase for phrase in hand_phrases if {*phrase.cards} <= {*laid_phrases[0].cards} and phrase.count == 1]
    return meant[0] if len(meant) == 1 else None


def laid_as_named(cards: CardsInQuery, hand_phrases: Sequence[CardPhrase]) -> bool:
    """Whether the cards that somebody has are those he wants to lay: "j'ai deux dames, je peux les poser ?"."""
    if not hand_phrases:
        return False
    vocabulary, start = load_vocabulary(cards.language), hand_phrases[-1].end
    words = load_sentence_words(cards.language)
    number = str(sum(phrase.count for phrase in hand_phrases))
    both = [second for first, second in pairwise(cards.terms[start:]) if words.is_pronoun(second.word, first.word)]
    if both:
        return all(term.stem == number for term in both)  # "je peux poser les deux ?"
    if len(hand_phrases) > 1:
        return False
    after = [term for term in cards.terms[start:] if not term.separates and term.word not in vocabulary.hand]
    pairs = list(zip(after, after[1:], strict=False))
    laying = stems_of_words(vocabulary.laying, cards.language)
    if any(term.word in vocabulary.may for term in after) and all(term.small or term.stem in laying for term in after):
        return True  # "j'ai 2 rois, je peux jouer ?"
    may = stems_of_words(vocabulary.may, cards.language)
    may |= {stem for line in vocabulary.same_question if line & may for stem in line}
    asked = [term for term in after if not term.small]
    if asked and all(term.stem in may for term in asked):
        return True  # "j'ai deux 2, ça passe ?"
    return any(
        (first.word in vocabulary.them and second.stem in laying)
        or (first.stem in laying and second.word in vocabulary.them)
        for first, second in pairs
    )


def _hand(field: Cards, cards: CardsInQuery) -> Sequence[Any]:
    """The cards of a hand that are said: those held, and the one to be laid, where it is none of these."""
    held = raw_cards(field, cards.hand_phrases)
    laid = card_laid(cards, held[0] if len(held) == 1 else ())
    if laid is None or any(laid in codes for codes in held):
        return held
    return [[*codes, laid] for codes in held or [[]]]


def card_laid(cards: CardsInQuery, hand: Collection[str]) -> str | None:
    """The code of the only card that somebody wants to lay, one of the hand where its suit is open."""
    if len(cards.laid_phrases) != 1 or cards.laid_phrases[0].count > 1:
        return None
    codes = cards.laid_phrases[0].cards if cards.laid_phrases[0].count else ()
    possible = [code for code in cards.laid_phrases[0].cards if code in hand] or codes
    return possible[0] if len(possible) == 1 else None


def _group(
    field: OneCard | Cards | Plays, group: Sequence[CardPhrase], words: Collection[int], *, whole: bool = True
) -> Iterator[tuple[str, SaidFact]]:
    if values := raw_cards(field, group):
        yield field.key, SaidFact(values, {at for phrase in group for at in phrase.words} | {*words}, whole)


def _beside_its_name(
    fields: Sequence[OneCard | Cards | Plays], phrases: Sequence[CardPhrase], cards: CardsInQuery
) -> tuple[OneCard, CardPhrase, Collection[int]] | None:
    """The one card that stands beside its name ("la retourne est un 4"), with the words of the name."""
    for field in fields:
        if not isinstance(field, OneCard):
            continue
        label = label_terms(field.label, cards.language)
        vocabulary = load_vocabulary(cards.language)
        name = {term.stem for term in label if not term.small} - vocabulary.cards - vocabulary.scene
        turned = stems_of_words(load_sentence_words(cards.language).turned_up, cards.language)
        name |= turned if name & turned else set()
        for phrase in phrases:
            before = phrase.start - 1
            if before > 0 and cards.terms[before] == STOP:  # "retourne : 4"
                before -= 1
            while before >= 0 and _is_of_name(cards.terms[before], cards.language):
                before -= 1
            if before >= 0 and cards.terms[before].stem in name and phrase.count == 1:
                return field, phrase, {before}
            after = phrase.end
            parting = vocabulary.joining | vocabulary.definite | vocabulary.single | {NEXT.word, STOP.word}
            while after < len(cards.terms) and cards.terms[after].small and cards.terms[after].word not in parting:
                after += 1
            if after < len(cards.terms) and cards.terms[after].stem in name & turned and phrase.count == 1:
                return field, phrase, {after}  # "the 6 of hearts turned up"
    return None


def _is_of_name(term: Term, language: str) -> bool:
    """Whether a word may stand between the name of a card and the card: "the cut is", "cut card"."""
    return (term.small and not term.separates) or term.word in load_sentence_words(language).cards


def raw_cards(field: OneCard | Cards | Plays, group: Sequence[CardPhrase]) -> Sequence[Any]:
    """The raw values of a fact that phrases of cards may mean, one more than may be open at most.

    None of more cards than the fact takes; a card of a hand is none without the hand.
    """
    ways = [phrase.ways for phrase in group]
    number = sum(len(of_phrase[0]) for of_phrase in ways)
    if not 0 < number <= _most_cards(field):
        return ()
    values = [[code for cards in way for code in cards] for way in ways_of(ways, all_of_them=is_trick(field))]
    return [codes[0] for codes in values] if isinstance(field, OneCard) else values


def is_trick(field: Field) -> bool:
    """Whether a fact is the cards of a trick, in the order of play."""
    return isinstance(field, Plays) and field.turn is None and not field.again


def _most_cards(field: OneCard | Cards | Plays) -> int:
    """The most cards that words can say of a fact."""
    if isinstance(field, OneCard):
        return 0 if field.hand else 1
    return field.most if isinstance(field, Cards) and field.most is not None else field.pack.most
