"""No page holds two connections to the database: threads with one that want another could all wait for each other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.settings import Settings
from referee.web import application, create_app
from tests.databases import SECRET, put_away
from tests.web.addresses import addresses
from tests.web.table import new_match
from tests.web.visitor import Visitor

pytestmark = pytest.mark.databases("postgres")


@pytest.fixture
def narrow(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The application as it is served, with one connection, for which a thread waits a moment."""
    monkeypatch.setattr(application, "PATIENCE", 0.2)
    app = create_app(Settings(data=tmp_path, database_url=url, secret_key=SECRET, database_connections=1))
    yield app
    put_away(app)


@pytest.mark.thorough
def test_every_address_is_answered_with_one_connection(narrow: Flask) -> None:
    match = new_match(Visitor(narrow))
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    asked = addresses(narrow, match.path)
    statuses = {address: address.asked_by(match.visitor).status for address in asked}
    assert len(asked) > 100
    assert {200, 303, 404, 422} <= set(statuses.values())
    assert [address for address, status in statuses.items() if status >= 500] == []
