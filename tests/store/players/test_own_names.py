"""The names that tables gave a game: of all a player played, and of what two played against each other."""

from collections.abc import Sequence

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from referee.store.players import meetings, player_statistics
from referee.store.players.player_statistics import Scope
from referee.store.players.players import player_register
from tests.store.keeping import setup_for, writing

FREE = GAMES["feuille-libre"]


@pytest.fixture
def club_id(app: Flask) -> int:
    with writing(app):
        made = create_owned_club().club.id
        db.session.commit()
    return made


def play(club_id: int, title: str | None, *players: str) -> None:
    """A finished free sheet under this name, None: without a word of it."""
    options = None if title is None else {FREE.name_option: title}
    match = start(db.session.get_one(Club, club_id), setup_for(FREE.id, players, options), None)
    stored = load(club_id, match.public_id)
    assert stored is not None
    points = {"step": "points", "points": dict(zip(players, range(len(players)), strict=True))}
    author = Author(None, "")
    assert append(stored, [Change(points), Change({"step": "end"})], 0, None, author).outcome == "recorded"


def group(club_id: int, name: str) -> Sequence[int]:
    return [player.id for player in player_register(club_id).players.values() if player.name == name]


@pytest.mark.parametrize(
    ("matches", "of_ana", "of_both"),
    [
        ([], [], []),
        ([(None, "Ana", "Bob")], [""], [""]),
        ([("", "Ana", "Bob"), (None, "Ana", "Bob")], [""], [""]),
        ([("Yams", "Ana", "Bob"), ("Uno", "Bob", "Ana"), ("Uno", "Ana", "Bob")], ["Uno", "Yams"], ["Uno", "Yams"]),
        ([("Yams", "Ana", "Zoé"), ("Uno", "Ana", "Bob"), ("Dés", "Bob", "Zoé")], ["Uno", "Yams"], ["Uno"]),
        ([("Yams", "Ana", "Zoé"), (None, "Ana", "Bob"), ("Élan", "Ana", "Bob")], ["", "Yams", "Élan"], ["", "Élan"]),
    ],
)
def test_a_game_is_called_by_the_names_under_which_it_was_played(
    app: Flask, club_id: int, matches: list[tuple[str | None, str, str]], of_ana: list[str], of_both: list[str]
) -> None:
    with writing(app):
        for match in matches:
            play(club_id, *match)
        ana, bob = group(club_id, "Ana"), group(club_id, "Bob")
        assert player_statistics.own_names(Scope(club_id), ana, FREE) == of_ana
        assert meetings.own_names(Scope(club_id), ana, bob, FREE) == of_both
        assert meetings.own_names(Scope(club_id), bob, ana, FREE) == of_both
        for title in filter(None, of_both):
            within = Scope(club_id, FREE.id, name=title)
            assert player_statistics.own_names(within, ana, FREE) == [title]
            assert meetings.own_names(within, ana, bob, FREE) == [title]
