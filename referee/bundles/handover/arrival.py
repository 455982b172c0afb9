"""Compare a match that was handed over with the club's own copy, then add it or append its further records.

Nothing is replaced without a question. Of a match that was continued in both places the other version is stored, and a
keeper chooses (known_matches/conflicts.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import select

from referee.bundles.bundle import ClubDevice, ClubHead, ClubPlayer, SingleMatchBundle
from referee.bundles.comparison import Relation, RelationKind
from referee.bundles.export import head_of, read_club_matches
from referee.bundles.handover.link import no_match
from referee.bundles.known_matches.further_records import append_further
from referee.bundles.loading import load_bundle
from referee.bundles.match_rows import with_believable_times
from referee.bundles.recognition import find_log, place_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.database.models import Match, OtherVersion, Player
from referee.store.database.orm_base import db
from referee.store.database.transactions import end_reading, snapshot
from referee.store.matches.matches import AppendResult
from referee.store.matches.stored_match import StoredMatch, load, stored_matches
from referee.words import Text, say

NOT_AS_IT_WAS = say("La partie d'ici a changé entre-temps : ouvrez le code encore une fois.")
IN_THE_BIN = say("La partie d'ici est dans la corbeille : reprenez-la d'abord, puis ouvrez le code encore une fois.")
NOT_HERE = say("La partie d'ici n'existe plus : ouvrez le code encore une fois pour garder celle qui arrive.")


def bundle_of_match(club_id: int, match_id: int, with_evening: bool = True) -> SingleMatchBundle:
    """A match of a club with its players, its evening, and the names of the devices that recorded it.

    A merged player goes along as the one it counts as, an evening without its note, none of the club's own rules.
    """
    end_reading()  # threads that hold a connection and want another one could all wait for each other
    with snapshot() as connection:
        head, ids = head_of(connection, club_id)
        rows = connection.execute(select(Match.__table__).where(Match.id == match_id)).all()
        (match,) = read_club_matches(connection, rows, ids)
    return _with_its_own_data(SingleMatchBundle(head, match if with_evening else replace(match, evening=None)))


def _with_its_own_data(handed: SingleMatchBundle) -> SingleMatchBundle:
    """The match with its own players, evening and devices, numbered by their places, and nothing else of the club."""
    head, match = handed.head, handed.only
    roots = _roots(handed)
    people = [player for player in head.players if player.id in set(roots.values())]
    phones = {record.device for record in match.records}
    devices = [device for device in head.devices if device.number in phones]
    player_numbers = {player.id: number for number, player in enumerate(people, 1)}
    device_numbers = {device.number: number for number, device in enumerate(devices, 1)}
    own_match = replace(
        match,
        seats=tuple(None if seat is None else player_numbers[roots[seat]] for seat in match.seats),
        stand_ins={name: player_numbers[roots[player]] for name, player in match.stand_ins.items()},
        records=[replace(record, device=device_numbers.get(record.device or 0)) for record in match.records],
    )
    own_head = ClubHead(
        head.name,
        match.created_at,
        players=tuple(
            ClubPlayer(player_numbers[player.id], player.name, player.mark, player.colour, match.created_at)
            for player in people
        ),
        evenings=tuple(replace(evening, note="") for evening in head.evenings if evening.id == match.evening),
        devices=tuple(ClubDevice(device_numbers[device.number], device.name) for device in devices),
    )
    return SingleMatchBundle(own_head, own_match)


def _roots(handed: SingleMatchBundle) -> Mapping[int, int]:
    """The player that each counts as; themselves, where that would put one player on two seats."""
    into = {player.id: player.merged_into for player in handed.head.players}
    roots = {}
    for player in handed.only.everybody:
        root = player
        while (further := into[root]) is not None:
            root = further
        roots[player] = root
    return roots if len(set(roots.values())) == len(roots) else {player: player for player in roots}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A bundle of one match, and its relation to the club.

    ``here``: the club's copy, under ``here_id``. ``is_deleted``: it is in the bin here.
    """

    bundle: SingleMatchBundle
    relation: Relation
    here: StoredMatch | None = None
    here_id: str = ""
    is_deleted: bool = False


def arrival_of(bundle: SingleMatchBundle, club_id: int | None) -> Arrival:
    """Compare a match with the club's copy (None: a new club); raises ArchiveRefused."""
    match = with_believable_times(bundle.only)
    bundle = replace(bundle, only=match)
    if match.deleted_at is not None:
        raise no_match()
    found_log = find_log(club_id, match)
    here_id, how = found_log.place.row_id, found_log.relation
    if here_id is None:
        return Arrival(bundle, how)
    if how.kind is RelationKind.BOTH and not found_log.free_id:
        raise ArchiveRefused(say("Cette partie est déjà ici en trop de versions : supprimez-en d'abord une."))
    version = db.session.get(OtherVersion, here_id)
    if version is not None:  # a choice between it and the match waits already
        here_id, how = version.match_id, Relation(RelationKind.BOTH)
    here = stored_matches([here_id])[here_id]
    deleted_at = db.session.scalar(select(Match.deleted_at).where(Match.id == here_id))
    return Arrival(bundle, how, here, here.public_id, deleted_at is not None)


def players_named(club_id: int | None) -> list[str]:
    return list(db.session.scalars(select(Player.name).where(Player.club_id == club_id).order_by(Player.id)))


def add(arrival: Arrival, club_id: int, known_as: Mapping[str, str]) -> str:
    """Add the match, or another version of it for a keeper's choice; the public id of the match here.

    :param known_as: names of the club's players, by name in the bundle.
    :raises ArchiveRefused: it cannot be stored.
    :raises Full: there is no room for it.
    """
    head = arrival.bundle.head
    players = tuple(replace(player, name=known_as.get(player.name, player.name)) for player in head.players)
    alone = replace(head, name="", players=players, table_rules=())  # the club keeps its own name and rules
    match = arrival.bundle.only
    if arrival.here is not None:  # the match stays in its evening
        alone, match = replace(alone, evenings=()), replace(match, evening=None)
    load_bundle(SingleMatchBundle(alone, match), club_id)
    return place_of(Match, club_id, match.public_id).public_id


def go_on(arrival: Arrival, club_id: int) -> Text | None:
    """Append the further records to the club's copy; None, or the reason why that cannot be. Raises Full."""
    stored_match = load(club_id, arrival.here_id)
    here = arrival.here
    if stored_match is None or here is None:
        return IN_THE_BIN if here is not None else NOT_HERE
    if arrival.relation.kind is not RelationKind.FURTHER or stored_match.length != arrival.relation.at:
        return NOT_AS_IT_WAS
    done = append_further(arrival.bundle, arrival.bundle.only, stored_match)
    if done.refusal is not None:
        return say("Les règles refusent la suite : %(why)s", why=done.refusal.violations[0].message)
    return None if done.outcome == AppendResult.RECORDED else NOT_AS_IT_WAS
