"""What the desk answers about La Belote, beside the question about penalties."""

from __future__ import annotations

from referee.desk_questions.desk_question import DeskQuestion

QUESTIONS: tuple[DeskQuestion, ...] = ()
