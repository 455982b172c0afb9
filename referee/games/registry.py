"""Every game the referee knows, in the order it is offered, a line each; a folder nobody names here fails a test."""

from __future__ import annotations

from importlib import import_module

from referee.vocabulary.game import Game

IDS = (
    "ascenseur",
    "barbu",
    "whistiti",
    "president",
    "bataille-corse",
    "huit-americain",
    "triolet",
    "kems",
    "aluette",
    "famille-trefles",
    "tarot-decale",
    "feuille-libre",
)  # fmt: skip


def package_of(game_id: str) -> str:
    """The package that holds everything of a game.

    >>> package_of("tarot-decale")
    'referee.games.tarot_decale'
    """
    return f"{__package__}.{game_id.replace('-', '_')}"


def _declared(game_id: str) -> Game:
    """The game as its package declares it."""
    game: Game = import_module(package_of(game_id)).GAME
    return game


GAMES: dict[str, Game] = {game_id: _declared(game_id) for game_id in IDS}


def game_named(game_id: object) -> Game | None:
    """The game with this id, or None."""
    return GAMES.get(game_id) if isinstance(game_id, str) else None
