"""Local days and hours: of the zone that ``use_timezone`` sets, else of the machine, in a phone of the browser."""

from __future__ import annotations

import os
import time
from datetime import date, datetime
from pathlib import Path

MACHINE = Path("/etc/localtime")
ZONES = "zoneinfo/"
"""The path before the name of a zone in the link of the machine's own."""


def use_timezone(name: str) -> None:
    """Read local times in this zone from now on; "" changes nothing."""
    if name:
        os.environ["TZ"] = name
        time.tzset()


def local(moment: datetime) -> datetime:
    return moment.astimezone()


def local_day(moment: datetime) -> date:
    return local(moment).date()


def timezone_name() -> str:
    """The name of the zone, if the machine has one; else its present offset (``+0100``)."""
    name = os.environ.get("TZ", "").lstrip(":")
    return name or MACHINE.resolve().as_posix().partition(ZONES)[2] or f"{datetime.now().astimezone():%z}"
