"""Two players of a club against each other: how often each was before the other, by game, and their last matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, func, select
from sqlalchemy.orm import aliased

from referee.game_definition.game import Game
from referee.store.database.models import Match, Result
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import LATEST_FIRST, Scope, select_names, sorted_names


@dataclass(frozen=True, slots=True)
class MeetingRecord:
    """The matches of two players at one game: how often the first was before and behind the second."""

    game: str
    matches: int
    before: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.before - self.behind


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of both, with their results."""

    match: Match
    player: Result
    opponent: Result


def records(within: Scope, player_ids: Sequence[int], opponent_ids: Sequence[int]) -> list[MeetingRecord]:
    """By game, the most played first; all players counted as each are given. Partners are no opponents."""
    second = aliased(Result)
    query = (
        select(
            Result.game,
            func.count(),
            func.count().filter(Result.place < second.place),
            func.count().filter(Result.place > second.place),
        )
        .join(second, and_(second.match_id == Result.match_id, second.side != Result.side))
        .where(Result.player_id.in_(player_ids), second.player_id.in_(opponent_ids), *within.of())
        .group_by(Result.game)
    )
    meetings = [MeetingRecord(*row) for row in db.session.execute(query)]
    return sorted(meetings, key=lambda record: (-record.matches, record.game))


def own_names(within: Scope, player_ids: Sequence[int], opponent_ids: Sequence[int], game: Game) -> list[str]:
    """The names under which both played a game against each other, in order; "" where a table gave it none."""
    second = aliased(Result)
    query = (
        select_names(within, game)
        .join(second, and_(second.match_id == Result.match_id, second.side != Result.side))
        .where(Result.player_id.in_(player_ids), second.player_id.in_(opponent_ids))
    )
    return sorted_names(query)


def last_meetings(within: Scope, player_ids: Sequence[int], opponent_ids: Sequence[int], most: int) -> list[Meeting]:
    """The last matches of both against each other, the latest first."""
    second = aliased(Result)
    query = (
        select(Match, Result, second)
        .join(Match, Match.id == Result.match_id)
        .join(second, and_(second.match_id == Result.match_id, second.side != Result.side))
        .where(Result.player_id.in_(player_ids), second.player_id.in_(opponent_ids), *within.of())
        .order_by(*LATEST_FIRST)
        .limit(most)
    )
    return [Meeting(*row) for row in db.session.execute(query)]
