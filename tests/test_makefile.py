"""What ``make run`` says while it installs: one line with what it is, which no warning of pip drowns."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIP = """#!/bin/sh
case "$*" in
  "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *"--quiet --quiet "*) ;;
  *" pip "*) echo "WARNING: The index has no such page" >&2 ;;
esac
"""
"""A Python whose pip warns unless it is told twice to be quiet."""


def test_installing_says_in_a_line_what_is_installed(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    python = tmp_path / "python"
    python.write_text(PIP)
    python.chmod(0o755)
    call = ["make", "--no-print-directory", f"PYTHON={python}", ".venv/run.stamp"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    said = subprocess.run(call, cwd=tmp_path, env=plain, check=True, capture_output=True, text=True, timeout=60)
    packages = len(re.findall(r"^[a-z].*==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert said.stderr == ""
    assert len(said.stdout.splitlines()) == 1
    assert f" {packages} packages " in said.stdout
