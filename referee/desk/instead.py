"""What would have been allowed: the cards that could be played in the place of those that were refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from referee.desk.facts import Facts
from referee.desk.house import desk_rules
from referee.desk.packs import Pack
from referee.desk.question import DeskQuestion, Verdict, cards_of, contradicted, read_facts
from referee.games.game import Game
from referee.games.table import HouseRules

__all__ = ["Instead", "allowed_instead"]

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


def allowed_instead(
    game: Game, question: DeskQuestion, told: Mapping[str, Any], options: Any, verdict: Verdict
) -> Instead | None:
    """The cards of the hand, or of the whole pack where no hand was told; None if nothing was refused."""
    pack = question.pack
    if pack is None or verdict.answer.get("allowed", True):
        return None
    if "legal" in verdict.answer:
        return Instead(tuple(pack.card(code) for code in dict.fromkeys(verdict.answer["legal"])))
    if CARDS not in told:
        return None
    facts, _ = read_facts(question, told)
    rules, _ = desk_rules(game, options, facts)
    for together in dict.fromkeys((len(facts[CARDS]), *range(1, MOST_TOGETHER + 1))):
        found = tuple(card for card in pack.layout if _all_allowed(question, facts, rules, _sets(pack, card, together)))
        if found:
            return _in_short(found, together, pack, cards_of(question, {**facts, CARDS: ()}))
    return Instead(())


def _in_short(found: tuple[Any, ...], together: int, pack: Pack, lying: list[Any]) -> Instead:
    """One card for its whole rank, where all of the rank that do not lie on the table are allowed."""
    first = {card.rank: card for card in reversed(found)}
    whole = (card in found or card in lying for card in pack.layout if card.rank in first)
    if all(whole):
        return Instead(tuple(card for card in found if card is first[card.rank]), together, any_suit=True)
    return Instead(found, together)


def _all_allowed(question: DeskQuestion, facts: Facts, rules: HouseRules, sets: Iterable[tuple[Any, ...]]) -> bool:
    """Whether all of these sets that the pack still holds are allowed, and there is one."""
    told = ({**facts, CARDS: cards} for cards in sets)
    possible = [one for one in told if not contradicted(question, one, rules)]
    return bool(possible) and all(question.rule(one, rules).answer["allowed"] for one in possible)


def _sets(pack: Pack, card: Any, together: int) -> Iterator[tuple[Any, ...]]:
    """Every choice of so many cards of its rank with this card among them; none where the rank has too few."""
    copies = [other for other in pack.layout if other.rank == card.rank for _ in range(pack.copies[other])]
    copies.remove(card)
    for others in dict.fromkeys(combinations(copies, together - 1)):
        yield (card, *others)
