"""Visitors of a fresh application."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.settings import Settings
from referee.web import create_app
from tests.databases import SECRET, put_away
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """A French visitor whom nobody knows yet."""
    return Visitor(app)


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    """An ascenseur of four that the visitor has just started."""
    return new_match(visitor)


@pytest.fixture
def limited(url: str, tmp_path: Path) -> Iterator[Flask]:
    """The application as it is served, with its limits."""
    app = create_app(Settings(data=tmp_path, database_url=url, secret_key=SECRET))
    yield app
    put_away(app)
