"""What a browser forbids, loses or brings late leaves the page usable, and nothing typed where it does not belong."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"Bob": 1, "Chloé": 0, "Dan": 1, "Ana": 1}
WAITS = "L’arbitre ne répond pas\u202f: cela partira dès qu’il revient."
FORBIDDEN = """Object.defineProperty(window, "localStorage",
  { get() { throw new DOMException("", "SecurityError"); } });"""
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };'
SHARED = """window.shared = []; navigator.canShare = () => true;
  navigator.share = (what) => { shared.push(what); return shared.length > 1
    ? Promise.reject(new DOMException("", "InvalidStateError")) : new Promise(() => {}); }; null;"""
REFUSED = """navigator.canShare = () => false; document.execCommand = () => false;
  navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError")); null;"""
HEARD = """status => { window.heard = 0;
  new MutationObserver(() => heard++).observe(status, { childList: true, characterData: true, subtree: true }); }"""


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_where_nothing_can_be_kept_everything_else_works(phone: Phone, storage: str) -> None:
    phone.page.add_init_script(storage)
    path = phone.new_match("ascenseur", PLAYERS)
    for player, count in BIDS.items():
        phone.tap_count(player, count)
    phone.record()
    for player, count in {"Bob": 0, "Dan": 0}.items():
        phone.tap_count(player, count)
    assert phone.page.locator("button.go").get_attribute("data-quiet") is None
    phone.record()
    assert Pen(phone).count_entries(path) == 2
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("Ana a mal vu")
    phone.page.route("**/entries", lambda route: route.abort())
    phone.send_in_vain()
    assert phone.page.locator("[data-network]").get_by_role("status").inner_text() == WAITS
    phone.open(f"{path}/corrections/0")
    phone.choose("bids.0", "0")


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize("lost", ["referee.js", "js/widgets/turns.js", "js/running_count.js", "js/page_replacement.js"])
def test_a_deal_is_recorded_without_the_scripts_that_did_not_come(phone: Phone, lost: str) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    phone.page.route(f"**/{lost}", lambda route: route.abort())
    phone.page.goto(phone.url + path)
    for seat, count in enumerate(BIDS.values()):
        if lost in ("referee.js", "js/widgets/turns.js"):
            phone.tap(phone.chip(f"bids.{seat}", str(count)))
        else:
            phone.ready()
            phone.choose(f"bids.{seat}", str(count))
    with phone.page.expect_navigation():
        phone.tap(phone.page.locator("button.go"))
    expect(phone.box("tricks.0").first).to_be_attached()
    assert Pen(phone).count_entries(path) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("lost", ["referee.js", "js/widgets/turns.js"])
def test_a_script_that_never_answers_leaves_the_form_in_sight_and_usable(phone: Phone, lost: str) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    hung: list[Route] = []
    phone.page.route(f"**/{lost}", lambda route: hung.append(route))
    phone.page.goto(phone.url + path, wait_until="commit")
    expect(phone.chip("bids.0", "1")).to_be_visible()
    for seat, count in enumerate(BIDS.values()):
        phone.tap(phone.chip(f"bids.{seat}", str(count)))
    with phone.page.expect_navigation(wait_until="commit"):
        phone.tap(phone.page.locator("button.go"))
    expect(phone.box("tricks.0").first).to_be_attached()


