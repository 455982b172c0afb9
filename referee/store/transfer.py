"""A whole club out of the database and into it again: all of it, or nothing.

What an import brings is recognised: a match by its public id and its log, an evening by its public id, a player by
the seats of a match that is already here, else by name. What is here is never overwritten: a match that was kept on
in both places is a conflict, and stays as it is here.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from referee.games.play import Refused
from referee.matches.archive import ArchiveRefused
from referee.matches.clubfile import ClubFile, ClubHead
from referee.matches.clublog import ClubMatch, LogRecord
from referee.matches.log import replay
from referee.store.archiving import CHUNK, Numbers, Progress, export_club, kept_matches, no_progress
from referee.store.database import WRITING, db, is_sqlite, write_lock
from referee.store.models import Club, Device, Entry, Evening, Match, Membership, Player, Result, Seat, Tally
from referee.store.players import COLOURS, LONGEST_NAME, roll
from referee.store.results import refresh
from referee.words import Text, say, say_n

__all__ = [
    "Conflict", "Ids", "Plan", "Progress", "alone", "clubs_here", "export_club", "import_club", "keep_match",
    "no_progress", "planned",
]  # fmt: skip

MOST_CONFLICTS = 20
"""Conflicts named one by one."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A match that was kept on in both places: its title, and the length of its log here and in the archive."""

    title: Text
    here: int
    there: int

    def told(self) -> Text:
        return say(
            "%(match)s : %(here)s entrées ici, %(there)s dans l'archive",
            match=self.title, here=self.here, there=self.there,
        )  # fmt: skip


@dataclass(slots=True)
class Plan:
    """What an import brings, before it does: matches by what becomes of them, players by the id they have here.

    ``matches``: ids of the archive to public ids here, for those that are new, and ``devices`` the numbers of those
    that recorded them. ``players``: ids of the archive to ids here, None for those that are new; ``evenings``:
    likewise, to a public id here and an id.
    """

    matches: dict[str, str] = field(default_factory=dict)
    entries: int = 0
    known: int = 0
    conflicts: list[Conflict] = field(default_factory=list)
    players: dict[int, int | None] = field(default_factory=dict)
    evenings: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    devices: set[int] = field(default_factory=set)

    @property
    def new_players(self) -> int:
        return sum(found is None for found in self.players.values())

    @property
    def new_evenings(self) -> int:
        return sum(found is None for _, found in self.evenings.values())

    @property
    def nothing_new(self) -> bool:
        """Whether all of it is here already."""
        return not (self.matches or self.new_players or self.new_evenings)

    def told(self) -> list[Text]:
        """The same, sentence by sentence."""
        found = len(self.matches) + self.known + len(self.conflicts)
        lines = [
            say_n("%(n)s partie dans l'archive", "%(n)s parties dans l'archive", found),
            say_n("%(n)s nouvelle partie", "%(n)s nouvelles parties", len(self.matches)),
            say_n("%(n)s partie déjà ici", "%(n)s parties déjà ici", self.known),
            say_n("%(n)s nouvelle soirée", "%(n)s nouvelles soirées", self.new_evenings),
            say_n("%(n)s joueur reconnu", "%(n)s joueurs reconnus", len(self.players) - self.new_players),
            say_n("%(n)s nouveau joueur", "%(n)s nouveaux joueurs", self.new_players),
        ]
        if self.conflicts:
            lines.append(say_n("%(n)s partie en conflit", "%(n)s parties en conflit", len(self.conflicts)))
        return [*lines, *(one.told() for one in self.conflicts[:MOST_CONFLICTS])]


@contextmanager
def alone() -> Iterator[None]:
    """A transaction that may write, in turn with this process's other writers; kept if nothing went wrong in it."""
    db.session.rollback()
    with write_lock if is_sqlite(db.engine) else nullcontext():
        writing = WRITING.set(True)
        try:
            yield
            db.session.commit()
        finally:
            db.session.rollback()
            WRITING.reset(writing)


