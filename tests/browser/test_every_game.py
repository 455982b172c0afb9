"""A whole deal of every game, tapped on a phone: whatever kinds of fields it asks, no test here knows a game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.answers.choices import YesNo
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.matches.match_file import Setup, read_setup
from tests.browser.answering import tap_answer, tap_record
from tests.browser.conftest import NewPhone
from tests.browser.course import PLAYERS, Course, seats
from tests.browser.pen import Pen
from tests.browser.phone import Phone

SEED = 7
MOST_ENTRIES = 40
"""So many entries complete a deal of any game; a loop that needs more repeats what never does."""


def _variants() -> Iterator[Any]:
    """Every game by each way its first question can be answered, and once with every yes-or-no rule turned over.

    Of the kinds of fields that neither a way before it nor a whole match of ascenseur has, a journey has two at once.
    """
    kinds = {"counts", "choice", "one-player", "yes-no", "side"}
    for game in GAMES.values():
        for number, way in enumerate(Course.of(game.id, seats(game)).open_questions[0].ways):
            new = {field.kind for field in way.fields} - kinds
            kinds |= new
            marks = pytest.mark.journey if len(new) > 1 else pytest.mark.thorough(unless="game")
            yield pytest.param(game, number, (), id="-".join(filter(None, (game.id, way.id))), marks=marks)
        rules = tuple(option.id for option in game.options if option.field.kind == YesNo.kind)
        if rules:
            yield pytest.param(game, 0, rules, id=f"{game.id}-turned", marks=pytest.mark.thorough(unless="game"))


def _turned(game: Game, rules: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, bool]]:
    """The largest table at which these rules may all be turned over, and what they then say."""
    chosen = {rule.id: not rule.default for rule in game.options if rule.field.kind == YesNo.kind and rule.id in rules}
    for n in (len(seats(game)), *reversed(game.players)):
        if isinstance(read_setup(game.id, list(PLAYERS[:n]), None, chosen), Setup):
            return PLAYERS[:n], chosen
    raise AssertionError(f"{game.id}: no table plays with {chosen}")


@pytest.mark.parametrize(("game", "way", "rules"), list(_variants()))
def test_a_whole_deal_is_recorded_by_tapping_and_stands_on_the_sheet(
    phone: Phone, game: Game, way: int, rules: tuple[str, ...]
) -> None:
    players, chosen = _turned(game, rules)
    path = phone.new_match(game.id, players, turned=rules)
    course, chance, complete = Course.of(game.id, players, chosen), Random(SEED), False
    for _ in range(MOST_ENTRIES):
        given = course.answer(chance, way)
        way = 0 if given.way.at_once else way  # the deal that all pass is dealt again, and played
        tap_answer(phone, given)
        _typed_outlives_a_reload(phone)
        tap_record(phone, given)
        assert phone.path == path, phone.page.locator(".why:visible").all_inner_texts()
        complete = course.take(given.entry)
        if complete:
            break

    assert complete
    assert course.state.over or phone.totals() == dict(course.state.totals)
    assert Pen(phone).exported(path)["options"] == chosen
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    assert phone.sheet() == [dict(row.totals) for row in course.rows]


@pytest.mark.thorough
@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_whole_deal_is_recorded_without_scripts(new_phone: NewPhone, game: Game) -> None:
    phone = new_phone(scripts=False)
    path = phone.new_match(game.id, seats(game))
    course, chance, complete, way = Course.of(game.id, seats(game)), Random(SEED), False, -1
    for _ in range(MOST_ENTRIES):
        given = course.answer(chance, way)
        way = 0 if given.way.at_once else way
        tap_answer(phone, given)
        tap_record(phone, given)
        assert phone.path == path, phone.page.locator(".why:visible").all_inner_texts()
        complete = course.take(given.entry)
        if complete:
            break

    assert complete
    assert course.state.over or phone.totals() == dict(course.state.totals)


def _typed_outlives_a_reload(phone: Phone) -> None:
    before = phone.form_state()
    phone.reload()
    phone.await_typed(before)
