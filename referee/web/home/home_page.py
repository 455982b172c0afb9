"""The home page: the matches going on, the games to begin another, the last matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, render_template, request

from referee.game_definition.match_course import sheet_of
from referee.store.clubs.clubs import Present, clubs_of, one_match
from referee.store.database.match_summary_query import MatchRow
from referee.store.database.models import Match
from referee.store.evenings.evenings import winners_of
from referee.store.evenings.recycle_bin import deleted_match
from referee.store.matches.matches import (
    StoredMatch,
    finished_matches,
    how_many_open,
    open_matches,
    people_of,
    stored_matches,
)
from referee.store.matches.rematch import same_table
from referee.store.matches.seat_colours import colours_of, table_colours
from referee.web.access.permissions import current_visitor
from referee.web.new_match.new_match_pages import games_by_recency

pages = Blueprint("home", __name__)

AT_ONCE, FOLDED, AT_HAND = 3, 50, 6
"""So many matches going on stand there with who leads them; so many more are folded away, unread, and the others stand
on pages of their own. So many games are at hand, those played last; the others are folded away.
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A match with the sides that lead or won it and their total (none before the first row), and its players' colours.

    ``deal``: the deal that is being played; None where the log was not read.
    """

    match: Match | MatchRow
    best: tuple[str, ...] = ()
    total: int | None = None
    deal: int | None = None
    colours: Mapping[str, int] = field(default_factory=dict)


@pages.get("/")
def show() -> str:
    visitor = current_visitor()
    if visitor and visitor.only is None and "before" in request.args:
        return _earlier(visitor, request.args["before"])
    going_on, finished = _matches(visitor) if visitor else ([], [])
    following = visitor is not None and len(going_on) > AT_ONCE + FOLDED
    read = stored_matches([match.id for match in (*going_on[:AT_ONCE], *finished[:1])])
    last = max(read.values(), key=lambda stored: stored.match.changed_at, default=None)
    colours = _colours([*going_on[:AT_ONCE], *finished])
    keeps = visitor is None or visitor.keeps
    return render_template(
        "home/home.html",
        going_on=[_leading(read[match.id], colours[match.id]) for match in going_on[:AT_ONCE]],
        others=[Card(match) for match in going_on[AT_ONCE : AT_ONCE + FOLDED]],
        unfolded=how_many_open(visitor.club.id) - AT_ONCE if visitor and following else len(going_on) - AT_ONCE,
        following=going_on[AT_ONCE + FOLDED - 1].public_id if following else None,
        finished=_won(finished, colours),
        visitor=visitor,
        clubs=clubs_of(visitor.device.id) if visitor else [],
        games=games_by_recency() if keeps else [],
        at_hand=AT_HAND,
        again=same_table(last) if last and keeps else None,
        gone=_gone(visitor),
    )


def _earlier(visitor: Present, before: str) -> str:
    """The matches going on that come after one of them, and nothing else."""
    found = open_matches(visitor.club.id, FOLDED + 1, before)
    others, following = [Card(match) for match in found[:FOLDED]], len(found) > FOLDED
    more = found[FOLDED - 1].public_id if following else None
    return render_template("home/home.html", others=others, following=more, visitor=visitor, clubs=[], games=[])


def _matches(visitor: Present) -> tuple[Sequence[Match], Sequence[Match]]:
    """The matches going on and those finished last; for a device let into one match, that one."""
    if visitor.only is not None:
        only = one_match(visitor.only)
        return [match for match in only if not match.over], [match for match in only if match.over]
    return open_matches(visitor.club.id, AT_ONCE + FOLDED + 1), finished_matches(visitor.club.id, 4)


def _colours(matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    """The colours of those who began these matches, by their names; a dummy has none."""
    own = colours_of([match.id for match in matches])
    people = {match.id: people_of(match) for match in matches}
    return {
        match.id: {
            name: colour
            for name, colour in zip(match.players, table_colours(own[match.id], len(match.players)))
            if name in people[match.id]
        }
        for match in matches
    }


def _leading(stored: StoredMatch, colours: Mapping[str, int]) -> Card:
    """A match going on with who leads it."""
    _, played = stored.replayed
    sheet = sheet_of(stored.setup.game, played) if played.rounds else None
    best = sheet.ranking[0] if sheet else ()
    return Card(stored.match, best, sheet.totals[best[0]] if sheet else None, played.state.deal, colours)


def _won(matches: Sequence[Match], colours: Mapping[int, Mapping[str, int]]) -> list[Card]:
    """The matches that are over, each with who won it, from what is kept beside their logs."""
    best = winners_of([match.id for match in matches])
    won = ((match, best.get(match.id, {})) for match in matches)
    return [
        Card(match, tuple(of), next((won.total for won in of.values()), None), colours=colours[match.id])
        for match, of in won
    ]


def _gone(visitor: Present | None) -> Match | None:
    """The match that was thrown away a moment ago, where the address names one that can be brought back."""
    asked = request.args.get("gone")
    return deleted_match(visitor.club.id, asked) if visitor and visitor.keeps and asked else None
