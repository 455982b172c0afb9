"""The end of a match as its page and its picture show it: podium, curve, story, a text to send."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

import flask_babel

from referee.game_definition.sheet import Sheet
from referee.local_time import local_day
from referee.matches.match_story import Story, match_story
from referee.store.matches.log_pages import records_at
from referee.web.matches.match_view import MatchView
from referee.web.matches.score_chart import Chart, running_totals
from referee.words import Text, names, say, say_n
from referee.words.line_breaks import on_one_line

STEPS = 3
LONGEST_SITTING = timedelta(hours=12)
"""What took longer was not played in one go: how long it took says nothing."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium: the place, who share it, and their total."""

    place: int
    sides: tuple[str, ...]
    total: int


@dataclass(frozen=True)
class Victory:
    """A finished match."""

    view: MatchView

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet

    @property
    def kicker(self) -> Text:
        """What stands above the winners' names."""
        return say("Victoire partagée") if len(self.sheet.winners) > 1 else say("Victoire")

    @property
    def steps(self) -> tuple[PodiumStep, ...]:
        """The first three places; equals share a step, so there may be fewer."""
        level = ((self.sheet.places[sides[0]], sides) for sides in self.sheet.ranking)
        return tuple(PodiumStep(place, sides, self.sheet.totals[sides[0]]) for place, sides in level if place <= STEPS)

    @cached_property
    def story(self) -> Story:
        return match_story(self.view.game, self.view.state.table, self.sheet)

    @cached_property
    def chart(self) -> Chart | None:
        return running_totals(self.sheet, self.view.colours)

    @property
    def turn(self) -> tuple[float, float] | None:
        """Where the turning point lies in the chart: on the winner's line."""
        if self.chart is None or self.story.turn is None:
            return None
        total = self.sheet.rounds[self.story.turn].totals[self.sheet.winners[0]]
        return self.chart.scale.x(self.story.turn + 1), self.chart.scale.y(total)

    @property
    def lasted(self) -> tuple[Text, ...]:
        """How long it took, where it was played in one go, and of how many deals it was."""
        match, last = self.view.stored.match, self.view.length - 1
        deals = sum(row.complete for row in self.sheet.rounds)
        spans = [say_n("%(n)s donne", "%(n)s donnes", deals)] if deals else []
        ended = records_at(match.id, (last,)).get(last)
        took = ended.recorded_at - match.created_at if ended else timedelta()
        minutes = round(took.total_seconds() / 60)
        if minutes > 0 and took < LONGEST_SITTING:
            spans.insert(0, _lasting(*divmod(minutes, 60)))
        return tuple(spans)

    def ended_by(self, position: str | int | None) -> bool:
        """Whether the record at this position, as an address names it, is the last one and ended the match."""
        last = self.view.length - 1  # a correction is no entry of its own, nor is what takes one back
        return str(position) == str(last) and last == self.view.current[-1].position

    @property
    def file_name(self) -> str:
        """What the picture is called where it is kept."""
        return f"{self.view.game.id}-{local_day(self.view.stored.match.created_at)}.png"

    @property
    def day(self) -> str:
        """When it was begun, short, in the reader's language."""
        began = local_day(self.view.stored.match.created_at)
        return on_one_line(flask_babel.format_date(began, "d MMM"))

    @property
    def text(self) -> Text:
        """The result in one sentence, to be sent."""
        return say("%(game)s, %(day)s : %(result)s.", game=self.view.name, day=self.day, result=self._result())

    def _result(self) -> Text:
        winners, totals = self.sheet.winners, self.sheet.totals
        if not winners:
            return say("pas de vainqueur")
        who, total = names(winners), totals[winners[0]]
        if len(winners) > 1:
            won = say("%(who)s se partagent la victoire avec %(total)s", who=who, total=total)
        else:
            people = next(len(side.players) for side in self.view.state.table.sides if side.name == winners[0])
            won = say_n("%(who)s gagne avec %(total)s", "%(who)s gagnent avec %(total)s", people, who=who, total=total)
        for side in (side for level in self.sheet.ranking[1:] for side in level):
            won = say("%(before)s, %(side)s %(total)s", before=won, side=side, total=totals[side])
        return won


def _lasting(hours: int, minutes: int) -> Text:
    if not hours:
        return say("%(minutes)s min", minutes=minutes)
    return say("%(hours)s h %(minutes)s", hours=hours, minutes=f"{minutes:02}")
