"""Where phrases stand among the words of a text, and the clauses that its commas and stops part."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.desk.query_words.sentence_terms import STOP
from referee.desk.search.search_terms import Term


def stands_at(at: int, phrase: Sequence[str], terms: Sequence[Term]) -> bool:
    """Whether the words of a phrase stand one after another from a word on."""
    if at >= len(terms) or terms[at].word != phrase[0]:
        return False
    return [term.word for term in terms[at : at + len(phrase)]] == [*phrase]


def ends_at(end: int, phrase: Sequence[str], terms: Sequence[Term]) -> bool:
    """Whether a phrase stands just before a word."""
    start = end - len(phrase)
    return start >= 0 and stands_at(start, phrase, terms)


def places_of(phrase: Sequence[str], terms: Sequence[Term], within: range | None = None) -> Iterator[range]:
    """The words of a phrase, at each place where it stands in a text or in some of its words."""
    places = range(len(terms)) if within is None else within
    for at in places:
        if stands_at(at, phrase, terms):
            yield range(at, at + len(phrase))


def items(terms: Sequence[Term], parting: Collection[str] = ()) -> Iterator[tuple[int, int]]:
    """The items of a list and the clauses of a text, each from its first word to after its last.

    ``parting``: further words that part one from the next.
    """
    start = 0
    for at, term in enumerate([*terms, STOP]):
        if term.separates or term.word in parting:
            if at > start:
                yield start, at
            start = at + 1


def clause_of(at: int, terms: Sequence[Term]) -> range:
    """The words of the clause in which a word stands."""
    start = next((other for other in range(at - 1, -1, -1) if terms[other].separates), -1) + 1
    end = next((other for other in range(at, len(terms)) if terms[other].separates), len(terms))
    return range(start, end)
