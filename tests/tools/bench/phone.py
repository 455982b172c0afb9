"""The application in a phone's browser: bytes of a first visit, how soon a page is there, a recorded round, memory; at
the machine's own speed and with a quarter of it for all processes of the browser.
"""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.phone import QUIET, SIZE
from tests.browser.phone_app.framed import FOLDER, RECORD, phone_in, serve_folder
from tests.browser.phone_app.test_killed import ENTRIES
from tests.browser.test_whole_match import PLAYERS
from tests.phone_folder import phone_folder
from tests.tools import needs
from tests.tools.bench.figures import head, row

STARTS = 5
ROUNDS = 12
RUNNING, STOPPED = 0.01, 0.03
"""Seconds of a turn in which the browser may run, and may not: a quarter."""


def phone(folder: Path) -> None:
    """Measure it in Chromium; the folder is made first where it is not there."""
    made = phone_folder()
    files = json.loads((made / "files.json").read_text("utf-8"))
    first, later = (sum(files[kind].values()) / 1e6 for kind in ("first", "later"))
    print(f"\nthe phone: {first:.2f} MB at the first visit, {later:.2f} MB after it", flush=True)
    root = folder / "host"
    (root / FOLDER).parent.mkdir(parents=True)
    (root / FOLDER).symlink_to(made)
    profile = folder / "profile"
    with serve_folder(root) as url, sync_playwright() as playwright:
        path = _installed(playwright.chromium, profile, url)
        for name, slowed in (("", nullcontext), (", a quarter of the CPU", _quarter)):
            head(f"in the phone{name}", yardstick="")
            last, made_new = [], []
            for _ in range(STARTS):
                with _opened(playwright.chromium, profile) as context, slowed(profile):
                    last.append(_shown(context, url, f"#{path}"))
                with _opened(playwright.chromium, profile) as context, slowed(profile):
                    made_new.append(_shown(context, url, "#/rules"))
                    phone_in(context, url).start(f"#{path}")
            row("the last page shown", last)
            row("the first page made by Python", made_new)
            with _opened(playwright.chromium, profile) as context:
                match, times = _recorded(context, url, slowed(profile))
                row("an entry recorded and answered", times)
                memory = _memory(profile)
            path = match
            print(f"memory of the tab with Python: {memory:.0f} MiB", flush=True)


def _installed(chromium: object, profile: Path, url: str) -> str:
    """The application kept, a match begun; its path."""
    with _opened(chromium, profile) as context:
        tab = phone_in(context, url)
        tab.start("#/")
        tab.awake()
        return tab.new_match("ascenseur", PLAYERS)


@contextmanager
def _opened(chromium: object, profile: Path) -> Iterator[BrowserContext]:
    context = chromium.launch_persistent_context(  # type: ignore[attr-defined]
        profile, executable_path=needs.browser(), args=QUIET, viewport=SIZE, has_touch=True, is_mobile=True, locale="fr"
    )
    yield context
    context.close()


def _shown(context: BrowserContext, url: str, fragment: str) -> float:
    """Milliseconds from the address to the page in the frame, as the browser itself counts them."""
    tab = phone_in(context, url)
    tab.start(fragment)
    milliseconds: float = tab.tab.evaluate("() => performance.getEntriesByName('shown')[0].startTime")
    return milliseconds


def _recorded(context: BrowserContext, url: str, slowed: object) -> tuple[str, list[float]]:
    """Milliseconds of each entry of some rounds; the match."""
    tab = phone_in(context, url)
    tab.start("#/")
    path = tab.new_match("ascenseur", PLAYERS)
    with slowed:  # type: ignore[attr-defined]
        times: list[float] = tab.page.frame.evaluate(RECORD, {"path": url + path, "entries": ENTRIES[: 2 * ROUNDS]})
    tab.open(path)  # the last page from now on
    return path, times


def _processes(profile: Path) -> list[int]:
    """The browser with this profile, and all that come from it."""
    parents: dict[int, int] = {}
    roots = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            number = int(process.name)
            parents[number] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            words = (process / "cmdline").read_bytes().decode("utf-8", "replace")
            if f"--user-data-dir={profile}" in words and "--type=" not in words:
                roots.append(number)
    found = list(roots)
    for number in found:
        found += [child for child, parent in parents.items() if parent == number]
    return found


@contextmanager
def _quarter(profile: Path) -> Iterator[None]:
    """Stop all processes of the browser for three quarters of the time: that reaches a worker too."""
    over = Event()
    turns = Thread(target=_take_turns, args=(_processes(profile), profile, over))
    turns.start()
    try:
        yield
    finally:
        over.set()
        turns.join()


def _take_turns(processes: list[int], profile: Path, over: Event) -> None:
    looked = time.monotonic()
    while not over.is_set():
        _send(processes, signal.SIGSTOP)
        time.sleep(STOPPED)
        _send(processes, signal.SIGCONT)
        time.sleep(RUNNING)
        if time.monotonic() - looked > 0.5:
            processes, looked = _processes(profile), time.monotonic()


def _send(processes: list[int], how: signal.Signals) -> None:
    for number in processes:
        with suppress(ProcessLookupError):
            os.kill(number, how)


def _memory(profile: Path) -> float:
    """MiB of the largest process that shows pages, shared parts counted by their share."""
    sizes = [0.0]
    for number in _processes(profile):
        with suppress(OSError, StopIteration):
            if b"--type=renderer" in Path(f"/proc/{number}/cmdline").read_bytes():
                lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
                sizes.append(int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024)
    return max(sizes)
