"""A database beside another one while it is restored, which no process leaves behind for good.

It is locked as long as its process lives: what one that was killed has left, the next restore or start deletes.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.store.database.write_lock import lock_file

PREFIX, SUFFIX = ".restoring-", ".sqlite3"


@contextmanager
def scratch_database(folder: Path) -> Iterator[Path]:
    """An empty file of its own in this folder, deleted at the end."""
    delete_left(folder)
    path = folder / f"{PREFIX}{secrets.token_hex(4)}{SUFFIX}"
    with lock_file(_lock(path)):
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            yield path
        finally:
            _delete(path)


def delete_left(folder: Path) -> None:
    """Delete what restores left that were killed."""
    for path in left_in(folder):
        with lock_file(_lock(path)) as alone:
            if alone:
                _delete(path)


def left_in(folder: Path) -> list[Path]:
    """The databases of restores, those under way too."""
    return sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))


def _lock(path: Path) -> Path:
    return path.with_name(f"{path.name}-lock")


def _delete(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal", "-turn", "-lock"):
        with suppress(OSError):
            os.unlink(f"{path}{end}")
