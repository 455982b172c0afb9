"""Answers that a table could give, made from a question alone, whatever the game; the better players do better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.demo.decks import VISITORS
from referee.games.fields import (
    CardHands,
    Choice,
    ChoicePerPlayer,
    Counts,
    Field,
    NewName,
    Number,
    OnePlayer,
    PlayerOrder,
    Points,
    SideChoice,
    SomePlayers,
    TrickWinners,
    YesNo,
)
from referee.games.game import Game, Position, Question
from referee.games.play import Step, advance

__all__ = ["Entry", "Skills", "accepted_answer", "answer"]

Entry = dict[str, Any]
Skills = Mapping[str, float]
"""How well each player plays: 0 is the middle, about 1 the best of the club."""

TRIES = 2000
LEAST_LEFT, MOST_LEFT = 1, 4
"""Cards in the hands of those who did not go out."""


def accepted_answer(
    chance: Random, game: Game, position: Position, question: Question, skills: Skills, drawn: int = 2
) -> tuple[Entry, Position]:
    """An answer to this question that the rules accept, and the position after it.

    Of ``drawn`` such answers the one that suits the better players is taken.

    :raises ValueError: no answer of many was accepted.
    """
    found: list[tuple[float, int, Entry, Position]] = []
    for number in range(TRIES):
        entry = answer(chance, question)
        taken = advance(game, position, entry)
        if not isinstance(taken, Step):
            continue
        if drawn == 1 or taken.row is None:
            return entry, taken.position
        found.append((_suits(game, position, taken, skills), number, entry, taken.position))
        if len(found) == drawn:
            break
    if not found:
        raise ValueError(f"{game.id}: no answer to {question.step} was accepted")
    _, _, entry, after = max(found)
    return entry, after


def _suits(game: Game, position: Position, taken: Step, skills: Skills) -> float:
    """What the row gives to the better players, and takes from the others."""
    scores = taken.row.scores if taken.row is not None else {}
    sign = -1 if game.lowest_wins(position.rules) else 1
    return sign * sum(
        scores[side.name] * sum(skills.get(player, 0) for player in side.players) for side in position.table.sides
    )


def answer(chance: Random, question: Question) -> Entry:
    """An entry in the shape the question asks for; its sums are right, its relations need not be."""
    way = chance.choice(question.ways)
    entry: Entry = {"step": question.step}
    out: str | None = None
    for field in way.fields:
        if field.optional and chance.random() < 0.75:
            continue
        value = _value(chance, field, out)
        out = value if isinstance(field, OnePlayer) else out
        outer, _, inner = field.key.partition(".")
        if inner:
            entry.setdefault(outer, {})[inner] = value
        else:
            entry[outer] = value
    return entry


def _value(chance: Random, field: Field, out: str | None) -> Any:
    match field:
        case Counts():
            return _counts(chance, field)
        case Points():
            return _points(chance, field, out)
        case Number():
            suggested = field.low if field.suggested is None else field.suggested
            return suggested if chance.random() < 0.6 else chance.randint(field.low, field.high)
        case Choice():
            left = [known for known, _ in field.choices if known not in field.spent]
            return chance.choice(left if field.nothing is None or field.offered else [None])
        case ChoicePerPlayer():
            return {player: _said(chance, field) for player in field.players}
        case CardHands():
            return _hands(chance, field, out)
        case YesNo():
            return chance.random() < 0.2
    return _named(chance, field)


def _named(chance: Random, field: Field) -> Any:
    """Who it is, of the players or the sides; a few words where nobody is asked for."""
    match field:
        case OnePlayer():
            return chance.choice([player for player in field.players if player not in field.barred] or field.players)
        case NewName():
            return chance.choice([*field.returning, *(one for one in VISITORS if one not in field.barred)] or VISITORS)
        case SomePlayers():
            return chance.sample(field.players, int(chance.random() < 0.2))
        case SideChoice():
            return chance.choice(field.sides).name
        case PlayerOrder():
            return chance.sample(field.players, len(field.players))
        case TrickWinners():
            return [None if chance.random() < 0.08 else chance.choice(field.players) for _ in range(field.length)]
    return "…"


def _said(chance: Random, field: ChoicePerPlayer) -> str:
    """What a player says: mostly what most say."""
    if field.suggested is not None and chance.random() < 0.65:
        return field.suggested
    return chance.choice(field.choices)[0]


def _counts(chance: Random, field: Counts) -> dict[str, int]:
    if field.total is None:  # bids: each about a fair share of what there is
        share = 1 / len(field.players)
        return {player: sum(chance.random() < share for _ in range(field.high)) for player in field.players}
    if field.suggested is None:
        return _shared(chance, field.players, field.total)
    counts = dict(field.suggested)
    if chance.random() < 0.3:
        _moved(chance, counts, 1)
    while sum(counts.values()) != field.total:
        _moved(chance, counts, 1 if sum(counts.values()) < field.total else -1)
    return counts


def _moved(chance: Random, counts: dict[str, int], by: int) -> None:
    """One more or one less for somebody who can have it."""
    player = chance.choice([player for player, count in counts.items() if count + by >= 0])
    counts[player] += by


def _points(chance: Random, field: Points, out: str | None) -> dict[str, int]:
    players = [player for player in field.players if field.all_but is None or player != out]
    if field.low < 0:
        return {player: chance.randint(-10, 40) for player in players}
    total = field.total if field.total is not None else chance.randint(10, 25 * len(players))
    return _shared(chance, players, total)


def _hands(chance: Random, field: CardHands, out: str | None) -> dict[str, list[str]]:
    """A few cards left with everybody who did not go out; every card of the pack once."""
    players = [player for player in field.players if player != out]
    sizes = [chance.randint(LEAST_LEFT, MOST_LEFT) for _ in players]
    cards = [card.code for card in chance.sample(field.pack, sum(sizes))]
    return {player: [cards.pop() for _ in range(size)] for player, size in zip(players, sizes)}


def _shared(chance: Random, players: Sequence[str], total: int) -> dict[str, int]:
    """A whole number for every player, ``total`` in all."""
    cuts = sorted(chance.randint(0, total) for _ in players[1:])
    return {player: high - low for player, low, high in zip(players, [0, *cuts], [*cuts, total])}
