"""The seats of a rematch: who was in at the end, under their present names, the deal passed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.store.matches.stored_match import StoredMatch, is_readable
from referee.store.players.players import names_now

NAMED = 300
"""Matches of a game that show which names the club gives it."""
RECENT = 60
"""Matches of a club that show which games it plays now."""


@dataclass(frozen=True, slots=True)
class SameTable:
    """The people of a table, clockwise, and the dealer; ``match``: the public id of their last match.

    ``teams``: those that the table chose, by the places of their people from 0; none elsewhere.
    """

    match: str
    people: tuple[str, ...]
    dealer: str
    teams: tuple[tuple[int, ...], ...] = ()

    def fits(self, game: Game) -> bool:
        return len(self.people) in game.people


def same_table(stored_match: StoredMatch) -> SameTable | None:
    """The people of a match once more, without dummies; None where nobody is left."""
    table = stored_match.replay.state.table.at_its_end()
    dummies = stored_match.setup.game.dummies(table.rules)
    people = [name for name in table.present if name not in dummies]
    if not people:
        return None
    dealer = table.next_seat(table.dealer)
    while dealer not in people:
        dealer = table.next_seat(dealer)
    names = names_now(stored_match.club_id, stored_match.id, table.players)
    teams = tuple(tuple(map(people.index, team)) for team in stored_match.setup.chosen_teams or ())
    return SameTable(stored_match.public_id, tuple(names[name] for name in people), names[dealer], teams)


def options_at_end(stored_match: StoredMatch) -> dict[str, Any]:
    """The options of a match with the rules that were changed within it, as they hold at its end."""
    setup, rules = stored_match.setup, stored_match.replay.state.rules
    at_end = {option.id: option.value_in(rules) for option in setup.game.options}
    at_first = {option.id: option.value_in(setup.table.rules) for option in setup.game.options}
    return {**setup.options, **{id: value for id, value in at_end.items() if value != at_first[id]}}


def last_match(club_id: int) -> Match | None:
    """The match of the club with the latest change."""
    match: Match | None = db.session.scalar(_latest(club_id, Match).limit(1))
    return match


def last_setup(club_id: int, game_id: str) -> tuple[int, dict[str, Any]]:
    """The number of seats and the options of the club's latest match of a game; 0 and none without one."""
    for row in db.session.execute(_setups(club_id).where(Match.game == game_id).limit(RECENT)):
        if is_readable(row):
            return len(row.players), dict(row.options)
    return 0, {}


def last_options(club_id: int) -> dict[str, dict[str, Any]]:
    """The options of the latest match of each game that the club played lately, the latest game first."""
    options: dict[str, dict[str, Any]] = {}
    for row in db.session.execute(_setups(club_id).limit(RECENT)):
        if row.game not in options and is_readable(row):
            options[row.game] = dict(row.options)
    return options


def setups_by_name(club_id: int, game: Game) -> dict[str, dict[str, Any]]:
    """The options of the club's latest matches of this game by the names that it gave it, the latest first."""
    by_name: dict[str, dict[str, Any]] = {}
    for row in db.session.execute(_setups(club_id).where(Match.game == game.id).limit(NAMED)):
        name = game.own_name(row.options)
        if name and name not in by_name and is_readable(row):
            by_name[name] = dict(row.options)
    return by_name


def games_played(club_id: int) -> Sequence[str]:
    """The ids of the games that the club played lately, the latest first."""
    played = db.session.scalars(_latest(club_id, Match.game).limit(RECENT))
    return [game for game in dict.fromkeys(played) if game in GAMES]


def _setups(club_id: int) -> Select[Any]:
    """The set-ups of the club's matches, that of the latest change first; some may be damaged."""
    return _latest(club_id, Match.game, Match.players, Match.dealer, Match.teams, Match.options, Match.rules_version)


def _latest(club_id: int, *columns: Any) -> Select[Any]:
    """These columns of the club's matches, the match with the latest change first."""
    query = select(*columns).where(Match.club_id == club_id, Match.deleted_at.is_(None))
    return query.order_by(Match.changed_at.desc(), Match.id.desc())
