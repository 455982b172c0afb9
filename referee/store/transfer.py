"""A whole club out of the database and into it again: all of it, or nothing.

What an import brings is recognised: a match by its public id and its log, an evening by its public id, a player by
the seats of a match that is already here, else by name. What is here is never overwritten: a match that was kept on
in both places is a conflict, and stays as it is here.

Reading, replaying and counting happen while everybody goes on recording. Only then nobody else may write: it is looked
whether all is as the plan found it, and the rows that wait are written.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import DataError, IntegrityError

from referee.matches.archive import ArchiveRefused
from referee.matches.clubfile import ClubFile, ClubHead
from referee.matches.clublog import ClubMatch
from referee.store.archiving import (
    CHUNK,
    Ids,
    Numbers,
    Pages,
    Progress,
    export_club,
    kept_matches,
    match_bytes,
    no_progress,
    rows_of,
    write_matches,
)
from referee.store.database import db, writing
from referee.store.holding import hold
from referee.store.models import Club, Device, Entry, Evening, Match, Membership, Player
from referee.store.players import COLOURS, free_name, roll
from referee.store.quotas import PLAYER, evening_bytes, grow, room_for_import
from referee.words import Text, say, say_n

__all__ = [
    "Conflict", "Ids", "Pages", "Plan", "Progress", "bring", "clubs_here", "export_club", "import_club",
    "keep_match", "no_progress", "planned",
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
    likewise, to a public id here and an id. ``here``: the matches that are here already, and how long their logs are;
    ``seated``: who sat there; ``nobodies``: whom an earlier version noted where a dummy sits, and nowhere else;
    ``living``: the evenings of new matches that nobody threw away, and ``kept`` how many these are. ``bytes``: what the
    new matches take.
    """

    matches: dict[str, str] = field(default_factory=dict)
    kept: int = 0
    entries: int = 0
    bytes: int = 0
    known: int = 0
    conflicts: list[Conflict] = field(default_factory=list)
    players: dict[int, int | None] = field(default_factory=dict)
    evenings: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    devices: set[int] = field(default_factory=set)
    here: dict[int, int] = field(default_factory=dict)
    seated: dict[int, int] = field(default_factory=dict)
    nobodies: set[int] = field(default_factory=set)
    living: set[str | None] = field(default_factory=set)

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


def clubs_here() -> Sequence[Club]:
    """The clubs of this database, the first one first."""
    return db.session.scalars(select(Club).order_by(Club.id)).all()


def planned(
    file: ClubFile, club_id: int | None, progress: Progress = no_progress, pages: Pages | None = None
) -> Plan:
    """Read the whole archive and say what importing it into this club (None: a new one) would do.

    What is new waits in ``pages`` afterwards, where there are any.

    :raises ArchiveRefused: some of it is not as it was written, or does not replay.
    :raises Full: there is no room for all of it.
    """
    plan = Plan()
    if pages is not None:
        pages.clear()
    places = _places_here(Match, club_id, file.match_ids)
    people: set[int | None] = set()
    for done, (there, (public_id, match_id)) in enumerate(places.items(), 1):
        match = file.match(there)
        people.update(match.seats)
        plan.nobodies.update(match.nobodies)
        if match_id is not None:
            _recognise(plan, match, match_id)
        else:
            plan.matches[there] = public_id
            plan.entries += len(match.records)
            plan.bytes += match_bytes(match)
            plan.devices.update(one.device for one in match.records if one.device is not None)
            if match.deleted_at is None:
                plan.living.add(match.evening)
                plan.kept += 1
            if pages is not None:
                pages.add(rows_of(match))
        progress(done, len(places))
    plan.nobodies -= people
    plan.players = _players_here(file.head, club_id, plan)
    plan.evenings = _places_here(Evening, club_id, [one.id for one in file.head.evenings])
    room_for_import(club_id, plan.kept, plan.bytes)
    return plan


def _recognise(plan: Plan, match: ClubMatch, match_id: int) -> None:
    """Note a match that is here already: who sat there, and whether it is still the same."""
    one = _present(match_id)
    plan.here[match_id] = len(one.records)
    same = _compared(one) == _compared(match)
    common = len(match.seats) if same else len(match.setup.table.players)  # who joined later may differ
    for player, sitting in zip(match.seats[:common], one.seats):
        if player is not None and sitting is not None:
            plan.seated.setdefault(player, sitting)
    if same:
        plan.known += 1
    else:
        plan.conflicts.append(Conflict(match.title, len(one.records), len(match.records)))


