"""Globals and filters of templates: sentences in the reader's language, numbers as a score pad writes them, emblems."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from importlib import resources
from typing import Any

import babel.dates
import flask_babel
from flask import Flask, current_app, request, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from referee.desk.articles import article, chapter_of, options_at
from referee.game_definition.common_questions import consequence_of
from referee.games.registry import GAMES, game_named, package_of
from referee.local_time import local, local_day
from referee.store.matches.current_evening import has_hour
from referee.store.matches.matches import known_players
from referee.store.matches.stored_match import name_of, stop_of
from referee.web.access.permissions import current_visitor, named_match
from referee.web.answers.inputs.pack_layout import laid_out, suits
from referee.web.matches.match_log import labelled_values, words_of
from referee.web.matches.presenters.following import follow_data
from referee.web.matches.presenters.log_pages import act_of
from referee.web.matches.presenters.match_menu import match_menu
from referee.web.rendering.icons import icon
from referee.web.rendering.name_forms import name_forms
from referee.web.rendering.page_language import language, localize
from referee.web.rendering.qr_code import qr_code
from referee.web.rendering.typesetting import drawn_cards, initial, red_suits, unbroken
from referee.words import Listing, names, say, signed
from referee.words.line_breaks import on_one_line, unparted

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("text", lambda _, tokens, at, *_more: str(escape(unparted(tokens[at].content))))


def asset(name: str) -> str:
    """The address of a static file, whose name needs no quoting: a page has eighteen, and asks the routes for none."""
    return f"{request.script_root}{current_app.static_url_path}/{name}"


def _address_here() -> str:
    """The address of the page that is asked for, under the application's own."""
    return request.script_root + (request.full_path if request.query_string else request.path)


def init_app(app: Flask) -> None:
    app.jinja_env.filters.update(
        localize=localize,
        signed=signed,
        moment=_moment,
        began=_began,
        ago=_ago,
        day=_long_day,
        ordinal=_ordinal,
        face=lambda card, pack: pack.face(card, language()),
        markdown=lambda text: red_suits(Markup(_MARKDOWN.render(text))),
        inline_markdown=lambda text: red_suits(Markup(_MARKDOWN.renderInline(text))),
        red_suits=lambda text: red_suits(unbroken(text)),
        unparted=unbroken,
        drawn_cards=drawn_cards,
    )
    app.jinja_env.globals.update(
        **_of_the_request(),
        **_of_games_and_rules(),
        **_of_matches(),
        **_of_words_and_pictures(),
        **_of_the_phone(app.config["PHONE"]),
    )


def _of_the_request() -> dict[str, Any]:
    return {
        "address_here": _address_here,
        "asset": asset,
        "club_names": club_names,
        "current_visitor": current_visitor,
        "fresh_key": lambda: secrets.token_urlsafe(16),
        "language": language,
        "named_match": named_match,
    }


def _of_games_and_rules() -> dict[str, Any]:
    return {
        "article_named": lambda article_id: article(article_id, language()),
        "article_title": _article_title,
        "article_url": _article_url,
        "consequence_of": consequence_of,
        "emblem": emblem,
        "game_named": game_named,
        "games": GAMES,
        "options_at": options_at,
        "pack_rows": lambda pack: laid_out(pack, (), language()),
        "suits": lambda: suits(language()),
    }


def _of_matches() -> dict[str, Any]:
    return {
        "act_of": act_of,
        "follow_data": follow_data,
        "labelled_values": labelled_values,
        "match_menu": match_menu,
        "match_name": name_of,
        "stop_of": stop_of,
        "words_of": words_of,
    }


def _of_words_and_pictures() -> dict[str, Any]:
    return {
        "either": lambda items: Listing(tuple(items), either=True),
        "icon": icon,
        "initial": initial,
        "listed": names,
        "name_forms": lambda people: name_forms(tuple(people)),
        "qr_code": qr_code,
    }


def _of_the_phone(in_phone: bool) -> dict[str, Any]:
    """Whether the application runs in a phone; the others are for a server, which replaces them (phone_files.py)."""
    return {
        "address_for_phones": lambda: "",
        "in_phone": in_phone,
        "installed_here": lambda: "",
        "phone_address": "",
        "secure_context": lambda: True,
    }


@lru_cache
def emblem(game_id: str) -> Markup:
    """The emblem of a game as inline SVG, 48 units wide and high; its classes take the colours of the page.

    Nothing for a game that is not known: that of a damaged match.
    """
    if game_id not in GAMES:
        return Markup("")
    drawing = (resources.files(package_of(game_id)) / "emblem.svg").read_text("utf-8").strip()
    return Markup(drawing.replace("<svg ", '<svg class="emblem" aria-hidden="true" ', 1))


def club_names() -> Sequence[str]:
    """The players of the club, to complete a typed name."""
    visitor = current_visitor()
    return known_players(visitor.club.id) if visitor else ()


def _moment(value: datetime) -> str:
    return f"{_short_day(value)}, {local(value):%H:%M}"


def _began(value: datetime) -> str:
    """When a match began: its day alone where nobody told the hour."""
    return _moment(value) if has_hour(value) else _short_day(value)


def _short_day(value: datetime) -> str:
    """The day of a moment; with its year where that is not this one."""
    moment = local(value)
    this_year = moment.year == local_day(datetime.now(UTC)).year
    return on_one_line(babel.dates.format_date(moment.date(), "d MMM" if this_year else "d MMM y", language()))


def _ago(value: datetime) -> str:
    """How long ago, for less than a day; else the moment itself."""
    passed = datetime.now(UTC) - value
    if passed >= timedelta(days=1):
        return _moment(value)
    if passed < timedelta(minutes=1):
        return localize(say("à l'instant"))
    return str(babel.dates.format_timedelta(-passed, add_direction=True, format="short", locale=language()))


def _long_day(day: date) -> str:
    """A day with its name; the line breaks only after the name."""
    return f"{flask_babel.format_date(day, 'EEEE')} {on_one_line(flask_babel.format_date(day, 'd MMMM y'))}"


def _ordinal(place: int) -> str:
    """A place: ``1er`` and ``2e``, ``1st`` and ``2nd``."""
    if language() == "fr":
        return "1er" if place == 1 else f"{place}e"
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(place if place < 20 else place % 10, "th")
    return f"{place}{suffix}"


def _article_url(article_id: str) -> str:
    """The address of an article; from a page of a match it leads back to the match."""
    match = named_match()
    public_id = match.public_id if match else None
    return url_for("rulebook.one_game", part=chapter_of(article_id), match=public_id, _anchor=article_id)


def _article_title(article_id: str) -> str:
    law = article(article_id, language())
    return law.title if law else article_id
