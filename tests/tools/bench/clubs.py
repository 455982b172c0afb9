"""Clubs of any size made by the demo's generator, and the pages of a club that are measured."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

LINK = re.compile(r"/join/\S+")
EVENING = re.compile(r'href="(/evenings/[^"?/]+)"')
EARLIER = re.compile(r'href="(/evenings\?[^"]*before=[^"]+)"')
PLAYER = re.compile(r'href="(/players/\d+)"')

Ask = Callable[[str, str], tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class Visit:
    """A page of the club that is measured."""

    name: str
    path: str


def fill_club(environment: Mapping[str, str], matches: int, entries: int) -> tuple[str, float]:
    """Make the club; the path of the link that lets a browser in, and the seconds it took.

    PostgreSQL looks at its tables once after it (``ANALYZE``), as it does by itself a little later.
    """
    began = time.perf_counter()
    command = [sys.executable, "-m", "referee", "demo", "--matches", str(matches), "--entries", str(entries)]
    said = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    ).stdout
    took = time.perf_counter() - began
    if url := environment.get("DATABASE_URL"):
        _look_over(url)
    found = LINK.search(said)
    assert found, said
    return found[0], took


def _look_over(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ANALYZE")


def visits(ask: Ask) -> list[Visit]:
    """The pages, with the names that this club has for them; where all its evenings stand on one, that one again."""
    listed = ask("GET", "/evenings")[2]
    evening, earlier = _first(EVENING, listed), _first(EARLIER, listed, "/evenings").replace("&amp;", "&")
    person = _first(PLAYER, ask("GET", "/players")[2])
    number = person.rpartition("/")[2]
    return [
        Visit("home", "/"),
        Visit("evenings", "/evenings"),
        Visit("evenings, the next fifty", earlier),
        Visit("evenings of a player", f"/evenings?player={number}"),
        Visit("evenings with a game", "/evenings?game=triolet"),
        Visit("evenings of a player, a game, a year", f"/evenings?player={number}&game=president&since=2026-01-01"),
        Visit("evenings by a word", "/evenings?text=anniversaire"),
        Visit("evenings by a word nobody wrote", "/evenings?text=hippopotame"),
        Visit("one evening", evening),
        Visit("players", "/players"),
        Visit("a player", person),
        Visit("a player at one game", f"{person}?game=president"),
        Visit("a player this year", f"{person}?period=year"),
        Visit("ranking", "/ranking"),
        Visit("ranking of one game", "/ranking?game=triolet"),
    ]


def _first(link: re.Pattern[str], page: str, otherwise: str | None = None) -> str:
    found = link.search(page)
    assert found or otherwise, (link.pattern, page[:1000])
    return found[1] if found else str(otherwise)
