"""What a first visit weighs over the wire, headers included: a phone at the table may have one bar of network."""

from pathlib import Path

import pytest

from referee.web.http.static_files import bytes_to_send
from tests.browser.conftest import NewPhone
from tests.browser.phone import Phone
from tests.tools.page_speed import held_back

KIB = 1024
STATIC = Path(__file__).resolve().parents[2] / "static"
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(rule => rule.cssText.replace(/\\s+/g, " ").replaceAll(", ", ","));
}"""
"""All that the browser makes of a style sheet, in its own spelling; a token's value keeps the breaks of its lines."""

SHIFTS = """window.shifted = 0;
new PerformanceObserver(seen => seen.getEntries().forEach(shift => (shifted += shift.value)))
  .observe({ type: "layout-shift", buffered: true });"""
ARRIVED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  return { fonts: [...document.fonts].filter(font => font.status === "loaded").length, shifted };
}"""
"""Once the typeface is drawn: how many of its files came, and how far what was seen before has moved since."""


def test_the_first_visit_of_a_page_is_light(phone: Phone, new_phone: NewPhone) -> None:
    path = phone.new_match("ascenseur", ("Ana", "Bob", "Chloé", "Dan"))
    cookies = phone.page.context.cookies()
    weights = {}
    for page in ("/", path):
        fresh = new_phone()
        fresh.page.context.add_cookies(cookies)
        weights[page] = _weight(fresh, page)
    assert weights["/"] <= 34 * KIB, weights
    assert weights[path] <= 44 * KIB, weights


@pytest.mark.thorough
def test_a_phone_that_reads_gzip_alone_is_sent_little_more(phone: Phone, new_phone: NewPhone) -> None:
    path = phone.new_match("ascenseur", ("Ana", "Bob", "Chloé", "Dan"))
    cookies = phone.page.context.cookies()
    for page, most in (("/", 36), (path, 49)):
        fresh = new_phone(extra_http_headers={"Accept-Encoding": "gzip"})
        fresh.page.context.add_cookies(cookies)
        weight = _weight(fresh, page)
        assert weight <= most * KIB, (page, weight)


@pytest.mark.thorough
def test_nothing_jumps_while_scripts_and_typeface_come_over_a_slow_line(phone: Phone, new_phone: NewPhone) -> None:
    path = phone.new_match("ascenseur", ("Ana", "Bob", "Chloé", "Dan"))
    evening = _evening_on(phone, "2026-04-03")  # « vendredi 3 avril 2026 » has two lines in a wider typeface
    cookies = phone.page.context.cookies()
    for page in ("/", path, evening):
        fresh = new_phone()
        fresh.page.context.add_cookies(cookies)
        fresh.page.add_init_script(SHIFTS)
        held_back(fresh)
        fresh.open(page)
        arrived = fresh.page.evaluate(ARRIVED)
        assert arrived["fonts"], page
        assert arrived["shifted"] <= 0.005, (page, arrived)


@pytest.mark.thorough
def test_what_was_loaded_once_is_not_loaded_again(phone: Phone) -> None:
    phone.new_match("ascenseur", ("Ana", "Bob", "Chloé", "Dan"))
    path = phone.path
    for page in ("/", path):
        phone.open(page)
    for page in ("/", path):
        assert _weight(phone, page) <= 5 * KIB


@pytest.mark.thorough
def test_the_rules_of_a_style_are_the_same_as_it_is_written_and_as_it_is_sent(phone: Phone) -> None:
    phone.open()
    for sheet in sorted(STATIC.glob("*.css")):
        texts = [content.decode() for content in (sheet.read_bytes(), bytes_to_send(sheet))]
        written, arrived = (phone.page.evaluate(RULES, text) for text in texts)
        assert len("".join(written)) > 3_000, sheet.name
        assert written == arrived, sheet.name


def _evening_on(phone: Phone, day: str) -> str:
    """The address of the evening of the match that was begun, said to be of this day."""
    phone.open("/evenings")
    phone.follow(phone.page.locator('a.match-card[href*="/evenings/"]').first)
    evening = phone.path
    phone.open(f"{evening}/edit")
    phone.box("day").fill(day)
    phone.box("place").fill("Lyon")
    phone.record()
    return evening


def _weight(phone: Phone, path: str) -> int:
    """The bytes of all that the page loads over the wire before it is ready, without what follows it later."""
    session, sizes = phone.page.context.new_cdp_session(phone.page), list[int]()
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.open(path)
    return sum(sizes)
