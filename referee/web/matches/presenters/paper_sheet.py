"""What heads and ends a sheet on paper: who won, when, and who played for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask_babel

from referee.store.matches.match_day import day_of
from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.side_view import SideView
from referee.web.matches.victory import Victory
from referee.words import Text, names, say_n
from referee.words.line_breaks import on_one_line


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """``title``: who won, else the name of the match; ``sides``: by the places; ``lasted``: how long, or its deal."""

    title: Text | str
    game: Text | str
    sides: Sequence[SideView]
    day: str
    lasted: Sequence[Text]
    relays: Sequence[Text]


def paper_sheet(view: MatchView) -> PaperSheet:
    victory = Victory(view)
    day = day_of(view.stored_match.evening_id, view.stored_match.created_at)
    return PaperSheet(
        title=_title(view, victory),
        game=view.name,
        sides=victory.ranking,
        day=on_one_line(flask_babel.format_date(day, "full")),
        lasted=victory.lasted if view.state.over else (view.deal_number,),
        relays=victory.relays,
    )


def _title(view: MatchView, victory: Victory) -> Text | str:
    """Who won; the name of a match that goes on, or that nobody won."""
    if not view.state.over or not victory.anybody_won or (victory.stopped and not victory.is_declared):
        return view.name
    winners = view.sheet.winners
    people = sum(len(view.players_of(winner)) for winner in winners)
    return say_n("%(who)s gagne", "%(who)s gagnent", people, who=names(winners))
