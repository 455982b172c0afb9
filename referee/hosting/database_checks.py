"""The checks of what is stored: the database, its tables, the clock against its log, the room, the daily copies."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from sqlalchemy import func, inspect, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from referee.games.registry import GAMES
from referee.hosting.check_results import FAULT, NOTE, SOUND, Diagnosis
from referee.hosting.daily_copies import SPARE, DailyCopy, copies_ahead, daily_copies, is_readable
from referee.hosting.scratch_database import left_in
from referee.hosting.shell_lines import dump_line, referee_line
from referee.local_time import local, local_day, timezone_name
from referee.migrated_application import newest_version, version_refusal
from referee.settings import MIB, Settings
from referee.store.database.engine import close_database
from referee.store.database.file_copy import no_progress, open_file
from referee.store.database.models import Installation, RecordRow, now
from referee.store.database.orm_base import db, is_sqlite, passwordless, sqlite_file
from referee.store.database.quotas import database_bytes
from referee.store.database.transactions import Busy, reading_apart, turn
from referee.store.matches.log_check import LogFault, log_faults
from referee.web import create_app
from referee.words import Text, say, say_n
from referee.words.system_errors import CLOSED, DAMAGED, database_reason

DATABASE, TABLES, TIME, COPIES = say("Base"), say("Tables"), say("Heure"), say("Copies")
MATCHES = say("Parties")
PATIENCE = 5
"""Seconds to wait for a writer."""
WRONG_BY = timedelta(minutes=2)
"""How far the last record may lie ahead of the clock: phones that bring records have clocks of their own."""
OLD = timedelta(days=2)
NEARLY_FULL = 0.9
LISTENING, OF_COMMANDS = 1, 5
"""Connections of a process that hears of the others' changes, and those of the commands beside it."""


def database_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The database and all that is read from it; the later checks need the earlier ones."""
    file = sqlite_file(settings.database_url, settings.data)
    if file is not None and not file.is_file():
        yield Diagnosis(DATABASE, NOTE, say("%(file)s n'existe pas encore : fait au premier départ.", file=str(file)))
        return
    if file is not None:
        for left in left_in(file.parent):
            sentence = say("%(file)s est resté d'un referee restore : le prochain départ l'efface.", file=str(left))
            yield Diagnosis(DATABASE, NOTE, sentence)
        broken = _broken_file(file)
        if broken is not None:
            yield Diagnosis(DATABASE, FAULT, broken)
            return
    app = create_app(settings)
    with app.app_context():
        try:
            yield from _tables(settings)
        except Busy:
            yield Diagnosis(DATABASE, FAULT, say("Un autre programme écrit dans la base depuis trop longtemps."))
        except (sqlite3.Error, SQLAlchemyError) as error:
            other = say("La base ne répond pas comme il faut (%(error)s).", error=type(error).__name__)
            yield Diagnosis(DATABASE, FAULT, database_reason(error) or other)
        finally:
            close_database()


def _broken_file(file: Path) -> Text | None:
    """Why an SQLite file cannot be used; its whole content is checked."""
    try:
        with closing(open_file(file)) as database:
            sound = database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            sound = sound and database.execute("PRAGMA foreign_key_check").fetchone() is None
    except sqlite3.OperationalError:
        return CLOSED
    except sqlite3.DatabaseError:
        return DAMAGED
    return None if sound else DAMAGED


def _tables(settings: Settings) -> Iterator[Diagnosis]:
    """The checks within the application's context."""
    with reading_apart() as connection:
        present: set[str] = set()
        if inspect(connection).has_table("alembic_version"):
            present = set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
    for version in present:
        if (refusal := version_refusal(version)) is not None:
            yield Diagnosis(TABLES, FAULT, refusal)
            return
    if present != {newest_version()}:
        sentence = say("D'une version d'avant : mises à jour au prochain départ. Faites d'abord un referee backup.")
        yield Diagnosis(TABLES, NOTE, sentence)
        return
    _write_nothing()
    yield _size(settings)
    if not is_sqlite(db.engine):
        yield _connections(settings.database_connections)
    yield Diagnosis(TABLES, SOUND, say("À jour (%(version)s).", version=newest_version()))
    yield _clock()
    yield from _logs()


def _logs() -> Iterator[Diagnosis]:
    """Every log, replayed and compared with its mark."""
    sound = True
    with reading_apart() as connection:
        for fault in log_faults(connection, no_progress):
            sound = False
            yield Diagnosis(MATCHES, FAULT, log_sentence(fault))
    if sound:
        yield Diagnosis(MATCHES, SOUND, say("Toutes se rejouent."))


def log_sentence(fault: LogFault) -> Text:
    """What is wrong with a match, and what to do."""
    parts = {
        "game": GAMES[fault.game].name if fault.game in GAMES else fault.game,
        "id": fault.public_id,
        "club": fault.club_id,
        "day": local_day(fault.created_at).isoformat(),
    }
    if fault.damaged:
        return say(
            "%(game)s du %(day)s (%(id)s, club %(club)s) n'est plus comme elle a été notée : reprenez une copie d'avant"
            " (referee restore), ou jetez cette partie.",
            **parts,
        )
    return say(
        "%(game)s du %(day)s (%(id)s, club %(club)s) ne se rejoue pas, et s'ouvre mal : jetez cette partie, ou reprenez"
        " une copie d'avant (referee restore).",
        **parts,
    )


def _write_nothing() -> None:
    """Write as a page does, and take it back."""
    with turn(db.engine, PATIENCE), db.engine.connect() as connection:
        connection.execute(update(Installation).values(id=Installation.id))
        connection.rollback()


