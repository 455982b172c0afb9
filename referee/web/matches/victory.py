"""The end of a match: podium, chart, story, a text to send, and the same as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

import flask_babel
from flask import Blueprint, Response, abort, render_template

from referee.game_definition.sheet import Sheet
from referee.matches.match_story import MatchStory, match_story
from referee.matches.stopped_match import is_stopped_early, stop_in_words
from referee.store.evenings.evenings import match_after
from referee.store.matches.match_day import day_of
from referee.store.matches.record_queries import records_at
from referee.web.access.permissions import match_or_404
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.presenters.result_picture import picture_of
from referee.web.matches.presenters.side_view import SideView
from referee.web.matches.score_chart import Chart, running_totals
from referee.words import Text, say, say_n
from referee.words import names as listed
from referee.words.line_breaks import on_one_line

pages = Blueprint("results", __name__, url_prefix="/matches/<public_id>")

STEPS = 3
LONGEST_SITTING = timedelta(hours=12)
"""A longer match had pauses: its duration says nothing."""
SIDES_ON_A_STEP = 4
"""On the page."""
LONG_NAME, LONG_CROWN = 9, 11
"""Signs of a name, and of all winners' names, that still stand in large letters."""
ONE_DIGIT = 9
LONGEST_PART = 12
"""Signs of a part of a name for which a step of the podium has room."""


