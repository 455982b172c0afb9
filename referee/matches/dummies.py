"""Who sits where when fewer people play than there are seats: dummies fill the others, where the game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice

from referee.answers.table import clean_name
from referee.game_definition.game import Game
from referee.words import Text, names, say


@dataclass(frozen=True, slots=True)
class Seated:
    """A whole table, clockwise, and which of its seats are dummies'."""

    players: tuple[str, ...]
    dummies: tuple[str, ...] = ()


def seated(game: Game, people: Sequence[str]) -> Seated:
    """Seat these people, clockwise; where they are too few and the game has dummies, these take their seats.

    >>> from referee.games.registry import GAMES
    >>> game = next(game for game in GAMES.values() if game.dummy_seats)
    >>> seated(game, ["Ana", "Bob"])
    Seated(players=('Ana', 'Bob', 'Petit-Jean', 'Petit-Jean 2'), dummies=('Petit-Jean', 'Petit-Jean 2'))
    >>> seated(game, ["Ana", "Bob", "Chloé", "Dan"]).dummies
    ()
    """
    seating = game.seating(len(people))
    if game.dummy_seats is None or not seating.dummies:
        return Seated(tuple(people))
    dummy, taken = game.dummy_seats.name, {clean_name(name) for name in people}
    names_in_turn = (dummy if number == 1 else f"{dummy} {number}" for number in count(1))
    dummies = tuple(islice((name for name in names_in_turn if name not in taken), len(seating.dummies)))
    nobody, somebody = iter(dummies), iter(people)
    seats = range(1, seating.seats + 1)
    return Seated(tuple(next(nobody if seat in seating.dummies else somebody) for seat in seats), dummies)


def dummies_sentence(game: Game, people: int) -> Text | None:
    """Which seats are dummies' when so many play, for the table; None when none is."""
    numbers = game.seating(people).dummies
    if game.dummy_seats is None or not numbers:
        return None
    dummy = game.dummy_seats.name
    if len(numbers) == 1:
        return say("À %(people)s, %(dummy)s prend la place %(seat)s.", people=people, dummy=dummy, seat=numbers[0])
    return say("À %(people)s, %(dummy)s prend les places %(seats)s.", people=people, dummy=dummy, seats=names(numbers))