def _size(settings: Settings) -> Diagnosis:
    size, most = database_bytes(db.engine), settings.most_database_mib * MIB
    db.session.rollback()
    if most and size > NEARLY_FULL * most:
        sentence = say(
            "%(size)s Mio sur %(most)s permis : supprimez des clubs (referee clubs), ou augmentez"
            " REFEREE_MOST_DATABASE_MIB.",
            size=size // MIB,
            most=settings.most_database_mib,
        )
        return Diagnosis(DATABASE, FAULT, sentence)
    file = sqlite_file(settings.database_url, settings.data)
    if file is None:
        place = passwordless(settings.database_url)
        return Diagnosis(DATABASE, SOUND, say("%(size)s Mio, s'écrit (%(place)s).", size=size // MIB, place=place))
    sentence = say("%(size)s Mio, intègre, s'écrit (%(place)s).", size=size // MIB, place=str(file))
    return Diagnosis(DATABASE, SOUND, sentence)


def _connections(each: int) -> Diagnosis:
    """How many processes PostgreSQL has connections for, beside a few for commands."""
    usual = "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
    with reading_apart() as connection:
        most: int = connection.execute(text(usual)).scalar_one()
    processes = (most - OF_COMMANDS) // (each + LISTENING)
    if processes < 1:
        sentence = say(
            "PostgreSQL accepte %(most)s connexions, et un processus en prend jusqu'à %(each)s : baissez"
            " REFEREE_DATABASE_CONNECTIONS, ou augmentez max_connections.",
            most=most,
            each=each + LISTENING,
        )
        return Diagnosis(DATABASE, FAULT, sentence)
    sentence = say_n(
        "PostgreSQL accepte %(most)s connexions : assez pour %(n)s processus, qui en prend jusqu'à %(each)s.",
        "PostgreSQL accepte %(most)s connexions : assez pour %(n)s processus, qui en prennent jusqu'à %(each)s chacun.",
        processes,
        most=most,
        each=each + LISTENING,
    )
    return Diagnosis(DATABASE, SOUND, sentence)


def _clock() -> Diagnosis:
    """The clock against the last record, and the zone of days."""
    with reading_apart() as connection:
        last = connection.scalar(select(func.max(RecordRow.recorded_at)))
    moment, zone = now(), timezone_name()
    if last is not None and last > moment + WRONG_BY:
        sentence = say(
            "L'horloge retarde : il est %(now)s ici, et la dernière entrée est du %(last)s. Mettez-la à l'heure (NTP).",
            now=f"{local(moment):%Y-%m-%d %H:%M}",
            last=f"{local(last):%Y-%m-%d %H:%M}",
        )
        return Diagnosis(TIME, FAULT, sentence)
    sentence = say("%(now)s, fuseau %(zone)s.", now=f"{local(moment):%Y-%m-%d %H:%M}", zone=zone)
    if "/" not in zone or zone.startswith("Etc/"):
        sentence = say(
            "%(now)s, fuseau %(zone)s : les jours changent à ce minuit-là. Donnez TZ, par exemple Europe/Paris.",
            now=f"{local(moment):%Y-%m-%d %H:%M}",
            zone=zone,
        )
        return Diagnosis(TIME, NOTE, sentence)
    return Diagnosis(TIME, SOUND, sentence)


def copy_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The daily copies: each is opened; the newest must not be old."""
    if sqlite_file(settings.database_url, settings.data) is None:
        line = dump_line(settings.database_url, "referee.dump")
        sentence = say("Pour PostgreSQL, lancez cette ligne chaque jour, et gardez le secret : %(line)s", line=line)
        yield Diagnosis(COPIES, NOTE, sentence)
        return
    if settings.copies is None:
        yield Diagnosis(COPIES, NOTE, say("Aucune (REFEREE_COPIES=off) : faites vous-même un referee backup."))
        return
    for copy in copies_ahead(settings.copies):
        sentence = say(
            "%(folder)s est d'un jour à venir : l'horloge était fausse. Mettez-la à l'heure si elle l'est encore ;"
            " sinon renommez ou supprimez ce dossier, qui ce jour-là tiendrait la place de la copie.",
            folder=str(copy.folder),
        )
        yield Diagnosis(COPIES, FAULT, sentence)
    copies = daily_copies(settings.copies)
    if not copies:
        sentence = say("Aucune encore : le serveur en fait une par jour dans %(folder)s.", folder=str(settings.copies))
        yield Diagnosis(COPIES, NOTE, sentence)
        return
    unreadable = [copy for copy in copies if not is_readable(copy)]
    for copy in unreadable:
        yield Diagnosis(COPIES, FAULT, say("%(folder)s est abîmée : supprimez-la.", folder=str(copy.folder)))
    if local_day(now()) - copies[0].day > OLD:
        sentence = say(
            "La dernière est du %(day)s : laissez le serveur tourner, et regardez son journal (« daily copy »).",
            day=copies[0].day.isoformat(),
        )
        yield Diagnosis(COPIES, FAULT, sentence)
    yield from _list([copy for copy in copies if copy not in unreadable])


def _list(copies: list[DailyCopy]) -> Iterator[Diagnosis]:
    if copies:
        count = say_n("%(n)s copie qui s'ouvre", "%(n)s copies qui s'ouvrent", len(copies))
        sentence = say(
            "%(count)s (la dernière : %(size)s Mio) : %(days)s. Pour en reprendre une : %(line)s",
            count=count,
            size=-(-copies[0].size // MIB),
            days=", ".join(copy.day.isoformat() for copy in copies),
            line=referee_line("restore", "--yes", copies[0].folder),
        )
        yield Diagnosis(COPIES, SOUND, sentence)


def room_needed(settings: Settings) -> int:
    """Bytes that must be free on the disk: for another copy of the database."""
    file = sqlite_file(settings.database_url, settings.data)
    return (file.stat().st_size if file is not None and file.is_file() else 0) + SPARE
