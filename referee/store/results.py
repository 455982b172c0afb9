"""What is kept beside a log so that a club's history need not be folded again: results, figures, notes to search.

All of it follows from the log and is brought in line in the transaction that appends to it. Nothing here is ever
the truth: ``rebuild`` makes it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import delete, insert, select

from referee.games.options import house_rules
from referee.games.play import Played, Refused, sheet_of
from referee.games.registry import GAMES
from referee.games.sheet import Round, Sheet
from referee.games.table import make_table
from referee.matches.log import Record, Standing, replay
from referee.matches.matchfile import Setup
from referee.store.database import db
from referee.store.folding import folded
from referee.store.models import Entry, Match, Result, Seat, Tally

__all__ = [
    "Replayed", "bring_in_line", "is_whole", "notes_of", "places", "printed_length", "rebuild", "refresh", "replayed",
    "result_rows", "tallied", "tally_rows",
]  # fmt: skip


def refresh(
    match: Match, setup: Setup, played: Played, standing: Sequence[Standing], moments: Sequence[datetime]
) -> None:
    """Bring ``over``, the notes, the results and the figures of a match in line with its log.

    ``moments``: when each record of the log was made. A match was finished when the entry that ends it was first
    recorded: correcting an old round a year later does not move it.
    """
    was_over, match.over = match.over, played.position.over
    notes = notes_of(setup, standing)
    if match.notes != notes:
        match.notes = notes
    if was_over or match.over:
        db.session.flush()  # the log's unique constraint decides a race before anything else is touched
    if was_over:
        db.session.execute(delete(Result).where(Result.match_id == match.id))
        db.session.execute(delete(Tally).where(Tally.match_id == match.id))
    if match.over and match.deleted_at is None:
        last = standing[-1]
        _write(match, setup, played, moments[last.position], last.entry["step"] == "end")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a log comes to, with what :func:`refresh` needs of it."""

    setup: Setup
    played: Played
    standing: Sequence[Standing]
    moments: Sequence[datetime]


def replayed(match: Match, setup: Setup, log: Sequence[Entry]) -> Replayed:
    """What the log of a match comes to; nothing is written."""
    records = [Record(row.position, row.entry, row.amends, row.batch, row.undoes) for row in log]
    standing, played = replay(setup, records)
    if isinstance(played, Refused):
        raise ValueError(f"match {match.public_id} does not replay: {played.violations}")
    return Replayed(setup, played, standing, [row.recorded_at for row in log])


def bring_in_line(match: Match, known: Replayed) -> None:
    """Make anew whatever is kept of a match beside its log."""
    match.over = True  # so that what is there is taken away first
    refresh(match, known.setup, known.played, known.standing, known.moments)


def rebuild(match: Match, setup: Setup, log: Sequence[Entry]) -> None:
    """Bring a match in line with the log it already has: where results are missing."""
    bring_in_line(match, replayed(match, setup, log))


def _write(match: Match, setup: Setup, played: Played, finished_at: datetime, stopped: bool) -> None:
    seated = select(Seat.number, Seat.player_id).where(Seat.match_id == match.id)
    people = {row.number: row.player_id for row in db.session.execute(seated)}
    of_match = {"match_id": match.id, "club_id": match.club_id}
    results = [
        {**row, **of_match, "player_id": people[row["seat"]]}
        for row in result_rows(setup, played, finished_at, stopped)
    ]
    db.session.execute(insert(Result), results)
    tallies = [
        {**row, "match_id": match.id, "player_id": people[row.pop("seat")]} for row in tally_rows(setup, played)
    ]
    if tallies:
        db.session.execute(insert(Tally), tallies)


def notes_of(setup: Setup, standing: Sequence[Standing]) -> str:
    """What a search finds a match by: the name its table gave the game and the notes that stand, folded."""
    said = (one.entry["text"] for one in standing if one.entry["step"] == "note")
    return folded("\n".join(filter(None, (setup.game.called(setup.options), *said))))


@cache
def printed_length(game_id: str, n: int) -> int:
    """The deals of a match of ``n`` seats under the printed rules; 0 where they fix no number."""
    game, players = GAMES[game_id], tuple(str(seat) for seat in range(n))
    rules, _ = house_rules(game.options, {}, players)
    return game.ending(make_table(players, None, rules, game.in_teams)).deals or 0


def is_whole(setup: Setup, deals: int, stopped: bool) -> bool:
    """Whether a finished match counts for records and best totals: its own rule ended it, and it is no short one.

    ``stopped``: the table ended it by agreement.
    """
    return not stopped and deals >= printed_length(setup.game.id, len(setup.table.players))


def result_rows(setup: Setup, played: Played, finished_at: datetime, stopped: bool) -> Iterator[dict[str, Any]]:
    """What a match came to for each person, without what only the database can tell: its id and who sat there.

    ``stopped``: the table ended it by agreement.
    """
    table, sheet = played.position.table, sheet_of(setup.game, played)
    place, deals = places(sheet), played.position.deal - 1
    common = {
        "game": setup.game.id, "places": len(table.sides), "deals": deals, "whole": is_whole(setup, deals, stopped),
        "finished_at": finished_at,
    }  # fmt: skip
    for player in setup.people_at(table):
        seat = table.players.index(player)
        side = table.side_by_player[player]
        won = side in sheet.winners
        yield {**common, "seat": seat, "side": side, "total": sheet.totals[side], "place": place[side], "won": won}


def tally_rows(setup: Setup, played: Played) -> Iterator[dict[str, Any]]:
    """The figures of a match by seat, of those who sit there."""
    table = played.position.table
    seat, people = table.players.index, setup.people_at(table)
    for (player, figure, detail), (count, out_of) in tallied(setup, played.rounds).items():
        if player not in people:
            continue
        yield {"seat": seat(player), "figure": figure, "detail": detail, "count": count, "out_of": out_of}


def places(sheet: Sheet) -> Mapping[str, int]:
    """The place of every side; equals share one, and the next place counts them all: 1, 1, 3."""
    found: dict[str, int] = {}
    for group in sheet.ranking:
        found.update(dict.fromkeys(group, len(found) + 1))
    return found


def tallied(setup: Setup, rows: Sequence[Round]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """The figures of a match, summed by player, figure and detail: so many out of so many."""
    sums: dict[tuple[str, str, str], tuple[int, int]] = {}
    for row in rows:
        for one in setup.game.tally(setup.table, row):
            key = (one.player, one.figure, one.detail)
            count, out_of = sums.get(key, (0, 0))
            sums[key] = (count + one.count, out_of + one.out_of)
    return sums
