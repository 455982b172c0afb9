"""The pages of every game are what was written down; so are the lists of games and of routes."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.games.registry import GAMES
from tests.snapshots.recording import FOLDER, common_files, page_files, written_inputs


@pytest.mark.parametrize("game_id", GAMES)
def test_the_pages_of_a_game_are_what_was_written_down(app: Flask, game_id: str) -> None:
    """Where the change is meant: ``make snapshots``, and read the diff."""
    game = GAMES[game_id]
    for name, content in page_files(app, game, written_inputs(game)).items():
        assert content == (FOLDER / game_id / name).read_text("utf-8"), f"{game_id}/{name}"


def test_the_lists_of_games_and_routes_are_what_was_written_down(app: Flask) -> None:
    for name, content in common_files(app).items():
        assert content == (FOLDER / name).read_text("utf-8"), name
