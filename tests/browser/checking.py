"""What every page must be: nothing for axe to find, nothing too small for a thumb, nothing to push sideways."""

from __future__ import annotations

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import SIZE, Phone

SMALLEST = 44
"""Pixels: the least height of a control that a thumb must hit."""

EVERYTHING = {"resultTypes": ["violations"], "preload": False}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], **EVERYTHING}
"""What can differ between light and dark: dark mode sets other colours and nothing else."""

AXE = Axe().axe_script
FIND = """options => axe.run(options).then(found => found.violations.map(
  one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.target).join(" ")}`))"""
# On the pad of points a tap anywhere on a player's box is a tap on its digits.
SIZES = """() => [...document.querySelectorAll(
    "form :is(input:not([type=hidden]), select, textarea), button, summary, nav a, main .bar a")]
  .map(box => ["radio", "checkbox"].includes(box.type) ? box.closest("label") : box)
  .map(box => box.matches("input.digits") && box.closest(".points.padded .entry") || box)
  .filter(box => box.checkVisibility())
  .map(box => [box.getBoundingClientRect().height, (box.textContent.trim() || box.name || box.tagName).slice(0, 40)])"""
WIDTH = "() => document.documentElement.scrollWidth"
UNFOLD = "() => document.querySelectorAll('main details').forEach(folded => folded.open = true)"


class Checked:
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
        self.findings.extend(f"{name}: {finding}" for finding in self._found())

    def _found(self) -> Iterator[str]:
        page = self.phone.page
        width = page.evaluate(WIDTH)
        if width > SIZE["width"]:
            yield f"is {width} px wide"
        for height, words in page.evaluate(SIZES):
            if round(height) < SMALLEST:
                yield f"« {words} » is {height} px high"
        page.evaluate(AXE)
        for theme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            for violation in page.evaluate(FIND, options):
                yield f"in {theme}: {violation}"
