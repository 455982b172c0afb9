"""In Firefox and in Safari's engine: opened, a match of five deals, closed, opened again, and all is there."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.tools.engines import PATIENCE, Engine, Firefox, RefusedByBrowser, WebKit
from tests.tools.play_engines import TOTALS, Thumb, _begin, _order

pytestmark = pytest.mark.thorough

PLAYERS = ("Ana", "Bob", "Chloé")
DEALS = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, 0))
"""What each bids; the first takes all."""

CARDS = (1, 2, 3, 2, 1)
STARTING = 120
"""Seconds in which the application starts for the first time, on a machine that does many things at once."""

SENT = "?sent"
SUBMIT = """const form = document.createElement("form");
Object.assign(form, { method: "post", action: arguments[0] + "/language" });
const fields = { language: "fr", back: location.pathname + arguments[1] };
for (const name in fields) form.append(Object.assign(document.createElement("input"), { name, value: fields[name] }));
document.body.append(form);
form.submit();"""
"""A form that the browser itself sends, not a script; it leads back."""

STARTED = "return document.querySelector('#starting').hidden"


class InFrame:
    """A browser whose scripts run in the frame; WebKit calls it another one with every page that is loaded into it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    def enter(self) -> None:
        self.engine.ask("SwitchToFrame", id=None)
        with suppress(RefusedByBrowser):
            self.engine.ask("SwitchToFrame", id=0)

    def run(self, script: str, *given: Any) -> Any:
        try:
            return self.engine.run(script, *given)
        except RefusedByBrowser:
            self.enter()
            return self.engine.run(script, *given)


class FramedThumb(Thumb):
    """A thumb on the pages of the frame."""

    def __init__(self, engine: Engine, url: str) -> None:
        super().__init__(InFrame(engine), url)  # type: ignore[arg-type]

    def start(self, fragment: str = "") -> None:
        """Open the shell, and wait for a page in its frame."""
        self.engine.ask("SwitchToFrame", id=None)
        self.engine.ask("Navigate", url=f"{self.url}/{fragment}")
        deadline = time.monotonic() + STARTING
        while not self.engine.engine.run(STARTED) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.engine.enter()
        self.ready()

    def wait(self, true: str, patience: float = 2 * PATIENCE) -> None:
        super().wait(true, patience)


@pytest.mark.parametrize("kind", [pytest.param(Firefox, marks=pytest.mark.thorough), WebKit])
def test_a_match_of_five_deals_is_there_when_the_browser_is_opened_again(
    kind: type[Any], host: str, tmp_path: Path
) -> None:
    engine: Engine = kind(tmp_path)
    try:
        thumb = FramedThumb(engine, host)
        thumb.start("#/new")
        _play(thumb)
        totals = thumb.engine.run(TOTALS)
        assert len(totals) == len(PLAYERS)
        match = thumb.engine.run("return location.pathname")[len("/" + host.split("/", 3)[3]) :]
        thumb.engine.run(SUBMIT, host, SENT)
        thumb.wait(f"return location.search === {SENT!r}")
        if kind is Firefox:
            engine.close()
            engine = kind(tmp_path)
        else:  # driven, it forgets all when it is closed: the page with everything in it is left instead
            engine.ask("SwitchToFrame", id=None)
            engine.ask("Navigate", url="about:blank")
        thumb = FramedThumb(engine, host)
        thumb.start(f"#{match}")
        assert thumb.engine.run(TOTALS) == totals
        thumb.follow("Feuille", "nav")
        assert thumb.engine.run("return document.querySelectorAll('.sheet tbody tr:has(td)').length") == len(CARDS)
        assert engine.faults() == []
    finally:
        engine.close()


def _play(thumb: FramedThumb) -> None:
    _begin(thumb, "L'Ascenseur", PLAYERS)
    thumb.tap("Règles de la maison")
    thumb.type("Cartes au plus haut de l'ascenseur", "3")
    thumb.record()
    for cards, bids in zip(CARDS, DEALS, strict=True):
        for counts in (bids, (cards, 0, 0)):
            for seat in _order(thumb):
                thumb.count(PLAYERS[seat], counts[seat])
            thumb.record()