@pytest.mark.thorough
def test_the_pads_wait_for_no_script_that_they_do_not_need(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    hung: list[Route] = []
    phone.page.route("**/js/running_count.js", lambda route: hung.append(route))
    phone.page.goto(phone.url + path, wait_until="commit")
    for key in ("1", "0", "1", "1"):
        phone.tap(phone.page.locator(f'.keys [data-value="{key}"]'))
    phone.tap(phone.page.locator("button.go"))
    expect(phone.box("tricks.0").first).to_be_attached()


@pytest.mark.thorough
def test_what_was_sent_and_is_seen_before_its_answer_is_not_typed_for_the_next(phone: Phone) -> None:
    phone.poll()
    path = Pen(phone).new_match("ascenseur", PLAYERS)
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("Ana a mal vu")
    late: list[tuple[Route, Any]] = []
    phone.page.route("**/entries", lambda route: late.append((route, route.fetch(max_redirects=0))))
    phone.tap(phone.page.locator("button.go"))
    with phone.page.expect_response(lambda answer: "/state" in answer.url and answer.status == 200):
        pass
    phone.page.wait_for_timeout(300)
    with phone.page.expect_navigation():
        late[0][0].fulfill(response=late[0][1])
    phone.ready()
    phone.open(f"{path}/steps/note")
    assert phone.box("text").input_value() == ""


def test_counts_arrive_in_the_order_they_were_tapped(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("ascenseur", PLAYERS, {"direction": "down-up", "max_cards": 3})
    path = pen.new_match("ascenseur", PLAYERS, {"option.direction": "down-up", "option.max_cards": "3"})
    pen.record(path, course, {"step": "bids", "bids": BIDS | {"Ana": 0}})
    phone.open(path)
    late: list[Route] = []
    phone.page.route("**/count", lambda route: late.append(route) if not late else route.continue_())
    phone.tap(phone.page.locator(".board .plus").nth(1))
    phone.until(lambda: bool(late))
    phone.tap(phone.page.locator(".board .plus").nth(2))
    phone.page.wait_for_timeout(600)
    with phone.page.expect_response("**/count"):
        late[0].continue_()
    phone.page.wait_for_timeout(600)
    typed = phone.form_state()
    phone.page.wait_for_timeout(2_500)
    assert phone.form_state() == typed
    phone.page.evaluate("localStorage.clear()")
    phone.reload()
    assert phone.form_state() == typed


@pytest.mark.thorough
def test_a_page_that_is_read_keeps_its_place_when_it_renews_itself(new_phone: NewPhone) -> None:
    keeper, reader = new_phone(), new_phone()
    pen, course = Pen(keeper), Course.of("ascenseur", PLAYERS)
    path = pen.new_match("ascenseur", PLAYERS)
    pen.record(path, course, {"step": "bids", "bids": BIDS})
    reader.open(pen.share("watcher"))
    reader.box("name").fill("Zoé")
    reader.record()
    reader.open(f"{path}/sheet")
    held = reader.page.locator("main a").first
    held.focus()
    words = held.inner_text()
    pen.record(path, course, {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 0, "Ana": 1}})
    expect(reader.page.locator("tbody tr")).to_have_count(1)
    assert reader.page.evaluate("document.activeElement.innerText") == words
    reader.open(path)
    summary = reader.page.locator(".recap summary")
    reader.tap(summary)
    summary.focus()
    pen.record(path, course, {"step": "note", "text": "Le chat a vu les cartes"})
    expect(reader.page.locator("main")).to_contain_text("Le chat")
    assert reader.page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.thorough
def test_the_focus_stays_with_who_tapped_though_their_key_is_gone(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("ascenseur", PLAYERS)
    path = pen.new_match("ascenseur", PLAYERS)
    pen.record(path, course, {"step": "bids", "bids": BIDS})
    phone.open(path)
    for key in (phone.page.locator(".board .plus").first, phone.page.locator(".board .less").first):
        _press(phone, key)
        assert _held(phone)
    pen = Pen(phone)
    phone.open(pen.new_match("aluette", PLAYERS))
    _press(phone, phone.page.locator(".keys.names:visible > button").first)
    _press(phone, phone.page.get_by_role("button", name="Effacer le dernier"))
    assert _held(phone)


@pytest.mark.thorough
def test_a_pad_says_the_same_words_once(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("feuille-libre", PLAYERS))
    phone.page.locator(".digits-pad .asked").evaluate(HEARD)
    phone.page.locator("form.ask").dispatch_event("input")
    phone.page.locator("form.ask").dispatch_event("change")
    assert phone.page.evaluate("heard") == 0


@pytest.mark.thorough
def test_a_result_tapped_twice_is_shared_once_and_saved_nowhere(phone: Phone) -> None:
    _over(phone)
    phone.page.evaluate(SHARED)
    saved: list[object] = []
    phone.page.on("download", lambda download: saved.append(download))
    send = phone.page.locator("[data-send]").first
    send.dblclick()
    phone.until(lambda: bool(phone.page.evaluate("shared.length")))
    phone.page.wait_for_timeout(500)
    assert phone.page.evaluate("shared.length") == 1
    assert saved == []


@pytest.mark.thorough
def test_a_result_that_cannot_be_copied_says_that_only_the_picture_was_saved(phone: Phone) -> None:
    _over(phone)
    phone.page.evaluate(REFUSED)
    send = phone.page.locator("[data-send]").first
    with phone.page.expect_download():
        phone.tap(send)
    expect(phone.page.locator("[data-sent]")).to_have_text(send.get_attribute("data-part") or "?")


def _over(phone: Phone) -> None:
    """The page of a match that is over."""
    pen, course = Pen(phone), Course.of("ascenseur", PLAYERS)
    path = pen.new_match("ascenseur", PLAYERS)
    pen.record(path, course, {"step": "bids", "bids": BIDS})
    pen.record(path, course, {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 0, "Ana": 1}})
    pen.record(path, course, {"step": "end"})
    phone.open(path)


def _press(phone: Phone, key: Locator) -> None:
    key.focus()
    phone.page.keyboard.press("Enter")


def _held(phone: Phone) -> bool:
    """Whether the focus is on something that can be pressed."""
    held: bool = phone.page.evaluate(
        "document.activeElement.matches(':enabled') && document.activeElement.offsetParent !== null"
    )
    return held
