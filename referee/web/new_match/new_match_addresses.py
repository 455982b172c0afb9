"""The addresses of the pages on the way to a new match; each carries what was chosen before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.game_definition.game import Game
from referee.store.matches.rematch import SameTable


@dataclass(frozen=True, slots=True)
class NewMatchAddresses:
    """The addresses of pages for ``n`` people, or for the people of ``again``.

    ``past``: the match was played without the application.
    """

    n: Any = None
    again: SameTable | None = None
    past: bool = False

    @property
    def games(self) -> str:
        """The games for these people."""
        return url_for("new_match.choose", n=self.n, **self._with(self.again))

    @property
    def games_for_any(self) -> str:
        """The games for any number of people."""
        return url_for("new_match.choose", **{**self._past(), "from": ""})

    def games_for(self, n: int) -> str:
        """The games for so many people."""
        return url_for("new_match.choose", **self._past(), n=n)

    def games_with(self, table: SameTable) -> str:
        """The games for the people of a table."""
        return url_for("new_match.choose", **self._with(table))

    def seats(self, game: Game, name: str | None = None) -> str:
        """The seats of a game with these people; ``name``: what the table calls it."""
        return url_for("new_match.seats", game_id=game.id, n=self.n, name=name, **self._with(self.again))

    def seats_for(self, game: Game, n: int | None = None) -> str:
        """The empty seats of a game for so many people, or for any number."""
        return url_for("new_match.seats", game_id=game.id, **self._past(), n=n)

    def seats_with(self, game: Game, table: SameTable) -> str:
        """The seats of a game, the people of a table on them."""
        return url_for("new_match.seats", game_id=game.id, **self._with(table))

    def _past(self) -> dict[str, Any]:
        return {"past": 1} if self.past else {}

    def _with(self, table: SameTable | None) -> dict[str, Any]:
        return {**self._past(), "from": table.match} if table else self._past()
