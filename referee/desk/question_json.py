"""``referee-question/1``: read the value of a question file and answer it."""

from __future__ import annotations

from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.violation import Violation
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.questions import desk_questions
from referee.games.registry import game_named
from referee.words import quoted, say

FORMAT = "referee-question/1"
KEYS = ("format", "game", "question", "facts", "options")


def ask(value: Any) -> Verdict | list[Violation]:
    """The verdict on the value of a question file, or its violations."""
    if not isinstance(value, dict):
        return [fact_violation(None, say("Le fichier n'est pas une question."))]
    violations = [
        fact_violation(key, say("« %(key)s » n'a rien à faire dans une question.", key=quoted(key)))
        for key in value
        if key not in KEYS
    ]
    if value.get("format") != FORMAT:
        violations.append(fact_violation("format", say("Le fichier n'est pas une question.")))
    game = game_named(value.get("game"))
    if game is None:
        return [*violations, fact_violation("game", say("L'arbitre ne connaît pas ce jeu."))]
    question_id = value.get("question")
    question = desk_questions(game).get(question_id) if isinstance(question_id, str) else None
    if question is None:
        message = say("L'arbitre n'a pas cette question pour ce jeu : %(game)s.", game=game.name)
        violations.append(fact_violation("question", message))
    facts = value.get("facts")
    if not isinstance(facts, dict):
        violations.append(fact_violation("facts", say("Les faits doivent être un objet.")))
    if violations or question is None or not isinstance(facts, dict):
        return violations
    return rule_on(game, question, facts, value.get("options"))
