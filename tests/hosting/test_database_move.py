"""A running club moves from SQLite to PostgreSQL and back: the phones at the table notice nothing but the stop."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import String, cast, select, text, update

from referee.commands.command_line import main
from referee.matches.log import Change
from referee.migrated_application import migrate
from referee.settings import settings_from
from referee.store.clubs.clubs import KEEPER
from referee.store.clubs.links import invite
from referee.store.database import transactions
from referee.store.database.models import Club, Match, Player
from referee.store.database.orm_base import db
from referee.store.matches.matches import start
from referee.store.matches.stored_match import is_readable
from tests.bundles.test_load import recorded_club
from tests.databases import PostgresDatabases, app_on, place_migrated
from tests.running import RunningServer
from tests.server.sockets import Browser
from tests.store.keeping import ONE_CARD, Keeper, count_of, note, setup_for, writing
from tests.store.tables import everything_in

Said = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder that the commands find."""
    for name in ("DATABASE_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    settings_from()
    return tmp_path / "data"


@pytest.fixture
def club(data: Path) -> Iterator[Flask]:
    """Clubs with corrections, merged players, links and a match of before."""
    place_migrated(data / "referee.sqlite3")
    with app_on(settings_from().database_url, data) as app:
        recorded_club(app, 1)
        keeper = Keeper(app)
        for change in (note("before"), *map(Change, ONE_CARD), Change({"step": "end"})):
            keeper.record(change)
        with app.app_context():
            own = select(Player.id).where(Player.club_id == keeper.club_id).order_by(Player.id)
            first, *_, last = db.session.scalars(own).all()
            with transactions.writing():  # the row that is referred to comes later
                db.session.execute(update(Player).where(Player.id == first).values(merged_into=last))
            invite(db.session.get_one(Club, keeper.club_id), KEEPER)
        yield app


def all_rows(app: Flask) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, ids and keys too."""
    with app.app_context(), db.engine.connect() as connection:
        tables = db.metadata.sorted_tables
        return {table.name: sorted(map(tuple, connection.execute(select(table))), key=repr) for table in tables}


def test_every_row_goes_along_and_everything_goes_on(
    club: Flask, data: Path, postgres: PostgresDatabases, capsys: Said
) -> None:
    before = all_rows(club)
    filled = ("club", "device", "entry", "invitation", "membership", "result", "tally", "evening", "seat")
    assert [name for name in filled if not before[name]] == []
    assert any(player.merged_into for player in rows_of(club))
    with club.app_context():
        db.engine.dispose()
    url = postgres.empty()
    assert main(["move", url, "--lang", "en"]) == 0
    assert f"{sum(map(len, before.values()))} rows copied" in capsys.readouterr().out
    with app_on(url, data) as there:
        assert all_rows(there) == before
        with writing(there):
            stored = db.session.scalars(select(Club).order_by(Club.id)).first()
            assert stored is not None
            assert start(stored, setup_for(), None).id > max(row[0] for row in before["match"])  # type: ignore[type-var]
    postgres.drop(url)


def test_a_damaged_match_goes_along_as_it_is(
    club: Flask, data: Path, postgres: PostgresDatabases, capsys: Said
) -> None:
    with club.app_context():
        ids = [match.id for match in db.session.scalars(select(Match).order_by(Match.id).limit(3))]
        damages = zip(ids, ("players = '[broken'", "options = '[7]'", "teams = '{\"a\": 1}'"), strict=True)
        with transactions.writing():
            for match_id, damage in damages:
                db.session.execute(text(f"UPDATE match SET {damage} WHERE id = {match_id}"))
        db.engine.dispose()
    url = postgres.empty()
    assert main(["move", url, "--lang", "en"]) == 0
    with app_on(url, data) as there, there.app_context():
        columns = select(cast(Match.players, String), cast(Match.options, String), cast(Match.teams, String))
        stored = list(db.session.execute(columns.where(Match.id.in_(ids)).order_by(Match.id)))
        readable = [is_readable(match) for match in db.session.scalars(select(Match).order_by(Match.id))]
    assert (stored[0][0], stored[1][1], stored[2][2]) == ('"[broken"', "[7]", '{"a": 1}')
    assert (readable[:3], set(readable[3:])) == ([False] * 3, {True})
    postgres.drop(url)


def test_a_moment_that_cannot_be_read_goes_nowhere(
    club: Flask, data: Path, postgres: PostgresDatabases, capsys: Said
) -> None:
    with club.app_context():
        with transactions.writing():
            db.session.execute(text("UPDATE match SET created_at = 'Friday' WHERE id = 2"))
        db.engine.dispose()
    url = postgres.empty()
    assert main(["move", url, "--lang", "en"]) == 2
    assert "match 2, created_at" in capsys.readouterr().err
    with app_on(url, data) as there, there.app_context():
        assert rows_of(there) == []
    postgres.drop(url)


def rows_of(app: Flask) -> list[Player]:
    with app.app_context():
        return list(db.session.scalars(select(Player)))


@pytest.mark.thorough
def test_the_phone_at_the_table_goes_on_there_and_back_again(
    data: Path, postgres: PostgresDatabases, capsys: Said
) -> None:
    url, back = postgres.empty(), data / "back.sqlite3"
    with RunningServer(data) as server, Browser(server.port) as phone:
        match = phone.new_match()
        recorded(phone, match, "on SQLite", 0)
        cookies = dict(phone.cookies)
        assert main(["move", url, "--lang", "en"]) == 2
        assert "still running" in capsys.readouterr().err
    assert main(["move", url]) == 0
    with RunningServer(data, DATABASE_URL=url) as server, Browser(server.port) as phone:
        phone.cookies.update(cookies)
        recorded(phone, match, "on PostgreSQL", 1)
        cookies = dict(phone.cookies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        assert main(["move", f"sqlite:///{back}"]) == 0
    with RunningServer(data, DATABASE_URL=f"sqlite:///{back}") as server, Browser(server.port) as phone:
        phone.cookies.update(cookies)
        recorded(phone, match, "and back", 2)
        page = phone.open(f"{match}/log").page
    assert [word in page for word in ("on SQLite", "on PostgreSQL", "and back")] == [True] * 3
    postgres.drop(url)


def recorded(phone: Browser, match: str, words: str, length: int) -> None:
    """Record a note, as the page's form does."""
    assert phone.open(match).status == 200
    form = [("step", "note"), ("text", words), ("expected", str(length))]
    answer = phone.send(f"{match}/entries", form)
    assert answer.status == 303, answer.page


@pytest.mark.parametrize("given", ["sqlite:///%s/l'autre base.sqlite3", "sqlite:///other.sqlite3"])
def test_the_printed_address_works_as_it_is_pasted(
    club: Flask, data: Path, tmp_path: Path, capsys: Said, given: str
) -> None:
    with club.app_context():
        db.engine.dispose()
    assert main(["move", given % tmp_path if "%s" in given else given, "--lang", "en"]) == 0
    line = capsys.readouterr().out.splitlines()[-1].strip()
    assert line.startswith("DATABASE_URL=")
    call = f"cd / && {line} {shlex.quote(sys.executable)} -m referee clubs --lang en"
    listed = subprocess.run(call, shell=True, check=True, capture_output=True, text=True, timeout=90).stdout
    assert len(listed.splitlines()) == len(all_rows(club)["club"])


def test_an_address_with_a_password_is_not_printed(
    club: Flask, data: Path, postgres: PostgresDatabases, capsys: Said
) -> None:
    with club.app_context():
        db.engine.dispose()
    url = postgres.empty()
    scheme, _, rest = url.partition("://")
    user, at, place = rest.rpartition("@")
    secret = f"{scheme}://{user.partition(':')[0]}:pass-word{at}{place}" if at else url
    assert main(["move", secret, "--lang", "en"]) == 0
    assert "pass-word" not in capsys.readouterr().out
    postgres.drop(url)


def test_a_database_with_a_club_in_it_is_left_alone(club: Flask, data: Path, tmp_path: Path, capsys: Said) -> None:
    with club.app_context():
        db.engine.dispose()
    target = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert main(["move", target, "--lang", "en"]) == 0
    with app_on(target, data) as there:
        before = everything_in(there)
    assert main(["move", target, "--lang", "en"]) == 2
    assert "not empty" in capsys.readouterr().err
    with app_on(target, data) as there:
        assert everything_in(there) == before


def test_rows_that_do_not_arrive_undo_it(club: Flask, data: Path, tmp_path: Path, capsys: Said) -> None:
    with club.app_context():
        db.engine.dispose()
    path = tmp_path / "other.sqlite3"
    with app_on(f"sqlite:///{path}", data) as there:
        migrate(there)
        with there.app_context(), db.engine.begin() as connection:
            connection.execute(text("CREATE TRIGGER lose AFTER INSERT ON entry BEGIN DELETE FROM entry; END"))
    assert main(["move", f"sqlite:///{path}", "--lang", "en"]) == 2
    assert "Rows are missing" in capsys.readouterr().err
    with app_on(f"sqlite:///{path}", data) as there:
        assert count_of(there, Match) == 0


def test_nothing_and_the_same_are_said(data: Path, capsys: Said) -> None:
    assert main(["move", "sqlite:///other.sqlite3", "--lang", "en"]) == 2
    assert "nothing to save" in capsys.readouterr().err
    (data / "referee.sqlite3").touch()
    assert main(["move", f"sqlite:///{data / 'referee.sqlite3'}", "--lang", "en"]) == 2
    assert "the same database" in capsys.readouterr().err
