"""Metrics of a running server for Prometheus, at an address of their own, so that no visitor reads them.

They are answered by a thread of the library: also while every thread of the application is busy.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from referee.hosting.daily_copies import daily_copies
from referee.server.http_server import THREADS, Load
from referee.settings import MIB, Settings
from referee.store.clubs.club_capacity import number_of_clubs
from referee.store.database.models import Club
from referee.store.database.orm_base import db, sqlite_file
from referee.store.database.quotas import database_bytes
from referee.web.access.heavy_requests import heavy_requests
from referee.web.http.access_log import request_counts

Gauge = tuple[str, str, float]
"""The name, what it is, its value."""


@contextmanager
def metrics_given(app: Flask, settings: Settings, load: Callable[[], Load]) -> Iterator[None]:
    """Answer at the address of the settings, if there is one; raises OSError where it is taken."""
    if settings.metrics is None:
        yield
        return
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
    from prometheus_client.registry import Collector

    class Server(Collector):
        def collect(self) -> Iterator[Metric]:
            about = "Requests by status and, where refused, cause."
            requests = CounterMetricFamily("referee_requests", about, labels=("status", "cause"))
            for (status, cause), count in request_counts(app).counts().items():
                requests.add_metric((str(status), cause), count)
            yield requests
            for name, meaning, value in gauges(app, settings, load()):
                yield GaugeMetricFamily(f"referee_{name}", meaning, value)

        def describe(self) -> Iterator[Metric]:
            return iter(())  # nothing is asked of the database to register it

    registry = CollectorRegistry()
    registry.register(Server())
    host, port = settings.metrics
    server, thread = start_http_server(port, host, registry)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def gauges(app: Flask, settings: Settings, load: Load) -> Iterator[Gauge]:
    yield "threads_busy", "Pieces of work that have a thread or wait for one.", load.working
    yield "threads", "Threads of the application.", THREADS
    yield "connections", "Open connections.", load.connections
    yield "connections_limit", "Most of them (REFEREE_CONNECTIONS).", settings.connections
    yield "upload_bytes", "Bytes of all bodies being received.", load.uploads
    yield "upload_bytes_limit", "Most of them (REFEREE_UPLOADS).", settings.uploads
    with app.app_context():
        yield "heavy_requests", "Imports, exports and exchanges under way or waiting.", heavy_requests().waiting
    yield "data_free_bytes", "Bytes left on the disk of the data folder.", shutil.disk_usage(settings.data).free
    copies = daily_copies(settings.copies) if settings.copies is not None else []
    if copies:
        made = copies[0].database.stat().st_mtime
        yield "daily_copy_timestamp_seconds", "When the last daily copy was made.", made
    file = sqlite_file(settings.database_url, settings.data)
    if file is not None:
        size = 0
        with suppress(OSError):
            size = file.with_name(f"{file.name}-wal").stat().st_size
        yield "database_log_bytes", "Bytes of SQLite's log beside the database.", size
    yield from _of_database(app, settings)


def _of_database(app: Flask, settings: Settings) -> Iterator[Gauge]:
    """What the database itself says, and whether it answers."""
    with app.app_context():
        try:
            size, clubs = database_bytes(db.engine), number_of_clubs()
            largest = db.session.scalar(select(func.max(Club.bytes))) or 0
        except (sqlite3.Error, SQLAlchemyError):
            yield "database_up", "Whether the database answers.", 0
            return
    yield "database_up", "Whether the database answers.", 1
    yield "database_bytes", "Bytes of the database.", size
    yield "database_bytes_limit", "Most of them, 0: any (REFEREE_MOST_DATABASE_MIB).", settings.most_database_mib * MIB
    yield "clubs", "Clubs.", clubs
    yield "clubs_limit", "Most of them, 0: any (REFEREE_MOST_CLUBS).", settings.most_clubs
    yield "largest_club_bytes", "Bytes of the largest club.", largest
    yield "club_bytes_limit", "Most of them, 0: any (REFEREE_MOST_CLUB_MIB).", settings.most_club_mib * MIB
