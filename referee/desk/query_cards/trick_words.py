"""The words with which a sentence tells who played a card and how: "l'adversaire ouvre 10 de trèfle", "dropped a 2".

They are told with the card: in the same item of the list. That a card trumps is told only of one of trumps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.card_phrases.shared_suits import has_elided_article
from referee.desk.query_cards.card_roles import CardRoles, Role
from referee.desk.query_words.denials import denial_of_suit
from referee.desk.query_words.phrases import clause_of, ends_at, items, places_of, stands_at
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

FOLLOWS = 3
"""So many words before a card may tell that it follows the one that was led: "follows with the"."""

BESIDE = 2
"""A word that stands less far behind a card is said of this one: "king of clubs was led"."""


def words_of_plays(
    terms: Sequence[Term],
    played_cards: Sequence[CardPhrase],
    others: Sequence[CardPhrase],
    trumps: Collection[str],
    language: str,
) -> Iterator[int]:
    """The words that tell who played these cards and how.

    ``others``: the cards that were not played, of which nothing here is told; ``trumps``: the codes of all trumps.
    """
    words = load_sentence_words(language)
    first = min((phrase.start for phrase in played_cards), default=-1)
    someone: set[int] = set()
    for start, end in items(terms):
        here = [phrase for phrase in played_cards if start <= phrase.start < end]
        if not here or any(start <= phrase.start < end for phrase in others):
            people = {at for at in range(start, end) if terms[at].word in words.people | words.played}
            alone = all(terms[at].small or at in people for at in range(start, end))
            someone = people if alone else set()
            continue
        yield from someone  # "l'adversaire de gauche… as de carreau"
        for at in range(start, end):
            after = next((phrase for phrase in here if phrase.start > at), here[-1])
            trumped = terms[at].word in words.trumped and bool(trumps) and {*after.cards} <= {*trumps}
            opens = terms[at].word in words.ordinals[:1] and (after.start == first or here[0].start == first)
            if trumped or opens or terms[at].word in words.played | words.people or terms[at].word in words.some_people:
                yield at


def begins_with_another(
    terms: Sequence[Term], played_cards: Sequence[CardPhrase], suits: Collection[Collection[str]], language: str
) -> bool:
    """Whether a card that is told later began the trick: "as de trèfle, dame de cœur, moi j'ai entamé le 5 de cœur".

    Not where it is of the suit of the first one, ``suits`` the cards of each: the trick goes as it does.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    for at, term in enumerate(terms):
        if term.word not in words.began:
            continue
        began = _card_that_began(at, played_cards, terms)
        if began is None:  # "…, c'est elle qui a ouvert, …"
            of_suit = at > 0 and terms[at - 1].stem in vocabulary.suit_stems
            other = played_cards[0].end <= at and not of_suit
        else:
            alike = any({*began.cards, *played_cards[0].cards} <= {*suit} for suit in suits)
            other = began is not played_cards[0] and not alike
        if other:
            return True
    return False


def lies_on_another(terms: Sequence[Term], played_cards: Sequence[CardPhrase], language: str) -> bool:
    """Whether a card is told to be put on one that is named behind it: "the ace of diamonds on Dad's ten"."""
    onto = load_vocabulary(language).onto - load_sentence_words(language).opposing
    for at, term in enumerate(terms):
        if term.word not in onto:
            continue
        here = [phrase.start for phrase in played_cards if phrase.start in clause_of(at, terms)]
        if here and here[0] < at < here[-1]:
            return True
    return False


def _card_that_began(at: int, played_cards: Sequence[CardPhrase], terms: Sequence[Term]) -> CardPhrase | None:
    """The card of its clause that a word for beginning is said of: just before it, else behind it; None without one."""
    here = [phrase for phrase in played_cards if phrase.start in clause_of(at, terms)]
    before = [phrase for phrase in here if phrase.end <= at]
    behind = [phrase for phrase in here if phrase.start > at]
    if not here:
        return None
    if before and (not behind or at - before[-1].end < BESIDE):
        return before[-1]
    return behind[0]


