"""Which of two sides took: who is told to have bid, or whose points are told first."""

from __future__ import annotations

from referee.desk.query_deal.deal_words import DealWords, subject_of


def taker_of(deal: DealWords, side: str) -> str:
    """Of "ours" and "theirs" the side that took, or "taker" where sides are named so; "" where it is in doubt.

    A bid of which nobody is told is that of the side whose points are told first.
    """
    if side in ("taker", "other"):
        return "taker" if {*deal.sides.values()} <= {"taker", "other"} else ""
    bids = [at for at in range(len(deal.terms)) if at in deal.used and deal.terms[at].stem.isdigit()]
    taking = [at for at, term in enumerate(deal.terms) if term.word in deal.vocabulary.taking]
    taking = [at for at in taking if not deal.is_collected(at)]
    takers = {_side_behind(deal, at) for at in bids} - {""}
    takers = takers or {subject_of(at, deal.terms, deal.sides) for at in (*bids, *taking, *deal.called)} - {""}
    first = min(deal.numbers, default=0)
    made = any(term.word in deal.words.making for term in deal.terms[max(0, first - 2) : first])
    most = 2 * deal.numbers.get(first, 0) > deal.total
    mine = side == "ours" and (made or most or len(deal.numbers) == 1)
    taker = side if bids and not takers and (mine or _have_most_alone(deal, side)) else ""
    if len(takers) == 1:
        (taker,) = takers
    return "" if taker in _doublers(deal) else taker


def _have_most_alone(deal: DealWords, side: str) -> bool:
    """Whether the only points told are more than half, and of the only side told: "contrat 110, ils font 104".

    Fewer may as well be what those against the bid made.
    """
    (number,) = deal.numbers.values() if len(deal.numbers) == 1 else (0,)
    sides = {whose for at, whose in deal.sides.items() if not deal.is_who_asks(at)}
    return sides == {side} and 2 * number > deal.total


def _side_behind(deal: DealWords, at: int) -> str:
    """The side that is said behind a bid to have it: "contrat 90 pour eux", "100 by the opponents"."""
    for other in range(at + 1, min(at + 4, len(deal.terms) - 1)):
        if deal.terms[other].separates:
            return ""
        if deal.terms[other].word in deal.words.of_side:
            whose = deal.vocabulary.definite | deal.words.owners
            further = other + 2 if deal.terms[other + 1].word in whose else other + 1
            if further in deal.sides:
                return deal.sides[further]
    return ""


def _doublers(deal: DealWords) -> set[str]:
    """Who doubled: no side doubles its own contract."""
    result = set()
    having = deal.words.having_cards | deal.vocabulary.holding - deal.words.making | deal.vocabulary.definite
    for at, term in enumerate(deal.terms):
        if term.word not in deal.words.doubled:
            continue
        before = at - 1
        while before >= 0 and deal.terms[before].word in having:
            before -= 1
        if before in deal.sides and before - 1 in deal.sides:  # "ils nous ont coinché"
            before -= 1
        result.add(deal.sides.get(before) or _side_behind(deal, at))
    return result - {""}
