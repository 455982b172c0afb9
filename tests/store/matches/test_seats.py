"""Who joins a match sits in it as a player of the club, and only as long as the log says so."""

import io
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.zip_file import ClubFile
from referee.matches.log import Change
from referee.store.database.models import Club, Match, Player, Result, Seat, StandIn
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import delete_match, restore_match
from referee.store.matches.match_results import rebuild, replay_of_rows
from referee.store.matches.matches import start
from referee.store.matches.seating.seats import players_by_seat
from referee.store.matches.stored_match import load, log_of, setup_of
from referee.store.players.player_statistics import Scope, by_game, figures
from referee.store.players.players import archive, change, create, merge, names_now, player_register
from tests.bundles.imports import import_club
from tests.bundles.zips import exported
from tests.databases import Databases, app_on
from tests.store.keeping import ONE_CARD, TWO_CARDS, Keeper, at_once, note, setup_for, writing
from tests.store.tables import everything_in

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
    for entry in changes:
        assert keeper.record(entry).outcome == "recorded", entry


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
        assert players_by_seat([match.id]) == {
            match.id: [(0, 1), (1, 2), (2, 3), (3, player(keeper.club_id, "Zoé").id)]
        }


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
    before = keeper.everything(), seats(app, keeper.match)
    done = keeper.record(GONE)
    assert done.refusal is not None
    assert (done.refusal.index, [(violation.article, violation.field) for violation in done.refusal.violations]) == (
        0,
        [("match.entry", "points.Zoé")],
    )
    assert (keeper.everything(), seats(app, keeper.match)) == before


# Who stands in


def relay(player: str, by: str | None, amends: int | None = None) -> Change:
    return Change({"step": "relay", "player": player, "by": by}, amends)


ROUND = deal(Ana=9, Bob=0, Chloé=0)


def stand_ins(app: Flask) -> list[tuple[str, str]]:
    """Who ever stands in: the name in the log, and what they are called in the club now."""
    with app.app_context():
        query = select(StandIn.name, Player.name).join(Player, Player.id == StandIn.player_id).order_by(StandIn.name)
        return [tuple(row) for row in db.session.execute(query)]


def called(app: Flask, club_id: int) -> list[str]:
    with app.app_context():
        return [player.name for player in player_register(club_id).players.values()]


