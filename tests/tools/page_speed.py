"""How quick and how light the pages are for a phone with one bar of network: ``python -m tests.tools.page_speed``.

First paint, the weight of a first visit with all that it loads, and the time from the tap that records a deal's bids to
the next question in sight, in Chromium with the network and the processor held back.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession

from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer

LATENCY = 150
"""Milliseconds of every request."""

DOWN, UP = 1_600_000 / 8, 750_000 / 8
"""Bytes a second."""

SLOWER = 4
"""Times that the processor is slower than this machine's."""

SETTLED = 1_000
"""Milliseconds after which a page has loaded what it loads by itself; it asks for news after two seconds."""

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


def first_visit(phone: Phone, path: str) -> tuple[float, int]:
    """Milliseconds to the first paint, and the bytes of all that is loaded, headers included."""
    sizes = list[int]()
    session = held_back(phone)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.open(path)
    phone.page.wait_for_timeout(SETTLED)
    return float(phone.page.evaluate(PAINTED)), sum(sizes)


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
    visits = list[tuple[float, int]]()
    for _ in range(SAMPLES):
        with new_phone(browser, url, like) as phone:
            visits.append(first_visit(phone, path))
    print(f"{name + ': first paint':<42} {median(paint for paint, _ in visits):9.0f} ms")
    print(f"{name + ': first visit':<42} {visits[0][1] / 1024:9.1f} KiB", flush=True)


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
