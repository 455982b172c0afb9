"""A Petit-Jean is nobody: no player of the club, no result, no figure, nobody's opponent, in no filter or archive."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Column, Connection, MetaData, Table, func, insert, select, update

from referee.bundles.zip_file import ClubFile
from referee.game_definition.game import deal_won_tallies
from referee.game_definition.match_course import ReplayedMatch, play
from referee.matches.log import Change
from referee.migrated_application import migrate
from referee.store.clubs.clubs import found_club
from referee.store.database.models import Club, Match, Player, Result, Seat, Tally
from referee.store.database.orm_base import db
from referee.store.database.transactions import turn
from referee.store.evenings import evenings
from referee.store.evenings.evenings import Filters
from referee.store.matches.match_results import tally_rows
from referee.store.matches.matches import Author, append, known_players, load, people_of, start
from referee.store.players.player_statistics import Scope, against, by_game
from referee.store.players.players import change, create, merge, names_now, roll
from referee.store.players.ranking import board, totals
from referee.web.application import MIGRATIONS
from tests.bundles.imports import import_club
from tests.bundles.random_clubs import random_club
from tests.bundles.zips import exported, files_of, packed_again, sealed
from tests.databases import Databases, app_on
from tests.store.database.test_migrations import raise_to
from tests.store.keeping import row_of, setup_for, writing
from tests.store.tables import everything_in

THREE = ("Ana", "Bob", "Chloé", "Petit-Jean")
WON = {"step": "deal", "side": "Ana & Chloé"}


@pytest.fixture
def club_id(app: Flask) -> int:
    with writing(app):
        made = found_club().club.id
        db.session.commit()
    return made


def aluette(club_id: int, players: tuple[str, ...] = THREE, dummies: tuple[str, ...] = ("Petit-Jean",)) -> str:
    """A finished Aluette, won by the first and the third seat; its public id."""
    setup = setup_for("aluette", players, {"petit_jean": list(dummies), "target": 1})
    public_id = start(db.session.get_one(Club, club_id), setup, None).public_id
    stored = load(club_id, public_id)
    assert stored is not None
    won = {"step": "deal", "side": f"{players[0]} & {players[2]}"}
    assert append(stored, [Change(won)], 0, None, Author(None, "")).outcome == "recorded"
    return public_id


def ids(club_id: int) -> dict[str, int]:
    return {player.name: player.id for player in roll(club_id).players.values()}


def test_nobody_of_the_club_sits_at_the_seat_of_a_dummy(app: Flask, club_id: int) -> None:
    with writing(app):
        public_id = aluette(club_id)
        assert sorted(ids(club_id)) == ["Ana", "Bob", "Chloé"]
        assert sorted(known_players(club_id)) == ["Ana", "Bob", "Chloé"]
        stored = load(club_id, public_id)
        assert stored is not None
        assert [seat.number for seat in row_of(stored).seats] == [0, 1, 2]
        assert stored.match.players == list(THREE)
        assert people_of(stored.match) == stored.setup.people == THREE[:3]


def test_a_dummy_has_no_result_and_no_figure_and_is_nobodys_opponent(app: Flask, club_id: int) -> None:
    with writing(app):
        aluette(club_id)
        people, within = roll(club_id), Scope(club_id)
        mine = ids(club_id)
        assert db.session.scalars(select(Result.seat).order_by(Result.seat)).all() == [0, 1, 2]
        assert set(db.session.scalars(select(Tally.player_id))) <= set(mine.values())
        assert totals(within, people) == {mine["Ana"]: (1, 1), mine["Bob"]: (1, 0), mine["Chloé"]: (1, 1)}
        assert [standing.player_id for standing in board(within, people).ranked] == [
            mine["Ana"],
            mine["Chloé"],
            mine["Bob"],
        ]
        assert [opponent.player_id for opponent in against(within, people, mine["Ana"])] == [mine["Bob"]]


def test_a_figure_that_a_game_tells_of_a_dummy_is_not_kept() -> None:
    """Whatever a game's ``tally`` says."""
    setup = setup_for("aluette", THREE, {"petit_jean": ["Petit-Jean"], "target": 1})
    careless = replace(setup.game, tally=lambda table, row: deal_won_tallies(table.players, ()))
    setup = replace(setup, game=careless)
    played = play(setup.game, setup.table, [WON])
    assert isinstance(played, ReplayedMatch)
    assert [row["person"] for row in tally_rows(setup, played)] == list(THREE[:3])


