"""A network that drops shows our page, never the browser's: what was typed is kept, and goes by itself when it is back.

Most phones of these tests have no service worker, as over plain http; scripts alone do it there.
"""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.running import free_port
from tests.thread_server import ThreadServer

PLAYERS = ("Ana", "Bob", "Chloé")
KEPT = "L’arbitre ne répond pas\u202f: votre saisie est gardée."
WAITS = "L’arbitre ne répond pas\u202f: cela partira dès qu’il revient."
NO_NETWORK = "Pas de réseau"
CACHED = """async () => { const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push([name, new URL(request.url).pathname]);
  return kept; }"""
REGISTERED = "async () => (await navigator.serviceWorker.getRegistrations()).length"
LOOKED_AT = "() => { document.dispatchEvent(new Event('visibilitychange')); }"
CONTROLLED = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller; }"


class Mortal:
    """The application served by a thread of the tests; while it is killed nobody listens at its port."""

    def __init__(self, app: Flask) -> None:
        self.app, self.port = app, free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.http = ThreadServer(self.app, self.port)
        self.http.start()

    def kill(self) -> None:
        self.http.stop()


@pytest.fixture
def mortal(app: Flask) -> Iterator[Mortal]:
    """A server of its own, which may be killed."""
    server = Mortal(app)
    server.start()
    yield server
    server.kill()


@pytest.mark.journey
def test_what_is_sent_to_nobody_goes_by_itself_once_when_somebody_is_there(new_phone: NewPhone, mortal: Mortal) -> None:
    phone = new_phone(mortal.url)
    path = _note_typed(phone)
    mortal.kill()
    phone.send_in_vain()
    told = phone.page.locator("[data-network]")
    assert told.get_by_role("status").inner_text() == KEPT
    assert re.search(r"Nouvel essai dans [1-5] s\.", told.inner_text())
    assert phone.box("text").input_value() == "Ana a mal vu"
    phone.box("text").fill("Ana a mal vu, Bob aussi")
    with phone.page.expect_navigation():
        mortal.start()
    phone.ready()
    assert phone.path == path
    assert [entry["text"] for entry in Pen(phone).exported(path)["entries"]] == ["Ana a mal vu, Bob aussi"]


@pytest.mark.thorough
def test_the_button_tries_at_once_and_so_does_whoever_loads_the_page_again(new_phone: NewPhone, mortal: Mortal) -> None:
    phone = new_phone(mortal.url)
    path = _note_typed(phone)
    mortal.kill()
    phone.send_in_vain()
    phone.tap(phone.notice)
    phone.notice.wait_for()
    mortal.start()
    phone.follow(phone.notice)
    assert phone.path == path
    assert Pen(phone).count_entries(path) == 1


def test_an_answer_that_is_lost_on_its_way_is_recorded_once(phone: Phone) -> None:
    path = _note_typed(phone)
    lost: list[int] = []

    def lose(route, request) -> None:  # type: ignore[no-untyped-def]
        if not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort("connectionreset")
        else:
            route.continue_()

    phone.page.route("**/entries", lose)
    phone.send_in_vain()
    phone.follow(phone.notice)
    assert lost == [200]
    assert Pen(phone).count_entries(path) == 1


@pytest.mark.thorough
def test_a_link_to_nobody_waits_and_opens_when_somebody_is_there(new_phone: NewPhone, mortal: Mortal) -> None:
    phone = new_phone(mortal.url)
    phone.open()
    mortal.kill()
    phone.tap(phone.page.get_by_role("link", name="Règles"))
    phone.notice.wait_for()
    assert phone.page.locator("[data-network]").get_by_role("status").inner_text() == WAITS
    assert phone.path == "/"
    mortal.start()
    phone.follow(phone.notice)
    assert phone.path == "/rules"


@pytest.mark.thorough
@pytest.mark.parametrize("worker", ["block", "allow"])
def test_a_link_that_is_tapped_while_an_answer_waits_is_followed_once_that_is_recorded(
    new_phone: NewPhone, mortal: Mortal, worker: str
) -> None:
    phone = new_phone(mortal.url, service_workers=worker)
    path = _note_typed(phone)
    assert worker == "block" or phone.page.evaluate(CONTROLLED)
    mortal.kill()
    phone.send_in_vain()
    phone.tap(phone.page.get_by_role("link", name="Feuille"))
    phone.notice.wait_for()
    assert phone.page.locator("[data-network]").get_by_role("status").inner_text() == WAITS
    assert phone.path == f"{path}/steps/note"
    with phone.page.expect_navigation():
        mortal.start()
    phone.ready()
    assert phone.path == f"{path}/sheet"
    assert Pen(phone).count_entries(path) == 1


