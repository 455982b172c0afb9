"""The matches of a table as a bundle: the archive of a club, which an import brings in and takes back.

Which of them the club has already is told by day, game and totals; two equal lines are two matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import BinaryIO

from sqlalchemy import select

from referee.bundles.bundle import ClubDevice, ClubEvening, ClubHead, ClubMatch, ClubPlayer
from referee.bundles.match_rows import replayed_log_of
from referee.bundles.papers.drafts.match_drafts import MatchDraft
from referee.bundles.zip_file import write_club
from referee.matches.log import Record
from referee.matches.match_file import Setup
from referee.store.database.models import Match, Player, Result, new_id, now
from referee.store.database.orm_base import db
from referee.store.matches.current_evening import closed_evening_of, noon
from referee.store.players.players import free_colours

Key = tuple[date, str, tuple[tuple[str, int], ...]]
"""What makes two matches the same: their day, their game's name, and each player's total."""


@dataclass(frozen=True, slots=True)
class SortedDrafts:
    """The matches of a table that are new, and those that the club has."""

    new: Sequence[MatchDraft]
    duplicates: Sequence[MatchDraft]


def sort_drafts(club_id: int, drafts: Sequence[MatchDraft]) -> SortedDrafts:
    """Tell the new matches of a table from those that the club has; two equal lines are two matches."""
    left = _count_in_club(club_id, drafts)
    new: list[MatchDraft] = []
    duplicates: list[MatchDraft] = []
    for draft in drafts:
        key = _key(draft)
        if key is None:  # its day is still asked
            new.append(draft)
            continue
        if left[key] > 0:
            duplicates.append(draft)
        else:
            new.append(draft)
        left[key] -= 1
    return SortedDrafts(new, duplicates)


def _key(draft: MatchDraft) -> Key | None:
    if draft.day is None:
        return None
    totals = {
        name: draft.totals[side.name]
        for side in draft.setup.table.sides
        for name in side.players
        if name in draft.setup.people
    }
    return draft.day, _name(draft.setup), tuple(sorted(totals.items()))


def _name(setup: Setup) -> str:
    return f"{setup.game.id}/{setup.game.own_name(setup.options)}"


def _count_in_club(club_id: int, drafts: Sequence[MatchDraft]) -> Counter[Key]:
    """How often each match of the club on these days was noted."""
    days = {draft.day for draft in drafts if draft.day is not None}
    if not days:
        return Counter()
    games = {draft.setup.game.id: draft.setup.game for draft in drafts}
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


def day_of_draft(draft: MatchDraft) -> date:
    """The day of a match that may be recorded: it is not asked any more."""
    assert draft.day is not None
    return draft.day


def began_at(draft: MatchDraft) -> datetime:
    """When a match began: at its hour, else at noon of its day; now, where that is to come.

    An hour of twelve that the sheet gives has a microsecond, which tells it from the noon of a day alone.
    """
    day = day_of_draft(draft)
    if draft.hour is None:
        return noon(day)
    hour = draft.hour.replace(microsecond=1) if draft.hour.hour == 12 else draft.hour
    return min(datetime.combine(day, hour).astimezone(UTC), now())


def write_bundle(stream: BinaryIO, club_id: int, drafts: Sequence[MatchDraft], device: str) -> None:
    """Write the matches as the archive of a club, in their order; raises ArchiveRefused where one is too large.

    :param device: the name of the device that records them, "" without one.
    """
    evenings = {evening.day: evening for evening in _evenings(club_id, drafts)}
    names = _players(drafts)
    colours = free_colours(club_id)
    played: dict[str, datetime] = {}
    for draft in drafts:
        played.update({name: max(began_at(draft), played.get(name, began_at(draft))) for name in _people(draft)})
    head = ClubHead(
        name="",
        created_at=now(),
        players=tuple(ClubPlayer(number, name, "", next(colours), played[name]) for name, number in names.items()),
        evenings=tuple(evenings.values()),
        devices=(ClubDevice(1, device),) if device else (),
    )
    write_club(stream, head, _matches(drafts, names, evenings, 1 if device else None))


def _people(draft: MatchDraft) -> list[str]:
    """Who sits at the table, and who joins later."""
    return [name for name in _seats(draft) if name not in draft.setup.game.dummies(draft.setup.table.rules)]


def _seats(draft: MatchDraft) -> Sequence[str]:
    joined = (entry["player"] for entry in draft.entries if entry["step"] == "joins")
    return list(dict.fromkeys([*draft.setup.table.players, *joined]))


def _players(drafts: Sequence[MatchDraft]) -> Mapping[str, int]:
    """The numbers of the players in the bundle, in the order in which they appear."""
    names = dict.fromkeys(name for draft in drafts for name in _people(draft))
    return {name: number for number, name in enumerate(names, 1)}


def _evenings(club_id: int, drafts: Sequence[MatchDraft]) -> Iterator[ClubEvening]:
    """An evening a day: the club's closed one, else a new one."""
    moments: dict[date, list[datetime]] = {}
    for draft in drafts:
        moments.setdefault(day_of_draft(draft), []).append(began_at(draft))
    for day, began in sorted(moments.items()):
        here = closed_evening_of(club_id, day)
        if here is not None:
            yield ClubEvening(here.public_id, day, here.title, here.place, here.note, here.opened_at, here.closed_at)
        else:
            yield ClubEvening(new_id(), day, "", "", "", min(began), max(began))


def _matches(
    drafts: Sequence[MatchDraft], names: Mapping[str, int], evenings: Mapping[date, ClubEvening], device: int | None
) -> Iterator[ClubMatch]:
    moment = now()
    for draft in drafts:
        records = [
            Record(position, dict(entry), None, position, device=device, recorded_at=moment)
            for position, entry in enumerate(draft.entries)
        ]
        dummies = draft.setup.game.dummies(draft.setup.table.rules)
        seats = tuple(None if name in dummies else names[name] for name in _seats(draft))
        evening = evenings[day_of_draft(draft)].id
        match = ClubMatch(new_id(), draft.setup, seats, records, evening, began_at(draft), moment)
        yield replace(match, mark=replayed_log_of(match).mark)