def test_who_is_a_dummy_at_one_table_and_sits_at_another_counts_at_the_other_only(app: Flask, club_id: int) -> None:
    with writing(app):
        aluette(club_id)
        aluette(club_id, ("Ana", "Petit-Jean", "Bob", "Chloé"), dummies=())
        within = Scope(club_id)
        jean = ids(club_id)["Petit-Jean"]
        assert by_game(within, [jean])[0].matches == 1
        found, _ = evenings.evenings(club_id, Filters(player=jean))
        assert len(found) == 1
        third = aluette(club_id, ("Xi", "Yann", "Zoé", "Petit-Jean"))
        sat = select(Match.public_id).join(Seat, Seat.match_id == Match.id).where(Seat.player_id == jean)
        assert third not in db.session.scalars(sat).all()


def test_a_dummy_keeps_nobody_from_being_merged(app: Flask, club_id: int) -> None:
    """At the table were the dummy and Bob: that "Petit-Jean" is another name of Bob's elsewhere is possible."""
    with writing(app):
        aluette(club_id)
        create(club_id, "Petit-Jean")
        assert merge(club_id, ids(club_id)["Petit-Jean"], ids(club_id)["Bob"]) is None


def test_a_rematch_gives_people_their_names_of_today_and_a_dummy_the_same(app: Flask, club_id: int) -> None:
    with writing(app):
        public_id = aluette(club_id)
        assert change(roll(club_id).players[ids(club_id)["Bob"]], "Robert", "", 0) == {}
        stored = load(club_id, public_id)
        assert stored is not None
        names = {"Ana": "Ana", "Bob": "Robert", "Chloé": "Chloé", "Petit-Jean": "Petit-Jean"}
        assert names_now(stored.match, THREE) == names
        assert change(roll(club_id).players[ids(club_id)["Ana"]], "Petit-Jean", "", 0) == {}
        assert names_now(stored.match, THREE) == dict(zip(THREE, THREE))


# Out and in


def as_before(archive: bytes, merged_into: int | None = None, into_it: int | None = None) -> bytes:
    """The archive as an earlier version wrote it: a player "Petit-Jean", who sits in his seat."""
    files = files_of(archive)
    head = json.loads(files["manifest.json"])
    number = len(head["players"]) + 1
    noted = {**head["players"][0], "id": number, "name": "Petit-Jean", "merged_into": merged_into}
    head["players"].append(noted)
    if into_it is not None:
        head["players"][into_it - 1]["merged_into"] = number
    files["manifest.json"] = json.dumps(head).encode()
    for name in [path for path in files if path.startswith("logs/")]:
        log = json.loads(files[name])
        log["seats"] = [number if seat is None else seat for seat in log["seats"]]
        files[name] = json.dumps(log).encode()
    return packed_again(sealed(files))


def test_an_archive_has_nobody_at_the_seat_of_a_dummy_and_comes_in_again(app: Flask, club_id: int) -> None:
    with writing(app):
        public_id = aluette(club_id)
    archive = exported(app, club_id)
    assert json.loads(files_of(archive)[f"logs/{public_id}.json"])["seats"] == [1, 2, 3, None]
    assert b"Petit-Jean" not in files_of(archive)["manifest.json"]
    with app.app_context():
        other, plan = import_club(ClubFile(io.BytesIO(archive)), None)
        assert (plan.new_players, plan.new_matches) == (3, 1)
    assert files_of(exported(app, other))["manifest.json"].count(b'"name"') == 4
    with app.app_context():
        _, again = import_club(ClubFile(io.BytesIO(archive)), club_id)
        assert again.nothing_new


