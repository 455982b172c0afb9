"""Who joins a match sits in it as a player of the club, and only as long as the log says so."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from referee.archive.club_file import ClubFile
from referee.archive.export import export_club
from referee.archive.load import import_club
from referee.matches.log import Change
from referee.store.club.players import archive, change, create, merge, names_now, roll
from referee.store.history.derived_rows import rebuild, replayed
from referee.store.history.player_statistics import Scope, by_game
from referee.store.match.evenings import delete_match, restore_match
from referee.store.match.matches import load, log_of, setup_of, start
from referee.store.match.seats import joined_later
from referee.store.models import Club, Match, Player, Result, Seat
from referee.store.orm_base import db
from tests.databases import Databases, app_on
from tests.store.keeping import Keeper, at_once, note, setup_for, writing
from tests.store.tables import told

THREE = ("Ana", "Bob", "Chloé")


def deal(**points: int) -> Change:
    return Change({"step": "points", "points": points})


def joins(player: str, amends: int | None = None, **points: int) -> Change:
    return Change({"step": "joins", "player": player, **points}, amends)


def leaves(player: str) -> Change:
    return Change({"step": "leaves", "player": player})


END = Change({"step": "end"})
GONE = Change(None, 0)


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    return Keeper(app, "feuille-libre", THREE)


def recorded(keeper: Keeper, *changes: Change) -> None:
    for one in changes:
        assert keeper.record(one).outcome == "recorded", one


def seats(app: Flask, match: str) -> list[str]:
    """Who sits there, by what they are called in the club now."""
    with app.app_context():
        query = select(Player.name).join(Seat, Seat.player_id == Player.id).join(Match, Match.id == Seat.match_id)
        return list(db.session.scalars(query.where(Match.public_id == match).order_by(Seat.number)))


def results(app: Flask) -> list[tuple[str, int, int, int, bool]]:
    """Of everybody who sat there: name now, total, place, places, won."""
    with app.app_context():
        query = select(Player.name, Result.total, Result.place, Result.places, Result.won)
        rows = db.session.execute(query.join(Player, Player.id == Result.player_id).order_by(Result.seat))
        return [tuple(row) for row in rows]


def player(club_id: int, name: str) -> Player:
    return db.session.scalars(select(Player).where(Player.club_id == club_id, Player.name == name)).one()


# Along the log


def test_who_joins_is_a_player_of_the_club_and_has_a_seat(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"))
    assert seats(app, keeper.match) == [*THREE, "Zoé"]
    with app.app_context():
        match = db.session.scalars(select(Match)).one()
        assert match.players == list(THREE)
        assert joined_later([match.id]) == {match.id: ["Zoé"]}


def test_at_the_end_everybody_has_a_result_who_left_behind_who_stayed(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, deal(Ana=1, Bob=9, Chloé=5), leaves("Bob"), joins("Zoé", points=7), deal(Ana=1, Chloé=2, Zoé=3))
    assert results(app) == []
    recorded(keeper, END)
    assert results(app) == [
        ("Ana", 2, 3, 4, False),
        ("Bob", 9, 4, 4, False),
        ("Chloé", 7, 2, 4, False),
        ("Zoé", 10, 1, 4, True),
    ]


def test_undo_takes_the_seat_back_and_the_result(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, deal(Ana=1, Bob=2, Chloé=3), joins("Zoé", points=9))
    keeper.undo()
    assert seats(app, keeper.match) == list(THREE)
    recorded(keeper, END)
    assert [name for name, *_ in results(app)] == list(THREE)
    keeper.undo()
    recorded(keeper, joins("Zoé", points=9), END)
    assert results(app)[3] == ("Zoé", 9, 1, 4, True)


def test_a_seat_follows_the_correction_of_the_name(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoe", points=4), deal(Ana=1, Bob=2, Chloé=3, Zoe=0))
    corrected = joins("Zoé", 0, points=4), Change({"step": "points", "points": dict(zip((*THREE, "Zoé"), range(4)))}, 1)
    assert keeper.record(*corrected).outcome == "recorded"
    recorded(keeper, END)
    assert seats(app, keeper.match) == [*THREE, "Zoé"]
    assert results(app)[3] == ("Zoé", 7, 1, 4, True)


def test_a_finished_match_loses_and_finds_a_player_by_a_correction(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"), joins("Yann"), leaves("Zoé"), deal(Ana=1, Bob=2, Chloé=3, Yann=4), END)
    assert [name for name, *_ in results(app)] == [*THREE, "Zoé", "Yann"]
    assert keeper.record(GONE, Change(None, 2)).outcome == "recorded"
    assert seats(app, keeper.match) == [*THREE, "Yann"]
    assert results(app)[3] == ("Yann", 4, 1, 4, True)
    keeper.undo()
    assert seats(app, keeper.match) == [*THREE, "Zoé", "Yann"]
    assert results(app)[3:] == [("Zoé", 0, 5, 5, False), ("Yann", 4, 1, 5, True)]


def test_a_join_on_which_later_entries_depend_is_not_taken_back(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"), deal(Ana=1, Bob=2, Chloé=3, Zoé=4))
    before = keeper.seen(), seats(app, keeper.match)
    done = keeper.record(GONE)
    assert done.refused is not None
    assert (done.refused.index, [(one.article, one.field) for one in done.refused.violations]) == (
        0,
        [("match.entry", "points.Zoé")],
    )
    assert (keeper.seen(), seats(app, keeper.match)) == before


def test_a_stand_in_is_nobody_of_the_club(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, Change({"step": "relay", "player": "Ana", "by": "Zoé"}), deal(Ana=9, Bob=0, Chloé=0), END)
    assert seats(app, keeper.match) == list(THREE)
    assert results(app)[0] == ("Ana", 9, 1, 3, True)
    with app.app_context():
        assert [one.name for one in roll(keeper.club_id).players.values()] == list(THREE)


# Who that is in the club


def test_who_is_known_in_the_club_joins_as_the_one_they_are(app: Flask, keeper: Keeper) -> None:
    with writing(app):
        create(keeper.club_id, "Zoé")
        archive(player(keeper.club_id, "Zoé"))
    recorded(keeper, joins("Zoé"))
    with app.app_context():
        assert player(keeper.club_id, "Zoé").archived_at is None
        assert len(roll(keeper.club_id).players) == 4


def test_who_joined_stays_the_one_they_are_whatever_they_are_called_later(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"))
    with writing(app):
        assert change(player(keeper.club_id, "Zoé"), "Zoé B.", "", 0) == {}
    recorded(keeper, joins("Yann"), deal(Ana=0, Bob=0, Chloé=0, Zoé=5, Yann=1), END)
    assert seats(app, keeper.match) == [*THREE, "Zoé B.", "Yann"]
    with app.app_context():
        kept = load(keeper.club_id, keeper.match)
        assert kept is not None
        names = kept.replayed[1].state.table.players
        assert names_now(kept.match, names) == {**{name: name for name in THREE}, "Zoé": "Zoé B.", "Yann": "Yann"}


def test_nobody_has_two_seats_under_an_old_name_and_a_new_one(app: Flask, keeper: Keeper) -> None:
    with writing(app):
        assert change(player(keeper.club_id, "Ana"), "Anne", "", 0) == {}
    recorded(keeper, joins("Anne"))
    assert seats(app, keeper.match) == ["Anne", "Bob", "Chloé", "Anne (2)"]


@pytest.mark.parametrize(("sits", "comes"), [("Bobby", "Bob"), ("Bob", "Bobby")])
def test_two_counted_as_one_who_sit_at_one_table_are_two_again(app: Flask, sits: str, comes: str) -> None:
    keeper = Keeper(app, "feuille-libre", ("Ana", sits))
    with writing(app):
        create(keeper.club_id, comes)
        bobby, bob = player(keeper.club_id, "Bobby").id, player(keeper.club_id, "Bob").id
        assert merge(keeper.club_id, bobby, bob) is None
    recorded(keeper, joins(comes))
    with app.app_context():
        assert roll(keeper.club_id).root(bobby) == bobby
    with writing(app):
        assert merge(keeper.club_id, bobby, bob) is not None


def test_who_joined_and_was_counted_as_another_brings_that_one_the_result(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zo"), deal(Ana=0, Bob=0, Chloé=0, Zo=5), END)
    with writing(app):
        create(keeper.club_id, "Zoé")
        zo, zoe = player(keeper.club_id, "Zo").id, player(keeper.club_id, "Zoé").id
        assert merge(keeper.club_id, zo, zoe) is None
        assert [one.wins for one in by_game(Scope(keeper.club_id), roll(keeper.club_id).group(zoe))] == [1]


def test_two_tables_that_somebody_joins_at_once_have_the_same_player(app: Flask, keeper: Keeper) -> None:
    tables = [keeper, *(Keeper(app, "feuille-libre", ("Dan", "Éric")) for _ in range(3))]
    for other in tables[1:]:
        with writing(app):
            club = db.session.get_one(Club, keeper.club_id)
            other.club_id, other.match = club.id, start(club, setup_for("feuille-libre", THREE), None).public_id
    done = at_once(lambda number: tables[number].record(joins("Zoé")).outcome, threads=len(tables))
    assert done == ["recorded"] * len(tables)
    with app.app_context():
        zoe = player(keeper.club_id, "Zoé").id
        assert list(db.session.scalars(select(Seat.player_id).where(Seat.number == len(THREE)))) == [zoe] * len(tables)


# Thrown away, brought back, made again, carried away


def finished(keeper: Keeper) -> None:
    recorded(
        keeper,
        deal(Ana=1, Bob=9, Chloé=5),
        leaves("Bob"),
        joins("Zoé", points=7),
        note("tard"),
        joins("Bob"),
        deal(Ana=1, Bob=0, Chloé=2, Zoé=3),
        leaves("Ana"),
        END,
    )


def test_a_match_thrown_away_comes_back_with_all_its_seats(app: Flask, keeper: Keeper) -> None:
    finished(keeper)
    before = told(app)
    with writing(app):
        match = db.session.scalars(select(Match)).one()
        delete_match(match)
        assert results(app) == []
        restore_match(match)
    assert told(app) == before


def test_what_is_made_again_from_the_log_is_the_same(app: Flask, keeper: Keeper) -> None:
    finished(keeper)
    before = told(app)
    with writing(app):
        match = db.session.scalars(select(Match)).one()
        rebuild(match, replayed(match, setup_of(match), log_of(match)))
        db.session.commit()
    assert told(app) == before


def test_an_archive_carries_them_into_an_empty_installation(
    app: Flask, keeper: Keeper, databases: Databases, tmp_path: Path
) -> None:
    finished(keeper)
    archived = exported(app, keeper.club_id)
    url = databases.migrated()
    with app_on(url, tmp_path / "other") as other:
        imported(other, archived, None)
        assert told(other) == told(app)
    databases.drop(url)
    assert imported(app, archived, keeper.club_id) == (0, 1, 0)


def test_who_joined_here_is_not_taken_for_who_joined_there(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"))
    with writing(app):
        club = db.session.get_one(Club, keeper.club_id)
        other = start(club, setup_for("feuille-libre", ("Zoé", "Dan")), None).public_id
    archived = exported(app, keeper.club_id)
    keeper.undo()
    recorded(keeper, joins("Yann"))
    with writing(app):
        db.session.delete(db.session.scalars(select(Match).where(Match.public_id == other)).one())
        db.session.commit()
    assert imported(app, archived, keeper.club_id) == (1, 0, 1)
    assert seats(app, keeper.match) == [*THREE, "Yann"]
    assert seats(app, other) == ["Zoé", "Dan"]


def exported(app: Flask, club_id: int) -> bytes:
    stream = io.BytesIO()
    with app.app_context():
        export_club(club_id, stream)
    return stream.getvalue()


def imported(app: Flask, archived: bytes, club_id: int | None) -> tuple[int, int, int]:
    """New matches, known ones, conflicts."""
    with app.app_context():
        _, plan = import_club(ClubFile(io.BytesIO(archived)), club_id)
    return len(plan.new_matches), plan.unchanged, len(plan.conflicts)
