"""Python goes on from its memory as it was kept before it had seen any data; where that is spoilt it is made again."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import FramedPhone
from tests.browser.phone_app.test_second_archive import DROP
from tests.browser.phone_app.test_update import mutable, phone
from tests.browser.test_whole_match import PLAYERS

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]

FIRST = "runtime/referee.zst"
MEMORY = "runtime/memory"
ONLY = 10_000_000
"""Bytes: no memory of Python's is that small."""

KEPT = """async ([name, least]) => {
  for (;;) {
    const found = await caches.match(name);
    if (found && (await found.blob()).size >= least) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
SPOIL = """async ([name, how]) => {
  for (const cacheName of await caches.keys()) {
    const found = await caches.match(name, { cacheName });
    if (!found) continue;
    const bytes = await found.blob();
    const cache = await caches.open(cacheName);
    await cache.put(name, new Response(how === "cut" ? bytes.slice(0, bytes.size / 2) : how));
  }
}"""
HOLDS = """async ([name, words]) => {
  const bytes = new TextDecoder("latin1").decode(await (await caches.match(name)).arrayBuffer());
  return words.filter((word) => bytes.includes(word));
}"""


def test_from_its_second_start_python_needs_its_kept_memory_alone(phone: FramedPhone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    phone.tab.evaluate(KEPT, [MEMORY, ONLY])
    phone.tab.evaluate(DROP, FIRST)
    phone.tab.context.set_offline(True)
    phone.reload()
    phone.open("/desk/ascenseur")
    phone.open(path)
    expect(phone.page.locator("main")).to_contain_text(PLAYERS[0])


def test_a_spoilt_memory_is_made_again_and_nothing_of_anybody_is_in_it(phone: FramedPhone) -> None:
    path = phone.new_match("ascenseur", ["Zénobie", "Wilhelmine", "Quasimodo"])
    for how in ("something else", "", "cut"):  # half a memory is as large as a whole one must be: it comes last
        phone.tab.evaluate(KEPT, [MEMORY, ONLY])
        phone.tab.evaluate(SPOIL, [MEMORY, how])
        phone.reload()
        phone.open(path)
        expect(phone.page.locator("main")).to_contain_text("Quasimodo")
        phone.tab.evaluate(KEPT, [MEMORY, ONLY])
        assert phone.tab.evaluate(HOLDS, [MEMORY, ["Wilhelmine", "Quasimodo", "ascenseur"]]) == ["ascenseur"], how
