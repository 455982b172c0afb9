"""The game and the period of a page of figures, read from its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from referee.game_definition.game import Game
from referee.games.registry import game_named
from referee.store.matches.rematch import setups_by_name
from referee.store.players.player_statistics import Scope
from referee.words import Text, say

ALL, SEASON, YEAR, LAST_MONTH, MONTH, DATES = "all", "season", "year", "last-month", "month", "dates"
PERIODS: dict[str, Text] = {
    ALL: say("Toujours"), SEASON: say("Cette saison"), YEAR: say("Cette année"), LAST_MONTH: say("Le mois dernier"),
    MONTH: say("30 jours"), DATES: say("Dates"),
}  # fmt: skip
LAST_DAYS = 30
SEASON_BEGINS = 9
"""The month in which a season begins: September."""


@dataclass(frozen=True, slots=True)
class StatisticsFilter:
    """A game (None: all of them), a period, and its first and last day where it has them.

    ``name``: of the game, only the matches to which their table gave this name; ``names``: those that the club gave,
    each with whether the lowest total wins it.
    """

    game: str | None = None
    period: str = ALL
    since: date | None = None
    until: date | None = None
    name: str = ""
    names: Mapping[str, bool] = field(default_factory=dict)

    def within(self, club_id: int) -> Scope:
        """The results of a club for this page, by the days of their evenings."""
        return Scope(club_id, self.game, self.since, self.until, self.name, self.names.get(self.name))

    def but(self, **changes: Any) -> dict[str, Any]:
        """The arguments of the page's address with these changes."""
        other = replace(self, **{"name": "" if "game" in changes else self.name, **changes})
        dates = other.period == DATES
        return {
            "game": other.game,
            "name": other.name or None,
            "period": other.period if other.period != ALL else None,
            "since": other.since if dates else None,
            "until": other.until if dates else None,
        }


def asked_for(arguments: Mapping[str, str], club_id: int | None = None, today: date | None = None) -> StatisticsFilter:
    """Read an address without errors: what cannot be read is left out, and two dates are put in their order."""
    today = today or date.today()
    game = game_named(arguments.get("game"))
    names = _names(game, club_id) if game and club_id is not None else {}
    name = arguments.get("name", "")
    selection = StatisticsFilter(game.id if game else None, name=name if name in names else "", names=names)
    period = arguments.get("period", ALL)
    if period == YEAR:
        return replace(selection, period=YEAR, since=date(today.year, 1, 1))
    if period == SEASON:
        year = today.year - 1 if today.month < SEASON_BEGINS else today.year
        return replace(selection, period=SEASON, since=date(year, SEASON_BEGINS, 1))
    if period == LAST_MONTH:
        last_day = today.replace(day=1) - timedelta(days=1)
        return replace(selection, period=LAST_MONTH, since=last_day.replace(day=1), until=last_day)
    if period == MONTH:
        return replace(selection, period=MONTH, since=today - timedelta(days=LAST_DAYS - 1))
    if period != DATES:
        return selection
    since, until = in_order(_day(arguments.get("since")), _day(arguments.get("until")))
    return replace(selection, period=DATES, since=since, until=until)


def _names(game: Game, club_id: int) -> dict[str, bool]:
    """The names that the club gave this game, each with whether the lowest total wins by its latest rules."""
    if not game.name_option:
        return {}
    setups = setups_by_name(club_id, game)
    rules = {name: game.house_rules(options, ())[0] for name, options in setups.items()}
    return {name: game.lowest_wins(chosen) for name, chosen in rules.items()}


def in_order(since: date | None, until: date | None) -> tuple[date | None, date | None]:
    """Two days, the earlier one first where both are given."""
    return (until, since) if since and until and since > until else (since, until)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
