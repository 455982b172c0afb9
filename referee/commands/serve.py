"""``referee serve``: migrate the database, say where the phones find it, and serve until told to stop."""

from __future__ import annotations

import gc
import os
import signal

import click
import segno
from flask import Flask
from sqlalchemy import text, update

from referee.commands.application import DatabaseRefused, in_application
from referee.commands.parameters import language_option
from referee.network import network_address
from referee.server.http_server import HttpServer
from referee.server.request_bodies import BodyLimits
from referee.settings import Settings
from referee.store.checkpoints import checkpoints
from referee.store.match.evenings import purge
from referee.store.models import Installation
from referee.store.orm_base import db, is_sqlite
from referee.store.transactions import reading_apart, writing
from referee.web.clubs.import_export_pages import LARGEST_UPLOAD
from referee.web.sync.server_pages import LARGE
from referee.words.failures import DAMAGED


@click.command
@click.option("--host", help="Address to listen on (HOST; default 0.0.0.0).")
@click.option("--port", type=int, help="Port to listen on (PORT; default 8000).")
@click.option("--certificate", metavar="FILE", help="Listen for https with it (REFEREE_CERTIFICATE).")
@click.option("--key", metavar="FILE", help="Its key, where that is a file of its own (REFEREE_KEY).")
@language_option
def serve(host: str | None, port: int | None, certificate: str | None, key: str | None, language: str) -> int:
    """Serve the web application on the local network.

    An option replaces the setting of the environment, and is checked like it.
    """
    options = {"HOST": host, "PORT": port, "REFEREE_CERTIFICATE": certificate, "REFEREE_KEY": key}
    given = {name: str(value) for name, value in options.items() if value not in (None, "")}
    return in_application(_serve, language, {**os.environ, **given})


def _serve(app: Flask, settings: Settings) -> int:
    with app.app_context():
        engine = db.engine
        _check_database()
        purge()
    rules = [rule for endpoint in ("transfer.upload", *LARGE) for rule in app.url_map.iter_rules(endpoint)]
    larger = {("POST", rule.rule): LARGEST_UPLOAD for rule in rules}  # as much as an archive comes only where it may
    limits = BodyLimits(app.config["MAX_CONTENT_LENGTH"], larger)
    server = HttpServer(app, settings, limits)
    gc.collect()
    gc.freeze()  # what is loaded now stays: looking it over again would hold a page up for tens of milliseconds
    _announce(settings, server.port)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    with checkpoints(engine):
        server.run()
    return 0


def _check_database() -> None:
    """Look through the whole file: a server that starts on a damaged one would only damage more.

    Write what stands there already: a database that may only be read says so before anybody plays on it.

    :raises DatabaseRefused: it is.
    """
    if is_sqlite(db.engine):
        with reading_apart() as connection:
            verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if verdict != "ok":
            raise DatabaseRefused(DAMAGED)
    with writing():
        db.session.execute(update(Installation).values(id=Installation.id))


def _announce(settings: Settings, port: int) -> None:
    scheme = "https" if settings.certificate else "http"
    print(f"\n  Sur cet appareil / on this machine:  {scheme}://localhost:{port}/")
    address = network_address() if settings.host in ("0.0.0.0", "::") else settings.host
    if address and address not in ("127.0.0.1", "localhost", "::1"):
        phones = f"{scheme}://{address}:{port}/"
        print(f"  Sur les téléphones / on the phones:  {phones}\n")
        segno.make(phones, error="l").terminal(compact=True)
    else:
        print("  Aucun réseau local : les téléphones ne peuvent pas venir. / No local network for the phones.")
    print(f"  Données / data: {settings.data}   (Ctrl-C : arrêter / stop)\n", flush=True)
