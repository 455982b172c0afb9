"""The work budget of a request: replayed entries and CPU seconds; none once its client has gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.bundles.untrusted_zip import ArchiveRefused
from referee.words import say

SLICE = 0.05
"""Seconds of CPU between two pauses, in which other requests run."""


class TooMuchWork(ArchiveRefused):
    """The work exceeds what one request may spend."""

    def __init__(self) -> None:
        super().__init__(say("C'est trop de travail d'un coup : trop de saisies, ou trop de corrections à rejouer."))


def _go_on() -> None:
    pass


@dataclass(slots=True)
class WorkBudget:
    """The entries and CPU seconds left; ``pause`` is called after each :data:`SLICE` and may raise.

    The number of entries gives the same answer on every machine; the clock counts other work, such as a long record.
    """

    entries: int
    seconds: float
    pause: Callable[[], None] = _go_on
    _end: float = field(init=False)
    _next_pause: float = 0.0

    def __post_init__(self) -> None:
        self._end = time.thread_time() + self.seconds

    def spend(self, entries: int = 1) -> None:
        """Count replayed entries; 0: only check the clock. Raises TooMuchWork."""
        self.entries -= entries
        moment = time.thread_time()
        if self.entries < 0 or moment > self._end:
            raise TooMuchWork
        if moment > self._next_pause:
            self.pause()
            self._next_pause = time.thread_time() + SLICE
