"""The colour of everybody at a table: the player's own, or where an earlier seat has it the next that is free."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import select

from referee.store.club.players import COLOURS
from referee.store.models import Player, Seat
from referee.store.orm_base import db


def colours_of(match_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """By match, the own colour of who sits at each seat, by its number; in one query. Nobody sits at a dummy's."""
    query = select(Seat.match_id, Seat.number, Player.colour).join(Player, Player.id == Seat.player_id)
    own: dict[int, dict[int, int]] = {match_id: {} for match_id in match_ids}
    for match_id, seat, colour in db.session.execute(query.where(Seat.match_id.in_(own))) if own else ():
        own[match_id][seat] = colour
    return own


def table_colours(own: Mapping[int, int], seats: int) -> tuple[int, ...]:
    """The colour of each seat at one table, all of them different as long as there are colours.

    >>> table_colours({0: 3, 1: 3, 3: 0}, 4)
    (3, 4, 2, 0)
    """
    given: dict[int, int] = {}
    for seat in (*sorted(seat for seat in own if seat < seats), *(seat for seat in range(seats) if seat not in own)):
        wanted = own.get(seat, seat)
        tried = (((wanted + step) % COLOURS) for step in range(COLOURS))
        given[seat] = next((colour for colour in tried if colour not in given.values()), wanted % COLOURS)
    return tuple(given[seat] for seat in range(seats))
