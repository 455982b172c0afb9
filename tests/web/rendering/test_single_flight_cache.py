"""What many ask for at once is made once, and what went wrong is kept for nobody."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.web.rendering import single_flight_cache
from referee.web.rendering.single_flight_cache import MadeOnce

MANY = 20


def test_many_who_ask_at_once_wait_for_the_one_who_makes_it() -> None:
    kept: MadeOnce[int] = MadeOnce(most=8, seconds=60)
    all_here, made = threading.Barrier(MANY + 1), []
    waiting = threading.Event()

    def make() -> int:
        made.append(1)
        assert waiting.wait(20)
        return len(made)

    def ask() -> int:
        all_here.wait()
        return kept.get("key", make)

    with ThreadPoolExecutor(MANY) as pool:
        answers = [pool.submit(ask) for _ in range(MANY)]
        all_here.wait()
        waiting.set()
        assert [answer.result(20) for answer in answers] == [1] * MANY
    assert kept.get("another key", make) == 2


def test_what_fails_is_not_kept_and_whoever_waited_tries_again() -> None:
    kept: MadeOnce[str] = MadeOnce(most=8, seconds=60)
    waits, fails = threading.Event(), threading.Event()

    def failing() -> str:
        waits.set()
        assert fails.wait(20)
        raise OSError("no room")

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.get, "key", failing)
        assert waits.wait(20)
        second = pool.submit(kept.get, "key", lambda: "made by the second")
        fails.set()
        with pytest.raises(OSError, match="no room"):
            first.result(20)
        assert second.result(20) == "made by the second"
    assert kept.get("key", lambda: "made anew") in ("made anew", "made by the second")


def test_the_oldest_make_room_and_nothing_is_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(single_flight_cache.time, "monotonic", lambda: now)
    kept: MadeOnce[str] = MadeOnce(most=2, seconds=30)
    for key in "abc":
        kept.get(key, key.upper)
    again = {key: kept.get(key, lambda: "anew") for key in "bca"}
    assert again == {"b": "B", "c": "C", "a": "anew"}
    now = 29.0
    assert kept.get("c", lambda: "later") == "C"
    now = 31.0
    assert kept.get("c", lambda: "later") == "later"
