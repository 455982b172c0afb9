"""One code for a table: typed on another phone it shows the match, and two taps later that phone keeps it too."""

from random import Random

import pytest
from playwright.sync_api import expect

from referee.words import LANGUAGES
from tests.browser.answering import tap_answer
from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone, behind_a_proxy_too
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import DESK, LYING, SIZES, TABLET, UPRIGHT, boxes, cut, out_of_view, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

pytestmark = behind_a_proxy_too
FOUR = PLAYERS[:4]
SMALLEST_SQUARE = 2.5
"""Pixels of one square of a code in the corner of a tablet: a phone comes as near as it must."""
SCALE = 6
"""Units of the drawing for one square."""
CLIPBOARD = """there => {
  const value = there ? { writeText: async text => (window.copied = text) } : undefined;
  Object.defineProperty(navigator, "clipboard", { value });
}"""
SHARE = """() => {
  navigator.canShare = () => true;
  navigator.share = async sent => (window.sent = sent);
}"""


def opened(phone: Phone, game: str = "ascenseur") -> tuple[Pen, str]:
    """A match on this phone; its path."""
    pen = Pen(phone)
    return pen, pen.new_match(game, FOUR)


def code_on(phone: Phone, path: str) -> str:
    """Open a code on the page of sharing, as a thumb does; its six signs."""
    phone.open(path)
    phone.from_menu("Partager")
    phone.follow(phone.page.locator(".table-code button.go"))
    return phone.page.locator(".signs").inner_text()


def enter(phone: Phone, signs: str, name: str) -> None:
    phone.open("/")
    phone.follow("J’ai un code de table")
    phone.box("code").fill(signs.lower())
    phone.box("name").fill(name)
    phone.record()


@pytest.mark.journey
def test_a_watcher_comes_by_the_code_asks_to_keep_is_allowed_and_records(new_phone: NewPhone) -> None:
    """The keeper is in the middle of typing: not a sign of it is touched by the question and its answer."""
    keeper, guest = new_phone(), new_phone()
    pen, path = opened(keeper)
    course = Course.of("ascenseur", FOUR)
    enter(guest, code_on(keeper, path), "Zoé")
    assert guest.path == path
    assert guest.page.locator("form[data-draft]").count() == 0
    keeper.open(path)
    keeper.tap_count(keeper.players_asked()[0], 1)
    typed, form = keeper.form_state(), keeper.page.locator("form[data-draft]")
    place = form.bounding_box()
    guest.follow(guest.page.get_by_role("button", name="Je veux noter aussi"))
    expect(guest.page.locator("main")).to_contain_text("un téléphone qui note doit dire oui")
    asks = keeper.page.locator("header .asks")
    expect(asks).to_contain_text("Zoé veut noter aussi")
    assert (keeper.form_state(), form.bounding_box()) == (typed, place)
    assert keeper.page.locator("header .news").is_hidden()  # nothing was recorded
    keeper.follow(asks.get_by_role("button", name="Oui"))
    assert (keeper.page.locator(".asks").count(), keeper.form_state()) == (0, typed)
    expect(guest.page.locator("form[data-draft]")).to_have_count(1)  # by itself
    bids = course.answer(Random(3))
    tap_answer(guest, bids)
    guest.record()
    assert [entry["bids"] for entry in pen.exported(path)["entries"]] == [bids.entry["bids"]]
    guest.open(f"{path}/log")
    assert "Zoé" in guest.page.locator("main").inner_text()


@pytest.mark.thorough
def test_who_is_refused_goes_on_watching(new_phone: NewPhone) -> None:
    keeper, guest = new_phone(), new_phone()
    pen, path = opened(keeper)
    enter(guest, code_on(keeper, path), "Zoé")
    guest.follow(guest.page.get_by_role("button", name="Je veux noter aussi"))
    keeper.open("/share")
    keeper.follow(keeper.page.locator(".asks").get_by_role("button", name="Non"))
    expect(guest.page.locator("main")).to_contain_text("La table a dit non")
    pen.record(path, Course.of("ascenseur", FOUR), {"step": "bids", "bids": dict(zip(FOUR, (0, 1, 1, 0), strict=True))})
    expect(guest.page.locator("main")).to_contain_text("Déjà noté dans cette donne")
    assert guest.page.locator("form[data-draft]").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("clipboard", [True, False], ids=["https", "http"])
