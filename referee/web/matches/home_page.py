"""The home page: matches going on, a new match, the rules, the last evenings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from referee.matches.log import replay
from referee.store.club.clubs import Present, clubs_of, one_match
from referee.store.match.evenings import winners_of
from referee.store.match.matches import StoredMatch, finished_matches, logs_of, open_matches, setup_of
from referee.store.models import Match
from referee.vocabulary.match_course import Played, sheet_of
from referee.web.access.permissions import current_visitor

pages = Blueprint("home", __name__)

AT_ONCE, ALL = 6, 1000
"""So many matches going on stand there with who leads them; beyond them all are folded away, unread."""


@dataclass(frozen=True, slots=True)
class Card:
    """A match with the sides that lead or won it and their total; none before the first row."""

    match: Match
    best: tuple[str, ...]
    total: int | None


@pages.get("/")
def show() -> str:
    visitor = current_visitor()
    going_on, finished = _matches(visitor) if visitor else ([], [])
    others = [Card(match, (), None) for match in going_on[AT_ONCE:]]
    return render_template(
        "matches/home.html",
        going_on=_leading(going_on[:AT_ONCE]),
        others=others,
        finished=_won(finished),
        visitor=visitor,
        clubs=clubs_of(visitor.device.id) if visitor else [],
    )


def _matches(visitor: Present) -> tuple[Sequence[Match], Sequence[Match]]:
    """The matches going on and those finished last; for a device let into one match, that one."""
    if visitor.only is not None:
        only = one_match(visitor.only)
        return [match for match in only if not match.over], [match for match in only if match.over]
    return open_matches(visitor.club.id, ALL), finished_matches(visitor.club.id, 4)


def _leading(matches: Sequence[Match]) -> list[Card]:
    """The matches going on, each with who leads it."""
    logs = logs_of(matches)
    cards = []
    for match in matches:
        setup = setup_of(match)
        _, played = replay(setup, StoredMatch(match, setup, logs[match.id]).log)
        sheet = sheet_of(setup.game, played) if isinstance(played, Played) and played.rounds else None
        best = sheet.ranking[0] if sheet else ()
        cards.append(Card(match, best, sheet.totals[best[0]] if sheet else None))
    return cards


def _won(matches: Sequence[Match]) -> list[Card]:
    """The matches that are over, each with who won it, from what is kept beside their logs."""
    best = winners_of([match.id for match in matches])
    won = ((match, best.get(match.id, {})) for match in matches)
    return [Card(match, tuple(totals), next(iter(totals.values()), None)) for match, totals in won]
