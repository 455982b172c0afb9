"""Visitors of a fresh application."""

import pytest
from flask import Flask

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
