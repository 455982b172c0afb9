"""The line of filters of a page of figures: a game and a period; each choice is a link to the same page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from referee.games.registry import GAMES
from referee.web.players.period_filter import ALL, DATES, PERIODS, StatisticsFilter
from referee.words import Text, say

ALL_GAMES = say("Tous les jeux")


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A game or a period to choose: its words, the address of the page with it, whether it is chosen now."""

    words: Text | str
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FilterLine:
    """What a page of figures counts, and what else it could count.

    ``endpoint`` and ``more``: the page and the further arguments of its address. ``played``: the ids of the games that
    the club has played.
    """

    selection: StatisticsFilter
    endpoint: str
    played: Sequence[str]
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_narrowed(self) -> bool:
        """Whether the page counts less than all games of all time."""
        return self.selection.game is not None or self.selection.period != ALL

    @property
    def has_dates(self) -> bool:
        return self.selection.period == DATES

    @property
    def game_words(self) -> Text | str:
        if self.selection.game is None:
            return ALL_GAMES
        return self.selection.name or GAMES[self.selection.game].name

    @property
    def period_words(self) -> Text:
        return PERIODS[self.selection.period]

    @property
    def games(self) -> list[FilterChoice]:
        """All games, then each game that was played here, the chosen one with the names that its tables gave it."""
        choices = [FilterChoice(ALL_GAMES, self._address(game=None), self.selection.game is None)]
        for id, game in GAMES.items():
            if id in self.played or id == self.selection.game:
                chosen = id == self.selection.game
                choices.append(FilterChoice(game.name, self._address(game=id), chosen and not self.selection.name))
                if chosen:
                    choices += self._names()
        return choices

    def _names(self) -> list[FilterChoice]:
        return [
            FilterChoice(name, self._address(name=name), name == self.selection.name) for name in self.selection.names
        ]

    @property
    def periods(self) -> list[FilterChoice]:
        return [
            FilterChoice(words, self._address(period=period), period == self.selection.period)
            for period, words in PERIODS.items()
        ]

    @property
    def everything_address(self) -> str:
        """The address of the page for all games of all time."""
        return url_for(self.endpoint, **self.more)

    @property
    def hidden(self) -> dict[str, Any]:
        """The fields that the form of two dates sends beside them."""
        values = {
            "period": DATES,
            "game": self.selection.game,
            "name": self.selection.name,
            "least": self.more.get("least"),
        }
        return {name: value for name, value in values.items() if value}

    def of_game(self, game: str) -> str:
        """The address of this page for one game."""
        return self._address(game=game)

    def of_player(self, player_id: int) -> str:
        """The address of a player's page for the same game and period."""
        return url_for("players.show", player_id=player_id, **self.selection.but())

    def following(self, key: Any) -> str:
        """The address of the part of this page after the row with this key."""
        return url_for(self.endpoint, after=key, **self.more, **self.selection.but())

    def of_least(self, least: int) -> str:
        """The address of the ranking of those who played so many matches."""
        return url_for(self.endpoint, least=least, **self.selection.but())

    def _address(self, **changes: Any) -> str:
        return url_for(self.endpoint, **self.more, **self.selection.but(**changes))
