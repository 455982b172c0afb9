"""Pictures of a page at every size and in both themes, and sheets of eight of them to look over quickly."""

import base64
import html
from collections.abc import Collection, Sequence
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page

SIZES = ((360, 640), (640, 360), (768, 1024), (1280, 800))
THEMES = ("light", "dark")
LANGUAGES = ("fr", "en")
EACH = 8
"""Pictures on a sheet."""

WIDE = 700
"""Pictures from this width on stand two beside each other, others four."""

STYLE = """
body { margin: 0; display: grid; grid-template-columns: repeat(COLUMNS, 1fr); gap: 8px; padding: 8px;
  background: #777; }
figure { margin: 0; font: 13px sans-serif; color: #fff; }
img { display: block; width: 100%; max-height: 1100px; object-fit: cover; object-position: top; }"""

EMPTIED = """() => document.querySelectorAll("[data-sheet]").forEach(aside => {
  if (getComputedStyle(aside).display === "none") aside.replaceChildren();
})"""
"""Where there was no room for the sheet beside the question, what an earlier size left of it goes: it is read anew."""

AT_REST = """() => {
  const room = "(min-width: 900px) and (min-height: 481px), (min-width: 700px) and (min-height: 900px)";
  const hasRoom = matchMedia(room).matches;
  const all = selector => [...document.querySelectorAll(selector)];
  return all(".counting").length === 0
    && all("[data-sheet]").every(aside => aside.childElementCount > 0 || !hasRoom)
    && all("[data-to-end]").every(box => box.scrollTop + box.clientHeight > box.scrollHeight - 2);
}"""
"""Whether totals have counted up, and the sheet stands beside the question, where it has room, at its last row."""

Look = tuple[str, tuple[int, int]]


def chosen_looks(language: str, only: Collection[str]) -> list[Look]:
    """The themes and sizes to take in this language; ``only``: names such as ``fr-light-360x640``, or parts of them.

    >>> chosen_looks("fr", ["dark-640x360", "en"])
    [('dark', (640, 360))]
    """
    looks = list(product(THEMES, SIZES))
    if not only:
        return looks
    asked = [set(name.split("-")) for name in only]
    return [look for look in looks if any(parts <= set(label(language, look).split("-")) for parts in asked)]


def label(language: str, look: Look) -> str:
    """What the names of its pictures begin with."""
    theme, (width, height) = look
    return f"{language}-{theme}-{width}x{height}"


class Camera:
    """Takes the page that is open as it stands, once for every look, and leaves it as it was.

    Its browser is one with reduced motion: were animations put at their end for the picture, a sheet would be shown
    as pushed to its last column.
    """

    def __init__(self, page: Page, folder: Path, language: str, looks: Sequence[Look]) -> None:
        self.page = page
        self.folder = folder
        self.language = language
        self.looks = looks
        self.taken: dict[Look, list[Path]] = {look: [] for look in looks}

    def __call__(self, name: str, full: bool = False) -> None:
        usual = self.page.viewport_size
        for look in self.looks:
            theme, (width, height) = look
            self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            self.page.evaluate(EMPTIED)
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_function(AT_REST)
            path = self.folder / f"{label(self.language, look)}-{name}.png"
            self.page.screenshot(path=str(path), full_page=full)
            self.taken[look].append(path)
        if usual:
            self.page.set_viewport_size(usual)

    def sheets(self, browser: Browser) -> None:
        """Eight pictures to a sheet, in the order they were taken: ``sheet-<look>-01.png`` and so on."""
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        for look, paths in self.taken.items():
            for start in range(0, len(paths), EACH):
                number = start // EACH + 1
                figures = "".join(_figure(path) for path in paths[start : start + EACH])
                style = STYLE.replace("COLUMNS", "2" if look[1][0] >= WIDE else "4")
                source = self.folder / "sheet.html"
                source.write_text(
                    f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}", encoding="utf-8"
                )
                page.goto(source.as_uri())
                name = f"sheet-{label(self.language, look)}-{number:02}.png"
                page.screenshot(path=str(self.folder / name), full_page=True)
        page.close()
        (self.folder / "sheet.html").unlink(missing_ok=True)


def _figure(path: Path) -> str:
    return f'<figure><img src="{path.as_uri()}">{html.escape(path.stem)}</figure>'


def webp(page: Page, path: Path, most: int) -> None:
    """The page as a WebP of this size at most, as good as that allows.

    :raises ValueError: not even a bad picture is that small.
    """
    page.wait_for_timeout(500)  # what was tapped last is lit up for a moment
    session = page.context.new_cdp_session(page)
    for quality in range(90, 10, -10):
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(taken["data"])
        if len(picture) <= most:
            path.write_bytes(picture)
            return
    raise ValueError(f"{path.name}: {len(picture)} bytes")
