"""Settings, from the environment or the command line; no secret has a default."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from referee.words import quoted, say
from referee.words.system_errors import ExplainedError, why

SECRET = "secret-key"
"""The file of the secret in the data folder, where the environment gives none."""
KEY_LENGTH = 64
SHORTEST_SECRET = 16
"""Signs of a secret from the environment: a shorter one could be guessed."""
CHECKOUT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
LARGEST_NUMBER = 1_000_000
MIB = 1024 * 1024
ZONE_NAME = re.compile(r"[A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+")
"""A zone named by its place; a system reads other forms of ``TZ`` too (``CET-1CEST``)."""
UPLOADS = 256
"""MiB of all bodies being received."""
NUMBERS = {
    "connections": 10_000, "streams_each": 1_000, "most_clubs": 10_000, "most_matches": 100_000,
    "most_club_mib": 1024, "most_client_mib": 64, "most_database_mib": 20 * 1024, "database_connections": 20,
}  # fmt: skip
"""Limits far above what tables that play need; four processes fit in the 100 connections that PostgreSQL takes as it is
installed.
"""


class BadSetting(ExplainedError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Settings:
    """The data folder, the database, the secret that signs cookies, and the address to listen on.

    ``behind_proxy``: the address of the proxy whose headers are believed, or "". ``limits``: of how often one address
    may join, recover and found clubs. ``by_invitation``: only the host's command founds clubs. ``connections``: at
    once, of all clients and of each. ``uploads``: bytes of all bodies being received. ``most_…``: clubs, matches of a
    club, MiB of a club, of a client in a day and of the database; 0: any number. ``database_connections``: of this
    process to PostgreSQL, for which its threads wait. ``phone``: the application runs in a phone's browser, for
    its owner alone. ``phone_folder``: the folder that ``referee phone`` builds, served at ``/phone/``.
    ``public_phone``: the https address at which that folder stands for everybody, with a slash at its end, or "".
    ``certificate``, ``key``: files for https. ``timezone``: of days and hours; "": the machine's own. ``copies``: the
    folder of the daily copies of the database; None: none are made. ``access_log``: ``off``, ``refusals`` or ``all``,
    on standard error. ``metrics``: the address and port where they are given; None: nowhere.
    """

    data: Path
    database_url: str
    secret_key: str
    host: str = "0.0.0.0"
    port: int = 8000
    behind_proxy: str = ""
    limits: bool = True
    by_invitation: bool = False
    uploads: int = UPLOADS * MIB
    connections: int = NUMBERS["connections"]
    streams_each: int = NUMBERS["streams_each"]
    most_clubs: int = NUMBERS["most_clubs"]
    most_matches: int = NUMBERS["most_matches"]
    most_club_mib: int = NUMBERS["most_club_mib"]
    most_client_mib: int = NUMBERS["most_client_mib"]
    most_database_mib: int = NUMBERS["most_database_mib"]
    database_connections: int = NUMBERS["database_connections"]
    phone: bool = False
    phone_folder: Path | None = None
    public_phone: str = ""
    certificate: Path | None = None
    key: Path | None = None
    timezone: str = ""
    copies: Path | None = None
    access_log: str = "off"
    metrics: tuple[str, int] | None = None


def settings_from(environment: Mapping[str, str] = os.environ, prepare: bool = True) -> Settings:
    """Read the settings from the environment variables that HOSTING.md lists.

    :param prepare: the data folder and the secret key in it are made if they are missing, and only their owner can read
        the key; else nothing is made, and a missing key is "".
    :raises BadSetting: a value cannot be used, or the data folder cannot be written.
    """
    data = data_folder(environment)
    if prepare or data.exists():
        _make(data)
    port = environment.get("PORT") or "8000"
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        value = quoted(port[:20])
        raise BadSetting(say("Le port (PORT ou --port) est un nombre de 0 à 65535, pas « %(given)s ».", given=value))
    secret = environment.get("SECRET_KEY")
    if secret and len(secret) < SHORTEST_SECRET:
        message = say(
            "SECRET_KEY a moins de %(n)s signes : donnez-en un long que personne ne devine, ou aucun"
            " (l'arbitre fait alors le sien).",
            n=SHORTEST_SECRET,
        )
        raise BadSetting(message)
    return Settings(
        data=data,
        database_url=environment.get("DATABASE_URL") or f"sqlite:///{data / 'referee.sqlite3'}",
        secret_key=secret or _readable(_kept_secret if prepare else _secret_in, data / SECRET),
        host=environment.get("HOST") or "0.0.0.0",
        port=int(port),
        behind_proxy=_proxy(environment.get("REFEREE_BEHIND_PROXY", "")),
        limits=environment.get("REFEREE_LIMITS", "on") not in ("off", "0"),
        by_invitation=_by_invitation(environment.get("REFEREE_FOUNDING", "")),
        uploads=_number(environment, "uploads", UPLOADS) * MIB,
        phone=False,
        phone_folder=Path(environment.get("REFEREE_PHONE") or data / "phone").expanduser().resolve(),
        public_phone=_public_phone(environment.get("REFEREE_PUBLIC_PHONE", "")),
        certificate=_file(environment, "REFEREE_CERTIFICATE"),
        key=_file(environment, "REFEREE_KEY"),
        timezone=_timezone(environment),
        copies=_copies(environment.get("REFEREE_COPIES", ""), data),
        access_log=_access_log(environment.get("REFEREE_ACCESS_LOG", "")),
        metrics=_metrics(environment.get("REFEREE_METRICS", "")),
        **{name: _number(environment, name, usual) for name, usual in NUMBERS.items()},
    )


def data_folder(environment: Mapping[str, str]) -> Path:
    """The data folder, which may be missing yet."""
    return Path(environment.get("REFEREE_DATA") or _usual_folder(environment)).expanduser().resolve()


def _copies(text: str, data: Path) -> Path | None:
    if text in ("off", "0"):
        return None
    return Path(text).expanduser().resolve() if text else data / "copies"


def _access_log(text: str) -> str:
    if text not in ("", "off", "refusals", "all"):
        value = quoted(text[:20])
        raise BadSetting(
            say("REFEREE_ACCESS_LOG est « off », « refusals » ou « all », pas « %(given)s ».", given=value)
        )
    return text or "refusals"


def _metrics(text: str) -> tuple[str, int] | None:
    """A port on this machine, or address:port."""
    if text in ("", "off", "0"):
        return None
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) <= 65535):
        message = say("REFEREE_METRICS est un port, ou adresse:port, pas « %(given)s ».", given=quoted(text[:40]))
        raise BadSetting(message)
    return host.strip("[]") or LOOPBACK, int(port)


def _make(folder: Path) -> None:
    """Make the data folder if it is missing; it must be writable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
    if not os.access(folder, os.W_OK | os.X_OK):
        message = say(
            "Rien ne peut être écrit dans le dossier de données %(folder)s : donnez-vous ce droit,"
            " ou choisissez un autre dossier avec REFEREE_DATA.",
            folder=str(folder),
        )
        raise BadSetting(message)


