"""The Flask-SQLAlchemy object and the base class of the tables."""

from __future__ import annotations

from pathlib import Path

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, Engine, MetaData, Table, make_url
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)


def database_url(url: str) -> str:
    """The URL with the driver this project installs: psycopg 3 for PostgreSQL.

    >>> database_url("postgres://u@h/club")
    'postgresql+psycopg://u@h/club'
    """
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url[len(scheme) :]
    return url


def sqlite_file(url: str, folder: Path) -> Path | None:
    """The file of an SQLite database, one without a folder in this one; None for another database.

    >>> sqlite_file("sqlite:///club.sqlite3", Path("/srv")), sqlite_file("postgresql://h/club", Path("/srv"))
    (PosixPath('/srv/club.sqlite3'), None)
    """
    read = make_url(database_url(url))
    return folder / (read.database or "") if read.get_backend_name() == "sqlite" else None


def passwordless(url: str) -> str:
    """The URL for PostgreSQL's own programs, which ask for the password.

    >>> passwordless("postgres://ana:secret@db.example:5433/club")
    'postgresql://ana@db.example:5433/club'
    """
    full = make_url(database_url(url))
    plain = URL.create("postgresql", full.username, None, full.host, full.port, full.database, full.query)
    return plain.render_as_string()


def has_password(url: str) -> bool:
    return make_url(database_url(url)).password is not None


def table_of(model: type[Base]) -> Table:
    assert isinstance(model.__table__, Table)
    return model.__table__


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"
