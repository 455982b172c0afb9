"""A line on a terminal that says how far long work has come; nothing where nobody looks."""

from __future__ import annotations

import sys
import time
from types import TracebackType

__all__ = ["Bar"]

WIDTH = 30
PAUSE = 0.1
"""Seconds between two looks of the line."""


class Bar:
    """A bar that is drawn over itself on standard error, if that is a terminal, and wiped at the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._seen = sys.stderr.isatty()
        self._drawn = 0.0

    def __call__(self, done: int, of: int) -> None:
        """So much is done, of so much."""
        moment = time.monotonic()
        if not self._seen or (moment - self._drawn < PAUSE and done < of):
            return
        self._drawn = moment
        filled = WIDTH * done // max(of, 1)
        line = f"{self._what} [{'█' * filled}{' ' * (WIDTH - filled)}] {100 * done // max(of, 1)} %"
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
