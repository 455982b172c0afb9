"""The facts that the desk takes from a match: players, cards dealt, the answers of this deal."""

from __future__ import annotations

from typing import Any

from referee.answers.answer import Reader
from referee.cards.french import parse_card
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.game_definition.state import State


def speaking_order(game: Game, state: State) -> tuple[str, ...]:
    """The players in this deal's order of play."""
    return state.table.present if game.order is None else game.order(state)


def facts_of_match(question: DeskQuestion, game: Game, state: State) -> dict[str, Any]:
    """The raw facts of a question that follow from the state of a match."""
    prepared = game.preparation(state)
    table, present = state.table, state.table.present
    answers = [pair for answer in state.answers.values() for pair in answer.items()]
    values: list[tuple[str, Any]] = [
        ("cards", prepared.cards_each), ("packs", prepared.packs),
        ("players", present), ("players", len(present)),  # a question asks for their names, or for their number
        ("deal", state.deal),
        ("order", speaking_order(game, state)),
        ("teams", tuple(side.players for side in table.sides)),
        *((("trump", None),) if prepared.no_trump else ()), *answers,
        *(game.question(state).extras.items() if state.answers else ()),
    ]  # fmt: skip
    facts: dict[str, Any] = {}
    reader = Reader("question.facts", facts)
    for fact in question.fields(game, present, state.rules):
        raw_values = (fact.at_the_table(value, speaking_order(game, state)) for key, value in values if key == fact.key)
        fitting = next(((raw,) for raw in raw_values if not fact.read(fact.key, raw, reader)[1]), None)
        if fitting is not None:
            (facts[fact.key],) = fitting
    return facts


def cards_out(game: Game, state: State) -> frozenset[Any]:
    """The cards removed from the pack in this match."""
    prepared = game.preparation(state)
    return frozenset(card for code in prepared.removed_cards if (card := parse_card(code)) is not None)
