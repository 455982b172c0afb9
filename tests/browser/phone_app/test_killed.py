"""The browser or its server ends at any moment: what was acknowledged is there, and nothing is torn.

The machine goes on: whether what is written survives a power cut, none of this tells.
"""

import os
import re
import signal
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from referee.bundles.export import export_club
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.browser.phone_app.conftest import Opened
from tests.browser.phone_app.framed import LONG, RECORD, FramedPhone
from tests.browser.phone_app.test_offline import archived_notes, take_club_along
from tests.browser.phone_app.test_update import MARK, WAITS, mutable, renewed
from tests.browser.test_whole_match import CARDS, PLAYERS, tap_round
from tests.bundles.random_clubs import random_club
from tests.databases import SqliteFiles, app_on
from tests.running import RunningServer

pytestmark = pytest.mark.thorough

__all__ = ["mutable"]

OFTEN = 30
LONGEST = 900
"""Milliseconds of recording after which the browser ends at the latest."""
OF_AN_UPDATE, OF_AN_EXCHANGE = 5000, 300
"""Milliseconds of one, on a machine that does nothing else."""
BROUGHT = 6
"""Matches in an archive."""

ENTRIES = [
    {"step": step, "values": values}
    for cards in CARDS
    for step, values in (("bids", (0, 0, 0, 0)), ("tricks", (cards, 0, 0, 0)))
]
"""Nobody bids anything, and the first takes all."""

EXPORTED = "async address => (await (await fetch(address)).json()).entries"
RECORDS = f"given => void ({RECORD})(given).catch(() => null)"
UPLOAD = """async ({ address, archive }) => {
  const body = new FormData();
  body.append("archive", new File([Uint8Array.from(atob(archive), (sign) => sign.charCodeAt())], "club.zip"));
  const answer = await fetch(`${address}/club/import`, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("form[action*='/club/import/']").getAttribute("action");
}"""
RUNS = "mark => document.documentElement.dataset.version === mark"
CONFIRM = """address => void fetch(address, { method: "POST", body: new URLSearchParams() })
  .then(() => console.log("acknowledged"), () => null)"""


def test_killed_while_it_records_nothing_acknowledged_is_lost(opened: Opened, host: str, tmp_path: Path) -> None:
    phone, chance = opened(host), Random(OFTEN)
    phone.start("#/")
    path = phone.new_match("ascenseur", PLAYERS)
    recorded = told = 0
    for _ in range(OFTEN):
        if recorded > 36:
            path, recorded = phone.new_match("ascenseur", PLAYERS), 0
        given = {"path": phone.url + path, "entries": ENTRIES[recorded:]}
        acknowledged = _killed_after(phone, tmp_path / "profile", chance.randint(0, LONGEST), RECORDS, given)
        phone = opened(host)
        phone.start(f"#{path}")
        kept = phone.page.frame.evaluate(EXPORTED, f"{phone.url}{path}/export")
        assert len(kept) >= recorded + acknowledged
        recorded, told = len(kept), told + acknowledged
        assert _counts(kept) == _counts(ENTRIES[:recorded])
    print(f"{OFTEN} ends of the browser, {told} entries acknowledged before them")
    assert told


def _counts(entries: Sequence[Mapping[str, Any]]) -> list[tuple[str, tuple[int, ...]]]:
    """Step and counts of each entry, as it was sent or as it is exported."""
    return [
        (entry["step"], tuple(entry["values"] if "values" in entry else entry[entry["step"]].values()))
        for entry in entries
    ]


def test_killed_in_an_import_all_of_an_archive_is_there_or_nothing(opened: Opened, host: str, tmp_path: Path) -> None:
    phone, chance, outcomes = opened(host), Random(OFTEN), []
    phone.start("#/")
    phone.new_match("ascenseur", PLAYERS)
    longest = 0
    for number, (archive, ids) in enumerate(_archives(tmp_path, OFTEN + 1)):
        address = phone.page.frame.evaluate(UPLOAD, {"address": phone.url, "archive": b64encode(archive).decode()})
        if not number:
            began = monotonic()
            phone.page.frame.evaluate("address => fetch(address, { method: 'POST' })", address)
            longest = int(1000 * (monotonic() - began))
            continue
        acknowledged = _killed_after(phone, tmp_path / "profile", chance.randint(0, longest), CONFIRM, address)
        phone = opened(host)
        phone.start("#/")
        here = ids & set(archived_notes(phone))
        assert here in (ids, set())
        assert here or not acknowledged
        outcomes.append(bool(here))
    print(f"{len(outcomes)} ends within {longest} ms of an import, of which {sum(outcomes)} were brought in")


