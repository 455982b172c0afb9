"""``referee-sheet/1`` and ``referee-violations/1``: the sheet or the violations of a match file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.game_definition.match_course import Refusal, ReplayedMatch, play, sheet_of
from referee.game_definition.state import State
from referee.matches.match_file import MatchFile, read_match


def score_value(value: Any, language: str) -> tuple[dict[str, Any], bool]:
    """The sheet of a match file's value, and True; or its violations, and False."""
    match = read_match(value)
    if not isinstance(match, MatchFile):
        return violations_value(match, None, language), False
    replay = play(match.setup.game, match.setup.table, match.entries)
    if isinstance(replay, Refusal):
        return violations_value(replay.violations, replay.index, language), False
    return sheet_value(match.setup.game, replay, language), True


def sheet_value(game: Game, replay: ReplayedMatch, language: str) -> dict[str, Any]:
    """The value of ``referee-sheet/1``."""
    sheet, table = sheet_of(game, replay), replay.state.table
    standing, away = sheet.standing, [player for player in table.players if player in table.away]
    return {
        "format": "referee-sheet/1",
        "game": game.id,
        "sides": [{"name": side.name, "players": list(side.players)} for side in table.sides],
        "rounds": [
            {
                "number": row.number,
                "label": row.label.render(language),
                "dealer": row.dealer,
                "scores": row.scores,
                "totals": row.totals,
            }
            for row in replay.rounds
        ],
        "totals": sheet.totals,
        "ranking": [list(place) for place in sheet.ranking],
        "over": sheet.over,
        "winners": list(sheet.winners),
        "next": None if sheet.over else _next(game, replay.state),
        "standing": {
            "skip_next_turn": list(standing.skip_next_turn),
            "eliminated": list(standing.eliminated),
            "titles": dict(standing.titles),
            **({"away": away} if away else {}),
        },
    }


def violations_value(violations: Iterable[Violation], entry: int | None, language: str) -> dict[str, Any]:
    """The value of ``referee-violations/1``; ``entry``: the index of the invalid entry, None for the file itself."""
    return {
        "format": "referee-violations/1",
        "violations": [
            {
                "entry": entry,
                "field": violation.field,
                "article": violation.article,
                "message": violation.message.render(language),
            }
            for violation in violations
        ],
    }


def _next(game: Game, state: State) -> dict[str, Any]:
    question = game.question(state)
    value: dict[str, Any] = {"step": question.step, "round": state.deal, "dealer": state.dealer}
    if game.order is not None:
        value["order"] = list(game.order(state))
    rests = {} if state.table.resting is None else {"resting": state.table.resting}
    return {**value, **question.extras, **rests}
