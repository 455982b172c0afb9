"""The browser ends at any moment: what was acknowledged is there when it is opened again, and nothing is torn.

The machine goes on: whether what is written survives a power cut, none of this tells.
"""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from random import Random

import pytest

from tests.browser.phone_app.conftest import Opened
from tests.browser.phone_app.framed import RECORD, FramedPhone
from tests.browser.test_whole_match import CARDS, PLAYERS

pytestmark = pytest.mark.thorough

OFTEN = 30
SELDOM = 3
LONGEST = 900
"""Milliseconds of recording after which the browser ends at the latest."""

ENTRIES = [
    {"step": step, "values": values}
    for cards in CARDS
    for step, values in (("bids", (0, 0, 0, 0)), ("tricks", (cards, 0, 0, 0)))
]
"""Nobody bids anything, and the first takes all."""

EXPORTED = "async address => (await (await fetch(address)).json()).entries"


@pytest.mark.parametrize("moments", [SELDOM, pytest.param(OFTEN, marks=pytest.mark.thorough)])
def test_killed_while_it_records_nothing_acknowledged_is_lost(
    opened: Opened, host: str, tmp_path: Path, moments: int
) -> None:
    phone, chance = opened(host), Random(moments)
    phone.start("#/")
    path = phone.new_match("ascenseur", PLAYERS)
    recorded = told = 0
    for _ in range(moments):
        if recorded > 36:
            path, recorded = phone.new_match("ascenseur", PLAYERS), 0
        acknowledged = _killed_after(phone, path, recorded, chance.randint(0, LONGEST), tmp_path / "profile")
        phone = opened(host)
        phone.start(f"#{path}")
        kept = phone.page.frame.evaluate(EXPORTED, f"{phone.url}{path}/export")
        assert len(kept) >= recorded + acknowledged
        recorded, told = len(kept), told + acknowledged
        assert [(entry["step"], tuple(entry[entry["step"]].values())) for entry in kept] == [
            (entry["step"], entry["values"]) for entry in ENTRIES[:recorded]
        ]
    assert told


def _killed_after(phone: FramedPhone, path: str, recorded: int, moment: int, profile: Path) -> int:
    """Record until that moment; how many entries had been acknowledged."""
    told: list[str] = []
    phone.tab.on("console", lambda message: told.append(message.text))
    script = f"given => void ({RECORD})(given).catch(() => null)"
    phone.page.frame.evaluate(script, {"path": phone.url + path, "entries": ENTRIES[recorded:]})
    phone.tab.wait_for_timeout(moment)
    os.kill(_browser(profile), signal.SIGKILL)
    return sum(line.startswith("acknowledged") for line in told)


def _browser(profile: Path) -> int:
    """The process that all others of this browser come from."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in words and not re.search(r"--type=", words):
            return int(process.name)
    raise LookupError(f"no browser has {profile}")
