"""Import a whole club from its archive into the database: all of it, or nothing.

No match here is overwritten: one that was continued in both places is a conflict, and stays as it is here. If both
changed a rule of the club's own, the newer text wins. Reading and replaying happen while others record; the
transaction that writes only checks that the plan still holds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import DataError, IntegrityError

from referee.archive.club_archive.club_archive_file import ClubFile
from referee.archive.club_archive.export import Progress, no_progress
from referee.archive.club_archive.imported_match_rows import (
    DatabaseIds,
    WaitingRows,
    rules_with_believable_times,
    write_matches,
)
from referee.archive.club_archive.json_object import values_of
from referee.archive.club_archive.manifest import ClubEvening, ClubHead, ClubPlayer
from referee.archive.club_archive.plan import Plan, ids_here, plan_import, players_here
from referee.archive.club_archive.zip_file import ArchiveRefused
from referee.store.clubs.club_capacity import room_for_import
from referee.store.clubs.clubs import club_name, new_club
from referee.store.database.models import ApiToken, Club, Device, Evening, Match, Membership, Player, Record
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER, evening_bytes, lock_and_count
from referee.store.database.transactions import Busy, lock_club, writing
from referee.store.players.players import COLOURS, free_name, roll
from referee.store.table_rules.table_rules import merge
from referee.words import say

PLANS = 20
"""Plans of one import at most: a plan holds unless another import, or a purge of the bin, comes between."""


def import_club(
    file: ClubFile, club_id: int | None, leave_conflicts: bool = True, progress: Progress = no_progress
) -> tuple[int, Plan]:
    """Import an archive into a club (None: a new one, with its name); the club's id and the plan.

    :raises ArchiveRefused: as of :func:`plan_import` and :func:`load_planned`; then nothing has changed.
    """
    with WaitingRows() as waiting:
        plan = plan_import(file, club_id, progress, waiting)
        return load_planned(file, club_id, plan, waiting, leave_conflicts, progress)


def load_planned(
    file: ClubFile,
    club_id: int | None,
    plan: Plan,
    waiting: WaitingRows,
    leave_conflicts: bool = True,
    progress: Progress = no_progress,
) -> tuple[int, Plan]:
    """Write what a plan has prepared, in one transaction; the club's id and the plan.

    Where another import or a purge was first, it is planned again, ``PLANS`` times at most.

    :raises Busy: others were first each time.
    :raises ArchiveRefused: it cannot be stored, or it has conflicts without ``leave_conflicts``; nothing has changed.
    :raises Full: there is no room for it any more.
    """
    try:
        for _ in range(PLANS):
            if plan.conflicts and not leave_conflicts:
                raise ArchiveRefused(say("Des parties ont été continuées ici et ailleurs ; rien n'a été importé."))
            with writing():
                if club_id is not None:
                    lock_club(club_id)
                if _still_holds(plan, file, club_id, leave_conflicts):
                    room_for_import(club_id, plan.not_deleted, plan.bytes)
                    into_id = new_club(file.head.name, file.head.created_at) if club_id is None else club_id
                    _load(file.head, into_id, plan, waiting, progress)
                    return into_id, plan
            plan = plan_import(file, club_id, waiting=waiting)
        raise Busy
    except (IntegrityError, DataError, OverflowError) as error:
        raise ArchiveRefused(say("L'archive ne se laisse pas ranger ici ; rien n'a été importé.")) from error


def _still_holds(plan: Plan, file: ClubFile, club_id: int | None, leave_conflicts: bool) -> bool:
    """Whether the same matches of the archive are here as when it was planned.

    The lengths of their logs count only where a conflict may not be left.
    """
    places = ids_here(Match, club_id, file.match_ids)
    present = {match_id for _, match_id in places.values() if match_id is not None}
    if present != plan.lengths.keys():
        return False
    if leave_conflicts or not present:
        return True
    lengths = dict(db.session.execute(select(Match.id, Match.length).where(Match.club_id == club_id)).tuples().all())
    return all(lengths[match_id] == length for match_id, length in plan.lengths.items())


def _load(head: ClubHead, club_id: int, plan: Plan, waiting: WaitingRows, progress: Progress) -> None:
    """Write the planned rows; players and evenings are looked up once more.

    A club without a name gets the archive's.
    """
    club = db.session.get_one(Club, club_id)
    club.name = club.name or club_name(head.name)
    places = ids_here(Match, club_id, list(plan.new_matches))
    plan.new_matches = {archive_id: public_id for archive_id, (public_id, _) in places.items()}
    plan.players = players_here(head, club_id, plan)
    plan.evenings = ids_here(Evening, club_id, [evening.id for evening in head.evenings])
    recognised = {player_id for player_id in plan.players.values() if player_id is not None}
    ids = DatabaseIds(
        _load_players(head, club_id, plan),
        load_devices(head, club_id, plan.devices),
        _load_evenings(head, club_id, plan),
    )
    tables: list[tuple[list[int], datetime]] = []
    for page in waiting.each():
        seated = write_matches(club_id, {plan.new_matches[rows.archive_id]: rows for rows in page}, ids)
        tables += zip(seated, (rows.match["created_at"] for rows in page), strict=True)
        progress(len(tables), len(plan.new_matches))
    _part_who_sat_together(club_id, tables, recognised)
    plan.table_rules = merge(club_id, rules_with_believable_times(head.table_rules))


def _load_players(head: ClubHead, club_id: int, plan: Plan) -> dict[int, int]:
    """Add the new players; the id of each player of the archive."""
    names = set(db.session.scalars(select(Player.name).where(Player.club_id == club_id)))
    new: dict[int, Player] = {}
    for player in head.players:
        if player.id in plan.players and plan.players[player.id] is None:
            name = free_name(player.name, names)
            names.add(name)
            values = values_of(player, ClubPlayer)
            values.update(id=None, merged_into=None, club_id=club_id, name=name, colour=player.colour % COLOURS)
            new[player.id] = Player(**values)
    lock_and_count(club_id, PLAYER * len(new))
    db.session.add_all(new.values())
    db.session.flush()
    ids = {archive_id: player_id for archive_id, player_id in plan.players.items() if player_id is not None}
    ids.update({archive_id: player.id for archive_id, player in new.items()})
    for player in head.players:
        if player.id in new and player.merged_into is not None:
            new[player.id].merged_into = ids.get(player.merged_into)
    db.session.flush()
    return ids


def _load_evenings(head: ClubHead, club_id: int, plan: Plan) -> dict[str | None, int]:
    """Add the new evenings; one that gets a match that is not deleted is restored."""
    new: dict[str, Evening] = {}
    for evening in head.evenings:
        public_id, evening_id = plan.evenings[evening.id]
        if evening_id is None:
            values = values_of(evening, ClubEvening)
            values.update(id=None, public_id=public_id, club_id=club_id)
            new[evening.id] = Evening(**values)
    lock_and_count(club_id, sum(evening_bytes(evening.title, evening.place, evening.note) for evening in new.values()))
    db.session.add_all(new.values())
    db.session.flush()
    ids: dict[str | None, int] = {
        archive_id: new[archive_id].id if evening_id is None else evening_id
        for archive_id, (_, evening_id) in plan.evenings.items()
    }
    living = {ids[archive_id] for archive_id in plan.living_evenings if archive_id is not None}
    deleted = select(Evening).where(Evening.club_id == club_id, Evening.deleted_at.is_not(None))
    for row in db.session.scalars(deleted):
        if row.id in living:
            row.deleted_at = None
    return ids


def load_devices(head: ClubHead, club_id: int, used: Collection[int | None]) -> dict[int | None, int | None]:
    """Add the devices that recorded something new, by name and with random keys; ``used``: their numbers.

    Devices of an earlier import are used again, by name; that of a member or a program never is.
    """
    recorded = select(Record.device_id).join(Match, Match.id == Record.match_id).where(Match.club_id == club_id)
    taken = select(Membership.device_id).union_all(select(ApiToken.device_id))
    strangers = select(Device.id, Device.name).where(
        Device.id.in_(recorded), Device.id.not_in(taken), Device.name != ""
    )
    free = {row.name: row.id for row in db.session.execute(strangers.order_by(Device.id.desc()))}
    devices = [device for device in head.devices if device.number in used]
    ids: dict[int | None, int | None] = {None: None}
    ids.update({device.number: free.pop(device.name, None) for device in devices})
    new = {device.number: Device(name=device.name) for device in devices if ids[device.number] is None}
    db.session.add_all(new.values())
    db.session.flush()
    ids.update({number: device.id for number, device in new.items()})
    return ids


def _part_who_sat_together(
    club_id: int, tables: Sequence[tuple[Sequence[int], datetime]], recognised: Collection[int]
) -> None:
    """Undo merges between players of one table, and note when the known players played last."""
    people = roll(club_id)
    for seats, moment in tables:
        people.part(seats)
        for player_id in {*seats, *map(people.root, seats)}.intersection(recognised):
            player = people.players[player_id]
            player.played_at = max(player.played_at, moment)
