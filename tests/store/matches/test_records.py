"""Which totals are records: those of whole matches, ended by their own rule and no shorter than printed."""

import io
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.export import export_club
from referee.bundles.zip_file import ClubFile
from referee.game_definition.game import low_wins
from referee.games import registry
from referee.games.registry import GAMES
from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, Result, TallyRow
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import delete_match, restore_match
from referee.store.matches.match_results import printed_length, rebuild, replay_of_rows
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from referee.store.players.player_statistics import Scope, against, by_game
from referee.store.players.players import merge, player_register
from referee.store.players.ranking import HOLDERS, rank_players
from tests.bundles.imports import import_club
from tests.store.keeping import PLAYERS, Keeper, row_of, setup_for, writing

END = Change({"step": "end"})
Entry = dict[str, Any]


def tricks(*taken: int) -> Entry:
    return {"step": "tricks", "tricks": dict(zip(PLAYERS, taken, strict=True))}


def hands(points: int = 20) -> Entry:
    return {"step": "hands", "out": "Ana", "points": dict.fromkeys(PLAYERS[1:], points)}


def finish(first: str = "Ana") -> Entry:
    return {"step": "finish", "order": [first, *(player for player in PLAYERS if player != first)]}


def kept(keeper: Keeper) -> set[bool]:
    """Whether the results of the match say that it was whole."""
    with keeper.app.app_context():
        return set(db.session.scalars(select(Result.whole)))


