"""The end of a match on a phone: what is in view, and a picture that really is made there."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.layout import LYING, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_sharing import Table

PLAYERS = ("Ana", "Bob", "Chloé", "Jean-Baptiste Emmanuel Zorobabel Poqueli")
PNG = b"\x89PNG\r\n\x1a\n"
TWICE = 1440
"""Pixels: the width of the picture, twice what the server draws it at."""


@pytest.fixture
def ended(phone: Phone) -> str:
    """The path of a match of four that has just ended."""
    phone.open("/")
    pen, course = Pen(phone), Course.of("feuille-libre", PLAYERS)
    path = pen.new_match("feuille-libre", PLAYERS)
    for deal in ((10, 40, 0, 5), (30, 20, 1000, 7), (-4, 0, 60, 0)):
        pen.record(path, course, {"step": "points", "points": dict(zip(PLAYERS, deal, strict=True))})
    pen.record(path, course, {"step": "end"})
    return path


def test_who_won_the_podium_and_the_rematch_are_in_view(phone: Phone, ended: str) -> None:
    phone.open(ended)
    for part in (".winner", ".steps", ".chart", ".told-of > li:first-child", ".after .go", "[data-send]"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=0.9)
    assert phone.podium() == {"Chloé": 1060, "Bob": 60, "Ana": 36, PLAYERS[3]: 12}


@pytest.mark.thorough
def test_the_names_of_the_curve_can_be_read(phone: Phone, ended: str) -> None:
    phone.open(ended)
    for _ in resized(phone, SIZE, LYING):
        sizes = phone.page.locator(".chart .end").evaluate_all(
            "all => all.map(one => one.getCTM().a * parseFloat(getComputedStyle(one).fontSize))"
        )
        assert len(sizes) == len(PLAYERS)
        assert min(sizes) >= 11


@pytest.mark.thorough
def test_the_page_has_nothing_to_find(phone: Phone, ended: str) -> None:
    checked = CheckedPhone(phone)
    checked.open("victory", ended)
    assert checked.findings == []


@pytest.mark.thorough
def test_where_nothing_is_shared_the_picture_is_saved_and_the_text_copied(
    phone: Phone, ended: str, tmp_path: Path
) -> None:
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(ended)
    with phone.page.expect_download() as download:
        phone.tap(phone.page.locator("[data-send]"))
    download.value.save_as(tmp_path / "result.png")
    picture = (tmp_path / "result.png").read_bytes()
    assert picture.startswith(PNG)
    assert int.from_bytes(picture[16:20], "big") == TWICE
    assert download.value.suggested_filename.endswith(".png")
    expect(phone.page.locator("[data-sent]")).to_have_text("Texte copié, image enregistrée.")
    sent = " ".join(phone.page.evaluate("() => navigator.clipboard.readText()").split())
    assert "Chloé gagne avec 1060, Bob 60" in sent


@pytest.mark.thorough
def test_without_scripts_the_way_leads_to_the_text_and_the_picture(
    new_phone: NewPhone, phone: Phone, ended: str
) -> None:
    plain = new_phone(scripts=False, storage_state=phone.page.context.storage_state())
    plain.open(ended)
    plain.page.locator("[data-send]").tap()
    expect(plain.page.locator(".sent-text")).to_be_in_viewport()
    plain.page.locator("#send a").tap()
    plain.page.wait_for_url("**/result.svg")


@pytest.mark.thorough
def test_a_watcher_sees_the_podium_dressed_when_the_match_ends(new_phone: NewPhone, phone: Phone) -> None:
    table = Table(phone)
    watcher = table.joined(new_phone(), "watcher")
    table.bids()
    table.tricks()
    table.pen.record(table.path, table.course, {"step": "end"})
    expect(watcher.page.locator(".steps")).to_have_css("display", "flex")
    expect(watcher.page.locator(".after .go")).to_have_count(0)
