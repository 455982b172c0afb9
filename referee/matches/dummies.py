"""Dummies: they fill the remaining seats when fewer people play than there are seats, in games that allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice

from referee.answers.table import clean_name
from referee.game_definition.game import Game
from referee.words import Text, names, say


@dataclass(frozen=True, slots=True)
class FilledSeats:
    """The players of all seats, clockwise, and the dummies among them."""

    players: tuple[str, ...]
    dummies: tuple[str, ...] = ()


def fill_seats(game: Game, people: Sequence[str]) -> FilledSeats:
    """Seat people clockwise, with dummies in the remaining seats, named so that no name repeats.

    >>> from referee.games.registry import GAMES
    >>> game = next(game for game in GAMES.values() if game.dummy_seats)
    >>> fill_seats(game, ["Ana", "Bob"])
    FilledSeats(players=('Ana', 'Bob', 'Petit-Jean', 'Petit-Jean 2'), dummies=('Petit-Jean', 'Petit-Jean 2'))
    >>> fill_seats(game, ["Ana", "Bob", "Chloé", "Dan"]).dummies
    ()
    """
    seating = game.seating(len(people))
    if game.dummy_seats is None or not seating.dummies:
        return FilledSeats(tuple(people))
    dummy, people_names = game.dummy_seats.name, {clean_name(name) for name in people}
    candidates = (dummy if number == 1 else f"{dummy} {number}" for number in count(1))
    dummies = tuple(islice((name for name in candidates if name not in people_names), len(seating.dummies)))
    next_dummy, next_person = iter(dummies), iter(people)
    seats = range(1, seating.seats + 1)
    return FilledSeats(tuple(next(next_dummy if seat in seating.dummies else next_person) for seat in seats), dummies)


def dummies_sentence(game: Game, people: int) -> Text | None:
    """The sentence that names the dummies' seats for this number of people; None without dummies."""
    numbers = game.seating(people).dummies
    if game.dummy_seats is None or not numbers:
        return None
    dummy = game.dummy_seats.name
    if len(numbers) == 1:
        return say("À %(people)s, %(dummy)s prend la place %(seat)s.", people=people, dummy=dummy, seat=numbers[0])
    return say("À %(people)s, %(dummy)s prend les places %(seats)s.", people=people, dummy=dummy, seats=names(numbers))
