"""The colours at a table: each player's own, or where an earlier seat has it the next free one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import bindparam, select

from referee.store.database.models import Player, Seat
from referee.store.database.orm_base import db, table_of
from referee.store.players.players import COLOURS, PlayerRegister

SEATS, PLAYERS = table_of(Seat), table_of(Player)
COLOURS_OF_SEATS = (
    select(SEATS.c.match_id, SEATS.c.number, PLAYERS.c.colour)
    .join(PLAYERS, PLAYERS.c.id == SEATS.c.player_id)
    .where(SEATS.c.match_id.in_(bindparam("matches", expanding=True)))
)
"""Asked by every page of a match, and so made once."""


def colours_of(match_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """By match, the own colour of the player at each seat, by its number; in one query."""
    own: dict[int, dict[int, int]] = {match_id: {} for match_id in match_ids}
    if own:
        for match_id, seat, colour in db.session.connection().execute(COLOURS_OF_SEATS, {"matches": list(own)}):
            own[match_id][seat] = colour
    return own


def table_colours(own: Mapping[int, int], seats: int) -> tuple[int, ...]:
    """The colour of each seat at one table, all of them different as long as there are colours.

    First all players get their own colours, then the others get those that are left.

    >>> table_colours({0: 3, 1: 3, 3: 4}, 4)
    (3, 5, 2, 4)
    """
    colours: dict[int, int] = {}
    sitting = sorted(seat for seat in own if seat < seats)
    for seat in sitting:
        if own[seat] not in colours.values():
            colours[seat] = own[seat]
    for seat in (*sitting, *range(seats)):
        if seat not in colours:
            wanted = own.get(seat, seat)
            candidates = (((wanted + step) % COLOURS) for step in range(COLOURS))
            colours[seat] = next((colour for colour in candidates if colour not in colours.values()), wanted % COLOURS)
    return tuple(colours[seat] for seat in range(seats))


def evening_colours(sat: Iterable[int], people: PlayerRegister) -> dict[int, int]:
    """The colours of an evening by player; ``sat``: the players in the order of their arrival."""
    persons = list(dict.fromkeys(people.root(player) for player in sat))
    own = {at: people.players[person].colour for at, person in enumerate(persons)}
    return dict(zip(persons, table_colours(own, len(persons)), strict=True))
