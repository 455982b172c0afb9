"""A version is all of its files: whichever changes, there is another mark and another service worker."""

import shutil
from pathlib import Path

import pytest

from referee.phone import build


def listed(folder: Path, changed: str | None = None) -> tuple[str, str]:
    """The mark of a folder with the files of the browser, one of them changed, and its service worker."""
    shutil.copytree(build.BROWSER, folder)
    (folder / "static" / "0").mkdir(parents=True)
    if changed:
        file = folder / changed
        file.write_bytes(file.read_bytes() + b"\n// changed\n")
    mark = build.write_file_list(folder)["mark"]
    return mark, (folder / build.WORKER).read_text("utf-8")


@pytest.mark.parametrize("changed", [build.SHARED, build.WORKER, "frame_navigation.js"])
def test_a_file_that_changes_alone_makes_another_version(tmp_path: Path, changed: str) -> None:
    mark, worker = listed(tmp_path / "before")
    other, another = listed(tmp_path / "after", changed)
    assert mark != other
    assert f'"{mark}"' in worker
    assert f'"{other}"' in another


@pytest.mark.journey
def test_the_service_worker_is_whole_and_imports_nothing_that_nobody_compares(tmp_path: Path) -> None:
    _, worker = listed(tmp_path / "made")
    assert "importScripts" not in worker
    assert (build.BROWSER / build.SHARED).read_text("utf-8") in worker
