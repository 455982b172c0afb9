"""A match as the rules alone see it, beside the one on the phone: what is asked, what may be answered, its sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from referee.answers.sides import SideChoice
from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Game, Question, Way
from referee.game_definition.match_course import Transition, advance, opening, question_of, questions
from referee.game_definition.sheet import Round
from referee.game_definition.state import State
from referee.matches.match_file import Setup, read_setup
from tests.games.random_matches import random_answer

PLAYERS = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël", "Hugo", "Inès", "Jean", "Koffi", "Léa")
USUAL = 4
ENOUGH = 60
"""Random answers that are weighed against each other; the fullest accepted one is taken."""
TRIES = 2000


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer: the question, the way it is answered, and the entry."""

    question: Question
    way: Way
    entry: dict[str, Any]


@dataclass(slots=True)
class Course:
    """The course of a match; ``rows`` is its sheet so far, ``taken`` the number of its entries."""

    setup: Setup
    state: State
    rows: list[Round] = field(default_factory=list)
    taken: int = 0

    @classmethod
    def of(cls, game: str, players: Sequence[str], rules: Mapping[str, Any] | None = None) -> Course:
        setup = read_setup(game, list(players), None, rules)
        assert isinstance(setup, Setup), setup
        return cls(setup, opening(setup.game, setup.table))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """What may be recorded now: the deal's question first, then the steps beside it, then the common ones."""
        game = self.setup.game
        common = (question for question in common_questions(game, self.state) if self._possible(question))
        return (*questions(game, self.state), *common)

    def _possible(self, question: Question) -> bool:
        return question_of(self.setup.game, self.state, question.step) is not None

    def answer(self, chance: Random, way: int = 0, question: Question | None = None) -> GivenAnswer:
        """An answer that the rules accept now, with as many of its fields filled in as may be."""
        asked = question or self.open_questions[0]
        one = asked.ways[way % len(asked.ways)]
        found: list[dict[str, Any]] = []
        for number in range(TRIES):
            if not found:  # a way that nothing is accepted by now gives place to the next
                one = asked.ways[(way + number // (TRIES // 4)) % len(asked.ways)]
            entry = as_the_form_says(one, random_answer(chance, replace(asked, ways=(one,))))
            if isinstance(advance(self.setup.game, self.state, entry), Transition):
                found.append(entry)
            if len(found) == ENOUGH:
                break
        return GivenAnswer(asked, one, max(found, key=lambda entry: _filled(one, entry)))

    def ends_with(self, entry: Mapping[str, Any]) -> bool:
        """Whether the entry would end the match."""
        step = advance(self.setup.game, self.state, dict(entry))
        return isinstance(step, Transition) and step.state.over

    def take(self, entry: Mapping[str, Any]) -> bool:
        """Record the entry; whether it completed the deal."""
        step = advance(self.setup.game, self.state, dict(entry))
        assert isinstance(step, Transition), step
        self.state = step.state
        self.taken += 1
        self.rows.extend(step.rows)
        return any(row.complete for row in step.rows)


def seats(game: Game) -> tuple[str, ...]:
    """The players of a usual table of this game: four where it can be."""
    return PLAYERS[: USUAL if USUAL in game.players else min(game.players)]


def _filled(way: Way, entry: Mapping[str, Any]) -> int:
    """How many of the fields say something."""
    return sum(bool(value_of(entry, spec.key)[1]) for spec in way.fields)


def value_of(entry: Mapping[str, Any], key: str) -> tuple[bool, Any]:
    """Whether the entry has a value under this dotted key, and the value."""
    value: Any = entry
    for part in key.split("."):
        if not isinstance(value, dict) or part not in value:
            return False, None
        value = value[part]
    return True, value


def as_the_form_says(way: Way, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with every side called by its own name, as a form calls it, and nothing that no form asks."""
    for spec in way.fields:
        there, value = value_of(entry, spec.key)
        if there and isinstance(spec, SideChoice) and value is not None:
            entry[spec.key] = next(side.name for side in spec.sides if value in (side.name, *side.players))
        elif there and not getattr(spec, "offered", True):
            del entry[spec.key]
    return entry
