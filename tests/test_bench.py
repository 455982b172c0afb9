"""``make bench`` runs to its end: each of its sections, at its smallest."""

import subprocess
import sys

import pytest

from tests.tools.bench.__main__ import SECTIONS, SMALLEST


@pytest.mark.thorough
@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_of_the_bench_runs_to_its_end(section: str) -> None:
    call = [sys.executable, "-m", "tests.tools.bench", SMALLEST, section]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 1
