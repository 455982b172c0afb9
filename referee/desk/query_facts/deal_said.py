"""The points of a deal that a sentence says, each with its side: "contrat 110 et on a fait 104".

At a table without names the first player is the taker: the points are those of the side that took, or of the other one.
What a sentence leaves in doubt ("92 à 70, qui a pris ?") is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.desk.query_facts.words_said import STOP
from referee.desk.search_words import Term, Vocabulary, load_vocabulary

TAKER = "taker"
"""The key of the fact that says who took."""

OTHER = {"taker": "other", "other": "taker", "ours": "theirs", "theirs": "ours"}
"""The other side of each."""


@dataclass(frozen=True, slots=True)
class DealSaid:
    """The points of the side that took, those of the other side, and the indexes of the words that say them."""

    taken: int
    defended: int
    words: Collection[int]


def deal_said(
    fields: Sequence[Field], said: Sequence[Term], used: Collection[int], language: str
) -> tuple[Points, DealSaid] | None:
    """The points of both sides, where the fields ask for them and for the taker.

    ``used``: the indexes of the words that say other facts: what was bid.
    """
    asked = [field for field in fields if isinstance(field, Points) and len(field.players) == 2]  # noqa: PLR2004
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    if len(asked) != 1 or not taken or asked[0].total is None:
        return None
    deal = _points(said, used, asked[0].total, load_vocabulary(language))
    return None if deal is None else (asked[0], deal)


def taker_said(fields: Sequence[Field], said: Sequence[Term], language: str) -> Collection[int] | None:
    """The words that speak of the only side whose points are asked for: the one that took; None of another one."""
    vocabulary = load_vocabulary(language)
    sides = {at: side for at, term in enumerate(said) if (side := vocabulary.sides.get(term.word))}
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    doubtful = not {*sides.values()} <= {"taker", "ours", "anybody"} or any(
        term.word in vocabulary.besides for term in said
    )
    return None if doubtful or not taken else {*sides, *_told(said, vocabulary)}


def _points(said: Sequence[Term], used: Collection[int], total: int, vocabulary: Vocabulary) -> DealSaid | None:
    numbers = {at: int(term.stem) for at, term in enumerate(said) if term.stem.isdigit() and at not in used}
    sides = {at: side for at, term in enumerate(said) if (side := vocabulary.sides.get(term.word))}
    called = _called_takers(said, sides)
    sides = _without_rest({at: side for at, side in sides.items() if at not in called})
    counts = list(numbers.values())
    doubtful = "anybody" in sides.values() or any(term.word in vocabulary.besides for term in said)
    if doubtful or not 1 <= len(counts) <= 2 or sum(counts) > total:  # noqa: PLR2004
        return None
    if len(counts) == 2 and sum(counts) != total:  # noqa: PLR2004
        return None
    points = counts[0], total - counts[0]
    between = range(min(numbers), max(numbers))
    against = {at for at in between if said[at].word in vocabulary.onto}  # "70 contre 92"
    words = {*numbers, *sides, *against, *called, *_told(said, vocabulary)}
    if points[0] == points[1] and len(counts) == 2:  # noqa: PLR2004
        return DealSaid(*points, words)
    side = _side_of_points(list(numbers), sides)
    taker = side and _taker(side, said, used, sides, vocabulary, called)
    if not taker:
        return None
    return DealSaid(*(points if side in ("taker", taker) else points[::-1]), words)


def _without_rest(sides: Mapping[int, str]) -> dict[int, str]:
    """The sides that words speak of, "the others" as the side that they are then: the defence, or they."""
    rest = "other" if {"taker", "other"} & {*sides.values()} else "theirs"
    return {at: rest if side == "rest" else side for at, side in sides.items()}


def _called_takers(said: Sequence[Term], sides: Mapping[int, str]) -> list[int]:
    """The words for the taker that say who of two sides it is: "on était preneur"."""
    result = []
    for at, side in sides.items():
        before = at - 1
        while before >= 0 and said[before] != STOP and said[before].small and before not in sides:
            before -= 1
        if side == "taker" and sides.get(before) in ("ours", "theirs"):
            result.append(at)
    return result


def _side_of_points(numbers: Sequence[int], sides: Mapping[int, str]) -> str:
    """The side of the first number; "" where it is not said, or where the second one is said to be of the same."""
    side = _before(numbers[0], sides)
    between = [sides[at] for at in sides if numbers[0] < at < numbers[-1]]
    if side and between and side == between[-1]:
        return ""
    return side


def _before(at: int, sides: Mapping[int, str]) -> str:
    """The side that is spoken of where a word stands: the last one named before it."""
    return next((sides[other] for other in sorted(sides, reverse=True) if other < at), "")


def _taker(
    side: str,
    said: Sequence[Term],
    used: Collection[int],
    sides: Mapping[int, str],
    vocabulary: Vocabulary,
    called: Collection[int],
) -> str:
    """Of "ours" and "theirs" the side that took, or "taker" where sides are named so; "" where it is in doubt."""
    if side in ("taker", "other"):
        return "taker" if {*sides.values()} <= {"taker", "other"} else ""
    taking = [at for at, term in enumerate(said) if term.word in vocabulary.taking or (at in used and _is_bid(term))]
    taking += called
    takers = {_subject(at, said, sides) for at in taking} - {""}
    if len(takers) == 1:
        return next(iter(takers))
    if takers or not taking:
        return ""
    return side if OTHER[side] not in sides.values() else ""


def _is_bid(term: Term) -> bool:
    return term.stem.isdigit()


def _subject(at: int, said: Sequence[Term], sides: Mapping[int, str]) -> str:
    """Whose a bid is: the side named before it in its clause."""
    start = max((other for other in range(at) if said[other] == STOP), default=-1)
    return _before(at, {other: side for other, side in sides.items() if other > start})


def _told(said: Sequence[Term], vocabulary: Vocabulary) -> Iterator[int]:
    """The words with which the points of a deal are told: also "qui" of "qui marque", and "quand" of "quand on"."""
    for at, (term, after) in enumerate(zip(said, (*said[1:], STOP), strict=True)):
        told = term.word in vocabulary.telling or term.word in vocabulary.taking
        asks = term.word in vocabulary.asking and after.word in vocabulary.telling
        puts = term.word in vocabulary.putting and after.word in vocabulary.sides
        if told or asks or puts:
            yield at
