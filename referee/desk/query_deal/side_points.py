"""The points of a deal that a sentence says, each with its side: "contrat 110 et on a fait 104", "78 nous, 84 eux".

At a table without names the first player is the taker: the points are those of the side that took, or of the other one.
What a sentence leaves in doubt ("92 à 70, qui a pris ?") is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.answers.answer import Field
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.sides import SideChoice
from referee.desk.query_deal.deal_taker import taker_of
from referee.desk.query_deal.deal_things import beside_points
from referee.desk.query_deal.deal_words import OTHER, DealWords, side_before
from referee.desk.query_deal.things_beside import with_things_named
from referee.desk.query_words.phrases import clause_of, items
from referee.desk.query_words.result_asked import is_of_whom_it_is_asked
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

TAKER = "taker"
"""The key of the fact that says who took."""

MOST_PEOPLE = 12
"""A number up to this one may be that of players, or of tricks."""


@dataclass(frozen=True, slots=True)
class DealInQuery:
    """The points of the side that took and of the other one, and the words that say it; None if one takes all.

    ``besides``: who has what counts beside the points, by the key of its fact: whether it is the side that took.
    """

    points: tuple[int, int] | None
    words: Collection[int]
    besides: Mapping[str, bool]


def deal_said(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], language: str
) -> tuple[Points, DealInQuery] | None:
    """The points of both sides, where the fields ask for them and for the taker.

    ``used``: the indexes of the words that say other facts: what was bid.
    """
    points = [field for field in fields if isinstance(field, Points) and len(field.players) == 2]  # noqa: PLR2004
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    missing = any(term.word in load_sentence_words(language).missing for term in terms)
    if len(points) != 1 or not taken or points[0].total is None or missing or _names_people(terms, language):
        return None
    keys = {field.key for field in fields if isinstance(field, SideChoice)}
    named, parts = with_things_named(terms, language)
    deal = _read(DealWords(named, used, parts, points[0].total, language), keys)
    return None if deal is None else (points[0], replace(deal, words={*deal.words, *parts}))


def _names_people(terms: Sequence[Term], language: str) -> bool:
    """Whether points are told of people by name, whose side is not known: "90 pour Marc et Jo", "Léa a fait 90"."""
    joining, making = load_vocabulary(language).joining, load_sentence_words(language).making
    joined = [at for at in range(1, len(terms) - 1) if terms[at].word in joining]
    if any(may_be_a_name(terms[at - 1], language) and may_be_a_name(terms[at + 1], language) for at in joined):
        return True
    clauses = [terms[start:end] for start, end in items(terms)]
    points = [clause for clause in clauses if any(term.stem.isdigit() for term in clause)]
    return any(
        may_be_a_name(clause[0], language) and any(term.word in making for term in clause[1:4]) for clause in points
    )


def taker_said(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], language: str
) -> Collection[int] | None:
    """The words that speak of the only side whose points are asked for: the one that took; None of another one."""
    vocabulary = load_vocabulary(language)
    named = {at: side for at, term in enumerate(terms) if (side := vocabulary.sides.get(term.word)) and at not in used}
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    sides = {side for at, side in named.items() if not is_of_whom_it_is_asked(at, terms, language)}
    doubtful = not sides <= {"taker", "ours", "anybody"} or any(term.word in vocabulary.besides for term in terms)
    return None if doubtful or not taken else {*named, *_words_for_points(terms, vocabulary)}


def _read(deal: DealWords, keys: Collection[str]) -> DealInQuery | None:
    """The points of a deal; None where they, the sides or what counts beside them are in doubt.

    ``keys``: of the facts that say who has what counts beside the points.
    """
    counts = list(deal.numbers.values())
    beside = beside_points(deal, keys)
    doubtful = "anybody" in deal.sides.values() or any(_counts_things(deal, at) for at in deal.numbers)
    if beside is None or doubtful or len(counts) > 2 or sum(counts) > deal.total:  # noqa: PLR2004
        return None
    if len(counts) == 2 and sum(counts) != deal.total:  # noqa: PLR2004
        return None
    owners, words = beside
    words |= _words_that_tell(deal)
    if not counts:
        return _without_points(deal, owners, words)
    if len(counts) == 1 and _is_told_for_bid(deal, counts[0]):
        return None
    if len(counts) == 2 and counts[0] == counts[1] and not owners:  # noqa: PLR2004
        return DealInQuery((counts[0], counts[1]), words, {})
    fate = _fate(deal) if not owners else frozenset[int]()
    words |= fate
    side = "taker" if fate or _is_of_bidders(deal) else _side_of_first(deal)
    taker = side if fate else side and taker_of(deal, side)
    if not taker:
        return None
    points = counts[0], deal.total - counts[0]
    of_taker = {key: owner == taker for key, owner in owners.items()}
    return DealInQuery(points if side in ("taker", taker) else points[::-1], words, of_taker)


def _words_that_tell(deal: DealWords) -> set[int]:
    """The indexes of the words that tell the points and the sides, but for those of what counts beside."""
    words = {*deal.numbers, *deal.sides, *deal.called, *deal.in_count, *_against(deal)}
    words |= {*_words_for_points(deal.terms, deal.vocabulary), *_suits_taken(deal.terms, deal.vocabulary)}
    words |= {at for at, term in enumerate(deal.terms) if term.word in deal.words.bidding and at + 1 in deal.used}
    return words | {
        at for at in range(len(deal.terms)) if deal.terms[at].word in deal.words.at_home and at + 1 in deal.sides
    }


def _is_told_for_bid(deal: DealWords, number: int) -> bool:
    """Whether what is read as the bid may be the points of the other side: "80 pour nous, 82 pour eux"."""
    bids = [at for at in deal.used if deal.terms[at].stem.isdigit()]
    if len(bids) != 1 or int(deal.terms[bids[0]].stem) + number != deal.total:
        return False
    (at,) = bids
    beside = [term for term in deal.terms[max(0, at - 2) : at] if not term.separates]
    beside += [term for term in deal.terms[at + 1 : at + 4] if not term.separates]
    of_bids = deal.words.bidding | deal.words.bids | deal.vocabulary.taking
    return not any(term.word in of_bids or term.stem in deal.vocabulary.suit_stems for term in beside)


def _fate(deal: DealWords) -> frozenset[int]:
    """The words of a contract that was made or lost with the only points told, whoever took: "chuté à 70"."""
    if len(deal.numbers) != 1:
        return frozenset()
    ((at, number),) = deal.numbers.items()
    before = [term.word for term in deal.terms[max(0, at - 2) : at]]
    known = max([at, *(other for other in deal.used if not deal.terms[other].small)])
    fates = deal.words.kept if 2 * number > deal.total else deal.words.lost
    told = len(before) > 1 and before[0] in fates and before[1] in deal.words.with_points
    return frozenset((at - 2, at - 1)) if told and not any(side < known for side in deal.sides) else frozenset()


def _is_of_bidders(deal: DealWords) -> bool:
    """Whether the only points told behind a bid are those of who bid, whoever it is: "110 trèfle, 109, chuté ?".

    Their clause tells no more than that they were made, and whether with what counts beside them.
    """
    bids = [at for at in deal.used if deal.terms[at].stem.isdigit()]
    if len(deal.numbers) != 1 or len(bids) != 1 or not {*deal.sides.values()} <= {"taker"}:
        return False
    ((at, number),) = deal.numbers.items()
    clause = [deal.terms[other].word for other in clause_of(at, deal.terms) if other != at]
    known = deal.words.making | deal.words.of_points | deal.vocabulary.besides | {*deal.vocabulary.belonging}
    known |= deal.words.from_tricks
    known |= deal.vocabulary.negations if not deal.vocabulary.besides.isdisjoint(clause) else frozenset()
    return bids[0] < clause_of(at, deal.terms).start and number > MOST_PEOPLE and known >= {*clause}


def _counts_things(deal: DealWords, at: int) -> bool:
    """Whether a number counts what are no points: "we took all eight tricks"."""
    return at + 1 < len(deal.terms) and deal.terms[at + 1].word in deal.words.counted_things


def _without_points(deal: DealWords, owners: Mapping[str, str], words: Collection[int]) -> DealInQuery | None:
    """A deal of which one side took all tricks."""
    taker = taker_of(deal, next(iter(owners.values()), ""))
    if not taker or not any(key in deal.words.all_tricks for key in owners):
        return None
    return DealInQuery(None, words, {key: owner == taker for key, owner in owners.items()})


def _against(deal: DealWords) -> set[int]:
    """The words between the points of one side and those of the other: "70 contre 92"."""
    between = range(min(deal.numbers, default=0), max(deal.numbers, default=0))
    return {at for at in between if deal.terms[at].word in deal.vocabulary.onto}


def _side_of_first(deal: DealWords) -> str:
    """The side of the first number; "" where it is not said, or where both numbers are said to be of the same."""
    ats = list(deal.numbers)
    if len(ats) == 1:
        return deal.side_at(ats[0]) or side_before(ats[0], deal.sides)
    first, second = deal.side_at(ats[0]), deal.side_at(ats[1])
    between = deal.terms[ats[0] + 1 : ats[1]]
    linked = not any(ats[0] < at < ats[1] for at in deal.sides)
    if linked and all(term.small for term in between):  # "on finit à 70 contre 92", "90 - 72"
        return first or side_before(ats[0], deal.sides)
    second = _side_before_second(deal, *ats[:2]) or ("" if first else second)
    if second:
        return OTHER[second]
    if first and first == second:
        return ""
    return first or side_before(ats[0], deal.sides)


def _side_before_second(deal: DealWords, first: int, second: int) -> str:
    """The only side beside two numbers, if it is the second's: "ils ont pris, ont fait 95 et nous 67"; else ""."""
    clause = clause_of(first, deal.terms)
    beside = [at for at in deal.sides if at in clause]
    if len(beside) != 1 or second not in clause or not first < beside[0] < second:
        return ""
    (at,) = beside
    joined = any(term.word in deal.vocabulary.joining for term in deal.terms[at + 1 : second])
    return "" if joined or deal.terms[at - 1].word in deal.words.of_side | deal.words.at_home else deal.sides[at]


def _tells(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word goes on from who it is told of: "c'est nous qui avons pris"."""
    return at > 0 and terms[at - 1].word in vocabulary.sides


def _suits_taken(terms: Sequence[Term], vocabulary: Vocabulary) -> Iterator[int]:
    """The suit in which a side took: "on a pris à carreau", "we took it in spades"; the points do not hang on it."""
    for at, term in enumerate(terms):
        before = terms[max(0, at - 3) : at]
        if term.stem in vocabulary.suit_stems and any(other.word in vocabulary.taking for other in before):
            yield at


def _words_for_points(terms: Sequence[Term], vocabulary: Vocabulary) -> Iterator[int]:
    """The words with which the points of a deal are told: also "qui" of "qui marque", and "quand" of "quand on"."""
    for at, (term, after) in enumerate(zip(terms, (*terms[1:], STOP), strict=True)):
        told = term.word in vocabulary.telling or term.word in vocabulary.taking
        asks = term.word in vocabulary.asking and (after.word in vocabulary.telling or _tells(at, terms, vocabulary))
        puts = term.word in vocabulary.putting and after.word in vocabulary.sides
        if told or asks or puts:
            yield at
