"""Every game the referee knows, in the order it is offered. Written by hand: a file nobody names here fails a test."""

from __future__ import annotations

from referee.games import (
    aluette,
    ascenseur,
    barbu,
    bataille_corse,
    famille_trefles,
    feuille_libre,
    huit_americain,
    kems,
    president,
    tarot_decale,
    triolet,
    whistiti,
)
from referee.games.game import Game

__all__ = ["GAMES", "game_named"]

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        ascenseur.GAME,
        barbu.GAME,
        whistiti.GAME,
        president.GAME,
        bataille_corse.GAME,
        huit_americain.GAME,
        triolet.GAME,
        kems.GAME,
        aluette.GAME,
        famille_trefles.GAME,
        tarot_decale.GAME,
        feuille_libre.GAME,
    )
}


def game_named(game_id: object) -> Game | None:
    """The game with this id, or None."""
    return GAMES.get(game_id) if isinstance(game_id, str) else None
