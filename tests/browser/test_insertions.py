"""A deal that was forgotten, by touch: from the sheet to the preview and into its place, in games of every kind."""

from collections.abc import Iterator
from random import Random

import pytest

from referee.game_definition.match_course import ReplayedMatch, play
from referee.games.registry import GAMES
from tests.browser.answering import tap_answer, tap_record
from tests.browser.course import Course, GivenAnswer, seats
from tests.browser.pen import Pen
from tests.browser.phone import Phone

DEALS, TAPS_TO_THE_QUESTION = 3, 2
"""Deals on the sheet; taps from the sheet to the first question of the one that was forgotten."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["barbu", "tarot", "ascenseur", "yaniv"])
def test_a_forgotten_deal_is_tapped_into_its_place_and_one_undo_takes_it_out(phone: Phone, game: str) -> None:
    chance, pen, players = Random(5), Pen(phone), seats(GAMES[game])
    path, course = pen.new_match(game, players), Course.of(game, players)
    while course.state.deal <= DEALS:
        pen.record(path, course, course.answer(chance).entry)
    entries = pen.exported(path)["entries"]
    moment = Course.of(game, players)
    while moment.state.deal < 2:
        moment.take(entries[moment.taken])
    place = moment.taken
    phone.open(f"{path}/sheet")
    before = phone.taps
    phone.follow(phone.page.get_by_role("table").get_by_role("link", name="2", exact=True))
    phone.follow(phone.page.get_by_role("link", name="Insérer une donne avant"))
    assert phone.taps - before == TAPS_TO_THE_QUESTION
    inserted = []
    for given in _deal(moment, chance):
        tap_answer(phone, given)
        tap_record(phone, given)
        inserted.append(given.entry)
    while phone.page.get_by_role("heading", name="La suite ne tient plus").count():
        phone.follow(phone.page.get_by_role("button", name="Retirer ce qui suit"))
    phone.record()
    file = pen.exported(path)
    assert file["entries"][: place + len(inserted)] == [*entries[:place], *inserted]
    whole = play(course.setup.game, course.setup.table, file["entries"])
    assert isinstance(whole, ReplayedMatch)
    phone.open(f"{path}/sheet")
    assert phone.sheet() == [row.totals for row in whole.rounds]
    phone.open(path)
    phone.follow(phone.page.get_by_role("button", name="Annuler la dernière saisie"))
    assert pen.exported(path)["entries"] == entries


def _deal(moment: Course, chance: Random) -> Iterator[GivenAnswer]:
    """The answers of a whole deal."""
    deal = moment.state.deal
    while moment.state.deal == deal:
        given = moment.answer(chance)
        yield given
        moment.take(given.entry)
