"""The words that make something else of what is told beside them: "presque 82", "à part le roi", "il allait finir".

They are no words of cards, but what is told with them is not so: where they stand, it is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.numbers import Number, Numbers, Points
from referee.answers.players import OnePlayer
from referee.desk.query_doubts.doubt_words import ByFirstWord, load_doubt_words
from referee.desk.query_words.phrases import clause_of, items, stands_at
from referee.desk.query_words.sentence_terms import may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary
from referee.words.folding import folded

_APOSTROPHE = re.compile(r"['’]")

FEWEST_PLAYS = 2
"""So many cards of a trick stand in a sentence between which something may be told that names none."""

NEAR = 3
"""The most words between a word that says that something was not done and what was not."""


def doubts_said(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], language: str, passed_over: Collection[int]
) -> list[str]:
    """The words that make doubtful what the facts of a question are read from.

    ``used``: the indexes of the words that say these; ``passed_over``: those that decide nothing.
    """
    words, phrases = load_sentence_words(language), load_doubt_words(language)
    is_trick = any(isinstance(field, Plays) and not field.again for field in fields)
    unread = [at for at in range(len(terms)) if at not in used]
    found = {at for at in unread if _begins(at, phrases.other_cases, terms)}
    found |= {at for at in range(len(terms)) if _measures(at, terms, language)}
    found |= {
        at for at, term in enumerate(terms[1:], 1) if term.word in words.likewise and terms[at - 1].stem.isdigit()
    }
    doubts = [at for at in range(len(terms)) if _begins(at, phrases.doubtful, terms)]
    found |= {at for at in doubts if any(place in used and not terms[place].small for place in clause_of(at, terms))}
    positions = [at for at in used if not terms[at].small]
    found |= {
        at for at in range(len(terms)) if any(index < at for index in positions) and _is_unreal(at, terms, language)
    }
    if any(isinstance(field, Cards) for field in fields) and not any(isinstance(field, Plays) for field in fields):
        found |= {at for at, term in enumerate(terms) if term.word in words.not_taken}
    counted = {at for at in positions if at + 2 not in used and _counts_cards(at, terms, language)}
    if any(isinstance(field, Number | Numbers | Points) for field in fields):
        counted = set()  # the number is a fact of its own
    found |= _of_cards_elsewhere(fields, terms, used, language)
    if is_trick:
        found |= _plays_twice(terms, used, language)
    if is_trick and not any(isinstance(field, Cards) for field in fields):
        found |= _plays_without_a_card(terms, used, language) | _i_play_twice(terms, language)
    read_as_cards = counted if any(isinstance(field, OneCard | Cards | Plays) for field in fields) else set()
    found |= counted
    if any(isinstance(field, OneCard | Cards) for field in fields):
        found -= {at for at in found if _is_laid(at, terms, language)}
    if any(isinstance(field, Plays) and field.again for field in fields):
        found |= _asked_of_another(terms, used, language) | _asked_of_an_earlier_card(terms, used, language)
    deeds = _deeds(terms, used, language) if any(isinstance(field, OnePlayer) for field in fields) else ()
    for deed in deeds:
        undone = {*_undone(deed, terms, language)}
        thing = terms[deed].word not in _acts(language) or terms[deed].word in words.counted_things
        found |= undone - {*used} if thing else undone  # "not doubled", "pas le dernier pli" are facts
    return [terms[at].word for at in sorted(found.difference(passed_over) | read_as_cards)]


def _of_cards_elsewhere(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], language: str
) -> set[int]:
    """The words that tell of a card that it is not in the trick, or no longer on the table."""
    words = load_doubt_words(language)
    has_one_card, has_cards, has_plays = (
        any(isinstance(field, kind) for field in fields) for kind in (OneCard, Cards, Plays)
    )
    trick = any(isinstance(field, Plays) and not field.again for field in fields)
    kinds: list[ByFirstWord] = []
    if has_plays and not has_cards:
        kinds = [words.not_in_trick, *([words.not_yet_played] if trick else [])]
    elif sum(isinstance(field, OneCard | Cards) for field in fields) > 1 and not has_plays:
        kinds = [words.not_laid, *([words.taken_away] if has_one_card and has_cards else [])]
    found = {at for at in range(len(terms)) if any(_begins(at, phrases, terms) for phrases in kinds)}
    return {at for at in found if any(other in used and not terms[other].small for other in clause_of(at, terms))}


def _plays_twice(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """The name of a player before a second card of his in one trick: "Ann 9♠, Ben K♠, Ann 4♥"."""
    names = [
        at
        for at in range(len(terms) - 1)
        if at + 1 in used and not terms[at + 1].small and at not in used and may_be_a_name(terms[at], language)
    ]
    return {at for place, at in enumerate(names) if any(terms[index].word == terms[at].word for index in names[:place])}


def _i_play_twice(terms: Sequence[Term], language: str) -> set[int]:
    """The word for who speaks before a second play of his: "I played 4♠, Ben 9♠, I played K♠"."""
    words = load_sentence_words(language)
    mine = [at for at in range(len(terms) - 1) if terms[at].word in words.myself and terms[at + 1].word in words.played]
    return {*mine[1:]}


def _plays_without_a_card(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """The words between two plays of a trick that name no card: "Ann 9♠, Ben ruffed, Cat K♠", but "n'en a plus, …"."""
    vocabulary = load_vocabulary(language)
    no_rank = vocabulary.suit_stems | {vocabulary.stem(vocabulary.trump)}
    of_cards = {at for at in used if not terms[at].small and terms[at].stem not in no_rank}
    places = [range(start, end) for start, end in items(terms)]
    plays = [not of_cards.isdisjoint(place) for place in places]
    if sum(plays) < FEWEST_PLAYS:
        return set()
    first, last = plays.index(True), len(plays) - 1 - plays[::-1].index(True)
    between = [place for place, plays_card in zip(places, plays, strict=True) if not plays_card]
    between = [place for place in between if places[first].start < place.start < places[last].start]
    told_items = [place for place in between if not any(terms[at].word in vocabulary.negations for at in place)]
    return {at for place in told_items for at in place if terms[at].word not in vocabulary.small}


def _asked_of_another(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """The word for the player who is asked of, where another one is told to have played the last card.

    "He played 10, I played 5, what does he get?"
    """
    words, of_cards = load_sentence_words(language), load_vocabulary(language).cards
    mine = words.myself | words.speaker
    cards = [at for at in used if terms[at].stem.isdigit() or terms[at].stem in of_cards]
    last = max((at for at in cards if terms[at - 1].word not in words.owners), default=-1)  # "combien pour mon 10"
    people = {at: term.word in mine for at, term in enumerate(terms) if term.word in mine | words.others}
    names = {at: term.word for at, term in enumerate(terms) if may_be_a_name(term, language)}
    clause = clause_of(last, terms)
    played = [is_me for at, is_me in people.items() if at in clause and at < last]
    asked = {at: term.word in words.mine for at, term in enumerate(terms) if term.word in words.owners}
    others = {at for at, is_me in (people | asked).items() if played and at >= clause.stop and is_me != played[-1]}
    named = [name for at, name in names.items() if at in clause and at < last]
    return others | {at for at, name in names.items() if named and at >= clause.stop and name != named[-1]}


def _asked_of_an_earlier_card(terms: Sequence[Term], used: Collection[int], language: str) -> set[int]:
    """The card that it is asked of, where others were played since: "5, 10, 9: what is the 10 worth?"."""
    vocabulary = load_vocabulary(language)
    ranks = {str(rank) for rank in range(2, 11)} | vocabulary.cards
    cards = [at for at in range(len(terms)) if terms[at].stem in ranks]
    if not cards or terms[cards[-1] - 1].word not in vocabulary.definite:
        return set()
    asked = cards[-1]
    asking = vocabulary.asking | load_sentence_words(language).of_what
    asks = any(terms[at].word in asking for at in clause_of(asked, terms) if at < asked)
    played = [terms[at].stem for at in cards[:-1] if at in used]
    earlier = terms[asked].stem in played[:-1] and terms[asked].stem != played[-1]
    return {asked} if asks and earlier else set()


@lru_cache(maxsize=16)
def turned_round(text: str, language: str, *, of_cards: bool) -> Sequence[str]:
    """The words of a text that ask something else, or that make another case of what is told.

    They ask when, where, why or how; ``of_cards``: also what becomes of one card, "il me la prend".
    """
    words = load_doubt_words(language)
    plain = _APOSTROPHE.sub(" ", folded(text))
    patterns = [words.other_questions]
    if of_cards:
        patterns += [words.turned_round, load_vocabulary(language).fate]
    matches = [match for pattern in patterns for match in pattern.finditer(plain)]
    return [match[0] for match in (*matches, *words.like_cards.finditer(text))]


def _is_unreal(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a clause that begins here says what would be: "si j'avais un as"."""
    words = load_sentence_words(language)
    if terms[at].word not in words.conditions:
        return False
    return any(terms[other].word in words.unreal for other in clause_of(at, terms) if at < other <= at + NEAR)


