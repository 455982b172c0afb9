"""``referee serve``: migrate the database, say where the phones find it, and serve until told to stop."""

from __future__ import annotations

import gc
import logging
import signal
import sys
from dataclasses import replace

import segno
from flask import Flask
from flask_migrate import upgrade
from waitress import create_server

from referee.network import network_address
from referee.settings import Settings, settings_from
from referee.store.evenings import purge
from referee.web import create_app
from referee.web.application import MIGRATIONS

__all__ = ["THREADS", "migrate", "network_address", "serve"]

THREADS = 64


def serve(host: str | None = None, port: int | None = None) -> int:
    """Serve until SIGTERM or Ctrl-C. 0: stopped as asked; 2: the settings or the port cannot be used."""
    try:
        settings = settings_from()
        settings = replace(settings, host=host or settings.host, port=settings.port if port is None else port)
        app = create_app(settings)
        migrate(app)
        with app.app_context():
            purge()
        server = create_server(app, host=settings.host, port=settings.port, threads=THREADS, ident="referee")
    except (OSError, ValueError, OverflowError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    gc.collect()
    gc.freeze()  # what is loaded now stays: looking it over again would hold a page up for tens of milliseconds
    _announce(settings, server.effective_port)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run()
    except (KeyboardInterrupt, SystemExit):
        server.close()
    return 0


def migrate(app: Flask) -> None:
    """Bring the database to this version's tables; a database already there is left as it is."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with app.app_context():
        upgrade(str(MIGRATIONS))


def _announce(settings: Settings, port: int) -> None:
    print(f"\n  Sur cet appareil / on this machine:  http://localhost:{port}/")
    address = network_address() if settings.host in ("0.0.0.0", "::") else settings.host
    if address and address not in ("127.0.0.1", "localhost", "::1"):
        phones = f"http://{address}:{port}/"
        print(f"  Sur les téléphones / on the phones:  {phones}\n")
        segno.make(phones, error="l").terminal(compact=True)
    else:
        print("  Aucun réseau local : les téléphones ne peuvent pas venir. / No local network for the phones.")
    print(f"  Données / data: {settings.data}   (Ctrl-C : arrêter / stop)\n", flush=True)
