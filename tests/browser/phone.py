"""A phone at the table: Chromium at 360 × 640 that counts its taps and hears whatever its pages complain about."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Response, sync_playwright

from tests.tools import needs

SIZE = {"width": 360, "height": 640}
PATIENCE = 90_000
"""Milliseconds after which a page that does not come, or a control that cannot be tapped, is a failure: only a
red test waits so long."""
OFTEN = 50
"""Milliseconds after which is asked again whether something holds."""
TWICE = 0.3
"""Seconds within which two taps at one place are one (static/js/request_retry.js)."""

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
REFUSED = "Failed to load resource: the server responded with a status of 4"
UNANSWERED = "Failed to load resource: net::ERR_"
NO_WORKER = "Service Worker registration blocked by Playwright"
LED_BEFORE = "Autofocus processing was blocked because a document already has a focused element"
"""What the browser itself says of a page refused, of a server that is not there, of a service worker that a test does
without, and of a focus that a script gave before the page's own; none is a fault of a page."""

READY = "html[data-ready], html:not(:has(script[type=module]))"
"""A page whose behaviours are all at work, or which has none."""

FORM_STATE = """form => [
  ...[...form.elements].filter(box => box.name && box.type !== "hidden" && box.tagName !== "BUTTON")
    .map(box => ["radio", "checkbox"].includes(box.type) ? [box.name, box.value, box.checked] : [box.name, box.value]),
  ...[...form.querySelectorAll("[aria-pressed]")].map(key => [key.textContent, key.getAttribute("aria-pressed")]),
]"""
FORGE = """([name, value]) => {
  const box = document.getElementsByName(name)[0];
  box.removeAttribute("maxlength");
  if (box.options) box.add(new Option(value, value));
  box.value = value;
  if (["radio", "checkbox"].includes(box.type)) box.checked = true;
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine, without a window.

    :raises FileNotFoundError: there is none; `python -m tests.tools.needs` installs it.
    """
    path = needs.browser()
    if path is None:
        raise FileNotFoundError("no Chromium on this machine: run `python -m tests.tools.needs`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


class Phone:
    """One page of one phone; ``taps`` counts what a thumb does, ``faults`` is what no page may ever do.

    A fault is an error in a script, a word on the console (what the content policy refuses is told there), a
    request to another host, or an answer of 500 and above.
    """

    def __init__(self, page: Page, url: str, scripts: bool = True) -> None:
        self.page = page
        self.url = url
        self.scripts = scripts
        self.taps = 0
        self.led_at = -1
        self.rested_at = 0.0
        self.faults: list[str] = []
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        page.on("request", self._note_request)
        page.on("response", self._answered)

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)
        self.ready()

    def poll(self) -> None:
        """Have no stream from the next page on: a page of a match asks every two seconds what is new."""
        self.page.add_init_script("delete window.EventSource")

    def following(self) -> None:
        """Wait until the page follows its match, which it does once it is at rest."""
        self.page.locator("header .news").wait_for(state="attached")

    def resize(self, size: Mapping[str, int]) -> None:
        """Turn the phone, or give it the size of another screen."""
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def back(self) -> None:
        """The way back that every phone has."""
        self.page.go_back()
        self.ready()

    def ready(self) -> None:
        """Wait until the behaviours of the page are at work; a thumb may tap before, a test may not."""
        if self.scripts:
            self.page.locator(READY).wait_for(state="attached")

    def until(self, holds: Callable[[], object], patience: int = PATIENCE) -> None:
        """Wait until this holds. It may evaluate a promise, which `wait_for_function` takes for true.

        :raises AssertionError: it did not in so many milliseconds.
        """
        for _ in range(patience // OFTEN):
            if holds():
                return
            self.page.wait_for_timeout(OFTEN)
        raise AssertionError(f"{self.page.url}: still not so after {patience} ms")

    @property
    def notice(self) -> Locator:
        """The button that tries again, which the page shows while nobody answers."""
        return self.page.get_by_role("button", name="Réessayer maintenant")

    @property
    def path(self) -> str:
        """The path of the page that is open, without what stands behind a question mark."""
        return urlsplit(self.page.url).path

    def tap(self, what: str | Locator) -> None:
        """Tap a control by its visible words, or a locator."""
        where = self.page.get_by_text(what, exact=True).first if isinstance(what, str) else what
        where.tap()
        self.taps += 1

    def follow(self, what: str | Locator) -> None:
        """Tap what leads to another page, and wait for that page; no thumb taps twice at once at one place."""
        if self.led_at == self.taps:
            self._rest()
        with self.page.expect_navigation():
            self.tap(what)
            self.led_at, self.rested_at = self.taps, time.monotonic() + TWICE
        self.ready()

    def from_menu(self, words: str) -> None:
        """Tap what the menu of a match calls so: two taps from each of its pages."""
        menu = self.page.locator(".nav .menu")
        self.tap(menu.locator("> summary"))
        self.follow(menu.get_by_role("link", name=words))

    def double_tap(self) -> None:
        """Tap the one big button twice at once; without scripts the first of the two answers is dropped."""
        with suppress(Error), self.page.expect_navigation():
            self.page.locator(".ask button.go").dblclick(no_wait_after=True)

    def send_in_vain(self) -> None:
        """Tap the one big button while nobody answers, until the page says so."""
        self.tap(self.page.locator(".ask button.go"))
        self.notice.wait_for()

    def send(self) -> None:
        """Send the open form as it stands, past the one big button, which may wait for more."""
        with self.page.expect_navigation():
            self.page.locator("form.ask").evaluate("form => form.requestSubmit(form.querySelector('button.go'))")
            self.rested_at = time.monotonic() + TWICE
        self.ready()
        self._rest()

    def tap_count(self, player: str, value: int) -> None:
        """Tap a count of a player in the question that is open."""
        self.tap_part(self.page.locator(f'.field-counts [data-part][aria-label="{player}"]'), str(value))

    def choose(self, name: str, value: str) -> None:
        """Give the control of this name a value, on the pad of its field where it has one."""
        part = self.page.locator(f'[data-part="{name}"]')
        self.tap_part(part, value) if part.count() else self.tap(self.chip(name, value))

    def tap_part(self, part: Locator, value: str) -> None:
        """Give a part of a field this value: on its pad where there is one, else on its chip."""
        field = part.locator("xpath=ancestor::fieldset[1]")
        looks = (field.get_attribute("class") or "").split()
        if "turns" in looks:
            self._answer_in_turn(field, part, value)
        elif "board" in looks:
            self._count_on_board(field, part, int(value))
        else:
            self.tap(part.locator(f'.chip:has(input[value="{value}"])'))

    def tap_points(self, part: Locator, value: int) -> None:
        """Type the points of a player on the pad, and go on to the next."""
        field = part.locator("xpath=ancestor::fieldset[1]")
        if "asked-now" not in (part.get_attribute("class") or ""):
            self.tap(part)
        for digit in str(abs(value)):
            self.tap(field.locator(".keys").get_by_role("button", name=digit, exact=True))
        if value < 0:
            self.tap(field.locator(".keys .sign"))
        self.tap(field.locator(".keys .next"))

    def tap_number(self, name: str, value: int) -> None:
        """Type a number on the pad that its box opens."""
        part = self.page.locator(f'[data-part="{name}"]')
        keys = part.locator("xpath=ancestor::fieldset[1]").locator(".keys")
        if "asked-now" not in (part.get_attribute("class") or ""):
            self.tap(part)
        for digit in str(abs(value)):
            self.tap(keys.get_by_role("button", name=digit, exact=True))
        if value < 0:
            self.tap(keys.locator(".sign"))

    def tap_cell(self, box: Locator, value: int) -> None:
        """Give a cell of a grid this number, by its pad where there are scripts; what stands there is left alone."""
        if not self.scripts:
            box.fill(str(value))
            return
        if box.input_value() == str(value):
            return
        cell = box.locator("xpath=ancestor::td[1]")
        pad = cell.locator("xpath=ancestor::fieldset[1]").locator(".grid-pad")
        if "asked-now" not in (cell.get_attribute("class") or ""):
            self.tap(box)
        if value > 9:
            if box.input_value():
                self.tap(pad.locator(".erase"))
            self.tap(pad.locator(".erase"))
        self.tap(pad.get_by_role("button", name=str(value % 10), exact=True))

    def _answer_in_turn(self, field: Locator, part: Locator, value: str) -> None:
        """A key, if it is this part's turn; else the chip of the part first."""
        name = part.get_attribute("data-part")
        if field.get_attribute("data-asks") != name:
            self.tap(part.locator(".spoken"))
        self.tap(field.locator(f'.keys > button[data-value="{value}"]'))

    def _count_on_board(self, field: Locator, part: Locator, value: int) -> None:
        """One more or one less where that is all; else the number itself."""
        now = number_of(part.locator(".count").inner_text().replace("·", "0"))
        keypad = field.locator(".typed")
        if keypad.is_hidden() and value == now + 1:
            self.tap(part.locator(".one"))
        elif keypad.is_hidden() and value == now - 1 and part.locator(".less").is_visible():
            self.tap(part.locator(".less"))
        elif value != now or part.locator("input:checked").count() == 0:
            if "asked-now" not in (part.get_attribute("class") or ""):
                self.tap(part.locator(".count"))
            self.tap(keypad.locator(f'button[data-value="{value}"]'))

    def record(self) -> None:
        """The one big button; waits for the page that follows."""
        self.follow(self.page.locator(".ask button.go"))

    def note(self, path: str, text: str) -> None:
        """Record a note in the match at this address."""
        self.open(f"{path}/steps/note")
        self.box("text").fill(text)
        self.record()

    def new_match(
        self, game: str, players: Sequence[str], dealer: str | None = None, turned: Collection[str] = ()
    ) -> str:
        """Start a match with typed names, these yes-or-no house rules turned over; its address."""
        self.open(f"/new/{game}")
        for seat, player in enumerate(players):
            self.box(f"seat.{seat}").fill(player)
        if dealer is not None:
            self.tap(self.chip("dealer", str(players.index(dealer))))
        for rule in turned:
            box = self.box(f"option.{rule}")
            self.unfold(box)
            self.tap(self.page.locator("label").filter(has=box))
        self.record()
        return self.path

    def box(self, name: str, value: str | None = None) -> Locator:
        """The control of this name; among radios and checkboxes the one that stands for this value."""
        wanted = "" if value is None else f'[value="{value}"]'
        return self.page.locator(f':is(input, select, textarea)[name="{name}"]{wanted}')

    def chip(self, name: str, value: str) -> Locator:
        """What a thumb taps to choose this value."""
        return self.page.locator("label").filter(has=self.box(name, value))

    def chosen_values(self, name: str) -> list[str]:
        """The values chosen among the radios or checkboxes of this name."""
        return [box.get_attribute("value") or "" for box in self.page.locator(f'input[name="{name}"]:checked').all()]

    def unfold(self, control: Locator) -> None:
        """Open what the control is folded away in."""
        folded = control.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            summary = folded.first.locator("> summary")
            by_card = not summary.is_visible()
            self.tap(self.page.locator("button.deal-card") if by_card else summary)

    def make_code(self, role: str) -> None:
        """Make a code for a role on the page of sharing, where those are folded away behind the table's own."""
        button = self.page.locator(f'button[name=role][value="{role}"]')
        self.unfold(button)
        self.follow(button)

    def forge(self, name: str, value: str) -> None:
        """Give the first control of this name a value that no tap can give it."""
        self.page.evaluate(FORGE, [name, value])

    def form_state(self) -> Any:
        """All that stands in the open question: its controls, and the buttons that are pressed."""
        return self.page.locator("form[data-draft]").evaluate(FORM_STATE)

    def await_typed(self, typed: Any) -> None:
        """Wait until the open question holds this again.

        A page that the server made before it got the last tap shows the count of then, until it hears the count of now.
        """
        self.until(lambda: self.form_state() == typed)

    def players_asked(self) -> list[str]:
        """The players of the count that is asked, in the order the page shows them."""
        rows = self.page.locator(".field-counts [data-part]").all()
        return [row.get_attribute("aria-label") or "" for row in rows]

    def totals(self) -> dict[str, int]:
        """Every side's total as the head of the match page shows it."""
        return self._numbers(".sides > li", ".name", ".total")

    def podium(self) -> dict[str, int]:
        """Every side's total as the final ranking shows it, the best first."""
        return self._numbers(".podium > li", "b", ".total")

    def sheet(self) -> list[dict[str, int]]:
        """The running totals of every row of the sheet that is open."""
        table = self.page.locator(".sheet table")
        sides = table.locator("thead th").all_inner_texts()[1:]
        rows = table.locator("tbody tr:has(td)").all()
        return [dict(zip(sides, map(number_of, row.locator("td b").all_inner_texts()), strict=True)) for row in rows]

    def _rest(self) -> None:
        """Wait until another tap is no second half of a double tap."""
        if (left := self.rested_at - time.monotonic()) > 0:
            self.page.wait_for_timeout(1000 * left)

    def _numbers(self, rows: str, name: str, number: str) -> dict[str, int]:
        found = self.page.locator(rows).all()
        return {row.locator(name).inner_text(): number_of(row.locator(number).inner_text()) for row in found}

    def forget_faults(self, *parts: str) -> None:
        """Forget the faults that a test brings about on purpose: those with one of these parts in their text."""
        self.faults[:] = [fault for fault in self.faults if not any(part in fault for part in parts)]

    def _note_message(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith(REFUSED) and "/static/" not in message.location.get("url", "")
        if not refused and not message.text.startswith((UNANSWERED, NO_WORKER, LED_BEFORE)):
            self.faults.append(f"{self.page.url}: {message.type}: {message.text}")

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.faults.append(f"{self.page.url}: asks {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.url}: {response.status}")


def number_of(text: str) -> int:
    """A number as a score pad writes it.

    >>> number_of("−10"), number_of("+5")
    (-10, 5)
    """
    return int(text.strip().replace("−", "-"))
