"""Logs whose longest length is a few records, for what happens there."""

import pytest

from referee.bundles import log_replay
from referee.matches import log
from referee.store.matches import matches


def shorten(monkeypatch: pytest.MonkeyPatch, longest: int, with_undos: int) -> None:
    """Let a log have this many records, and with undos that many."""
    for module in (log, log_replay, matches):
        for name, value in (("LONGEST", longest), ("LONGEST_WITH_UNDOS", with_undos)):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)