class _Same(dict[int, int]):
    """Every number to itself."""

    def __missing__(self, number: int) -> int:
        return number


def _present(match_id: int) -> ClubMatch:
    """A match that is here, its seats by the ids of the database."""
    rows = db.session.execute(select(Match.__table__).where(Match.id == match_id)).all()
    (match,) = kept_matches(db.session.connection(), rows, Numbers(_Same(), {}, {}))
    return match


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
    found: dict[str, tuple[str, int | None]] = {}
    for start in range(0, len(ids), CHUNK):
        others = {one: _second_id(club_id, one) for one in ids[start : start + CHUNK]}
        query = select(model.public_id, model.id, model.club_id).where(model.public_id.in_([*others, *others.values()]))
        taken = {row.public_id: row for row in db.session.execute(query)}
        for one, other in others.items():
            own = next((taken[id_] for id_ in (one, other) if id_ in taken and taken[id_].club_id == club_id), None)
            if own is not None:
                found[one] = own.public_id, own.id
            else:
                found[one] = (other if one in taken else one), None
    return found


def _second_id(club_id: int | None, public_id: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(f"{club_id} {public_id}".encode()).digest())[:16].decode()


def _players_here(head: ClubHead, club_id: int | None, plan: Plan) -> dict[int, int | None]:
    """Whom of the club each player of the archive is: who sat in the same seat, else who has the same name."""
    seated = plan.seated
    named = {
        row.name: row.id
        for row in db.session.execute(select(Player.name, Player.id).where(Player.club_id == club_id))
        if row.id not in seated.values()
    }
    people = (one for one in head.players if one.id not in plan.nobodies)
    return {one.id: seated.get(one.id, named.get(one.name)) for one in people}


def import_club(
    file: ClubFile, club_id: int | None, leave_conflicts: bool = True, progress: Progress = no_progress
) -> tuple[int, Plan]:
    """Read an archive and bring it into a club (None: a new one, with its name); which club, and what it did.

    :raises ArchiveRefused: as of :func:`planned` and :func:`bring`. Then nothing has changed.
    """
    with Pages() as pages:
        plan = planned(file, club_id, progress, pages)
        return bring(file, club_id, plan, pages, leave_conflicts, progress)


def bring(
    file: ClubFile, club_id: int | None, plan: Plan, pages: Pages, leave_conflicts: bool = True,
    progress: Progress = no_progress,
) -> tuple[int, Plan]:  # fmt: skip
    """Bring in what a plan found, in one transaction; which club, and what it did.

    Where another import or a purge was first, it is planned again: each time one of them has come to its end.

    :raises ArchiveRefused: it cannot be taken, or there are conflicts that must not be left as they are here. Then
        nothing has changed.
    :raises Full: there is no room for it any more.
    """
    try:
        while True:
            if plan.conflicts and not leave_conflicts:
                raise ArchiveRefused(say("Des parties ont été continuées ici et ailleurs ; rien n'a été importé."))
            with writing():
                if club_id is not None:
                    hold(club_id)
                if _holds(plan, file, club_id, leave_conflicts):
                    room_for_import(club_id, plan.kept, plan.bytes)
                    made = _new_club(file.head) if club_id is None else club_id
                    _bring(file.head, made, plan, pages, progress)
                    return made, plan
            plan = planned(file, club_id, pages=pages)
    except (IntegrityError, DataError, OverflowError) as error:
        raise ArchiveRefused(say("L'archive ne se laisse pas ranger ici ; rien n'a été importé.")) from error


def _holds(plan: Plan, file: ClubFile, club_id: int | None, leave_conflicts: bool) -> bool:
    """Whether the matches that were here still are, and those that were not still are not.

    How long their logs are by now is another matter only where a conflict may not be left.
    """
    found = {match_id for _, match_id in _places_here(Match, club_id, file.match_ids).values() if match_id is not None}
    if found != plan.here.keys():
        return False
    return leave_conflicts or not found or _lengths(found) == plan.here


