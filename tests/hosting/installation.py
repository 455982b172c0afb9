"""An installation in a data folder, with nothing wrong in it, as the commands find it."""

import hashlib
import json
from pathlib import Path

import pytest

from referee.phone import build
from referee.settings import settings_from
from tests.databases import app_on, place_migrated
from tests.running import free_port
from tests.store.keeping import Keeper, note


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a club with a match, a whole folder of the phone, and settings that suit both."""
    data = folder / "data"
    for name in ("DATABASE_URL", "SECRET_KEY", "REFEREE_BEHIND_PROXY", "REFEREE_CERTIFICATE", "REFEREE_COPIES"):
        monkeypatch.delenv(name, raising=False)
    given = {"REFEREE_DATA": str(data), "HOST": "127.0.0.1", "PORT": str(free_port()), "TZ": "Europe/Paris"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    data.mkdir()
    place_migrated(data / "referee.sqlite3")
    (data / "referee.sqlite3").chmod(0o600)
    with app_on(settings_from().database_url, data) as app:
        Keeper(app).record(note("a match"))
    phone_folder(data / "phone")
    return data


def phone_folder(folder: Path) -> None:
    """What ``referee phone`` leaves, with one small file."""
    folder.mkdir()
    (folder / "index.html").write_text("shell")
    hashes = {"index.html": hashlib.sha256(b"shell").hexdigest()}
    (folder / "files.json").write_text(json.dumps({"hashes": hashes, "made_of": build.source_digest()}))
