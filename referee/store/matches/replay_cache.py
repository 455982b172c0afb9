"""The logs replayed last, in memory: a match that is asked for again is not replayed again.

A log is right as long as the row of its match has the same mark, so nothing is ever removed because it is out of date.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from cachetools import LRUCache
from flask import current_app

from referee.matches.log import ReplayedLog

MOST = 20_000
"""Records of all cached logs: each takes some 3 KB."""
NAME = "replayed logs"


class ReplayCache:
    """The logs replayed last, by the public ids of their matches; never more than ``most`` records in all."""

    def __init__(self, most: int = MOST) -> None:
        self._logs: LRUCache[str, ReplayedLog] = LRUCache(most, getsizeof=_size)
        self._lock = threading.Lock()

    def get(self, public_id: str) -> ReplayedLog | None:
        with self._lock:
            return self._logs.get(public_id)

    def keep(self, public_id: str, mark: str, log: ReplayedLog) -> None:
        """Cache the log of a match if its row has this mark and there is room for it."""
        if log.mark != mark:  # of before there were marks, or not appended by us: the next record puts it right
            return
        with self._lock:
            self._logs.pop(public_id, None)
            with suppress(ValueError):  # larger than the whole cache
                self._logs[public_id] = log

    def clear(self) -> None:
        with self._lock:
            self._logs.clear()

    @property
    def records(self) -> int:
        with self._lock:
            return int(self._logs.currsize)


def _size(log: ReplayedLog) -> int:
    """The records of a log; one without any takes as much as one with a few."""
    return len(log.log) + 10


def replay_cache() -> ReplayCache:
    """The cache of this application."""
    cache: ReplayCache = current_app.extensions.setdefault(NAME, ReplayCache())
    return cache
