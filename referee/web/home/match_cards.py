"""A match on the home page: what is said of it in a line or two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.store.database.models import Match
from referee.store.matches.stored_match import StoredMatch, name_of
from referee.web.matches.match_course import Stairs
from referee.web.rendering.name_forms import name_forms
from referee.words import Text, names, say


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side in the strip of a match that goes on: its total, its colour, whether it leads alone or level."""

    name: str
    total: int
    colour: int
    first: bool


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match with the sides that lead or won it and their total (none before the first row).

    ``deal``: the number of the current deal; None where the log was not read. ``totals``: of all sides that go on.
    ``colours``: by player. ``stopped``: that the table ended it by agreement, in words. ``won``: the first place counts
    as a victory. ``damaged``: the log cannot be read. ``stairs``: of a match that goes on, where its hands grow.
    """

    match: Match | StoredMatch
    best: tuple[str, ...] = ()
    total: int | None = None
    deal: int | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    colours: Mapping[str, int] = field(default_factory=dict)
    stopped: Text | None = None
    won: bool = True
    damaged: bool = False
    stairs: Stairs | None = None

    @property
    def name(self) -> Text | str:
        return name_of(self.match, self.damaged)

    @property
    def words(self) -> Text | None:
        """Where it stands, or who won it; None where nothing is known."""
        if self.match.over:
            return self._result()
        return say("donne %(n)s", n=self.deal) if self.deal else None

    @property
    def leaders(self) -> Text | None:
        """Who leads a match that goes on."""
        if self.match.over or not self.best:
            return None
        if len(self.best) > 1:
            return say("%(n)s à égalité en tête", n=len(self.best))
        return say("%(who)s en tête", who=self.best[0])

    def _result(self) -> Text:
        if not self.best:
            return say("Arrêtée avant la première donne")
        result = {"who": names(self.best), "total": self.total, "stopped": self.stopped}
        if self.stopped and not self.won:
            return say("Partie %(stopped)s, %(who)s en tête avec %(total)s", **result)
        if self.stopped:
            return say("Partie %(stopped)s, gagnée par %(who)s avec %(total)s", **result)
        return say("Gagnée par %(who)s avec %(total)s", who=names(self.best), total=self.total)

    @property
    def moment(self) -> datetime:
        """When it was last played; of a match that was noted or put right days later, the day it was played."""
        if self.match.over and (self.match.changed_at - self.match.created_at).days:
            return self.match.created_at
        return self.match.changed_at

    @property
    def name_forms(self) -> Mapping[str, tuple[str, ...]]:
        """The forms of the sides' names for narrow places, by the name."""
        return name_forms(tuple(self.totals))

    @property
    def sides(self) -> list[CardSide]:
        return [
            CardSide(side, total, self.colours.get(side, seat), side in self.best)
            for seat, (side, total) in enumerate(self.totals.items())
        ]
