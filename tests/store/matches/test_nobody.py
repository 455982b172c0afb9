"""A Petit-Jean is nobody: no player of the club, no result, no figure, nobody's opponent, in no filter or archive."""

import io
import json
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.zip_file import ClubFile
from referee.game_definition.figures import deals_won_tally
from referee.game_definition.game import Outcome
from referee.game_definition.match_course import ReplayedMatch, play
from referee.game_definition.state import Answer, State
from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, Match, Result, Seat, TallyRow
from referee.store.database.orm_base import db
from referee.store.evenings.evenings import Filters
from referee.store.matches.match_results import tally_rows
from referee.store.matches.matches import Author, append, known_players, people_of, start
from referee.store.matches.stored_match import load
from referee.store.players.player_statistics import Scope, against, by_game
from referee.store.players.players import change, create, merge, names_now, player_register
from referee.store.players.ranking import matches_and_wins, rank_players
from tests.bundles.imports import import_club
from tests.bundles.zips import exported, files_of, packed_again, sealed
from tests.store.evenings.listed_evenings import listed_evenings
from tests.store.keeping import row_of, setup_for, writing

THREE = ("Ana", "Bob", "Chloé", "Petit-Jean")
WON = {"step": "deal", "side": "Ana & Chloé"}


@pytest.fixture
def club_id(app: Flask) -> int:
    with writing(app):
        made = create_owned_club().club.id
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
    return {player.name: player.id for player in player_register(club_id).players.values()}


def test_nobody_of_the_club_sits_at_the_seat_of_a_dummy(app: Flask, club_id: int) -> None:
    with writing(app):
        public_id = aluette(club_id)
        assert sorted(ids(club_id)) == ["Ana", "Bob", "Chloé"]
        assert sorted(known_players(club_id)) == ["Ana", "Bob", "Chloé"]
        stored = load(club_id, public_id)
        assert stored is not None
        assert [seat.number for seat in row_of(stored).seats] == [0, 1, 2]
        assert stored.players == list(THREE)
        assert people_of(stored) == stored.setup.people == THREE[:3]


def test_a_dummy_has_no_result_and_no_figure_and_is_nobodys_opponent(app: Flask, club_id: int) -> None:
    with writing(app):
        aluette(club_id)
        people, within = player_register(club_id), Scope(club_id)
        mine = ids(club_id)
        assert db.session.scalars(select(Result.seat).order_by(Result.seat)).all() == [0, 1, 2]
        assert set(db.session.scalars(select(TallyRow.player_id))) <= set(mine.values())
        assert matches_and_wins(within, people) == {mine["Ana"]: (1, 1), mine["Bob"]: (1, 0), mine["Chloé"]: (1, 1)}
        assert [standing.player_id for standing in rank_players(within, people).ranked] == [
            mine["Ana"],
            mine["Chloé"],
            mine["Bob"],
        ]
        assert [opponent.player_id for opponent in against(within, people, mine["Ana"])] == [mine["Bob"]]


def test_a_figure_that_a_game_tells_of_a_dummy_is_not_kept() -> None:
    """Whatever a game's ``record`` says."""
    setup = setup_for("aluette", THREE, {"petit_jean": ["Petit-Jean"], "target": 1})
    record = setup.game.record

    def careless(state: State, step: str, answer: Answer) -> Outcome:
        return replace(record(state, step, answer), tallies=(deals_won_tally(state.table.players, ()),))

    setup = replace(setup, game=replace(setup.game, record=careless))
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
        found, _ = listed_evenings(club_id, Filters(player=jean))
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
        assert change(player_register(club_id).players[ids(club_id)["Bob"]], "Robert", "", 0) == {}
        stored = load(club_id, public_id)
        assert stored is not None
        names = {"Ana": "Ana", "Bob": "Robert", "Chloé": "Chloé", "Petit-Jean": "Petit-Jean"}
        assert names_now(stored.club_id, stored.id, THREE) == names
        assert change(player_register(club_id).players[ids(club_id)["Ana"]], "Petit-Jean", "", 0) == {}
        assert names_now(stored.club_id, stored.id, THREE) == dict(zip(THREE, THREE))


# Out and in


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


def as_before(archive: bytes) -> bytes:
    """The archive as a version before 1.0.0 wrote it: a player "Petit-Jean", who sits in his seat."""
    files = files_of(archive)
    head = json.loads(files["manifest.json"])
    number = len(head["players"]) + 1
    head["players"].append({**head["players"][0], "id": number, "name": "Petit-Jean"})
    files["manifest.json"] = json.dumps(head).encode()
    for name in [path for path in files if path.startswith("logs/")]:
        log = json.loads(files[name])
        log["seats"] = [number if seat is None else seat for seat in log["seats"]]
        files[name] = json.dumps(log).encode()
    return packed_again(sealed(files))


def test_an_archive_of_before_that_names_a_player_at_a_dummys_seat_comes_in(app: Flask, club_id: int) -> None:
    """He is a player of the club then, but sits nowhere and has no result."""
    with writing(app):
        aluette(club_id)
    with app.app_context():
        other, plan = import_club(ClubFile(io.BytesIO(as_before(exported(app, club_id)))), None)
        assert plan.new_matches == 1
    with app.app_context():
        assert sorted(ids(other)) == ["Ana", "Bob", "Chloé", "Petit-Jean"]
        assert sorted(name for name, _ in told_results(other)) == ["Ana", "Bob", "Chloé"]


def told_results(club_id: int) -> list[tuple[str, int]]:
    names = {player: name for name, player in ids(club_id).items()}
    rows = db.session.scalars(select(Result).where(Result.club_id == club_id))
    return [(names[row.player_id], row.total) for row in rows]