def _lengths(ids: Collection[int]) -> dict[int, int]:
    everything = list(ids)
    found: dict[int, int] = {}
    for start in range(0, len(everything), CHUNK):
        query = select(Match.id, Match.length).where(Match.id.in_(everything[start : start + CHUNK]))
        found.update((row.id, row.length) for row in db.session.execute(query))
    return found


def _new_club(head: ClubHead) -> int:
    club = Club(name=head.name, created_at=head.created_at)
    db.session.add(club)
    db.session.flush()
    return club.id


def _bring(head: ClubHead, club_id: int, plan: Plan, pages: Pages, progress: Progress) -> None:
    """Write what the plan found; who and which evenings are known here is looked up once more, for it takes no time.

    A club without a name gets the archive's.
    """
    club = db.session.get_one(Club, club_id)
    club.name = club.name or head.name
    plan.matches = {there: here for there, (here, _) in _places_here(Match, club_id, list(plan.matches)).items()}
    plan.players = _players_here(head, club_id, plan)
    plan.evenings = _places_here(Evening, club_id, [one.id for one in head.evenings])
    known = {here for here in plan.players.values() if here is not None}
    people, devices = _bring_players(head, club_id, plan), _bring_devices(head, club_id, plan)
    ids = Ids(people, devices, _bring_evenings(head, club_id, plan))
    tables: list[tuple[list[int], datetime]] = []
    for page in pages.each():
        for one in page:
            tables.append(([ids.players[seat] for seat in one.seats if seat is not None], one.match["created_at"]))
        write_matches(club_id, {plan.matches[one.there]: one for one in page}, ids)
        progress(len(tables), len(plan.matches))
    _sat_down(club_id, tables, known)


def keep_match(club_id: int, public_id: str, match: ClubMatch, ids: Ids) -> None:
    """Add a match with its seats, its log and all that follows from it; within a transaction that may write."""
    write_matches(club_id, {public_id: rows_of(match)}, ids)


def _bring_players(head: ClubHead, club_id: int, plan: Plan) -> dict[int, int]:
    """Add the players that are new, and say who everybody is here."""
    taken = set(db.session.scalars(select(Player.name).where(Player.club_id == club_id)))
    here = dict(plan.players)
    added: dict[int, Player] = {}
    for one in head.players:
        if one.id in here and here[one.id] is None:
            name = free_name(one.name, taken)
            taken.add(name)
            added[one.id] = Player(
                club_id=club_id, name=name, mark=one.mark, colour=one.colour % COLOURS, played_at=one.played_at,
                archived_at=one.archived_at,
            )  # fmt: skip
    grow(club_id, PLAYER * len(added))
    db.session.add_all(added.values())
    db.session.flush()
    here.update({there: player.id for there, player in added.items()})
    ids = {there: found for there, found in here.items() if found is not None}
    for one in head.players:
        if one.id in added and one.merged_into is not None:
            added[one.id].merged_into = ids.get(one.merged_into)
    db.session.flush()
    return ids


def _bring_evenings(head: ClubHead, club_id: int, plan: Plan) -> dict[str | None, int]:
    """Add the evenings that are new; one that gets a match nobody threw away is not thrown away either."""
    added = {
        one.id: Evening(
            public_id=plan.evenings[one.id][0], club_id=club_id, day=one.day, title=one.title, place=one.place,
            note=one.note, opened_at=one.opened_at, closed_at=one.closed_at,
            deleted_at=None if one.id in plan.living else one.deleted_at,
        )
        for one in head.evenings
        if plan.evenings[one.id][1] is None
    }  # fmt: skip
    grow(club_id, sum(evening_bytes(one.title, one.place, one.note) for one in added.values()))
    db.session.add_all(added.values())
    db.session.flush()
    ids = {there: added[there].id if found is None else found for there, (_, found) in plan.evenings.items()}
    living = [ids[there] for there in plan.living if there is not None]
    for start in range(0, len(living), CHUNK):
        some = Evening.id.in_(living[start : start + CHUNK])
        db.session.execute(update(Evening).where(some, Evening.deleted_at.is_not(None)).values(deleted_at=None))
    return ids


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