def _number(environment: Mapping[str, str], key: str, usual: int) -> int:
    """A whole number from 1 on; 0 where ``off`` is allowed, for ``most_…``."""
    name, off = f"REFEREE_{key.upper()}", key.startswith("most_")
    text = environment.get(name) or str(usual)
    if off and text in ("off", "0"):
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= LARGEST_NUMBER):
        value = quoted(text[:20])
        message = say("%(name)s est un nombre entier à partir de 1, pas « %(given)s ».", name=name, given=value)
        if off:
            message = say("%(name)s est un nombre entier ou « off », pas « %(given)s ».", name=name, given=value)
        raise BadSetting(message)
    return int(text)


def _file(environment: Mapping[str, str], name: str) -> Path | None:
    """The path of a file that must exist, if one is named."""
    text = environment.get(name)
    path = Path(text).expanduser().resolve() if text else None
    if path is not None and not path.is_file():
        raise BadSetting(say("%(name)s : il n'y a pas de fichier %(path)s.", name=name, path=str(path)))
    return path


def _timezone(environment: Mapping[str, str]) -> str:
    """The name of a zone that this machine knows; ``TZ`` may have any other form that the system reads."""
    name = environment.get("TZ") or environment.get("REFEREE_TIMEZONE") or ""
    zone = name.removeprefix(":")
    if not zone or (environment.get("TZ") and (zone.startswith("/") or not ZONE_NAME.fullmatch(zone))):
        return name
    import zoneinfo  # no phone needs it

    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        message = say(
            "Cette machine ne connaît pas le fuseau horaire « %(given)s » (TZ ou REFEREE_TIMEZONE) : donnez un nom"
            " comme Europe/Paris, et installez tzdata s'il y manque.",
            given=quoted(zone[:40]),
        )
        raise BadSetting(message) from None
    return name


def _proxy(text: str) -> str:
    """The address of the proxy."""
    if text in ("", "0"):
        return ""
    if text == "1":
        return LOOPBACK
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        message = say(
            "REFEREE_BEHIND_PROXY est 0, 1 (un proxy sur cette machine) ou l'adresse du proxy, pas « %(given)s ».",
            given=quoted(text[:40]),
        )
        raise BadSetting(message) from None


def _public_phone(text: str) -> str:
    """The https address of a folder, with a slash at its end: browsers install nothing from another one."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        usable = parts.scheme == "https" and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or not text.isascii() or not text.isprintable() or set(' ?#@\\"<>') & set(text):
        message = say(
            "REFEREE_PUBLIC_PHONE est l'adresse https d'un dossier, comme https://exemple.org/arbitre/,"
            " pas « %(given)s ».",
            given=quoted(text[:80]),
        )
        raise BadSetting(message)
    return text if text.endswith("/") else f"{text}/"


def _by_invitation(text: str) -> bool:
    if text not in ("", "anyone", "invitation"):
        value = quoted(text[:20])
        raise BadSetting(say("REFEREE_FOUNDING est « anyone » ou « invitation », pas « %(given)s ».", given=value))
    return text == "invitation"


def _usual_folder(environment: Mapping[str, str]) -> Path:
    """``instance/`` of a checkout; elsewhere the user's own data folder, for an installed wheel has none."""
    if (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "instance").is_dir():
        return CHECKOUT / "instance"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "referee"


def _readable(read: Callable[[Path], str], path: Path) -> str:
    """The secret that is read from this file.

    :raises BadSetting: it cannot be read, or is no text.
    """
    try:
        return read(path)
    except (PermissionError, IsADirectoryError, UnicodeDecodeError) as error:
        message = say(
            "Le secret ne se lit pas dans %(file)s. %(reason)s Rendez ce fichier à qui lance l'arbitre (chown,"
            " chmod 600), ou remettez celui d'une copie du jour : sans lui aucun téléphone n'est reconnu.",
            file=str(path),
            reason=why(error) if isinstance(error, OSError) else say("Ce n'est pas du texte."),
        )
        raise BadSetting(message) from None


def _secret_in(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _kept_secret(path: Path) -> str:
    """The key in this file; it is written whole beside it first, so that another process never reads half a key."""
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
    return path.read_text("utf-8")
