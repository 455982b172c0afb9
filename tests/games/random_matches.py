"""Random matches of any game, made from its questions alone: what a table that knows no game could record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

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
    Words,
    YesNo,
)
from referee.games.game import Game, Position, Question
from referee.games.options import ClockTime, Flag, OneOf, Option, PlayerOption, PlayersOption, Whole
from referee.games.play import Step, advance, common_questions, opening, questions
from referee.games.registry import GAMES
from referee.matches.matchfile import MatchFile, read_match

__all__ = ["NAMES", "NEW_NAMES", "random_answer", "random_match"]

NAMES = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël", "Hugo", "Inès", "Jean", "Koffi", "Léa")
NEW_NAMES = ("Manon", "Nils", "Océane")
"""Who comes by and plays on: for somebody, or beside the others."""
TRIES = 500

Entry = dict[str, Any]


def random_match(
    chance: Random, game_id: str | None = None, longest: int = 60, asides: float = 0.05, **set_up: Any
) -> dict[str, Any]:
    """The value of a match file that the rules accept: at most ``longest`` entries, with house rules or without.

    ``asides``: how often something that may be recorded at any moment comes between (a penalty, a note, a relay);
    ``set_up``: players, dealer or options that are not left to chance.
    """
    game = GAMES[game_id or chance.choice(list(GAMES))]
    file, match = _set_up(chance, game, set_up)
    position = opening(game, match.setup.table)
    while len(file["entries"]) < longest and not position.over:
        entry, position = _recorded(chance, game, position, asides)
        file["entries"].append(entry)
    return file


def random_answer(chance: Random, question: Question) -> Entry:
    """An entry in the shape the question asks for; its sums are right, its relations need not be."""
    way = chance.choice(question.ways)
    entry: Entry = {"step": question.step}
    out: str | None = None
    for field in way.fields:
        if field.optional and chance.random() < 0.7:
            continue
        value = _value(chance, field, out)
        out = value if isinstance(field, OnePlayer) else out
        outer, _, inner = field.key.partition(".")
        if inner:
            entry.setdefault(outer, {})[inner] = value
        else:
            entry[outer] = value
    return entry


def _set_up(chance: Random, game: Game, given: Mapping[str, Any]) -> tuple[dict[str, Any], MatchFile]:
    for _ in range(TRIES):
        players = list(given.get("players", NAMES[: chance.choice(game.players)]))
        chosen = [option for option in game.options if chance.random() < 0.3]
        file: dict[str, Any] = {
            "format": "referee-match/1", "game": game.id, "players": players, "dealer": chance.choice(players),
            "options": {option.id: _option(chance, option, players) for option in chosen}, "entries": [], **given,
        }  # fmt: skip
        match = read_match(file)
        if isinstance(match, MatchFile):
            return file, match
    raise AssertionError(f"{game.id}: no table of {TRIES} was accepted")


def _option(chance: Random, option: Option, players: Sequence[str]) -> Any:
    match option:
        case Flag():
            return chance.random() < 0.5
        case OneOf():
            return chance.choice(option.values)[0]
        case Whole():
            return chance.randint(option.low, min(option.highest(len(players)), option.low + 30))
        case PlayerOption():
            return chance.choice([None, *players])
        case PlayersOption():
            return chance.sample(players, chance.randint(0, len(players) - 2))
        case ClockTime():
            return chance.choice([None, f"{chance.randint(0, 23):02}:{chance.randint(0, 59):02}"])
    return "Belote"


def _recorded(chance: Random, game: Game, position: Position, asides: float) -> tuple[Entry, Position]:
    """An entry that the rules accept here, and the position after it; never the end by agreement."""
    for _ in range(TRIES):
        if chance.random() < asides:
            asked = chance.choice([*common_questions(game, position.table)[:-1], *questions(game, position)[1:]])
        else:
            asked = questions(game, position)[0]
        entry = random_answer(chance, asked)
        taken = advance(game, position, entry)
        if isinstance(taken, Step):
            return entry, taken.position
    raise AssertionError(f"{game.id}: no answer of {TRIES} was accepted: {questions(game, position)}")


def _value(chance: Random, field: Field, out: str | None) -> Any:
    match field:
        case Counts():
            if field.total is None:
                return {player: min(chance.randint(0, field.high), chance.randint(0, 3)) for player in field.players}
            return _shared(chance, field.players, field.total)
        case Points():
            return _points(chance, field, out)
        case Number():
            return chance.choice([field.suggested or field.low, chance.randint(field.low, field.high)])
        case Choice():
            left = [known for known, _ in field.choices if known not in field.spent]
            return chance.choice(left if field.nothing is None or field.offered else [None])
        case ChoicePerPlayer():
            return {player: chance.choice(field.choices)[0] for player in field.players}
        case YesNo():
            return chance.random() < 0.5
        case Words():
            return "une remarque"
    return _players(chance, field, out)


def _players(chance: Random, field: Field, out: str | None) -> Any:
    """The value of a field that names players; ``out`` is the one the entry named before."""
    match field:
        case OnePlayer():
            return chance.choice([player for player in field.players if player not in field.barred] or field.players)
        case NewName():
            nobody = [] if field.nothing is None or None in field.barred else [None]
            return chance.choice([*field.returning, *NEW_NAMES, *nobody])
        case SomePlayers():
            return chance.sample(field.players, chance.randint(0, 1))
        case SideChoice():
            return chance.choice([name for side in field.sides for name in (side.name, *side.players)])
        case PlayerOrder():
            return chance.sample(field.players, len(field.players))
        case TrickWinners():
            return [chance.choice([*field.players, None]) for _ in range(field.length)]
        case CardHands():
            cards = chance.sample(field.pack, len(field.players))
            return {player: [card.code] for player, card in zip(field.players, cards, strict=True) if player != out}
    raise AssertionError(f"no value is known for {field.kind}")


def _points(chance: Random, field: Points, out: str | None) -> dict[str, int]:
    players = [player for player in field.players if field.all_but is None or player != out]
    if field.low < 0:
        return {player: chance.randint(-20, 50) for player in players}
    total = field.total if field.total is not None else chance.randint(30, 75)
    return _shared(chance, players, total)


def _shared(chance: Random, players: Sequence[str], total: int) -> dict[str, int]:
    """A whole number for every player, ``total`` in all."""
    cuts = sorted(chance.randint(0, total) for _ in players[1:])
    return {player: high - low for player, low, high in zip(players, [0, *cuts], [*cuts, total], strict=True)}
