"""The suit of trumps, where it is told otherwise than by its name: a card turned up, a bid, that there is none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from referee.answers.answer import Field
from referee.answers.choices import Choice, SuitChoice
from referee.cards.packs import Pack
from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.card_phrases.suit_cards import by_suit
from referee.desk.query_cards.trump_cards import TRUMP, trump_field
from referee.desk.query_words.phrases import clause_of, items, places_of
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, label_terms, terms_of
from referee.desk.search.vocabulary import load_vocabulary


def trump_told(
    fields: Sequence[Field],
    terms: Sequence[Term],
    in_cards: Collection[int],
    turned: CardPhrase | None,
    pack: Pack | None,
    language: str,
) -> SaidFact | None:
    """The suit of trumps by a card turned up, or by what was bid; None of a deal without trumps.

    :param in_cards: the indexes of the words of cards.
    :param turned: the card that is told to be turned up.
    """
    field = trump_field(fields)
    if field is None:
        return None
    if turned is not None and pack is not None:
        return _suit_of(turned, field, pack, language)
    without = _words_of_no_trump(terms, language)
    if field.nothing is not None and without:
        return SaidFact([None], without)
    words = _words_of_bid(terms, in_cards, language)
    for choice, label in field.choices:
        stems = {term.stem for term in label_terms(label, language)}
        if words and terms[words[-1]].stem in stems:
            return SaidFact([_raw(choice)], words)
    return None


def _suit_of(turned: CardPhrase, field: Choice, pack: Pack, language: str) -> SaidFact | None:
    """The suit of the card that was turned up; None of one without a suit, or where the suit is not said."""
    suits = [stem for stem, codes in by_suit(pack, language).items() if not {*codes}.isdisjoint(turned.cards)]
    for choice, label in field.choices:
        if suits == [term.stem for term in label_terms(label, language)]:
            return SaidFact([_raw(choice)], range(turned.start, turned.end))
    return None


def turned_up(
    fields: Sequence[Field], terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str
) -> tuple[CardPhrase, Collection[int]] | None:
    """The card that is told to be turned up for trumps, and the words that tell it: "la retourne est un 6"."""
    field, words = trump_field(fields), load_sentence_words(language)
    if not isinstance(field, SuitChoice) or not field.turned:
        return None
    for start, end in items(terms):
        here = [phrase for phrase in phrases if start <= phrase.start < end]
        turning = [at for at in range(start, end) if terms[at].word in words.turning]
        if len(here) == 1 and turning and here[0].count == 1:
            return here[0], [*turning, *(at for at in range(start, end) if terms[at].word in words.people)]
    return None


def words_of_fixed_trump(facts: Sequence[Field], terms: Sequence[Term], language: str) -> frozenset[int]:
    """The words that say what goes without saying: "pique toujours atout", where it always is.

    :param facts: those of a question, also those that it does not ask for.
    """
    vocabulary = load_vocabulary(language)
    stem = _fixed_trump(facts, language)
    if not stem:
        return frozenset()
    ruffs = frozenset(at for at, term in enumerate(terms) if _ruffs_with(at, terms, stem, language))
    for at, term in enumerate(terms):
        if term.stem == stem:
            for step in (-1, 1):
                other = at + step
                parting = (NEXT.word, STOP.word, *vocabulary.negations)
                while 0 <= other < len(terms) and terms[other].small and terms[other].word not in parting:
                    other += step
                if 0 <= other < len(terms) and terms[other].stem == vocabulary.stem(vocabulary.trump):
                    return ruffs | {at, other}
    return ruffs


def _ruffs_with(at: int, terms: Sequence[Term], stem: str, language: str) -> bool:
    """Whether a word tells that somebody trumped with a card of a suit: "trumps with the 2 of spades"."""
    suits = load_vocabulary(language).suit_stems
    behind = [terms[other].stem for other in clause_of(at, terms) if other > at and terms[other].stem in suits]
    return terms[at].word in load_sentence_words(language).trumped and behind[:1] == [stem]


def _fixed_trump(facts: Sequence[Field], language: str) -> str:
    """The stem of the suit that is always trumps, "" where none is."""
    fixed = [field for field in facts if isinstance(field, Choice) and field.key == TRUMP and not field.offered]
    stems = (term.stem for field in fixed for term in terms_of(str(_label(field, language)), language, meanings=False))
    return next((stem for stem in stems if stem in load_vocabulary(language).suit_stems), "")


def _label(field: Choice, language: str) -> str:
    return "" if field.nothing is None else field.nothing.render(language)


def _raw(choice: Any) -> Any:
    return getattr(choice, "value", choice)


def _words_of_no_trump(terms: Sequence[Term], language: str) -> Sequence[int]:
    """The words that say that there are no trumps; that somebody holds none is something else."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    for start, end in items(terms):
        for phrase in words.no_trump:
            for place in places_of(phrase, terms, range(start, end - len(phrase) + 1)):
                others = [other for other in range(start, end) if other not in place]
                known = all(terms[other].small or terms[other].word in words.at_all | words.deals for other in others)
                holds = any(terms[other].word in vocabulary.holding for other in others)
                if known and not holds:
                    return [*place, *(other for other in others if not terms[other].small)]
    return ()


def _words_of_bid(terms: Sequence[Term], in_cards: Collection[int], language: str) -> Sequence[int]:
    """The words of a bid with its suit, the suit last: "contrat de 90 à pique", "they bid 100 clubs"."""
    vocabulary = load_vocabulary(language)
    bids = []
    for at, term in enumerate(terms):
        if term.word in vocabulary.taking and at not in in_cards:
            after = at + 1
            while after < len(terms) and (
                terms[after].stem.isdigit() or (terms[after].small and not terms[after].separates)
            ):
                after += 1
            closed = after + 1 >= len(terms) or terms[after + 1].small
            suit = after < len(terms) and terms[after].stem in vocabulary.suit_stems and after not in in_cards
            if suit and closed:
                numbers = [other for other in range(at + 1, after) if terms[other].stem.isdigit()]
                bids.append([at, *numbers, after])
    return bids[0] if len(bids) == 1 else ()
