"""The shell: its address and title follow the frame; files, a second tab, links that bring something, a full phone."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.checking import too_small
from tests.browser.course import Course
from tests.browser.phone import SIZE
from tests.browser.phone_app.framed import RECORD, FramedPhone, phone_in
from tests.browser.test_print import DEALS, pages
from tests.browser.test_whole_match import tap_round

pytestmark = pytest.mark.thorough

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")

FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  let left = 2;
  IDBObjectStore.prototype.put = function (...given) {
    if (left-- <= 0) throw new DOMException("no room", "QuotaExceededError");
    return self.put.apply(this, given);
  };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = self.put; }"
"""A disk that is full in the middle of what is written; there is room again."""

ANSWERS = """root => Promise.race([
  fetch(root + "/healthz").then(() => true), new Promise(done => setTimeout(() => done(false), 1000))
])"""
"""Whether the application answers, in a second."""

FRAMED = "address => document.querySelector('iframe').contentWindow.location.href === address"

NO_LOCKS = "delete Navigator.prototype.locks"
NO_PYTHON = "self.Worker = class { postMessage() {} }"
FAILS = """() => Object.defineProperty(navigator, "languages", {
  configurable: true, get() { throw new Error("out of memory"); },
})"""
WORKS = "() => delete navigator.languages"
"""No request comes through to the application, as where its Python fails; they do again."""

STEAL = """name => new Promise(done => navigator.locks.request(name, { steal: true }, async () => done()))"""
"""Takes the lock from the worker that holds it, as a tab does that finds the other one asleep."""


@pytest.fixture
def match(app: FramedPhone) -> str:
    return app.new_match("ascenseur", PLAYERS)


def test_the_address_and_the_title_follow_the_frame_and_a_reload_comes_back(app: FramedPhone, match: str) -> None:
    assert app.tab.url.startswith(f"{app.url}/#{match}")
    assert app.tab.title() == app.page.title()
    tap_round(app, Random(1), 1)
    app.follow(app.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    assert app.tab.url == f"{app.url}/#{match}/sheet"
    app.reload()
    assert app.path == f"{match}/sheet"
    assert len(app.sheet()) == 1


def test_the_way_back_leads_the_frame(app: FramedPhone, match: str) -> None:
    app.follow(app.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    app.back()
    assert app.path == match
    expect(app.tab).to_have_title(app.page.title())
    assert app.tab.url.startswith(f"{app.url}/#{match}")


def test_the_way_back_leads_to_the_pages_of_before_a_reload(app: FramedPhone, match: str) -> None:
    app.follow(app.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    app.follow(app.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    app.reload()
    for path in (f"{match}/sheet", match):
        app.tab.evaluate("history.back()")
        app.tab.wait_for_function(FRAMED, arg=f"{app.url}{path}")


def test_an_address_below_the_folder_opens_the_shell_at_that_page(app: FramedPhone) -> None:
    app.tab.goto(f"{app.url}/desk/ascenseur?language=fr")
    app.arrived()
    assert app.tab.url == f"{app.url}/#/desk/ascenseur?language=fr"
    assert app.path == "/desk/ascenseur"


def test_a_second_tab_sees_what_the_first_recorded_and_goes_on_when_that_is_closed(
    installed: BrowserContext, app: FramedPhone, match: str
) -> None:
    tap_round(app, Random(1), 1)
    second = phone_in(installed, app.url)
    second.start(f"#{match}")
    assert second.totals() == app.totals()
    tap_round(second, Random(2), 2)
    app.open(match)
    assert app.totals() == second.totals()
    second.tab.close()


def test_a_match_is_saved_as_a_file_and_a_club_is_read_from_one(app: FramedPhone, match: str, tmp_path: Path) -> None:
    tap_round(app, Random(1), 1)
    with app.tab.expect_download() as saved:
        app.page.frame.evaluate("address => location.assign(address)", f"{app.url}{match}/export")
    assert saved.value.suggested_filename.startswith("ascenseur-")
    assert Path(saved.value.path()).read_text("utf-8").startswith("{")
    assert app.path == match

    app.open("/backup")
    with app.tab.expect_download() as saved:
        app.tap("Sauvegarder maintenant")
    archive = tmp_path / saved.value.suggested_filename
    saved.value.save_as(archive)
    app.open("/club/import")
    app.page.locator("input[type=file]").set_input_files(archive)
    app.follow("Voir ce qu’il apporte")
    assert "déjà ici" in app.page.locator("main").inner_text()


def test_where_nothing_more_can_be_kept_the_page_says_so_and_what_was_typed_stays(
    installed: BrowserContext, app: FramedPhone, match: str
) -> None:
    tap_round(app, Random(1), 1)
    totals = app.totals()
    for player in app.players_asked():
        app.tap_count(player, 0)
    typed = app.form_state()
    python = installed.pages[0].workers[0]
    python.evaluate(FULL)
    app.tap(app.page.locator(".ask button.go"))
    expect(app.page.locator("main")).to_contain_text("place")
    python.evaluate(ROOM)

    app.open(match)
    assert app.totals() == totals
    assert app.form_state() == typed
    app.record()
    expect(app.page.locator("form.ask")).to_have_attribute("data-asked", re.compile("^3-tricks"))
    app.forget_faults("503")  # of the entry and of what is counted


def test_where_python_itself_fails_the_page_says_so_and_leads_home(
    installed: BrowserContext, app: FramedPhone, match: str
) -> None:
    python = installed.pages[0].workers[0]
    python.evaluate(FAILS)
    app.page.frame.goto(f"{app.url}{match}/sheet")
    expect(app.page.locator("main")).to_contain_text("rien n’a changé")
    assert too_small(app.page) == []  # type: ignore[arg-type]
    python.evaluate(WORKS)
    app.follow("Accueil")
    assert app.path == "/"
    app.faults.clear()  # the answer of 500 that was asked for


def test_keys_scroll_the_page_as_soon_as_it_is_there(app: FramedPhone) -> None:
    app.open("/rules/ascenseur")
    app.reload()
    app.tab.keyboard.press("PageDown")
    app.page.frame.wait_for_function("() => scrollY > 0")


@pytest.fixture
def asleep(installed: BrowserContext, app: FramedPhone, host: str) -> Iterator[FramedPhone]:
    """A tab that starts no Python, nor does any other."""
    for tab in installed.pages:
        tab.goto("about:blank")
    phone = phone_in(installed, host)
    phone.tab.add_init_script(NO_PYTHON)
    yield phone
    phone.tab.close()
    first = FramedPhone(installed.pages[0], host)
    first.start()
    first.awake()
    app.start("#/")


def test_the_last_page_is_there_before_python_is(app: FramedPhone, match: str, request: pytest.FixtureRequest) -> None:
    tap_round(app, Random(1), 1)
    totals = app.totals()
    other: FramedPhone = request.getfixturevalue("asleep")
    other.start()
    assert other.path == match
    assert other.totals() == totals
    assert other.page.frame.evaluate(ANSWERS, other.url) is False


def test_while_the_application_gets_ready_the_page_says_so(browser: Browser, host: str) -> None:
    context = browser.new_context(viewport=SIZE, locale="fr")
    phone = phone_in(context, host)
    phone.tab.add_init_script(NO_PYTHON)
    phone.tab.goto(f"{host}/")
    expect(phone.tab.locator("#status")).to_have_text("L’arbitre se prépare…", timeout=90_000)
    phone.tab.wait_for_timeout(500)
    assert phone.tab.evaluate(
        "Boolean(document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('#starting'))"
    )
    context.close()


@pytest.mark.parametrize(("language", "name"), [("fr", "L’Arbitre"), ("en", "The Referee")])
def test_the_shell_has_the_name_of_the_application_in_the_language_of_the_browser(
    browser: Browser, host: str, language: str, name: str
) -> None:
    context = browser.new_context(viewport=SIZE, locale=language)
    tab = context.new_page()
    tab.add_init_script(NO_LOCKS)
    tab.goto(f"{host}/")
    expect(tab.locator(".trouble h1")).to_have_text(name)
    assert tab.title() == name
    context.close()


def test_what_a_link_brings_in_its_fragment_is_asked_about_in_the_frame(app: FramedPhone) -> None:
    app.tab.goto(f"{app.url}/#take=7")
    app.tab.wait_for_url(f"{app.url}/#/take?club=7")
    app.tab.evaluate("location.hash = '#m=code'")
    app.tab.wait_for_url(f"{app.url}/#/handover/open")
    app.tab.wait_for_function(FRAMED, arg=f"{app.url}/handover/open")
    app.faults[:] = [fault for fault in app.faults if "/sync?club=7" not in fault]  # asked of a host that has no server


def test_a_link_opened_in_another_phone_adds_its_match_there(browser: Browser, app: FramedPhone, match: str) -> None:
    tap_round(app, Random(1), 1)
    totals = app.totals()
    app.open(f"{match}/handover")
    link = app.page.locator("textarea").first.input_value()
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
    other = phone_in(context, app.url)
    other.start(link.removeprefix(f"{app.url}/"))
    assert other.path == "/handover/open"
    expect(other.page.locator("main")).to_contain_text("Chloé")
    other.follow(other.page.locator("form[action$='/handover/add'] button").first)
    assert other.path == match
    assert other.totals() == totals
    assert other.faults == []
    context.close()


def test_a_worker_that_has_lost_its_place_lets_the_next_go_on_from_what_is_kept(
    installed: BrowserContext, app: FramedPhone, match: str
) -> None:
    tap_round(app, Random(1), 1)
    totals = app.totals()
    app.tab.evaluate(STEAL, "phone /" + app.url.split("/", 3)[3] + "/")
    tap_round(app, Random(2), 2)
    assert app.totals() != totals
    app.open(f"{match}/sheet")
    assert len(app.sheet()) == 2


SHARE = """async ([address, words, file]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: address, enctype: "multipart/form-data" });
  const add = (name, type, given) => {
    const box = Object.assign(document.createElement("input"), { name, type });
    type === "file" ? (box.files = given) : (box.value = given);
    form.append(box);
  };
  add("text", "text", words);
  if (file) {
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt());
    files.items.add(new File([bytes], "match.zip", { type: "application/zip" }));
    add("file", "file", files.files);
  }
  document.body.append(form);
  form.submit();
}"""
"""What a system does that shares something with the application: its fields as a form, in the place of the page."""
QUEUE = """if (top === self) Object.defineProperty(window, "launchQueue", {
  value: { setConsumer: (consumer) => { self.consumer = consumer; } }
});"""
OPENED_BY_THE_SYSTEM = """file => {
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt());
  const getFile = async () => new File([bytes], "match.zip", { type: "application/zip" });
  self.consumer({ files: [{ getFile }] });
}"""


@pytest.mark.parametrize("by", ["words", "file", "opened file"])
def test_what_the_system_hands_over_is_asked_about_in_the_frame(app: FramedPhone, match: str, by: str) -> None:
    tap_round(app, Random(1), 1)
    app.open(f"{match}/handover")
    link = app.page.locator("textarea").first.input_value()
    with app.tab.expect_download() as saved:
        app.page.frame.evaluate("address => location.assign(address)", f"{app.url}{match}/handover/file")
    file = b64encode(Path(saved.value.path()).read_bytes()).decode()
    if by == "opened file":
        app.tab.add_init_script(QUEUE)
        app.reload()
        app.tab.wait_for_function("() => self.consumer")
        app.tab.evaluate(OPENED_BY_THE_SYSTEM, file)
    else:
        words, sent = (f"Regarde : {link}", None) if by == "words" else ("", file)
        app.tab.evaluate(SHARE, [f"{app.url}/received", words, sent])
    expect(app.tab.frame_locator("iframe").locator("main")).to_contain_text(
        "Vous avez déjà cette partie, telle quelle."
    )


def test_an_address_copied_from_another_phone_leads_to_handing_over(app: FramedPhone) -> None:
    app.tab.goto(f"{app.url}/#/matches/none-of-this-phone")
    page = app.tab.frame_locator("iframe").locator("main")
    expect(page).to_contain_text("Passer la partie")
    page.get_by_role("link", name="Recevoir une partie").click()
    app.tab.wait_for_url(f"{app.url}/#/handover")
    app.faults.clear()  # the answer of 404 that was asked for


def test_the_version_that_runs_is_told_beside_the_backup(app: FramedPhone) -> None:
    app.open("/backup")
    version = app.tab.evaluate("document.documentElement.dataset.version")
    assert re.fullmatch("[0-9a-f]{12}", version)
    expect(app.page.locator("[data-version] dd")).to_have_text(version)


@pytest.mark.parametrize(("language", "name"), [("fr", "L’Arbitre"), ("en", "The Referee")])
def test_the_manifest_is_in_the_language_of_the_browser(browser: Browser, host: str, language: str, name: str) -> None:
    context = browser.new_context(locale=language)
    tab = context.new_page()
    tab.add_init_script(NO_LOCKS)
    tab.goto(f"{host}/")
    expect(tab.locator(".trouble h1")).to_have_text(name)
    found = context.new_cdp_session(tab).send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == name
    context.close()


def test_a_match_of_twenty_five_deals_is_one_page_of_paper_printed_from_the_tab(app: FramedPhone) -> None:
    course, chance, entries = Course.of("ascenseur", PLAYERS), Random(1), []
    while len(course.rows) < DEALS:
        entry = course.answer(chance).entry
        course.take(entry)
        step = entry["step"]
        entries.append({"step": step, "values": [entry[step][player] for player in PLAYERS]})
    path = app.new_match("ascenseur", PLAYERS)
    app.page.frame.evaluate(RECORD, {"path": app.url + path, "entries": entries})
    app.faults.clear()  # what is said of each entry
    app.open(f"{path}/sheet")
    assert len(app.sheet()) == DEALS
    assert pages(app.tab.pdf(format="A4", prefer_css_page_size=True)) == 1
