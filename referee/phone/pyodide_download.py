"""Fetch one version of Pyodide by npm, check its hash, and cache it."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from referee.words import say
from referee.words.system_errors import ExplainedError

VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""npm's hash of that version: nothing else is unpacked."""

NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")


class CannotBuild(ExplainedError):
    pass


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    usual = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(usual) / "referee" / "phone"


def program(name: str) -> str:
    """The path of a program; raises CannotBuild."""
    path = shutil.which(name)
    if path is None:
        raise CannotBuild(say("Il manque %(program)s : installez Node.js (avec npm), puis recommencez.", program=name))
    return path


def pyodide_folder(cache: Path) -> Path:
    """The unpacked package, fetched once.

    :raises CannotBuild: npm is missing or fetches nothing, or the hash is another.
    """
    folder = cache / f"pyodide-{VERSION}"
    if all((folder / name).is_file() for name in NEEDED):
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        _unpack(_fetch(Path(beside)), Path(beside) / "package")
        shutil.rmtree(folder, ignore_errors=True)
        (Path(beside) / "package").rename(folder)
    return folder


def _fetch(folder: Path) -> bytes:
    command = [program("npm"), "pack", f"pyodide@{VERSION}", "--ignore-scripts", "--pack-destination", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    packed = next(folder.glob("*.tgz"), None)
    if done.returncode or packed is None:
        raise CannotBuild(
            say(
                "npm n'a pas pu chercher pyodide %(version)s : %(why)s", version=VERSION, why=done.stderr.strip()[-400:]
            )
        )
    body = packed.read_bytes()
    if f"sha512-{base64.b64encode(hashlib.sha512(body).digest()).decode()}" != INTEGRITY:
        raise CannotBuild(
            say("Ce que npm a donné n'est pas pyodide %(version)s : rien n'en a été pris.", version=VERSION)
        )
    return body


def _unpack(packed: bytes, folder: Path) -> None:
    """Unpack the needed files only."""
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(packed)) as package:
        for name in NEEDED:
            member = package.extractfile(f"package/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
