"""Lines for a shell, which do what is meant when they are pasted: every word is quoted, every path whole."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from referee.store.database.orm_base import passwordless

PROGRAM = "referee"


def referee_line(*words: str | Path) -> str:
    """A command of this program, by the name that a shell finds, else by the path by which it was called."""
    return shlex.join([*_program(), *map(str, words)])


def _program() -> list[str]:
    called = Path(sys.argv[0])
    if shutil.which(PROGRAM) is None and called.is_file():
        if called.name == PROGRAM:
            return [str(called.resolve())]
        if called.name == "__main__.py":
            return [sys.executable, "-m", PROGRAM]
    return [PROGRAM]


def mode_line(mode: str, path: Path) -> str:
    return shlex.join(["chmod", mode, str(path)])


def dump_line(url: str, file: str | Path) -> str:
    """The line that saves a PostgreSQL database in a file; it asks for the password if there is one."""
    return shlex.join(["pg_dump", "--format=custom", f"--file={file}", passwordless(url)])


def undump_line(url: str, file: Path) -> str:
    """The line that brings such a file back."""
    return shlex.join(["pg_restore", "--clean", "--if-exists", f"--dbname={passwordless(url)}", str(file.resolve())])


def setting_line(url: str) -> str:
    """The setting of a database, for a shell or a file of settings."""
    return f"DATABASE_URL={shlex.quote(url)}"
