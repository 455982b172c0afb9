"""A shell that is loaded anew in the middle of an exchange, and files of it that change on the host alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.phone_app.framed import LONG, FramedPhone
from tests.browser.phone_app.test_second_archive import KEPT_BY
from tests.browser.phone_app.test_update import MARK, WAITS, mutable, phone, renewed
from tests.running import RunningServer

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]
BUNDLE = "**/sync/archive?club=*"
HERE = "async address => (await fetch(address)).json()"
FRAMED = "path => document.querySelector('iframe').contentWindow.location.pathname === path"
KEPT = """async ([mark, files]) => {
  const name = (await caches.keys()).find(name => name.endsWith(mark));
  return Boolean(name) && (await (await caches.open(name)).keys()).length >= files;
}"""
"""Whether so many files of a version are kept."""
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  return Boolean(registration.installing || registration.waiting);
}"""


@pytest.fixture
def server(made: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """A server at whose address the app of a phone lies."""
    with RunningServer(tmp_path, REFEREE_PHONE=str(made)) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
    made.set_default_timeout(60_000)
    yield made
    made.close()


def test_a_reload_in_the_middle_of_an_exchange_doubles_nothing_and_the_address_leads_the_frame(
    server: RunningServer, context: BrowserContext
) -> None:
    keeper = Phone(context.new_page(), server.url)
    path = keeper.new_match("ascenseur", ("Ana", "Bob", "Chloé"))
    keeper.note(path, "au serveur")
    phone = FramedPhone(context.new_page(), f"{server.url}/phone")
    phone.start("#take=1")
    expect(phone.page.get_by_text("1 partie sera copiée dans ce téléphone")).to_be_visible(timeout=60_000)
    assert path not in phone.page.frame.evaluate("async address => (await fetch(address)).text()", f"{phone.url}/")
    phone.page.get_by_role("button", name="Emporter ce club").click()
    expect(phone.page.get_by_text("1 partie est arrivée.")).to_be_visible()
    context.set_offline(True)
    phone.note(path, "au camp")
    phone.open(path)
    phone.open("/sync")
    expect(phone.page.get_by_text("Le serveur ne répond pas.")).to_be_visible()

    held: list[Route] = []
    context.route(BUNDLE, lambda route: held.append(route))
    context.set_offline(False)
    phone.until(lambda: held)
    held[0].fetch()  # the server has it, and the phone does not hear of it
    context.unroute(BUNDLE)
    phone.reload()
    expect(phone.page.get_by_text("Rien de neuf")).to_be_visible(timeout=60_000)
    assert phone.path == "/sync"
    phone.tab.evaluate("path => { location.hash = '#' + path; }", path)
    phone.tab.wait_for_function(FRAMED, arg=f"/phone{path}", timeout=20_000)
    phone.ready()
    there = Pen(keeper).exported(path)
    assert [entry["text"] for entry in there["entries"]] == ["au serveur", "au camp"]
    assert there == phone.page.frame.evaluate(HERE, f"{phone.url}{path}/export")


def test_a_rule_of_the_tables_own_noted_without_a_network_comes_to_the_server(
    server: RunningServer, context: BrowserContext
) -> None:
    def noted(phone: Phone, text: str) -> None:
        phone.open("/table-rules/new?article=ascenseur.follow")
        phone.box("text").fill(text)
        phone.record()

    keeper = Phone(context.new_page(), server.url)
    keeper.new_match("ascenseur", ("Ana", "Bob", "Chloé"))
    noted(keeper, "Du serveur.")
    phone = FramedPhone(context.new_page(), f"{server.url}/phone")
    phone.start("#take=1")
    phone.page.get_by_role("button", name="Emporter ce club").click()
    expect(phone.page.get_by_text("1 partie est arrivée.")).to_be_visible()
    context.set_offline(True)
    noted(phone, "Du téléphone.")
    phone.open("/rules/ascenseur")
    expect(phone.page.locator(".said")).to_have_text(["Du serveur.", "Du téléphone."])
    context.set_offline(False)
    phone.open("/sync")
    expect(phone.page.get_by_text("1 règle de la table est rapportée.")).to_be_visible()
    keeper.open("/rules/ascenseur")
    expect(keeper.page.locator(".said")).to_have_text(["Du serveur.", "Du téléphone."])


def test_what_the_shell_and_the_worker_share_changes_with_a_version_only(
    phone: FramedPhone, mutable: tuple[Path, str]
) -> None:
    old = phone.tab.evaluate(MARK)
    shared = mutable[0] / "file_verification.js"
    shared.write_text("self.fileToKeep = async () => new Response('anything');\n", "utf-8")
    assert not phone.tab.evaluate(UPDATED)
    phone.reload()
    assert phone.tab.evaluate(MARK) == old
    assert phone.faults == []


def test_a_version_with_a_file_that_was_not_announced_is_refused_once_all_of_it_was_fetched(
    phone: FramedPhone, mutable: tuple[Path, str]
) -> None:
    old, new = phone.tab.evaluate(MARK), renewed(mutable[0])
    first = json.loads((mutable[0] / "files.json").read_text("utf-8"))["first"]
    (mutable[0] / "phone.css").write_text("/* not what was announced */", "utf-8")
    phone.reload()
    phone.until(lambda: phone.tab.evaluate(KEPT, [new, len(first) - 1]), LONG)
    assert not phone.tab.evaluate(KEPT_BY, [new, "phone.css"])
    assert phone.tab.evaluate(MARK) == old
    assert not phone.tab.evaluate(WAITS)
