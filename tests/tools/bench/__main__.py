"""Measured figures, each beside its yardstick: ``make bench`` prints them, writes nothing.

``make bench ONLY="record curves"`` measures these sections alone, ``SMALLEST=1`` each at its smallest. The pages are
asked of the real server process over HTTP; in turn with them, on the same disk, a bare Flask page that commits one row
and a raw commit.
"""

import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from tests.tools.bench import curves, records
from tests.tools.bench.command_line import command_line, searches
from tests.tools.bench.databases import postgres, sqlite
from tests.tools.bench.hosts import hosts
from tests.tools.bench.smallest import SIZES, shrink

Section = Callable[[Path], None]
"""Measures in a folder of its own."""


SMALLEST = "--smallest"


def main(arguments: list[str]) -> int:
    """Measure the sections asked for, else all; a line as soon as it is known. 2: there is no such section."""
    asked = [name for name in arguments if name != SMALLEST]
    if unknown := [name for name in asked if name not in SECTIONS]:
        print(f"no section {', '.join(unknown)}: there are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    if SMALLEST in arguments:
        shrink([name for name in SIZES if name != "bench.phone" or "phone" in (asked or SECTIONS)])
    for name in asked or SECTIONS:
        with tempfile.TemporaryDirectory() as folder:
            SECTIONS[name](Path(folder))
    return 0


def _postgres(folder: Path) -> None:
    with postgres(folder / "postgres") as database:
        for measured in (records.record, records.load, curves.clubs):
            measured(database, folder)


def _hosts(folder: Path) -> None:
    hosts(sqlite(folder / "data"), folder)
    with postgres(folder / "postgres") as database:
        hosts(database, folder)


def _phone(folder: Path) -> None:
    from tests.tools.bench.phone import phone

    phone(folder)


def _tool(name: str) -> None:
    """A measuring tool that is also used alone."""
    print(flush=True)
    import_module(f"tests.tools.{name}").measure()


SECTIONS: dict[str, Section] = {
    "record": lambda folder: records.record(sqlite(folder / "data"), folder),
    "load": lambda folder: records.load(sqlite(folder / "data"), folder),
    "curves": lambda folder: curves.matches(sqlite(folder / "data"), folder),
    "clubs": lambda folder: curves.clubs(sqlite(folder / "data"), folder),
    "postgres": _postgres,
    "hosts": _hosts,
    "commands": command_line,
    "search": lambda _folder: searches(),
    "phone": _phone,
    "followers": lambda _folder: _tool("followers"),
    "streams": lambda _folder: _tool("streams"),
    "speed": lambda _folder: _tool("page_speed"),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
