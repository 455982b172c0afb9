"""What every test may ask for: a fresh database and the app on it. Nothing starts before a test asks.

``databases`` is SQLite; in ``make thorough`` the tests of the store and of archives run again on PostgreSQL, and so do
those of a module with ``pytestmark = on_both_databases``. The web and the databases are imported by the tests that ask
for them: those of the rules start a second sooner.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import is_hypothesis_test, settings

from referee.desk.articles import BrokenChapter
from referee.game_definition.game import Game
from referee.games.registry import IDS
from referee.tools.compile_english import COMPILED

if TYPE_CHECKING:
    from flask import Flask

    from tests.databases import Databases, PostgresDatabases, SqliteFiles


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", choices=IDS, help="only what is about this game")
    parser.addoption("--thorough", action="store_true", help="only what takes long, which is left out otherwise")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A module that names neither the game nor all games holds no test about it, and need not be imported."""
    game = config.getoption("--game")
    if game is None or not collection_path.match("test_*.py") or collection_path.parent.name == folder_of(game):
        return None
    text = collection_path.read_text("utf-8")
    return None if "GAMES" in text or "each_game" in text or game in text else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    game, thorough = config.getoption("--game"), config.getoption("--thorough")
    seldom = {item for item in items if is_thorough(item, game)} | (set() if game else beyond_the_first(items))
    wanted = {item for item in items if item in seldom or is_property(item)} if thorough else {*items} - seldom
    others = {item for item in items if item not in wanted or (game and not is_about(item, game))}
    config.hook.pytest_deselected(items=list(others))
    items[:] = [item for item in items if item not in others]
    # A process that has run its part takes over what another has left, from the end: the first tests stay together.
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


OF_PROCESSES = {Path(__file__).parent / folder for folder in ("browser", "server", "hosting", "phone", "postgres")}
"""The folders whose tests start browsers, servers and other processes."""


def is_thorough(item: pytest.Item, game: str | None = None) -> bool:
    """Whether a test is left out of ``make test``; with ``unless="game"`` it is part of what is about its game.

    Where tests start processes, it is left out unless it is marked as a journey; about a game it is not.
    """
    marker = item.get_closest_marker("thorough")
    if marker is not None:
        return not (game and marker.kwargs.get("unless") == "game")
    apart = isinstance(item, pytest.Function) and not OF_PROCESSES.isdisjoint(item.path.parents)
    return apart and not game and item.get_closest_marker("journey") is None


def is_property(item: pytest.Item) -> bool:
    """Whether a test holds for examples made by chance: ``make thorough`` tries more of them."""
    return isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)


def beyond_the_first(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of each test marked ``first_alone`` but its first one: these are thorough."""
    seen: set[str] = set()
    others: set[pytest.Item] = set()
    for item in items:
        if item.get_closest_marker("first_alone") is not None and not is_thorough(item):
            function = item.nodeid.partition("[")[0]
            if function in seen:
                others.add(item)
            seen.add(function)
    return others


def is_about(item: pytest.Item, game: str) -> bool:
    """Whether a test stands in the folder of a game, or has the game, its id or a file of its folder as a parameter."""
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return item.path.parent.name == folder_of(game) or any(
        value == game
        or (isinstance(value, Game) and value.id == game)
        or (isinstance(value, Path) and value.parent.name == folder_of(game))
        for value in parameters
    )


def folder_of(game: str) -> str:
    return game.replace("-", "_")


def pytest_configure(config: pytest.Config) -> None:
    """No test is right without the English sentences; it is said once, not by each."""
    if config.getoption("--thorough") or config.getoption("--game"):
        settings.load_profile("thorough")
    if not COMPILED.is_file():
        pytest.exit("the English sentences are not compiled: run `make words`", returncode=2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A chapter that cannot be read is a failure of the test that reads it, not of each that meets it."""
    report = yield
    if (
        call.excinfo is not None
        and call.excinfo.errisinstance(BrokenChapter)
        and "test_a_chapter_can_be_read" not in item.name
    ):
        report.outcome, report.longrepr = "skipped", (str(item.path), item.reportinfo()[1], str(call.excinfo.value))
    return report


# The same examples every time, so that what is red is red for everybody; ``make explore`` tries others, and more.
settings.register_profile("steady", max_examples=10, derandomize=True, deadline=None)
settings.register_profile("quick", max_examples=5, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=60, derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=100, derandomize=False, print_blob=True, deadline=None)
settings.load_profile("steady")


ON_BOTH = {Path(__file__).parent / folder for folder in ("store", "bundles")}


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    from tests.databases import SqliteFiles

    return SqliteFiles(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresDatabases]:
    """A private cluster, one for each worker; a machine without PostgreSQL fails here, saying what to run."""
    from tests.databases import PostgresDatabases

    found = PostgresDatabases(tmp_path_factory.mktemp("postgres"))
    yield found
    found.stop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The kinds of databases that a test runs on."""
    if "databases" in metafunc.fixturenames:
        from tests.databases import KINDS

        marker = metafunc.definition.get_closest_marker("databases")
        everywhere = KINDS if ON_BOTH & set(metafunc.definition.path.parents) else KINDS[:1]
        first, *others = marker.args if marker else everywhere
        again = [pytest.param(kind, marks=pytest.mark.thorough) for kind in others]
        metafunc.parametrize("databases", [first, *again], indirect=True)


@pytest.fixture
def databases(request: pytest.FixtureRequest) -> Databases:
    found: Databases = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    """The URL of a migrated database with nothing in it."""
    made = databases.migrated()
    yield made
    databases.drop(made)


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    from tests.databases import reused_app

    with reused_app(url, tmp_path) as made:
        yield made


DESCRIPTORS = "/proc/self/fd"
STREAMS = {"0", "1", "2"}


def open_files() -> set[tuple[str, str]]:
    """The files and sockets that this process has open, by their number; none where the system does not tell.

    Standard streams are pytest's, which captures them.
    """
    found = set()
    for number in os.listdir(DESCRIPTORS) if os.path.isdir(DESCRIPTORS) else ():
        with suppress(OSError):  # the one by which this folder is read
            target = os.readlink(f"{DESCRIPTORS}/{number}")
            if target.startswith(("socket:", "/")) and not target.startswith("/dev/") and number not in STREAMS:
                found.add((number, target))
    return found


@pytest.fixture(autouse=True)
def local_zone() -> Iterator[None]:
    """A time zone that a test sets in its environment ends with it: the process reads its own again."""
    yield
    time.tzset()


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A file or a connection that a test leaves open is its own fault, not that of the test which finds no room.

    An application that several tests share may open its database once more.
    """
    before = open_files()
    yield
    left = open_files() - before
    if left:
        gc.collect()  # what nobody refers to is closed by now, with a warning that is an error
        left = open_files() - before
    assert {target for _, target in left} <= {target for _, target in before}


FEW_COLLECTIONS = 50_000
"""New objects before the next look for garbage, and not 700: a page and its tree are some ten thousand."""


def pytest_collection_finish() -> None:
    """What has been collected stays to the end: the garbage collector need not walk thousands of tests again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(FEW_COLLECTIONS)
