"""Settings, from the environment or the command line; none of them has a default that is a secret."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "LOOPBACK", "SHORTEST_SECRET", "ClosedFolder", "NoNumber", "NoPort", "NoProxy", "Settings", "ShortSecret",
    "settings_from",
]  # fmt: skip

KEY_LENGTH = 64
SHORTEST_SECRET = 16
"""Signs that a secret from the environment has at least: a shorter one could be guessed."""
CHECKOUT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
"""This machine, as it calls itself."""
LARGEST_NUMBER = 1_000_000
MIB = 1024 * 1024
CONNECTIONS, CONNECTIONS_EACH, UPLOADS = 10_000, 2_000, 256
"""What one process bears: connections, of all clients and of each, and MiB of bodies on their way."""
MOST_CLUBS, MOST_MATCHES, MOST_CLUB_MIB, MOST_DATABASE_MIB = 10_000, 100_000, 1024, 20 * 1024
"""What is kept at most: far more than tables that play come to."""


class NoPort(ValueError):
    """``PORT`` is not the number of a port; ``given`` is what it is."""

    def __init__(self, given: str) -> None:
        self.given = given[:20]
        super().__init__(f"PORT must be a number from 0 to 65535, not {self.given!r}")


class NoNumber(ValueError):
    """The setting ``name`` is not a whole number from 1 on (``off``: or that word); ``given`` is what it is."""

    def __init__(self, name: str, given: str, off: bool) -> None:
        self.name, self.given, self.off = name, given[:20], off
        super().__init__(f"{name} must be a whole number from 1 to {LARGEST_NUMBER}, not {self.given!r}")


class NoProxy(ValueError):
    """``REFEREE_BEHIND_PROXY`` is not 1 or the address of a proxy; ``given`` is what it is."""

    def __init__(self, given: str) -> None:
        self.given = given[:40]
        super().__init__(f"REFEREE_BEHIND_PROXY must be 0, 1 or the address of a proxy, not {self.given!r}")


class ClosedFolder(PermissionError):
    """The data folder cannot be made, or nothing can be written into it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(errno.EACCES, "the data folder cannot be written", str(folder))


class ShortSecret(ValueError):
    """``SECRET_KEY`` could be guessed."""

    def __init__(self) -> None:
        super().__init__(f"SECRET_KEY must have at least {SHORTEST_SECRET} signs")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lies, which database, the secret that signs cookies, and where to listen.

    ``behind_proxy``: the address of the proxy whose headers are believed, or none. ``limits``: whether one address
    may join, come back and found clubs only so often. ``connections``: how many there may be at once, and of one
    client. ``uploads``: bytes that all bodies on their way may hold. ``most_…``: how many clubs there may be, how many
    matches in one of them, how many MiB one of them and the whole database may take; 0: any number.
    """

    data: Path
    database_url: str
    secret_key: str
    host: str = "0.0.0.0"
    port: int = 8000
    behind_proxy: str = ""
    limits: bool = True
    connections: int = CONNECTIONS
    connections_each: int = CONNECTIONS_EACH
    uploads: int = UPLOADS * MIB
    most_clubs: int = MOST_CLUBS
    most_matches: int = MOST_MATCHES
    most_club_mib: int = MOST_CLUB_MIB
    most_database_mib: int = MOST_DATABASE_MIB


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read ``REFEREE_DATA``, ``DATABASE_URL``, ``SECRET_KEY``, ``HOST``, ``PORT``, ``REFEREE_BEHIND_PROXY``,
    ``REFEREE_LIMITS`` (``off``: no limits for one address), ``REFEREE_CONNECTIONS``, ``REFEREE_CONNECTIONS_EACH``,
    ``REFEREE_UPLOADS`` (MiB) and ``REFEREE_MOST_…`` (``off`` or 0: none).

    The data folder is made if it is missing; the secret key is made once and kept in it, readable by its
    owner alone.

    :raises NoPort: ``PORT`` is not a port.
    :raises NoNumber: a setting that is a number is none.
    :raises NoProxy: ``REFEREE_BEHIND_PROXY`` is neither 1 nor an address.
    :raises ClosedFolder: nothing can be written into the data folder.
    :raises ShortSecret: ``SECRET_KEY`` is shorter than :data:`SHORTEST_SECRET`.
    """
    data = Path(environment.get("REFEREE_DATA") or _usual_folder(environment)).expanduser().resolve()
    _make(data)
    port = environment.get("PORT") or "8000"
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise NoPort(port)
    secret = environment.get("SECRET_KEY")
    if secret and len(secret) < SHORTEST_SECRET:
        raise ShortSecret
    return Settings(
        data=data,
        database_url=environment.get("DATABASE_URL") or f"sqlite:///{data / 'referee.sqlite3'}",
        secret_key=secret or _kept_secret(data / "secret-key"),
        host=environment.get("HOST") or "0.0.0.0",
        port=int(port),
        behind_proxy=_proxy(environment.get("REFEREE_BEHIND_PROXY", "")),
        limits=environment.get("REFEREE_LIMITS", "on") not in ("off", "0"),
        connections=_number(environment, "REFEREE_CONNECTIONS", CONNECTIONS),
        connections_each=_number(environment, "REFEREE_CONNECTIONS_EACH", CONNECTIONS_EACH),
        uploads=_number(environment, "REFEREE_UPLOADS", UPLOADS) * MIB,
        most_clubs=_number(environment, "REFEREE_MOST_CLUBS", MOST_CLUBS, off=True),
        most_matches=_number(environment, "REFEREE_MOST_MATCHES", MOST_MATCHES, off=True),
        most_club_mib=_number(environment, "REFEREE_MOST_CLUB_MIB", MOST_CLUB_MIB, off=True),
        most_database_mib=_number(environment, "REFEREE_MOST_DATABASE_MIB", MOST_DATABASE_MIB, off=True),
    )


def _make(folder: Path) -> None:
    """Make the data folder if it is missing; what is in it must be for writing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise ClosedFolder(folder) from None
        raise
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ClosedFolder(folder)


def _number(environment: Mapping[str, str], name: str, usual: int, off: bool = False) -> int:
    """A whole number from 1 on; 0, where the setting may be ``off``."""
    given = environment.get(name) or str(usual)
    if off and given in ("off", "0"):
        return 0
    if not (given.isascii() and given.isdecimal() and len(given) < 10 and 1 <= int(given) <= LARGEST_NUMBER):
        raise NoNumber(name, given, off)
    return int(given)


def _proxy(given: str) -> str:
    """The address of the proxy that is believed."""
    if given in ("", "0"):
        return ""
    if given == "1":
        return LOOPBACK
    try:
        return str(ipaddress.ip_address(given))
    except ValueError:
        raise NoProxy(given) from None


def _usual_folder(environment: Mapping[str, str]) -> Path:
    """``instance/`` of a checkout; elsewhere the user's own data folder, for an installed wheel has none."""
    if (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "instance").is_dir():
        return CHECKOUT / "instance"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "referee"


def _kept_secret(path: Path) -> str:
    """The key kept in this file; it is written whole beside it first, so that nobody ever reads half a key."""
    if path.exists() and path.stat().st_size < KEY_LENGTH:
        path.unlink()  # a key that was never written to its end
    if not path.exists():
        handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(KEY_LENGTH // 2))
            stream.flush()
            os.fsync(stream.fileno())
        with contextlib.suppress(FileExistsError):  # another process was first: its key holds
            os.link(name, path)
        os.unlink(name)
    return path.read_text(encoding="ascii")
