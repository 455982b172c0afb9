"""An archive shows whether a log was altered: in the archive, or before that in the database it came from."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text, update

from referee.bundles.match_files import log_name
from referee.matches.log_mark import log_mark, setup_mark
from referee.matches.setup_correction import setup_columns
from referee.store.clubs.clubs import all_clubs
from referee.store.database.models import RecordRow
from referee.store.database.orm_base import db
from referee.store.matches.matches import start
from tests.bundles.clubs import packed, random_club, read, small_club
from tests.bundles.test_load import brought, exported, fresh, plan_for, recorded_club, slow
from tests.bundles.zips import forged, marks_of, without_mark
from tests.databases import Databases
from tests.store.keeping import Keeper, note, setup_for

FORGED = json.dumps({"step": "note", "text": "forged"})


@pytest.fixture
def club(app: Flask) -> tuple[str, bytes]:
    """A match with two notes, and the archive of its club."""
    keeper = Keeper(app)
    keeper.record(note("first"))
    keeper.record(note("second"))
    return keeper.match, exported(app, keeper.club_id)


def test_a_log_has_its_mark_as_a_key_of_its_file(app: Flask, club: tuple[str, bytes]) -> None:
    match, archive = club
    (row,) = read(archive)[1]
    mark = log_mark(setup_mark(**setup_columns(row.setup)), row.records)
    assert marks_of(archive) == {log_name(match): mark}
    assert row.mark == mark


def change_first_note(log: Any) -> None:
    log["records"][0]["entry"]["text"] = "forged"


def test_an_altered_log_is_said_before_it_is_brought_in(app: Flask, club: tuple[str, bytes]) -> None:
    archive = club[1]
    half = forged(archive, "logs/", change_first_note)
    bad = forged(half, "matches/", lambda match: match["entries"][0].update(text="forged"))
    plan = plan_for(app, bad)
    assert len(plan.altered) == 1
    assert plan.lines()[-1].render("en").endswith("it is no longer what was recorded")
    assert plan_for(app, archive).altered == []


@pytest.mark.parametrize(
    ("field", "value"),
    [("dealer", "Bob"), ("players", ["Bob", "Ana", "Chloé", "Dan"]), ("options", {"made_points": 20})],
)
def test_an_altered_set_up_is_said_too(app: Flask, club: tuple[str, bytes], field: str, value: Any) -> None:
    assert len(plan_for(app, forged(club[1], "matches/", lambda match: match.update({field: value}))).altered) == 1


def test_a_log_that_lost_its_mark_among_others_is_said(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("first"))
    with app.app_context():
        start(all_clubs()[0], setup_for(), None)
    archive = exported(app, keeper.club_id)
    assert len(marks_of(archive)) == 2
    bad = without_mark(archive, log_name(keeper.match))
    assert len(plan_for(app, bad).altered) == 1


def test_an_archive_of_before_there_were_marks_says_nothing(app: Flask, club: tuple[str, bytes]) -> None:
    plain = without_mark(club[1], log_name(club[0]))
    assert marks_of(plain) == {} == marks_of(packed(small_club()))
    assert plan_for(app, plain).altered == []
    club_id, _ = brought(app, plain)
    assert list(marks_of(exported(app, club_id)).values()) == list(marks_of(club[1]).values())


def test_what_was_altered_in_the_database_is_said_where_it_is_brought_in(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("first"))
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(RecordRow).values(entry={"step": "note", "text": "x"}))
    assert len(plan_for(app, exported(app, keeper.club_id)).altered) == 1


def test_a_match_of_before_there_were_marks_gets_one(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("first"))
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE match SET mark = ''"))
    archive = exported(app, keeper.club_id)
    assert len(marks_of(archive)) == 1
    assert plan_for(app, archive).altered == []


@slow
@given(seed=st.integers(0, 2**32))
def test_whatever_was_recorded_comes_unaltered_into_another_installation(
    databases: Databases, tmp_path: Path, seed: int
) -> None:
    archive = packed(random_club(Random(seed), most=3, longest=15))
    with fresh(databases, tmp_path) as first, fresh(databases, tmp_path) as second:
        club_id, _ = brought(first, archive)
        out = exported(first, club_id)
        assert len(marks_of(out)) == len(read(archive)[1])
        their_id, plan = brought(second, out)
        assert plan.altered == []
        assert marks_of(exported(second, their_id)) == marks_of(out)


def test_a_club_that_was_played_comes_unaltered(app: Flask) -> None:
    club_id = recorded_club(app, 1)
    archive = exported(app, club_id)
    assert len(marks_of(archive)) > 1
    assert plan_for(app, archive).altered == []
