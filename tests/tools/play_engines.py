"""A whole match and a free sheet in Firefox and in Safari's engine, by tapping: ``make engines``.

Every control is found by the words that a person reads on it, or by the name that a screen reader says. Pictures of
each page go to ``screens/``; what a script or the content policy complains about ends it with 1. The Ascenseur is
whole, but played with two cards at most, a house rule: three deals.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.running import RunningServer
from tests.tools import needs
from tests.tools.engines import ELEMENT, PATIENCE, Engine, Firefox, RefusedByBrowser, WebKit

FOLDER = Path(__file__).resolve().parents[2] / "screens"
PLAYERS = ("Ana", "Bob", "Chloé")
DEALS = (((1, 0, 1), (0, 0, 1)), ((1, 2, 0), (0, 2, 0)), ((0, 0, 0), (1, 0, 0)))
"""What each bids and takes, with one card, two, and one."""

FINAL = {"Ana": -15, "Bob": 25, "Chloé": 20}
POINTS = ((35, 7, 0), (-12, 1048, 3))

MOVING = 2
"""Seconds until all that moves at the end of a match stands still."""

TAPPED = "button, a[href], summary, label, input:not([type=hidden])"
TYPED = "input:not([type=hidden]), textarea"
WORDS = """
const plain = text => text.replace(/[\\u202f\\u00a0\\s]+/g, " ").replace(/’/g, "'").trim().toLowerCase();
const words = one => [one.getAttribute("aria-label"), one.placeholder, one.innerText || one.textContent,
  ...[...(one.labels || [])].map(label => label.innerText)].filter(Boolean);
const seen = one => one.checkVisibility() && one.getClientRects().length > 0;
"""
CONTROL = (
    WORDS
    + """
const [wanted, within, kinds] = arguments;
const all = [...(within ? document.querySelector(within) : document).querySelectorAll(kinds)].filter(seen);
const said = all.map(one => words(one).map(plain));
const same = said.findIndex(texts => texts.includes(plain(wanted)));
const found = all[same >= 0 ? same : said.findIndex(texts => texts.some(text => text.includes(plain(wanted))))];
found?.scrollIntoView({ block: "center", behavior: "instant" });
return found || null;
"""
)
COUNT = (
    WORDS
    + """
