"""The logs replayed last, kept in memory: a match that is asked for again is not replayed again.

What is kept of a match is right as long as its row has the same mark (``referee/matches/log_mark.py``), whoever has
recorded, in this process or another; so nothing is ever taken out because it is wrong. What is kept never changes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from flask import current_app

from referee.matches.log import ReplayedLog

MOST = 20_000
"""Records of all the logs that are kept: each takes some 3 KB."""
NAME = "replayed logs"


class ReplayCache:
    """The logs replayed last, by the public ids of their matches; never more than ``most`` records in all."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._records = 0
        self._logs: OrderedDict[str, ReplayedLog] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, public_id: str) -> ReplayedLog | None:
        """The log that was kept last of this match."""
        with self._lock:
            found = self._logs.get(public_id)
            if found is not None:
                self._logs.move_to_end(public_id)
            return found

    def keep(self, public_id: str, mark: str, log: ReplayedLog) -> None:
        """Keep the log of this match, if its row has this mark and there is room, in the place of what was kept of it.

        What nobody asked for longest goes.
        """
        if log.mark != mark:  # of before there were marks, or not appended by us: the next record puts it right
            return
        with self._lock:
            former = self._logs.pop(public_id, None)
            self._records -= _size(former) if former is not None else 0
            if _size(log) > self._most:
                return
            self._logs[public_id] = log
            self._records += _size(log)
            while self._records > self._most:
                _, oldest = self._logs.popitem(last=False)
                self._records -= _size(oldest)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._logs.clear()
            self._records = 0

    @property
    def records(self) -> int:
        """What is kept in all."""
        return self._records


def _size(log: ReplayedLog) -> int:
    """The records of a log; one without any takes as much as one with a few."""
    return len(log.log) + 10


def replay_cache() -> ReplayCache:
    """What this application keeps."""
    cache: ReplayCache = current_app.extensions.setdefault(NAME, ReplayCache())
    return cache