def clubs_here() -> Sequence[Club]:
    """The clubs of this database, the first one first."""
    return db.session.scalars(select(Club).order_by(Club.id)).all()


def planned(file: ClubFile, club_id: int | None, progress: Progress = no_progress) -> Plan:
    """Read the whole archive and say what importing it into this club (None: a new one) would do.

    :raises ArchiveRefused: some of it is not as it was written, or does not replay.
    """
    plan = Plan()
    seated: dict[int, int] = {}
    ids = file.match_ids
    for start in range(0, len(ids), CHUNK):
        chunk = [file.match(one) for one in ids[start : start + CHUNK]]
        here = _places_here(Match, club_id, [one.public_id for one in chunk])
        present = _present([found for _, found in here.values() if found is not None])
        for match in chunk:
            public_id, match_id = here[match.public_id]
            if match_id is None:
                plan.matches[match.public_id] = public_id
                plan.entries += len(match.records)
                plan.devices.update(one.device for one in match.records if one.device is not None)
                continue
            one = present[match_id]
            for player, sitting in zip(match.seats, one.seats):
                seated.setdefault(player, sitting)
            if _compared(one) == _compared(match):
                plan.known += 1
            else:
                plan.conflicts.append(Conflict(match.title, len(one.records), len(match.records)))
        progress(start + len(chunk), len(ids))
    plan.players = _players_here(file.head, club_id, seated)
    plan.evenings = _evenings_here(file.head, club_id)
    return plan


def _present(ids: Sequence[int]) -> dict[int, ClubMatch]:
    """Matches that are here, their seats by the ids of the database."""
    rows = db.session.execute(select(Match.__table__).where(Match.id.in_(ids))).all()
    people = db.session.execute(select(Seat.player_id).where(Seat.match_id.in_(ids)).distinct()).scalars()
    numbers = Numbers({one: one for one in people}, {}, {})
    return {row.id: match for row, match in zip(rows, kept_matches(db.session.connection(), rows, numbers))}


def _compared(match: ClubMatch) -> list[Any]:
    """What makes two logs the same: all of every record but the number of its device."""
    setup = match.setup
    head = (setup.game.id, setup.table.players, setup.table.dealer, dict(setup.options))
    texts = (f"{one.reason}\n{one.person}".replace("\0", "\ufffd") for one in match.records)  # as PostgreSQL keeps it
    return [head, *((one.record, one.recorded_at, text, one.ruling) for one, text in zip(match.records, texts))]


def _places_here(model: Any, club_id: int | None, ids: Sequence[str]) -> dict[str, tuple[str, int | None]]:
    """Each id of the archive to the public id it has here, and its row if it is already here.

    An id that another club of this database has already taken gets another one, always the same for this club.
    """
    others = {one: _second_id(club_id, one) for one in ids}
    query = select(model.public_id, model.id, model.club_id).where(model.public_id.in_([*ids, *others.values()]))
    taken = {row.public_id: row for row in db.session.execute(query)}
    found: dict[str, tuple[str, int | None]] = {}
    for one, other in others.items():
        own = next((taken[id_] for id_ in (one, other) if id_ in taken and taken[id_].club_id == club_id), None)
        if own is not None:
            found[one] = own.public_id, own.id
        else:
            found[one] = (other if one in taken else one), None
    return found


def _second_id(club_id: int | None, public_id: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(f"{club_id} {public_id}".encode()).digest())[:16].decode()


def _players_here(head: ClubHead, club_id: int | None, seated: Mapping[int, int]) -> dict[int, int | None]:
    """Whom of the club each player of the archive is: who sat in the same seat, else who has the same name."""
    named = {
        row.name: row.id
        for row in db.session.execute(select(Player.name, Player.id).where(Player.club_id == club_id))
        if row.id not in seated.values()
    }
    return {one.id: seated.get(one.id, named.get(one.name)) for one in head.players}