def test_who_stands_in_is_a_player_of_the_club_from_that_moment(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoé"))
    assert (seats(app, keeper.match), stand_ins(app)) == (list(THREE), [("Zoé", "Zoé")])
    assert called(app, keeper.club_id) == [*THREE, "Zoé"]


def test_an_evening_names_who_came_later_once(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoé"), joins("Yann"), relay("Ana", None), joins("Zoé"), relay("Bob", "Abel"))
    with app.app_context():
        match = db.session.scalars(select(Match)).one()
        came = [
            db.session.get_one(Player, who).name for number, who in players_by_seat([match.id])[match.id] if number >= 3
        ]
        assert list(dict.fromkeys(came)) == ["Yann", "Zoé", "Abel"]


def test_undo_takes_the_stand_in_back_and_leaves_the_player(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoé"))
    keeper.undo()
    assert stand_ins(app) == []
    assert called(app, keeper.club_id) == [*THREE, "Zoé"]


@pytest.mark.parametrize(
    ("log", "who"),
    [
        ((relay("Ana", "Zoé"), ROUND), "Zoé"),
        ((ROUND, relay("Ana", "Zoé"), ROUND), "Ana"),
        ((ROUND, relay("Ana", "Zoé"), ROUND, ROUND), "Zoé"),
        ((relay("Ana", "Zoé"), ROUND, relay("Ana", "Yann"), ROUND, relay("Ana", None), ROUND), "Ana"),
        ((ROUND, relay("Ana", "Zoé")), "Ana"),
        # A seat of one's own goes before any other.
        ((relay("Ana", "Zoé"), ROUND, ROUND, relay("Ana", None), joins("Zoé")), "Ana"),
    ],
)
def test_a_place_is_whose_who_played_more_than_half_of_the_deals(
    app: Flask, keeper: Keeper, log: tuple[Change, ...], who: str
) -> None:
    recorded(keeper, *log, END)
    assert results(app)[0][0] == who
    assert [name for name, *_ in results(app)][1:3] == ["Bob", "Chloé"]


def test_who_stood_in_and_joins_is_one_player(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoé"), ROUND, relay("Ana", None), joins("Zoé"))
    assert (seats(app, keeper.match), stand_ins(app)) == ([*THREE, "Zoé"], [("Zoé", "Zoé")])
    keeper.undo()
    assert (seats(app, keeper.match), stand_ins(app)) == (list(THREE), [("Zoé", "Zoé")])


def test_a_stand_in_follows_the_correction_of_the_name_and_so_does_the_place(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoe"), ROUND, END)
    assert keeper.record(relay("Ana", "Zoé", 0)).outcome == "recorded"
    assert stand_ins(app) == [("Zoé", "Zoé")]
    assert results(app)[0][0] == "Zoé"
    assert keeper.record(GONE).outcome == "recorded"
    assert (stand_ins(app), results(app)[0][0]) == ([], "Ana")


def test_who_stands_in_stays_the_one_they_are_and_never_another_who_is_there(app: Flask, keeper: Keeper) -> None:
    with writing(app):
        assert change(player(keeper.club_id, "Ana"), "Zoé", "", 0) == {}
    recorded(keeper, relay("Bob", "Zoé"))
    assert stand_ins(app) == [("Zoé", "Zoé (2)")]
    with writing(app):
        assert change(player(keeper.club_id, "Zoé (2)"), "Zoé B.", "", 0) == {}
    recorded(keeper, ROUND, END)
    assert [name for name, *_ in results(app)] == ["Zoé", "Zoé B.", "Chloé"]


def test_two_of_whom_one_stood_in_at_the_others_table_are_two_people(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Bob", "Zoé"))
    with writing(app):
        ana, bob, zoe = (player(keeper.club_id, name).id for name in ("Ana", "Bob", "Zoé"))
        assert merge(keeper.club_id, zoe, ana) is not None
        assert merge(keeper.club_id, bob, zoe) is not None


def test_who_was_counted_as_somebody_at_the_table_and_stands_in_is_another(app: Flask, keeper: Keeper) -> None:
    with writing(app):
        create(keeper.club_id, "Zoé")
        zoe = player(keeper.club_id, "Zoé").id
        assert merge(keeper.club_id, zoe, player(keeper.club_id, "Ana").id) is None
    recorded(keeper, relay("Bob", "Zoé"))
    with app.app_context():
        assert player_register(keeper.club_id).root(zoe) == zoe


def test_figures_of_a_deal_are_whose_who_played_it(app: Flask) -> None:
    keeper = Keeper(app, "ascenseur")
    recorded(keeper, *map(Change, ONE_CARD), relay("Ana", "Zoé"), *map(Change, TWO_CARDS), END)
    with app.app_context():
        people, within = player_register(keeper.club_id), Scope(keeper.club_id, "ascenseur")
        made = {
            player.name: figures(within, people.group(player.id)).get("bids-made") for player in people.players.values()
        }
        assert (made["Ana"], made["Zoé"]) == ({"1": (0, 1)}, {"2": (0, 1)})
        assert [line.matches for line in by_game(within, people.group(player(keeper.club_id, "Zoé").id))] == []
        assert figures(Scope(keeper.club_id, "barbu"), people.group(player(keeper.club_id, "Zoé").id)) == {}


# Who that is in the club


def test_who_is_known_in_the_club_joins_as_the_one_they_are(app: Flask, keeper: Keeper) -> None:
    with writing(app):
        create(keeper.club_id, "Zoé")
        archive(player(keeper.club_id, "Zoé"))
    recorded(keeper, joins("Zoé"))
    with app.app_context():
        assert player(keeper.club_id, "Zoé").archived_at is None
        assert len(player_register(keeper.club_id).players) == 4


def test_who_joined_stays_the_one_they_are_whatever_they_are_called_later(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zoé"))
    with writing(app):
        assert change(player(keeper.club_id, "Zoé"), "Zoé B.", "", 0) == {}
    recorded(keeper, joins("Yann"), deal(Ana=0, Bob=0, Chloé=0, Zoé=5, Yann=1), END)
    assert seats(app, keeper.match) == [*THREE, "Zoé B.", "Yann"]
    with app.app_context():
        stored = load(keeper.club_id, keeper.match)
        assert stored is not None
        names = stored.replay.state.table.players
        assert names_now(stored.club_id, stored.id, names) == {
            **{name: name for name in THREE},
            "Zoé": "Zoé B.",
            "Yann": "Yann",
        }


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
        assert player_register(keeper.club_id).root(bobby) == bobby
    with writing(app):
        assert merge(keeper.club_id, bobby, bob) is not None


def test_who_joined_and_was_counted_as_another_brings_that_one_the_result(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, joins("Zo"), deal(Ana=0, Bob=0, Chloé=0, Zo=5), END)
    with writing(app):
        create(keeper.club_id, "Zoé")
        zo, zoe = player(keeper.club_id, "Zo").id, player(keeper.club_id, "Zoé").id
        assert merge(keeper.club_id, zo, zoe) is None
        assert [line.wins for line in by_game(Scope(keeper.club_id), player_register(keeper.club_id).group(zoe))] == [1]


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
        relay("Chloé", "Yann"),
        deal(Ana=1, Bob=0, Chloé=2, Zoé=3),
        leaves("Ana"),
        END,
    )


def test_a_match_thrown_away_comes_back_with_all_its_seats(app: Flask, keeper: Keeper) -> None:
    finished(keeper)
    before = everything_in(app)
    with writing(app):
        match = db.session.scalars(select(Match)).one()
        delete_match(match)
        assert results(app) == []
        restore_match(match)
    assert everything_in(app) == before


def test_what_is_made_again_from_the_log_is_the_same(app: Flask, keeper: Keeper) -> None:
    finished(keeper)
    before = everything_in(app)
    with writing(app):
        match = db.session.scalars(select(Match)).one()
        rebuild(match, replay_of_rows(match, setup_of(match), log_of(match)))
        db.session.commit()
    assert everything_in(app) == before


def test_an_archive_carries_them_into_an_empty_installation(
    app: Flask, keeper: Keeper, databases: Databases, tmp_path: Path
) -> None:
    finished(keeper)
    archived = exported(app, keeper.club_id)
    url = databases.migrated()
    with app_on(url, tmp_path / "other") as other:
        imported(other, archived, None)
        assert everything_in(other) == everything_in(app)
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
    assert imported(app, archived, keeper.club_id) == (1, 1, 0)
    assert seats(app, keeper.match) == [*THREE, "Yann"]
    assert seats(app, other) == ["Zoé", "Dan"]


def test_an_archive_of_before_stand_ins_were_people_brings_them_by_their_names(
    app: Flask, keeper: Keeper, databases: Databases, tmp_path: Path
) -> None:
    recorded(keeper, relay("Ana", "Zoé"), ROUND, END)
    with writing(app):
        db.session.delete(player(keeper.club_id, "Zoé"))  # and with it what says who stood in
        db.session.commit()
    archived = exported(app, keeper.club_id)
    url = databases.migrated()
    with app_on(url, tmp_path / "other") as other:
        imported(other, archived, None)
        assert (stand_ins(other), results(other)[0][0]) == ([("Zoé", "Zoé")], "Zoé")
        with other.app_context():
            match = db.session.scalars(select(Match)).one()
            assert player(match.club_id, "Zoé").played_at == match.created_at
    databases.drop(url)


def test_who_stood_in_is_recognised_whatever_they_are_called_by_now(app: Flask, keeper: Keeper) -> None:
    recorded(keeper, relay("Ana", "Zoé"), ROUND, END)
    archived = exported(app, keeper.club_id)
    with writing(app):
        assert change(player(keeper.club_id, "Zoé"), "Zoé B.", "", 0) == {}
    assert imported(app, archived, keeper.club_id) == (0, 1, 0)
    assert called(app, keeper.club_id) == [*THREE, "Zoé B."]


def imported(app: Flask, archived: bytes, club_id: int | None) -> tuple[int, int, int]:
    """New matches, known ones, conflicts."""
    with app.app_context():
        _, plan = import_club(ClubFile(io.BytesIO(archived)), club_id)
    return plan.new_matches, plan.unchanged, len(plan.conflicts)
