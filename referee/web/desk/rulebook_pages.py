"""The rulebook's pages: every game's articles, each with who says so."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from referee.games.registry import game_named
from referee.web.rendering.page_language import language

pages = Blueprint("rulebook", __name__, url_prefix="/rules")


@pages.get("")
def contents() -> str:
    return render_template("desk/rulebook.html")


@pages.get("/<part>")
def one_game(part: str) -> Any:
    from referee.desk.articles import COMMON, chapter

    if part != COMMON and game_named(part) is None:
        abort(404)
    return render_template("desk/rulebook_of_game.html", chapter=chapter(part, language()), game=game_named(part))
