"""What the tests need is found, installed where that may be, and otherwise asked for in one line."""

import os
import sys
from pathlib import Path

import pytest

from tests.tools import needs

ROOT, SOMEBODY = 0, 1000


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on it: its one folder of programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    monkeypatch.setattr(needs, "SERVER_FOLDERS", (f"{tmp_path}/lib/postgresql/*/bin",))
    monkeypatch.setattr(os, "geteuid", lambda: ROOT)
    return folder


def program(path: Path, does: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return path


def apt(machine: Path, installs: str) -> Path:
    """An apt-get that writes down how it was called; the file it writes to."""
    said = machine.parent / "apt.log"
    update = 'case "$*" in *" update") exit 0;; esac'
    program(machine / "apt-get", f'echo "$DEBIAN_FRONTEND: $*" >> {said}\n{update}\n{installs}')
    return said


def installing(machine: Path) -> str:
    lib = machine.parent / "lib/postgresql/15/bin"
    paths = f"{machine}/chromium {machine}/node {machine}/npm {lib}/initdb {lib}/postgres"
    return f"/bin/mkdir -p {lib}; for each in {paths}; do echo > $each; /bin/chmod 755 $each; done"


def test_root_with_apt_gets_everything_installed_and_nothing_a_second_time(machine: Path) -> None:
    said = apt(machine, installing(machine))
    assert needs.main() == 0
    calls = said.read_text().splitlines()
    assert [line.startswith("noninteractive: -qq") for line in calls] == [True, True, True]
    assert calls[0].endswith("update")
    assert calls[1].endswith("install --yes --no-install-recommends chromium postgresql nodejs npm")
    assert calls[2].endswith("install --yes --no-install-recommends chromium-headless-shell")
    assert needs.main() == 0
    assert len(said.read_text().splitlines()) == 3


def test_only_what_is_missing_is_installed(machine: Path) -> None:
    for name in ("chromium", "node", "npm"):
        program(machine / name)
    said = apt(machine, installing(machine))
    assert needs.main() == 0
    assert said.read_text().splitlines()[1].endswith("--no-install-recommends postgresql")


def test_the_formatters_need_npm_and_no_browser(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["needs", "npm"])
    assert needs.main() == 1
    assert capsys.readouterr().err.startswith("The tests need Node.js and npm. ")
    for name in ("node", "npm"):
        program(machine / name)
    assert needs.main() == 0


def test_somebody_with_apt_is_given_the_one_line_for_root(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = apt(machine, "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)
    assert needs.main() == 1
    line = capsys.readouterr().err.splitlines()[-1]
    assert line == "apt-get update && apt-get install --yes --no-install-recommends chromium postgresql nodejs npm"
    assert not said.exists()


@pytest.mark.parametrize(
    ("manager", "line"),
    [
        (None, "playwright install chromium"),
        ("dnf", "playwright install chromium && sudo dnf install --assumeyes postgresql-server nodejs npm"),
        ("brew", "playwright install chromium && brew install postgresql node"),
    ],
)
def test_without_apt_the_browser_comes_from_playwright(
    machine: Path, capsys: pytest.CaptureFixture[str], manager: str | None, line: str
) -> None:
    if manager:
        program(machine / manager)
    assert needs.main() == 1
    assert capsys.readouterr().err.splitlines()[-1].endswith(line)


def test_an_installation_that_fails_says_why(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    apt(machine, "echo 'E: no network' >&2; exit 100")
    assert needs.main() == 1
    said = capsys.readouterr().err
    assert "E: no network" in said
    assert "Chromium and PostgreSQL and Node.js and npm" in said


def test_a_browser_that_playwright_downloaded_will_do(machine: Path) -> None:
    downloaded = program(machine.parent / ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert needs.missing_packages() == ["PostgreSQL", "Node.js", "npm"]
    assert needs.browser() == str(downloaded)


def test_the_highest_packaged_server_is_taken_unless_one_is_on_the_path(machine: Path) -> None:
    for version in ("9.6", "15", "17"):
        for name in ("initdb", "postgres"):
            program(machine.parent / f"lib/postgresql/{version}/bin" / name)
    assert needs.postgres_folder() == machine.parent / "lib/postgresql/17/bin"
    for name in ("initdb", "postgres"):
        program(machine / name)
    assert needs.postgres_folder() == machine


def test_a_client_alone_is_no_server(machine: Path) -> None:
    program(machine / "psql")
    program(machine / "postgres")
    assert needs.postgres_folder() is None
