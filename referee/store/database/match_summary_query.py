"""The columns of a match that pages need beside its log, in one statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import FromClause, String, cast, func, select

from referee.store.database.models import Match, Player, RunningCount, Seat
from referee.store.database.orm_base import table_of

MATCH, SEAT, PLAYER, COUNT = table_of(Match).c, table_of(Seat).c, table_of(Player).c, table_of(RunningCount).c


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its log; the same ``mark``, the same log.

    ``counted``: how often something was counted in it since the last record. ``own_colours``: the colour of the player
    at each seat, by its number; a dummy's seat has none.
    """

    id: int
    public_id: str
    club_id: int
    evening_id: int | None
    game: str
    players: list[str]
    dealer: str
    teams: list[list[str]] | None
    options: dict[str, Any]
    rules_version: int
    length: int
    mark: str
    over: bool
    created_at: datetime
    changed_at: datetime
    counted: int
    own_colours: Mapping[int, int]

    @property
    def counted_tag(self) -> str:
        """The part of a page's ETag that changes with each count."""
        return f"-{self.counted}" if self.counted else ""


def _own_colours() -> Any:
    """The colours of the players at the table, all in one value."""
    pair = cast(SEAT.number, String) + ":" + cast(PLAYER.colour, String)
    sitting = table_of(Seat).join(table_of(Player), PLAYER.id == SEAT.player_id)
    colours = select(func.aggregate_strings(pair, ",")).select_from(sitting)
    return colours.where(SEAT.match_id == MATCH.id).scalar_subquery()


_STORED = [MATCH[field.name] for field in fields(MatchRow) if field.name in MATCH]
COLUMNS = (*_STORED, func.coalesce(COUNT.version, 0), _own_colours())


def counted_matches(matches: FromClause) -> FromClause:
    """The tables that :data:`COLUMNS` are read from; ``matches`` includes those of the matches."""
    return matches.outerjoin(table_of(RunningCount), COUNT.match_id == MATCH.id)


def match_row(values: Sequence[Any]) -> MatchRow:
    *columns, colours = values
    pairs = (pair.split(":") for pair in colours.split(",")) if colours else ()
    return MatchRow(*(*columns, {int(seat): int(colour) for seat, colour in pairs}))
