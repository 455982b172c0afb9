"""A match played without the application falls into the evening of its day, and counts on that day."""

import io
from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.export import export_club
from referee.bundles.zip_file import ClubFile
from referee.local_time import local_day
from referee.store.database.models import Club, Evening, Match, Result, now
from referee.store.database.orm_base import db
from referee.store.evenings.evenings import reopen
from referee.store.matches.match_results import rebuild
from referee.store.matches.stored_match import load
from tests.bundles.imports import import_club
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

TOTALS = {"Ana": 40, "Bob": 12, "Chloé": -8, "Dan": 25}


def last_week() -> date:
    return local_day(now()) - timedelta(days=6)


def begun(visitor: Visitor, day: date | str, known: str = "totals", game: str = "ascenseur") -> Page:
    """The answer to the form of a match of these four, on this day."""
    form = visitor.open(f"/new/{game}?past=1").form(f"/new/{game}")
    for seat, name in enumerate(FOUR):
        form.fill(f"seat.{seat}", name)
    return form.fill("day", str(day)).fill("known", known).send()


def noted(visitor: Visitor, day: date, totals: dict[str, int] = TOTALS) -> str:
    """The address of a match of which the totals are noted."""
    form = begun(visitor, day).follow().form("/entries")
    for name in form.names():
        if name.startswith("totals."):
            form.fill(name, str(totals[FOUR[int(name.partition(".")[2])]]))
    answer = form.send()
    assert answer.status == 303, answer.text[:800]
    return answer.location.partition("?")[0]


def public_id(path: str) -> str:
    return path.rpartition("/")[2].partition("?")[0]


def evening_of(app: Flask, path: str) -> Evening:
    with app.app_context():
        match = db.session.scalars(select(Match).where(Match.public_id == public_id(path))).one()
        return db.session.get_one(Evening, match.evening_id)


def days_of_results(app: Flask) -> list[date]:
    with app.app_context():
        moments = db.session.scalars(select(Result.finished_at).where(Result.seat == 0).order_by(Result.finished_at))
        return [local_day(moment) for moment in moments]


def test_the_totals_of_last_week_are_in_its_evening_and_count_on_its_day(app: Flask, visitor: Visitor) -> None:
    path = noted(visitor, last_week())
    assert evening_of(app, path).day == last_week()
    assert days_of_results(app) == [last_week()]
    ranking = visitor.open(f"/ranking?since={last_week()}&until={last_week()}").text
    assert "Ana" in ranking
    later = visitor.open(f"/ranking?since={last_week() + timedelta(days=1)}").text
    assert "Ana" not in later.partition("<main")[2].partition("</main>")[0].partition("<tbody")[2]


def test_deal_by_deal_it_is_recorded_as_always_and_counts_on_its_day(app: Flask, visitor: Visitor) -> None:
    answer = begun(visitor, last_week(), known="deals", game="kems")
    assert "/steps/" not in answer.location
    form = visitor.open(f"{answer.location}/steps/end").form("/entries")
    form.send()
    noted(visitor, last_week())
    assert evening_of(app, answer.location).id == evening_of(app, noted(visitor, last_week())).id
    assert days_of_results(app) == [last_week()] * 2  # the match that ended before its first deal has no results


def test_it_never_falls_into_tonight_and_tonight_never_into_it(app: Flask, visitor: Visitor) -> None:
    tonight = new_match(visitor)
    past = noted(visitor, last_week())
    today = noted(visitor, local_day(now()))
    after = new_match(visitor, "whistiti")
    evening = evening_of(app, tonight.path)
    assert evening_of(app, after.path).id == evening.id
    assert len({evening.id, evening_of(app, past).id, evening_of(app, today).id}) == 3
    assert evening_of(app, today).day == local_day(now())


def test_tonight_does_not_fall_into_a_past_evening_that_was_opened_again(app: Flask, visitor: Visitor) -> None:
    past = noted(visitor, local_day(now()) - timedelta(days=1))
    with app.app_context():
        reopen(db.session.get_one(Evening, evening_of(app, past).id))
    assert evening_of(app, new_match(visitor).path).id != evening_of(app, past).id


def test_it_joins_the_evening_that_was_kept_on_that_day(app: Flask, visitor: Visitor) -> None:
    kept = new_match(visitor)
    with app.app_context():
        evening = db.session.get_one(Evening, evening_of(app, kept.path).id)
        evening.day, evening.opened_at, evening.closed_at = last_week(), now() - timedelta(days=6), now()
        db.session.commit()
    assert evening_of(app, noted(visitor, last_week())).id == evening_of(app, kept.path).id


def test_a_match_that_was_kept_counts_when_it_ended(app: Flask, visitor: Visitor) -> None:
    match: WebMatch = new_match(visitor, "whistiti")
    with app.app_context():
        stored = db.session.scalars(select(Match)).one()
        stored.created_at = now() - timedelta(hours=7, minutes=59)
        db.session.commit()
    form = match.page("/steps/totals").form("/entries")
    for name in [name for name in form.names() if name.startswith("totals.")]:
        form.fill(name, "3")
    form.send()
    with app.app_context():
        assert now() - db.session.scalars(select(Result.finished_at)).first() < timedelta(minutes=5)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("", "La date ne se lit pas"),
        ("21/11/2026", "La date ne se lit pas"),
        ("2999-12-31", "Ce jour est encore à venir."),
        ("1999-12-31", "rien ne se note avant l’an 2000"),
    ],
)
def test_a_day_that_cannot_be_is_said_and_nothing_typed_is_lost(visitor: Visitor, day: str, why: str) -> None:
    answer = begun(visitor, day)
    assert answer.status == 422
    assert why in answer.text
    form = answer.form("/new/ascenseur")
    assert [form.value(f"seat.{seat}") for seat in range(4)] == list(FOUR)
    assert form.value("day") == day


def test_its_day_outlasts_a_rebuild_and_goes_through_an_archive(app: Flask, visitor: Visitor) -> None:
    path = noted(visitor, last_week())
    with app.app_context():
        club = db.session.scalars(select(Club)).one()
        match = db.session.scalars(select(Match)).one()
        before = db.session.scalars(select(Result.finished_at)).all()
        stored = load(club.id, public_id(path))
        assert stored is not None
        rebuild(match, stored.replayed_log)
        db.session.commit()
        assert db.session.scalars(select(Result.finished_at)).all() == before
        stream = io.BytesIO()
        export_club(club.id, stream)
        stream.seek(0)
        into, _ = import_club(ClubFile(stream), None)
        copied = select(Result.finished_at).where(Result.club_id == into)
        assert db.session.scalars(copied).all() == before


def test_the_way_to_it_starts_at_the_choice_of_games_and_at_the_evenings(visitor: Visitor) -> None:
    new_match(visitor)
    assert "/new?past=1" in visitor.open("/new").links()
    assert "/new?past=1" in visitor.open("/evenings").links()
    games = [link for link in visitor.open("/new?past=1&n=4").links() if link.startswith("/new/")]
    assert games
    assert [link for link in games if "past=1" not in link] == []
