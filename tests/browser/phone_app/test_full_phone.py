"""A phone at its quota: the application opens, shows what there is, gives the club as a file; with room it records."""

import zipfile
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.phone_app.framed import FramedPhone
from tests.browser.phone_app.test_update import mutable, phone
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]


UNTIL = """async ([name, refused]) => {
  for (;;) {
    const opening = indexedDB.open(name);
    await new Promise((done) => { opening.onsuccess = done; });
    const transaction = opening.result.transaction("state", "readwrite");
    transaction.objectStore("state").put(new Uint8Array(1e6), "room");
    const aborted = await new Promise((done) => {
      transaction.oncomplete = () => done(false);
      transaction.onabort = () => done(true);
    });
    opening.result.close();
    if (aborted === refused) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
"""Chromium asks for the quota anew only after some seconds: waits until it refuses, or takes, what is written."""


def test_a_full_phone_opens_shows_and_backs_up_and_records_once_there_is_room(
    phone: FramedPhone, tmp_path: Path
) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    totals = phone.totals()
    page = phone.tab.context.new_cdp_session(phone.tab)
    _set_quota(page, phone, 1)
    phone.reload()
    phone.open(f"{path}/sheet")
    assert phone.sheet() == [totals]
    _back_up(phone, tmp_path / "club.zip", path)

    phone.open(path)
    for player in phone.players_asked():
        phone.tap_count(player, 0)
    phone.tap(phone.page.locator(".ask button.go"))
    expect(phone.page.locator("main")).to_contain_text("plus de place sur ce téléphone")
    with phone.tab.expect_response("**/count"):  # what was typed goes again, and is refused too
        phone.open(path)
    assert phone.totals() == totals

    _set_quota(page, phone, None)
    phone.faults.clear()  # the answers of 503 that were asked for
    tap_round(phone, Random(2), 2)
    phone.reload()
    phone.open(f"{path}/sheet")
    assert len(phone.sheet()) == 2
    assert phone.faults == []


def _set_quota(page: CDPSession, phone: FramedPhone, size: int | None) -> None:
    """The browser may keep so many bytes for this host; None: as many as it likes."""
    origin = "/".join(phone.url.split("/")[:3])
    page.send("Storage.overrideQuotaForOrigin", {"origin": origin} | ({} if size is None else {"quotaSize": size}))
    phone.tab.evaluate(UNTIL, [f"phone {urlsplit(phone.url).path}/", size is not None])


def _back_up(phone: FramedPhone, file: Path, path: str) -> None:
    phone.open("/backup")
    with phone.tab.expect_download() as saved:
        phone.tap("Sauvegarder maintenant")
    saved.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        assert any(path.rpartition("/")[2] in archive.read(name).decode() for name in archive.namelist())
