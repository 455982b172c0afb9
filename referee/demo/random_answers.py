"""Random answers to any question of any game; the better players do better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee.answers.cards import CardHands, Cards, OneCard
from referee.answers.choices import Choice, ChoicePerPlayer, Occurrence, YesNo
from referee.answers.numbers import Counts, Number, Points
from referee.answers.players import Levels, OnePlayer, PlayerOrder, SomePlayers, TrickWinners
from referee.answers.sides import SideChoice
from referee.answers.texts import ClockTime, NewName, Words
from referee.demo.names_and_phrases import VISITORS
from referee.game_definition.game import Game, Question
from referee.game_definition.match_course import Transition, advance
from referee.game_definition.state import State

Entry = dict[str, Any]
Skills = Mapping[str, float]
"""How well each player plays: 0 is the middle, about 1 the best of the club."""

TRIES = 2000
LEFT_OUT = 0.75
"""The share of optional fields that are left out."""

USUALLY = 0.9
"""How often a number lies in its usual range, and is not the lowest possible."""

RARELY = 0.15
"""How often a rare way is taken, beside an ordinary one."""

LEAST_LEFT, MOST_LEFT = 1, 4
"""Cards in the hands of the players who did not go out."""


def accepted_answer(
    chance: Random, game: Game, state: State, question: Question, skills: Skills, drawn: int = 2
) -> tuple[Entry, State]:
    """An answer that the rules accept, and the state after it: of ``drawn`` the best for the better players.

    :raises ValueError: none of many answers was accepted.
    """
    accepted: list[tuple[float, int, Entry, State]] = []
    for number in range(TRIES):
        entry = answer(chance, question)
        transition = advance(game, state, entry)
        if not isinstance(transition, Transition):
            continue
        if drawn == 1 or not transition.rows:
            return entry, transition.state
        accepted.append((_gain(game, state, transition, skills), number, entry, transition.state))
        if len(accepted) == drawn:
            break
    if not accepted:
        raise ValueError(f"{game.id}: no answer to {question.step} was accepted")
    _, _, entry, after = max(accepted)
    return entry, after


def _gain(game: Game, state: State, transition: Transition, skills: Skills) -> float:
    """The points of the rows for the better players, less those of the others."""
    sign = -1 if game.lowest_wins(state.rules) else 1
    return sign * sum(
        row.scores[side.name] * sum(skills.get(player, 0) for player in side.players)
        for row in transition.rows
        for side in state.table.sides
    )


def answer(chance: Random, question: Question, values: Values | None = None) -> Entry:
    """A random entry of the shape of the question; its sums are right, its relations need not be.

    ``values``: how the value of each kind is drawn, instead of :data:`VALUES`.
    """
    way = chance.choices(question.ways, [RARELY if way.rare or way.at_once else 1 for way in question.ways])[0]
    entry: Entry = {"step": question.step}
    out: str | None = None
    for spec in way.fields:
        if spec.optional and chance.random() < LEFT_OUT:
            continue
        value = (values or VALUES)[spec.kind](chance, spec, out)
        out = value if spec.kind == OnePlayer.kind else out
        outer, _, inner = spec.key.rpartition(".")
        target = entry.setdefault(outer, {}) if outer else entry
        target[inner] = value
    return entry


def _number(chance: Random, spec: Number, out: str | None) -> int:
    if spec.usual is not None:
        return chance.randint(*spec.usual)
    suggested = spec.low if spec.suggested is None else spec.suggested
    return suggested if chance.random() < 0.6 else chance.randint(spec.low, spec.highest({}) or 0)


def _choice(chance: Random, spec: Choice, out: str | None) -> Any:
    left = [value for value, _ in spec.choices if value not in spec.spent]
    return chance.choice(left if spec.nothing is None or spec.offered else [None])


def _player(chance: Random, spec: OnePlayer, out: str | None) -> str | None:
    if spec.nothing is not None and chance.random() < LEFT_OUT / 2:
        return None
    return chance.choice([player for player in spec.players if player not in spec.barred] or spec.players)


def _new_name(chance: Random, spec: NewName, out: str | None) -> str:
    return chance.choice([*spec.returning, *(name for name in VISITORS if name not in spec.barred)] or VISITORS)


def _tricks(chance: Random, spec: TrickWinners, out: str | None) -> list[str | None]:
    return [
        None if chance.random() < 0.08 else chance.choice(spec.players) for _ in range(spec.lengths[len(spec.players)])
    ]


def _random_choices(chance: Random, spec: ChoicePerPlayer, out: str | None) -> dict[str, Any]:
    """What each player says: mostly what most say."""
    usual = spec.suggested
    return {
        player: usual if usual is not None and chance.random() < 0.65 else chance.choice(spec.choices)[0]
        for player in spec.players
    }


def _counts(chance: Random, field: Counts, out: str | None) -> dict[str, int]:
    if field.total is None:  # bids: each about a fair share of what there is
        share = 1 / len(field.players)
        return {player: sum(chance.random() < share for _ in range(field.high)) for player in field.players}
    if field.announced is None:
        return _shared(chance, field.players, field.total)
    counts = dict(field.announced)
    if chance.random() < 0.3:
        _change_count(chance, counts, 1)
    while sum(counts.values()) != field.total:  # each step is one nearer to it
        _change_count(chance, counts, 1 if sum(counts.values()) < field.total else -1)
    return counts


def _change_count(chance: Random, counts: dict[str, int], by: int) -> None:
    """One more or one less for a player who can have it."""
    player = chance.choice([player for player, count in counts.items() if count + by >= 0])
    counts[player] += by


def _side(chance: Random, spec: SideChoice, out: str | None) -> str | None:
    return None if spec.nothing is not None and chance.random() < LEFT_OUT else chance.choice(spec.sides).name


def _levels(chance: Random, spec: Levels, out: str | None) -> dict[str, list[str]]:
    """Mostly one player has a level."""
    level, _ = chance.choice(spec.levels)
    return {level: [chance.choice(spec.players)]}


def _cards(chance: Random, spec: Cards, out: str | None) -> list[str]:
    number = chance.randint(spec.fewest, spec.most or MOST_LEFT)
    return [card.code for card in chance.sample(spec.pack.cards, number)]


def _points(chance: Random, field: Points, out: str | None) -> dict[str, int]:
    players = [player for player in field.players if field.all_but is None or player != out]
    if field.usual is not None and field.total is None:
        low, high = field.usual
        steps = (high - low) // field.multiple
        return {
            player: field.low if chance.random() > USUALLY else low + field.multiple * chance.randint(0, steps)
            for player in players
        }
    if field.partial:
        return {player: chance.choice((-10, 10, 25)) for player in chance.sample(players, 1)}
    if field.low < 0:
        return {player: chance.randint(-10, 40) for player in players}
    total = field.total if field.total is not None else chance.randint(10, 25 * len(players))
    return _shared(chance, players, total)


def _hands(chance: Random, field: CardHands, out: str | None) -> dict[str, list[str]]:
    """A few cards left with every player who did not go out; each card of the pack once."""
    players = [player for player in field.players if field.all_but is None or player != out]
    sizes = [field.most or chance.randint(LEAST_LEFT, MOST_LEFT) for _ in players]
    cards = [card.code for card in chance.sample(field.pack.cards, sum(sizes))]
    return {player: [cards.pop() for _ in range(size)] for player, size in zip(players, sizes)}


def _shared(chance: Random, players: Sequence[str], total: int) -> dict[str, int]:
    """A whole number for every player, ``total`` in all."""
    cuts = sorted(chance.randint(0, total) for _ in players[1:])
    return {player: high - low for player, low, high in zip(players, [0, *cuts], [*cuts, total])}


Values = Mapping[str, Callable[[Random, Any, str | None], Any]]
"""How a value is drawn, by kind of field; the last argument is a player that the entry has already."""

VALUES: Values = {
    Counts.kind: _counts,
    Points.kind: _points,
    Number.kind: _number,
    Choice.kind: _choice,
    ChoicePerPlayer.kind: _random_choices,
    CardHands.kind: _hands,
    YesNo.kind: lambda chance, spec, out: chance.random() < 0.2,
    OnePlayer.kind: _player,
    NewName.kind: _new_name,
    SomePlayers.kind: lambda chance, spec, out: chance.sample(spec.players, int(chance.random() < 0.2)),
    SideChoice.kind: _side,
    Occurrence.kind: lambda chance, spec, out: True,
    Levels.kind: _levels,
    OneCard.kind: lambda chance, spec, out: chance.choice(spec.pack.cards).code,
    Cards.kind: _cards,
    PlayerOrder.kind: lambda chance, spec, out: chance.sample(spec.players, len(spec.players)),
    TrickWinners.kind: _tricks,
    ClockTime.kind: lambda chance, spec, out: f"{chance.randint(0, 23):02}:{chance.randint(0, 59):02}",
    Words.kind: lambda chance, spec, out: "…",
}
