"""A case at the desk: all that a question is asked about, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.vocabulary.answers.answer import Facts
from referee.vocabulary.table import HouseRules

if TYPE_CHECKING:
    from referee.vocabulary.desk_question import DeskQuestion
    from referee.vocabulary.game import Game


@dataclass(frozen=True, slots=True)
class Case:
    """Which question of which game is asked, with what facts, under which house rules.

    ``raw_facts`` and ``options``: the facts and the house rules chosen, as they were written.
    """

    game: Game
    question: DeskQuestion
    facts: Facts
    rules: HouseRules
    raw_facts: Mapping[str, Any]
    options: Mapping[str, Any]

    @property
    def cards(self) -> list[Any]:
        """All the cards that were told, on the table and in hands."""
        return [card for fact in self.question.facts for card in fact.cards(self.facts[fact.key])]
