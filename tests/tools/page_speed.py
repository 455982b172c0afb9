"""How quick and how light the pages are for a phone with one bar of network: ``python -m tests.tools.page_speed``.

First paint, the weight of a first visit until the page can be used and with what follows once it is at rest, and the
time from the tap that records a deal's bids to the next question in sight, in Chromium with the network and the
processor held back. A browser without a window asks for no icon, and the service worker is left out.
"""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession

from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer

LATENCY = 150
"""Milliseconds of every request."""

DOWN, UP = 1_600_000 / 8, 750_000 / 8
"""Bytes a second."""

SLOWER = 4
"""Times that the processor is slower than this machine's."""

SAMPLES = 7
PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
BIDS = (1, 0, 1, 1)
PAINTED = """() => new Promise((done) => new PerformanceObserver((seen) => seen.getEntries()
  .forEach(({ name, startTime }) => name === "first-contentful-paint" && done(startTime)))
  .observe({ type: "paint", buffered: true }))"""
TAPPED = """() => { window.acknowledged = null; const button = document.querySelector(".ask button.go");
  addEventListener("click", () => { const tapped = performance.now();
    const seen = () => (acknowledged = button.ariaBusy && performance.now() - tapped);
    requestAnimationFrame(() => requestAnimationFrame(seen));
    new MutationObserver((_, seen) => { if (!document.querySelector("[name='tricks.0']")) return; seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => (window.asked = performance.now() - tapped))); })
      .observe(document, { childList: true, subtree: true }); }, { once: true, capture: true }); }"""


@contextmanager
def table() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server of its own."""
    with tempfile.TemporaryDirectory() as data, RunningServer(Path(data)) as server, chromium() as browser:
        yield browser, server.url


@contextmanager
def new_phone(browser: Browser, url: str, like: Phone | None = None) -> Iterator[Phone]:
    """A phone that has never been here, with the cookies of another; closed after use.

    A page whose processor is held back keeps one of this machine's busy for as long as it stays open.
    """
    usual = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "locale": "fr", "service_workers": "block"}
    with browser.new_context(**usual) as context:  # type: ignore[arg-type]
        if like is not None:
            context.add_cookies(like.page.context.cookies())  # type: ignore[arg-type]
        yield Phone(context.new_page(), url)


def held_back(phone: Phone) -> CDPSession:
    """The network of one bar, and a cheap phone."""
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    speed = {"latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    session.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


class Visit(NamedTuple):
    """Milliseconds to the first paint; the bytes over the wire, headers included."""

    first_paint: float
    weight: int
    """Of all that came until the behaviours of the page were at work."""

    weight_at_rest: int
    """With the scripts that a page asks for a second later: what others record, and a screen that stays on."""


def first_visit(phone: Phone, path: str) -> Visit:
    asked = set[str]()
    sizes = dict[str, int]()

    def note_request(event: Mapping[str, str]) -> None:
        if event["type"] != "EventSource":  # which has no end
            asked.add(event["requestId"])

    def note_end(event: Mapping[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    session = held_back(phone)
    session.on("Network.requestWillBeSent", note_request)
    session.on("Network.loadingFinished", note_end)
    phone.open(path)
    weight = sum(sizes.values())
    if phone.page.locator("[data-follow]").count():
        phone.following()
    phone.until(lambda: asked <= set(sizes))
    return Visit(phone.page.evaluate(PAINTED), weight, sum(sizes.values()))


def tap_to_next(phone: Phone) -> tuple[float, float]:
    """Milliseconds from a tap to the frame in which it is acknowledged, and to that with the next question."""
    phone.open(phone.new_match("ascenseur", PLAYERS))
    for key in BIDS:
        phone.tap(phone.page.locator(f'.keys [data-value="{key}"]').first)
    phone.page.wait_for_timeout(1_000)
    held_back(phone)
    phone.page.evaluate(TAPPED)
    phone.page.locator(".ask button.go").tap()
    phone.page.locator("[name='tricks.0']").first.wait_for(state="attached")
    phone.page.wait_for_timeout(500)
    acknowledged, asked = phone.page.evaluate("[window.acknowledged, window.asked]")
    return float(acknowledged), float(asked)


def print_first_visits(browser: Browser, url: str, name: str, path: str, like: Phone) -> None:
    """First paint and weight of a page for phones that have never been here, in the middle of some visits."""
    visits = list[Visit]()
    for _ in range(SAMPLES):
        with new_phone(browser, url, like) as phone:
            visits.append(first_visit(phone, path))
    print(f"{name + ': first paint':<42} {median(visit.first_paint for visit in visits):9.0f} ms")
    print(f"{name + ': first visit':<42} {median(visit.weight for visit in visits) / 1024:9.1f} KiB")
    at_rest = median(visit.weight_at_rest for visit in visits)
    print(f"{name + ': first visit, at rest':<42} {at_rest / 1024:9.1f} KiB", flush=True)


def print_taps(browser: Browser, url: str) -> None:
    """From a tap to what it shows, in the middle of some matches."""
    taps = list[tuple[float, float]]()
    for _ in range(SAMPLES):
        with new_phone(browser, url) as phone:
            taps.append(tap_to_next(phone))
    print(f"{'tap: acknowledged':<42} {median(acknowledged for acknowledged, _ in taps):9.0f} ms")
    print(f"{'tap: next question in sight':<42} {median(asked for _, asked in taps):9.0f} ms", flush=True)


def measure() -> None:
    """Measure and print, a line for each figure."""
    with table() as (browser, url):
        with new_phone(browser, url) as keeper:
            path = keeper.new_match("ascenseur", PLAYERS)
            for name, page in (("home page", "/"), ("match page", path)):
                print_first_visits(browser, url, name, page, keeper)
        print_taps(browser, url)


if __name__ == "__main__":
    measure()
