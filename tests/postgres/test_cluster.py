"""The private cluster is nobody else's business, and gone when the tests are, however they end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests.cluster import ROOT, Cluster, ClusterFailed
from tests.databases import PostgresDatabases
from tests.running import RunningServer

USES_A_CLUSTER = """
import sys
from tests.cluster import Cluster
print(Cluster().start().database(), flush=True)
sys.stdin.read()
"""


def folder_of(url: str) -> Path:
    return Path(str(make_url(url).query["host"]))


def gone(folder: Path) -> bool:
    deadline = time.monotonic() + 30
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return not folder.exists()


def test_a_cluster_is_heard_in_its_own_folder_only_and_removed_at_the_end() -> None:
    with Cluster() as cluster:
        url = make_url(cluster.database())
        folder = folder_of(str(url))
        assert folder.stat().st_mode & 0o777 == 0o700
        with psycopg.connect(host=str(folder), user=url.username, dbname=url.database) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
            assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
    assert not folder.exists()


def test_a_cluster_is_not_roots() -> None:
    with Cluster() as cluster:
        folder = folder_of(cluster.database())
        owner = (folder / "data").stat().st_uid
        assert owner != 0
        assert os.geteuid() in (0, owner)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_cluster_ends_with_the_tests_that_started_it_however_these_end(how: signal.Signals) -> None:
    user = subprocess.Popen(
        [sys.executable, "-c", USES_A_CLUSTER],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert user.stdout is not None
    folder = folder_of(user.stdout.readline().strip())
    assert folder.is_dir()
    user.send_signal(how)
    user.communicate(timeout=30)
    assert gone(folder)


def test_a_machine_without_postgresql_is_told_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code = "import tests.cluster; tests.cluster.postgres_folder = lambda: None; tests.cluster.keep()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.stdout == ""
    assert "python -m tests.tools.needs" in done.stderr


def test_a_failed_start_is_told_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("initdb", "postgres"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho 'the disk is full' >&2\nexit 1\n")
        program.chmod(0o755)
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(ClusterFailed):
        Cluster().start()


def test_asking_for_what_the_tests_need_is_quick_and_silent_where_it_is_there() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.tools.needs"], cwd=ROOT, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_the_real_server_serves_from_the_url_of_a_postgresql_database(
    postgres: PostgresDatabases, tmp_path: Path
) -> None:
    url = postgres.empty()
    with RunningServer(tmp_path, DATABASE_URL=url), psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (0,)
    assert not list(tmp_path.glob("*.sqlite3*"))
    postgres.drop(url)
