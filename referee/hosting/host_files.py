"""The files that a server's machine needs (HOSTING.md): the unit, its settings, the command, the proxy."""

from pathlib import Path

FOLDER = Path(__file__).parent / "files"
NAMES = sorted(file.name for file in FOLDER.iterdir())
