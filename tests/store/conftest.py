"""Who keeps a fresh club."""

import pytest
from flask import Flask

from tests.store.keeping import Keeper
from tests.store.sharing import founded


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    return Keeper(app)


@pytest.fixture
def founder(app: Flask) -> str:
    """The key of a device that founded a club."""
    return founded(app)