def _archives(folder: Path, number: int) -> Iterator[tuple[bytes, set[str]]]:
    """Archives of different clubs, with the names of their logs."""
    with app_on(SqliteFiles(folder).migrated(), folder) as app:
        for seed in range(number):
            club_id = random_club(app, Random(seed), BROUGHT, ["ascenseur"])
            with app.app_context(), BytesIO() as stream:
                export_club(club_id, stream)
                names = ZipFile(stream).namelist()
                yield stream.getvalue(), {name for name in names if name.startswith("logs/")}


def test_killed_while_a_new_version_comes_it_runs_in_one_or_the_other(
    opened: Opened, mutable: tuple[Path, str], tmp_path: Path
) -> None:
    (folder, url), chance = mutable, Random(OFTEN)
    phone = opened(url)
    phone.start("#/")
    phone.awake()
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    totals, ran, marks = phone.totals(), [phone.tab.evaluate(MARK)], []
    for _ in range(OFTEN):
        marks.append(renewed(folder))
        phone.reload()
        _killed_after(phone, tmp_path / "profile", chance.randint(0, OF_AN_UPDATE))
        phone = opened(url)
        phone.start(f"#{path}")
        assert phone.totals() == totals
        ran.append(phone.tab.evaluate(MARK))
        assert ran[-1] in {ran[0], *marks}
    print(f"{OFTEN} ends of {len(marks)} updates, of which {len(set(ran)) - 1} were taken meanwhile")
    phone.until(lambda: phone.tab.evaluate(MARK) == marks[-1] or phone.tab.evaluate(WAITS), LONG)
    phone.tab.reload()
    phone.tab.wait_for_function(RUNS, arg=marks[-1], timeout=LONG)
    phone.arrived()
    assert phone.totals() == totals


def test_where_the_server_is_killed_in_an_exchange_it_has_every_entry_once(
    opened: Opened, made: Path, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    chance, said = Random(OFTEN), []
    with RunningServer(tmp_path / "data", REFEREE_PHONE=str(made)) as server:
        phone = opened(f"{server.url}/phone")
        path = take_club_along(phone, server)
        keeper = Phone(phone.tab.context.new_page(), server.url)
        keeper.open()
        for number in range(1, OFTEN + 1):
            phone.open(path)
            entries = {"path": phone.url + path, "entries": ENTRIES[number - 1 : number]}
            phone.page.frame.evaluate(RECORD, entries)
            phone.page.frame.goto(f"{phone.url}/sync", wait_until="commit")
            phone.tab.wait_for_timeout(chance.randint(0, OF_AN_EXCHANGE))
            server.kill()
            said.append("rapportée" in phone.page.locator("main").inner_text())
            server.start()
            phone.open("/sync")
            settled = re.compile(r"rapportée|Rien de neuf")
            expect(phone.page.locator("[data-exchange]")).to_contain_text(settled, timeout=LONG)
            assert _counts(Pen(keeper).exported(path)["entries"]) == _counts(ENTRIES[:number])
    print(f"{OFTEN} kills of the server, of which {sum(said)} came after the phone had heard of it")


def _killed_after(phone: FramedPhone, profile: Path, moment: int, script: str = "() => {}", given: Any = None) -> int:
    """The browser ends so many milliseconds after a script has begun; how often something had been acknowledged."""
    told: list[str] = []
    phone.tab.on("console", lambda message: told.append(message.text))
    phone.page.frame.evaluate(script, given)
    phone.tab.wait_for_timeout(moment)
    os.kill(_browser(profile), signal.SIGKILL)
    return sum(line.startswith("acknowledged") for line in told)


def _browser(profile: Path) -> int:
    """The process that all others of this browser come from."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in words and not re.search(r"--type=", words):
            return int(process.name)
    raise LookupError(f"no browser has {profile}")