def records(keeper: Keeper, game: str, name: str = "Ana") -> tuple[int | None, list[int], list[int]]:
    """A player's best total, and the club's best totals and widest wins."""
    with keeper.app.app_context():
        people, within = player_register(keeper.club_id), Scope(keeper.club_id, game)
        player = next(player.id for player in people.players.values() if player.name == name)
        found = rank_players(within, people)
        best = by_game(within, [player])[0].best
        return (
            best,
            [best_total.value for best_total in found.totals],
            [best_margin.value for best_margin in found.margins],
        )


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in which the lowest total wins and that has only a target: the first at it ends the match."""
    game = replace(GAMES["whistiti"], id="made-up", lowest_wins=low_wins)
    declared = registry.import_game
    monkeypatch.setattr(registry, "IDS", (*registry.IDS, game.id))
    monkeypatch.setattr(registry, "import_game", lambda game_id: game if game_id == game.id else declared(game_id))
    return game.id


def test_the_printed_length_is_that_of_the_games_whose_sheet_fixes_it() -> None:
    lengths = {game: [printed_length(game, n) for n in GAMES[game].players] for game in GAMES}
    assert {game: found for game, found in lengths.items() if any(found)} == {
        "ascenseur": [33, 25, 19, 15],
        "barbu": [24],
        "huit-americain": [5] * 4,
        "wizard": [20, 15, 12, 10],
    }


@pytest.mark.first_alone
@pytest.mark.parametrize(("game", "options", "entries", "whole"), [
    ("whistiti", {"target": 5}, [tricks(13, 0, 0, 0)], True),
    ("whistiti", {"target": 50}, [tricks(13, 0, 0, 0), END.entry], False),
    ("huit-americain", {}, [hands()] * 5, True),
    ("huit-americain", {}, [*[hands()] * 4, END.entry], False),
    ("huit-americain", {"deals": 10}, [hands()] * 10, True),
    ("huit-americain", {"deals": 10}, [*[hands()] * 6, END.entry], False),
    ("huit-americain", {"deals": 2}, [hands()] * 2, False),
    ("kems", {"target": 1}, [{"step": "call", "side": "Ana & Chloé", "call": "kems"}], True),
    ("triolet", {"target": 2}, [finish(), finish()], True),
    ("triolet", {"target": 3}, [finish(), finish(), END.entry], False),
    ("triolet", {}, [finish(), END.entry], False),
    ("whistiti", {}, [{"step": "totals", "totals": dict.fromkeys(PLAYERS, 99)}], False),
    ("huit-americain", {"deals": 1}, [{"step": "totals", "totals": dict.fromkeys(PLAYERS, 0)}], False),
    ("feuille-libre", {"deals": 1}, [{"step": "points", "points": dict.fromkeys(PLAYERS, 3)}], True),
    ("feuille-libre", {}, [{"step": "points", "points": dict.fromkeys(PLAYERS, 3)}, END.entry], False),
    ("feuille-libre", {"best": "low"}, [{"step": "points", "points": dict.fromkeys(PLAYERS, 3)}, END.entry], False),
])  # fmt: skip
def test_a_whole_match_was_ended_by_its_own_rule_and_is_no_shorter_than_printed(
    app: Flask, game: str, options: Entry, entries: list[Entry], whole: bool
) -> None:
    """Where nothing but agreement ends a match, matches of any length would be compared."""
    keeper = Keeper(app, game, options=options)
    for entry in entries:
        assert keeper.record(Change(entry)).outcome == "recorded"
    assert keeper.everything()[1]
    assert kept(keeper) == {whole}


def test_a_match_of_which_only_the_totals_are_known_is_won_and_in_no_figure_nor_record(app: Flask) -> None:
    keeper = Keeper(app, "whistiti")
    keeper.record(Change({"step": "totals", "totals": dict(zip(PLAYERS, (30, 5, 5, 5), strict=True))}))
    assert records(keeper, "whistiti") == (None, [], [])
    with keeper.app.app_context():
        assert list(db.session.scalars(select(Result.won).order_by(Result.seat))) == [True, False, False, False]
        assert list(db.session.scalars(select(TallyRow))) == []
        ana = next(player.id for player in player_register(keeper.club_id).players.values() if player.name == "Ana")
        game = by_game(Scope(keeper.club_id, "whistiti"), [ana])[0]
        assert (game.matches, game.wins, game.deals, game.per_deal) == (1, 1, 0, None)


def test_where_the_lowest_total_wins_a_match_stopped_after_one_deal_is_no_record(app: Flask, made_up: str) -> None:
    keeper = Keeper(app, made_up, options={"target": 9})
    keeper.record(Change(tricks(1, 3, 4, 5)))
    keeper.record(END)
    assert records(keeper, made_up) == (None, [], [])
    keeper.undo()
    keeper.record(Change(tricks(1, 0, 2, 10)))
    assert keeper.everything()[1]
    assert records(keeper, made_up) == (2, [2], [1])


def test_where_the_highest_total_wins_a_match_stopped_on_the_way_is_no_record_either(app: Flask) -> None:
    keeper = Keeper(app, "whistiti", options={"target": 20})
    keeper.record(Change(tricks(13, 0, 0, 0)))
    keeper.record(END)
    assert records(keeper, "whistiti") == (None, [], [])
    keeper.undo()
    keeper.record(Change(tricks(13, 0, 0, 0)))
    best, held, margins = records(keeper, "whistiti")
    assert best is not None
    assert (held, len(margins)) == ([best], 1)


def test_taking_the_end_back_and_playing_on_makes_a_match_whole(app: Flask) -> None:
    keeper = Keeper(app, "huit-americain")
    for _ in range(4):
        keeper.record(Change(hands()))
    keeper.record(END)
    assert kept(keeper) == {False}
    keeper.undo()
    assert kept(keeper) == set()
    keeper.record(Change(hands()))
    assert kept(keeper) == {True}


def test_correcting_an_old_deal_changes_the_record_and_not_whether_the_match_was_whole(app: Flask) -> None:
    keeper = Keeper(app, "huit-americain", options={"deals": 6})
    for _ in range(5):
        keeper.record(Change(hands()))
    keeper.record(END)
    keeper.record(Change(hands(30), amends=0))
    assert kept(keeper) == {False}
    keeper.undo()
    keeper.undo()
    keeper.record(Change(hands()))
    assert records(keeper, "huit-americain") == (-60, [-60], [180])
    keeper.record(Change(hands(30), amends=0))
    assert records(keeper, "huit-americain") == (-60, [-60], [190])
    assert kept(keeper) == {True}


def test_a_correction_in_the_place_of_the_end_takes_the_match_up_again(app: Flask) -> None:
    """What ended it is what stands now: a note in the place of the end, then the last deal."""
    keeper = Keeper(app, "huit-americain")
    for _ in range(4):
        keeper.record(Change(hands()))
    keeper.record(END)
    keeper.record(Change({"step": "note", "text": "on continue"}, amends=4))
    assert kept(keeper) == set()
    keeper.record(Change(hands()))
    assert kept(keeper) == {True}


@pytest.mark.parametrize("stopped", [True, False])
def test_a_match_is_as_whole_as_before_when_it_is_rebuilt_restored_or_imported(app: Flask, stopped: bool) -> None:
    keeper = Keeper(app, "huit-americain", options={"deals": 6})
    for _ in range(5 if stopped else 6):
        keeper.record(Change(hands()))
    if stopped:
        keeper.record(END)
    with writing(app):
        match = keeper.stored_match()
        rebuild(row_of(match), replay_of_rows(match, match.setup, match.records))
        db.session.commit()
    assert kept(keeper) == {not stopped}
    with writing(app):
        match = row_of(keeper.stored_match())
        delete_match(match)
        restore_match(match)
    assert kept(keeper) == {not stopped}
    with app.app_context():
        stream = io.BytesIO()
        export_club(keeper.club_id, stream)
        import_club(ClubFile(stream), None)
    with app.app_context():
        assert db.session.scalars(select(Result.whole)).all() == [not stopped] * 8


# Who is named


def won(club_id: int, players: tuple[str, ...], winner: str) -> None:
    """A finished bataille corse."""
    match = start(db.session.get_one(Club, club_id), setup_for("bataille-corse", players, {"target": 1}), None)
    found = load(club_id, match.public_id)
    assert found is not None
    append(found, [Change({"step": "won", "winner": winner})], 0, None, Author(None, ""))


def new_club(app: Flask) -> int:
    with writing(app):
        club_id = create_owned_club().club.id
        db.session.commit()
    return club_id


def test_of_many_who_hold_a_record_together_the_first_four_are_named(app: Flask) -> None:
    club_id = new_club(app)
    with writing(app):
        for winner in ("Ana", "Bob", "Ana", "Ana", "Bob", "Bob"):
            won(club_id, ("Ana", "Bob"), winner)
        people = player_register(club_id)
        names = {player.id: player.name for player in people.players.values()}
        found = rank_players(Scope(club_id, "bataille-corse"), people)
        assert HOLDERS == 4
        for held in (found.totals, found.margins):
            assert [names[holder.players[0]] for holder in held] == ["Ana", "Bob", "Ana", "Ana"]


def test_opponents_are_told_the_most_frequent_first(app: Flask) -> None:
    """Two names of one person are counted together before they are put in order."""
    club_id = new_club(app)
    with writing(app):
        tables = ("Bob", "Chloé", "Chloé", "Dan", "Daniel", "Dan", "Bob", "Dan")
        for opponent in tables:
            won(club_id, ("Ana", opponent), "Ana")
        ids = {player.name: player.id for player in player_register(club_id).players.values()}
        merge(club_id, ids["Daniel"], ids["Dan"])
        found = against(Scope(club_id), player_register(club_id), ids["Ana"])
    names = {player: name for name, player in ids.items()}
    assert [(names[holder.player_id], holder.matches) for holder in found] == [("Dan", 4), ("Bob", 2), ("Chloé", 2)]
