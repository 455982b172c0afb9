"""The logs replayed last, in memory: a match that is asked for again is not replayed again.

A log is right as long as the row of its match has the same mark, so nothing is ever removed because it is out of date.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from cachetools import LRUCache
from flask import current_app

from referee.matches.log import LONGEST_WITH_UNDOS, ReplayedLog

FURTHER = 10
"""Records that each log counts beside its own: one without any takes as much as one with a few."""
MOST = 3 * (LONGEST_WITH_UNDOS + FURTHER)
"""Records of all cached logs: three of the longest have room.

Measured, a note takes 0.6 KB, the entry of a deal of four players 2.9 KB, of eight 3.7 KB: 36, 176 and 225 MiB in all.
"""
NAME = "replayed logs"


class ReplayCache:
    """The logs replayed last, by the public ids of their matches; never more than ``most`` records in all.

    A log longer than that is held only as long as threads have come for it.
    """

    def __init__(self, most: int = MOST) -> None:
        self._logs: LRUCache[str, ReplayedLog] = LRUCache(most, getsizeof=_size)
        self._lock = threading.Lock()
        self._turns: dict[str, threading.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._too_long: dict[str, ReplayedLog] = {}

    @contextmanager
    def turn(self, public_id: str) -> Iterator[None]:
        """Replay the log of a match while no other thread does; who waited finds it in the cache."""
        with self._lock:
            turn = self._turns.setdefault(public_id, threading.Lock())
            self._waiting[public_id] += 1
        try:
            with turn:
                yield
        finally:
            with self._lock:
                self._waiting[public_id] -= 1
                if not self._waiting[public_id]:
                    del self._turns[public_id], self._waiting[public_id]
                    self._too_long.pop(public_id, None)

    def waiting(self, public_id: str) -> int:
        """The number of threads that replay the log of a match, or wait for their turn."""
        with self._lock:
            return self._waiting[public_id]

    def get(self, public_id: str) -> ReplayedLog | None:
        with self._lock:
            return self._logs.get(public_id) or self._too_long.get(public_id)

    def keep(self, public_id: str, mark: str, log: ReplayedLog) -> None:
        """Cache the log of a match if its row has this mark and there is room for it."""
        if log.mark != mark:  # of before there were marks, or not appended by us: the next record puts it right
            return
        with self._lock:
            self._logs.pop(public_id, None)
            if _size(log) <= self._logs.maxsize:
                self._logs[public_id] = log
            elif public_id in self._turns:
                self._too_long[public_id] = log

    def clear(self) -> None:
        with self._lock:
            self._logs.clear()

    @property
    def records(self) -> int:
        with self._lock:
            return int(self._logs.currsize)


def _size(log: ReplayedLog) -> int:
    return len(log.log) + FURTHER


def replay_cache() -> ReplayCache:
    """The cache of this application."""
    cache: ReplayCache = current_app.extensions.setdefault(NAME, ReplayCache())
    return cache
