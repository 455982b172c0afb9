"""The kind of a database error, the same for both drivers."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from referee.store.database.file_identity import FileReplaced

BUSY, FULL, AWAY, REPLACED = "busy", "full", "away", "replaced"
"""Others hold a lock; the disk is full; the database does not answer; its file is not the open one any more."""

TROUBLES = {
    "SQLITE_BUSY": BUSY, "SQLITE_LOCKED": BUSY, "SQLITE_FULL": FULL, "SQLITE_IOERR": AWAY, "SQLITE_CANTOPEN": AWAY,
    "SQLITE_READONLY": AWAY,
    "53100": FULL, "40001": BUSY, "40P01": BUSY, "55P03": BUSY, "08": AWAY, "25006": AWAY, "53": AWAY, "57P": AWAY,
}  # fmt: skip
"""Prefixes of SQLite's error names and PostgreSQL's codes, the more exact first."""


def trouble(error: SQLAlchemyError) -> str | None:
    """BUSY, FULL, AWAY or REPLACED; None: another error, which is a mistake of ours."""
    if isinstance(error, FileReplaced):
        return REPLACED
    if isinstance(error, NoConnectionLeft):
        return BUSY
    if not isinstance(error, DBAPIError):
        return None
    code = _code(error)
    if code is not None:
        return next((kind for start, kind in TROUBLES.items() if code.startswith(start)), None)
    lost = error.connection_invalidated or isinstance(error, OperationalError)
    return AWAY if lost and not hasattr(error.orig, "sqlite_errorcode") else None


def error_name(error: SQLAlchemyError) -> str:
    """The error in one word, without a stored value."""
    return _code(error) or type(getattr(error, "orig", None) or error).__name__


def _code(error: SQLAlchemyError) -> str | None:
    """SQLite's name for the error, or PostgreSQL's code."""
    driver = getattr(error, "orig", None)
    return getattr(driver, "sqlite_errorname", None) or getattr(driver, "sqlstate", None)
