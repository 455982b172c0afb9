"""The account of an evening, to send: one text and one picture of who won what, who won the evening, what fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import flask_babel

from referee.store.database.models import Evening, Match
from referee.store.evenings.evenings import Winner
from referee.store.matches.stored_match import name_of, stop_of
from referee.web.evenings.evening_story import EveningPlace, EveningStory
from referee.web.matches.presenters.result_picture import (
    GROUND,
    LINE,
    MARGIN,
    ROW,
    ROW_SIZE,
    WIDTH,
    SentenceLine,
    in_lines,
    sentence_lines,
    width_at,
)
from referee.web.rendering.name_forms import fitting_form, name_forms
from referee.web.rendering.page_language import localize
from referee.words import Text, say
from referee.words import names as listed

HEAD, MOST_WON, MOST_PLACES = 250, 12, 8
"""Pixels above the matches of a picture; matches and people in it."""
CROWN_SIZE, TITLE_SIZE, TITLE_LINE = 64, 30, 36


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
    wins: Sequence[WonMatch]
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
        return [localize(_matches_won(place)) for place in self.story.standing]

    @property
    def sentences(self) -> list[str]:
        return [localize(sentence) for sentence in self.story.sentences]

    @property
    def lines(self) -> list[str]:
        """The text, line by line."""
        head = f"{self.evening.title}, {self.day}" if self.evening.title else self.day
        return [head, *(localize(match.text) for match in self.wins), *self.sentences, " · ".join(self.places)]


def _matches_won(place: EveningPlace) -> Text:
    name, wins, played = place.player.name, place.wins, place.played
    return say("%(player)s : %(won)s sur %(played)s", player=name, won=wins, played=played)


def _won_match(match: Match, winners: Mapping[str, Winner]) -> WonMatch:
    best, name = next(iter(winners.values())), name_of(match)
    name = say("%(game)s (%(stopped)s)", game=name, stopped=stop_of(match, best.deals)) if best.stopped else name
    return WonMatch(localize(name), localize(listed(list(winners))), best.total)


def account_of(
    evening: Evening, matches: Sequence[Match], winners: Mapping[int, Mapping[str, Winner]], story: EveningStory
) -> Account | None:
    """The account of an evening; None while none of its matches is won. ``winners``: by the ids of the matches."""
    wins = [_won_match(match, winners[match.id]) for match in matches if match.id in winners]
    return Account(evening, wins, story) if wins else None


@dataclass(frozen=True, slots=True)
class WonLine:
    """A line about a finished match; ``total``: in its last line, else None."""

    y: float
    words: str
    total: int | None


@dataclass(frozen=True, slots=True)
class AccountPicture:
    """All that is drawn of an account; ``day_y``, ``crown_y``: where the letters of the day and of the winner stand."""

    title: Sequence[str]
    day_y: float
    crown: str
    crown_y: float
    wins: Sequence[WonLine]
    sentences: Sequence[SentenceLine]
    height: float
    width: int = WIDTH
    ground: str = GROUND


def picture_of(account: Account) -> AccountPicture:
    room = WIDTH - 2 * MARGIN
    title = list(in_lines(account.title.split(" "), " ", room, TITLE_SIZE))
    below_title = (len(title) - 1) * TITLE_LINE
    wins = list(_won_lines(account.wins[:MOST_WON], HEAD + below_title))
    below = HEAD + below_title + len(wins) * ROW + 30
    texts = (*account.sentences, " · ".join(account.places[:MOST_PLACES]))
    sentences = list(sentence_lines(texts, below))
    return AccountPicture(
        title=title,
        day_y=108 + below_title,
        crown=_crown(account, room),
        crown_y=188 + below_title,
        wins=wins,
        sentences=sentences,
        height=below + len(sentences) * LINE + 40,
    )


def _crown(account: Account, room: float) -> str:
    champion = account.story.champion
    if not champion:
        return ""
    return fitting_form(name_forms((champion.name,))[champion.name], room, lambda form: width_at(form, CROWN_SIZE))


def _won_lines(wins: Sequence[WonMatch], y: float) -> Iterator[WonLine]:
    """The matches, each in as many lines as it needs."""
    number = 0
    for match in wins:
        lines = list(in_lines(f"{match.name} · {match.winners}".split(" "), " ", WIDTH - 2 * MARGIN - 110, ROW_SIZE))
        for at, line in enumerate(lines, 1):
            yield WonLine(y + number * ROW, line, match.total if at == len(lines) else None)
            number += 1