def is_had(terms: Sequence[Term], phrase: CardPhrase, language: str) -> bool:
    """Whether somebody is only told to have a card: "Paul a le roi"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    before = phrase.start - 1
    while before >= 0 and terms[before].word in vocabulary.determiners | vocabulary.definite:
        before -= 1
    has = 0 <= before < phrase.start and terms[before].word in words.having_cards
    return has and not any(ends_at(before + 1, item, terms) for item in vocabulary.lying)  # "il y a un 2 de pique"


def contradicts_trumps(
    terms: Sequence[Term], played_cards: Sequence[CardPhrase], trumps: Collection[str], language: str
) -> bool:
    """Whether a card is told to trump that is of another suit than trumps: "trumps with the 4 of spades"."""
    words = load_sentence_words(language)
    for start, end in items(terms):
        for phrase in played_cards:
            verbs = [
                at
                for at in range(start, phrase.start)
                if start <= phrase.start < end and terms[at].word in words.trumped
            ]
            told = any(
                all(terms[other].small for other in range(at + 1, phrase.start)) and phrase.start > at + 1
                for at in verbs
            )
            if told and trumps and {*phrase.cards}.isdisjoint(trumps):
                return True
    return False


def in_suit_led(
    terms: Sequence[Term], phrases: Sequence[CardPhrase], of_suit: Mapping[str, Sequence[str]], language: str
) -> tuple[list[CardPhrase], set[int]]:
    """The cards of a trick, in the suit that is said to be led; and the words that say this suit.

    "Pique demandé : 10, roi, as de cœur": whoever played another suit says so. Where somebody trumped or discarded,
    with a card whose suit may go without saying, the first card alone is of the suit led.
    """
    led = load_vocabulary(language).led
    in_cards = {at for phrase in phrases for at in range(phrase.start, phrase.end)}
    suits = [
        at
        for at, term in enumerate(terms)
        if term.stem
        and term.stem in of_suit
        and at not in in_cards
        and any(0 <= other < len(terms) and terms[other].word in led for other in (at - 1, at + 1, at + 2))
    ]
    if len(suits) != 1 or not phrases:
        return [*phrases], set()
    (at,) = suits
    codes = of_suit[terms[at].stem]
    first = _in_suit(phrases[0], codes)
    if first is None:
        return [*phrases], set()
    words = {
        at,
        *(other for other in (at - 1, at + 1, at + 2) if other in range(len(terms)) and terms[other].word in led),
    }
    sentence_words = load_sentence_words(language)
    if any(term.word in sentence_words.trumped | sentence_words.thrown_away for term in terms):
        return [first, *phrases[1:]], words
    return [_in_suit(phrase, codes) or phrase for phrase in phrases], words


def _in_suit(phrase: CardPhrase, codes: Sequence[str]) -> CardPhrase | None:
    """A card whose suit is not said, in a suit of these codes; None where it is none of it."""
    cards = tuple(code for code in phrase.cards if code in codes)
    if not cards or phrase.count != 1:
        return None
    return replace(phrase, cards=cards, ways=tuple((code,) for code in cards))


def in_the_suit_before(
    terms: Sequence[Term],
    phrases: Sequence[CardPhrase],
    roles: CardRoles,
    of_suit: Mapping[str, Sequence[str]],
    language: str,
) -> list[CardPhrase]:
    """The cards, those that others played in the suit that is said before: "as de trèfle, l'autre a mis le 7"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    led = {at for at, term in enumerate(terms) if term.word in vocabulary.led}
    played_cards = [phrase for phrase in phrases if roles.of.get(phrase.start) not in (Role.HELD, Role.LAID)]
    in_cards = {at for phrase in played_cards for at in range(phrase.start, phrase.end)}
    of_trick = in_cards | {at for other in led for at in (other - 1, other + 1)}
    suits = {at: term.stem for at, term in enumerate(terms) if term.stem and term.stem in of_suit and at in of_trick}
    result: list[CardPhrase] = []
    clauses = [*items(terms)]
    plays = [at for at, term in enumerate(terms) if term.word in words.played | words.trumped]
    for phrase in phrases:
        start, end = next((clause for clause in clauses if clause[0] <= phrase.start < clause[1]), (0, 0))
        told = roles.of.get(phrase.start) is Role.LIES or (
            roles.of.get(phrase.start) is None and any(terms[at].word in words.people for at in range(start, end))
        )
        so_far = [*dict.fromkeys(stem for at, stem in suits.items() if at < phrase.start)]
        small = [term.word for term in terms[max(0, phrase.start - FOLLOWS) : phrase.start]]
        follows = bool(so_far) and not words.following.isdisjoint(small)  # "Rachid suit du 6"
        before = so_far[0] if len(so_far) == 1 or follows else None  # of two suits it may be either
        is_the = bool(small) and small[-1] in vocabulary.definite and vocabulary.onto.isdisjoint(small[-2:-1])
        is_the = is_the or follows
        is_the = is_the or has_elided_article(phrase, terms, vocabulary)  # "et moi l'as"
        cards = tuple(code for code in phrase.cards if code in of_suit.get(before or "", ()))
        deeds = [at for at in plays if at < phrase.start]
        ruffs = bool(deeds) and terms[deeds[-1]].word in words.trumped  # "Cid coupe du 2, Dan du 4"
        if told and is_the and not ruffs and phrase.count == 1 and len(phrase.cards) > len(cards) == 1:
            phrase = replace(phrase, cards=cards, ways=(cards,))  # noqa: PLW2901
        result.append(phrase)
    return result


def words_of_having(terms: Sequence[Term], counted: Sequence[CardPhrase], language: str) -> Iterator[int]:
    """The words that tell how somebody came to have the cards that are counted: "on a ramassé", "left holding"."""
    words = load_sentence_words(language)
    for start, end in items(terms):
        if any(start <= phrase.start < end for phrase in counted):
            yield from (at for at in range(start, end) if terms[at].word in words.having)


