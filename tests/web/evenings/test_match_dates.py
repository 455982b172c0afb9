"""The day of a match is one: an evening and every figure agree about it, and it can be put right."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from referee.local_time import local_day
from referee.store.database.models import CLOCK, Evening, Match, Result, now
from referee.store.database.orm_base import db
from tests.databases import on_both_databases
from tests.web.new_match.test_past_match import evening_of, noted, public_id
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

pytestmark = on_both_databases

NEW_YEARS_EVE = date(2025, 12, 31)
BOB_WINS = {"Ana": 0, "Bob": 50, "Chloé": 0, "Dan": 0}


def played_at(visitor: Visitor, moment: datetime) -> WebMatch:
    """A match of one deal that began and ended at this moment."""
    token = CLOCK.set(moment)
    try:
        match = new_match(visitor, "whistiti")
        match.record({"step": "tricks", "tricks": dict(zip(FOUR, (6, 4, 3, 0), strict=True))})
        match.record({"step": "end"})
    finally:
        CLOCK.reset(token)
    return match


def days_ago(days: int) -> date:
    return local_day(now()) - timedelta(days=days)


def counted(visitor: Visitor, since: date, until: date) -> bool:
    """Whether the ranking of these days counts a match of Ana's."""
    page = visitor.open(f"/ranking?period=dates&since={since}&until={until}")
    return "Ana" in page.document.all("main")[0].text()


def order_of(visitor: Visitor, path: str) -> list[str]:
    """The addresses of the matches of an evening, in their order."""
    sections = visitor.open(path).document.all("section", class_="told-match")
    return [section.attributes["id"].removeprefix("m-") for section in sections]


def streak(visitor: Visitor, app: Flask, name: str) -> list[bool]:
    """Whether a player won, match by match, as every figure has their order."""
    with app.app_context():
        query = select(Result.won).where(Result.side == name)
        return list(db.session.scalars(query.order_by(Result.day, Result.finished_at, Result.match_id)))


def days(app: Flask) -> set[tuple[date, date]]:
    """The days of the results with those of their evenings."""
    with app.app_context():
        query = select(Result.day, Evening.day).join(Match, Match.id == Result.match_id)
        return {(row[0], row[1]) for row in db.session.execute(query.join(Evening, Evening.id == Match.evening_id))}


def test_a_match_after_midnight_belongs_to_the_evening_before_it_in_the_year_too(app: Flask, visitor: Visitor) -> None:
    before, after = (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), datetime(2026, 1, 1, 0, 30, tzinfo=UTC))
    matches = [played_at(visitor, moment) for moment in (before, after)]
    assert days(app) == {(NEW_YEARS_EVE, NEW_YEARS_EVE)}
    assert counted(visitor, date(2025, 1, 1), NEW_YEARS_EVE)
    assert not counted(visitor, date(2026, 1, 1), date(2026, 12, 31))
    for match in matches:
        assert "2025-12-31" in match.page("/export").response.headers["Content-Disposition"]
        assert "2025-12-31" in match.page("/sheet.csv").response.headers["Content-Disposition"]


def test_an_evening_whose_date_is_put_right_moves_its_matches_in_every_figure(app: Flask, visitor: Visitor) -> None:
    path = noted(visitor, days_ago(6))
    noted(visitor, days_ago(30), BOB_WINS)
    assert streak(visitor, app, "Bob") == [True, False]
    evening = f"/evenings/{evening_of(app, path).public_id}"
    form = visitor.open(f"{evening}/edit").form("/edit")
    assert form.fill("day", str(days_ago(60))).send().status == 303
    assert days(app) == {(days_ago(60),) * 2, (days_ago(30),) * 2}
    assert counted(visitor, days_ago(60), days_ago(60))
    assert not counted(visitor, days_ago(6), days_ago(6))
    assert streak(visitor, app, "Bob") == [False, True]
    listed = visitor.open("/evenings").document.all("a", class_="match-card")
    assert listed[-1].attributes["href"] == evening


def test_a_match_moved_to_another_evening_counts_on_its_day(app: Flask, visitor: Visitor) -> None:
    path, other = noted(visitor, days_ago(6)), noted(visitor, days_ago(30), BOB_WINS)
    form = visitor.open(f"{path}/keep").form("/move")
    assert form.fill("evening", evening_of(app, other).public_id).send().status == 303
    assert days(app) == {(days_ago(30),) * 2}


