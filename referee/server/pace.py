"""The pace of what is sent over a connection, in either direction."""

from __future__ import annotations

import time

SLOWEST = 1024
"""Bytes a second: what goes slower falls behind."""


class Pace:
    """Of one body or one answer. ``behind_since``: the moment up to which it has kept pace.

    A transfer that was fast for a while has saved nothing: it may stop for no longer than any other.
    """

    def __init__(self) -> None:
        self.behind_since = time.monotonic()

    def moved(self, size: int) -> None:
        """So many bytes more have gone."""
        self.behind_since = min(time.monotonic(), self.behind_since + size / SLOWEST)
