"""What a sentence says is so or not: "premier pli", "aucun cœur jeté", "hearts haven't been broken"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.answers.answer import Field
from referee.answers.choices import YesNo
from referee.desk.phrases_asked import places_of_phrases
from referee.desk.query_words.phrases import items
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of, stems_of_words
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

NEAR = 2
"""So far before what it denies a word for no may stand: "pas le deuxième pli"."""

ONE = "1"
"""The stem of the word for one: "not one spade"."""


def _discard_fact(
    terms: Sequence[Term], laying: Collection[str], negations: Collection[str], language: str
) -> SaidFact | None:
    """Whether a card is told to be thrown away: "je jette ma cinquième carte"."""
    of_turn = load_vocabulary(language).belonging  # "c'est à moi de jouer"
    for start, end in items(terms):
        at = [
            place for place in range(start, end) if terms[place].word in laying and terms[place - 1].word not in of_turn
        ]
        if at:
            denied = [place for place in range(start, end) if terms[place].word in negations]
            return SaidFact(["0" if denied else "1"], {*at, *denied})
    return None


def _denies_another(denial: int, at: Sequence[int], clause: range, terms: Sequence[Term], language: str) -> bool:
    """Whether another thing is denied than what stands at these places: "pas de trèfle et c'est le premier pli".

    So it is behind them where a suit follows: "au premier pli j'ai pas de trèfle".
    """
    vocabulary = load_vocabulary(language)
    if terms[min(denial + 1, len(terms) - 1)].word in load_sentence_words(language).fallen:  # "hearts not broken"
        return False
    if denial > max(at) and any(terms[place].stem in vocabulary.suit_stems for place in range(denial, clause.stop)):
        return True
    nearest = min(at, key=lambda place: abs(place - denial))
    between = range(min(denial, nearest) + 1, max(denial, nearest))
    things = vocabulary.joining | vocabulary.suit_stems | vocabulary.cards
    return any(place not in at and (terms[place].word in things or terms[place].stem in things) for place in between)


def _asks_to_play(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word asks what may or must be done; "have been played" tells what was."""
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    return terms[at].word in vocabulary.may | (vocabulary.must - (vocabulary.holding if after != "to" else set()))


def yes_no_said(
    field: YesNo, others: Sequence[Field], terms: Sequence[Term], of_cards: Collection[int], language: str
) -> SaidFact | None:
    """Whether what a fact asks is said to be so; either of it where its opposite is said too: "the crib hand".

    ``others`` and ``of_cards`` as of the label alone.
    """
    fact = _said_by_label(field, others, terms, of_cards, language)
    places = places_of_phrases(field.opposite, terms, language) if field.opposite is not None else []
    places = [phrase for phrase in places if not _is_denied(phrase[0], terms, language)]
    if not places:
        return fact
    opposite = {at for phrase in places for at in phrase}
    if fact is None:
        return SaidFact(["0"], opposite)
    return SaidFact([*dict.fromkeys((*fact.values, "0"))], opposite | {*fact.words})


def _is_denied(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word for no stands just before one: "c'est pas le deuxième pli"."""
    negations = load_vocabulary(language).negations
    return any(term.word in negations for term in terms[max(0, at - NEAR) : at])


def _said_by_label(
    field: YesNo, others: Sequence[Field], terms: Sequence[Term], of_cards: Collection[int], language: str
) -> SaidFact | None:
    """Whether what a fact asks is said to be so with the words of its label; None where nothing is said of it.

    ``others``: facts that may be left open: what "slam not announced" denies is not the slam. ``of_cards``: the indexes
    of the words of cards: a suit that was played is none of these.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    label = [term for term in label_terms(field.label, language) if not term.small]
    suits = {term.stem for term in label if term.stem in vocabulary.suit_stems}
    stems = suits or {term.stem for term in label} - vocabulary.scene
    if stems & stems_of_words(vocabulary.laying | words.laying, language):
        return _discard_fact(terms, vocabulary.laying | words.laying, vocabulary.negations, language)
    for start, end in items(terms):
        at = [place for place in range(start, end) if terms[place].stem in stems and place not in of_cards]
        if {terms[place].stem for place in at} != stems or not stems:
            continue
        played = [place for place in range(start, end) if terms[place].word in words.fallen]
        asks = any(_asks_to_play(place, terms, vocabulary) for place in range(start, end))
        if suits and (asks or not played):
            continue
        denying = vocabulary.negations | words.nobody
        denying_at = [place for place in range(start, end) if terms[place].word in denying]
        denied = [place for place in denying_at if not _denies_another(place, at, range(start, end), terms, language)]
        positions = {place for place in range(start, end) if terms[place].word in words.so_far}
        things = {stem for other in others for stem in stems_of(other.label.render(language), language)}
        positions |= {place - 1 for place in at if denied and place - 1 not in at and terms[place - 1].stem == ONE}
        named = {place for place in at if not (denied and terms[place].stem in things)}
        return SaidFact(["0" if denied else "1"], {*named, *played, *denied, *positions})
    return None
