"""Which match, evening or player of a club is one of a bundle.

A match is recognised by its public id, an evening by its own, a player by the seats of a known match, else by name, the
present one or a former one. Another version of a match, whose log went on otherwise, is stored under an id derived from
the match's own.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Text, cast, or_, select

from referee.bundles.bundle import ClubHead, ClubMatch, derived_id
from referee.bundles.comparison import Relation, RelationKind, relation
from referee.bundles.match_rows import replayed_log_of
from referee.store.database.models import Evening, Match, Player, Seat, StandIn
from referee.store.database.orm_base import db
from referee.store.matches.stored_match import match_with_id

CHUNK = 100
"""Ids in one query."""
MOST_VERSIONS = 9
"""Versions of one match in a club."""


@dataclass(frozen=True, slots=True)
class BundlePlace:
    """Where a match or an evening of a bundle is: its public id here, and its row; None: it is not here yet."""

    public_id: str
    row_id: int | None


def id_in_club(club_id: int | None, bundle_id: str) -> str:
    """The public id that a match or an evening gets in this club where another club has its own one."""
    return derived_id(f"{club_id} {bundle_id}")


def places_of(model: type[Match | Evening], club_id: int | None, ids: Sequence[str]) -> dict[str, BundlePlace]:
    """The places of matches or evenings, by their ids in the bundle.

    A public id of another club of this database gets another one, always the same for this club.
    """
    places: dict[str, BundlePlace] = {}
    for start in range(0, len(ids), CHUNK):
        others = {bundle_id: id_in_club(club_id, bundle_id) for bundle_id in ids[start : start + CHUNK]}
        query = select(model.public_id, model.id, model.club_id).where(model.public_id.in_([*others, *others.values()]))
        rows = {row.public_id: row for row in db.session.execute(query)}
        for bundle_id, other in others.items():
            candidates = [rows[public_id] for public_id in (bundle_id, other) if public_id in rows]
            own = next((row for row in candidates if row.club_id == club_id), None)
            if own is not None:
                places[bundle_id] = BundlePlace(own.public_id, own.id)
            else:
                places[bundle_id] = BundlePlace(other if bundle_id in rows else bundle_id, None)
    return places


def place_of(model: type[Match | Evening], club_id: int | None, bundle_id: str) -> BundlePlace:
    return places_of(model, club_id, [bundle_id])[bundle_id]


def relation_here(match_id: int, there: ClubMatch) -> Relation:
    """The relation of a match of the club to the one of a bundle; of equal marks no log is read.

    :raises DamagedMatch: it has another mark, and cannot be read.
    """
    log = replayed_log_of(there)
    mark = db.session.scalar(select(Match.mark).where(Match.id == match_id))
    if mark == log.mark:
        return Relation(RelationKind.SAME, len(log.log))
    return relation(match_with_id(match_id).replayed_log, log)


@dataclass(frozen=True, slots=True)
class FoundLog:
    """Where a club has the log of a match: the place of the match, or of another version of it.

    ``relation``: of the log there. ``free_id``: the public id under which the match can be added: its own if the club
    has none, else one derived from it, where no version goes on to it or from it; empty where nothing can be added.
    """

    place: BundlePlace
    relation: Relation
    free_id: str = ""


def find_log(club_id: int | None, match: ClubMatch) -> FoundLog:
    """Find the log of a match among the versions of it that the club has; raises DamagedMatch."""
    first: FoundLog | None = None
    for number in range(MOST_VERSIONS):
        bundle_id = derived_id(f"{number} {match.public_id}") if number else match.public_id
        place = place_of(Match, club_id, bundle_id)
        if place.row_id is None:
            if first:
                return replace(first, free_id=bundle_id)
            return FoundLog(place, Relation(RelationKind.NEW), bundle_id)
        found_log = FoundLog(place, relation_here(place.row_id, match))
        if found_log.relation.kind is not RelationKind.BOTH:
            return found_log
        first = first or found_log
    assert first is not None
    return first


def recognise_players(seated: dict[int, int], match: ClubMatch, match_id: int, same: bool) -> None:
    """Note the players of the club, by those of the bundle, who sit at the same seats of a known match.

    :param same: whether the logs are the same; else who joined later may differ.
    """
    seats = select(Seat.number, Seat.player_id).where(Seat.match_id == match_id)
    players = dict(db.session.execute(seats).tuples().all())
    common = len(match.seats) if same else len(match.setup.table.players)
    for number, player in enumerate(match.seats[:common]):
        if player is not None and number in players:
            seated.setdefault(player, players[number])
    if same and match.stand_ins:
        query = select(StandIn.name, StandIn.player_id).where(StandIn.match_id == match_id)
        stand_ins = dict(db.session.execute(query).tuples().all())
        for name, player in match.stand_ins.items():
            if name in stand_ins:
                seated.setdefault(player, stand_ins[name])


def players_here(head: ClubHead, club_id: int | None, seated: Mapping[int, int]) -> dict[int, int | None]:
    """By player of the bundle, the id of the club's player; None: new.

    It is the player of the same seat, else of the same name, else the one whom the club's matches call by that name,
    and who was renamed since. A bundle has no other mark of a player: somebody who was renamed there, and sits in no
    match that is here, is new.
    """
    taken = set(seated.values())
    query = select(Player.name, Player.id).where(Player.club_id == club_id)
    named = {row.name: row.id for row in db.session.execute(query) if row.id not in taken}
    here = {player.id: seated.get(player.id, named.get(player.name)) for player in head.players}
    unknown = {player.name: player.id for player in head.players if here[player.id] is None}
    taken.update(player_id for player_id in here.values() if player_id is not None)
    for name, player_id in _named_before(club_id, unknown).items():
        if player_id not in taken:
            taken.add(player_id)
            here[unknown[name]] = player_id
    return here


def _named_before(club_id: int | None, names: Collection[str]) -> dict[str, int]:
    """The club's player whom its matches call by each of these names, where it is one player alone."""
    found: dict[str, set[int]] = {name: set() for name in names}
    for start in range(0, len(found), CHUNK):
        some = list(found)[start : start + CHUNK]
        holds = or_(*(cast(Match.players, Text).contains(json.dumps(name), autoescape=True) for name in some))
        seats = select(Match.players, Seat.number, Seat.player_id).join(Seat, Seat.match_id == Match.id)
        for row in db.session.execute(seats.where(Match.club_id == club_id, holds)):
            if row.number < len(row.players) and row.players[row.number] in some:
                found[row.players[row.number]].add(row.player_id)
        stand_ins = select(StandIn.name, StandIn.player_id).join(Match, Match.id == StandIn.match_id)
        for name, player_id in db.session.execute(stand_ins.where(Match.club_id == club_id, StandIn.name.in_(some))):
            found[name].add(player_id)
    return {name: next(iter(ids)) for name, ids in found.items() if len(ids) == 1}
