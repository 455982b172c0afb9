"""Static files: the mark of their content stands in their addresses, so that a browser may keep them for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path


def mark(folder: Path) -> str:
    """A digest of all files below a folder, 10 hexadecimal digits.

    The folder that a phone serves holds the mark alone: its files lie beside Python, not in it.
    """
    if (mark := folder / "mark").is_file():
        return mark.read_text("utf-8")
    digest = hashlib.sha256()
    for path in static_files(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def static_files(folder: Path) -> list[Path]:
    """The files below a folder, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.is_file())
