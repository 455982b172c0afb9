"""``referee serve``: migrate the database, say where the phones find it, and serve until told to stop."""

from __future__ import annotations

import gc
import os
import signal
import threading
from argparse import Namespace

import segno
from flask import Flask
from sqlalchemy import text, update

from referee.commands.application import DatabaseRefused, in_application
from referee.network import network_address
from referee.server.http_server import HttpServer
from referee.server.request_bodies import BodyLimits
from referee.settings import Settings
from referee.store.match.evenings import purge
from referee.store.models import Installation
from referee.store.orm_base import db, is_sqlite
from referee.store.transactions import reading_apart, writing
from referee.web.clubs.import_export_pages import LARGEST_UPLOAD
from referee.web.handover import handover_pages
from referee.web.sync import server_pages
from referee.words.failures import DAMAGED

ENDED = 10
"""Seconds from a signal to the end of the process, whatever its threads do: what is acknowledged is on the disk."""


def serve(options: Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C. 0: stopped as asked; 2: the settings, the port or the database cannot be used.

    What is asked for here stands in the place of the environment's, and is looked at like it.
    """
    given = {
        "HOST": options.host,
        "PORT": options.port,
        "REFEREE_CERTIFICATE": options.certificate,
        "REFEREE_KEY": options.key,
    }
    asked = {name: str(value) for name, value in given.items() if value not in (None, "")}
    return in_application(_serve, options.lang, {**os.environ, **asked})


def _serve(app: Flask, settings: Settings) -> int:
    _check_database()
    purge()
    server = HttpServer(app, settings, body_limits(app))
    gc.collect()
    gc.freeze()  # what is loaded now stays: looking it over again would hold a page up for tens of milliseconds
    _announce(settings, server.port)
    _stop_at_signals(server)
    server.run()
    return 0


def _stop_at_signals(server: HttpServer) -> None:
    """End cleanly when asked to, or when the terminal goes; whatever still computes then, not much later.

    ``nohup`` has the process ignore that the terminal goes, which holds.
    """
    last = threading.Timer(ENDED, os._exit, (0,))
    last.daemon = True

    def stop(*_: object) -> None:
        server.stop()
        if last.ident is None:
            last.start()

    numbers = {signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)}
    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def body_limits(app: Flask) -> BodyLimits:
    """The bytes of a form, and those of an archive or of a log where one may come."""
    large = {"transfer.upload": LARGEST_UPLOAD, **server_pages.LARGE, **handover_pages.LARGE}
    rules = [(size, rule) for endpoint, size in large.items() for rule in app.url_map.iter_rules(endpoint)]
    return BodyLimits(app.config["MAX_CONTENT_LENGTH"], {("POST", rule.rule): size for size, rule in rules})


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
