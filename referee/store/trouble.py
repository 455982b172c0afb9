"""What is wrong with a database that cannot do its work now: told from an error of either driver."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

__all__ = ["AWAY", "BUSY", "FULL", "named", "trouble"]

BUSY, FULL, AWAY = "busy", "full", "away"
"""Others write or hold what is needed; the disk has no room left; nobody answers."""

SQLITE = {
    "SQLITE_BUSY": BUSY, "SQLITE_LOCKED": BUSY, "SQLITE_FULL": FULL, "SQLITE_IOERR": AWAY, "SQLITE_CANTOPEN": AWAY,
    "SQLITE_READONLY": AWAY,
}  # fmt: skip
"""How the names begin that SQLite gives its errors."""

SQLSTATES = {
    "53100": FULL, "40001": BUSY, "40P01": BUSY, "55P03": BUSY, "08": AWAY, "25006": AWAY, "53": AWAY, "57P": AWAY,
}  # fmt: skip
"""How PostgreSQL's codes begin, the more exact first: disk full; serialization, deadlock, lock; connections."""


def trouble(error: SQLAlchemyError) -> str | None:
    """Which trouble it is; None: another one, which is a mistake of ours."""
    if isinstance(error, NoConnectionLeft):
        return BUSY
    if not isinstance(error, DBAPIError):
        return None
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        return next((kind for start, kind in SQLITE.items() if name.startswith(start)), None)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return next((kind for start, kind in SQLSTATES.items() if state.startswith(start)), None)
    lost = error.connection_invalidated or isinstance(error, OperationalError)
    return AWAY if lost and not hasattr(error.orig, "sqlite_errorcode") else None


def named(error: SQLAlchemyError) -> str:
    """The error in one word, without a value of anybody's."""
    orig = getattr(error, "orig", None)
    word = getattr(orig, "sqlite_errorname", None) or getattr(orig, "sqlstate", None)
    return word or type(orig or error).__name__
