"""The folder made again elsewhere is the same, byte for byte, so that a phone fetches again only what has changed."""

import os
import shutil
import subprocess
import sys
from filecmp import cmpfiles
from pathlib import Path

import pytest

from referee.phone.pyodide_download import VERSION, cache_folder
from referee.settings import CHECKOUT
from tests.phone_folder import phone_folder

SOURCES = ("referee", "templates", "static")


@pytest.mark.thorough
def test_another_build_from_another_folder_in_another_zone_makes_the_same_bytes(tmp_path: Path) -> None:
    """Nothing was compiled before, and sets have another order there."""
    made, again, other = phone_folder(), tmp_path / "made", tmp_path / "of" / "somebody"
    for name in SOURCES:
        shutil.copytree(CHECKOUT / name, other / name, ignore=shutil.ignore_patterns("__pycache__"))
    there = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    pyodide = f"pyodide-{VERSION}"
    shutil.copytree(cache_folder() / pyodide, cache_folder(there) / pyodide)
    command = [sys.executable, "-m", "referee", "phone", str(again)]
    subprocess.run(command, check=True, cwd=other, env=os.environ | there)
    names = [
        {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        for folder in (made, again)
    ]
    assert names[0] == names[1]
    same, differ, unread = cmpfiles(made, again, names[0], shallow=False)
    assert (differ, unread) == ([], [])
    assert len(same) > 100
