"""Files that were sent and wait in the data folder, under random names, until their keeper confirms or drops them."""

from __future__ import annotations

import hmac
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from flask import abort, current_app, request
from sqlalchemy.exc import OperationalError

from referee.bundles.papers.paper import quoted_cell
from referee.client_network import client_network
from referee.store.database.transactions import Busy
from referee.web.access.form_limits import LARGEST_UPLOAD
from referee.web.access.permissions import visitor_or_404

KEPT_FOR = 3600
"""Seconds that a file waits for its keeper."""
MOST_WAITING = 3
"""Files of one club, and of one client, that wait at once."""
ALL_WAITING = 10 * LARGEST_UPLOAD
"""Bytes of all files that wait: where one more might not fit, the oldest are deleted."""
NAME = re.compile(r"(\d{1,10})-[0-9a-f]{12}-[A-Za-z0-9_-]{22}")


@dataclass(slots=True)
class Claim:
    """A file that no other request finds; ``waits_again``: whether one may find it afterwards."""

    stream: BinaryIO
    waits_again: bool = False


def new_name(club_id: int) -> str:
    """A name for a file of this club; those that waited too long are deleted."""
    client = _client()
    _sweep(club_id, client)
    return f"{club_id}-{client}-{secrets.token_urlsafe(16)}"


@contextmanager
def created(name: str) -> Iterator[BinaryIO]:
    """A new file of this name, to be written and read; it is deleted where that fails."""
    path = path_of(name)
    try:
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as stream:
            yield stream
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def clean_filename(text: str) -> str:
    """The name of a file as its keeper knows it: short, on one line, without its folder.

    >>> clean_filename("Scores/saison 2025.csv")
    'saison 2025.csv'
    """
    return quoted_cell(re.split(r"[/\\]", text)[-1])


def path_of(name: str) -> Path:
    return _folder() / name


def club_of(name: str) -> int:
    """The visitor's club, whose file this is; 404 of another club's."""
    club_id = visitor_or_404().club.id
    owner = NAME.fullmatch(name)
    if owner is None or int(owner[1]) != club_id:
        abort(404)
    return club_id


@contextmanager
def claim_file(name: str) -> Iterator[Claim]:
    """The file under another name, so that no second request finds it, and deleted at the end.

    Where the database was busy for too long, or the claim says so, it waits again.

    :raises FileNotFoundError: it does not wait any more.
    """
    path = path_of(name)
    mine = path.with_suffix(f".{secrets.token_hex(8)}")
    path.rename(mine)
    try:
        with mine.open("rb") as stream:
            claim = Claim(stream)
            yield claim
        if claim.waits_again:
            mine.rename(path)
    except (Busy, OperationalError):
        mine.rename(path)
        raise
    finally:
        mine.unlink(missing_ok=True)


def _folder() -> Path:
    folder = Path(current_app.config["DATA"]) / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _client() -> str:
    """A part of the name of what this client sends; its address cannot be read from it."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(secret, f"archives of {client_network(request.remote_addr or '')}".encode(), "sha256").hex()[:12]


def _sweep(club_id: int, client: str) -> None:
    """Delete the files that waited too long, of this club's and of this client's all but the latest, and the oldest
    of too many.
    """
    waiting: list[tuple[float, int, Path]] = []
    for path in _folder().iterdir():
        with suppress(FileNotFoundError):  # another request sweeps too
            file = path.stat()
            waiting.append((time.time() - file.st_mtime, file.st_size, path))
    of_club, of_client, room = 0, 0, ALL_WAITING - LARGEST_UPLOAD
    for age, size, path in sorted(waiting):
        is_of_club, is_of_client = path.name.startswith(f"{club_id}-"), f"-{client}-" in path.name
        of_club += is_of_club
        of_client += is_of_client
        room -= size
        too_many = (is_of_club and of_club >= MOST_WAITING) or (is_of_client and of_client >= MOST_WAITING)
        if age > KEPT_FOR or room < 0 or too_many:
            path.unlink(missing_ok=True)
