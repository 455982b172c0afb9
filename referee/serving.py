"""``referee serve``: migrate the database, say where the phones find it, and serve until told to stop."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import sys
from typing import Any

import segno
from flask import Flask
from flask_migrate import upgrade
from waitress import create_server

from referee.network import network_address
from referee.settings import NoNumber, NoPort, Settings, settings_from
from referee.store.evenings import purge
from referee.web import create_app
from referee.web.application import MIGRATIONS
from referee.words import DEFAULT_LANGUAGE, quoted, say
from referee.words.failures import failure

__all__ = ["THREADS", "migrate", "network_address", "serve", "told"]

THREADS = 64


def serve(host: str | None = None, port: int | None = None, language: str = DEFAULT_LANGUAGE) -> int:
    """Serve until SIGTERM or Ctrl-C. 0: stopped as asked; 2: the settings or the port cannot be used.

    What is asked for here stands in the place of the environment's, and is looked at like it.
    """
    asked = {**({"HOST": host} if host else {}), **({} if port is None else {"PORT": str(port)})}
    try:
        settings = settings_from({**os.environ, **asked})
        app = create_app(settings)
        migrate(app)
        with app.app_context():
            purge()
        server = _listening(app, settings)
    except (OSError, ValueError) as error:
        print(f"referee: {told(error, language)}", file=sys.stderr)
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


def _listening(app: Flask, settings: Settings) -> Any:
    """The server, which has its address.

    :raises OSError: it cannot have it.
    """
    try:
        return create_server(app, host=settings.host, port=settings.port, threads=THREADS, ident="referee")
    except (ValueError, OverflowError):  # a name that no address has
        raise OSError(errno.EADDRNOTAVAIL, "no such address") from None


def told(error: Exception, language: str) -> str:
    """One line on why a command cannot do its work: the settings or the machine are against it."""
    if isinstance(error, NoPort):
        none = say("Le port (PORT ou --port) est un nombre de 0 à 65535, pas « %(given)s ».", given=quoted(error.given))
        return none.render(language)
    if isinstance(error, NoNumber):
        given = quoted(error.given)
        none = say("%(name)s est un nombre entier ou « off », pas « %(given)s ».", name=error.name, given=given)
        return none.render(language)
    return failure(error, language)


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
