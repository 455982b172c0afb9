"""Tables as they are, on both databases: what was recorded batch after batch is read by another process as it was."""

import json
from pathlib import Path

import pytest
from flask import Flask

from referee.matches.sheet_json import sheet_value
from referee.store.clubs.clubs import ClubRow, create_owned_club
from referee.store.matches.match_results import mark_of
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import StoredMatch, load
from tests.databases import app_on
from tests.matches.random_tables import Course, random_course, sheet_of_course

BLOCK, MATCHES = 12, 480


@pytest.mark.first_alone
@pytest.mark.parametrize("first", range(0, MATCHES, BLOCK))
def test_what_is_stored_batch_after_batch_is_read_as_it_was_folded(url: str, tmp_path: Path, first: int) -> None:
    courses = [random_course(seed) for seed in range(first, first + BLOCK)]
    with app_on(url, tmp_path) as writer, app_on(url, tmp_path) as reader:
        with writer.app_context():
            club = create_owned_club().club
        for course in courses:
            public_id = stored_in(writer, club, course)
            assert_read_alike(reader, club.id, public_id, course)


def stored_in(app: Flask, club: ClubRow, course: Course) -> str:
    """Record the course in a new match of the club; its public id."""
    with app.app_context():
        public_id = str(start(club, course.setup, None).public_id)
        for batch in course.batches:
            stored = load_match(club.id, public_id)
            done = append(stored, batch.changes, stored.length, None, Author(None, ""), batch.undoes)
            assert done.outcome == "recorded", (course.file, batch)
    return public_id


def load_match(club_id: int, public_id: str) -> StoredMatch:
    stored = load(club_id, public_id)
    assert stored is not None
    return stored


def assert_read_alike(app: Flask, club_id: int, public_id: str, course: Course) -> None:
    with app.app_context():
        replayed = load_match(club_id, public_id).replayed_log
    assert replayed.log == course.log
    assert replayed.mark == mark_of(course.setup, course.log)
    for language in ("fr", "en"):
        there = sheet_value(replayed.setup.game, replayed.replay, language)
        assert json.dumps(there) == json.dumps(sheet_of_course(course, language))
