"""The numbers of a sentence that are ranks as they stand in a list of cards: "3 4 5 de pique", "2, 5 et roi"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary

PLURAL = ("s", "x")
"""How the plural of a thing ends."""

LONG_ROW = 4
"""So many ranks in a row are a list of cards."""

SMALL_COUNTS = ("2", "3", "4")
"""What counts equal cards of a pack."""


def listed_ranks(
    terms: Sequence[Term], starts: Mapping[str, Sequence[object]], vocabulary: Vocabulary
) -> Collection[int]:
    """The numbers that are ranks as they stand in a list of ranks: "3 4 5 de pique", "2, 5 et roi"; none that counts.

    Three in a row, or each item apart from the others: a number before another rank alone counts it ("trois 7").
    """
    groups: list[list[int]] = [[]]
    result: set[int] = set()
    for at, term in enumerate([*terms, STOP]):
        is_rank = term.word.isdigit() or term.stem in vocabulary.cards
        if is_rank and term.stem in starts and (not term.word.isdigit() or _is_in_row(terms, at, starts, vocabulary)):
            groups[-1].append(at)
        elif groups[-1] and (term == NEXT or term.word in vocabulary.joining):
            groups.append([])
        elif not (term.small and groups[-1] == []):
            result |= _ranks_in(groups, terms, vocabulary)
            groups = [[]]
    return result | _ranks_in(groups, terms, vocabulary)  # behind the last comma small words alone may stand


def _is_in_row(terms: Sequence[Term], at: int, starts: Mapping[str, Sequence[object]], vocabulary: Vocabulary) -> bool:
    """Whether a number counts no word after it but may stand beside another rank."""
    return is_bare(terms, at, vocabulary) or terms[at + 1].stem in starts


def _ranks_in(groups: Sequence[Sequence[int]], terms: Sequence[Term], vocabulary: Vocabulary) -> set[int]:
    """The numbers of a list of ranks, by its groups of ranks with nothing between them."""
    groups = [group for group in groups if group]
    apart = len(groups) > 2 and all(len(group) == 1 for group in groups)  # noqa: PLR2004
    rows = [group for group in groups if sum(terms[at].word.isdigit() for at in group) > 2 or _is_long(group, terms)]  # noqa: PLR2004
    rows += [group for group in groups if group not in rows and _has_a_pair(group, terms)]
    if (
        apart
        or _is_pair_of_a_suit(groups, terms, vocabulary)
        or _is_run([terms[at].word for group in groups for at in group])
    ):
        rows = groups
    return {at for group in rows for at in group if terms[at].word.isdigit()}


def _is_pair_of_a_suit(groups: Sequence[Sequence[int]], terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether two ranks are joined before the suit of both: "9 and 10 of spades", "9 et as de carreau"."""
    if [len(group) for group in groups] != [1, 1]:
        return False
    (first,), (last,) = groups
    after = [*terms[last + 1 : last + 3], STOP, STOP]
    of_suit = after[0].word in vocabulary.belonging and after[1].stem in vocabulary.suit_stems
    return of_suit and last == first + 2 and terms[first + 1].word in vocabulary.joining


def _is_long(group: Sequence[int], terms: Sequence[Term]) -> bool:
    """Whether so many ranks stand in a row that none of them counts: "5 5 valet roi", but "as as 2 joker"."""
    words = [terms[at].word for at in group]
    counts = any(first in SMALL_COUNTS and not second.isdigit() for first, second in pairwise(words))
    return len(group) >= LONG_ROW and not counts and not any(word[-1] in PLURAL and len(word) > 2 for word in words)  # noqa: PLR2004


def _has_a_pair(group: Sequence[int], terms: Sequence[Term]) -> bool:
    """Whether all numbers of a row are the same rank, which counts no equal one: "9 9 joker", but "3 3 joker"."""
    words = [terms[at].word for at in group]
    numbers = [word for word in words if word.isdigit()]
    if any(word[-1] in PLURAL and len(word) > 2 for word in words):  # noqa: PLR2004
        return False
    return len(group) > len(numbers) == 2 and len({*numbers}) == 1 and numbers[0] not in SMALL_COUNTS[1:]  # noqa: PLR2004


def _is_run(ranks: Sequence[str]) -> bool:
    """Whether numbers follow each other, as the cards of a run do: "5 6 et 7"."""
    numbers = [int(rank) for rank in ranks if rank.isdigit()]
    return len(ranks) > 2 and numbers == [*range(numbers[0], numbers[0] + len(ranks))] if numbers else False  # noqa: PLR2004


def is_bare(terms: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a number counts no word after it, be it one that is not known: "deux basses"."""
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    if (
        not terms[at].word.isdigit() and terms[at].stem.isdigit() and terms[at].word[:-1].isdigit()
    ):  # "two 2s beat them"
        return True
    known = vocabulary.small | vocabulary.onto
    thing = after.small and after.word not in known and after.word[-1] in PLURAL
    of_grammar = vocabulary.asking | vocabulary.acts | vocabulary.remaining | vocabulary.onto | vocabulary.done
    of_grammar |= vocabulary.may | vocabulary.question_words
    of_grammar |= vocabulary.holding if at > 0 and terms[at - 1].word in vocabulary.single else frozenset()
    return (after.small and not thing) or after.word in of_grammar or after.stem in vocabulary.scene
