"""The file of the database gone under the running server, or another one in its place: nothing is recorded into it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from referee.store.clubs.clubs import mark_seen
from referee.store.database.file_identity import FileReplaced
from referee.store.database.models import Membership
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.words.system_errors import REPLACED
from tests.commands.test_command_line import referee
from tests.databases import app_on, place_migrated
from tests.running import RunningServer
from tests.server.sockets import Browser
from tests.server.test_stopping import NOTE, notes
from tests.store.keeping import Keeper

Place = Callable[[Path], None]


def remove_all(file: Path) -> None:
    """What ``rm referee.sqlite3*`` does; the file itself waits under another name."""
    os.rename(file, file.parent / "away")
    for beside in file.parent.glob("referee.sqlite3-*"):
        beside.unlink()


def remove_it_alone(file: Path) -> None:
    os.rename(file, file.parent / "away")


def put_another_over(file: Path) -> None:
    shutil.copyfile(file, file.parent / "another")
    os.link(file, file.parent / "away")
    os.replace(file.parent / "another", file)


@pytest.mark.first_alone
@pytest.mark.parametrize("act", [remove_it_alone, remove_all, put_another_over])
def test_without_its_file_the_server_records_nothing_and_says_so(tmp_path: Path, act: Place) -> None:
    file, entry = tmp_path / "referee.sqlite3", dict(NOTE)
    with RunningServer(tmp_path) as server, Browser(server.port, headers={"Accept-Language": "en"}) as keeper:
        match = keeper.new_match()
        assert keeper.send(f"{match}/entries", NOTE).status == 303
        act(file)
        there = file.read_bytes() if file.exists() else None
        refused = keeper.send(f"{match}/entries", [*{**entry, "expected": "1", "text": "le chat dort"}.items()])
        assert refused.status == 503
        assert "is no longer in its place" in refused.page
        assert keeper.send("/new/ascenseur", [("seat.0", "Ana"), ("seat.1", "Bob"), ("seat.2", "Dan")]).status == 503
        assert keeper.open(match).status in (200, 503)  # what the open file holds can still be read
        health = keeper.open("/healthz")
        assert (health.status, health.page) == (503, f"{REPLACED.render('en')}\n")
        log = tmp_path / "server.log"
        while REPLACED.render("en") not in log.read_text():
            assert server.process is not None
            assert server.process.poll() is None
        found = referee("doctor", "--lang", "en", REFEREE_DATA=str(tmp_path), HOST="127.0.0.1", PORT=str(server.port))
        assert found.status == 1
        assert REPLACED.render("en") in found.out
        assert log.read_text().count(REPLACED.render("en")) == 1
        assert "Traceback" not in log.read_text()
        server.kill(15)
        assert (file.read_bytes() if file.exists() else None) == there


def test_the_file_back_in_its_place_is_recorded_into_again(tmp_path: Path) -> None:
    file = tmp_path / "referee.sqlite3"
    with RunningServer(tmp_path) as server, Browser(server.port) as keeper:
        match = keeper.new_match()
        remove_it_alone(file)
        assert keeper.send(f"{match}/entries", NOTE).status == 503
        os.rename(tmp_path / "away", file)
        assert keeper.open("/healthz").status == 200
        assert keeper.send(f"{match}/entries", NOTE).status == 303
        server.kill(15)
    assert notes(file) == ["le chat a vu"]


def test_what_is_noted_beside_a_page_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "referee.sqlite3"
    place_migrated(file)
    with app_on(f"sqlite:///{file}", tmp_path) as app:
        Keeper(app)
        with app.app_context():
            member = db.session.scalars(select(Membership)).one()
            seen, member_id, engine = member.seen_at, member.id, db.engine
            remove_it_alone(file)
            mark_seen(engine, member_id)
            with pytest.raises(FileReplaced), writing():
                db.session.get_one(Membership, member_id)
        os.rename(tmp_path / "away", file)
        with app.app_context():
            assert db.session.scalars(select(Membership)).one().seen_at == seen
