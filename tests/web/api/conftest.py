"""Programs of a fresh application."""

import pytest
from flask import Flask

from tests.web.api.program import Program
from tests.web.sharing import token_for
from tests.web.table import new_match
from tests.web.visitor import Visitor


@pytest.fixture
def keeper(visitor: Visitor) -> Visitor:
    """The phone that keeps the club of the programs."""
    new_match(visitor)
    return visitor


@pytest.fixture
def program(app: Flask, keeper: Visitor) -> Program:
    return Program(app, token_for(keeper, "keeper"))


@pytest.fixture
def reader(app: Flask, keeper: Visitor) -> Program:
    return Program(app, token_for(keeper, "watcher"))
