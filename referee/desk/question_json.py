"""``referee-question/1``: reading a question file's value and answering it (FORMATS, section 4)."""

from __future__ import annotations

from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.violation import Violation
from referee.desk.questions import desk_questions
from referee.desk.ruling import Verdict, rule_on
from referee.games.registry import game_named
from referee.words import quoted, say

FORMAT = "referee-question/1"
KEYS = ("format", "game", "question", "facts", "options")


def ask(value: Any) -> Verdict | list[Violation]:
    """Answer the value of a question file; a list of violations if its facts cannot be."""
    if not isinstance(value, dict):
        return [fact_violation(None, say("Le fichier n'est pas une question."))]
    wrong = [
        fact_violation(key, say("« %(key)s » n'a rien à faire dans une question.", key=quoted(key)))
        for key in value
        if key not in KEYS
    ]
    if value.get("format") != FORMAT:
        wrong.append(fact_violation("format", say("Le fichier n'est pas une question.")))
    game = game_named(value.get("game"))
    if game is None:
        return [*wrong, fact_violation("game", say("L'arbitre ne connaît pas ce jeu."))]
    asked = value.get("question")
    question = desk_questions(game).get(asked) if isinstance(asked, str) else None
    if question is None:
        message = say("L'arbitre n'a pas cette question pour ce jeu : %(game)s.", game=game.name)
        wrong.append(fact_violation("question", message))
    facts = value.get("facts")
    if not isinstance(facts, dict):
        wrong.append(fact_violation("facts", say("Les faits doivent être un objet.")))
    if wrong or question is None or not isinstance(facts, dict):
        return wrong
    return rule_on(game, question, facts, value.get("options"))
