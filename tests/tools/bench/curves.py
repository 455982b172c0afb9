"""How what is shown grows: one match of 10 to 5,000 records, a club of 10 to 10,000 matches, an evening of 50."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller
from pathlib import Path
from statistics import median

from tests.tools.bench import bulk
from tests.tools.bench.clubs import Visit, fill_club, visits
from tests.tools.bench.databases import Database
from tests.tools.bench.figures import WIDTH, Act, Times, cells, curve, curve_head, head, interleaved, row, summed
from tests.tools.bench.phones import Phone, sheet_entry
from tests.tools.bench.records import server
from tests.tools.bench.yardsticks import BarePhone, bare_servers

LENGTHS = (10, 100, 1_000, 5_000)
CLUBS = (10, 100, 1_000, 10_000)
A_MATCH = 20
"""Records of each match of these clubs, on average."""
EVENING, EVENING_LENGTH = 50, 40
"""Matches of the long evening, and the records of each."""
SAMPLES = 20
PLAYERS = ("Ana", "Bob", "Chloé", "Dan")


def matches(database: Database, folder: Path) -> None:
    """Recording into one match and its pages, at every length; one record in fifty corrects another."""
    with server(database) as (port,), bare_servers(folder) as (bare_port,):
        bare = BarePhone(bare_port)
        growing = {length: _Growing(database, Phone(port), length) for length in LENGTHS}
        curve_head(f"{database.name}: one match by its records, one in {bulk.CORRECTED} a correction", LENGTHS)
        posts, beside_posts = _length_curve("record: POST", growing, _Growing.record, bare.record)
        pages, beside_pages = _length_curve("match page", growing, _Growing.page, bare.page_time)
        both = {n: summed(posts[n], pages[n]) for n in LENGTHS}
        curve("POST + page", both)
        yardstick = median(summed(beside_posts, beside_pages))
        times_bare = (f"{median(times) / yardstick:.1f}" for times in both.values())
        print(f"{'POST + page, x bare Flask with one commit':<{WIDTH}} {cells(times_bare)}", flush=True)
        for name in ("sheet", "log"):
            _length_curve(name, growing, methodcaller("below", name), bare.page_time)


def _length_curve(
    name: str, growing: Mapping[int, _Growing], act: Callable[[_Growing], float], bare: Act
) -> tuple[dict[int, Times], Times]:
    """Print the curve of an act; its times by length, and those of the bare page in turn with it."""
    for grown in growing.values():
        grown.phone.largest = 0
        act(grown)
    times = interleaved({"bare": bare, **{str(n): partial(act, one) for n, one in growing.items()}}, SAMPLES)
    by_length: dict[int, Times] = {n: times[str(n)] for n in growing}
    curve(name, by_length, max(grown.phone.largest for grown in growing.values()))
    return by_length, times["bare"]


class _Growing:
    """A match of a length, on the phone of its own club."""

    def __init__(self, database: Database, phone: Phone, length: int) -> None:
        self.phone, self.length = phone, length
        first = phone.new_match("feuille-libre", PLAYERS)
        [self.match] = bulk.write(database.environment, first, [length], _entry, corrections=True)

    def record(self) -> float:
        took = self.phone.record(self.match, self.length, _entry(self.length))
        self.length += 1
        return took

    def page(self) -> float:
        return self.phone.page_time(self.match)

    def below(self, name: str) -> float:
        """A page below the match's own."""
        return self.phone.page_time(f"{self.match}/{name}")


def _entry(position: int) -> dict[str, object]:
    return sheet_entry(position, PLAYERS)


def clubs(database: Database, folder: Path) -> None:
    """The pages of a club, at every number of matches, then of an evening of fifty."""
    links = {}
    for n in CLUBS:
        links[n], took = fill_club(database.environment, n, n * A_MATCH)
    with server(database) as (port,), bare_servers(folder) as (bare_port,):
        phones = {n: Phone(port) for n in CLUBS}
        for n, phone in phones.items():
            phone.joins(links[n])
        pages = {n: {visit.name: visit for visit in visits(phone.ask)} for n, phone in phones.items()}
        title = f"{database.name}: a club by its matches of {A_MATCH} records (the largest made in {took:.0f} s)"
        curve_head(title, CLUBS)
        for name in pages[CLUBS[0]]:
            _club_curve(name, phones, {n: pages[n][name] for n in CLUBS})
        _long_evening(database, Phone(port), BarePhone(bare_port))


def _club_curve(name: str, phones: Mapping[int, Phone], visited: Mapping[int, Visit]) -> None:
    for n, phone in phones.items():
        phone.largest = 0
        phone.page_time(visited[n].path)
    turns = {str(n): partial(phone.page_time, visited[n].path) for n, phone in phones.items()}
    times = interleaved(turns, SAMPLES)
    curve(name, {int(n): taken for n, taken in times.items()}, max(phone.largest for phone in phones.values()))


def _long_evening(database: Database, phone: Phone, bare: BarePhone) -> None:
    """An evening of fifty matches, as it is opened."""
    first = phone.new_match("feuille-libre", PLAYERS)
    bulk.write(database.environment, first, [EVENING_LENGTH] * (EVENING - 1), _entry)
    [evening] = [visit for visit in visits(phone.ask) if visit.name == "one evening"]
    phone.largest = 0
    times = interleaved({"ours": lambda: phone.page_time(evening.path), "bare": bare.page_time}, SAMPLES)
    head(f"{database.name}: a long evening")
    note = f"{phone.largest / 1024:.1f} KiB"
    row(f"an evening of {EVENING} matches of {EVENING_LENGTH} records", times["ours"], times["bare"], note)
