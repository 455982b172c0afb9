"""The home page: matches going on, a new match, the rules, the last evenings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template

from referee.games.play import Played, sheet_of
from referee.store.clubs import Present, clubs_of, one_match
from referee.store.matches import open_matches, recent_matches, setup_of, totals_now
from referee.store.models import Match
from referee.web.access import current

__all__ = ["pages"]

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    here = current()
    going_on, finished = _matches(here) if here else ([], [])
    return render_template(
        "home.html", going_on=_leading(going_on), finished=_leading(finished), here=here,
        clubs=clubs_of(here.device.id) if here else [],
    )  # fmt: skip


def _matches(here: Present) -> tuple[Sequence[Match], Sequence[Match]]:
    """The matches going on and those finished last; for a device let into one match, that one."""
    if here.only is not None:
        only = one_match(here.only)
        return [match for match in only if not match.over], [match for match in only if match.over]
    finished = [match for match in recent_matches(here.club.id, 8) if match.over][:4]
    return open_matches(here.club.id, 6), finished


def _leading(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """Each match with who leads it, and how many rounds it has."""
    played = totals_now(matches)
    found = []
    for match in matches:
        setup, one = setup_of(match), played[match.id]
        sheet = sheet_of(setup.game, one) if isinstance(one, Played) else None
        found.append({"match": match, "game": setup.game, "sheet": sheet})
    return found
