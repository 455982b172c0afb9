"""Which questions are a grid, and what stands in one: by the kinds of their fields, for no game by name."""

from random import Random

import pytest

from referee.answers.choices import Choice
from referee.answers.numbers import Counts
from referee.answers.players import OnePlayer
from referee.game_definition.game import Question, Way
from referee.games.registry import GAMES
from referee.web.answers.question_form import QuestionForm
from referee.words import say
from tests.browser.course import Course, seats

THREE = ("Ana", "Bob", "Chloé")
TRICKS = Counts("tricks", say("Plis ramassés"), THREE, 13, "x", total=13, brief=say("Plis"), worth=2)
KING = OnePlayer("king", say("Le roi de cœur"), THREE, worth=20)
CALL = Choice("call", say("Appel"), (("a", say("oui")),))


def grid(*fields: object) -> object:
    return QuestionForm(Question("result", say("Le résultat"), (Way(fields),), say("Qui ?"))).ways[0].grid  # type: ignore[arg-type]


def test_sums_shared_among_the_same_players_are_a_grid_and_nothing_else_is() -> None:
    bids = Counts("bids", say("Annonces"), THREE, 13, "x")
    two = Counts("tricks", say("Plis"), THREE[:2], 13, "x", total=13)
    assert grid(TRICKS, KING) is not None
    for fields in ((TRICKS,), (KING, KING), (TRICKS, CALL), (TRICKS, bids), (TRICKS, KING, two)):
        assert grid(*fields) is None


def test_points_are_counted_where_each_row_has_a_price() -> None:
    free = Counts("hearts", say("Cœurs"), THREE, 13, "x", total=13)
    assert grid(TRICKS, KING).counts_points  # type: ignore[attr-defined]
    assert not grid(TRICKS, free).counts_points  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_a_question_of_several_counts_is_a_grid_in_every_game() -> None:
    asked = set()
    for game in GAMES.values():
        course, chance = Course.of(game.id, seats(game)), Random(3)
        for _ in range(30):
            ways = [way for question in course.open_questions[:1] for way in QuestionForm(question).ways]
            for way in ways:
                counts = [bound for bound in way.inputs() if isinstance(bound.spec, Counts) and bound.spec.total]
                if len(counts) > 1:
                    assert way.grid is not None, game.id
                    asked.add(game.id)
            if course.state.over:
                break
            course.take(course.answer(chance).entry)
    assert asked
