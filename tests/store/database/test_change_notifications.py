"""Who listens learns of every commit that changed a club, of this process and of others, and of nothing else."""

import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee.store.clubs.clubs import create_owned_club, name_club
from referee.store.database.change_notifications import CHANNEL, ClubChanges
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.transactions import lock_club, writing
from tests.databases import app_on

Heard = list[Collection[int] | None]


class Ear:
    """What was heard so far; ``again``: set by each."""

    def __init__(self) -> None:
        self.heard: Heard = []
        self.again = threading.Event()

    def __call__(self, clubs: Collection[int] | None) -> None:
        self.heard.append(clubs)
        self.again.set()

    def next(self) -> Collection[int] | None:
        """What is heard next, after what was heard until now."""
        assert self.again.wait(20)
        self.again.clear()
        return self.heard[-1]


@pytest.fixture
def club(app: Flask) -> int:
    with app.app_context():
        return create_owned_club().club.id


def test_a_commit_that_locked_a_club_is_heard_and_nothing_else_is(app: Flask, club: int) -> None:
    ear = Ear()
    with app.app_context(), ClubChanges(db.engine).told_to(ear):
        with writing():
            lock_club(club)
            assert ear.heard == []
        with suppress(ValueError), writing():
            lock_club(club)
            raise ValueError
        with writing():
            pass
    assert ear.heard == [{club}]
    with app.app_context(), writing():
        lock_club(club)
    assert ear.heard == [{club}]


def test_a_commit_of_another_process_is_heard_while_it_is_wanted(
    app: Flask, url: str, club: int, tmp_path: Path
) -> None:
    """Another engine stands for it; its notification, which would be one of this process, is sent by hand."""
    ear = Ear()
    with app_on(url, tmp_path) as other, app.app_context():
        changes = ClubChanges(db.engine)
        with changes.told_to(ear):
            changes.wanted.set()
            assert ear.next() is None  # whatever came before
            with other.app_context(), writing():
                name_club(club, "Les Cartes")
                if not is_sqlite(db.engine):
                    db.session.execute(select(func.pg_notify(CHANNEL, f"another:{club}")))
            assert ear.next() in (None, {club})