const [player, value] = arguments;
const named = one => words(one).some(text => plain(text).includes(plain(player)));
const shown = found => { found?.scrollIntoView({ block: "center", behavior: "instant" }); return found || null; };
const by = (root, selector) => shown([...root.querySelectorAll(selector)].find(seen));
const part = [...document.querySelectorAll("[data-part]")].find(named);
const looks = part.closest("fieldset").classList;
if (part.querySelector(`input[value="${value}"]`)?.checked) return null;
if (looks.contains("turns")) {
  const asks = part.closest("fieldset").dataset.asks === part.dataset.part;
  return asks ? by(part.closest("fieldset"), `.keys > button[data-value="${value}"]`) : by(part, ".spoken");
}
if (!looks.contains("board")) return by(part, `.chip:has(input[value="${value}"])`);
const now = Number(part.querySelector(".count").innerText.replace("·", "0"));
return now < value ? by(part, ".one") : now > value ? by(part, ".less") : null;
"""
)
READY = "return !document.querySelector('main[data-left]') && document.documentElement.dataset.ready === ''"
TOTALS = """return [...document.querySelectorAll(".podium > li")]
  .map(one => [one.querySelector("b").innerText.trim(), one.querySelector(".total").innerText.trim()])"""


class Thumb:
    """What a thumb does in a browser, and the pictures taken on the way."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine = engine
        self.url = url
        self.pictures = 0

    def open(self, path: str) -> None:
        self.engine.ask("Navigate", url=self.url + path)
        self.ready()

    def ready(self) -> None:
        self.wait(READY)

    def wait(self, true: str, patience: float = PATIENCE) -> None:
        """Until this is true."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            with suppress(RefusedByBrowser):  # between two pages
                if self.engine.run(true):
                    return
            time.sleep(0.05)
        raise TimeoutError(self.engine.run("return location.href"))

    def take(self, name: str) -> None:
        self.pictures += 1
        time.sleep(0.2)  # what was typed last is painted in its own time
        self.engine.picture(FOLDER / f"engine-{self.engine.name}-{self.pictures:02}-{name}.png")

    def tap(self, words: str, within: str | None = None) -> None:
        self._click(self._control(words, within))

    def follow(self, words: str, within: str | None = None) -> None:
        """Tap what leads to another page, and wait for it."""
        control = self._control(words, within)
        self.engine.run("document.querySelector('main').dataset.left = ''")
        self._click(control)
        self.ready()

    def type(self, words: str, text: str) -> None:
        control = self._control(words, None, TYPED)
        self.engine.ask("ElementClear", id=control[ELEMENT])
        self.engine.ask("ElementSendKeys", id=control[ELEMENT], text=text)

    def record(self) -> None:
        self.follow(self.engine.run("return document.querySelector('.ask button.go').innerText"), "form.ask")

    def count(self, player: str, value: int) -> None:
        """Give a player a count, on chips, on a keypad or on a board."""
        for _ in range(2 + value):
            control = self.engine.run(COUNT, player, value)
            if control is None:
                return
            self._click(control)

    def _control(self, words: str, within: str | None, kinds: str = TAPPED) -> Any:
        control = self.engine.run(CONTROL, words, within, kinds)
        if control is None:
            raise LookupError(f"{self.engine.name}: no control says “{words}”")
        return control

    def _click(self, control: Any) -> None:
        self.engine.ask("ElementClick", id=control[ELEMENT])


def main() -> int:
    """Play in those named, else in both."""
    if needs.missing_engines():
        return 1
    FOLDER.mkdir(exist_ok=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, RunningServer(Path(folder)) as server:
        for kind in (Firefox, WebKit):
            if sys.argv[1:] and kind.name not in sys.argv[1:]:
                continue
            engine = kind()
            thumb = Thumb(engine, server.url)
            try:
                _ascenseur(thumb)
                _free_sheet(thumb, server)
                said = engine.faults()
            except Exception:
                thumb.take("fault")
                raise
            finally:
                engine.close()
            print(
                f"{kind.name}: a whole match, a free sheet, {thumb.pictures} pictures, {len(said)} faults", flush=True
            )
            faults += said
    print("\n".join(faults) or f"look at {FOLDER}")
    return 1 if faults else 0


def _ascenseur(thumb: Thumb) -> None:
    thumb.open("/")
    if thumb.engine.run("return document.documentElement.lang") != "fr":
        thumb.follow("Français")
    thumb.take("home")
    thumb.follow("Nouvelle partie", "main")
    thumb.take("games")
    _begin(thumb, "L'Ascenseur", PLAYERS)
    thumb.tap("Règles de la maison")
    thumb.type("Cartes au plus haut de l'ascenseur", "2")
    thumb.take("new")
    thumb.record()
    for deal, (bids, tricks) in enumerate(DEALS, 1):
        for name, counts in (("bids", bids), ("tricks", tricks)):
            thumb.take(f"{name}-{deal}")
            for seat in _order(thumb):
                thumb.count(PLAYERS[seat], counts[seat])
            thumb.take(f"{name}-{deal}-tapped")
            thumb.record()
    time.sleep(MOVING)
    thumb.take("final")
    totals = {name: int(total.replace("−", "-")) for name, total in thumb.engine.run(TOTALS)}
    if totals != FINAL:
        raise AssertionError(f"{thumb.engine.name}: {totals}")
    for page in ("Feuille", "Arbitre"):
        thumb.follow(page, "nav")
        thumb.take(page.lower())


def _order(thumb: Thumb) -> list[int]:
    """The seats as the page asks them."""
    asked = thumb.engine.run("return [...document.querySelectorAll('[data-part]')].map(one => one.textContent)")
    return sorted(
        range(len(PLAYERS)), key=lambda seat: next(i for i, text in enumerate(asked) if PLAYERS[seat] in text)
    )


def _begin(thumb: Thumb, game: str, players: Sequence[str]) -> None:
    thumb.follow(game, "main")
    for place, player in enumerate(players, 1):
        thumb.type(f"Place {place}", player)


def _free_sheet(thumb: Thumb, server: RunningServer) -> None:
    """Two rows; the second is sent while nobody answers."""
    thumb.open("/new")
    _begin(thumb, "La Feuille libre", PLAYERS)
    thumb.record()
    for row, points in enumerate(POINTS, 1):
        thumb.take(f"points-{row}")
        for player, value in zip(PLAYERS, points, strict=True):
            thumb.type(player, str(value))
        thumb.take(f"points-{row}-typed")
        if row == len(POINTS):
            _sent_to_nobody(thumb, server)
        else:
            thumb.record()
    thumb.follow("Feuille", "nav")
    thumb.take("points-sheet")
    thumb.follow("Partie", "nav")
    thumb.tap("Plus", "nav")
    thumb.take("more")
    thumb.follow("Arrêter la partie")
    thumb.record()
    time.sleep(MOVING)
    thumb.take("points-final")


def _sent_to_nobody(thumb: Thumb, server: RunningServer) -> None:
    """Our own notice, then the page that follows, by itself."""
    server.kill()
    thumb.engine.run("document.querySelector('main').dataset.left = ''")
    thumb.tap("Enregistrer", "form.ask")
    thumb.wait("return !document.querySelector('[data-network]').hidden")
    thumb.take("no-network")
    server.start()
    thumb.ready()


if __name__ == "__main__":
    sys.exit(main())
