"""Read a match that was handed over, compare it with the club's own copy, then add it or append its further records.

Nothing is replaced without a question. A match that was continued in both places is added as a second match under an id
derived from its own, so that it is recognised when it arrives again.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO

from sqlalchemy import select

from referee.bundles.bundle import derived_id
from referee.bundles.comparison import Relation, relation
from referee.bundles.export import head_of, read_club_matches
from referee.bundles.link import HandedMatch, no_match
from referee.bundles.loading import import_club, load_devices
from referee.bundles.match_rows import record_row, with_believable_times
from referee.bundles.preview import ids_here, match_here
from referee.bundles.record import ClubMatch
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.work_budget import WorkBudget
from referee.bundles.zip_file import ClubFile, write_club
from referee.store.database.models import Match, Player
from referee.store.database.orm_base import db
from referee.store.database.transactions import end_reading, snapshot, writing
from referee.store.matches.matches import StoredMatch, append_imported, load
from referee.words import Text, say

MOST_COPIES = 9
NOT_AS_IT_WAS = say("La partie d'ici a changé entre-temps : ouvrez le code encore une fois.")
IN_THE_BIN = say("La partie d'ici est dans la corbeille : reprenez-la d'abord, puis ouvrez le code encore une fois.")
NOT_HERE = say("La partie d'ici n'existe plus : ouvrez le code encore une fois pour garder celle qui arrive.")
SEVERAL = say("Ce fichier n'a pas une partie, mais un club : il s'importe depuis la page « Soirées ».")


def handed_match(club_id: int, match_id: int, with_evening: bool = True) -> HandedMatch:
    """A match of a club with its players, its evening, and the names of the devices that recorded it.

    A merged player goes along as the one it counts as, an evening without its note, none of the club's own rules.
    """
    end_reading()  # threads that hold a connection and want another one could all wait for each other
    with snapshot() as connection:
        head, ids = head_of(connection, club_id)
        rows = connection.execute(select(Match.__table__).where(Match.id == match_id)).all()
        (match,) = read_club_matches(connection, rows, ids)
    return _with_its_own_data(HandedMatch(head, match if with_evening else replace(match, evening=None)))


def _with_its_own_data(handed: HandedMatch) -> HandedMatch:
    """The match with its own players, evening and devices, and nothing else of the club."""
    head, match = handed.head, handed.match
    roots = _roots(handed)
    seats = tuple(seat and roots[seat] for seat in match.seats)
    stand_ins = {name: roots[player] for name, player in match.stand_ins.items()}
    match = replace(match, seats=seats, stand_ins=stand_ins, played=None)
    phones = {record.device for record in match.records}
    alone = replace(
        head,
        players=tuple(replace(player, merged_into=None) for player in head.players if player.id in match.everybody),
        evenings=tuple(replace(evening, note="") for evening in head.evenings if evening.id == match.evening),
        devices=tuple(device for device in head.devices if device.number in phones),
        table_rules=(),
    )
    return HandedMatch(alone, match)


def _roots(handed: HandedMatch) -> Mapping[int, int]:
    """The player that each counts as; themselves, where that would put one player on two seats."""
    into = {player.id: player.merged_into for player in handed.head.players}
    roots = {}
    for player in handed.match.everybody:
        root = player
        while (further := into[root]) is not None:
            root = further
        roots[player] = root
    return roots if len(set(roots.values())) == len(roots) else {player: player for player in roots}


@dataclass(frozen=True, slots=True)
class Arrival:
    """An archive with one match, and its relation to the club.

    ``here``: the club's copy, under ``here_id``. ``free_id``: the id under which the match can be added: its own if the
    club has no copy, else one derived from it; empty where nothing can be added.
    """

    file: ClubFile
    match: ClubMatch
    relation: Relation
    free_id: str = ""
    here: ClubMatch | None = None
    here_id: str = ""


def read_arrival(archive: BinaryIO, club_id: int | None, budget: WorkBudget | None = None) -> Arrival:
    """Read an archive of one match and compare it with the club's copy (None: a new club); raises ArchiveRefused."""
    file = ClubFile(archive, budget=budget)
    if len(file.match_ids) != 1:
        raise ArchiveRefused(SEVERAL)
    match = with_believable_times(file.match(file.match_ids[0]))
    if match.deleted_at is not None:
        raise no_match()
    both: Arrival | None = None
    for number in range(MOST_COPIES):
        free_id = derived_id(f"{number} {match.public_id}") if number else match.public_id
        here_id, match_id = ids_here(Match, club_id, [free_id])[free_id]
        if match_id is None:
            return replace(both, free_id=free_id) if both else Arrival(file, match, Relation.NEW, free_id)
        here = match_here(match_id)
        relation_here = relation((here.setup, here.records), (match.setup, match.records))
        result = Arrival(file, match, relation_here, here=here, here_id=here_id)
        if relation_here is not Relation.BOTH:
            return result
        both = both or result
    raise ArchiveRefused(say("Cette partie est déjà ici en trop de versions : supprimez-en d'abord une."))


def players_named(club_id: int | None) -> list[str]:
    return list(db.session.scalars(select(Player.name).where(Player.club_id == club_id).order_by(Player.id)))


def add(arrival: Arrival, club_id: int, known_as: Mapping[str, str], budget: WorkBudget | None = None) -> str:
    """Import the match under ``free_id``; the public id that it has here.

    :param known_as: names of the club's players, by name in the archive.
    :raises ArchiveRefused: it cannot be stored.
    :raises Full: there is no room for it.
    """
    head = arrival.file.head
    players = tuple(replace(player, name=known_as.get(player.name, player.name)) for player in head.players)
    stream = io.BytesIO()
    match = replace(arrival.match, public_id=arrival.free_id)
    alone = replace(head, name="", players=players, table_rules=())  # the club keeps its own name and rules
    write_club(stream, alone, [match])
    import_club(ClubFile(stream, budget=budget), club_id)
    return ids_here(Match, club_id, [arrival.free_id])[arrival.free_id][0]


def go_on(arrival: Arrival, club_id: int) -> Text | None:
    """Append the further records to the club's copy; None, or the reason why that cannot be. Raises Full."""
    stored = load(club_id, arrival.here_id)
    here = arrival.here
    if stored is None or here is None:
        return IN_THE_BIN if here is not None else NOT_HERE
    if arrival.relation is Relation.BOTH or stored.match.length != len(here.records):
        return NOT_AS_IT_WAS
    more = arrival.match.records[len(here.records) :]
    devices = _devices(arrival, stored)
    with writing():
        new = {record.device for record in more} - devices.keys()
        devices = {**load_devices(arrival.file.head, club_id, new), **devices}
    done = append_imported(stored, [record_row(record, devices[record.device]) for record in more])
    if done.refused is not None:
        return say("Les règles refusent la suite : %(why)s", why=done.refused.violations[0].message)
    return None if done.outcome == "recorded" else NOT_AS_IT_WAS


def _devices(arrival: Arrival, stored: StoredMatch) -> dict[int | None, int | None]:
    """The devices of the records that both have, by their numbers in the archive."""
    return {
        record.device: row.device_id
        for record, row in zip(arrival.match.records, stored.records)
        if record.device is not None and row.device_id is not None
    }
