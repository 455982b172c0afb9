"""The home page: matches going on, a new match, the rules, the last evenings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from referee.games.play import Played, sheet_of
from referee.matches.log import replay
from referee.store.clubs import Present, clubs_of, one_match
from referee.store.evenings import winners_of
from referee.store.matches import Kept, finished_matches, logs_of, open_matches, setup_of
from referee.store.models import Match
from referee.web.access import current

__all__ = ["pages"]

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
    here = current()
    going_on, finished = _matches(here) if here else ([], [])
    others = [Card(match, (), None) for match in going_on[AT_ONCE:]]
    return render_template(
        "home.html", going_on=_leading(going_on[:AT_ONCE]), others=others, finished=_won(finished), here=here,
        clubs=clubs_of(here.device.id) if here else [],
    )  # fmt: skip


def _matches(here: Present) -> tuple[Sequence[Match], Sequence[Match]]:
    """The matches going on and those finished last; for a device let into one match, that one."""
    if here.only is not None:
        only = one_match(here.only)
        return [match for match in only if not match.over], [match for match in only if match.over]
    return open_matches(here.club.id, ALL), finished_matches(here.club.id, 4)


def _leading(matches: Sequence[Match]) -> list[Card]:
    """The matches going on, each with who leads it."""
    logs = logs_of(matches)
    found = []
    for match in matches:
        setup = setup_of(match)
        _, one = replay(setup, Kept(match, setup, logs[match.id]).log)
        sheet = sheet_of(setup.game, one) if isinstance(one, Played) and one.rounds else None
        best = sheet.ranking[0] if sheet else ()
        found.append(Card(match, best, sheet.totals[best[0]] if sheet else None))
    return found


def _won(matches: Sequence[Match]) -> list[Card]:
    """The matches that are over, each with who won it, from what is kept beside their logs."""
    best = winners_of([match.id for match in matches])
    found = []
    for match in matches:
        won = best.get(match.id, {})
        found.append(Card(match, tuple(won), next(iter(won.values()), None)))
    return found
