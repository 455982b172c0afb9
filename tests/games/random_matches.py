"""Random matches of any game, made from its questions alone: what a table that knows no game could record."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from referee.answers.house_rules import AT_THE_TABLE, Option
from referee.demo.random_answers import VALUES, answer
from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Game, Question
from referee.game_definition.match_course import STEPS_THAT_END, Transition, advance, opening, questions
from referee.game_definition.state import State
from referee.game_definition.table_changes import allows
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match

NAMES = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël", "Hugo", "Inès", "Jean", "Koffi", "Léa")
NEW_NAMES = ("Manon", "Nils", "Océane")
"""Who comes by and plays on: for somebody, or beside the others."""
TRIES = 500

Entry = dict[str, Any]


def random_match(
    chance: Random,
    game_id: str | None = None,
    longest: int = 60,
    asides: float = 0.05,
    without: Collection[str] = (),
    **set_up: Any,
) -> dict[str, Any]:
    """The value of a match file that the rules accept: at most ``longest`` entries, with house rules or without.

    ``asides``: how often something that may be recorded at any moment comes between (a penalty, a note, a relay);
    ``without``: common steps that are not among them; ``set_up``: players, dealer or options that are not left to
    chance.
    """
    game = GAMES[game_id or chance.choice(list(GAMES))]
    file, match = _set_up(chance, game, set_up)
    state = opening(game, match.setup.table)
    while len(file["entries"]) < longest and not state.over:
        entry, state = random_entry(chance, game, state, asides, without)
        file["entries"].append(entry)
    return file


def random_answer(chance: Random, question: Question) -> Entry:
    """An entry in the shape the question asks for; its sums are right, its relations need not be."""
    return answer(chance, question, ANSWER_BY_KIND)


def _set_up(chance: Random, game: Game, given: Mapping[str, Any]) -> tuple[dict[str, Any], MatchFile]:
    for _ in range(TRIES):
        players = list(given.get("players", NAMES[: chance.choice(game.players_and_one_at_rest)]))
        chosen = [option for option in game.options if chance.random() < 0.3]
        file: dict[str, Any] = {
            "format": "referee-match/1",
            "game": game.id,
            "players": players,
            "dealer": chance.choice(players),
            "options": {option.id: _option(chance, option, players) for option in chosen},
            "entries": [],
            **given,
        }
        match = read_match(file)
        if isinstance(match, MatchFile):
            return file, match
    raise AssertionError(f"{game.id}: no table of {TRIES} was accepted")


def _option(chance: Random, option: Option, players: Sequence[str]) -> Any:
    """A value that fits one of a table's house rules, perhaps none where that may be."""
    asks: Any = option.field
    if asks.nothing is not None and chance.random() > 0.8:
        return None
    match asks.kind:
        case "number":
            return chance.randint(asks.low, min(asks.highest({AT_THE_TABLE: players}), asks.low + 30))
        case "one-player":
            return chance.choice(players)
        case "some-players":
            return chance.sample(players, chance.randint(0, len(players) - 2))
    return ANSWER_BY_KIND[asks.kind](chance, asks, None)


def random_entry(
    chance: Random, game: Game, state: State, asides: float, without: Collection[str]
) -> tuple[Entry, State]:
    """An entry that the rules accept here, and the state after it; never the end by agreement, nor the totals alone."""
    for _ in range(TRIES):
        if chance.random() < asides:
            asked = chance.choice([*_beside(game, state, without), *questions(game, state)[1:]])
        else:
            asked = questions(game, state)[0]
        entry = random_answer(chance, asked)
        taken = advance(game, state, entry)
        if isinstance(taken, Transition):
            return entry, taken.state
    raise AssertionError(f"{game.id}: no answer of {TRIES} was accepted: {questions(game, state)}")


def _beside(game: Game, state: State, without: Collection[str]) -> list[Question]:
    """The common steps that are possible now and after which the match goes on."""
    going_on = [
        question for question in common_questions(game, state) if question.step not in {*STEPS_THAT_END, *without}
    ]
    return [question for question in going_on if allows(game, state, question.step)]


def _new_name(chance: Random, spec: Any, out: str | None) -> str | None:
    nobody = [] if spec.nothing is None or None in spec.barred else [None]
    return chance.choice([*spec.returning, *NEW_NAMES, *nobody])


ANSWER_BY_KIND = {
    **VALUES,
    "yes-no": lambda chance, spec, out: chance.random() < 0.5,
    "words": lambda chance, spec, out: "Belote",
    "side": lambda chance, spec, out: chance.choice(
        [name for side in spec.sides for name in (side.name, *side.players)]
    ),
    "new-name": _new_name,
}
"""What a table that knows no game could write, by kind of field: more than a demo shows."""
