"""The game and the period of a page of figures, read from its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from referee.game_definition.game import Game
from referee.games.registry import GAMES, game_named
from referee.local_time import local
from referee.store.players.player_statistics import Scope
from referee.words import Text, say

ALL, YEAR, MONTH, DATES = "all", "year", "month", "dates"
PERIODS: dict[str, Text] = {
    ALL: say("Toujours"), YEAR: say("Cette année"), MONTH: say("30 jours"), DATES: say("Dates"),
}  # fmt: skip
LAST_DAYS = 30


@dataclass(frozen=True, slots=True)
class Asked:
    """A game (None: all of them), a period, and its first and last day where it has them."""

    game: str | None = None
    period: str = ALL
    since: date | None = None
    until: date | None = None

    @property
    def games(self) -> list[Game]:
        return list(GAMES.values())

    def within(self, club_id: int) -> Scope:
        """The results of a club for this page; days are local to the server."""
        return Scope(club_id, self.game, _midnight(self.since), _midnight(self.until, days=1))

    def but(self, **changes: Any) -> dict[str, Any]:
        """The arguments of the page's address with these changes."""
        other = replace(self, **changes)
        dates = other.period == DATES
        return {
            "game": other.game,
            "period": other.period if other.period != ALL else None,
            "since": other.since if dates else None,
            "until": other.until if dates else None,
        }


def asked_for(arguments: Mapping[str, str], today: date | None = None) -> Asked:
    """Read an address without errors: what cannot be read is left out, and two dates are put in their order."""
    today = today or date.today()
    game = game_named(arguments.get("game"))
    asked = Asked(game.id if game else None)
    period = arguments.get("period", ALL)
    if period == YEAR:
        return replace(asked, period=YEAR, since=date(today.year, 1, 1))
    if period == MONTH:
        return replace(asked, period=MONTH, since=today - timedelta(days=LAST_DAYS - 1))
    if period != DATES:
        return asked
    since, until = in_order(_day(arguments.get("since")), _day(arguments.get("until")))
    return replace(asked, period=DATES, since=since, until=until)


def in_order(since: date | None, until: date | None) -> tuple[date | None, date | None]:
    """Two days, the earlier one first where both are given."""
    return (until, since) if since and until and since > until else (since, until)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    """The beginning of a day, or of the one ``days`` later; None near the first and the last possible day."""
    if day is None or not date.min.toordinal() + 1 < day.toordinal() + days < date.max.toordinal() - 1:
        return None
    return local(datetime.combine(day + timedelta(days=days), time.min))
