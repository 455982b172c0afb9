"""Results, figures and searchable notes, stored beside a log so that a club's history needs no replay.

All of it follows from the log and is updated in the transaction that appends to it; ``rebuild`` makes it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy import delete, insert, select

from referee.game_definition.match_course import STEPS_THAT_END, Refusal, ReplayedMatch, sheet_of
from referee.game_definition.sheet import figure_sums
from referee.games.registry import GAMES
from referee.matches.log import CurrentEntry, Entry, Log, ReplayedLog, records_of, replayed_log
from referee.matches.log_mark import log_mark, setup_mark
from referee.matches.match_file import Setup
from referee.matches.setup_correction import first_setup, setup_columns
from referee.matches.stopped_match import is_won
from referee.store.database.models import Match, RecordRow, Result, TallyRow
from referee.store.database.orm_base import db
from referee.store.matches.current_evening import QUIET
from referee.store.matches.match_day import day_of
from referee.store.matches.seating.seats import players_named
from referee.words.folding import folded


def mark_of(setup: Setup, log: Sequence[Any]) -> str:
    """The mark of the whole log of a match with this set-up in force."""
    first = first_setup(setup, (record.entry for record in log))
    return log_mark(setup_mark(**setup_columns(first)), log)


def replay_of_rows(match: Any, setup: Setup, rows: Iterable[Any]) -> ReplayedLog:
    """The replayed log of a match with this set-up in force; every stored log replays, nothing else is appended."""
    log = records_of(rows)
    return replay_from_setup(match, first_setup(setup, (record.entry for record in log)), log)


def replay_from_setup(match: Any, first: Setup, log: Log) -> ReplayedLog:
    """The replayed log of a match that began with the set-up ``first``."""
    replayed = replayed_log(first, setup_mark(**setup_columns(first)), log)
    if isinstance(replayed, Refusal):
        raise ValueError(f"match {match.public_id} does not replay: {replayed.violations}")
    return replayed


def refresh(match: Match, log: ReplayedLog) -> None:
    """Update ``over``, the notes, the results and the figures of a match from its log.

    A match was finished when the entry that ends it was first recorded: a later correction does not move that
    (``finished_at``).
    """
    was_over, match.over = match.over, log.replay.state.over
    notes = notes_of(log.setup, log.current)
    if match.notes != notes:
        match.notes = notes
    if was_over:
        db.session.execute(delete(Result).where(Result.match_id == match.id))
        db.session.execute(delete(TallyRow).where(TallyRow.match_id == match.id))
    if match.over and match.deleted_at is None:
        last = log.current[-1]
        both = RecordRow.match_id == match.id, RecordRow.position.in_((0, last.position))
        ends = select(RecordRow.recorded_at).where(*both)
        first_moment, *later = db.session.scalars(ends.order_by(RecordRow.position))
        finished = finished_at(match.created_at, first_moment, later[0] if later else first_moment)
        when = day_of(match.evening_id, match.created_at), finished
        _write(match, log.setup, log.replay, when, last.entry)


def finished_at(began: datetime, first_record: datetime, last_record: datetime) -> datetime:
    """The moment at which a match counts as finished: that of the entry that ended it.

    A match whose first entry came after the sitting in which it began was over was noted afterwards: it counts when it
    began.
    """
    return began if first_record - began >= QUIET else last_record


def rebuild(match: Match, log: ReplayedLog) -> None:
    match.over = True  # so that what is there is taken away first
    refresh(match, log)


def _write(match: Match, setup: Setup, replay: ReplayedMatch, when: tuple[date, datetime], last: Entry) -> None:
    people = players_named(match.id, replay.state.table.players)
    of_match = {"match_id": match.id, "club_id": match.club_id}
    results = [
        {**row, **of_match, "player_id": people[row.pop("person")]} for row in result_rows(setup, replay, when, last)
    ]
    if results:
        db.session.execute(insert(Result), results)
    tallies = [
        {**row, "match_id": match.id, "player_id": people[row.pop("person")]} for row in tally_rows(setup, replay)
    ]
    if tallies:
        db.session.execute(insert(TallyRow), tallies)


def notes_of(setup: Setup, current: Sequence[CurrentEntry]) -> str:
    """The searchable text of a match: the name its table gave the game and the current notes, folded."""
    notes = (entry.entry["text"] for entry in current if entry.entry["step"] == "note")
    return folded("\n".join(filter(None, (setup.game.own_name(setup.options), *notes))))


@cache
def printed_length(game_id: str, n: int) -> int:
    """The deals of a match of ``n`` seats under the printed rules; 0 where they fix no number."""
    game, players = GAMES[game_id], tuple(str(seat) for seat in range(n))
    rules, _ = game.house_rules({}, players)
    return game.ending(game.table(players, rules)).deals or 0


def is_whole(setup: Setup, deals: int, stopped: bool) -> bool:
    """Whether a finished match counts for records and best totals; ``stopped``: the table ended it by agreement,
    or noted its totals alone.
    """
    return not stopped and deals >= printed_length(setup.game.id, len(setup.table.players))


def result_rows(
    setup: Setup, replay: ReplayedMatch, when: tuple[date, datetime], last: Entry
) -> Iterator[dict[str, Any]]:
    """The results seat by seat, without the match's id; none of a match that ended before its first deal.

    ``last``: the entry that ended it. ``person``: who counts for the seat, by the name in the log; ``deals``: 0 where
    only the totals are known; ``in_play``: the deals in which the seat was in play; ``won``: in the first place, of a
    match that was not stopped early.

    :param when: the day on which the match counts, and when it was finished.
    """
    if not sheet_of(setup.game, replay).winners:
        return
    table, sheet = replay.state.table, sheet_of(setup.game, replay)
    places, deals = sheet.places, sum(row.complete for row in replay.rounds)
    in_play = Counter(player for row in replay.rounds if row.complete for player in row.in_play)
    common = {
        "game": setup.game.id,
        "places": len(table.sides),
        "deals": deals,
        "whole": is_whole(setup, deals, last["step"] in STEPS_THAT_END),
        "day": when[0],
        "finished_at": when[1],
    }
    for player, person in who_has_places(setup, replay).items():
        side = table.side_by_player[player]
        row = {"seat": table.players.index(player), "side": side, "total": sheet.totals[side], "place": places[side]}
        won = side in sheet.winners and is_won(setup.game, table, last)
        yield {**common, **row, "in_play": in_play[player], "won": won, "person": person}


def who_has_places(setup: Setup, replay: ReplayedMatch) -> dict[str, str]:
    """Who counts for each seat: who played more than half of the completed deals that it was in, else its own player.

    Nobody counts for two: a stand-in with a seat counts for that one.
    """
    table = replay.state.table
    deals = [row for row in replay.rounds if row.complete]
    places = {}
    for player in setup.people_at(table):
        turns = Counter(row.stand_ins.get(player, player) for row in deals if player in row.in_play)
        most = (name for name, times in turns.items() if 2 * times > turns.total() and name not in table.players)
        places[player] = next(most, player)
    return places


def tally_rows(setup: Setup, replay: ReplayedMatch) -> Iterator[dict[str, Any]]:
    """The figures of a match by the players of its deals, by the name in the log, summed."""
    sums = figure_sums(replay.rounds, setup.people_at(replay.state.table))
    for (person, figure, detail), (count, out_of) in sums.items():
        yield {"person": person, "figure": figure, "detail": detail, "count": count, "out_of": out_of}
