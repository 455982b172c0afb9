"""Nothing of a game changes unseen: what is made of its recorded matches is compared with what was written down."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.games.registry import GAMES
from tests.snapshots.recording import FOLDER, common_files, files_of, refused_inputs, written_inputs


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_comes_to_what_was_written_down(app: Flask, game_id: str) -> None:
    """Where the change is meant: ``make snapshots``, and read the diff."""
    game = GAMES[game_id]
    inputs = written_inputs(game)
    assert refused_inputs(inputs) == [], f"{game_id}'s rules refuse its recorded matches: make snapshots GAME={game_id}"
    for name, content in files_of(app, game, inputs).items():
        assert content == (FOLDER / game_id / name).read_text("utf-8"), f"{game_id}/{name}"


def test_the_lists_of_games_and_routes_are_what_was_written_down(app: Flask) -> None:
    for name, content in common_files(app).items():
        assert content == (FOLDER / name).read_text("utf-8"), name


def test_every_snapshot_is_of_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(GAMES)
