"""The end of a match: podium, chart, story, a text to send, and the same as a picture.

The picture is an SVG of plain shapes, of which a phone makes a PNG.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from referee.web.matches.presenters.side_view import SideView
from referee.web.matches.score_chart import LETTER, Chart, running_totals, shortened, width_of
from referee.web.rendering.page_language import written
from referee.words import Text, say, say_n
from referee.words import names as listed
from referee.words.line_breaks import on_one_line

pages = Blueprint("results", __name__, url_prefix="/matches/<public_id>")

STEPS = 3
LONGEST_SITTING = timedelta(hours=12)
"""A longer match had pauses: its duration says nothing."""
FELT = (
    "#86d6a0", "#ff9b8d", "#e7c568", "#8fbfff", "#d9a5f0", "#c3ccd8",
    "#ffb27a", "#74d3d8", "#ff9ccb", "#d8b094", "#c5d36b", "#b3b5ff",
)  # fmt: skip
"""The colours of the players on felt, as the style sheet has them: a picture has no style sheet."""

GROUND = "#0c1a13"
DEPTH = 0.42
"""The share of its colour in a step of the podium; the rest is the ground."""

WIDTH, MARGIN = 720, 48
FOOT, STEP_WIDTH = 620, 196
HEIGHTS, LEFT_TO_RIGHT = {1: 220, 2: 160, 3: 120}, {2: 0, 1: 1, 3: 2}
CHART_TOP, CHART_SCALE = 660, 1.82
ROW, LINE = 46, 34
NAMES_ON_A_STEP = 3
"""In the picture."""
SIDES_ON_A_STEP = 4
"""On the page."""
LONG_NAME, LONG_CROWN = 9, 11
"""Signs of a name, and of all winners' names, that still stand in large letters."""


@dataclass(frozen=True, slots=True)
class NameOnStep:
    """``is_long``: it needs smaller letters."""

    side: str
    is_long: bool


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium: the place, who share it, and their total."""

    place: int
    sides: tuple[str, ...]
    total: int

    @property
    def shown(self) -> list[NameOnStep]:
        """The sides that there is room for."""
        return [NameOnStep(side, len(side) > LONG_NAME) for side in self.sides[:SIDES_ON_A_STEP]]

    @property
    def hidden(self) -> int:
        """The number of the others."""
        return len(self.sides) - len(self.shown)

    @property
    def shared(self) -> bool:
        return len(self.sides) > 1


@dataclass(frozen=True)
class Victory:
    view: MatchView

    @property
    def won(self) -> bool:
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
    def page(self) -> str:
        """The page that it is to open pages: "past" once another match has begun, to which it does not pass on."""
        return "match" if match_after(self.view.stored) is None else "past"

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet

    @property
    def kicker(self) -> Text:
        """The words above the winners' names."""
        shared = len(self.sheet.winners) > 1
        if self.stopped and not self.declared:
            return self.stop
        return say("Victoire partagée") if shared else say("Victoire")

    @property
    def stopped(self) -> bool:
        """Whether the match was ended before the deals or the points that its game ends with."""
        return is_stopped_early(self.view.game, self.view.state.table, self.view.current[-1].entry)

    @property
    def declared(self) -> bool:
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
        return tuple(PodiumStep(place, sides, self.sheet.totals[sides[0]]) for place, sides in level if place <= STEPS)

    @cached_property
    def story(self) -> MatchStory:
        return match_story(self.view.game, self.view.state.table, self.sheet)

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The story, and who played for whom."""
        relays = dict.fromkeys((by, seat) for row in self.sheet.rounds for seat, by in row.stand_ins.items())
        return (
            *self.story.sentences,
            *(say("%(by)s a joué pour %(player)s.", by=by, player=seat) for by, seat in relays),
        )

    @cached_property
    def chart(self) -> Chart | None:
        return running_totals(self.sheet, self.view.colours)

    @property
    def turn(self) -> tuple[float, float] | None:
        """The turning point of the match in the chart, on the winner's line."""
        if self.chart is None or self.story.turn is None:
            return None
        total = self.sheet.rounds[self.story.turn].totals[self.sheet.winners[0]]
        return self.chart.scale.x(self.story.turn + 1), self.chart.scale.y(total)

    @property
    def lasted(self) -> tuple[Text, ...]:
        """The duration of a match without pauses, and its number of deals."""
        match, last = self.view.stored, self.view.length - 1
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
        """The day of its evening, short, in the reader's language."""
        return on_one_line(flask_babel.format_date(self._day, "d MMM"))

    @cached_property
    def _day(self) -> date:
        return day_of(self.view.stored.evening_id, self.view.stored.created_at)

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
            if self.stopped and not self.declared:
                won = say("%(who)s sont à égalité avec %(total)s", who=who, total=total)
        else:
            people = len(self.view.players_of(winners[0]))
            won = say_n("%(who)s gagne avec %(total)s", "%(who)s gagnent avec %(total)s", people, who=who, total=total)
            if self.stopped and not self.declared:
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
    drawn = render_template("matches/result.svg", **svg_variables(victory))
    return Response(drawn, mimetype="image/svg+xml")


