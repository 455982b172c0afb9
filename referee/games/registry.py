"""The registry of the games, in the order in which they are offered; each package in this folder must be in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from referee.game_definition.game import Game

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
    "tarot",
    "belote",
    "coinche",
    "dame-de-pique",
    "pique",
    "rami",
    "gin-rami",
    "canasta",
    "scopa",
    "yaniv",
    "wizard",
    "cribbage",
    "skyjo",
    "feuille-libre",
)  # fmt: skip


def package_of(game_id: str) -> str:
    """The name of a game's package.

    >>> package_of("tarot-decale")
    'referee.games.tarot_decale'
    """
    return f"{__package__}.{game_id.replace('-', '_')}"


@cache
def import_game(game_id: str) -> Game:
    """The game declared by its package."""
    game: Game = import_module(package_of(game_id)).GAME
    return game


class _Games(Mapping[str, Game]):
    """The games by id; a game's package is imported at its first use."""

    def __getitem__(self, game_id: str) -> Game:
        if game_id not in IDS:
            raise KeyError(game_id)
        return import_game(game_id)

    def __contains__(self, game_id: object) -> bool:
        return game_id in IDS

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


GAMES: Mapping[str, Game] = _Games()


def game_named(game_id: object) -> Game | None:
    """The game with this id, or None."""
    return GAMES.get(game_id) if isinstance(game_id, str) else None
