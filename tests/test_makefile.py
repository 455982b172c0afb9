"""What ``make run`` says while it installs: a line a step, no warning of pip or uv, and an error whole."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTHON = """#!/bin/sh
case "$*" in
  *make_environment.py*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && cp "$0" .venv/bin/uv ;;
  *"pip install"*requirements-uv.lock) exit 0 ;;
  *"pip install"*) echo "WARNING: The index has no such page" >&2; exit {status} ;;
esac
"""
"""A Python and a uv that warns where it installs, and ends with a status."""


@pytest.fixture
def status(request: pytest.FixtureRequest) -> int:
    """The status with which uv ends."""
    return int(request.param)


@pytest.fixture
def installation(tmp_path: Path, status: int) -> subprocess.CompletedProcess[str]:
    """What ``make .venv/run.stamp`` wrote, with a uv that ends with that status."""
    for name in ("Makefile", "requirements-uv.lock", "requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    python = tmp_path / "python"
    python.write_text(PYTHON.format(status=status))
    python.chmod(0o755)
    call = ["make", "--no-print-directory", f"PYTHON={python}", ".venv/run.stamp"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(call, cwd=tmp_path, env=plain, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("status", [0], indirect=True)
def test_installing_says_a_line_a_step(installation: subprocess.CompletedProcess[str]) -> None:
    packages = len(re.findall(r"^[a-z].*==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert installation.stderr == ""
    assert installation.stdout.splitlines() == [
        "installs uv in .venv",
        f"installs the {packages} packages of requirements.lock in .venv",
        "installs the referee in .venv",
    ]


@pytest.mark.parametrize("status", [1], indirect=True)
def test_a_step_that_fails_shows_all_that_it_printed(installation: subprocess.CompletedProcess[str]) -> None:
    assert installation.returncode != 0
    assert "WARNING: The index has no such page" in installation.stderr
    assert len(installation.stdout.splitlines()) == 2


@pytest.mark.thorough
def test_the_environment_has_the_pip_that_python_comes_with(tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    script = ROOT / "referee" / "tools" / "make_environment.py"
    subprocess.run([sys.executable, "-I", script, folder], check=True)
    said = subprocess.run([folder / "bin" / "python", "-m", "pip", "--version"], check=True, capture_output=True)
    assert str(folder).encode() in said.stdout
