"""Note the matches of a season on paper: all of them in one transaction, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from referee.bundles.bundle import ClubMatch
from referee.bundles.match_rows import DatabaseIds, write_match
from referee.bundles.papers.season_table import PaperMatch
from referee.matches.log import Record
from referee.store.clubs.clubs import ClubRow
from referee.store.database.models import Club, Match, Player, Result, new_id, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import room_for_matches
from referee.store.database.transactions import lock_club, writing
from referee.store.matches.current_evening import evening_of, noon
from referee.store.matches.matches import player_ids

Key = tuple[date, str, tuple[tuple[str, int], ...]]
"""What makes two matches the same: their day, their game's name, and each player's total."""


@dataclass(frozen=True, slots=True)
class SortedMatches:
    """The matches of a table that are new, and those that the club has."""

    new: Sequence[PaperMatch]
    known: Sequence[PaperMatch]


def sort_matches(club_id: int, matches: Sequence[PaperMatch]) -> SortedMatches:
    """Tell the new matches of a table from those that were noted before; two equal lines are two matches."""
    left = _noted(club_id, matches)
    new: list[PaperMatch] = []
    known: list[PaperMatch] = []
    for match in matches:
        key = _key(match)
        (known if left[key] > 0 else new).append(match)
        left[key] -= 1
    return SortedMatches(new, known)


def _key(match: PaperMatch) -> Key:
    return match.day, _name(match), tuple(sorted(match.totals.items()))


def _name(match: PaperMatch) -> str:
    game = match.setup.game
    return f"{game.id}/{game.own_name(match.setup.options)}"


def _noted(club_id: int, matches: Sequence[PaperMatch]) -> Counter[Key]:
    """How often each match of the club on these days was noted."""
    if not matches:
        return Counter()
    days = {match.day for match in matches}
    games = {match.setup.game.id: match.setup.game for match in matches}
    query = (
        select(Match.id, Match.game, Match.options, Result.day, Player.name, Result.total)
        .join(Result, Result.match_id == Match.id)
        .join(Player, Player.id == Result.player_id)
        .where(Match.club_id == club_id, Match.deleted_at.is_(None), Match.game.in_(games))
        .where(Result.day.between(min(days), max(days)))
    )
    found: dict[int, tuple[date, str, dict[str, int]]] = {}
    for match_id, game, options, day, player, total in db.session.execute(query):
        name = f"{game}/{games[game].own_name(options)}"
        found.setdefault(match_id, (day, name, {}))[2][player] = total
    return Counter((day, name, tuple(sorted(totals.items()))) for day, name, totals in found.values())


def note_matches(club: Club | ClubRow, matches: Sequence[PaperMatch], device_id: int | None) -> list[str]:
    """Note these matches in evenings of their days, all or none; their public ids. Raises Full."""
    with writing():
        lock_club(club.id)
        room_for_matches(club.id, len(matches))
        names = list(dict.fromkeys(name for match in matches for name in match.setup.people))
        people = player_ids(club, names)
        numbers = {name: number for number, name in enumerate(names)}
        evenings = {day: evening_of(club, day).id for day in sorted({match.day for match in matches})}
        ids = DatabaseIds(
            {numbers[name]: people[name] for name in names},
            {0: device_id},
            {day.isoformat(): evening_id for day, evening_id in evenings.items()},
            {evening_id: day for day, evening_id in evenings.items()},
        )
        archived = [_archived(match, numbers) for match in matches]
        for match in archived:
            write_match(club.id, match.public_id, match, ids)
    return [match.public_id for match in archived]


def _archived(match: PaperMatch, numbers: dict[str, int]) -> ClubMatch:
    """The match as an archive would bring it: its totals, noted now."""
    setup, moment = match.setup, now()
    seats = tuple(numbers[name] if name in setup.people else None for name in setup.table.players)
    record = Record(0, match.entry, None, 0, device=0, recorded_at=moment)
    return ClubMatch(new_id(), setup, seats, [record], match.day.isoformat(), noon(match.day), moment)
