"""The questions of every game. Written by hand: a module nobody names here fails a test."""

from __future__ import annotations

from referee.desk.penalty import penalty_question
from referee.desk.question import DeskQuestion
from referee.desk.questions import (
    aluette,
    ascenseur,
    barbu,
    bataille_corse,
    famille_trefles,
    huit_americain,
    kems,
    president,
    tarot_decale,
    triolet,
    whistiti,
)
from referee.games.game import Game

__all__ = ["QUESTIONS", "desk_questions"]

QUESTIONS: dict[str, tuple[DeskQuestion, ...]] = {
    "ascenseur": ascenseur.QUESTIONS,
    "barbu": barbu.QUESTIONS,
    "whistiti": whistiti.QUESTIONS,
    "president": president.QUESTIONS,
    "bataille-corse": bataille_corse.QUESTIONS,
    "huit-americain": huit_americain.QUESTIONS,
    "triolet": triolet.QUESTIONS,
    "kems": kems.QUESTIONS,
    "aluette": aluette.QUESTIONS,
    "famille-trefles": famille_trefles.QUESTIONS,
    "tarot-decale": tarot_decale.QUESTIONS,
}
"""Each game's own questions; the one about penalties is every game's."""


def desk_questions(game: Game) -> dict[str, DeskQuestion]:
    """All the questions the desk answers about a game, by id, its penalties last."""
    return {question.id: question for question in (*QUESTIONS.get(game.id, ()), penalty_question(game))}
