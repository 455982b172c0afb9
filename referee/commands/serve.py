"""``referee serve``: migrate the database, print the addresses, and serve until stopped."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click
import segno
from flask import Flask
from sqlalchemy import text, update
from sqlalchemy.exc import SQLAlchemyError

from referee.commands.execution import in_application
from referee.commands.parameters import language_option
from referee.hosting.daily_copies import copying_daily
from referee.hosting.metrics import metrics_given
from referee.hosting.scratch_database import delete_left
from referee.lan_address import is_this_machine, local_url, network_url
from referee.migrated_application import DatabaseRefused
from referee.server.http_server import HttpServer
from referee.server.request_bodies import BodyLimits
from referee.settings import Settings
from referee.store.database.change_notifications import ClubChanges
from referee.store.database.engine import checkpoints
from referee.store.database.file_identity import is_in_place
from referee.store.database.models import Installation
from referee.store.database.orm_base import db, is_sqlite, sqlite_file
from referee.store.database.transactions import reading_apart, writing
from referee.store.evenings.recycle_bin import purge
from referee.store.handover.code_parts import purge_parts
from referee.store.matches.seating.seat_holders import call_phones, free_silent_seats
from referee.web.access.form_limits import LARGE
from referee.words.system_errors import DAMAGED

M_ARENA_MAX, HEAPS = -8, 2
"""The parameter of mallopt (malloc.h) for the number of heaps, and its value."""

ENDED = 10
"""Seconds from a signal to the end of the process: acknowledged records are on the disk."""
COME = 10
"""Seconds in which the phones of seats are back after a start: they try again within three, and poll meanwhile."""


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
    chosen = {name: str(value) for name, value in options.items() if value not in (None, "")}
    return in_application(_serve, language, {**os.environ, **chosen})


def _serve(app: Flask, settings: Settings) -> int:
    _share_heaps()
    if (file := sqlite_file(settings.database_url, settings.data)) is not None:
        delete_left(file.parent)
    with app.app_context():
        engine = db.engine
        _check_database()
        purge()
        purge_parts()
    server = HttpServer(app, settings, body_limits(app), changes=ClubChanges(engine))
    gc.collect()
    gc.freeze()  # what is loaded now stays: looking it over again would hold a page up for tens of milliseconds
    _announce(settings, server.port)
    stop_at_signals(server)
    copies = copying_daily(settings, lambda: is_in_place(engine))
    with checkpoints(engine), copies, metrics_given(app, settings, server.load), _seats_freed(app):
        _run(server)
    return 0


def _run(server: HttpServer) -> None:
    """Serve in a thread of its own: the main thread, which alone takes signals, waits for the end."""
    serving = threading.Thread(target=server.run, name="server")
    serving.start()
    while serving.is_alive():
        serving.join(1)


@contextmanager
def _seats_freed(app: Flask) -> Iterator[None]:
    """Free the seats of phones that are not back in time, in a thread of its own."""

    def note(seats: Callable[[], None]) -> None:
        with app.app_context(), suppress(SQLAlchemyError):  # a full disk: what can be read is served
            seats()

    def free() -> None:
        if not stop.wait(COME):
            note(free_silent_seats)

    note(call_phones)
    stop = threading.Event()
    thread = threading.Thread(target=free, name="seats")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _share_heaps() -> None:
    """Let all threads of glibc use two heaps: memory freed in one heap a thread stayed with the process.

    Under attack it held 434 MiB, with two heaps 200 MiB.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # a C library without it
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)


def stop_at_signals(server: HttpServer) -> None:
    """Stop at signals, and end the process ``ENDED`` seconds later whatever still computes.

    A signal that ``nohup`` has the process ignore stays ignored.
    """
    last = threading.Timer(ENDED, os._exit, (0,))
    last.daemon = True
    first_signal = threading.Lock()

    def stop(*_: object) -> None:
        server.stop()
        if first_signal.acquire(blocking=False):  # a second signal may come while the timer starts
            last.start()

    numbers = {signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)}
    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def body_limits(app: Flask) -> BodyLimits:
    """The largest body in bytes of a form, and of an archive or a log where one may be sent."""
    rules = [(size, rule) for endpoint, size in LARGE.items() for rule in app.url_map.iter_rules(endpoint)]
    return BodyLimits(app.config["MAX_CONTENT_LENGTH"], {("POST", rule.rule): size for size, rule in rules})


def _check_database() -> None:
    """Check the whole file, and write to it: a read-only database must fail at the start.

    :raises DatabaseRefused: it is damaged.
    """
    if is_sqlite(db.engine):
        with reading_apart() as connection:
            verdict = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if verdict != "ok":
            raise DatabaseRefused(DAMAGED)
    with writing():
        db.session.execute(update(Installation).values(id=Installation.id))


def _no_address_for_phones(settings: Settings) -> str:
    """Why no address is printed for the phones, and what to do."""
    if not is_this_machine(settings.host):
        return "  Aucun réseau local : les téléphones ne peuvent pas venir. / No local network for the phones."
    if settings.behind_proxy:
        return "  Les téléphones viennent par l'adresse du proxy. / The phones come by the proxy's address."
    return (
        f"  HOST={settings.host} : les téléphones ne peuvent pas venir ; HOST=0.0.0.0 leur ouvre le réseau local."
        f"\n  HOST={settings.host}: no phone can come; HOST=0.0.0.0 opens the local network to them."
    )


def _announce(settings: Settings, port: int) -> None:
    server = settings.host, port, settings.certificate is not None
    print(f"\n  Sur cet appareil / on this machine:  {local_url(*server)}/")
    phones = network_url(*server)
    if phones:
        print(f"  Sur les téléphones / on the phones:  {phones}/\n")
        segno.make(f"{phones}/", error="l").terminal(compact=True)
    else:
        print(_no_address_for_phones(settings))
    if settings.public_phone:
        print(f"  Dans un téléphone, sans réseau / in a phone, without a network:  {settings.public_phone}\n")
        segno.make(settings.public_phone, error="l").terminal(compact=True)
    print(f"  Données / data: {settings.data}   (Ctrl-C : arrêter / stop)\n", flush=True)
