"""Matches moved, thrown away and brought back by many at once: everybody is answered, nobody by an error."""

from collections.abc import Sequence

from flask import Flask
from sqlalchemy import select, update

from referee.store.database.models import Evening, Match, now
from referee.store.database.orm_base import db
from tests.databases import on_both_databases
from tests.store.keeping import THREADS, at_once, writing
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

pytestmark = on_both_databases

ROUNDS = 8


def an_evening_each(app: Flask) -> tuple[list[str], str]:
    """Every match that there is gets an evening of its own, of which nothing is said; these, and one that stays."""
    with writing(app):
        matches = db.session.scalars(select(Match).order_by(Match.id)).all()
        club_id, moment = matches[0].club_id, now()
        db.session.execute(update(Match).values(deleted_at=None))
        made = [Evening(club_id=club_id, day=moment.date(), opened_at=moment) for _ in (*matches, None)]
        made[-1].title = "celle qui reste"
        db.session.add_all(made)
        db.session.flush()
        for match, evening in zip(matches, made, strict=False):
            match.evening_id = evening.id
        db.session.commit()
        names = [evening.public_id for evening in made]
        return names[:-1], names[-1]


def steps(match: WebMatch, evening: str, stays: str) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """What two keepers do to one match at once: the evening it leaves goes, while that is thrown away with it."""
    return [(f"{match.path}/move", [("evening", stays)]), (f"/evenings/{evening}/delete", [])]


def test_who_moves_the_last_match_and_who_throws_its_evening_away_are_both_answered(app: Flask) -> None:
    visitor = Visitor(app)
    matches = [new_match(visitor, "feuille-libre", ("Ana", "Bob")) for _ in range(THREADS // 2)]
    answers: list[int] = []
    for _ in range(ROUNDS):
        evenings, stays = an_evening_each(app)
        todo = [step for match, evening in zip(matches, evenings) for step in steps(match, evening, stays)]

        def act(number: int, todo: Sequence[tuple[str, Sequence[tuple[str, str]]]] = todo) -> int:
            each = Visitor(app)
            each.wear(visitor.cookies)
            path, form = todo[number]
            return each.send(path, form).status

        answers += at_once(act)
    assert len(answers) == ROUNDS * THREADS
    assert set(answers) <= {303, 404}, answers