@dataclass(frozen=True, slots=True)
class Block:
    """A step of the podium as it is drawn, with the names as far as they fit."""

    x: float
    y: float
    height: int
    fill: str
    edge: str
    names: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PodiumRow:
    """A line of the ranking under the chart, for a side that is on no step."""

    y: float
    place: int
    name: str
    total: int
    fill: str


def svg_variables(victory: Victory) -> dict[str, Any]:
    """The variables of ``matches/result.svg``."""
    chart_foot = CHART_TOP + (round(victory.chart.height * CHART_SCALE) + 20 if victory.chart else -20)
    on_podium = {side for step in victory.steps for side in step.sides} if victory.sheet.winners else set()
    others = [side for side in victory.ranking if side.name not in on_podium]
    rows = [
        PodiumRow(
            chart_foot + 24 + number * ROW, side.place, fitting(side.name, 460, 26), side.total,
            FELT[victory.view.colours[side.name]],
        )
        for number, side in enumerate(others)
    ]  # fmt: skip
    lines = list(sentence_lines(map(written, victory.sentences)))
    first_line = chart_foot + 30 + len(rows) * ROW
    crown = victory.crown
    return {
        "victory": victory,
        "width": WIDTH,
        "margin": MARGIN,
        "height": first_line + len(lines) * LINE + 40,
        "crown": fitting(crown, WIDTH - 2 * MARGIN, 44),
        "crown_size": min(84, max(44, int(84 * 560 / max(width_of(crown) * 84 / LETTER, 560)))),
        "blocks": list(_blocks(victory)),
        "foot": FOOT,
        "chart_at": (MARGIN, CHART_TOP, CHART_SCALE),
        "rows": rows,
        "lines": [(first_line + number * LINE, begins, line) for number, (begins, line) in enumerate(lines)],
        "felt": FELT,
        "ground": GROUND,
    }


def _blocks(victory: Victory) -> Iterator[Block]:
    """The steps, the first place in the middle."""
    steps = victory.steps if victory.sheet.winners else ()
    left = (WIDTH - len(steps) * (STEP_WIDTH + 12) + 12) / 2
    for number, step in enumerate(sorted(steps, key=lambda step: LEFT_TO_RIGHT[step.place])):
        edge = FELT[victory.view.colours[step.sides[0]]] if len(step.sides) == 1 else FELT[2]
        names = [fitting(side, STEP_WIDTH - 20, 26) for side in step.sides[:NAMES_ON_A_STEP]]
        if len(step.sides) > NAMES_ON_A_STEP:
            names.append(f"+ {len(step.sides) - NAMES_ON_A_STEP}")
        height = HEIGHTS[step.place] + 32 * (len(names) - 1)
        x = left + number * (STEP_WIDTH + 12)
        yield Block(x, FOOT - height, height, mixed(edge), edge, tuple(names), step.total)


def sentence_lines(sentences: Iterable[str]) -> Iterator[tuple[bool, str]]:
    """The lines of the story; True for the first of a sentence."""
    for sentence in sentences:
        for number, line in enumerate(wrapped(sentence, WIDTH - 2 * MARGIN - 36, 24)):
            yield number == 0, line


def fitting(text: str, room: float, size: float) -> str:
    return shortened(text, room * LETTER / size)


def wrapped(text: str, room: float, size: float) -> Iterator[str]:
    """A text in lines no wider than ``room``; a word wider than a line is cut.

    >>> list(wrapped("Ana a mené 11 donnes sur 19.", 150, 24))
    ['Ana a', 'mené 11', 'donnes sur', '19.']
    """
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer) * size / LETTER > room:
            yield fitting(line, room, size)
            longer = word
        line = longer
    yield fitting(line, room, size)


def mixed(colour: str) -> str:
    """A player's colour mixed with the ground, as a background for white letters.

    >>> mixed("#86d6a0")
    '#3f694e'
    """
    own, ground = (bytes.fromhex(hexadecimal[1:]) for hexadecimal in (colour, GROUND))
    return "#" + bytes(round(DEPTH * part + (1 - DEPTH) * under) for part, under in zip(own, ground)).hex()
