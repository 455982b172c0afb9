"""The account of an evening, to send: one text and one picture of who won what, who won the evening, what fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask_babel

from referee.store.database.models import Evening, Match
from referee.store.evenings.evenings import Winner
from referee.store.matches.stored_match import name_of, stop_of
from referee.web.evenings.evening_story import EveningPlace, EveningStory
from referee.web.matches.victory import GROUND, LINE, MARGIN, ROW, WIDTH, fitting, sentence_lines
from referee.web.rendering.page_language import written
from referee.words import Text, say
from referee.words import names as listed

HEAD, MOST_WON, MOST_PLACES = 250, 12, 8
"""Pixels above the matches of a picture; matches and people in it."""


@dataclass(frozen=True, slots=True)
class WonMatch:
    """A finished match: the name of its game, who won it, and their total."""

    name: str
    winners: str
    total: int

    @property
    def text(self) -> Text:
        return say("%(game)s : %(who)s, %(total)s", game=self.name, who=self.winners, total=self.total)


@dataclass(frozen=True, slots=True)
class Account:
    """An evening as it is told to those who were not there."""

    evening: Evening
    won: Sequence[WonMatch]
    story: EveningStory

    @property
    def title(self) -> str:
        return self.evening.title or self.day

    @property
    def day(self) -> str:
        """The day of the evening, in the reader's language."""
        return str(flask_babel.format_date(self.evening.day, "EEEE d MMMM yyyy"))

    @property
    def places(self) -> list[str]:
        """The standing: each player's matches won of those played."""
        return [written(_won(place)) for place in self.story.standing]

    @property
    def sentences(self) -> list[str]:
        return [written(sentence) for sentence in self.story.sentences]

    @property
    def lines(self) -> list[str]:
        """The text, line by line."""
        head = f"{self.evening.title}, {self.day}" if self.evening.title else self.day
        return [head, *(written(match.text) for match in self.won), *self.sentences, " · ".join(self.places)]


def _won(place: EveningPlace) -> Text:
    name, won, played = place.player.name, place.won, place.played
    return say("%(player)s : %(won)s sur %(played)s", player=name, won=won, played=played)


def _won_match(match: Match, winners: Mapping[str, Winner]) -> WonMatch:
    best, name = next(iter(winners.values())), name_of(match)
    name = say("%(game)s (%(stopped)s)", game=name, stopped=stop_of(match, best.deals)) if best.stopped else name
    return WonMatch(written(name), written(listed(list(winners))), best.total)


def account_of(
    evening: Evening, matches: Sequence[Match], winners: Mapping[int, Mapping[str, Winner]], story: EveningStory
) -> Account | None:
    """The account of an evening; None while none of its matches is won. ``winners``: by the ids of the matches."""
    won = [_won_match(match, winners[match.id]) for match in matches if match.id in winners]
    return Account(evening, won, story) if won else None


def svg_variables(account: Account) -> dict[str, Any]:
    """The variables of ``evenings/account.svg``: each line with its height in the picture."""
    room = WIDTH - 2 * MARGIN
    rows = [
        (fitting(f"{match.name} · {match.winners}", room - 110, 26), match.total) for match in account.won[:MOST_WON]
    ]
    below = HEAD + len(rows) * ROW
    lines = list(sentence_lines((*account.sentences, " · ".join(account.places[:MOST_PLACES]))))
    champion = account.story.champion
    return {
        "account": account,
        "width": WIDTH,
        "height": below + 30 + len(lines) * LINE + 40,
        "crown": fitting(champion.name, room, 64) if champion else "",
        "title": fitting(account.title, room, 30),
        "rows": [(HEAD + number * ROW, name, total) for number, (name, total) in enumerate(rows)],
        "lines": [(below + 30 + number * LINE, begins, line) for number, (begins, line) in enumerate(lines)],
        "ground": GROUND,
    }
