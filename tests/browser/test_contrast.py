"""Words stand out from what they are drawn on: measured in pictures of the pages, in both looks.

axe compares colours that style sheets name; it gives no answer over a gradient, in a drawing, or for what a style
sheet writes itself. Here each page is drawn once without its words, and the colour of each word is compared with what
the picture shows behind it.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.checking import STILL, UNFOLD
from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.layout import SMALL, TABLET
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_pages import LINKS, kind

PLAYERS = ("Marie-Bernadette", "Bob", "Chloé", "Dan")
DEALS = {"ascenseur": 4, "barbu": 3, "tarot": 3, "belote": 2, "feuille-libre": 3}
"""Matches whose pages are looked at, and how many deals of each are recorded."""
LEAST, LEAST_OF_LARGE = 4.5, 3.0
"""WCAG 2.2, 1.4.3: of words, and of large ones: from 24 pixels, bold from 18.66."""

WORDS = r"""() => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const opacity = (part) => {
    let all = 1;
    for (let box = part; box; box = box.parentElement) all *= Number(getComputedStyle(box).opacity);
    return all;
  };
  const found = [];
  const note = (words, part, style, colour, lines) => {
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 600);
    const [red, green, blue, alpha] = rgba(colour);
    const shown = lines.filter(({ width, height }) => width > 1 && height > 1);
    if (!shown.length || !words.trim()) return;
    const boxes = shown.map(({ left, top, width, height }) => [left + scrollX, top + scrollY, width, height]);
    const where = part.tagName.toLowerCase() + (part.getAttribute("class") ? `.${part.getAttribute("class")}` : "");
    const colours = [red, green, blue, (alpha / 255) * opacity(part)];
    found.push({ words: words.trim().slice(0, 40), where, large, colours, boxes });
  };
  const forEars = (part) => part && (getComputedStyle(part).clipPath === "inset(50%)" || forEars(part.parentElement));
  const isRead = (part) =>
    part.checkVisibility({ visibilityProperty: true }) &&
    !forEars(part) &&
    !part.closest(":disabled, [aria-disabled=true], .skip, option, datalist, noscript") &&
    !part.closest("label")?.control?.disabled;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const part = text.parentElement;
    if (!text.data.trim() || !isRead(part)) continue;
    const style = getComputedStyle(part), range = new Range();
    range.selectNodeContents(text);
    const colour = part instanceof SVGElement ? style.fill : style.webkitTextFillColor;
    note(text.data, part, style, colour, [...range.getClientRects()]);
  }
  for (const part of document.body.querySelectorAll("*")) {
    if (!isRead(part)) continue;
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(part, pseudo);
      const written = /^(?:counter\([^)]*\) ?|attr\([^)]*\) ?|"[^"]*" ?)*/.exec(style.content)[0].replaceAll('"', "");
      // Beside words of the same part it has the ground of these.
      if (part.innerText?.trim()) continue;
      if (/[\p{L}\p{N}✓✗✎]/u.test(written) && style.display !== "none")
        note(written, part, style, style.color, [part.getBoundingClientRect()]);
    }
    if (part.matches("input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select")) {
      const style = getComputedStyle(part);
      if (part.value) note(part.value, part, style, style.color, [part.getBoundingClientRect()]);
      else if (part.placeholder) {
        const faint = getComputedStyle(part, "::placeholder");
        note(part.placeholder, part, faint, faint.color, [part.getBoundingClientRect()]);
      }
    }
  }
  return found;
}"""
"""The words that can be read on the open page, with the colour of each, and where its lines lie."""

NOTHING_STICKS = """() => {
  scrollTo(0, 0);
  for (const part of document.body.querySelectorAll("*"))
    if (["sticky", "fixed"].includes(getComputedStyle(part).position))
      Object.assign(part.style, { position: "relative", inset: "auto" });
}"""
"""A picture of the whole page is higher than the window: a bar would lie over words that are scrolled from under it."""

WITHOUT_WORDS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after, *::placeholder { -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important; caret-color: transparent !important; }
    svg text, svg tspan { fill: transparent !important; stroke: transparent !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
WITH_WORDS = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"

COMPARE = """async ([withWords, without, words]) => {
  const drawn = async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const brush = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    brush.drawImage(image, 0, 0);
    return brush;
  };
  const written = await drawn(withWords), blank = await drawn(without);
  const linear = (value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrast = (ink, ground) => {
    const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // Whether a point has got some of the ink of this word, and of no other: it lies between the ground and the ink.
  const isInked = (ground, ink, now) => {
    const way = ink.map((value, index) => value - ground[index]);
    const gone = now.map((value, index) => value - ground[index]);
    const long = way.reduce((sum, value) => sum + value * value, 0);
    const part = way.reduce((sum, value, index) => sum + value * gone[index], 0) / (long || 1);
    const off = Math.max(...way.map((value, index) => Math.abs(gone[index] - part * value)));
    return part > 0.3 && part < 1.1 && off < 12 && Math.max(...gone.map(Math.abs)) >= 8;
  };
  return words.flatMap(({ words, where, large, colours: [red, green, blue, alpha], boxes }) => {
    const found = [];
    for (const [left, top, width, height] of boxes) {
      const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
      const wide = Math.min(blank.canvas.width - x, Math.floor(width));
      const high = Math.min(blank.canvas.height - y, Math.floor(height));
      if (wide < 1 || high < 1) continue;
      const one = written.getImageData(x, y, wide, high).data, other = blank.getImageData(x, y, wide, high).data;
      for (let at = 0; at < one.length; at += 4) {
        const ground = [other[at], other[at + 1], other[at + 2]];
        const ink = [red, green, blue].map((value, index) => value * alpha + ground[index] * (1 - alpha));
        if (isInked(ground, ink, [one[at], one[at + 1], one[at + 2]])) found.push(contrast(ink, ground));
      }
    }
    if (found.length < 6) return [];
    found.sort((a, b) => a - b);
    return [{ words, where, large, contrast: found[Math.floor(found.length / 20)] }];
  });
}"""
"""For each word that is drawn, its contrast with what it is drawn on: with the twentieth of it that is closest. What
lies out of sight or under something else makes no difference between the two pictures."""


class Contrasts:
    """A phone whose pages are looked at one after another; ``findings``: words that are too faint."""

    def __init__(self, phone: Phone, scale: Page) -> None:
        self.phone = phone
        self.scale = scale
        self.findings: dict[str, float] = {}
        self.least = {False: 21.0, True: 21.0}
        """The faintest of all that was seen, of words and of large ones."""
        self.seen = 0

    def open(self, name: str, path: str) -> None:
        """Open a page and look at it."""
        self.phone.open(path)
        self.check(name)

    def check(self, name: str) -> None:
        """Look at the open page in light and in dark, with all that is folded away unfolded."""
        page = self.phone.page
        page.evaluate(UNFOLD)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.evaluate(STILL)
            for word in self._measured():
                self._note(f"{name} in {theme}", word)

    def _measured(self) -> list[dict[str, Any]]:
        page = self.phone.page
        page.evaluate(NOTHING_STICKS)
        words = page.evaluate(WORDS)
        written = self._picture()
        page.evaluate(WITHOUT_WORDS)
        blank = self._picture()
        page.evaluate(WITH_WORDS)
        measured: list[dict[str, Any]] = self.scale.evaluate(COMPARE, [written, blank, words])
        return measured

    def _picture(self) -> str:
        return base64.b64encode(self.phone.page.screenshot(full_page=True, scale="css")).decode()

    def _note(self, where: str, word: Mapping[str, Any]) -> None:
        self.seen += 1
        large, contrast = word["large"], word["contrast"]
        self.least[large] = min(self.least[large], contrast)
        if contrast < (LEAST_OF_LARGE if large else LEAST) - 0.005:
            self.findings[f"{where}: « {word['words']} » in {word['where']}"] = round(contrast, 2)


@pytest.mark.thorough
def test_words_stand_out_from_what_they_are_drawn_on_in_both_looks(new_phone: NewPhone) -> None:
    phone = new_phone()
    look = Contrasts(phone, new_phone(url="").page)
    look.scale.goto("about:blank")
    paths = _matches(look)
    for size in (SMALL, TABLET):
        phone.resize(size)
        for game, path in paths.items():
            look.open(f"{game} at {size['width']}", path)
    phone.resize(SIZE)
    _walk(look, *paths.values())
    print(f"{look.seen} words; the faintest {look.least[False]:.2f}, of large ones {look.least[True]:.2f}")
    assert look.findings == {}, "\n".join(f"{contrast} {where}" for where, contrast in look.findings.items())
    assert look.seen > 5000


def _matches(look: Contrasts) -> dict[str, str]:
    """Matches of a few games whose every question is looked at, one of them over: by game, their paths."""
    pen, paths = Pen(look.phone), {}
    for game, deals in DEALS.items():
        path, course = pen.new_match(game, PLAYERS), Course.of(game, PLAYERS)
        chance = Random(13)
        while len(course.rows) < deals and not course.state.over:
            look.open(f"{game}: {course.open_questions[0].step}", path)
            pen.record(path, course, course.answer(chance).entry)
        look.open(f"{game} just recorded", f"{path}?just={course.taken - 1}")
        if game == "feuille-libre":
            pen.record(path, course, {"step": "end"})
        paths[game] = path
    return paths


def _walk(look: Contrasts, *paths: str) -> None:
    """Look at a page of each kind that links lead to."""
    waiting, seen = ["/", *paths], set()
    while waiting:
        path = waiting.pop(0)
        answer = look.phone.page.context.request.get(look.phone.url + path)
        if kind(path) in seen or "text/html" not in answer.headers["content-type"]:
            continue
        seen.add(kind(path))
        look.open(kind(path), path)
        waiting += [link.partition("#")[0] for link in look.phone.page.evaluate(LINKS)]
    assert len(seen) > 30
