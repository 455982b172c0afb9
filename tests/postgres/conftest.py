"""Here every test that asks for a database has it from a private PostgreSQL cluster."""

from __future__ import annotations

import pytest

from tests.databases import Databases


@pytest.fixture(params=["postgres"])
def databases(request: pytest.FixtureRequest) -> Databases:
    found: Databases = request.getfixturevalue(request.param)
    return found