def _evenings_here(head: ClubHead, club_id: int | None) -> dict[str, tuple[str, int | None]]:
    found: dict[str, tuple[str, int | None]] = {}
    ids = [one.id for one in head.evenings]
    for start in range(0, len(ids), CHUNK):
        found.update(_places_here(Evening, club_id, ids[start : start + CHUNK]))
    return found


def import_club(
    file: ClubFile, club_id: int | None, leave_conflicts: bool = True, progress: Progress = no_progress
) -> tuple[int, Plan]:
    """Bring an archive into a club (None: a new one, with its name), in one transaction; which club, and what it did.

    :raises ArchiveRefused: it cannot be taken, or there are conflicts that must not be left as they are here. Then
        nothing has changed.
    """
    try:
        with alone():
            if club_id is None:
                club_id = _new_club(file.head)
            plan = planned(file, club_id)
            if plan.conflicts and not leave_conflicts:
                raise ArchiveRefused(say("Des parties ont été continuées ici et ailleurs ; rien n'a été importé."))
            _bring(file, club_id, plan, progress)
    except (IntegrityError, DataError, OverflowError) as error:
        raise ArchiveRefused(say("L'archive ne se laisse pas ranger ici ; rien n'a été importé.")) from error
    return club_id, plan


def _new_club(head: ClubHead) -> int:
    club = Club(name=head.name, created_at=head.created_at)
    db.session.add(club)
    db.session.flush()
    return club.id


@dataclass(frozen=True, slots=True)
class Ids:
    """What the ids of an archive are called in the database."""

    players: Mapping[int, int]
    devices: Mapping[int, int]
    evenings: Mapping[str | None, int]


def _bring(file: ClubFile, club_id: int, plan: Plan, progress: Progress) -> None:
    ids = Ids(
        _bring_players(file.head, club_id, plan), _bring_devices(file.head, club_id, plan),
        _bring_evenings(file.head, club_id, plan),
    )  # fmt: skip
    tables = []
    for done, (there, here) in enumerate(plan.matches.items(), 1):
        match = file.match(there)
        keep_match(club_id, here, match, ids)
        tables.append(([ids.players[seat] for seat in match.seats], match.created_at))
        if done % CHUNK == 0 or done == len(plan.matches):
            progress(done, len(plan.matches))
    _sat_down(club_id, tables, {here for here in plan.players.values() if here is not None})


def keep_match(club_id: int, public_id: str, match: ClubMatch, ids: Ids) -> None:
    """Add a match with its seats, its log and all that follows from it; within a transaction that may write."""
    setup, table = match.setup, match.setup.table
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in setup.options.items()}
    row = Match(
        public_id=public_id, club_id=club_id, evening_id=ids.evenings.get(match.evening), game=setup.game.id,
        players=list(table.players), dealer=table.dealer, options=options, rules_version=match.rules_version,
        length=len(match.records), over=False, notes="", created_at=match.created_at, changed_at=match.changed_at,
        deleted_at=match.deleted_at,
    )  # fmt: skip
    row.seats = [Seat(number=number, player_id=ids.players[seat]) for number, seat in enumerate(match.seats)]
    db.session.add(row)
    db.session.flush()
    if match.records:
        db.session.execute(insert(Entry), [_entry_row(row.id, one, ids.devices) for one in match.records])
    standing, played = replay(setup, match.log)
    if isinstance(played, Refused):
        raise ValueError(f"match {public_id} does not replay: {played.violations}")
    refresh(row, setup, played, standing, [one.recorded_at for one in match.records])
    if match.deleted_at is not None:  # what was thrown away does not count
        for model in (Result, Tally):
            db.session.execute(delete(model).where(model.match_id == row.id))
    db.session.flush()
    db.session.expunge(row)


