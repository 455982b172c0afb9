"""The seats and stand-ins of a match, as its log has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import literal, select, union_all

from referee.matches.log import ReplayedLog, stand_ins_of
from referee.store.database.models import Match, Player, Seat, StandIn, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER, lock_and_count_anyway
from referee.store.database.transactions import lock_club
from referee.store.players.players import free_colours, free_name, note_seated, reunite

BEHIND_ALL_SEATS = 1000


def reseat(match: Match, before: ReplayedLog, after: ReplayedLog) -> None:
    """Update the seats and stand-ins of a match from its log, in the transaction that appends to it.

    A known name stays the same player, even one renamed in the club since; a new name is the club's player of that
    name, or a new one.
    """
    former_seats, former_stand_ins = before.replay.state.table.players, stand_ins_of(before.current)
    seats, stand_ins = after.replay.state.table.players, stand_ins_of(after.current)
    if (seats, stand_ins) == (former_seats, former_stand_ins):
        return
    current_ids = players_named(match.id, former_seats)
    names = list(dict.fromkeys((*seats, *stand_ins)))
    players = {name: current_ids[name] for name in names if name in current_ids}
    new = [name for name in names if name not in former_seats and name not in former_stand_ins]
    if new:
        lock_club(match.club_id)
        beside = list(players.values())
        new_players = []
        for name in new:
            new_players.append(player_named(match.club_id, name, players.values(), now()))
            players[name] = new_players[-1].id
        note_seated(match.club_id, new_players, beside)
    seated = ((number, name) for number, name in enumerate(seats) if name in players)
    match.seats = [Seat(number=number, player_id=players[name]) for number, name in seated]
    match.stand_ins = [StandIn(name=name, player_id=players[name]) for name in stand_ins]
    db.session.flush()
    if not {*former_seats, *former_stand_ins} <= {*names}:  # somebody is in the match no more
        lock_club(match.club_id)
        reunite(match.club_id)


def players_named(match_id: int, seats: Sequence[str]) -> dict[str, int]:
    """The id of every player that the log names; ``seats``: the names on its sheet."""
    sat = select(Seat.number, Seat.player_id).where(Seat.match_id == match_id)
    players = {seats[row.number]: row.player_id for row in db.session.execute(sat)}
    stood_in = select(StandIn.name, StandIn.player_id).where(StandIn.match_id == match_id)
    return players | {row.name: row.player_id for row in db.session.execute(stood_in)}


def players_by_seat(ids: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """By match the number of each seat and its player, then the stand-ins under ``BEHIND_ALL_SEATS``.

    Players who joined later sit behind those it began with. A dummy's seat is left out.
    """
    seats = select(Seat.match_id, Seat.number, Seat.player_id, literal("").label("name"))
    stood_in = select(StandIn.match_id, literal(BEHIND_ALL_SEATS), StandIn.player_id, StandIn.name)
    of = union_all(seats.where(Seat.match_id.in_(ids)), stood_in.where(StandIn.match_id.in_(ids)))
    sat: dict[int, list[tuple[int, int]]] = {match_id: [] for match_id in ids}
    if not ids:
        return sat
    for match_id, number, player, _ in db.session.execute(of.order_by("number", "name")):
        sat[match_id].append((number, player))
    return sat


def player_named(club_id: int, name: str, seated_ids: Collection[int], moment: datetime) -> Player:
    """The club's player of this name, made if need be; never one who is in the match under another name."""
    query = select(Player).where(Player.club_id == club_id)
    player = db.session.scalar(query.where(Player.name == name))
    if player is not None and player.id in seated_ids:
        names = db.session.scalars(select(Player.name).where(Player.club_id == club_id))
        name, player = free_name(name, set(names)), None
    if player is None:
        lock_and_count_anyway(club_id, PLAYER)  # its entry found room, and taking something back always does
        player = Player(club_id=club_id, name=name, colour=next(free_colours(club_id)), played_at=moment)
        db.session.add(player)
    player.played_at = max(player.played_at, moment)
    db.session.flush()
    return player
