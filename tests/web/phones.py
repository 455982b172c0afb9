"""Telephones that have the application in them: each with a database of its own, and nobody else asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.databases import Databases, reused_app
from tests.web.visitor import Visitor


@contextmanager
def phone(databases: Databases, folder: Path, language: str = "fr") -> Iterator[Visitor]:
    """The owner of a new phone."""
    url = databases.migrated()
    folder.mkdir()
    with reused_app(url, folder, phone=True) as app:
        yield Visitor(app, language)
    databases.drop(url)
