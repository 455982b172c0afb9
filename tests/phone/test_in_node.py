"""The folder that was built, opened by the phone's own Python: what a first visit needs is in the first archives."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from referee.phone.build import PACKAGE, SCREENSHOTS
from referee.phone.pyodide_download import program
from tests.phone_folder import phone_folder, unpacked
from tests.tools import phone_check

MOST = 9_000_000
"""Bytes of a first visit."""
MOST_OF_A_GAME = 50_000
"""Bytes of what comes when a rule has changed, beside the list and the worker of each version."""

PAGES = ("/", "/new", "/new/ascenseur", "/desk", "/desk/ascenseur", "/rules", "/rules/barbu", "/evenings")

ASKED = {
    "quand le valet tombe je dois une carte": "bataille-corse.contract",
    "on a le droit de dire le chiffre qui fait tomber le total juste": "ascenseur.not-equal",
    "kel est le cri kan on a sa famille": "famille-trefles.family",
}
"""Questions of no game, and an article that is shown."""

IN_PARIS = {
    "2026-03-28T22:59:30+00:00": "2026-03-28T23:59:30+01:00",
    "2026-03-28T23:00:30+00:00": "2026-03-29T00:00:30+01:00",
    "2026-03-29T00:59:30+00:00": "2026-03-29T01:59:30+01:00",
    "2026-03-29T01:00:30+00:00": "2026-03-29T03:00:30+02:00",
    "2026-10-25T00:59:30+00:00": "2026-10-25T02:59:30+02:00",
    "2026-10-25T01:00:30+00:00": "2026-10-25T02:00:30+01:00",
}
"""Moments, and what a phone in Paris calls them."""

IN_PHONE = """
import json, sqlite3, traceback
from pathlib import Path
from urllib.parse import urlencode
import js
from referee.phone import worker_application
from datetime import datetime
from referee.local_time import local, timezone_name

def opened(path, language):
    status, _headers, body = worker_application.handle("GET", path, [["Accept-Language", language]])
    assert status == 200, (path, status)
    return body.decode()

worker_application.start("Europe/Paris")
for path in {pages!r}:
    for language in ("fr", "en"):
        page = opened(path, language)
seats = [("seat.0", "Ana"), ("seat.1", "Bob"), ("seat.2", "Chlo\\u00e9")]
form = urlencode(seats).encode()
headers = [["Content-Type", "application/x-www-form-urlencoded"], ["X-Requested-With", "script"]]
started = worker_application.handle("POST", "/new/ascenseur", headers, form)
first = not js.opened_later
found, seconds = [], []
for words in {asked!r}:
    began = js.performance.now()
    found.append(opened("/desk?" + urlencode([("q", words)]), "fr"))
    seconds.append(round(js.performance.now() - began))
print("pages of a search in the phone, ms:", *seconds)
worker_application.prepare("/shared/old", "/phone", "https://localhost")
worker_application.start()
opened("/", "fr")
try:
    opened("/none", "fr")
except AssertionError:
    said = traceback.format_exc()
told = {{
    "started": started[0],
    "first alone": first,
    "found": [article in page for article, page in zip({articles!r}, found)],
    "migrated with the second": bool(js.opened_later),
    "versions": [worker_application._version(Path(f"/shared/{{name}}/referee.sqlite3")) for name in ("new", "old")],
    "traceback": said.splitlines()[-1],
    "hours": [local(datetime.fromisoformat(moment)).isoformat() for moment in {moments!r}],
    "zone": timezone_name(),
    "files": sorted(path.name for path in Path("/shared/new").iterdir()),
}}
Path("/shared/told.json").write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What the phone's Python said of a new folder, and of one whose database has no tables yet."""
    shared = tmp_path_factory.mktemp("shared")
    for name in ("new", "old"):
        (shared / name).mkdir()
    (shared / "old" / "referee.sqlite3").touch()
    (shared / "in_phone.py").write_text(
        IN_PHONE.format(pages=PAGES, moments=list(IN_PARIS), asked=list(ASKED), articles=list(ASKED.values())), "utf-8"
    )
    script = Path(phone_check.__file__).with_name("in_node.mjs")
    runtime = unpacked(shared)
    command = [program("node"), str(script), str(runtime), str(shared / "in_phone.py"), str(shared)]
    subprocess.run(command, check=True, env={**os.environ, "TZ": "Europe/Paris"})
    said: dict[str, object] = json.loads((shared / "told.json").read_text("utf-8"))
    return said


@pytest.mark.thorough
def test_pages_and_a_new_match_need_the_first_archives_alone(told: dict[str, object]) -> None:
    assert told["started"] == 303
    assert told["first alone"] is True


@pytest.mark.thorough
def test_a_question_of_no_game_finds_its_article(told: dict[str, object]) -> None:
    assert told["found"] == [True] * len(ASKED)


@pytest.mark.thorough
def test_an_older_database_is_migrated_by_what_the_second_archive_holds(told: dict[str, object]) -> None:
    assert told["migrated with the second"] is True
    versions = told["versions"]
    assert isinstance(versions, list)
    assert versions[0] == versions[1] is not None


@pytest.mark.thorough
def test_only_what_lasts_lies_in_the_folder(told: dict[str, object]) -> None:
    assert told["files"] == ["cookies.json", "referee.sqlite3"]


@pytest.mark.thorough
def test_an_error_is_told_though_no_line_is_known(told: dict[str, object]) -> None:
    assert told["traceback"] == "AssertionError: ('/none', 404)"


@pytest.mark.thorough
def test_local_times_are_those_of_the_phone_in_summer_and_in_winter(told: dict[str, object]) -> None:
    assert told["hours"] == list(IN_PARIS.values())
    assert told["zone"] == "Europe/Paris"


def test_a_first_visit_is_small_and_everything_in_it_is_listed() -> None:
    folder = phone_folder()
    files = json.loads((folder / "files.json").read_text("utf-8"))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    kept = {name for name in there - {"files.json", "service_worker.js"} if not name.startswith(SCREENSHOTS)}
    assert kept == {*files["first"], *files["later"]} == {*files["hashes"]}
    assert len(there) > len(kept) + 2
    assert {name: (folder / name).stat().st_size for name in files["first"]} == files["first"]
    assert sum(files["first"].values()) <= MOST
    games = [path.parent.name for path in PACKAGE.glob("games/*/scoring.py")]
    assert len(games) > 20
    assert [game for game in games if files["first"][f"runtime/{game}.zst"] > MOST_OF_A_GAME] == []
    assert files["mark"] in (folder / "service_worker.js").read_text("utf-8")
