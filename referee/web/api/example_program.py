"""The program that ``/api`` shows: it plays a whole match of a game, and stands in that game's folder."""

from __future__ import annotations

from importlib import resources

from referee.games.registry import GAMES, package_of

FILE = "example_program.txt"


def example_program() -> str:
    """The program of the first game that has one."""
    files = (resources.files(package_of(game_id)) / FILE for game_id in GAMES)
    return next(file.read_text("utf-8") for file in files if file.is_file())