def test_the_link_is_copied_over_https_and_over_http(new_phone: NewPhone, clipboard: bool) -> None:
    phone = new_phone()
    _, path = opened(phone)
    code_on(phone, path)
    phone.follow("Montrer en grand")
    phone.page.evaluate(CLIPBOARD, clipboard)
    link = phone.page.locator("[data-link]")
    address = link.input_value()
    assert "/join/" in address
    phone.tap("Copier le lien")
    expect(phone.page.locator("[data-told]")).to_have_text("Lien copié.")
    chosen = "box => box.value.slice(box.selectionStart, box.selectionEnd)"
    assert (phone.page.evaluate("window.copied") if clipboard else link.evaluate(chosen)) == address


@pytest.mark.thorough
def test_the_link_is_handed_to_another_app_where_there_is_one(new_phone: NewPhone) -> None:
    phone = new_phone()
    _, path = opened(phone)
    code_on(phone, path)
    send = phone.page.get_by_role("button", name="Envoyer le lien")
    expect(send).to_be_hidden()
    phone.page.add_init_script(f"({SHARE})()")
    phone.follow("Montrer en grand")
    phone.tap(send)
    assert phone.page.evaluate("window.sent.url") == phone.page.locator("[data-link]").input_value()


@pytest.mark.thorough
def test_the_code_in_large_fills_a_phone_held_up_or_on_its_side(new_phone: NewPhone) -> None:
    phone = new_phone()
    _, path = opened(phone)
    signs = code_on(phone, path)
    phone.follow("Montrer en grand")
    for size in resized(phone, SIZE, LYING, UPRIGHT, TABLET, DESK):
        assert phone.page.locator(".signs").inner_text() == signs
        assert out_of_view(phone, ".qr", ".signs") == [], size
        assert cut(phone, ".signs, .in-large .lead") == [], size
        (qr,) = boxes(phone, ".qr")
        assert qr.width >= 0.45 * min(size["width"], size["height"]), size


@pytest.mark.thorough
def test_the_code_stands_in_a_corner_of_the_table_and_covers_nothing(new_phone: NewPhone) -> None:
    phone = new_phone()
    pen, path = opened(phone)
    signs = code_on(phone, path)
    course = Course.of("ascenseur", FOUR)
    pen.record(path, course, {"step": "bids", "bids": dict(zip(FOUR, (0, 1, 1, 0), strict=True))})
    phone.open(f"{path}/table")
    for size in resized(phone, *SIZES, TABLET):
        (corner,) = boxes(phone, ".corner")
        assert phone.page.locator(".corner .signs").inner_text().strip() == signs
        assert out_of_view(phone, ".tile", ".corner .signs", ".corner small") == [], size
        assert all(tile.bottom <= corner.top + 1 for tile in boxes(phone, ".tile")), size
        drawn = phone.page.locator(".corner .qr")
        assert drawn.is_visible() == (size["width"] >= 700 and size["height"] >= 600), size
        if drawn.is_visible():
            squares = float((drawn.get_attribute("viewBox") or "").split()[2]) / SCALE
            assert boxes(phone, ".corner .qr")[0].width / squares >= SMALLEST_SQUARE, size


@pytest.mark.thorough
def test_a_new_code_comes_to_the_open_view_of_a_watching_tablet(new_phone: NewPhone) -> None:
    keeper, tablet = new_phone(), new_phone(viewport=TABLET)
    _, path = opened(keeper)
    enter(tablet, code_on(keeper, path), "Tablette")
    tablet.open(f"{path}/table")
    shown = tablet.page.locator(".corner .signs")
    old = shown.inner_text()
    keeper.follow(keeper.page.locator(".table-code form button"))
    new = keeper.page.locator(".signs").inner_text()
    assert new != old
    expect(shown).to_have_text(" ".join(new.split()))


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_about_the_code_is_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    keeper, guest = CheckedPhone(new_phone(locale=language)), CheckedPhone(new_phone(locale=language))
    _, path = opened(keeper.phone)
    match = path.rpartition("/")[2]
    keeper.open("no code yet", f"/share?match={match}")
    keeper.phone.follow(keeper.phone.page.locator(".table-code button.go"))
    keeper.check("a code")
    signs = keeper.phone.page.locator(".signs").inner_text()
    keeper.open("a code in large", f"/share/code?match={match}")
    guest.open("to type a code", "/join")
    guest.phone.box("code").fill("222222")
    guest.phone.record()
    guest.check("a wrong code")
    guest.phone.box("code").fill(signs)
    guest.phone.record()
    guest.check("a match watched")
    guest.phone.follow(guest.phone.page.locator('form[action$="/keep-request"] button'))
    guest.check("asked to keep")
    for name, page in (("match", path), ("sheet", f"{path}/sheet"), ("table", f"{path}/table"), ("share", "/share")):
        keeper.open(f"somebody asks: {name}", page)
        assert keeper.phone.page.locator(".asks").count() == 1
    assert keeper.findings + guest.findings == []
