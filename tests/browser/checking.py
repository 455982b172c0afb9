"""What every page must be: nothing for axe to find, nothing too small for a thumb, nothing to push sideways."""

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.layout import SIZES
from tests.browser.phone import SIZE, Phone

SMALLEST = 44
"""Pixels: the least width and height of whatever a thumb must hit."""

EVERYTHING = {"resultTypes": ["violations"], "preload": False}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], **EVERYTHING}
"""What can differ between light and dark: dark mode sets other colours and nothing else."""

AXE = Axe().axe_script
FIND = """options => axe.run(options).then(found => found.violations.map(
  one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.target).join(" ")}`))"""
# A thumb hits the whole of a label, of a box of the pad of points, and of the cell over which a link's own cover lies.
SMALL = """smallest => [...document.querySelectorAll(
    "a[href], button, summary, input:not([type=hidden]), select, textarea, label.chip")]
  .map(box => ["radio", "checkbox"].includes(box.type) ? box.closest("label") || box : box)
  .map(box => box.matches("input.digits") && box.closest(".points.padded .entry") || box)
  .map(box => getComputedStyle(box, "::after").position === "absolute" ? box.offsetParent || box : box)
  .filter(box => box.checkVisibility({ visibilityProperty: true }) && !box.matches(".skip, [inert] *"))
  .map(box => [box, box.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.round(Math.min(width, height)) < smallest && width > 1)
  .map(([box, { width, height }]) => `« ${(box.textContent.trim() || box.name || box.className).slice(0, 40)} » is `
    + `${Math.round(width)} × ${Math.round(height)} px`)"""
WIDTH = "() => document.documentElement.scrollWidth"
STILL = "() => document.getAnimations().forEach(animation => animation.cancel())"
UNFOLD = "() => document.querySelectorAll('main details').forEach(folded => folded.open = true)"


def too_small(page: Page) -> list[str]:
    """What of the open page is too small for a thumb, at the size the page has now."""
    found: list[str] = page.evaluate(SMALL, SMALLEST)
    return found


def too_small_at_any_size(page: Page) -> list[str]:
    """What of the open page is too small for a thumb on a phone, on one on its side, a tablet or a desk."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found.extend(f"{size['width']} × {size['height']}: {words}" for words in too_small(page))
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    return found


class CheckedPhone:
    """A phone whose pages are checked one after another; ``findings`` is what was wrong, page by page."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.findings: list[str] = []

    def open(self, name: str, path: str) -> None:
        """Open a page and check it."""
        self.phone.open(path)
        self.check(name)

    def check(self, name: str) -> None:
        """Check the page that is open, in light and in dark, with all that is folded away unfolded."""
        self.phone.page.evaluate(UNFOLD)
        self.phone.page.evaluate(STILL)
        self.findings.extend(f"{name}: {finding}" for finding in self._page_findings())

    def _page_findings(self) -> Iterator[str]:
        page = self.phone.page
        width = page.evaluate(WIDTH)
        if width > SIZE["width"]:
            yield f"is {width} px wide"
        yield from too_small(page)
        page.evaluate(AXE)
        for theme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            for violation in page.evaluate(FIND, options):
                yield f"in {theme}: {violation}"