def _counts_cards(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a number is one of cards that are not named: "3 puis 3 cartes"."""
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    return terms[at].stem.isdigit() and after in load_sentence_words(language).cards


def _begins(at: int, phrases: ByFirstWord, terms: Sequence[Term]) -> tuple[str, ...]:
    """The first of these phrases that begins with a word; none if none does."""
    return next((phrase for phrase in phrases.get(terms[at].word, ()) if stands_at(at, phrase, terms)), ())


def _measures(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a number behind these words is only about what is meant: "plus de 100", "over 90"."""
    after = at + len(_begins(at, load_doubt_words(language).measures, terms))
    return at < after < len(terms) and terms[after].stem.isdigit()


def _is_laid(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a wish is to lay cards, of which it is asked whether that may be: "je voudrais poser deux rois"."""
    laying = load_vocabulary(language).laying
    return any(term.word in laying for term in terms[at + 1 : at + 1 + NEAR])


def _deeds(terms: Sequence[Term], used: Collection[int], language: str) -> Iterator[int]:
    """The words for what somebody did: no numbers, cards or suits."""
    vocabulary = load_vocabulary(language)
    for at in used:
        term = terms[at]
        thing = term.stem.lstrip("-").isdigit() or term.stem in vocabulary.cards or term.word in vocabulary.telling
        if term.word in _acts(language) or not (thing or term.small):
            yield at


def _acts(language: str) -> frozenset[str]:
    """What somebody does of whom it is asked: to take, to finish."""
    return load_vocabulary(language).taking.union(*load_sentence_words(language).acts)


def _undone(deed: int, terms: Sequence[Term], language: str) -> Iterator[int]:
    """The words just before a deed that say that it was not done, or not yet: "il allait finir", "they didn't take"."""
    undone = load_sentence_words(language).undone
    for before in range(deed - 1, max(-1, deed - 1 - NEAR), -1):
        if terms[before].separates:
            return
        if terms[before].word in undone:
            yield before
