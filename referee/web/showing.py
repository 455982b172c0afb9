"""What templates can call: sentences in the reader's language, numbers as a score pad writes them, static files."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache

import babel.dates
import flask_babel
from flask import Flask, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup

from referee.desk.articles import AUTHORITIES, article, chapter_of
from referee.games.registry import GAMES, game_named
from referee.store.matches import known_players
from referee.web.access import current
from referee.web.inputs import asked
from referee.web.languages import language
from referee.web.told import known_words, told
from referee.words import LANGUAGES, Listing, Shown, names, signed

__all__ = ["init_app", "written"]


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def written(value: Shown | str | int | None) -> str:
    """A sentence or a value in the reader's language."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return value if isinstance(value, str) else value.render(language())


def init_app(app: Flask) -> None:
    app.jinja_env.filters.update(
        written=written, signed=signed, moment=_moment, day=_day, ordinal=_ordinal,
        markdown=_markdown,
    )  # fmt: skip
    app.jinja_env.globals.update(
        article_named=lambda article_id: article(article_id, language()), article_title=_article_title,
        article_url=_article_url,
        either=lambda items: Listing(tuple(items), either=True), listed=names,
        asset=_asset, authorities=AUTHORITIES, asked=asked, known_words=known_words, told=told,
        match_name=lambda match: GAMES[match.game].named(match.options),
        language=language, languages=LANGUAGES, games=GAMES, game_named=game_named, known_names=_known_names,
        fresh_key=lambda: secrets.token_urlsafe(16), present=current,
    )  # fmt: skip


def _known_names() -> Sequence[str]:
    """The players of the club, for a box in which a name is typed."""
    here = current()
    return known_players(here.club.id) if here else ()


def _moment(value: datetime) -> str:
    here = flask_babel.to_user_timezone(value)
    return f"{_short_day(here.date(), language(), datetime.now(UTC).year)}, {here:%H:%M}"


@lru_cache(maxsize=1024)
def _short_day(day: date, language: str, this_year: int) -> str:
    """A day with its month, and its year where that is not this one; a page has it again and again."""
    return str(babel.dates.format_date(day, "d MMM" if day.year == this_year else "d MMM y", language))


def _day(value: date) -> str:
    return str(flask_babel.format_date(value, "EEEE d MMMM y"))


def _ordinal(place: int) -> str:
    """The place as a score pad writes it: ``1er`` and ``2e``, ``1st`` and ``2nd``."""
    if language() == "fr":
        return "1er" if place == 1 else f"{place}e"
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(place if place < 20 else place % 10, "th")
    return f"{place}{suffix}"


def _article_url(article_id: str) -> str:
    return url_for("rulebook.one_game", part=chapter_of(article_id), _anchor=article_id)


def _markdown(text: str) -> Markup:
    return Markup(_MARKDOWN.render(text))


def _article_title(article_id: str) -> str:
    found = article(article_id, language())
    return found.title if found else article_id


def _asset(name: str) -> str:
    """The address of a static file."""
    return url_for("static", filename=name)
