"""Who sits where in a match: those it began with, then those who joined in the middle of it, as its log has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import func, select

from referee.store.club.players import free_colours, free_name, sat_down
from referee.store.models import Match, Player, Seat, now
from referee.store.orm_base import db
from referee.store.quotas import PLAYER, grow_anyway
from referee.store.transactions import lock_club


def reseat(match: Match, before: Sequence[str], after: Sequence[str]) -> None:
    """Bring the seats of a match in line with its log, in the transaction that appends to it.

    ``before``, ``after``: the names on the sheet by seat. Who stays on it stays the player they are, whatever they are
    called in the club by now; who is new is the club's player of that name, or a new one.
    """
    if list(before) == list(after):
        return
    players = {before[seat.number]: seat.player_id for seat in match.seats if before[seat.number] in after}
    new = [name for name in after if name not in before]
    if new:
        lock_club(match.club_id)
        beside = list(players.values())
        come = []
        for name in new:
            come.append(_player(match.club_id, name, players.values()))
            players[name] = come[-1].id
        sat_down(match.club_id, come, beside)
    _seat(match, {after.index(name): player_id for name, player_id in players.items()})
    db.session.flush()


def _seat(match: Match, players: Mapping[int, int]) -> None:
    """Who sits at each seat, by its number; nobody does at a dummy's."""
    for seat in [seat for seat in match.seats if seat.number not in players]:
        match.seats.remove(seat)
    seated = {seat.number: seat for seat in match.seats}
    for number, player_id in sorted(players.items()):
        if number in seated:
            seated[number].player_id = player_id
        else:
            match.seats.append(Seat(number=number, player_id=player_id))


def joined_later(ids: Sequence[int]) -> dict[int, list[str]]:
    """Who joined these matches after they had begun, as they are called now, by seat; in one query."""
    query = (
        select(Seat.match_id, Player.name)
        .join(Player, Player.id == Seat.player_id)
        .join(Match, Match.id == Seat.match_id)
        .where(Seat.match_id.in_(ids), Seat.number >= func.json_array_length(Match.players))
        .order_by(Seat.match_id, Seat.number)
    )
    names: dict[int, list[str]] = {}
    for match_id, name in db.session.execute(query) if ids else ():
        names.setdefault(match_id, []).append(name)
    return names


def _player(club_id: int, name: str, seated_ids: Collection[int]) -> Player:
    """The club's player of this name, who has played now; never one who has a seat here under another name."""
    query = select(Player).where(Player.club_id == club_id)
    player = db.session.scalar(query.where(Player.name == name))
    if player is not None and player.id in seated_ids:
        taken = db.session.scalars(select(Player.name).where(Player.club_id == club_id))
        name, player = free_name(name, set(taken)), None
    if player is None:
        grow_anyway(club_id, PLAYER)  # its entry found room, and taking something back always does
        player = Player(club_id=club_id, name=name, colour=next(free_colours(club_id)))
        db.session.add(player)
    player.played_at = now()
    db.session.flush()
    return player
