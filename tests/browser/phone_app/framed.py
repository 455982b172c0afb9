"""The application in the phone, as a thumb sees it: a phone whose pages are those of the frame in a shell."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Frame, Page

from tests.browser.phone import READY, Phone
from tests.browser.phone_app.static_host import static_host

FOLDER = "cartes/arbitre"
"""Where on its host the application lies."""

ANSWERS = "async root => { await fetch(root + '/healthz'); }"
KEEPS_ALL = "async root => Boolean(await caches.match(root + '/runtime/later.zst'))"
"""Whether the last file to come is kept."""

RECORD = """async ({ path, entries }) => {
  const times = [];
  const hidden = ["expected", "key"];
  let page = document;
  for (const { step, values } of entries) {
    const kept = [...new FormData(page.querySelector("form.ask"))].filter(([name]) => hidden.includes(name));
    const counts = values.map((value, seat) => [`${step}.${seat}`, value]);
    const body = new URLSearchParams([...kept, ["step", step], ...counts]);
    const began = performance.now();
    const how = { method: "POST", headers: { "X-Requested-With": "script" }, body };
    const answer = await fetch(`${path}/entries`, how);
    if (answer.status !== 200) throw new Error(answer.status);
    const words = await answer.text();
    times.push(performance.now() - began);
    console.log(`acknowledged ${step}`);
    page = new DOMParser().parseFromString(words, "text/html");
  }
  return times;
}"""
"""Records as fast as the application answers, says what it has answered, and gives the milliseconds of each."""

LONG = 90_000
"""Milliseconds that a phone may take for what it does once."""


@contextmanager
def serve_folder(root: Path, port: int = 0, **how: Any) -> Iterator[str]:
    """The files below this folder, on this machine; the address of the application among them."""
    with static_host(root, port, **how) as url:
        yield f"{url}/{FOLDER}"


class Framed:
    """A page of the frame: what is asked of it goes to the frame, what only a tab can do to the tab."""

    OF_THE_TAB = (
        "context", "expect_download", "go_back", "keyboard", "reload", "screenshot", "viewport_size",
        "wait_for_timeout",
    )  # fmt: skip

    def __init__(self, tab: Page) -> None:
        self.tab = tab

    @property
    def url(self) -> str:
        found = self.tab.frame(name="application")
        return found.url if found else self.tab.url

    @property
    def frame(self) -> Frame:
        found = self.tab.frame(name="application")
        if found is None:
            raise LookupError("nothing is framed")
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tab if name in self.OF_THE_TAB else self.frame, name)


class FramedPhone(Phone):
    """A phone with the application in it; ``url`` is the folder on its host."""

    def __init__(self, tab: Page, url: str) -> None:
        super().__init__(tab, url)
        self.tab = tab
        self.page = Framed(tab)  # type: ignore[assignment]

    def start(self, fragment: str = "") -> None:
        """Open the shell in this tab, and wait for a page in its frame."""
        self.tab.goto(f"{self.url}/{fragment}")
        self.arrived()

    def arrived(self) -> None:
        self.tab.locator("#starting").wait_for(state="hidden", timeout=LONG)
        self.ready()

    def awake(self) -> None:
        """Python answers, and all files are kept: from now on no network is needed."""
        self.page.frame.evaluate(ANSWERS, self.url)
        self.until(lambda: self.page.frame.evaluate(KEEPS_ALL, self.url), LONG)

    def open(self, path: str = "/") -> None:
        if self.tab.frame(name="application") is None:
            self.start()
        self.page.frame.goto(self.url + path)
        self.ready()

    def reload(self) -> None:
        self.tab.reload()
        self.arrived()

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path.removeprefix(urlsplit(self.url).path)

    def ready(self) -> None:
        self.tab.frame_locator("iframe").locator(READY).wait_for(state="attached")


def phone_in(context: BrowserContext, url: str) -> FramedPhone:
    """A new tab of this browser."""
    context.set_default_timeout(30_000)
    return FramedPhone(context.new_page(), url)


def quietly(context: BrowserContext) -> None:
    """Close a browser that may be gone already."""
    with suppress(Error):
        context.close()