@dataclass(frozen=True, slots=True)
class NameOnStep:
    """``is_long``: it needs smaller letters; ``forms``: shorter ones too where a part is too long for a step."""

    side: str
    is_long: bool
    forms: Sequence[str]


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium: the place, who share it, their total, and the forms of their names."""

    place: int
    sides: tuple[str, ...]
    total: int
    forms: Mapping[str, Sequence[str]]

    @property
    def names_on_step(self) -> list[NameOnStep]:
        """The sides that there is room for."""
        return [NameOnStep(side, len(side) > LONG_NAME, self._forms(side)) for side in self.sides[:SIDES_ON_A_STEP]]

    def _forms(self, side: str) -> Sequence[str]:
        longest = max(map(len, side.replace("-", "- ").split()), default=0)
        return self.forms[side] if longest > LONGEST_PART else (side,)

    @property
    def hidden(self) -> int:
        """The number of the others."""
        return len(self.sides) - len(self.names_on_step)

    @property
    def shared(self) -> bool:
        return len(self.sides) > 1


@dataclass(frozen=True)
class Victory:
    view: MatchView

    @property
    def anybody_won(self) -> bool:
        """Whether anybody won: a match stopped before the end of its first deal has no winner."""
        return bool(self.sheet.winners)

    @property
    def crown(self) -> str:
        """The winners' names."""
        return ", ".join(self.sheet.winners)

    @property
    def is_long_crown(self) -> bool:
        return len(self.crown) > LONG_CROWN

    @property
    def ranking(self) -> list[SideView]:
        """The sides by their place."""
        return sorted(self.view.sides, key=lambda side: side.place)

    @property
    def has_wide_places(self) -> bool:
        """Whether a place may have two digits."""
        return len(self.ranking) > ONE_DIGIT

    @property
    def page(self) -> str:
        """The page that it is to open pages: "past" once another match has begun, to which it does not pass on."""
        return "match" if match_after(self.view.stored_match) is None else "past"

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet

    @property
    def kicker(self) -> Text:
        """The words above the winners' names."""
        shared = len(self.sheet.winners) > 1
        if self.stopped and not self.is_declared:
            return self.stop
        return say("Victoire partagée") if shared else say("Victoire")

    @property
    def stopped(self) -> bool:
        """Whether the match was ended before the deals or the points that its game ends with."""
        return is_stopped_early(self.view.game, self.view.state.table, self.view.current[-1].entry)

    @property
    def is_declared(self) -> bool:
        """Whether the table said, as it stopped, that the first place has won."""
        return bool(self.view.current[-1].entry.get("won"))

    @property
    def stop(self) -> Text:
        """That the match was stopped, after how many deals."""
        return say("Partie %(stopped)s", stopped=self._after)

    @property
    def _after(self) -> Text:
        deals = sum(row.complete for row in self.sheet.rounds)
        return stop_in_words(deals, self.view.game.ending(self.view.state.table).deals)

    @property
    def steps(self) -> tuple[PodiumStep, ...]:
        """The first three places; equal sides share a step, so there may be fewer."""
        level = ((self.sheet.places[sides[0]], sides) for sides in self.sheet.ranking)
        forms, totals = self.view.name_forms, self.sheet.totals
        return tuple(PodiumStep(place, sides, totals[sides[0]], forms) for place, sides in level if place <= STEPS)

    @cached_property
    def story(self) -> MatchStory:
        return match_story(self.view.game, self.view.state.table, self.sheet)

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The story, and who played for whom."""
        return (*self.story.sentences, *self.relays)

    @property
    def relays(self) -> tuple[Text, ...]:
        """Who played for whom."""
        relays = dict.fromkeys((by, seat) for row in self.sheet.rounds for seat, by in row.stand_ins.items())
        return tuple(say("%(by)s a joué pour %(player)s.", by=by, player=seat) for by, seat in relays)

    @cached_property
    def chart(self) -> Chart | None:
        return running_totals(self.sheet, self.view.colours)

    @property
    def turn(self) -> tuple[float, float] | None:
        """The turning point of the match in the chart, on the winner's line."""
        if self.chart is None or self.story.turning_row is None:
            return None
        total = self.sheet.rounds[self.story.turning_row].totals[self.sheet.winners[0]]
        return self.chart.scale.x(self.story.turning_row + 1), self.chart.scale.y(total)

    @property
    def lasted(self) -> tuple[Text, ...]:
        """The duration of a match without pauses, and its number of deals."""
        match, last = self.view.stored_match, self.view.length - 1
        deals = sum(row.complete for row in self.sheet.rounds)
        spans = [say_n("%(n)s donne", "%(n)s donnes", deals)] if deals else []
        ended = records_at(match.id, (last,)).get(last)
        took = ended.recorded_at - match.created_at if ended else timedelta()
        minutes = round(took.total_seconds() / 60)
        if minutes > 0 and took < LONGEST_SITTING:
            hours, rest = divmod(minutes, 60)
            long = say("%(hours)s h %(minutes)s", hours=hours, minutes=f"{rest:02}")
            spans.insert(0, long if hours else say("%(minutes)s min", minutes=minutes))
        return tuple(spans)

    def ended_by(self, position: str | int | None) -> bool:
        """Whether the record at this position, as an address names it, ended the match."""
        last = self.view.length - 1  # a correction is no entry of its own, nor is what takes one back
        return str(position) == str(last) and last == self.view.current[-1].position

    @property
    def file_name(self) -> str:
        return f"{self.view.game.id}-{self._day}.png"

    @property
    def day(self) -> str:
        """The day of its evening with the year, in the reader's language."""
        return on_one_line(flask_babel.format_date(self._day, "d MMM y"))

    @cached_property
    def _day(self) -> date:
        return day_of(self.view.stored_match.evening_id, self.view.stored_match.created_at)

    @property
    def text(self) -> Text:
        return say("%(game)s, %(day)s : %(result)s.", game=self.view.name, day=self.day, result=self._result())

    def _result(self) -> Text:
        winners, totals = self.sheet.winners, self.sheet.totals
        if not winners:
            return say("pas de vainqueur")
        who = listed(winners)
        total = self.view.game.total_in_words(self.view.state.table.rules, totals[winners[0]])
        if len(winners) > 1:
            won = say("%(who)s se partagent la victoire avec %(total)s", who=who, total=total)
            if self.stopped and not self.is_declared:
                won = say("%(who)s sont à égalité avec %(total)s", who=who, total=total)
        else:
            people = len(self.view.players_of(winners[0]))
            won = say_n("%(who)s gagne avec %(total)s", "%(who)s gagnent avec %(total)s", people, who=who, total=total)
            if self.stopped and not self.is_declared:
                won = say_n(
                    "%(who)s est en tête avec %(total)s",
                    "%(who)s sont en tête avec %(total)s",
                    people,
                    who=who,
                    total=total,
                )
        for side in (side for level in self.sheet.ranking[1:] for side in level):
            won = say("%(before)s, %(side)s %(total)s", before=won, side=side, total=totals[side])
        return say("partie %(stopped)s, %(result)s", stopped=self._after, result=won) if self.stopped else won


@pages.app_template_global()
def victory_of(view: MatchView) -> Victory:
    return Victory(view)


@pages.get("/result.svg")
def picture(public_id: str) -> Any:
    """The picture of a finished match; 404 for another."""
    view = match_view(match_or_404(public_id))
    if not view.state.over:
        abort(404)
    victory = Victory(view)
    drawn = render_template("matches/result.svg", victory=victory, picture=picture_of(victory))
    return Response(drawn, mimetype="image/svg+xml")
