"""What every test may ask for: a fresh database and the app on it. Nothing starts before a test asks.

``databases`` is SQLite here, and PostgreSQL below ``tests/postgres``, where the same tests run a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings

from tests.databases import Databases, PostgresDatabases, SqliteFiles, app_on

# The same examples every time, so that what is red is red for everybody; ``make explore`` looks for others.
settings.register_profile("steady", derandomize=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    return SqliteFiles(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresDatabases]:
    """A private cluster, one for each worker; a machine without PostgreSQL fails here, saying what to run."""
    found = PostgresDatabases(tmp_path_factory.mktemp("postgres"))
    yield found
    found.stop()


@pytest.fixture(params=["sqlite"])
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
    with app_on(url, tmp_path) as made:
        yield made
