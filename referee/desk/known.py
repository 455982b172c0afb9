"""What a match tells the desk by itself: who sits there, what was dealt, what this deal has already recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cards.french import parse_card
from referee.desk.facts import Fact
from referee.desk.question import DeskQuestion
from referee.games.game import Game, Position, Preparation

__all__ = ["cards_out", "facts_known", "speaking_order"]

UNKNOWN = object()
"""What the table cannot tell; None is a value of its own: no trump."""


def speaking_order(game: Game, position: Position) -> tuple[str, ...]:
    """All players from the one who speaks or leads first in this deal, in the direction of play."""
    return position.table.present if game.order is None else game.order(position)


def facts_known(question: DeskQuestion, game: Game, position: Position) -> dict[str, Any]:
    """The raw facts of a question that nobody needs to tell when it is asked at this moment of a match."""
    prepared = game.prepare(len(position.table.present), position.rules, position.deal)
    found: dict[str, Any] = {}
    for fact in question.facts:
        value = _known(fact, game, position, prepared)
        if value is not UNKNOWN and not fact.read(fact.key, value, found)[1]:
            found[fact.key] = value
    return found


def _known(fact: Fact, game: Game, position: Position, prepared: Preparation) -> Any:
    """A fact as this table tells it."""
    table = position.table
    match fact.kind:
        case "players":
            return table.present
        case "teams":
            return tuple(side.players for side in table.sides)
        case "number" | "choice":
            numbers = {"cards": prepared.dealt, "packs": prepared.packs, "players": len(table.present)}
            return numbers.get(fact.key, _recorded(fact.key, position))
        case "suit":
            return _recorded(fact.key, position)
        case "bids":
            bids = _recorded(fact.key, position)
            if isinstance(bids, Mapping):
                return [{"player": player, "bid": bids[player]} for player in speaking_order(game, position)]
    return UNKNOWN


def _recorded(key: str, position: Position) -> Any:
    """What an earlier step of this deal recorded under this key."""
    return next((answer[key] for answer in position.recorded.values() if key in answer), UNKNOWN)


def cards_out(game: Game, position: Position) -> frozenset[Any]:
    """The cards that this number of players takes out of the pack."""
    prepared = game.prepare(len(position.table.present), position.rules, position.deal)
    return frozenset(card for code in prepared.removed if (card := parse_card(code)) is not None)