def words_of_lacking(
    terms: Sequence[Term], phrases: Sequence[CardPhrase], of_suit: Mapping[str, Sequence[str]], language: str
) -> Iterator[int]:
    """The words that say that there is no card of a suit of which none is named: "pas un seul pique"."""
    codes = {code for phrase in phrases for code in phrase.cards}
    for at, term in enumerate(terms):
        if term.stem and term.stem in of_suit and codes.isdisjoint(of_suit[term.stem]):
            yield from denial_of_suit(at, terms, language)


def names_no_further_card(terms: Sequence[Term], language: str) -> bool:
    """Whether no further card is spoken of without a name: "un 2, un 4 et une autre carte", "a king and something"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    listed = [*terms, STOP]
    if any(
        first.word in words.further and (second.word in words.cards or second.separates)
        for first, second in pairwise(listed)
    ):
        return False
    joined = [at + 1 for at, term in enumerate(terms) if term.word in vocabulary.joining]
    nouns = [at + 1 if listed[at].word in vocabulary.single else at for at in joined]
    others = words.people | words.players | words.counted_things | words.deals
    return not any(listed[at].word in words.further_alone and listed[at + 1].word not in others for at in nouns)


def words_of_others_lacks(
    terms: Sequence[Term], played_cards: Sequence[CardPhrase], of_suit: Mapping[str, Sequence[str]], language: str
) -> Iterator[int]:
    """The words that tell of a suit that a player of a trick has none of it, and why he played another one.

    Not where the card that he played is of this suit.
    """
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    for start, end in items(terms):
        lacking: set[int] = set()
        codes = {code for phrase in played_cards if start <= phrase.start < end for code in phrase.cards}
        for at in range(start, end):
            suit = of_suit.get(terms[at].stem, ()) if terms[at].stem else ()
            lacking |= {*denial_of_suit(at, terms, language)} if suit and codes.isdisjoint(suit) else set()
        for phrase in (*vocabulary.none_of_it, *words.none_of_it, *words.has_no_more):
            for place in places_of(phrase, terms, range(start, end)):
                lacking |= {*place}
        yield from lacking
        yield from (at for at in range(start, end) if lacking and terms[at].word in words.reasons)


def words_of_no_ruff(terms: Sequence[Term], language: str) -> Iterator[int]:
    """The words that say that nobody trumped: "personne n'a coupé", "nobody ruffed"."""
    words = load_sentence_words(language)
    for at, term in enumerate(terms):
        behind = range(at + 1, clause_of(at, terms).stop) if term.word in words.nobody else range(0)
        ruffed = next((other for other in behind if terms[other].word in words.trumped), None)
        if ruffed is not None and all(terms[other].small for other in range(at + 1, ruffed)):
            yield from (at, ruffed)


def ordinals_again(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> Iterator[int]:
    """The words for the first of equal cards, before one that is named again: "Hugo dit que le premier as gagne"."""
    ordinals = load_sentence_words(language).ordinals
    for phrase in phrases:
        if phrase.count == 0 and phrase.start and terms[phrase.start - 1].word in ordinals:
            yield phrase.start - 1


def words_of_laying(terms: Sequence[Term], laid_phrases: Sequence[CardPhrase], language: str) -> Iterator[int]:
    """The words with which somebody asks whether he may lay these cards."""
    laying, on_top = load_vocabulary(language).laying, load_sentence_words(language).on_top
    for start, end in items(terms):
        if any(start <= phrase.start < end for phrase in laid_phrases):
            yield from (at for at in range(start, end) if terms[at].word in laying)
            for phrase in on_top:
                for place in places_of(phrase, terms, range(start, end)):
                    yield from place


def words_between_again(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> Iterator[int]:
    """The words between two cards named before, of which one may be meant: "le 5, ou le 2 et le 3 ?"."""
    either = load_vocabulary(language).either
    for first, second in pairwise(phrases):
        if first.count == second.count == 0:
            yield from (at for at in range(first.end, second.start) if terms[at].word in either)


def asked_of(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> list[CardPhrase]:
    """The card that is named again in the clause that asks whether somebody may: "le magicien, je peux ?"."""
    vocabulary = load_vocabulary(language)
    of_may = (line for line in vocabulary.same_question if line & stems_of_words(vocabulary.may, language))
    may = stems_of_words(vocabulary.may, language).union(*of_may)
    again = [phrase for phrase in phrases if phrase.count == 0]
    for phrase in again[-1:]:
        for parting in ((STOP,), (NEXT, STOP)):
            start = max((at for at in range(phrase.start) if terms[at] in parting), default=-1) + 1
            end = next((at for at in range(phrase.end, len(terms)) if terms[at] in parting), len(terms))
            alone = not any(start <= other.start < end for other in phrases if other is not phrase)
            if alone and any(term.stem in may for term in terms[start:end]):
                return [phrase]
    return []


def thrown_behind(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> list[CardPhrase]:
    """The cards behind which it is said that they are thrown away: "plus un rouge à jeter"."""
    to_throw = load_sentence_words(language).to_throw
    return [phrase for phrase in phrases if any(stands_at(phrase.end, words, terms) for words in to_throw)]
