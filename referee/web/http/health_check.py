"""``/healthz``: whether the application and its database answer."""

from __future__ import annotations

import sqlite3

from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from referee.store.database.transactions import reading_apart
from referee.web.rendering.page_language import language
from referee.words import say

AWAY = say("La base de données ne répond pas.")
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


def init_app(app: Flask) -> None:
    app.add_url_rule("/healthz", "healthz", _health)


def _health() -> tuple[str, int, dict[str, str]]:
    """Read a row of a table: ``SELECT 1`` may still succeed when the database is gone."""
    try:
        with reading_apart() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version")).one()
    except (sqlite3.Error, SQLAlchemyError):
        return f"{AWAY.render(language())}\n", 503, PLAIN
    return "ok\n", 200, PLAIN
