"""A match and a club leave a phone: the code is in view, the link is copied, the backup lies among the downloads."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
import segno
from playwright.sync_api import Browser, expect

from tests.browser.phone import QUIET, SIZE, Phone
from tests.databases import SqliteFiles, app_on
from tests.thread_server import ThreadServer
from tests.tools import needs
from tests.web.bundles.test_phone_mode import filled
from tests.web.visitor import Visitor

NO_CAMERA = """() => {
  MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
}"""
CAMERA = """() => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  MediaDevices.prototype.getUserMedia = async () => (self.seen = canvas.captureStream());
}"""
"""A camera that is permitted and sees no code."""
IN_USE = "self.seen?.active ?? false"
NO_PLAY = """() => {
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "AbortError"));
}"""
MOST_OF_A_LIBRARY = 60_000
"""Bytes of what reads codes where the browser does not."""


@pytest.fixture
def opened(tmp_path: Path, browser: Browser) -> Iterator[tuple[Phone, str]]:
    """The application as it runs in a phone, and the path of a match there that goes on."""
    with app_on(SqliteFiles(tmp_path).migrated(), tmp_path, phone=True) as app:
        path = filled(Visitor(app)).path
        server = ThreadServer(app)
        server.start()
        allowed = ["clipboard-read", "clipboard-write"]
        context = browser.new_context(viewport=SIZE, has_touch=True, locale="fr", permissions=allowed)  # type: ignore[arg-type]
        phone = Phone(context.new_page(), server.url)
        try:
            yield phone, path
            assert phone.faults == []
        finally:
            context.close()
            server.stop()


@pytest.mark.thorough
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


@pytest.fixture
def filmed(opened: tuple[Phone, str], browser: Browser, tmp_path: Path) -> Iterator[tuple[Phone, str]]:
    """A browser whose camera sees the code of that match, and the path of the match."""
    phone, path = opened
    phone.open(f"{path}/handover")
    film = tmp_path / "code.y4m"
    _film(phone.page.locator("textarea").first.input_value(), film)
    camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    camera.append(f"--use-file-for-fake-video-capture={film}")
    other = browser.browser_type.launch(executable_path=needs.browser(), args=[*QUIET, *camera])
    yield Phone(other.new_page(viewport=SIZE, locale="fr"), phone.url), path  # type: ignore[arg-type]
    other.close()


def _film(text: str, target: Path) -> None:
    """A film of one grey picture with this code, as a camera would see it."""
    rows = [
        [0 if dark else 255 for dark in row for _ in range(6)]
        for row in segno.make(text, error="l").matrix_iter(border=4)
    ]
    side = len(rows) * 6
    width, height = (side + 63) // 16 * 16, (side + 63) // 16 * 16
    grey = bytearray(b"\xc0" * (width * height))
    for at, row in enumerate(line for line in rows for _ in range(6)):
        grey[(at + 16) * width + 16 : (at + 16) * width + 16 + side] = bytes(row)
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode()
    frame = b"FRAME\n" + bytes(grey) + b"\x80" * (width * height // 2)
    target.write_bytes(head + frame * 3)


def test_a_code_is_scanned_on_the_page_that_receives_and_asked_about(filmed: tuple[Phone, str]) -> None:
    """Chromium on this machine has no reader of its own: the library that comes along reads it."""
    phone, _path = filmed
    came: list[str] = []
    phone.page.on("request", lambda request: came.append(request.url))
    phone.open("/handover")
    assert not [url for url in came if "vendor" in url]
    phone.page.get_by_role("button", name="Scanner un code ici").click()
    expect(phone.page.locator("main")).to_contain_text("Vous avez déjà cette partie, telle quelle.")
    [library] = [url for url in came if "vendor" in url]
    body = phone.page.request.get(library).body()
    assert len(body) < MOST_OF_A_LIBRARY


@pytest.mark.thorough
def test_without_a_camera_the_page_says_what_else_there_is(opened: tuple[Phone, str]) -> None:
    phone, _path = opened
    phone.open("/handover")
    phone.page.evaluate(NO_CAMERA)
    phone.page.get_by_role("button", name="Scanner un code ici").click()
    expect(phone.page.locator(".scan [role=status]")).to_contain_text("n’est pas permis")


@pytest.mark.thorough
@pytest.mark.parametrize("fails", ["reader", "picture"])
def test_a_scan_that_fails_ends_the_camera_and_does_not_say_that_it_is_refused(
    opened: tuple[Phone, str], fails: str
) -> None:
    phone, _path = opened
    phone.open("/handover")
    phone.page.evaluate(CAMERA)
    if fails == "reader":
        phone.page.route("**/vendor/**", lambda route: route.abort())
    else:
        phone.page.evaluate(NO_PLAY)
    button = phone.page.get_by_role("button", name="Scanner un code ici")
    button.click()
    expect(phone.page.locator(".scan [role=status]")).to_contain_text("ne peut pas être lu ici")
    assert not phone.page.evaluate(IN_USE)
    expect(button).to_be_visible()
    expect(phone.page.locator(".scan video")).to_be_hidden()


@pytest.mark.thorough
def test_a_page_that_was_left_while_it_scanned_scans_again_at_a_tap(opened: tuple[Phone, str]) -> None:
    phone, _path = opened
    phone.open("/handover")
    phone.page.evaluate(CAMERA)
    button, video = phone.page.get_by_role("button", name="Scanner un code ici"), phone.page.locator(".scan video")
    for _ in range(2):
        button.click()
        expect(video).to_be_visible()
        expect(button).to_be_hidden()
        phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        expect(button).to_be_visible()
        expect(video).to_be_hidden()
        assert not phone.page.evaluate(IN_USE)


@pytest.mark.thorough
def test_the_link_of_a_match_is_copied_where_no_app_takes_it(opened: tuple[Phone, str]) -> None:
    phone, path = opened
    phone.open(f"{path}/handover")
    phone.page.evaluate("navigator.canShare = undefined")
    phone.page.get_by_role("button", name="Envoyer le lien").click()
    expect(phone.page.locator("[data-told]")).to_have_text("Lien copié.")
    link = phone.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{phone.url}/#m=")


@pytest.mark.thorough
def test_a_backup_lies_among_the_downloads_and_is_noted(opened: tuple[Phone, str]) -> None:
    phone, _path = opened
    phone.open("/backup")
    phone.page.evaluate("navigator.canShare = undefined")
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("button", name="Sauvegarder maintenant").click()
    assert "manifest.json" in ZipFile(saved.value.path()).namelist()
    expect(phone.page.locator(".state-of dd").first).to_have_text("à l’instant")