def _entry_row(match_id: int, one: LogRecord, devices: Mapping[int, int]) -> dict[str, Any]:
    record = one.record
    return {
        "match_id": match_id, "position": record.position, "entry": record.entry, "amends": record.amends,
        "batch": record.batch, "undoes": record.undoes, "reason": one.reason, "person": one.person,
        "device_id": None if one.device is None else devices[one.device], "client_key": None, "ruling": one.ruling,
        "recorded_at": one.recorded_at,
    }  # fmt: skip


def _bring_players(head: ClubHead, club_id: int, plan: Plan) -> dict[int, int]:
    """Add the players that are new, and say who everybody is here."""
    taken = set(db.session.scalars(select(Player.name).where(Player.club_id == club_id)))
    here = dict(plan.players)
    added: dict[int, Player] = {}
    for one in head.players:
        if here[one.id] is None:
            name = _free(one.name, taken)
            taken.add(name)
            added[one.id] = Player(
                club_id=club_id, name=name, mark=one.mark, colour=one.colour % COLOURS, played_at=one.played_at,
                archived_at=one.archived_at,
            )  # fmt: skip
    db.session.add_all(added.values())
    db.session.flush()
    here.update({there: player.id for there, player in added.items()})
    ids = {there: found for there, found in here.items() if found is not None}
    for one in head.players:
        if one.id in added and one.merged_into is not None:
            added[one.id].merged_into = ids[one.merged_into]
    db.session.flush()
    return ids


def _free(name: str, taken: set[str]) -> str:
    """The name, or where somebody else has it already the name with a number."""
    tried, number = name, 1
    while tried in taken:
        number += 1
        mark = f" ({number})"
        tried = name[: LONGEST_NAME - len(mark)].rstrip() + mark
    return tried


def _bring_evenings(head: ClubHead, club_id: int, plan: Plan) -> dict[str | None, int]:
    added = {
        one.id: Evening(
            public_id=plan.evenings[one.id][0], club_id=club_id, day=one.day, title=one.title, place=one.place,
            note=one.note, opened_at=one.opened_at, closed_at=one.closed_at, deleted_at=one.deleted_at,
        )
        for one in head.evenings
        if plan.evenings[one.id][1] is None
    }  # fmt: skip
    db.session.add_all(added.values())
    db.session.flush()
    return {there: added[there].id if found is None else found for there, (_, found) in plan.evenings.items()}


def _bring_devices(head: ClubHead, club_id: int, plan: Plan) -> dict[int, int]:
    """The devices that recorded what is new, as rows: names, with keys that nobody has.

    Those of an earlier import serve again, by name; a device that is somebody's is never taken for one of them.
    """
    recorded = select(Entry.device_id).join(Match, Match.id == Entry.match_id).where(Match.club_id == club_id)
    strangers = select(Device.id, Device.name).where(
        Device.id.in_(recorded), Device.id.not_in(select(Membership.device_id)), Device.name != ""
    )
    free = {row.name: row.id for row in db.session.execute(strangers.order_by(Device.id.desc()))}
    found = {one.number: free.pop(one.name, None) for one in head.devices if one.number in plan.devices}
    added = {one.number: Device(name=one.name) for one in head.devices if found.get(one.number, 0) is None}
    db.session.add_all(added.values())
    db.session.flush()
    return {number: added[number].id if one is None else one for number, one in found.items()}


def _sat_down(club_id: int, tables: Sequence[tuple[Sequence[int], datetime]], known: Collection[int]) -> None:
    """Who sat at one table are two people, whatever was merged; and those who were here before have played again."""
    people = roll(club_id)
    for seats, moment in tables:
        seen: set[int] = set()
        for one in sorted(seats, key=lambda player: len(people.chain(player))):
            if people.root(one) in seen:
                people.players[one].merged_into = None
            root = people.root(one)
            seen.add(root)
            for player in {one, root}.intersection(known):
                people.players[player].played_at = max(people.players[player].played_at, moment)
