"""A log has a longest length, kept by the cache; it can be undone, and a page replays nothing that another replays."""

import time
from dataclasses import replace

import pytest
from flask import Flask

from referee.matches.log import LONGEST_WITH_UNDOS, Record, ReplayedLog
from referee.store.database.models import now
from referee.store.database.quotas import Full
from referee.store.matches import stored_match
from referee.store.matches.matches import append_imported
from referee.store.matches.replay_cache import FURTHER, MOST, NAME, ReplayCache
from tests.store.keeping import Keeper, at_once, note
from tests.store.short_logs import shorten

PAGES = 3
"""Pages asked for at once: fewer than the connections that a process shares."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, 3, 5)


def test_three_of_the_longest_logs_are_cached_beside_each_other(app: Flask, keeper: Keeper) -> None:
    keeper.record(note("a"))
    with app.app_context():
        short = keeper.stored_match().replayed_log
    longest, cache = replace(short, log=short.log * LONGEST_WITH_UNDOS), ReplayCache()
    for name in "abc":
        cache.keep(name, longest.mark, longest)
    assert [name for name in "abc" if cache.get(name) is longest] == ["a", "b", "c"]


@pytest.mark.usefixtures("short")
def test_a_full_log_takes_nothing_but_undos(keeper: Keeper) -> None:
    for text in "abc":
        keeper.record(note(text))
    before = keeper.everything()
    with pytest.raises(Full, match="has 3 entries"):
        keeper.record(note("d"))
    assert keeper.everything() == before
    for _ in range(2):
        assert keeper.undo() is not None
    assert keeper.texts() == ["a"]
    with pytest.raises(Full):
        keeper.undo()
    with pytest.raises(Full):
        keeper.record(note("e"))


@pytest.mark.usefixtures("short")
def test_undos_may_follow_a_full_log_in_one_piece_and_nothing_else(keeper: Keeper) -> None:
    """So it comes from a phone that took the match along."""
    full = [Record(at, {"step": "note", "text": str(at)}, None, at, recorded_at=now()) for at in range(3)]
    undos = [Record(at, None, 5 - at, at, 5 - at, recorded_at=now()) for at in (3, 4)]
    more = [Record(5, None, 0, 5, 0, recorded_at=now())]
    after_undo = [Record(4, {"step": "note", "text": "b"}, None, 4, recorded_at=now())]
    before = keeper.everything()
    for refused in ([*full, *undos, *more], [*full, undos[0], *after_undo]):
        with keeper.app.app_context(), pytest.raises(Full):
            append_imported(keeper.stored_match(), refused)
        assert keeper.everything() == before
    with keeper.app.app_context():
        assert append_imported(keeper.stored_match(), [*full, *undos]).outcome == "recorded"
    assert keeper.texts() == ["0"]


@pytest.mark.parametrize("cached", [MOST, FURTHER], ids=["a log that is cached", "a log too long for the cache"])
def test_pages_at_once_replay_a_log_once(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, cached: int
) -> None:
    keeper.record(note("a"))
    cache = app.extensions[NAME] = ReplayCache(cached)
    replayed: list[str] = []
    replay = stored_match._replay  # noqa: SLF001 - what is counted

    def counted(*args: object) -> ReplayedLog:
        replayed.append("once")
        while cache.waiting(keeper.match) < PAGES and len(replayed) == 1:  # until the others have come
            time.sleep(0.001)
        return replay(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(stored_match, "_replay", counted)

    def read(_: int) -> int:
        with app.app_context():
            return len(keeper.stored_match().log)

    assert at_once(read, PAGES) == [1] * PAGES
    assert replayed == ["once"]
    assert cache.records == (1 + FURTHER if cached == MOST else 0)
    with app.app_context():
        assert (cache.get(keeper.match) is None) == (cached == FURTHER)
