"""The cards that would be allowed in place of refused ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from referee.cards.packs import Pack
from referee.desk.adjudication import Verdict, case_violations
from referee.desk_questions.desk_question import Case

CARDS = "cards"
"""The key of the fact with the cards to play."""

MOST_TOGETHER = 4
"""The largest set of cards of a rank that is tried."""


@dataclass(frozen=True, slots=True)
class Instead:
    """The allowed cards, ``together`` of one rank at a time; ``any_suit``: each stands for its whole rank."""

    cards: tuple[Any, ...]
    together: int = 1
    any_suit: bool = False


def allowed_instead(verdict: Verdict) -> Instead | None:
    """The allowed cards of the hand, or of the pack where the case has no hand; None if nothing is refused."""
    case, pack = verdict.case, verdict.case.question.pack
    if pack is None or verdict.answer.get("allowed", True):
        return None
    if "legal" in verdict.answer:
        return Instead(tuple(pack.card(code) for code in dict.fromkeys(verdict.answer["legal"])))
    if CARDS not in case.raw_facts:
        return None
    for together in dict.fromkeys((len(case.facts[CARDS]), *range(1, MOST_TOGETHER + 1))):
        allowed = tuple(card for card in pack.layout if _all_allowed(case, _sets(pack, card, together)))
        if allowed:
            return _in_short(allowed, together, pack, _playing(case, ()).cards)
    return Instead(())


def _playing(case: Case, cards: tuple[Any, ...]) -> Case:
    """The case with other cards to play."""
    return replace(case, facts={**case.facts, CARDS: cards})


def _in_short(allowed: tuple[Any, ...], together: int, pack: Pack, on_table: list[Any]) -> Instead:
    """Shorten to one card a rank where all cards of these ranks are allowed or on the table."""
    first = {card.rank: card for card in reversed(allowed)}
    ranks_complete = (card in allowed or card in on_table for card in pack.layout if card.rank in first)
    if all(ranks_complete):
        return Instead(tuple(card for card in allowed if card is first[card.rank]), together, any_suit=True)
    return Instead(allowed, together)


def _all_allowed(case: Case, sets: Iterable[tuple[Any, ...]]) -> bool:
    """Whether at least one of these sets is possible, and all possible ones are allowed."""
    cases = (_playing(case, cards) for cards in sets)
    possible = [other for other in cases if not case_violations(other)]
    return bool(possible) and all(case.question.rule(other).answer["allowed"] for other in possible)


def _sets(pack: Pack, card: Any, together: int) -> Iterator[tuple[Any, ...]]:
    """All sets of ``together`` cards of a card's rank that contain it."""
    copies = [other for other in pack.layout if other.rank == card.rank for _ in range(pack.copies[other])]
    copies.remove(card)
    for others in dict.fromkeys(combinations(copies, together - 1)):
        yield (card, *others)
