"""Settings, from the environment or the command line; none of them has a default that is a secret."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["NoNumber", "NoPort", "Settings", "settings_from"]

KEY_LENGTH = 64
CHECKOUT = Path(__file__).resolve().parent.parent


class NoPort(ValueError):
    """``PORT`` is not the number of a port; ``given`` is what it is."""

    def __init__(self, given: str) -> None:
        self.given = given[:20]
        super().__init__(f"PORT must be a number from 0 to 65535, not {self.given!r}")


class NoNumber(ValueError):
    """The setting ``name`` is neither a number nor ``off``; ``given`` is what it is."""

    def __init__(self, name: str, given: str) -> None:
        self.name, self.given = name, given[:20]
        super().__init__(f"{name} must be a whole number or off, not {self.given!r}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lies, which database, the secret that signs cookies, and where to listen.

    ``limits``: whether one address may join, come back and found clubs only so often. ``most_…``: how many clubs there
    may be, how many matches in one of them, how many MiB one of them and the whole database may take; 0: any number.
    """

    data: Path
    database_url: str
    secret_key: str
    host: str = "0.0.0.0"
    port: int = 8000
    behind_proxy: bool = False
    limits: bool = True
    most_clubs: int = 10_000
    most_matches: int = 100_000
    most_club_mib: int = 1024
    most_database_mib: int = 20 * 1024


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read ``REFEREE_DATA``, ``DATABASE_URL``, ``SECRET_KEY``, ``HOST``, ``PORT``, ``REFEREE_BEHIND_PROXY``,
    ``REFEREE_LIMITS`` (``off``: no limits for one address) and ``REFEREE_MOST_…`` (``off`` or 0: none).

    The data folder is made if it is missing; the secret key is made once and kept in it, readable by its
    owner alone.

    :raises NoPort: ``PORT`` is not a port.
    :raises NoNumber: one of the ``REFEREE_MOST_…`` is not a number.
    """
    data = Path(environment.get("REFEREE_DATA") or _usual_folder(environment)).expanduser().resolve()
    data.mkdir(parents=True, exist_ok=True)
    port = environment.get("PORT") or "8000"
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise NoPort(port)
    return Settings(
        data=data,
        database_url=environment.get("DATABASE_URL") or f"sqlite:///{data / 'referee.sqlite3'}",
        secret_key=environment.get("SECRET_KEY") or _kept_secret(data / "secret-key"),
        host=environment.get("HOST") or "0.0.0.0",
        port=int(port),
        behind_proxy=environment.get("REFEREE_BEHIND_PROXY", "") not in ("", "0"),
        limits=environment.get("REFEREE_LIMITS", "on") not in ("off", "0"),
        **_most(environment),
    )


def _most(environment: Mapping[str, str]) -> dict[str, int]:
    """The quotas that the environment sets: ``most_clubs`` by ``REFEREE_MOST_CLUBS``, and so on."""
    found = {}
    for name in ("most_clubs", "most_matches", "most_club_mib", "most_database_mib"):
        variable = f"REFEREE_{name.upper()}"
        given = environment.get(variable, "")
        number = "0" if given == "off" else given
        if number and not (number.isascii() and number.isdecimal() and len(number) <= 12):
            raise NoNumber(variable, given)
        if number:
            found[name] = int(number)
    return found


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
