"""The counters of the rate limits, in memory and by the monotonic clock: a clock set back makes no limit longer."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from limits.storage import Storage

URI = "monotonic://"
SWEEP = 60.0
"""Seconds between two removals of the counters that have expired."""


@dataclass(slots=True)
class Counter:
    """Tries counted so far, and the moment of the monotonic clock at which the window ends."""

    count: int
    end: float


class MonotonicStorage(Storage):
    """What Limits asks of a storage for fixed windows; moments are those of ``time.monotonic``."""

    STORAGE_SCHEME = ["monotonic"]

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **options)
        self._counters: dict[str, Counter] = {}
        self._lock = threading.Lock()
        self._next_sweep = time.monotonic() + SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.monotonic()
        with self._lock:
            if now >= self._next_sweep:
                self._counters = {name: counter for name, counter in self._counters.items() if counter.end > now}
                self._next_sweep = now + SWEEP
            counter = self._counters.get(key)
            if counter is None or counter.end <= now:
                counter = self._counters[key] = Counter(0, now + expiry)
            counter.count += amount
            return counter.count

    def get(self, key: str) -> int:
        counter = self._counters.get(key)
        return counter.count if counter is not None and counter.end > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        counter = self._counters.get(key)
        return counter.end if counter is not None else time.monotonic()

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        with self._lock:
            count = len(self._counters)
            self._counters.clear()
        return count

    def clear(self, key: str) -> None:
        with self._lock:
            self._counters.pop(key, None)
