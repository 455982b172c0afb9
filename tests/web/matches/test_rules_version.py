"""A stored match is played under the version of the rules it was begun with; anything new, by the newest."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from referee import RULES_VERSION
from referee.game_definition.match_course import Refusal, opening, play
from referee.matches.match_file import Setup, read_setup
from referee.matches.sheet_json import score_value
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from tests.browser.course import Course
from tests.bundles.clubs import read
from tests.databases import Databases, app_on
from tests.games.tables import FIVE, match_file
from tests.web.bundles.test_import_export import EXPORT, brought, founder
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

G = "tarot-decale"
CHOSEN = {"bets": "1", "call": "1", "bonuses": "1"}
OPTIONS = {"bets": True, "call": True, "bonuses": True}


def bids(bettor: str) -> dict[str, Any]:
    speakers = ("Bob", "Chloé", "Dan", "Éric", "Ana")
    return {"step": "bids", "bids": {name: "brevet" if name == bettor else "pass" for name in speakers}, "call": "vert"}


def points(camp: int, partner: str, **bonuses: list[str]) -> dict[str, Any]:
    named = {key.replace("_", "-"): players for key, players in bonuses.items()}
    return {"step": "points", "camp_points": camp, "partner": partner, "set_aside": 0, "bonuses": named}


POOR = (bids("Bob"), points(3, "Dan", bout_du_bout=["Bob"]))
"""A bout du bout by a camp of three points: accepted by version 1, refused since version 2."""
TOTALS = {"Ana": 72, "Bob": -5, "Chloé": 72, "Dan": -10, "Éric": 72}
SECOND = (bids("Chloé"), points(40, "Éric"))


ROWS = [TOTALS, {"Ana": 72, "Bob": -5, "Chloé": 122, "Dan": -10, "Éric": 122}]


def course_of_version_1() -> Course:
    setup = read_setup(G, list(FIVE), None, OPTIONS, version=1)
    assert isinstance(setup, Setup)
    return Course(setup, opening(setup.game, setup.table))


@pytest.fixture
def old(app: Flask, visitor: Visitor) -> WebMatch:
    """A match of version 1, as a database of that time holds it, with a bout du bout that is refused now."""
    begun = new_match(visitor, G, FIVE, CHOSEN)
    with app.app_context():
        db.session.execute(update(Match).values(rules_version=1, mark=""))
        db.session.commit()
    begun.course = course_of_version_1()
    for entry in (*POOR, *SECOND):
        begun.record(entry)
    return begun


def test_the_newest_version_refuses_in_a_file_and_in_a_new_match_what_version_1_took(visitor: Visitor) -> None:
    file = match_file(G, FIVE, POOR, options=OPTIONS)
    value, accepted = score_value(file, "fr")
    assert not accepted
    assert [(violation["entry"], violation["article"]) for violation in value["violations"]] == [
        (1, "tarot-decale.bonuses")
    ]
    match = new_match(visitor, G, FIVE, CHOSEN)
    match.record(POOR[0])
    assert match.answered(POOR[1]).status == 422


def test_a_stored_match_of_version_1_is_shown_and_recorded_on(old: WebMatch) -> None:
    assert old.rows() == ROWS
    assert old.page().status == old.page("/rounds/0").status == old.page("/log").status == 200
    old.record(bids("Bob"))
    old.record(points(2, "Dan", bout_du_bout=["Dan"]))
    assert len(old.rows()) == 3


def test_a_stored_match_of_version_1_is_corrected_elsewhere(old: WebMatch) -> None:
    form = old.page("/corrections/3").form("/corrections/3")
    preview = form.fill("camp_points", "41").send()
    assert preview.status == 200, preview.text[:500]
    assert preview.form("/corrections").send().status == 303
    assert old.rows() == [TOTALS, {**ROWS[1], "Chloé": 123, "Éric": 123}]


def test_what_version_1_refused_it_still_refuses(visitor: Visitor, app: Flask, old: WebMatch) -> None:
    plain = {"bets": False, "call": False, "bonuses": True}
    setup = read_setup(G, list(FIVE), None, plain, version=1)
    assert isinstance(setup, Setup)
    counted = {"step": "points", "points": dict(zip(FIVE, (3, 30, 20, 12, 10))), "bonuses": {"bout-du-bout": ["Ana"]}}
    refused = play(setup.game, setup.table, [counted])
    assert isinstance(refused, Refusal)
    assert [(violation.article, violation.field) for violation in refused.violations] == [
        ("tarot-decale.bonuses", "bonuses.bout-du-bout")
    ]


def test_a_match_of_version_1_goes_out_and_comes_in_again_as_one(
    old: WebMatch, databases: Databases, tmp_path: Path
) -> None:
    archive = old.visitor.client.get(EXPORT, buffered=True).get_data()
    assert [match.setup.table.version for match in read(archive)[1]] == [1]
    url, folder = databases.migrated(), tmp_path / "other"
    folder.mkdir()
    with app_on(url, folder) as app:
        visitor = founder(app)
        brought(visitor, archive)
        copy = WebMatch(visitor, old.path, old.course)
        assert copy.rows() == ROWS
        with app.app_context():
            assert db.session.scalars(select(Match.rules_version)).all() == [1]
    databases.drop(url)


def test_a_rematch_is_played_by_the_newest_version(app: Flask, old: WebMatch) -> None:
    old.record({"step": "end"})
    again = old.page().form("/rematch").send()
    assert again.status == 303
    with app.app_context():
        versions = {row.public_id: row.rules_version for row in db.session.scalars(select(Match))}
    assert versions == {old.path.rpartition("/")[2]: 1, again.location.rpartition("/")[2]: RULES_VERSION}