@pytest.mark.thorough
def test_what_is_refused_is_shown_in_place_of_the_link_that_was_tapped(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    phone.open(f"{path}/steps/note")
    phone.forge("text", "x" * 5000)
    phone.box("text").dispatch_event("input")
    away = ["connectionreset"]
    phone.page.route("**/entries", lambda route: route.abort(away.pop()) if away else route.continue_())
    phone.send_in_vain()
    phone.follow(phone.page.get_by_role("link", name="Feuille"))
    assert phone.page.locator("main .why").count()
    assert Pen(phone).count_entries(path) == 0


@pytest.mark.thorough
def test_a_page_that_follows_a_match_says_when_it_cannot(new_phone: NewPhone, mortal: Mortal) -> None:
    phone = new_phone(mortal.url)
    phone.new_match("ascenseur", PLAYERS)
    stale = phone.page.locator("header .news", has_text="a peut-être changé")
    phone.following()
    mortal.kill()
    phone.until(lambda: phone.page.evaluate(LOOKED_AT) or stale.is_visible())
    mortal.start()
    phone.until(lambda: phone.page.evaluate(LOOKED_AT) or stale.count() == 0)


@pytest.mark.thorough
def test_a_page_that_cannot_be_opened_is_ours_and_comes_back_by_itself(new_phone: NewPhone, mortal: Mortal) -> None:
    phone = new_phone(mortal.url, service_workers="allow")
    path = _note_typed(phone)
    assert phone.page.evaluate(CONTROLLED)
    mortal.kill()
    phone.page.goto(phone.url + path)
    assert phone.page.locator("h1").inner_text() == NO_NETWORK
    phone.notice.wait_for()
    assert phone.path == path
    with phone.page.expect_navigation():
        mortal.start()
    phone.page.locator("h1", has_text="L’Ascenseur").wait_for()
    phone.open(f"{path}/steps/note")
    assert phone.box("text").input_value() == "Ana a mal vu"


@pytest.mark.thorough
@pytest.mark.parametrize("status", [502, 504])
def test_a_proxy_whose_server_is_away_is_as_nobody(new_phone: NewPhone, mortal: Mortal, status: int) -> None:
    phone = new_phone(mortal.url, service_workers="allow")
    path = _note_typed(phone)
    assert phone.page.evaluate(CONTROLLED)
    server, mortal.app = mortal.app, _proxy(status)
    mortal.kill()
    mortal.start()
    phone.send_in_vain()
    assert phone.page.locator("[data-network]").get_by_role("status").inner_text() == KEPT
    phone.page.goto(phone.url + path)
    assert phone.page.locator("h1").inner_text() == NO_NETWORK
    mortal.kill()
    mortal.app = server
    with phone.page.expect_navigation():
        mortal.start()
    phone.page.locator("h1", has_text="L’Ascenseur").wait_for()
    phone.open(f"{path}/steps/note")
    assert phone.box("text").input_value() == "Ana a mal vu"
    assert Pen(phone).count_entries(path) == 0
    phone.forget_faults(str(status))


def _proxy(status: int) -> Flask:
    """A proxy that reaches no server."""
    proxy = Flask("proxy", static_folder=None)
    proxy.register_error_handler(404, lambda _error: ("", status))
    return proxy


@pytest.mark.thorough
def test_the_worker_keeps_static_files_and_one_page_in_the_language_chosen(new_phone: NewPhone) -> None:
    phone = new_phone(service_workers="allow")
    path = _note_typed(phone)
    assert phone.page.evaluate(CONTROLLED)
    phone.record()
    phone.open(path)
    kept = phone.page.evaluate(CACHED)
    assert len({name for name, _ in kept}) == 1
    assert {re.sub(r"/static/\w+/.+", "static", page) for _, page in kept} == {"/offline", "static"}
    phone.open("/")
    phone.follow(phone.page.get_by_role("button", name="English"))
    phone.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    phone.until(lambda: {name[-3:] for name, _ in phone.page.evaluate(CACHED)} == {"=en"})
    phone.page.evaluate("navigator.serviceWorker.controller.postMessage('unregister')")
    phone.until(lambda: (phone.page.evaluate(REGISTERED), phone.page.evaluate(CACHED)) == (0, []))


def _note_typed(phone: Phone) -> str:
    """A match whose note has been typed and not sent yet; its path."""
    path = phone.new_match("ascenseur", PLAYERS)
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("Ana a mal vu")
    return path
