"""The rulebook's pages: every game's articles, each with who says so."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from referee.games.registry import game_named
from referee.web.languages import language

__all__ = ["pages"]

pages = Blueprint("rulebook", __name__, url_prefix="/rules")


@pages.get("")
def contents() -> str:
    return render_template("rules.html")


@pages.get("/<part>")
def one_game(part: str) -> Any:
    from referee.desk.articles import COMMON, chapter

    if part != COMMON and game_named(part) is None:
        abort(404)
    return render_template("rules_of_game.html", chapter=chapter(part, language()), game=game_named(part))
