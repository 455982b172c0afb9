"""Each game a case for the tests of its pages: what these show is made of the kinds of fields that a game asks."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.games.registry import GAMES
from tests.browser.course import Course
from tests.web.table import usual_table


def _cases() -> Iterator[Any]:
    """A game is thorough unless it asks at its beginning a kind of field that no game before it does."""
    kinds: set[str] = set()
    for game in GAMES:
        asked = Course.of(game, usual_table(game)).open_questions
        new = {field.kind for question in asked for way in question.ways for field in way.fields} - kinds
        kinds |= new
        yield pytest.param(game, id=game, marks=() if new else pytest.mark.thorough(unless="game"))


each_game = pytest.mark.parametrize("game", list(_cases()))
