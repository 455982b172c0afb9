"""What is kept in memory of a match is what its log gives from nothing, whatever was done to it and by whom."""

import io
import shutil
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from sqlalchemy import insert, make_url, select, update

from referee.bundles.export import export_club
from referee.bundles.zip_file import ClubFile
from referee.demo.random_answers import accepted_answer
from referee.game_definition.common_questions import common_questions
from referee.games.registry import IDS
from referee.matches.log import Change, Record, ReplayedLog, restoring, undoing
from referee.matches.match_file import MatchFile, read_match
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.match_columns import NAMES
from referee.store.database.models import Match, RecordRow, now
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.transactions import writing
from referee.store.evenings.recycle_bin import delete_match, purge, restore_match
from referee.store.matches.match_results import replay_of_rows
from referee.store.matches.matches import Author, append, start
from referee.store.matches.replay_cache import ReplayCache, replay_cache
from referee.store.matches.stored_match import StoredMatch, load, setup_of
from tests.bundles.imports import import_club
from tests.bundles.random_clubs import correct
from tests.databases import app_on
from tests.games.random_matches import random_match
from tests.store.keeping import Keeper, at_once, note, row_of, statements_sent

ACTS = 60


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two applications on one database, each with a memory of its own: what two processes are."""
    with app_on(url, tmp_path) as first, app_on(url, tmp_path) as second:
        yield first, second


class Acting:
    """A match to which something happens again and again, in one application or the other."""

    def __init__(self, apps: tuple[Flask, Flask], seed: int) -> None:
        self.chance = Random(seed)
        self.apps = apps
        file = read_match(random_match(self.chance, IDS[seed % len(IDS)], longest=3))
        assert isinstance(file, MatchFile)
        with apps[0].app_context():
            visitor = create_owned_club()
            self.club_id = visitor.club.id
            self.match = start(visitor.club, file.setup, None).public_id
        self.archive = self.database = b""

    def act(self) -> None:
        """Something, in one of the two."""
        acts = (self.entry, self.entry, self.entry, self.aside, self.correct, self.remove, self.undo, self.restore)
        rare = (self.export, self.come_in_again, self.back_up, self.bring_back, self.delete_and_restore)
        with self.chance.choice(self.apps).app_context():
            self.chance.choice(rare if self.chance.random() < 0.15 else acts)()

    def stored(self) -> StoredMatch:
        stored = load(self.club_id, self.match)
        assert stored is not None
        return stored

    def append(self, *changes: Change, undoes: int | None = None) -> None:
        stored = self.stored()
        done = append(stored, changes, stored.length, None, Author(None, ""), undoes)
        assert done.outcome in ("recorded", "refused")

    def entry(self) -> None:
        stored = self.stored()
        state = stored.replayed_log.replay.state
        if not state.over:
            game = stored.setup.game
            self.append(Change(accepted_answer(self.chance, game, state, game.question(state), {}, drawn=1)[0]))

    def aside(self) -> None:
        stored = self.stored()
        state = stored.replayed_log.replay.state
        asked = [
            question
            for question in common_questions(stored.setup.game, state)
            if question.step in ("note", "relay", "penalty")
        ]
        try:
            entry, _ = accepted_answer(self.chance, stored.setup.game, state, self.chance.choice(asked), {}, drawn=1)
        except ValueError:
            return
        self.append(Change(entry))

    def correct(self) -> None:
        correct(self.chance, self.club_id, self.match)

    def remove(self) -> None:
        current = self.stored().replayed_log.current
        for chosen in self.chance.sample(current[-6:], min(2, len(current))):
            self.append(Change(None, chosen.position))

    def undo(self) -> None:
        back = undoing(self.stored().log)
        if back is not None:
            self.append(*back.changes, undoes=back.undoes)

    def restore(self) -> None:
        if changes := restoring(self.stored().log):
            self.append(*changes)

    def export(self) -> None:
        stream = io.BytesIO()
        export_club(self.club_id, stream)
        self.archive = stream.getvalue()

    def come_in_again(self) -> None:
        """Forgotten for good, and brought in again as it was some time ago under the same name."""
        if not self.archive:
            self.export()
        delete_match(self.stored())
        purge(now() + timedelta(days=31))
        import_club(ClubFile(io.BytesIO(self.archive)), self.club_id)

    def delete_and_restore(self) -> None:
        match = db.session.scalars(select(Match)).one()
        delete_match(match)
        restore_match(match)

    def back_up(self) -> None:
        self._closed()
        if (path := _file()) is not None:
            shutil.copyfile(path, path.with_suffix(".kept"))

    def bring_back(self) -> None:
        """The file of the database as it was some time ago, under the feet of both."""
        if (path := _file()) is not None and path.with_suffix(".kept").exists():
            self._closed()
            for beside in path.parent.glob(f"{path.name}-[ws]*"):
                beside.unlink()
            shutil.copyfile(path.with_suffix(".kept"), path)

    def _closed(self) -> None:
        for app in self.apps:
            with app.app_context():
                db.session.remove()
                db.engine.dispose()

    def assert_right(self) -> None:
        """In both, what is kept is what the log gives from nothing."""
        for app in self.apps:
            with app.app_context():
                stored = self.stored()
                assert stored.replayed_log == from_nothing(stored)
                assert stored.mark == stored.replayed_log.mark
                assert replay_cache().get(self.match) is stored.replayed_log


def _file() -> Path | None:
    if not is_sqlite(db.engine):
        return None
    return Path(make_url(str(db.engine.url)).database or "")


def from_nothing(stored: StoredMatch) -> ReplayedLog:
    """Its log read and replayed anew, with nothing that was kept."""
    return replay_of_rows(stored, setup_of(stored), stored.records)


@pytest.mark.first_alone
@pytest.mark.parametrize("seed", range(8))
def test_what_is_kept_is_what_the_log_gives_whatever_is_done_to_it(two: tuple[Flask, Flask], seed: int) -> None:
    acting = Acting(two, seed)
    for _ in range(ACTS):
        acting.act()
        if acting.chance.random() < 0.7:
            acting.assert_right()
    acting.assert_right()


def test_two_applications_that_record_at_once_see_one_log(two: tuple[Flask, Flask]) -> None:
    keepers = [Keeper(two[0]), Keeper(two[1])]
    keepers[1].club_id, keepers[1].match = keepers[0].club_id, keepers[0].match
    done = at_once(lambda number: [keepers[number % 2].record(note(f"{number} {n}")).outcome for n in range(10)])
    recorded = sum(outcomes.count("recorded") for outcomes in done)
    assert recorded >= 10
    for keeper in keepers:
        assert len(keeper.texts()) == recorded
        with keeper.app.app_context():
            assert keeper.stored_match().replayed_log == from_nothing(keeper.stored_match())


def test_a_match_of_before_there_were_marks_is_kept_from_its_next_record_on(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("before"))
    with app.app_context():
        replay_cache().clear()
        with writing():
            db.session.execute(update(Match).values(mark=""))
        assert keeper.stored_match().replayed_log == from_nothing(keeper.stored_match())
        assert replay_cache().get(keeper.match) is None
    assert keeper.record(note("after")).outcome == "recorded"
    with app.app_context():
        assert replay_cache().get(keeper.match) is keeper.stored_match().replayed_log
        assert keeper.stored_match().mark == from_nothing(keeper.stored_match()).mark


def test_records_written_past_the_referee_are_seen(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("seen"))
    with app.app_context(), writing():
        row = {"match_id": row_of(keeper.stored_match()).id, "position": 1, "batch": 1, "entry": note("written").entry}
        db.session.execute(insert(RecordRow).values(**row))
        db.session.execute(update(Match).values(length=2))
    assert keeper.texts() == ["seen", "written"]
    assert keeper.record(note("recorded")).outcome == "recorded"
    assert keeper.texts() == ["seen", "written", "recorded"]


def test_a_request_without_new_records_reads_none(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("once"))
    with statements_sent(app) as statements, app.app_context():
        keeper.stored_match()
    assert len(statements) <= 2  # the row, and where transactions are ours their beginning


def test_no_more_is_kept_than_the_limit_and_what_was_asked_for_last_stays(app: Flask) -> None:
    keeper = Keeper(app)
    with app.app_context():
        log = keeper.stored_match().replayed_log
    long = replace(log, log=tuple(Record(number, None) for number in range(30)))
    cache = ReplayCache(most=100)
    for number in range(50):
        cache.keep(f"{number}", log.mark, long if number % 3 else log)
        cache.keep(f"{number}", log.mark, log if number % 2 else long)
        assert cache.get("0") is not None
        assert cache.records <= 100
    assert cache.get("49") is not None
    assert cache.get("10") is None
    cache.keep("too long", log.mark, replace(log, log=long.log * 4))
    assert cache.records <= 100
    assert cache.get("too long") is None
    assert cache.get("49") is not None
    cache.keep("another mark", "other", log)
    assert cache.get("another mark") is None


def test_the_fields_of_a_stored_match_are_the_columns_that_are_read() -> None:
    names = [field.name for field in fields(StoredMatch)]
    assert names == [*NAMES, "counting", "asking", "table_code", "log_read"]
