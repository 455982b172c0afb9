"""A club taken along in a browser: a keeper whose server is away goes on in the phone, and it comes back by itself.

The app of the phone is made by CPython here, below the same address; ``phone_app`` tries it as the phone has it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.checking import too_small
from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.databases import SqliteFiles
from tests.web.bundles.exchange.carrier import matches_in
from tests.web.bundles.exchange.one_address import WORKER, OneAddress, one_address

PLAYERS = ("Ana", "Bob", "Chloé")
NOTICED = 5_000
"""Milliseconds after which a notice that asks for nothing has gone."""

OFFLINE = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"
EDGES = """part => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return [top, bottom];
}"""
KNOWS = """async address => {
  const heard = await (await caches.open("last heard")).match(address);
  return Boolean(heard) && (await heard.text()) === (await (await fetch(address)).text());
}"""
"""Whether the phone has all of a match that goes on at the server, as a file with this address."""
END = "part => part.getBoundingClientRect().bottom"
INSTALLED = """async address => {
  const { installing, active } = await navigator.serviceWorker.register(address);
  if (!active) await new Promise(done => installing.onstatechange = () => installing.state === "activated" && done());
}"""


@pytest.fixture
def both(sqlite: SqliteFiles, tmp_path: Path) -> Iterator[OneAddress]:
    with one_address(sqlite, tmp_path) as running:
        yield running


@pytest.fixture
def new_phone(new_phone: NewPhone) -> Iterator[NewPhone]:
    """Phones that may hear of a server that is away."""
    made: list[Phone] = []

    def new(*arguments: object, **values: object) -> Phone:
        made.append(new_phone(*arguments, **values))
        return made[-1]

    yield new
    for phone in made:
        phone.forget_faults("502")


def taken_along(phone: Phone) -> str:
    """A match on the server whose club has come to the phone; its path."""
    path = phone.new_match("ascenseur", PLAYERS)
    phone.note(path, "au serveur")
    phone.open("/phone/take?club=1")
    phone.page.get_by_role("button", name="Emporter ce club").click()
    phone.page.get_by_text("1 partie est arrivée.").wait_for()
    return path


def texts(phone: Phone, path: str) -> list[str]:
    return [entry["text"] for entry in Pen(phone).exported(path)["entries"]]


@pytest.mark.journey
def test_a_club_is_taken_along_and_what_was_noted_comes_back_by_itself(new_phone: NewPhone, both: OneAddress) -> None:
    phone = new_phone(both.url)
    path = taken_along(phone)
    phone.follow("Ouvrir le club")
    assert phone.path == "/phone/"
    phone.note(f"/phone{path}", "au camp")
    phone.page.get_by_text("1 saisie est rapportée.").wait_for()
    assert texts(phone, path) == ["au serveur", "au camp"]
    assert matches_in(both.server) == matches_in(both.phone)


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 800)])
def test_that_something_came_back_is_said_between_the_head_and_the_page_and_covers_neither(
    new_phone: NewPhone, both: OneAddress, width: int, height: int
) -> None:
    phone = new_phone(both.url)
    path = taken_along(phone)
    both.away = True
    phone.note(f"/phone{path}", "au camp")
    both.away = False
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open("/phone/")
    phone.page.get_by_text("1 saisie est rapportée.").wait_for()
    head, notice, page = (phone.page.evaluate(EDGES, part) for part in (".head", ".brought", ".home-page"))
    assert head[1] <= notice[0]
    assert notice[1] <= page[0]
    words, way = (phone.page.evaluate(EDGES, f".brought > {part}") for part in ("p", "a"))
    assert words[0] < way[1]
    assert way[0] < words[1]


@pytest.mark.thorough
def test_a_phone_on_its_side_whose_server_is_away_shows_the_answers_whole(
    new_phone: NewPhone, both: OneAddress
) -> None:
    phone = new_phone(both.url)
    path = taken_along(phone)
    both.away = True
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.open(f"/phone{path}?server=away")
    notice = phone.page.evaluate(EDGES, ".away")
    assert notice[0] - phone.page.evaluate(EDGES, ".head")[1] >= 8
    assert notice[1] - notice[0] < 36
    answers = phone.page.locator(".keys button")
    answers.first.wait_for()
    assert answers.first.evaluate(END) <= phone.page.evaluate(EDGES, ".nav")[0]


@pytest.mark.thorough
def test_where_there_is_no_network_the_page_that_takes_a_club_along_says_so(
    new_phone: NewPhone, both: OneAddress
) -> None:
    phone = new_phone(both.url)
    taken_along(phone)
    both.away = True
    phone.page.add_init_script(OFFLINE)
    phone.open("/phone/take?club=1")
    expect(phone.page.locator("[data-exchange] [role=status]")).to_contain_text("Le serveur ne répond pas.")
    expect(phone.page.get_by_role("button", name="Réessayer", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_a_keeper_whose_server_is_away_goes_on_in_the_phone_with_what_was_typed(
    new_phone: NewPhone, both: OneAddress
) -> None:
    phone = new_phone(both.url, service_workers="allow")
    path = taken_along(phone)
    phone.page.evaluate(INSTALLED, WORKER)
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("typed")
    both.away = True
    with phone.page.expect_navigation(url="**/phone/matches/**"):
        phone.tap(phone.page.locator(".ask button.go"))
    phone.ready()
    phone.page.get_by_text("ce que vous notez ici lui sera rapporté").wait_for()
    assert phone.box("text").input_value() == "typed"
    phone.record()
    both.away = False
    phone.open(f"/phone{path}")
    phone.page.get_by_text("1 saisie est rapportée.").wait_for()
    assert texts(phone, path) == ["au serveur", "typed"]


@pytest.mark.thorough
def test_what_the_server_noted_since_is_in_the_phone_too_when_it_goes_on_there(
    new_phone: NewPhone, both: OneAddress
) -> None:
    phone = new_phone(both.url, service_workers="allow")
    path = taken_along(phone)
    phone.page.evaluate(INSTALLED, WORKER)
    phone.note(path, "encore au serveur")
    phone.note(path, "et encore")
    phone.page.wait_for_function(KNOWS, arg=f"{path}/handover/file")
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("typed")
    both.away = True
    with phone.page.expect_navigation(url="**/phone/matches/**"):
        phone.tap(phone.page.locator(".ask button.go"))
    phone.page.locator("textarea, input[name=text]").first.wait_for()
    expect(phone.box("text")).to_have_value("typed")
    phone.ready()
    phone.record()
    assert texts(phone, f"/phone{path}") == ["au serveur", "encore au serveur", "et encore", "typed"]
    both.away = False
    phone.open(f"/phone{path}")
    phone.page.get_by_text("1 saisie est rapportée.").wait_for()
    assert matches_in(both.server) == matches_in(both.phone)


@pytest.mark.thorough
def test_a_page_that_cannot_be_opened_leads_to_the_match_in_the_phone(new_phone: NewPhone, both: OneAddress) -> None:
    phone = new_phone(both.url, service_workers="allow")
    path = taken_along(phone)
    phone.open(path)
    phone.page.evaluate(INSTALLED, WORKER)
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    both.away = True
    with phone.page.expect_navigation(url="**/phone/matches/**"):
        phone.page.goto(phone.url + f"{path}/sheet")
    assert phone.path == f"/phone{path}/sheet"


@pytest.mark.thorough
def test_where_both_went_on_both_are_shown_and_the_keeper_chooses(new_phone: NewPhone, both: OneAddress) -> None:
    phone = new_phone(both.url)
    path = taken_along(phone)
    phone.note(path, "encore au serveur")
    both.away = True
    phone.note(f"/phone{path}", "au camp")
    both.away = False
    phone.open("/phone/")
    phone.page.get_by_text("à vous de choisir").wait_for()
    assert too_small(phone.page) == []
    phone.page.wait_for_timeout(NOTICED)
    phone.follow(phone.page.get_by_role("link", name="Voir", exact=True))
    phone.page.get_by_text("Échange fini.").wait_for()
    assert phone.page.get_by_text("à vous de choisir").count() == 1
    phone.follow(phone.page.get_by_role("link", name="Choisir", exact=True))
    assert too_small(phone.page) == []
    assert phone.page.locator(".both .sides article").all_inner_texts()[1].count("au camp") == 1
    phone.follow(phone.page.get_by_role("button", name="Garder les deux"))
    phone.page.get_by_text("1 nouvelle partie est sur le serveur.").wait_for()
    assert texts(phone, path) == ["au serveur", "encore au serveur"]
    assert len(matches_in(both.server)) == 2