@pytest.mark.parametrize(("merged_into", "into_it"), [(None, None), (2, None), (None, 2)])
def test_an_archive_of_an_earlier_version_comes_in_without_the_player_at_a_dummys_seat(
    app: Flask, club_id: int, merged_into: int | None, into_it: int | None
) -> None:
    with writing(app):
        aluette(club_id)
    with app.app_context():
        archive = as_before(exported(app, club_id), merged_into, into_it)
        other, plan = import_club(ClubFile(io.BytesIO(archive)), None)
        assert plan.new_players == 3
    with app.app_context():
        assert sorted(ids(other)) == ["Ana", "Bob", "Chloé"]
        assert {player.merged_into for player in roll(other).players.values()} == {None}
        assert sorted(name for name, _ in told_results(other)) == ["Ana", "Bob", "Chloé"]


def test_of_an_earlier_archive_who_sat_elsewhere_comes_in(app: Flask, club_id: int) -> None:
    with writing(app):
        aluette(club_id)
        aluette(club_id, ("Ana", "Petit-Jean", "Bob", "Chloé"), dummies=())
    files = files_of(exported(app, club_id))
    head = json.loads(files["manifest.json"])
    number = next(player["id"] for player in head["players"] if player["name"] == "Petit-Jean")
    for name in [path for path in files if path.startswith("logs/")]:
        log = json.loads(files[name])
        log["seats"] = [number if seat is None else seat for seat in log["seats"]]
        files[name] = json.dumps(log).encode()
    with app.app_context():
        other, plan = import_club(ClubFile(io.BytesIO(packed_again(sealed(files)))), None)
        assert plan.new_players == 4
        assert totals(Scope(other), roll(other))[ids(other)["Petit-Jean"]] == (1, 0)


def told_results(club_id: int) -> list[tuple[str, int]]:
    names = {player: name for name, player in ids(club_id).items()}
    rows = db.session.scalars(select(Result).where(Result.club_id == club_id))
    return [(names[row.player_id], row.total) for row in rows]


# What an earlier version wrote


BEFORE = str(ScriptDirectory(str(MIGRATIONS)).get_revision("0006").down_revision)


@pytest.fixture
def older(databases: Databases, tmp_path: Path) -> Iterator[Flask]:
    """The application on the tables of the version before."""
    url = databases.empty()
    with app_on(url, tmp_path) as made:
        raise_to(made, BEFORE)
        yield made
    databases.drop(url)


def tables_of(connection: Connection) -> MetaData:
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata


def carried(source: Flask, target: Flask) -> None:
    """Copy every row, what the older tables have no column for left out."""
    with source.app_context(), db.engine.connect() as connection:
        rows = {table.name: connection.execute(select(table)).mappings().all() for table in db.metadata.sorted_tables}
    with target.app_context(), turn(db.engine), db.engine.begin() as connection:
        tables = tables_of(connection).tables
        for table in db.metadata.sorted_tables:
            if table.name not in tables:
                continue
            columns = [column for column in table.columns if column.name in tables[table.name].columns]
            known = [{column.name: row[column.name] for column in columns} for row in rows[table.name]]
            merged = {row["id"]: row.pop("merged_into") for row in known if "merged_into" in row}
            if known:  # without the defaults of columns that the older table has not
                older_table = Table(table.name, MetaData(), *(Column(one.name, one.type) for one in columns))
                connection.execute(insert(older_table), known)
            if known and connection.dialect.name == "postgresql" and table.name in ("player", "tally"):
                numbers = func.pg_get_serial_sequence(table.name, "id")  # what a migration adds comes behind these
                connection.execute(select(func.setval(numbers, max(row["id"] for row in known))))
            for one, into in merged.items():
                connection.execute(update(table).where(table.c.id == one).values(merged_into=into))


def _next_id(connection: Connection, table: Table) -> int:
    return 1 + (connection.scalar(select(func.max(table.c.id))) or 0)


