"""Two processes that write to one SQLite file take turns: nobody overtakes who waits; who waits too long is told."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from referee.store.database.write_lock import ProcessWriteLock

OTHER = """
import sys, time
from referee.store.database.write_lock import ProcessWriteLock
turn = ProcessWriteLock(sys.argv[1])
for line in sys.stdin:
    if line == "take\\n":
        print(turn.acquire(30), flush=True)
    else:
        turn.release()
        print("given back", flush=True)
"""


class Other:
    """Another process that takes its turn and gives it back as it is told."""

    def __init__(self, database: Path) -> None:
        command = [sys.executable, "-c", OTHER, str(database)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, word: str) -> None:
        assert self.process.stdin
        print(word, file=self.process.stdin, flush=True)

    def heard(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def __enter__(self) -> Other:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def test_who_waits_is_next_before_the_one_who_has_just_written(tmp_path: Path) -> None:
    turn = ProcessWriteLock(str(tmp_path / "club.sqlite3"))
    with Other(tmp_path / "club.sqlite3") as other:
        assert turn.acquire(1)
        other.say("take")
        while turn.acquire(0):  # until the other process waits for its turn
            time.sleep(0.01)
        turn.release()
        assert other.heard() == "True"
        assert not turn.acquire(0.05)
        other.say("give back")
        assert other.heard() == "given back"
        assert turn.acquire(5)
        turn.release()
    turn.close()


def test_the_turn_of_who_is_gone_is_free(tmp_path: Path) -> None:
    turn = ProcessWriteLock(str(tmp_path / "club.sqlite3"))
    with Other(tmp_path / "club.sqlite3") as other:
        other.say("take")
        assert other.heard() == "True"
        assert not turn.acquire(0)
        other.process.kill()
        other.process.wait()
        assert turn.acquire(1)
    turn.close()


def test_who_leaves_leaves_no_file_and_whoever_is_there_makes_another(tmp_path: Path) -> None:
    first, second = (ProcessWriteLock(str(tmp_path / "club.sqlite3")) for _ in range(2))
    assert first.acquire(0)
    first.release()
    assert second.acquire(0)
    second.release()
    second.close()
    assert list(tmp_path.iterdir()) == []
    assert first.acquire(0)
    first.release()
    first.close()
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_for_the_file_the_drivers_way_is_left(tmp_path: Path) -> None:
    for database in ("", ":memory:", str(tmp_path / "nowhere" / "club.sqlite3")):
        turn = ProcessWriteLock(database)
        assert turn.acquire(0)
        turn.release()
    assert list(tmp_path.iterdir()) == []
