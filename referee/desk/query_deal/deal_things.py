"""Whose side a thing counts for that is told beside the points of a deal: "104 et la belote pour eux"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.desk.query_deal.deal_words import DealWords
from referee.desk.query_words.denials import denial_of
from referee.desk.query_words.phrases import clause_of
from referee.desk.search.search_terms import Term


def beside_points(deal: DealWords, keys: Collection[str]) -> tuple[dict[str, str], set[int]] | None:
    """Who has what counts beside the points, and the words that say it; None where it is in doubt.

    Where somebody says that there is none it is nobody's.
    """
    owners: dict[str, str] = {}
    words: set[int] = set()
    for at, term in enumerate(deal.terms):
        if term.word not in deal.vocabulary.besides or at in deal.in_count or at in deal.used:
            continue
        if deal.numbers and _is_counted_in(deal, at):
            return None  # "78 avec la belote": it may be among these points
        if denial := denial_of(at, deal.terms, deal.language):
            words |= {*denial, at}
        elif term.word in keys and (owner := _owner(deal, at) or _only_side(deal, at)):
            owners[term.word] = owner
            words |= {at, *(other for other in range(at) if deal.terms[other].word in deal.vocabulary.adding)}
            words |= {other for other in range(at, len(deal.terms)) if deal.terms[other].word in deal.words.at_home}
        else:
            return None
    return owners, words


def _only_side(deal: DealWords, at: int) -> str:
    """The only side spoken of, where "every trick" stands for what it took: "we took it, made all eight tricks"."""
    sides = {*deal.sides.values()}
    every_trick = deal.terms[at].word in deal.words.all_tricks and at in deal.parts
    return sides.pop() if every_trick and len(sides) == 1 else ""


def _is_counted_in(deal: DealWords, at: int) -> bool:
    """Whether a thing may be among the points told: "avec la belote", "belote comprise", "counting our belote"."""
    within = deal.words.including | deal.words.among
    beside = (*deal.terms[max(0, at - 2) : at], *deal.terms[at + 1 : at + 2])
    return any(term.word in within for term in beside)


def _parts(deal: DealWords, at: int) -> bool:
    """Whether a clause on a thing begins behind a word: "ils font 90 et la belote est chez nous"."""
    after = deal.terms[at + 1].word if at + 1 < len(deal.terms) else ""
    joins = deal.terms[at].word in deal.vocabulary.joining and after in deal.vocabulary.definite
    return deal.terms[at].separates or joins


def _owner(deal: DealWords, at: int) -> str:
    """Whose a thing is: the side named last before it in its clause, else the one behind it; "" in doubt.

    "Ils ont 72 et la belote": what is joined is of who was named before.
    """
    start = max((other for other in range(at) if _parts(deal, other)), default=-1) + 1
    end = clause_of(at, deal.terms).stop
    before = [deal.sides[other] for other in range(start, at) if other in deal.sides]
    after = [deal.sides[other] for other in range(at + 1, end) if other in deal.sides]
    number = any(other in deal.numbers for other in range(at + 1, end))
    if (
        after
        and not number
        and (not before or deal.terms[start].word in deal.vocabulary.definite or _names_first(deal.terms, start, at))
    ):
        return after[0]
    if not before and not after and start > 0 and deal.terms[start - 1].word in deal.vocabulary.joining:
        before = [deal.sides[other] for other in clause_of(at, deal.terms) if other < at and other in deal.sides]
    if after and not number and {*after[:1]} != {*before[-1:]}:  # "défense 82 mais belote chez les preneurs"
        return ""
    return before[-1] if before else ""


def _names_first(terms: Sequence[Term], start: int, at: int) -> bool:
    """Whether a clause begins with a thing, but for small words: "et la belote était chez nous"."""
    return all(term.small for term in terms[start:at])
