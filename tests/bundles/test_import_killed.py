"""An import that is killed in the middle of every tenth match: whole matches stay, and the same file finishes it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from referee.store.database.file_copy import no_progress
from referee.store.database.models import Match
from referee.store.database.transactions import reading_apart
from referee.store.matches.log_check import log_faults
from tests.bundles.clubs import packed, random_club
from tests.databases import SECRET, Databases, on_both_databases, reused_app
from tests.store.keeping import count_of
from tests.store.tables import everything_in

pytestmark = [on_both_databases, pytest.mark.thorough]

MATCHES = 40
KILLED_IN = 10
"""The match of each process in which it is killed: its rows are written, its transaction is open."""

DYING_IMPORT = f"""
import os, signal, sys
from referee.bundles import loading
from referee.commands.command_line import main

written = 0
write_match = loading.write_match

def write_and_die(*arguments):
    global written
    result = write_match(*arguments)
    written += 1
    if written == {KILLED_IN}:
        os.kill(os.getpid(), signal.SIGKILL)
    return result

loading.write_match = write_and_die
sys.exit(main(["import", sys.argv[1], "--lang", "en"]))
"""


def imported(archive: Path, url: str, data: Path, *command: str) -> int:
    """The exit status of a process of its own that brings the archive in; negative: the signal that ended it."""
    environment = {**os.environ, "DATABASE_URL": url, "REFEREE_DATA": str(data), "SECRET_KEY": SECRET}
    whole = [sys.executable, *command, str(archive)]
    return subprocess.run(whole, env=environment, capture_output=True, check=False).returncode


def faults(app: Flask) -> list[object]:
    """Logs that do not replay, or whose mark is not that of their records."""
    with app.app_context(), reading_apart() as connection:
        return list(log_faults(connection, no_progress))


def test_an_import_killed_in_every_tenth_match_is_whole_in_the_end(databases: Databases, tmp_path: Path) -> None:
    archive = tmp_path / "club.zip"
    archive.write_bytes(packed(random_club(Random(21), fewest=MATCHES, most=MATCHES, longest=12)))
    url, straight = databases.migrated(), databases.migrated()
    with reused_app(url, tmp_path) as app, reused_app(straight, tmp_path) as other:
        ends, present = [], []
        while not ends or ends[-1] == -signal.SIGKILL:
            ends.append(imported(archive, url, tmp_path, "-c", DYING_IMPORT))
            present.append(count_of(app, Match))
            assert faults(app) == []
        assert ends == [-signal.SIGKILL] * 4 + [0]
        assert present == [9, 18, 27, 36, MATCHES]
        assert imported(archive, straight, tmp_path, "-m", "referee", "import") == 0
        assert everything_in(app) == everything_in(other)
    databases.drop(url)
    databases.drop(straight)
