"""The application factory: settings in, a Flask application out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask, request
from sqlalchemy import make_url

from referee.desk.questions import desk_questions
from referee.games.registry import GAMES
from referee.settings import CHECKOUT, Settings
from referee.store.database.engine import prepare_engine
from referee.store.database.orm_base import database_url, db
from referee.store.database.quotas import MIB, Quotas
from referee.store.database.stored_json import read_stored
from referee.store.database.transactions import PATIENCE
from referee.web import error_pages, template_globals
from referee.web.access import device_cookie, form_limits, permissions, refused_requests
from referee.web.http import access_log, script_requests, security_headers, static_files
from referee.web.players import figure_formats
from referee.web.rendering import page_language
from referee.web.rendering.template_environment import TemplateEnvironment

HERE = Path(__file__).resolve().parent
MIGRATIONS = HERE.parent / "store" / "migrations"
CONNECTING = 10
"""Seconds PostgreSQL may take to answer a new connection."""


class Application(Flask):
    """Flask, but the log of an unexpected error names the endpoint: the address may hold the token of a link.

    The id of the request on the error page leads to its line in the log.
    """

    request_class = form_limits.LimitedRequest

    def log_exception(self, exc_info: Any) -> None:
        about = request.method, request.endpoint, access_log.request_id()
        self.logger.error("Exception on %s %s, request %s", *about, exc_info=exc_info)


def create_app(settings: Settings, testing: bool = False) -> Flask:
    root = HERE if (HERE / "templates").is_dir() else CHECKOUT
    app = Application(
        "referee",
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
        static_url_path=f"/static/{static_files.content_digest(root / 'static')}",
        instance_path=str(settings.data),
    )
    _configure(app, settings, testing)
    app.jinja_environment = TemplateEnvironment
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if not settings.phone:
        access_log.init_app(app, settings.access_log)
        from referee.web.http import page_compression

        page_compression.init_app(app)
    db.init_app(app)
    prepare_engine(app)
    for guard in (form_limits, refused_requests, device_cookie, permissions):
        guard.init_app(app)
    for part in (security_headers, static_files, page_language, template_globals, figure_formats, error_pages):
        part.init_app(app)
    _register_pages(app)
    if not settings.phone:
        from referee.web.http import phone_files, style_preloads

        phone_files.init_app(app)
        style_preloads.init_app(app)
    if settings.limits and not (settings.phone or testing):
        from referee.web.access import rate_limits

        app.config["LIMITS"] = dict(rate_limits.LIMITS)
        rate_limits.init_app(app)
    script_requests.init_app(app)
    return app


def _configure(app: Flask, settings: Settings, testing: bool) -> None:
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=database_url(settings.database_url),
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(settings),
        **form_limits.SETTINGS,
        DATA=str(settings.data),
        TESTING=testing,
        PHONE=settings.phone,
        PHONE_FOLDER=settings.phone_folder,
        PUBLIC_PHONE=settings.public_phone,
        BY_INVITATION=settings.by_invitation,
        QUOTAS=Quotas() if settings.phone else _quotas(settings),
        LISTENS_EVERYWHERE=settings.host in ("0.0.0.0", "::"),
    )


def _quotas(settings: Settings) -> Quotas:
    return Quotas(
        settings.most_clubs,
        settings.most_matches,
        settings.most_club_mib * MIB,
        settings.most_database_mib * MIB,
        settings.most_client_mib * MIB,
    )


def _register_pages(app: Flask) -> None:
    from referee.web.bundles import conflict_pages, handover_pages, import_export_pages, papers_pages
    from referee.web.clubs import my_clubs_pages, sharing_pages
    from referee.web.corrections import correction_pages, insertion_pages, setup_pages
    from referee.web.desk import desk_pages
    from referee.web.evenings import evening_pages
    from referee.web.home import home_page
    from referee.web.matches import match_pages, victory
    from referee.web.new_match import new_match_pages
    from referee.web.players import player_pages
    from referee.web.table_rules import table_rule_pages

    of_matches = (home_page, new_match_pages, match_pages, victory, handover_pages)
    of_corrections = (correction_pages, insertion_pages, setup_pages)
    of_clubs = (
        evening_pages,
        player_pages,
        sharing_pages,
        my_clubs_pages,
        import_export_pages,
        conflict_pages,
        papers_pages,
        desk_pages,
    )
    for part in (*of_matches, *of_corrections, *of_clubs):
        app.register_blueprint(part.pages)
    app.register_blueprint(player_pages.ranking_pages)
    app.register_blueprint(desk_pages.rulebook_pages)
    app.register_blueprint(table_rule_pages.pages)
    if app.config["PHONE"]:  # a phone asks and a server answers: neither has the other's pages
        from referee.web.bundles import exchange_steps, phone_pages

        app.register_blueprint(exchange_steps.pages)
        app.register_blueprint(phone_pages.pages)
        app.register_blueprint(import_export_pages.backup_pages)
        return
    from referee.web.api import registration
    from referee.web.bundles import server_pages
    from referee.web.clubs import table_code_pages
    from referee.web.matches import seat_pages

    app.register_blueprint(server_pages.pages)
    app.register_blueprint(seat_pages.pages)
    app.register_blueprint(table_code_pages.pages)
    registration.init_app(app)
    for game in GAMES.values():  # imported now, with its questions: no first request waits for a game
        desk_questions(game)


def _engine_options(settings: Settings) -> dict[str, Any]:
    """On SQLite as many connections as there are busy threads; on PostgreSQL as many as the settings say, and threads
    wait for one. No log shows the parameters of a statement.

    A connection that PostgreSQL has closed meanwhile is replaced.
    """
    url = settings.database_url
    options: dict[str, Any] = {"hide_parameters": True, "json_deserializer": read_stored}
    if url.startswith("sqlite"):
        return {**options, "pool_size": 16, "max_overflow": 240, "connect_args": {"timeout": PATIENCE}}
    patience = {} if "connect_timeout" in make_url(url).query else {"connect_timeout": CONNECTING}
    waiting = {"pool_size": settings.database_connections, "max_overflow": 0, "pool_timeout": PATIENCE}
    return {**options, **waiting, "pool_pre_ping": True, "connect_args": patience}
