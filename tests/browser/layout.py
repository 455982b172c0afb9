"""Where the parts of a page lie: all that a selector finds is measured by one script, at one size after another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.browser.phone import SIZE, Phone

LYING = {"width": 640, "height": 360}
SMALL = {"width": 320, "height": 568}
TABLET, UPRIGHT = {"width": 1024, "height": 768}, {"width": 768, "height": 1024}
DESK = {"width": 1280, "height": 800}
SIZES = (SIZE, LYING, UPRIGHT, DESK)
"""A phone, the same on its side, a tablet held upright, a desk."""

BOXES = """selector => [...document.querySelectorAll(selector)]
  .filter(part => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length)
  .map(part => { const { left, top, right, bottom } = part.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const covered = !(part.contains(over) || over?.contains(part));
    return [part.innerText ?? part.textContent, left, top, right, bottom, covered]; })"""
CUT = """selector => [...document.querySelectorAll(selector)]
  .filter(part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"""

BEHEADED = r"""() => { const pen = document.createElement("canvas").getContext("2d"), found = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  const parent = text.parentElement, style = getComputedStyle(parent), range = new Range();
  range.selectNodeContents(text);
  const line = range.getClientRects()[0];
  if (!/[ÀÂÇÉÈÊÎÔ]/.test(text.data) || !line || parent.closest(".for-ears") || !parent.checkVisibility()) continue;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const high = pen.measureText("É"), ink = line.top + high.fontBoundingBoxAscent - high.actualBoundingBoxAscent;
  for (let box = parent; box !== document.body; box = box.parentElement) {
    const { overflowY, borderTopWidth } = getComputedStyle(box);
    const edge = box.getBoundingClientRect().top + parseFloat(borderTopWidth);
    const cuts = ["hidden", "clip"].includes(overflowY);
    if (cuts && ink < edge - .5) found.add(`${text.data.trim()} in ${box.className || box.tagName}`);
  }
}
return [...found]; }"""
"""The words whose first accented capital rises over the edge of a box that cuts what leaves it."""

BROKEN = r"""selector => [...document.querySelectorAll(selector)].flatMap(part => {
  if (!part.checkVisibility()) return [];
  const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = new Range();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter(line => line.width);
      if (new Set(lines.map(line => Math.round(line.top))).size > 1) found.push(word[0]);
    }
  return found; })"""
"""The words that break in the middle."""


@dataclass(frozen=True, slots=True)
class Box:
    """The words of a visible part, its edges in pixels of the window, and whether something lies over its middle."""

    words: str
    left: float
    top: float
    right: float
    bottom: float
    covered: bool

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def boxes(phone: Phone, *selectors: str) -> list[Box]:
    """The visible parts that each of these finds.

    :raises AssertionError: one finds none.
    """
    measured = [[Box(*box) for box in phone.page.evaluate(BOXES, selector)] for selector in selectors]
    assert all(measured), dict(zip(selectors, measured, strict=True))
    return [box for found in measured for box in found]


def out_of_view(phone: Phone, *selectors: str) -> list[str]:
    """The words of the visible parts that are not whole in the window."""
    size = phone.page.viewport_size or SIZE
    return [
        box.words
        for box in boxes(phone, *selectors)
        if box.top < 0 or box.left < 0 or box.bottom > size["height"] or box.right > size["width"]
    ]


def covered(phone: Phone, *selectors: str) -> list[str]:
    """The words of the visible parts over which something lies."""
    return [box.words for box in boxes(phone, *selectors) if box.covered]


def cut(phone: Phone, selector: str) -> list[str]:
    """The words of the parts that are narrower than what they hold."""
    found: list[str] = phone.page.evaluate(CUT, selector)
    return found


def beheaded(phone: Phone) -> list[str]:
    """The words of the page whose capitals lose their accents, each with what cuts them."""
    found: list[str] = phone.page.evaluate(BEHEADED)
    return found


def page_height(phone: Phone) -> int:
    """The height of the whole page, in view or not."""
    height: int = phone.page.evaluate("document.documentElement.scrollHeight")
    return height


def resized(phone: Phone, *sizes: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    """Give the phone one size after another; the size it has now."""
    for size in sizes:
        phone.resize(size)
        yield size


def broken_words(phone: Phone, selector: str) -> list[str]:
    """The words in what this finds that break in the middle."""
    words: list[str] = phone.page.evaluate(BROKEN, selector)
    return words
