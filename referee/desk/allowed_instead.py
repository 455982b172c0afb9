"""What would have been allowed: the cards that could be played in the place of those that were refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from referee.cards.packs import Pack
from referee.desk.ruling import Verdict, contradicted
from referee.desk_questions.desk_question import Case

CARDS = "cards"
"""The fact of a question that holds the cards somebody wants to play."""

MOST_TOGETHER = 4
"""So many cards of a rank can be played at once, where nobody said how many it were to be."""


@dataclass(frozen=True, slots=True)
class Instead:
    """Cards that are allowed, ``together`` of one rank at a time; ``any_suit``: one stands for its whole rank."""

    cards: tuple[Any, ...]
    together: int = 1
    any_suit: bool = False


def allowed_instead(verdict: Verdict) -> Instead | None:
    """The cards of the hand, or of the whole pack where no hand was told; None if nothing was refused."""
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
    """The same case with other cards to play."""
    return replace(case, facts={**case.facts, CARDS: cards})


def _in_short(allowed: tuple[Any, ...], together: int, pack: Pack, lying: list[Any]) -> Instead:
    """One card for its whole rank, where all of the rank that do not lie on the table are allowed."""
    first = {card.rank: card for card in reversed(allowed)}
    whole = (card in allowed or card in lying for card in pack.layout if card.rank in first)
    if all(whole):
        return Instead(tuple(card for card in allowed if card is first[card.rank]), together, any_suit=True)
    return Instead(allowed, together)


def _all_allowed(case: Case, sets: Iterable[tuple[Any, ...]]) -> bool:
    """Whether all of these sets that the pack still holds are allowed, and there is one."""
    cases = (_playing(case, cards) for cards in sets)
    possible = [other for other in cases if not contradicted(other)]
    return bool(possible) and all(case.question.rule(other).answer["allowed"] for other in possible)


def _sets(pack: Pack, card: Any, together: int) -> Iterator[tuple[Any, ...]]:
    """Every choice of so many cards of its rank with this card among them; none where the rank has too few."""
    copies = [other for other in pack.layout if other.rank == card.rank for _ in range(pack.copies[other])]
    copies.remove(card)
    for others in dict.fromkeys(combinations(copies, together - 1)):
        yield (card, *others)
