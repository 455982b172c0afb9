"""What only rare pages import, and any file that the browser has dropped: it comes again, or not at all."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import LONG, FramedPhone
from tests.browser.phone_app.test_update import DROP, KEPT_BY, MARK, WAITS, mutable, phone, renewed
from tests.browser.test_whole_match import PLAYERS

pytestmark = pytest.mark.thorough

__all__ = ["DROP", "KEPT_BY", "mutable", "phone"]

SECOND = "runtime/later.zst"
WASM = "runtime/pyodide.asm.wasm"

STATUS = "async name => (await fetch(name)).status"
SAID = "async address => { const answer = await fetch(address); return [answer.status, await answer.text()]; }"
SHA = """async name => {
  const body = await (await fetch(name)).arrayBuffer();
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
}"""
KEPT = "async name => Boolean(await caches.match(name))"


def test_a_rare_page_says_that_it_has_not_come_and_opens_once_there_is_a_network(phone: FramedPhone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    phone.tab.evaluate(DROP, SECOND)
    phone.tab.context.set_offline(True)
    phone.page.frame.goto(f"{phone.url}{path}/handover")
    expect(phone.page.locator("main")).to_contain_text("rouvrez l’arbitre avec du réseau")
    status, _ = phone.page.frame.evaluate(SAID, f"{phone.url}{path}/handover")
    assert status == 503
    phone.tab.context.set_offline(False)
    phone.open(f"{path}/handover")
    expect(phone.page.locator("svg.qr")).to_be_visible()
    assert phone.tab.evaluate(KEPT, SECOND)


@pytest.mark.parametrize("name", [SECOND, WASM])
def test_a_dropped_file_comes_again_from_the_host(app: FramedPhone, name: str) -> None:
    before = app.tab.evaluate(SHA, name)
    app.tab.evaluate(DROP, name)
    assert app.tab.evaluate(SHA, name) == before
    assert app.tab.evaluate(KEPT, name)


def test_a_file_of_another_version_is_not_taken_for_one_of_this(phone: FramedPhone, mutable: tuple[Path, str]) -> None:
    (mutable[0] / SECOND).write_bytes(b"of another version")
    (mutable[0] / f"{WASM}.gz").write_bytes(b"of another version")
    for name in (SECOND, WASM):
        phone.tab.evaluate(DROP, name)
        assert phone.tab.evaluate(STATUS, name) == 503
        assert not phone.tab.evaluate(KEPT, name)


def test_what_a_version_lacks_comes_before_the_next_one(phone: FramedPhone, mutable: tuple[Path, str]) -> None:
    phone.tab.evaluate(DROP, SECOND)
    old = phone.tab.evaluate(MARK)
    renewed(mutable[0])
    phone.reload()
    phone.until(lambda: phone.tab.evaluate(WAITS), LONG)
    assert phone.tab.evaluate(MARK) == old
    assert phone.tab.evaluate(KEPT_BY, [old, SECOND])
