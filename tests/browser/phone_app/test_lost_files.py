"""Cached files are lost, all or some: they come again from the host, and the matches are there."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import FramedPhone
from tests.browser.phone_app.test_second_archive import DROP
from tests.browser.phone_app.test_update import MARK, mutable, phone, renewed
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]

NO_CACHES = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
NO_WORKER = """async () => {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}"""


@pytest.mark.parametrize("gone", ["", "index.html", "files.json"], ids=["all", "page", "list"])
@pytest.mark.parametrize("host", ["same", "renewed"])
def test_files_that_are_gone_come_again_and_every_match_is_there(
    phone: FramedPhone, mutable: tuple[Path, str], gone: str, host: str
) -> None:
    path, totals = _with_a_match(phone)
    mark = phone.tab.evaluate(MARK) if host == "same" else renewed(mutable[0])
    phone.tab.evaluate(DROP, gone) if gone else phone.tab.evaluate(NO_CACHES)
    phone.reload()
    _is_there(phone, path, totals, mark)


def test_with_everything_gone_but_the_matches_they_are_there(phone: FramedPhone) -> None:
    path, totals = _with_a_match(phone)
    mark = phone.tab.evaluate(MARK)
    phone.tab.evaluate(NO_CACHES)
    phone.tab.evaluate(NO_WORKER)
    phone.tab.goto("about:blank")
    phone.start(f"#{path}")
    _is_there(phone, path, totals, mark)


def test_without_a_network_what_is_there_will_do_and_the_rest_is_named(phone: FramedPhone) -> None:
    path, totals = _with_a_match(phone)
    mark = phone.tab.evaluate(MARK)
    phone.tab.evaluate(DROP, "files.json")
    phone.tab.context.set_offline(True)
    phone.reload()
    phone.open(path)
    assert phone.totals() == totals
    phone.tab.evaluate(DROP, "index.html")
    phone.tab.reload()
    expect(phone.tab.locator("p")).to_contain_text("Vos parties y sont toujours")
    phone.tab.context.set_offline(False)
    phone.faults.clear()  # files that nobody had
    phone.reload()
    _is_there(phone, path, totals, mark)


def _with_a_match(phone: FramedPhone) -> tuple[str, dict[str, int]]:
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    return path, phone.totals()


def _is_there(phone: FramedPhone, path: str, totals: dict[str, int], mark: str) -> None:
    phone.awake()
    phone.open(path)
    assert phone.totals() == totals
    tap_round(phone, Random(2), 2)
    assert phone.tab.evaluate(MARK) == mark
    assert phone.faults == []
