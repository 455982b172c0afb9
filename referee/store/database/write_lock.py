"""The lock for writing that processes share at one SQLite file: they take turns.

The driver lets them try again and again: under load one may wait for seconds. Here two bytes of a file beside the
database are locked, for the next writer and for the present one, so that no writer overtakes another. Without such
locks (Windows), or without room for the file, the driver's way is left.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
if sys.platform == "emscripten":  # a phone's browser, where this is the only process there is
    fcntl = None  # type: ignore[assignment]

NEXT, WRITES = 0, 1
PAUSE = 0.0002
"""Seconds between two attempts: a short transaction takes few."""


@contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Lock this file, which stays; False where another thread or process holds it. True without such locks."""
    if fcntl is None:
        yield True
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(handle)


class ProcessWriteLock:
    """The lock for writing that processes share; only one thread of a process at a time may ask for it."""

    def __init__(self, database: str) -> None:
        self._path = f"{database}-turn" if fcntl is not None and database not in ("", ":memory:") else ""
        self._file = -1

    def acquire(self, patience: float) -> bool:
        """Wait until no other process writes; False after so many seconds."""
        deadline = time.monotonic() + patience
        if not self._open_file():
            return True
        if not self._locked(NEXT, deadline):
            return False
        try:
            return self._locked(WRITES, deadline)
        finally:
            self._unlock(NEXT)

    def release(self) -> None:
        if self._file >= 0:
            self._unlock(WRITES)

    def close(self) -> None:
        """Delete the file; another process that still runs makes another."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            with suppress(OSError):
                os.unlink(self._path)

    def _open_file(self) -> bool:
        if self._file >= 0 and not os.fstat(self._file).st_nlink:  # another process has deleted it
            os.close(self._file)
            self._file = -1
        if self._file < 0 and self._path:
            with suppress(OSError):
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file >= 0

    def _locked(self, sign: int, deadline: float) -> bool:
        while True:
            with suppress(BlockingIOError, PermissionError):
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, sign)
                return True
            if time.monotonic() >= deadline:
                return False
            time.sleep(PAUSE)

    def _unlock(self, sign: int) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, sign)
