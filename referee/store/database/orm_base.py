"""The Flask-SQLAlchemy object and the base class of the tables."""

from __future__ import annotations

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine, MetaData, Table
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


def table_of(model: type[Base]) -> Table:
    assert isinstance(model.__table__, Table)
    return model.__table__


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"
