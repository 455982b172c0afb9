"""Random tables: people, game and house rules, drawn until the game accepts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from math import exp
from random import Random
from typing import Any

from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import AT_THE_TABLE, Option
from referee.answers.numbers import Number
from referee.demo.names_and_phrases import NAMES
from referee.demo.random_answers import Skills
from referee.games.registry import GAMES
from referee.matches.dummies import fill_seats
from referee.matches.match_file import Setup, read_setup

AUGUST, JULY = 8, 7
SEASONS = 2
USUAL_DAYS = (4, 5)
"""Fridays, and Saturdays if needed."""
TRIES = 10_000
"""Tables drawn for one that a game accepts: about every second is, and of them one in four has no end of its own."""


class BrokenOff(Exception):
    """Raised by the progress of a demo: no match is begun any more, and the club is made whole."""


@dataclass(frozen=True, slots=True)
class PlayingGroup:
    """The people of the demo: their skill and how often they come, by name."""

    skills: Skills
    zeal: Mapping[str, float]

    def present(self, chance: Random, n: int) -> list[str]:
        """So many of them, mostly the regulars, in a random order."""
        names = sorted(self.zeal, key=lambda name: chance.random() ** (1 / self.zeal[name]), reverse=True)
        return names[:n]


def playing_group(chance: Random, n: int) -> PlayingGroup:
    names = NAMES[:n]
    skills = {name: round(chance.gauss(0, 0.5), 2) for name in names}
    return PlayingGroup(skills, {name: exp(-2.5 * number / n) for number, name in enumerate(names)})


def table_for(chance: Random, people: Sequence[str], only_endless: bool = False) -> Setup:
    """A game for as many of these people as it takes, mostly by the printed rules.

    :raises ValueError: none of many tables was accepted.
    """
    for _ in range(TRIES):
        game = chance.choice(list(GAMES.values()))
        fitting = [n for n in game.people if n <= len(people)]
        if not fitting:
            continue
        table = fill_seats(game, chance.sample(people, chance.choice(fitting[-2:])))
        random_options = [option for option in game.options if chance.random() < 0.12]
        options = {
            option.id: CHOSEN[option.field.kind](chance, option, len(table.players))
            for option in random_options
            if option.field.kind in CHOSEN
        }
        if game.dummy_seats and table.dummies:
            options[game.dummy_seats.option] = table.dummies
        if game.needs_rest(len(table.players)):
            options[game.rest_option] = 1
        setup = read_setup(game.id, table.players, chance.choice(table.players), options)
        if isinstance(setup, Setup) and (endless(setup) or not only_endless):
            return setup
    raise ValueError(f"no table for {len(people)} people was accepted")


def endless(setup: Setup) -> bool:
    """Whether only the table itself ends this match."""
    ending = setup.game.ending(setup.table)
    return ending.deals is None and ending.target is None


def _number(chance: Random, option: Option, n: int) -> int:
    """A number from the lower part of the range."""
    asks: Any = option.field
    high: int = asks.highest({AT_THE_TABLE: range(n)})
    least: int = asks.low + min((high - asks.low) // 10, 100)
    return chance.randint(least, min(high, least + 30))


CHOSEN: Mapping[str, Callable[[Random, Any, int], Any]] = {
    YesNo.kind: lambda chance, option, n: not option.default,
    Choice.kind: lambda chance, option, n: chance.choice(option.field.choices)[0],
    Number.kind: _number,
}
"""How a house rule is drawn, by kind; those of any other kind keep their default."""


def evening_days(today: date, n: int) -> list[datetime]:
    """The beginnings of ``n`` evenings in two seasons: Fridays without the summer, more days if needed."""
    for days in (USUAL_DAYS[:1], USUAL_DAYS, range(7)):
        days_past = [
            day
            for back in range(1, 365 * SEASONS)
            if (day := today - timedelta(days=back)).weekday() in days and day.month not in (JULY, AUGUST)
        ]
        if len(days_past) >= n:
            break
    while len(days_past) < n:  # more evenings than two seasons have days: the years before
        days_past.append(days_past[-1] - timedelta(days=1))
    step = len(days_past) / n
    chosen = [days_past[int(number * step)] for number in range(n)]
    return [datetime.combine(day, time(19, 30), UTC) for day in reversed(chosen)]
