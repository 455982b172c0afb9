"""Who may sit at a table: dummies' seats beside people, and who joins or leaves within a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seating:
    """The number of seats, and the dummies' seats among them, counted from 1."""

    seats: int
    dummies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DummySeats:
    """Seats that nobody plays, for a game with fewer people than seats.

    ``option``: the house rule that lists these seats. ``name``: the name of such a seat, stored like a player's name
    and therefore not translated. ``seats``: the dummies' seats, counted from 1, by the number of people.
    """

    option: str
    name: str
    seats: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class ComingAndGoing:
    """Players may join and leave a game between two deals.

    ``joins``, ``leaves``, ``points``: the articles that refuse who joins, who leaves, the points of who joins.
    ``names_who_left``: an entry ``leaves`` may name who has left, for that article to refuse.
    """

    joins: str = "match.joins"
    leaves: str = "match.leaves"
    points: str = "match.joins"
    names_who_left: bool = True


COMING_AND_GOING = ComingAndGoing()
