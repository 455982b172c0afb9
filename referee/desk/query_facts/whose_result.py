"""Whose result a sentence asks, and whose the cards are: "Léa est sortie, j'ai un roi, elle marque combien ?".

What a deal brings to the one who ended it answers nobody else; cards in a hand are not his; nor are cards of this hand
those that somebody else laid or has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.numbers import Numbers, Points
from referee.answers.players import OnePlayer
from referee.desk.query_words.phrases import clause_of, stands_at
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary
from referee.words.folding import folded

ME, THE_OTHER = "0me", "0other"
"""What stands for who speaks, and for somebody spoken of before."""

TAKER = "taker"
"""The key of the fact that says who took."""

MOST_PEOPLE = 12
"""A number up to this one may be that of players."""

NEAR = 3
"""The most words between somebody and what he did."""

_NAME = re.compile(r"(?<=[\w,;:’'] )[A-ZÀ-Ý][\wÀ-ÿ-]+")


def of_another(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], text: str, language: str
) -> set[int]:
    """The words that ask what a deal brings to another one than is answered, or that tell of cards of another one."""
    of_cards = [field for field in fields if isinstance(field, OneCard | Cards | Plays)]
    if len(of_cards) == 1 and isinstance(of_cards[0], Cards):
        return _asked_of_who_ended(terms, language) | _elsewhere(terms, used, text, language)
    if any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields):
        of_sides = any(isinstance(field, Points) for field in fields)
        return _of_one_partner(terms, used, language) if of_sides else _of_no_taker(terms, used, language)
    ends = any(isinstance(field, OnePlayer) for field in fields) and any(isinstance(field, Numbers) for field in fields)
    ended = _who_ended(terms, language, with_cards=True) if ends else set()
    if len(ended) != 1:
        return set()
    (who,) = ended
    return {at for at, person in _whose_result_is_asked(terms, language) if not _is_same(person, who)}


def _is_same(person: str, who: str) -> bool:
    """Whether somebody may be who is told of: a word for somebody spoken of is for no one who speaks."""
    return person == who or (THE_OTHER in (person, who) and ME not in (person, who))


def _asked_of_who_ended(terms: Sequence[Term], language: str) -> set[int]:
    """The words for who ended the deal where it is asked what cards bring to him: he has none left."""
    ended = _who_ended(terms, language, with_cards=False)
    return {at for at, person in _whose_result_is_asked(terms, language) if any(_is_same(person, who) for who in ended)}


def _person(at: int, terms: Sequence[Term], language: str) -> str:
    """Who a word is for; "" if for nobody."""
    words = load_sentence_words(language)
    word = terms[at].word if 0 <= at < len(terms) else ""
    if word in (words.myself | words.speaker) - words.owners:
        return ME
    if word in words.others:
        return THE_OTHER
    return word if word and may_be_a_name(terms[at], language) else ""


def _who_ended(terms: Sequence[Term], language: str, *, with_cards: bool) -> set[str]:
    """Who ended the deal; ``with_cards``: also who ended it with what is told, which may be a hand."""
    words = load_sentence_words(language)
    result = set()
    for at, term in enumerate(terms[:-1]):
        if term.word not in words.ended or (terms[at + 1].word in words.including and not with_cards):
            continue
        result.add(_before(at, terms, language) or ("" if with_cards else THE_OTHER))
    return result - {""}


def _before(at: int, terms: Sequence[Term], language: str) -> str:
    """Who stands just before a deed in its clause: its subject; "" if nobody does."""
    clause = clause_of(at, terms)
    people = (_person(other, terms, language) for other in range(at - 1, at - 1 - NEAR, -1) if other in clause)
    return next((person for person in people if person), "")


def _whose_result_is_asked(terms: Sequence[Term], language: str) -> Iterator[tuple[int, str]]:
    """The words for whom it is asked what a deal brings, each with who it is."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    for at in range(len(terms)):
        if not (person := _person(at, terms, language)):
            continue
        clause = [terms[other] for other in clause_of(at, terms)]
        asks = any(term.word in vocabulary.asking and term.word in words.results | words.of_what for term in clause)
        if not asks and clause[0].word not in words.of_what:
            continue
        before, after = (terms[at - 1] if at else STOP), (terms[at + 1] if at + 1 < len(terms) else STOP)
        if before.word in words.of_side | words.inverted or after.word in words.bringing:
            yield at, person