def test_the_day_of_a_past_match_can_be_put_right(app: Flask, visitor: Visitor) -> None:
    path = noted(visitor, days_ago(6))
    other = noted(visitor, days_ago(6), BOB_WINS)
    form = visitor.open(f"{path}/keep").form("/day")
    assert form.value("day") == str(days_ago(6))
    done = form.fill("day", str(days_ago(9))).send()
    assert done.status == 303
    assert evening_of(app, path).day == days_ago(9)
    assert evening_of(app, other).day == days_ago(6)
    assert done.location == f"/evenings/{evening_of(app, path).public_id}"
    assert days(app) == {(days_ago(9),) * 2, (days_ago(6),) * 2}
    assert streak(visitor, app, "Bob") == [False, True]


def test_a_match_recorded_tonight_that_was_played_before_can_be_put_on_its_day(app: Flask, visitor: Visitor) -> None:
    match = played_at(visitor, now() - timedelta(minutes=5))
    assert match.page("/keep").form("/day").fill("day", str(days_ago(3))).send().status == 303
    assert days(app) == {(days_ago(3),) * 2}


@pytest.mark.parametrize(
    ("day", "why"), [("", "ne se lit pas"), ("2999-01-01", "encore à venir"), ("1999-01-01", "trop ancien")]
)
def test_a_day_that_cannot_be_is_said_and_changes_nothing(app: Flask, visitor: Visitor, day: str, why: str) -> None:
    path = noted(visitor, days_ago(6))
    refused = visitor.open(f"{path}/keep").form("/day").fill("day", day).send()
    assert refused.status == 422
    assert why in refused.text
    assert refused.form("/day").value("day") == day
    assert evening_of(app, path).day == days_ago(6)


def moved(visitor: Visitor, path: str, where: str) -> Page:
    return visitor.open(f"{path}/keep").form(f"/{where}").send()


def test_two_matches_of_one_past_day_change_places_in_the_evening_and_in_every_figure(
    app: Flask, visitor: Visitor
) -> None:
    first, second = noted(visitor, days_ago(6)), noted(visitor, days_ago(6), BOB_WINS)
    evening = f"/evenings/{evening_of(app, first).public_id}"
    assert order_of(visitor, evening) == [public_id(first), public_id(second)]
    assert streak(visitor, app, "Bob") == [False, True]
    assert [form.action for form in visitor.open(f"{first}/keep").forms() if form.action.endswith("/earlier")] == []
    done = moved(visitor, first, "later")
    assert done.location == evening
    assert order_of(visitor, evening) == [public_id(second), public_id(first)]
    assert streak(visitor, app, "Bob") == [True, False]
    moved(visitor, first, "earlier")
    assert order_of(visitor, evening) == [public_id(first), public_id(second)]
    assert streak(visitor, app, "Bob") == [False, True]


def test_of_three_the_last_one_comes_first_in_two_steps(app: Flask, visitor: Visitor) -> None:
    paths = [noted(visitor, days_ago(6)) for _ in range(3)]
    evening = f"/evenings/{evening_of(app, paths[0]).public_id}"
    for _ in range(2):
        moved(visitor, paths[2], "earlier")
    assert order_of(visitor, evening) == [public_id(paths[number]) for number in (2, 0, 1)]


def test_a_match_noted_afterwards_goes_behind_one_that_was_recorded_then_and_back(app: Flask, visitor: Visitor) -> None:
    live = played_at(visitor, now() - timedelta(days=6))
    past = noted(visitor, evening_of(app, live.path).day, BOB_WINS)
    evening = f"/evenings/{evening_of(app, live.path).public_id}"
    assert f"/evenings/{evening_of(app, past).public_id}" == evening
    order = order_of(visitor, evening)
    where = "later" if order[0] == public_id(past) else "earlier"
    moved(visitor, past, where)
    assert order_of(visitor, evening) == order[::-1]
    assert streak(visitor, app, "Bob") == ([False, True] if where == "later" else [True, False])
    assert [form.action for form in visitor.open(f"{live.path}/keep").forms() if "/later" in form.action] == []
    moved(visitor, past, "earlier" if where == "later" else "later")
    assert order_of(visitor, evening) == order
