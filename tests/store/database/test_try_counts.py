"""Tries are counted once each, by however many processes at once, in windows that end when their time is over."""

from datetime import timedelta
from itertools import chain
from pathlib import Path

from flask import Flask

from referee.store.database.models import TryCount, now
from referee.store.database.try_counts import count_try, tries
from tests.databases import app_on
from tests.store.keeping import at_once, count_of, later, writing

MINUTE = 60


def test_a_window_begins_with_its_first_try_and_ends_when_its_time_is_over(app: Flask) -> None:
    with writing(app):
        before = now()
        assert [count_try("a", MINUTE), count_try("a", MINUTE), count_try("b", MINUTE)] == [1, 2, 1]
        count, end = tries("a")
        assert count == 2
        assert timedelta(0) <= end - before - timedelta(minutes=1) < timedelta(seconds=20)
        with later(timedelta(seconds=30)):
            assert count_try("a", MINUTE) == 3
            assert tries("a") == (3, end)
        with later(timedelta(minutes=2)):
            assert tries("a")[0] == 0
            assert count_try("a", MINUTE) == 1
    assert count_of(app, TryCount) == 1  # the other one is over, and gone


def test_a_clock_set_back_makes_no_window_longer(app: Flask) -> None:
    with writing(app):
        for _ in range(5):
            count_try("a", MINUTE)
        with later(timedelta(hours=-3)):
            assert tries("a")[0] == 0
            assert count_try("a", MINUTE) == 1
        with later(timedelta(seconds=-5)):  # the clock of another machine
            assert count_try("a", MINUTE) == 1
            assert count_try("a", MINUTE) == 2


def test_of_many_at_once_in_two_processes_each_counts_once(app: Flask, url: str, tmp_path: Path) -> None:
    """Beside them windows begin that are over at once: what removes them waits for nobody who counts."""
    with app_on(url, tmp_path) as other:

        def act(number: int) -> list[int]:
            with writing((app, other)[number % 2]):
                return [(count_try("all", MINUTE), count_try(f"{number}", 0))[0] for _ in range(10)]

        counted = at_once(act)
    assert sorted(chain(*counted)) == list(range(1, 10 * len(counted) + 1))
