"""The lists of games and of routes are what was written down."""

from flask import Flask

from tests.snapshots.recording import FOLDER, common_files


def test_the_lists_of_games_and_routes_are_what_was_written_down(app: Flask) -> None:
    """Where the change is meant: ``make snapshots``, and read the diff."""
    for name, content in common_files(app).items():
        assert content == (FOLDER / name).read_text("utf-8"), name