def noted_as_before(target: Flask) -> None:
    """Add what the version before remembered of dummies: players, seats, results and figures."""
    with target.app_context(), turn(db.engine), db.engine.begin() as connection:
        tables = tables_of(connection).tables
        match, seat, player = (tables[name] for name in ("match", "seat", "player"))
        for row in connection.execute(select(match.c.id, match.c.club_id, match.c.players, match.c.options)).all():
            for name in row.options.get("petit_jean", ()):
                named = select(player.c.id).where(player.c.club_id == row.club_id, player.c.name == name)
                who = connection.scalar(named)
                if who is None:
                    who = _next_id(connection, player)
                    new = {"club_id": row.club_id, "name": name, "mark": "", "colour": 0, "played_at": WHEN}
                    connection.execute(insert(player).values(id=who, **new))
                number = row.players.index(name)
                connection.execute(insert(seat).values(match_id=row.id, number=number, player_id=who))
                _result_as_before(connection, tables, row, number, who)
        first = connection.scalar(select(player.c.id).where(player.c.name == "Zoé"))
        jean = connection.scalar(select(player.c.id).where(player.c.name == "Jean le Petit"))
        connection.execute(player.update().where(player.c.id == first).values(merged_into=jean))


def _taken_up_again(club_id: int) -> None:
    """Two matches with an ``end`` in their logs that stands no more: taken back, and amended by a note."""
    for amendment in (Change(None, 1), Change({"step": "note", "text": "on continue"}, 1)):
        setup = setup_for("bataille-corse", ("Ana", "Bob"), {"target": 2})
        public_id = start(db.session.get_one(Club, club_id), setup, None).public_id
        for appended in (Change(WON_BY_ANA), Change({"step": "end"}), amendment, Change(WON_BY_ANA)):
            stored = load(club_id, public_id)
            assert stored is not None
            assert append(stored, [appended], len(stored.records), None, Author(None, "")).outcome == "recorded"


WON_BY_ANA = {"step": "won", "winner": "Ana"}
WHEN = datetime(2025, 3, 1, 20, tzinfo=UTC)


def _result_as_before(connection: Connection, tables: Any, row: Any, number: int, who: int) -> None:
    result = tables["result"]
    beside = connection.execute(select(result).where(result.c.match_id == row.id).limit(1)).mappings().first()
    if beside is not None:
        connection.execute(insert(result).values({**beside, "seat": number, "player_id": who}))
        tally = {"match_id": row.id, "player_id": who, "figure": "deals-won", "detail": "", "count": 1, "out_of": 2}
        connection.execute(insert(tables["tally"]).values(id=_next_id(connection, tables["tally"]), **tally))


def test_what_an_earlier_version_wrote_is_brought_in_line(app: Flask, older: Flask) -> None:
    """Every row is then what this version would have written, of whole matches and short ones, people and dummies."""
    club_id = random_club(app, Random(8), 15)
    with writing(app):
        aluette(club_id)
        aluette(club_id, ("Ana", "Bob", "Zoé", "Jean le Petit"), ("Jean le Petit",))
        aluette(club_id, ("Ana", "Petit-Jean", "Bob", "Chloé"), ("Bob",))
        _taken_up_again(club_id)
        going_on = setup_for("aluette", ("Xi", "Ana", "Bob", "Wen"), {"petit_jean": ["Wen"]})
        start(db.session.get_one(Club, club_id), going_on, None)
        wholes = set(db.session.scalars(select(Result.whole)))
        assert wholes == {True, False}
    carried(app, older)
    noted_as_before(older)
    with older.app_context():
        names = set(db.session.scalars(select(Player.name)))
        assert {"Petit-Jean", "Jean le Petit", "Wen"} <= names
    migrate(older)
    with writing(app):
        db.session.execute(update(Match).values(mark=""))  # that of a log comes with its next record
        db.session.execute(update(Player).values(parted_from=None))  # the older tables have no such column
        db.session.commit()
    assert everything_in(older) == everything_in(app)
