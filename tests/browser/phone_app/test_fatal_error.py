"""Python that dies in a tab is started again, once by itself, then by a button; a file too large is refused unread."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import LONG, FramedPhone
from tests.browser.phone_app.test_update import mutable, phone
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]

KILLS = """() => {
  const { now } = Date;
  Date.now = () => {
    Date.now = now;
    throw new Error("no memory");
  };
}"""
"""An error in the middle of Python's own code, which asks for the time: that is fatal."""

NOT_TO_BE_READ = """() => {
  for (const how of ["arrayBuffer", "text", "stream", "slice"]) {
    Blob.prototype[how] = () => { throw new Error("read"); };
  }
}"""
STEPS = ["/handover", "/club/import"]


def test_after_a_fatal_error_python_starts_again_once_then_says_so_with_a_button(phone: FramedPhone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    totals = phone.totals()
    _die(phone)
    expect(phone.page.locator("main")).to_contain_text("rien n’a changé")
    phone.open(path)
    assert phone.totals() == totals
    tap_round(phone, Random(2), 2)
    totals = phone.totals()

    _die(phone)
    expect(phone.tab.locator("#status")).to_contain_text("s’est arrêté deux fois", timeout=LONG)
    phone.tab.locator("#again").tap()
    phone.tab.wait_for_function("() => !document.body.classList.contains('trouble')")
    phone.arrived()
    phone.open(path)
    assert phone.totals() == totals


@pytest.mark.parametrize("path", STEPS)
def test_a_file_that_is_too_large_is_refused_before_it_is_read(phone: FramedPhone, path: str, tmp_path: Path) -> None:
    video = tmp_path / "video.zip"
    with video.open("wb") as file:
        file.truncate(300_000_000)
    phone.new_match("ascenseur", PLAYERS)
    phone.open(path)
    phone.page.frame.evaluate(NOT_TO_BE_READ)
    box = phone.page.locator("input[type=file]")
    box.set_input_files(video)
    expect(phone.page.locator(".why")).to_contain_text("Ce fichier est trop gros")
    phone.tap(phone.page.locator(".ask button.go"))
    assert not box.evaluate("box => box.form.checkValidity()")
    assert phone.page.frame.url == phone.url + path
    box.set_input_files([])
    expect(phone.page.locator(".why")).to_be_empty()


def _die(phone: FramedPhone) -> None:
    [python] = phone.tab.workers
    python.evaluate(KILLS)
    leave = "address => void setTimeout(() => location.assign(address))"
    phone.page.frame.evaluate(leave, f"{phone.url}/rules/ascenseur")
