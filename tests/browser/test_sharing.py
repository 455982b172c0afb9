"""Several phones at one table: each sees what the others record, and not a sign of what is being typed is touched."""

from random import Random
from urllib.parse import urlsplit

import pytest
import segno
from playwright.sync_api import Locator, Route, expect

from referee.words import LANGUAGES
from tests.browser.answering import tap_answer
from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"Bob": 1, "Chloé": 0, "Dan": 1, "Ana": 1}
TRICKS = {"Bob": 0, "Chloé": 0, "Dan": 0, "Ana": 1}

ASKS_EVERY = 2_000
SMALLEST_SQUARE = 4
"""Pixels of one square of a code: enough for a phone held at arm's length."""

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {get: () => hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Table:
    """One match on the phone that keeps it, and a pen that records for that phone without its page."""

    def __init__(self, phone: Phone, game: str = "ascenseur") -> None:
        self.phone = phone
        self.pen = Pen(phone)
        self.path = self.pen.new_match(game, PLAYERS)
        self.course = Course.of(game, PLAYERS)

    def joined(self, phone: Phone, role: str, name: str = "") -> Phone:
        """The phone as a member of the club, on the page of the match."""
        phone.open(self.pen.share(role))
        phone.box("name").fill(name)
        phone.record()
        phone.open(self.path)
        return phone

    def bids(self) -> None:
        self.pen.record(self.path, self.course, {"step": "bids", "bids": BIDS})

    def tricks(self) -> None:
        self.pen.record(self.path, self.course, {"step": "tricks", "tricks": TRICKS})

    def note(self) -> None:
        self.pen.record(self.path, self.course, {"step": "note", "text": "Le chat a vu les cartes"})


@pytest.fixture
def table(new_phone: NewPhone) -> Table:
    return Table(new_phone())


def news(phone: Phone) -> Locator:
    return phone.page.locator("header .news")


@pytest.mark.thorough
def test_a_watcher_sees_each_entry_by_itself(new_phone: NewPhone, table: Table) -> None:
    watcher = table.joined(new_phone(), "watcher")
    main = watcher.page.locator("main")
    table.bids()
    expect(main).to_contain_text("Déjà noté dans cette donne")
    expect(main).to_contain_text("Bob 1")
    table.tricks()
    expect(main.locator(".recap")).to_contain_text("Ana +10")
    assert watcher.totals() == {"Ana": 10, "Bob": -5, "Chloé": 5, "Dan": -5}
    watcher.open(f"{table.path}/sheet")
    table.pen.record(table.path, table.course, {"step": "end"})
    watcher.open(table.path)
    expect(main).to_contain_text("Partie arrêtée après")


@pytest.mark.thorough
def test_a_sheet_that_is_read_grows(new_phone: NewPhone, table: Table) -> None:
    watcher = table.joined(new_phone(), "watcher")
    watcher.open(f"{table.path}/sheet")
    table.bids()
    table.tricks()
    expect(watcher.page.locator("tbody tr")).to_have_count(1)
    assert watcher.path == f"{table.path}/sheet"


@pytest.mark.thorough
def test_what_comes_is_the_page_itself_and_it_is_read_out_what_was_recorded(new_phone: NewPhone, table: Table) -> None:
    """Nothing else is asked for, what is unfolded stays so, and who hears the page is told in one sentence."""
    watcher = table.joined(new_phone(), "watcher")
    table.bids()
    table.tricks()
    watcher.page.locator(".recap summary").tap()
    asked: list[str] = []
    watcher.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    table.note()
    expect(watcher.page.locator(".recap")).to_contain_text("Le chat a vu")
    assert asked == []
    said = watcher.page.locator("header").get_by_role("status")
    expect(said).to_have_text("Un autre téléphone a écrit une note.")
    assert (said.bounding_box() or {})["width"] <= 1


@pytest.mark.thorough
def test_what_a_keeper_types_is_not_touched_by_what_another_records(new_phone: NewPhone, table: Table) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    for player in ("Bob", "Chloé"):
        keeper.tap_count(player, 0)
    typed, place = keeper.form_state(), keeper.page.locator("form[data-draft]").bounding_box()
    table.bids()
    table.tricks()
    expect(news(keeper)).to_contain_text("a noté la donne 1.")
    assert keeper.form_state() == typed
    assert keeper.page.locator("form[data-draft]").bounding_box() == place
    assert keeper.totals() == {"Ana": 10, "Bob": -5, "Chloé": 5, "Dan": -5}
    keeper.follow(news(keeper).get_by_role("link", name="voir"))
    assert keeper.path == table.path
    expect(keeper.page.locator(".where")).to_contain_text("Donne 2")
    assert keeper.chosen_values("bids.0") == []


@pytest.mark.thorough
def test_what_was_typed_for_a_deal_that_another_recorded_is_told_when_it_is_sent(
    new_phone: NewPhone, table: Table
) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    for player, bid in {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}.items():
        keeper.tap_count(player, bid)
    table.bids()
    expect(news(keeper)).to_contain_text("voir")
    keeper.record()
    assert keeper.page.get_by_role("alert").filter(has_text="a noté avant vous").count() == 1
    assert table.pen.count_entries(table.path) == 1


@pytest.mark.thorough
def test_an_answer_still_asked_for_goes_on_after_a_note_of_another(new_phone: NewPhone, table: Table) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    keeper.tap_count("Bob", 1)
    typed = keeper.form_state()
    table.note()
    expect(news(keeper)).to_contain_text("a écrit une note.")
    assert news(keeper).get_by_role("link").count() == 0
    assert keeper.form_state() == typed
    keeper.reload()
    assert keeper.form_state() == typed
    table.note()
    expect(news(keeper)).to_contain_text("a écrit une note.")
    for player, bid in BIDS.items():
        keeper.tap_count(player, bid)
    keeper.record()
    assert keeper.box("tricks.0").count()
    assert table.pen.count_entries(table.path) == 3


@pytest.mark.parametrize("game", ["whistiti", pytest.param("feuille-libre", marks=pytest.mark.thorough)])
def test_a_deal_typed_alike_by_two_keepers_is_recorded_once_and_both_go_on(new_phone: NewPhone, game: str) -> None:
    table = Table(new_phone(), game)
    keeper = table.joined(new_phone(), "keeper", "Dan")
    given = table.course.answer(Random(3))
    tap_answer(keeper, given)
    table.pen.record(table.path, table.course, given.entry)
    expect(keeper.page.locator(".where")).to_contain_text("Donne 2")
    assert keeper.page.get_by_role("alert").count() == 0
    assert table.pen.count_entries(table.path) == 1


@pytest.mark.thorough
def test_an_order_tapped_before_the_seats_changed_is_not_given_to_others(new_phone: NewPhone) -> None:
    table = Table(new_phone(), "president")
    first = ("Bob", "Ana", "Dan", "Chloé")
    table.pen.record(table.path, table.course, {"step": "finish", "order": list(first)})
    keeper = table.joined(new_phone(), "keeper", "Dan")
    for player in ("Ana", "Bob", "Chloé"):
        keeper.tap(keeper.page.locator("form[data-draft]").get_by_role("button", name=player))
    other = table.phone
    other.open(f"{table.path}/corrections/0")
    buttons = other.page.locator("form[data-draft]")
    for player in ("Ana", "Bob", "Dan", "Chloé"):  # back from the end, until nobody is placed
        other.tap(buttons.get_by_role("button", name=player))
    for player in ("Dan", "Chloé", "Bob"):
        other.tap(buttons.get_by_role("button", name=player))
    other.record()
    other.record()
    expect(news(keeper)).to_contain_text("a corrigé la donne 1")
    keeper.record()
    recorded = table.pen.exported(table.path)["entries"]
    assert recorded[0]["order"] == ["Dan", "Chloé", "Bob", "Ana"]
    assert [entry["order"] for entry in recorded[1:]] in ([], [["Ana", "Bob", "Chloé", "Dan"]])


@pytest.mark.thorough
def test_a_correction_shows_what_was_recorded_not_what_is_being_typed(table: Table) -> None:
    phone = table.phone
    table.bids()
    table.tricks()
    phone.open(table.path)
    for player in phone.players_asked():
        phone.tap_count(player, 0 if player != PLAYERS[0] else 1)
    phone.open(f"{table.path}/corrections/0")
    assert {
        player: int(phone.chosen_values(f"bids.{seat}")[0]) for seat, player in enumerate(phone.players_asked())
    } == BIDS


@pytest.mark.thorough
def test_a_note_half_written_outlives_the_round_of_another(new_phone: NewPhone, table: Table) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    keeper.open(f"{table.path}/steps/note")
    keeper.box("text").fill("Dan a regardé")
    table.bids()
    expect(news(keeper)).to_contain_text("a noté « Les annonces »")
    assert keeper.box("text").input_value() == "Dan a regardé"
    keeper.record()
    assert table.pen.exported(table.path)["entries"][-1] == {"step": "note", "text": "Dan a regardé"}


@pytest.mark.thorough
def test_a_phone_thrown_out_shows_nothing_any_more(new_phone: NewPhone, table: Table) -> None:
    watcher = table.joined(new_phone(), "watcher")
    table.phone.open("/share")
    table.phone.tap(table.phone.page.locator(".link-card .sure summary"))
    with watcher.page.expect_navigation():
        table.phone.follow(table.phone.page.get_by_role("button", name="Couper"))
    expect(watcher.page.locator("main")).to_contain_text("n’existe pas")
    watcher.open("/")
    assert watcher.page.locator("a:is(.match-on-felt, .match-tile)").count() == 0


@pytest.mark.thorough
def test_a_keeper_thrown_out_does_not_come_back_by_the_link_they_made(new_phone: NewPhone, table: Table) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    link = Pen(keeper).share("keeper")
    owner = table.phone
    owner.open("/share")
    dan = owner.page.locator(".devices li").filter(has_text="Dan")
    owner.tap(dan.locator("> details > summary"))
    owner.tap(dan.get_by_text("Mettre dehors", exact=True).first)
    assert owner.box("links").first.is_checked()
    owner.follow(dan.get_by_role("button", name="Mettre dehors"))
    keeper.open(link)
    expect(keeper.page.locator("main")).to_contain_text("n’existe pas")
    owner.open(table.path)
    assert owner.page.locator("form[data-draft]").count() == 1


@pytest.mark.thorough
def test_the_owner_hands_the_table_on(new_phone: NewPhone, table: Table) -> None:
    keeper = table.joined(new_phone(), "keeper", "Dan")
    owner = table.phone
    owner.open("/share")
    dan = owner.page.locator(".devices li").filter(has_text="Dan")
    owner.tap(dan.locator("> details > summary"))
    owner.tap(dan.get_by_text("Lui passer la table", exact=True).first)
    owner.follow(dan.get_by_role("button", name="Lui passer la table"))
    expect(dan.locator("> details > summary")).to_contain_text("propriétaire")
    keeper.open("/share")
    expect(keeper.page.locator(".devices summary").filter(has_text="ce téléphone")).to_contain_text("propriétaire")


@pytest.mark.thorough
def test_a_page_asks_every_two_seconds_while_it_is_seen_and_at_once_when_it_is_seen_again(
    new_phone: NewPhone, table: Table
) -> None:
    phone = new_phone()
    phone.poll()
    phone.page.clock.install()
    page = table.joined(phone, "watcher").page
    page.clock.run_for(ASKS_EVERY)
    with page.expect_request("**/state?*"):
        page.clock.run_for(1.2 * ASKS_EVERY)
    page.evaluate(HIDE, True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/state?" in request.url else None)
    table.bids()
    page.clock.run_for(1.5 * ASKS_EVERY)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    assert asked == []
    with page.expect_request("**/state?*"):  # by no timer: the clock stands still
        page.evaluate(HIDE, False)
    page.clock.resume()
    expect(page.locator("main")).to_contain_text("Bob 1")


@pytest.mark.thorough
def test_a_page_asks_more_and_more_seldom_while_nobody_answers(new_phone: NewPhone, table: Table) -> None:
    watcher = table.joined(new_phone(), "watcher")
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    watcher.page.route("**/events?*", lambda route: route.abort())
    watcher.page.route("**/state?*", refuse)
    watcher.reload()
    watcher.page.wait_for_timeout(4.5 * ASKS_EVERY)
    assert len(asked) == 2
    watcher.page.unroute("**/state?*")
    watcher.faults.clear()
    table.bids()
    expect(watcher.page.locator("main")).to_contain_text("Bob 1")


@pytest.mark.thorough
def test_a_code_is_large_enough_to_be_scanned(table: Table) -> None:
    phone = table.phone
    phone.open(table.path)
    phone.from_menu("Partager")
    phone.make_code("match")
    address = phone.page.locator('a[href*="/join/"]').get_attribute("href") or ""
    code = phone.page.locator("svg.qr")
    box = code.bounding_box()
    assert box is not None
    assert box["width"] == box["height"]
    assert box["y"] + box["height"] <= 640
    assert box["width"] / segno.make(address, error="m").symbol_size(border=4)[0] >= SMALLEST_SQUARE


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_about_sharing_is_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    table = Table(new_phone(locale=language))
    guest, fresh = CheckedPhone(new_phone(locale=language)), CheckedPhone(new_phone(locale=language))
    keeper = CheckedPhone(table.phone)
    match = table.path.rpartition("/")[2]
    table.phone.open(f"/share?match={match}")
    table.phone.make_code("match")
    keeper.check("a code for one match")
    link = (table.phone.page.locator('a[href*="/join/"]').get_attribute("href") or "").removeprefix(table.phone.url)
    guest.open("joining one match", link)
    guest.phone.record()
    guest.check("one match watched")
    for name, path in (("home of a guest", "/"), ("clubs of a guest", "/clubs"), ("refused", "/evenings")):
        guest.open(name, path)
    beside = CheckedPhone(table.joined(new_phone(locale=language), "keeper", "Dan"))
    table.joined(new_phone(locale=language), "watcher", "Zoé")
    Pen(beside.phone).share("watcher")
    keeper.open("links and phones", f"/share?match={match}")
    table.phone.follow(table.phone.page.locator('form[action$="/recovery"] button'))
    keeper.check("a recovery code")
    beside.open("another keeper's", "/share")
    keeper.open("a link that gives nothing more", link)
    table.phone.open("/clubs")
    table.phone.follow(table.phone.page.locator('form[action="/clubs"] button'))
    for name, path in (("home with two clubs", "/"), ("two clubs", "/clubs")):
        keeper.open(name, path)
    fresh.open("recover", "/recover")
    fresh.phone.box("code").fill("x")
    fresh.phone.record()
    fresh.check("a wrong code")
    fresh.open("no club", "/clubs")
    assert keeper.findings + guest.findings + fresh.findings + beside.findings == []
