"""The numbers that a sentence says: one beside its name, or a list of them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence

from referee.answers.answer import Field
from referee.answers.numbers import Counts, Number, Numbers, Points
from referee.desk.query_facts.player_sentence import REST, Sentence
from referee.desk.query_words.circumstances import seats_told
from referee.desk.query_words.denials import denial_of
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import is_beside, is_next_to, stems_of
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.words import Text

_ORDINAL = re.compile(r"(\d+)(?:e|eme|er|re|st|nd|rd|th)")

MOST_PEOPLE = 12
"""A number up to this one may be that of the players: it is a fact only beside a word for what it numbers."""


def number_said(
    field: Number, fields: Sequence[Field], rest: Mapping[int, Term], terms: Sequence[Term], language: str
) -> SaidFact | None:
    """The only number that may be the fact: beside its name, or a large one that can be nothing else.

    ``rest``: the words, those of cards left out.
    """
    negations, of_time = load_vocabulary(language).negations, load_sentence_words(language).before
    of_label = stems_of(field.label.render(language), language)
    names = _stems_before(of_time, field.label, language)  # "120 before the deal" is no number of bags
    if (ordinal := _ordinal_of_it(field, names, rest, language)) is not None:
        return ordinal
    numbers = {at: int(term.stem) for at, term in rest.items() if term.stem.lstrip("-").isdigit()}
    others = [other for other in fields if isinstance(other, Number | Numbers | Counts | Points) and other is not field]
    high = math.inf if field.high is None or callable(field.high) else field.high
    possible = {
        at: number
        for at, number in numbers.items()
        if field.low <= number <= high
        and (_can_be_no_other(number, others, numbers.values()) or is_beside(at, names, rest, negations))
        and not _is_theirs(at, rest, language)
    }
    found = list(dict.fromkeys(possible.values()))
    if not found:
        return _none_of_it(field, of_label, rest, terms, language) or _one_of_it(field, names, rest, language)
    if len(found) > 1:  # "49 points avec deux bouts": the one that counts them
        counting = {at: number for at, number in possible.items() if at + 1 in rest and rest[at + 1].stem in names}
        possible, found = counting, list(dict.fromkeys(counting.values()))
    onto = load_vocabulary(language).onto  # "sur 5 cartes"
    words = [
        at
        for at, term in rest.items()
        if at in possible or (term.stem in of_label and not term.small) or (at + 1 in possible and term.word in onto)
    ]
    telling = load_vocabulary(language).telling  # "40 au score"
    words += [
        at
        for at, term in rest.items()
        if term.word in telling and any(is_next_to(at, place, rest) for place in possible)
    ]
    theirs = [] if others else _told_of_theirs(possible, numbers, rest, language)
    of_us = len(fields) > 1 or bool(theirs) or not _is_asked_of_them(rest, language)
    return SaidFact(found, [*words, *theirs], whole=of_us) if len(found) == 1 else None


def _stems_before(words: Collection[str], label: Text, language: str) -> set[str]:
    """The stems of a label up to the first of these words: "Sacs" of "Sacs avant la donne"."""
    of_label = label_terms(label, language)
    first = next((at for at, term in enumerate(of_label) if at and term.word in words), len(of_label))
    return {term.stem for term in of_label[:first] if not term.small}


def _is_asked_of_them(rest: Mapping[int, Term], language: str) -> bool:
    """Whether both sides are spoken of, and it may be asked of the other: "on est à 1480, il leur faut combien ?"."""
    sides = {load_vocabulary(language).sides.get(term.word) for term in rest.values()}
    return "ours" in sides and not sides.isdisjoint(("theirs", "rest"))


def _told_of_theirs(
    ours: Collection[int], numbers: Collection[int], rest: Mapping[int, Term], language: str
) -> list[int]:
    """The words that tell a number of the other side beside that of ours: "on est à 1480 et eux à 2100".

    None where they are spoken of elsewhere too: it may be asked of them.
    """
    sides = load_vocabulary(language).sides
    theirs = [at for at in numbers if at not in ours and _is_theirs(at, rest, language)]
    people = [at for at, term in rest.items() if sides.get(term.word) in ("other", "theirs")]
    ours_said = any(sides.get(term.word) == "ours" for term in rest.values())
    told = len(theirs) == len(people) == 1 and len(ours) == 1 and ours_said
    return [*theirs, *people] if told else []


def _can_be_no_other(number: int, others: Sequence[Field], numbers: Collection[int]) -> bool:
    """Whether a number cannot be that of the players, nor each other fact that is a number, of which one is numbers."""
    small = all(isinstance(other, Number) and isinstance(other.high, int) and other.high < number for other in others)
    nobody = number <= 0 or number > MOST_PEOPLE
    return small and nobody and (not others or len(numbers) > 1)


def _is_theirs(at: int, rest: Mapping[int, Term], language: str) -> bool:
    """Whether a number is told of the other side: "la défense a 45", "45 pour la défense"."""
    vocabulary, before, after = load_vocabulary(language), at - 1, at + 1
    while before in rest and not rest[before].separates:
        before -= 1
    parting = vocabulary.joining | {NEXT.word, STOP.word}
    while after in rest and rest[after].word not in parting and not rest[after].stem.isdigit():
        after += 1
    return any(vocabulary.sides.get(rest[other].word) in ("other", "theirs") for other in range(before + 1, after))


def _none_of_it(
    field: Number, names: set[str], rest: Mapping[int, Term], terms: Sequence[Term], language: str
) -> SaidFact | None:
    """Nought, where a thing is denied: "pas de sac"."""
    beside = {at for at, term in rest.items() if term.stem in names and not term.small}
    denied = {other for at in beside for other in denial_of(at, terms, language)}
    return SaidFact([0], beside | denied) if denied and field.low <= 0 else None


def _one_of_it(field: Number, names: set[str], rest: Mapping[int, Term], language: str) -> SaidFact | None:
    """One, before the word for a thing: "un bout"."""
    single = load_vocabulary(language).single
    places = [at for at in rest if at + 1 in rest and rest[at].word in single and rest[at + 1].stem in names]
    fits = len(places) == 1 and field.low <= 1 and (not isinstance(field.high, int) or field.high >= 1)
    return SaidFact([1], {places[0], places[0] + 1}) if fits else None


def _ordinal_of_it(field: Number, names: set[str], rest: Mapping[int, Term], language: str) -> SaidFact | None:
    """The place that is said of a thing: "la troisième donne", "5th deal"; nothing of a count, which may be nought."""
    if field.low < 1:
        return None
    ordinals = load_sentence_words(language).ordinals
    for at, term in rest.items():
        digits = _ORDINAL.fullmatch(term.word)
        place = ordinals.index(term.word) + 1 if term.word in ordinals else 0
        if digits:
            place = int(digits[1])
        if place and at + 1 in rest and rest[at + 1].stem in names and field.low <= place:
            return SaidFact([place], {at, at + 1})
    return None


def list_of_numbers(
    field: Numbers, facts: Mapping[str, SaidFact], terms: Sequence[Term], language: str
) -> SaidFact | None:
    """The only list of numbers that are no other fact, as long as it may be: "on a dit 2, 1 et 0"."""
    if field.among is not None:
        return None
    vocabulary = load_vocabulary(language)
    seats = seats_told(terms, language)
    taken = {at for fact in facts.values() for at in fact.words} | {at for words in seats.values() for at in words}
    words = load_sentence_words(language)
    numbers = [
        at
        for at, term in enumerate(terms)
        if term.stem.isdigit() and at not in taken and not words.is_pronoun(term.word, terms[at - 1].word if at else "")
    ]
    rows = _rows(numbers, terms, vocabulary)
    listed = max(rows, key=len, default=[])
    others = {at for row in rows if row is not listed for at in row}
    of_others = _numbers_of_others(terms, language)
    if any(int(terms[at].stem) != len(listed) for at in of_others - {*listed} - taken):
        return None  # "les trois autres ont dit 1, 2"
    counts = of_others & others
    explained = counts | {at for at in others if _is_wanted(at, terms, language)}
    if not field.fewest <= len(listed) <= field.most or len(listed) == 1 or others - explained:
        return _each_by_one(field, terms, taken, seats, language)
    if any(len(listed) not in (size, size - 1) for size in seats):  # those who have spoken, all or all but one
        return None
    label_stems = stems_of(field.label.render(language), language)
    names = {at for at, term in enumerate(terms) if term.stem in label_stems}
    beside = {other for at in counts for other in (at - 1, at + 1)}
    beside |= {
        at
        for at in range(listed[0])
        if terms[at].word in words.so_far and terms[at + 1].word in words.myself and NEXT not in terms[at : listed[0]]
    }  # "les annonces avant moi c'est 2, 0 et 1"
    beside |= {at for at in clause_of(listed[0], terms) if at < listed[0] and terms[at].word in words.bidding}
    return SaidFact([[int(terms[at].stem) for at in listed]], {*listed, *names, *explained, *beside})


def _each_by_one(
    field: Numbers, terms: Sequence[Term], taken: Collection[int], seats: Collection[int], language: str
) -> SaidFact | None:
    """A number of each person named, one after another: "Zoé a dit 1, Karim 2 et Lou 1".

    None where so many are said to play that one more than the last has still to speak.
    """
    asked = {at for at, term in enumerate(terms) if term.stem.isdigit() and _is_wanted(at, terms, language)}
    sentence = Sentence(terms, {*taken, *asked}, language)
    amounts = sentence.amounts()
    if amounts is not None and any(len(amounts.people) + 1 < size for size in seats):
        return None
    if amounts is None or any(person.name == "me" for person in [*amounts.people][1:]):
        return None  # "papa a dit 2, je dis 1, c'est permis ?"
    if not field.fewest <= len(amounts.people) <= field.most or len(amounts.people) == 1:
        return None
    names = {person.name for person in amounts.people}
    if not sentence.speaks_of(names) <= names | {"me", REST}:
        return None  # "Ann 2, Ben 1, Cat not yet"
    others = _numbers_of_others(terms, language) - asked
    if any(int(terms[at].stem) != len(amounts.people) and at not in amounts.at for at in others):
        return None
    rows = [person.numbers for person in amounts.people]
    told = all(len(row) == 1 for row in rows) and not any(person.of("made") for person in amounts.people)
    return SaidFact([[row[0] for row in rows]], {*amounts.words, *asked}) if told else None


def _rows(numbers: Sequence[int], terms: Sequence[Term], vocabulary: Vocabulary) -> list[list[int]]:
    """Numbers in rows, as they are joined."""
    rows: list[list[int]] = []
    for at in numbers:
        between = terms[rows[-1][-1] + 1 : at] if rows else []
        joined = bool(rows) and all(term == NEXT or term.word in vocabulary.joining for term in between)
        if joined:
            rows[-1].append(at)
        else:
            rows.append([at])
    return rows


def _numbers_of_others(terms: Sequence[Term], language: str) -> set[int]:
    """The numbers that say of how many others something is told: "les trois autres ont dit", "two before me bid"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    found = set()
    for at, term in enumerate(terms):
        beside = [terms[other] for other in (at - 1, at + 1) if 0 <= other < len(terms)]
        others = any(vocabulary.sides.get(term.word) == "rest" or term.word in words.first_ones for term in beside)
        before_me = [after.word for after in terms[at + 1 : at + 3]]
        others = others or (len(before_me) > 1 and before_me[0] in words.so_far and before_me[1] in words.myself)
        found |= {at} if term.stem.isdigit() and others else set()
    return found


def _is_wanted(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether somebody asks whether he may say a number: the answer says which he may not."""
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    before = terms[at - 1].word if at else ""
    return before in load_vocabulary(language).saying or after in load_sentence_words(language).allowing
