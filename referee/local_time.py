"""The days and hours of the place where the application runs: of its process, which ``use_timezone`` sets.

Where no zone is set, it is what the machine is set to; in a phone the browser's own, which needs no setting.
"""

from __future__ import annotations

import os
import time
from datetime import date, datetime
from pathlib import Path

MACHINE = Path("/etc/localtime")
ZONES = "zoneinfo/"
"""What stands before the name of a zone in the link of the machine's own."""


def use_timezone(name: str) -> None:
    """Read local times in this zone from now on; "" changes nothing."""
    if name:
        os.environ["TZ"] = name
        time.tzset()


def local(moment: datetime) -> datetime:
    """The moment as clocks show it here, by the offset that held then."""
    return moment.astimezone()


def local_day(moment: datetime) -> date:
    """The day that a moment belongs to here."""
    return local(moment).date()


def timezone_name() -> str:
    """The name of the zone, as far as the machine has one; else its present offset (``+0100``)."""
    name = os.environ.get("TZ", "").lstrip(":")
    return name or MACHINE.resolve().as_posix().partition(ZONES)[2] or f"{datetime.now().astimezone():%z}"
