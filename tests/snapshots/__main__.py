"""Write the snapshots anew, of all games or of those named: ``make snapshots``. The diff is then read line by line."""

import sys
import tempfile
from pathlib import Path

from referee.games.registry import GAMES
from tests.databases import SqliteFiles, app_on
from tests.snapshots.recording import record

with tempfile.TemporaryDirectory() as folder:
    databases = SqliteFiles(Path(folder))
    record(lambda: app_on(databases.migrated(), Path(folder)), sys.argv[1:] or GAMES)
