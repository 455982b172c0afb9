"""A log has a longest length, kept by the cache; it can be undone, and a page replays nothing that another replays."""

import threading

import pytest
from flask import Flask

from referee.matches.log import LONGEST_WITH_UNDOS, ReplayedLog
from referee.store.database.quotas import Full
from referee.store.matches import matches, stored_match
from referee.store.matches.replay_cache import FURTHER, MOST, replay_cache
from tests.store.keeping import THREADS, Keeper, at_once, note


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST", 3)
    monkeypatch.setattr(matches, "LONGEST_WITH_UNDOS", 5)


def test_the_longest_log_has_room_in_the_cache() -> None:
    assert LONGEST_WITH_UNDOS + FURTHER <= MOST


@pytest.mark.usefixtures("short")
def test_a_full_log_takes_nothing_but_undos(keeper: Keeper) -> None:
    for text in "abc":
        keeper.record(note(text))
    before = keeper.seen()
    with pytest.raises(Full, match="has 3 entries"):
        keeper.record(note("d"))
    assert keeper.seen() == before
    for _ in range(2):
        assert keeper.undo() is not None
    assert keeper.texts() == ["a"]
    with pytest.raises(Full):
        keeper.undo()
    with pytest.raises(Full):
        keeper.record(note("e"))


@pytest.mark.parametrize("long", [0, 1000])
def test_pages_at_once_replay_a_log_once(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, long: int
) -> None:
    keeper.record(note("a"))
    monkeypatch.setattr(stored_match, "LONG", long)
    with app.app_context():
        replay_cache().clear()
    replayed: list[str] = []
    again = threading.Event()
    replay = stored_match._replay  # noqa: SLF001 - what is counted

    def counted(*args: object) -> ReplayedLog:
        replayed.append("once")
        if len(replayed) > 1:
            again.set()
        again.wait(1)  # the others come meanwhile
        return replay(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(stored_match, "_replay", counted)

    def read(_: int) -> int:
        with app.app_context():
            return len(keeper.stored().log)

    assert at_once(read) == [1] * THREADS
    assert replayed == ["once"]
