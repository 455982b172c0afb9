"""A match and a club leave a phone: the code is in view, the link is copied, the backup lies among the downloads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect
from werkzeug.serving import make_server

from tests.browser.phone import SIZE, Phone
from tests.databases import SqliteFiles, app_on
from tests.web.handover.test_phone_mode import filled
from tests.web.visitor import Visitor


@pytest.fixture
def opened(tmp_path: Path, browser: Browser) -> Iterator[tuple[Phone, str]]:
    """The application as it runs in a phone, and the path of a match there that goes on."""
    with app_on(SqliteFiles(tmp_path).migrated(), tmp_path, phone=True) as app:
        path = filled(Visitor(app)).path
        server = make_server("127.0.0.1", 0, app, threaded=True)
        running = threading.Thread(target=server.serve_forever)
        running.start()
        allowed = ["clipboard-read", "clipboard-write"]
        context = browser.new_context(viewport=SIZE, has_touch=True, locale="fr", permissions=allowed)  # type: ignore[arg-type]
        phone = Phone(context.new_page(), f"http://127.0.0.1:{server.port}")
        try:
            yield phone, path
            assert phone.faults == []
        finally:
            context.close()
            server.shutdown()
            running.join()


def test_two_taps_show_the_code_of_a_match_without_scrolling(opened: tuple[Phone, str]) -> None:
    phone, path = opened
    phone.open(path)
    phone.from_menu("Passer la partie")
    expect(phone.page.locator("svg.qr")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1280, 800)])
def test_where_there_is_room_the_code_is_no_wider_than_its_column_and_the_link_is_in_view(
    opened: tuple[Phone, str], width: int, height: int
) -> None:
    phone, path = opened
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open(f"{path}/handover")
    button = phone.page.get_by_role("button", name="Envoyer le lien")
    expect(button).to_be_in_viewport(ratio=1)
    code, column = phone.page.locator("svg.qr").bounding_box(), button.bounding_box()
    assert code
    assert column
    assert code["width"] <= column["width"]


def test_the_link_of_a_match_is_copied_where_no_app_takes_it(opened: tuple[Phone, str]) -> None:
    phone, path = opened
    phone.open(f"{path}/handover")
    phone.page.evaluate("navigator.canShare = undefined")
    phone.page.get_by_role("button", name="Envoyer le lien").click()
    expect(phone.page.locator("[data-told]")).to_have_text("Lien copié.")
    link = phone.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{phone.url}/#m=")


def test_a_backup_lies_among_the_downloads_and_is_noted(opened: tuple[Phone, str]) -> None:
    phone, _path = opened
    phone.open("/backup")
    phone.page.evaluate("navigator.canShare = undefined")
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("button", name="Sauvegarder maintenant").click()
    assert "manifest.json" in ZipFile(saved.value.path()).namelist()
    expect(phone.page.locator(".state-of dd").first).to_have_text("à l’instant")
