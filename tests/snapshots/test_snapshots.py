"""Nothing of a game changes unseen: what is made of its recorded matches is compared with what was written down."""

import pytest

from referee.games.registry import GAMES
from tests.snapshots.recording import FOLDER, refused_inputs, value_files, written_inputs


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_comes_to_what_was_written_down(game_id: str) -> None:
    """Where the change is meant: ``make snapshots``, and read the diff."""
    game = GAMES[game_id]
    inputs = written_inputs(game)
    assert refused_inputs(inputs) == [], f"{game_id}'s rules refuse its recorded matches: make snapshots GAME={game_id}"
    for name, content in value_files(game, inputs).items():
        assert content == (FOLDER / game_id / name).read_text("utf-8"), f"{game_id}/{name}"


def test_every_snapshot_is_of_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(GAMES)
