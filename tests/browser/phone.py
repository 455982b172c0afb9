"""A phone at the table: Chromium at 360 × 640 that counts its taps."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, sync_playwright

SIZE = {"width": 360, "height": 640}
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium_path() -> str:
    """The browser of this machine; `python -m tests.needs` installs it.

    :raises FileNotFoundError: there is none.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise FileNotFoundError("no Chromium on this machine: run `python -m tests.needs`")
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        yield browser
        browser.close()


class Phone:
    """One page of one phone; ``taps`` counts what a thumb does."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.taps = 0

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def tap(self, what: str | Locator) -> None:
        """Tap a control by its visible words, or a locator."""
        where = self.page.get_by_text(what, exact=True).first if isinstance(what, str) else what
        where.tap()
        self.taps += 1

    def tap_count(self, player: str, value: int) -> None:
        """Tap a count of a player in the question that is open."""
        row = self.page.locator(f'.field-counts [role=group][aria-label="{player}"]')
        self.tap(row.locator(f'.chip:has(input[value="{value}"])'))

    def record(self) -> None:
        """The one big button; waits for the page that follows."""
        button = self.page.locator(".ask button.go")
        with self.page.expect_navigation():
            self.tap(button)

    def new_match(self, game: str, players: Sequence[str]) -> str:
        """Start a match with typed names; its address."""
        self.open(f"/new/{game}")
        boxes = self.page.locator("input[name^='seat.']")
        for index, player in enumerate(players):
            boxes.nth(index).fill(player)
        with self.page.expect_navigation():
            self.tap(self.page.locator("button.go"))
        return self.page.url.removeprefix(self.url).split("?")[0]