def _elsewhere(terms: Sequence[Term], used: Collection[int], text: str, language: str) -> set[int]:
    """The words that tell of a card beside those of a hand that it lies elsewhere, or is somebody else's."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    names = {folded(name) for name in _NAME.findall(text)}
    mine = (words.myself | words.speaker) - words.owners
    found = set()
    for at, term in enumerate(terms):
        after, then = [*terms[at + 1 : at + 3], STOP, STOP][:2]
        clause = clause_of(at, terms)
        if any(stands_at(at, phrase, terms) for phrase in words.lying_elsewhere):
            found |= {at for other in clause if other in used and other < at and not terms[other].small}
        if term.word in words.laid_by and after.word in words.by and then.word not in mine:
            found.add(at)
        of_card = at > 0 and at - 1 in used and not terms[at - 1].small
        whose = vocabulary.belonging | words.of_side
        name = after.word in names and may_be_a_name(after, language)
        if of_card and term.word in whose and name and any(word.word in mine for word in terms[:at]):
            found.add(at + 1)
    return found


def _of_one_partner(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """Who has made points alone, where a side of several has taken: "on a pris et j'ai fait 60".

    Those of his partner are not told.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    acts = vocabulary.taking | words.bidding
    several = [at for at, term in enumerate(terms) if _is_of_several(term, language)]
    took = [at for at in several if any(term.word in acts for term in terms[at + 1 : at + 1 + NEAR])]
    took += [at for at in several if any(other in used and terms[other].stem.isdigit() for other in range(at, at + 4))]
    found = set()
    for at, term in enumerate(terms):
        if not term.stem.isdigit() or int(term.stem) <= MOST_PEOPLE:
            continue
        clause = clause_of(at, terms)
        people = [other for other in clause if _makes_points(other, terms, language) or other in several]
        before = [other for other in people if other < at][-1:]
        behind = any(other > at for other in several if other in clause)
        found |= {
            other for other in before if other not in several and not behind and any(place < other for place in took)
        }
    return found


def _is_of_several(term: Term, language: str) -> bool:
    """Whether a word is for a side of several people."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    mine = words.myself | {words.myself_asking.lower(), "moi"}
    return vocabulary.sides.get(term.word) in ("ours", "theirs") and term.word not in mine


def _makes_points(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word is for one player who has points: "je", "moi"; somebody by his name before what he did."""
    words = load_sentence_words(language)
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    person = _person(at, terms, language)
    if person == ME:
        return not _is_of_several(terms[at], language)
    return person not in ("", THE_OTHER) and after in words.making | words.having_cards


def _of_no_taker(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """Who has the points that are told, where somebody else took: "Luc garde, nous avons 45 points"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    contracts = {at for at in used if not terms[at].small and not terms[at].stem.isdigit()}
    contracts |= {at for at, term in enumerate(terms) if term.word in vocabulary.taking}
    took = {at: person for at in contracts if (person := _before(at, terms, language))}
    if not took or took[min(took)] == ME:
        return set()
    ours = ({word for word, side in vocabulary.sides.items() if side == "ours"} | words.myself) - words.owners
    return {
        at for at, term in enumerate(terms) if term.word in ours and at > min(took) and _has_number(at, terms, language)
    }


def _has_number(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether points or things of a deal are told of a player, not how many play: "nous avons 45 points"."""
    players, single = load_sentence_words(language).players, load_vocabulary(language).single
    for other in range(at + 1, min(at + 1 + NEAR, len(terms))):
        if terms[other].separates:
            return False
        after = terms[other + 1] if other + 1 < len(terms) else STOP
        if terms[other].word in single:
            return not after.small
        if terms[other].stem.isdigit():
            return int(terms[other].stem) > MOST_PEOPLE or not (after.small or after.word in players)
    return False
