"""The people of a club: renamed without rewriting a log, merged without losing anything, archived until they play."""

from collections.abc import Sequence

import pytest
from flask import Flask
from sqlalchemy import select

from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, Evening, Match, Player
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import delete_evening, delete_match, deleted_match, restore_match
from referee.store.matches.matches import Author, append, known_players, start
from referee.store.matches.stored_match import load
from referee.store.players.player_statistics import Scope, by_game
from referee.store.players.players import archive, change, create, merge, names_now, part, player_register
from referee.store.players.ranking import matches_and_wins
from referee.words import Text
from referee.words.folding import folded
from tests.store.keeping import at_once, setup_for, writing


@pytest.fixture
def club_id(app: Flask) -> int:
    with writing(app):
        made = create_owned_club().club.id
        db.session.commit()
    return made


def play(club_id: int, players: Sequence[str], winner: str | None = None) -> str:
    """A finished bataille corse, won by one of them; its public id."""
    match = start(db.session.get_one(Club, club_id), setup_for("bataille-corse", players), None)
    public_id = match.public_id
    stored = load(club_id, public_id)
    assert stored is not None
    entries = ({"step": "won", "winner": winner or players[0]}, {"step": "end"})
    assert append(stored, [Change(current) for current in entries], 0, None, Author(None, "")).outcome == "recorded"
    return public_id


def named(club_id: int, name: str) -> Player:
    return next(player for player in player_register(club_id).players.values() if player.name == name)


def names(players: Sequence[Player]) -> list[str]:
    return [player.name for player in players]


# Names


def test_a_new_player_is_there_before_the_first_match(app: Flask, club_id: int) -> None:
    with writing(app):
        made = create(club_id, "  Zoe\u0301 ")
        assert isinstance(made, Player)
        assert (made.name, made.club_id) == ("Zoé", club_id)
        assert known_players(club_id) == ["Zoé"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u0007b", "a\nb"])
def test_a_name_that_no_match_would_take_is_refused(app: Flask, club_id: int, name: str) -> None:
    with writing(app):
        assert isinstance(create(club_id, name), Text)
        assert player_register(club_id).players == {}


def test_a_name_stands_once_in_a_club_and_is_free_in_another(app: Flask, club_id: int) -> None:
    with writing(app):
        create(club_id, "Ana")
        again = create(club_id, "Ana")
        assert isinstance(again, Text)
        assert "Ana" in again.render("fr")
        other = create_owned_club().club.id
        assert isinstance(create(other, "Ana"), Player)
        assert isinstance(create(club_id, "ana"), Player)


def test_of_eight_who_add_the_same_name_at_once_one_does(app: Flask, club_id: int) -> None:
    def add(_: int) -> bool:
        with writing(app):
            return isinstance(create(club_id, "Ana"), Player)

    assert sum(at_once(add)) == 1


def test_renaming_changes_no_log_and_the_new_name_serves_from_then_on(app: Flask, club_id: int) -> None:
    with writing(app):
        played = play(club_id, ("Ana", "Bob"))
        assert change(named(club_id, "Ana"), "Anaïs", "A♠", 3) == {}
        stored = load(club_id, played)
        assert stored is not None
        assert stored.players == ["Ana", "Bob"]
        assert stored.records[0].entry == {"step": "won", "winner": "Ana"}
        player = named(club_id, "Anaïs")
        assert (player.mark, player.colour) == ("A♠", 3)
        play(club_id, ("Anaïs", "Bob"))
        assert by_game(Scope(club_id), [player.id])[0].matches == 2


@pytest.mark.parametrize(("name", "mark", "colour", "fields"), [
    ("Bob", "", 0, {"name"}), ("", "", 0, {"name"}), ("Ana", "12345", 0, {"mark"}), ("Ana", "a\u0000", 0, {"mark"}),
    ("Ana", "", 12, {"colour"}), ("Ana", "", -1, {"colour"}), ("x" * 41, "12345", 13, {"name", "mark", "colour"}),
])  # fmt: skip
def test_a_change_that_cannot_be_has_a_sentence_for_each_field_and_changes_nothing(
    app: Flask, club_id: int, name: str, mark: str, colour: int, fields: set[str]
) -> None:
    with writing(app):
        for known in ("Ana", "Bob"):
            create(club_id, known)
        assert set(change(named(club_id, "Ana"), name, mark, colour)) == fields
        db.session.rollback()
        ana = named(club_id, "Ana")
        assert (ana.name, ana.mark, ana.colour) == ("Ana", "", 0)


def test_a_rematch_knows_everybody_by_the_name_they_have_now(app: Flask, club_id: int) -> None:
    with writing(app):
        played = play(club_id, ("Ana", "Bast"))
        change(named(club_id, "Ana"), "Anaïs", "", 0)
        create(club_id, "Bastien")
        merge(club_id, named(club_id, "Bast").id, named(club_id, "Bastien").id)
        stored = load(club_id, played)
        assert stored is not None
        assert names_now(stored.club_id, stored.id, stored.setup.table.players) == {"Ana": "Anaïs", "Bast": "Bastien"}


# Two names, one person


def test_merged_players_are_counted_together_and_parting_restores_both(app: Flask, club_id: int) -> None:
    with writing(app):
        play(club_id, ("Bastien", "Ana"))
        play(club_id, ("Bast", "Ana"))
        bast, bastien = named(club_id, "Bast"), named(club_id, "Bastien")
        assert merge(club_id, bast.id, bastien.id) is None
        people = player_register(club_id)
        assert people.group(bastien.id) == people.group(bast.id) == (bastien.id, bast.id)
        assert by_game(Scope(club_id), people.group(bastien.id))[0].wins == 2
        assert matches_and_wins(Scope(club_id), people) == {bastien.id: (2, 2), named(club_id, "Ana").id: (2, 0)}
        assert set(names(people.search())) == {"Ana", "Bastien"}
        assert set(known_players(club_id)) == {"Ana", "Bastien"}
        part(bast)
        assert matches_and_wins(Scope(club_id), player_register(club_id))[bast.id] == (1, 1)
        assert set(names(player_register(club_id).search())) == {"Ana", "Bast", "Bastien"}


def test_a_merge_of_merges_is_undone_one_by_one(app: Flask, club_id: int) -> None:
    with writing(app):
        for name in ("B.", "Bast", "Bastien"):
            play(club_id, (name, "Ana"))
        first, second, third = (named(club_id, name) for name in ("B.", "Bast", "Bastien"))
        assert merge(club_id, first.id, second.id) is None
        assert merge(club_id, second.id, third.id) is None
        people = player_register(club_id)
        assert people.chain(first.id) == [first.id, second.id, third.id]
        assert set(people.group(third.id)) == {first.id, second.id, third.id}
        assert people.merged(third.id) == [second]
        part(second)
        assert set(player_register(club_id).group(second.id)) == {first.id, second.id}


def test_two_who_sat_at_one_table_are_two_people(app: Flask, club_id: int) -> None:
    with writing(app):
        play(club_id, ("Ana", "Bob"))
        play(club_id, ("Bobby", "Dan"))
        bob, bobby = named(club_id, "Bob"), named(club_id, "Bobby")
        refused = merge(club_id, named(club_id, "Ana").id, bob.id)
        assert refused is not None
        assert "Ana" in refused.render("fr")
        assert merge(club_id, bobby.id, bob.id) is None
        assert merge(club_id, named(club_id, "Dan").id, bob.id) is not None  # Dan sat with Bobby


def test_a_merge_needs_two_players_of_the_club_who_stand_for_themselves(app: Flask, club_id: int) -> None:
    with writing(app):
        for name in ("Ana", "ana", "ANA"):
            create(club_id, name)
        stranger = create(create_owned_club().club.id, "Anna")
        assert isinstance(stranger, Player)
        one, two, three = (named(club_id, name).id for name in ("Ana", "ana", "ANA"))
        assert merge(club_id, one, one) is not None
        assert merge(club_id, stranger.id, one) is not None
        assert merge(club_id, 0, one) is not None
        assert merge(club_id, two, one) is None
        assert merge(club_id, two, three) is not None
        assert merge(club_id, three, two) is not None


def test_of_two_keepers_who_merge_each_into_the_other_one_does(app: Flask, club_id: int) -> None:
    with writing(app):
        for name in ("Ana", "ana"):
            create(club_id, name)
        ids = [named(club_id, name).id for name in ("Ana", "ana")]

    def cross(number: int) -> bool:
        with writing(app):
            return merge(club_id, ids[number % 2], ids[(number + 1) % 2]) is None

    assert sum(at_once(cross)) == 1
    with app.app_context():
        assert len(player_register(club_id).search()) == 1


@pytest.mark.parametrize(
    ("merges", "together"),
    [((("ANA", "ana"), ("ana", "Ana")), ("Ana", "ANA")), ((("ana", "Ana"), ("ANA", "Ana")), ("ana", "ANA"))],
    ids=["one is the other's", "both are a third's"],
)
def test_two_counted_as_one_who_sit_down_together_are_two_again(
    app: Flask, club_id: int, merges: tuple[tuple[str, str], ...], together: tuple[str, str]
) -> None:
    with writing(app):
        for name in ("Ana", "ana", "ANA"):
            create(club_id, name)
        ids = {name: named(club_id, name).id for name in ("Ana", "ana", "ANA")}
        for name, into in merges:
            merge(club_id, ids[name], ids[into])
        play(club_id, together)
        people = player_register(club_id)
        assert people.group(ids["Ana"]) == (ids["Ana"], ids["ana"])
        assert people.group(ids["ANA"]) == (ids["ANA"],)


def merged_pair(club_id: int) -> tuple[int, int]:
    """Two names that count as one; the id of the merged one first."""
    for name in ("Ana", "ana", "Bob"):
        create(club_id, name)
    one, two = named(club_id, "Ana").id, named(club_id, "ana").id
    assert merge(club_id, two, one) is None
    return two, one


def count_together(app: Flask, club_id: int, pair: tuple[int, int]) -> bool:
    with app.app_context():
        return player_register(club_id).root(pair[0]) == pair[1]


def test_a_merge_comes_back_with_the_match_thrown_away_and_goes_with_it_restored(app: Flask, club_id: int) -> None:
    with writing(app):
        pair = merged_pair(club_id)
        first, second = (play(club_id, ("Ana", "ana")) for _ in range(2))
    together = [count_together(app, club_id, pair)]
    for public_id in (first, second):
        with app.app_context():
            delete_match(db.session.scalars(select(Match).where(Match.public_id == public_id)).one())
        together.append(count_together(app, club_id, pair))
    with app.app_context():
        restored = deleted_match(club_id, first)
        assert restored is not None
        restore_match(restored)
    together.append(count_together(app, club_id, pair))
    assert together == [False, False, True, False]


def test_a_merge_comes_back_with_the_evening_thrown_away(app: Flask, club_id: int) -> None:
    with writing(app):
        pair = merged_pair(club_id)
        play(club_id, ("Ana", "ana"))
    with app.app_context():
        delete_evening(db.session.scalars(select(Evening)).one())
    assert count_together(app, club_id, pair)


def test_a_merge_comes_back_with_the_relay_undone(app: Flask, club_id: int) -> None:
    with writing(app):
        pair = merged_pair(club_id)
        match = start(db.session.get_one(Club, club_id), setup_for("bataille-corse", ("Ana", "Bob")), None)
        public_id = match.public_id
    together = []
    for step, undoes in ((Change({"step": "relay", "player": "Bob", "by": "ana"}), None), (Change(None, 0), 0)):
        with app.app_context():
            stored = load(club_id, public_id)
            assert stored is not None
            done = append(stored, [step], stored.length, None, Author(None, ""), undoes)
            assert done.outcome == "recorded"
        together.append(count_together(app, club_id, pair))
    assert together == [False, True]


def test_who_was_parted_by_hand_stays_apart(app: Flask, club_id: int) -> None:
    with writing(app):
        pair = merged_pair(club_id)
        play(club_id, ("Ana", "ana"))
        part(db.session.get_one(Player, pair[0]))
    with app.app_context():
        delete_match(db.session.scalars(select(Match)).one())
    assert not count_together(app, club_id, pair)


def test_two_who_sat_together_only_in_a_match_thrown_away_may_be_merged(app: Flask, club_id: int) -> None:
    with writing(app):
        play(club_id, ("Ana", "ana"))
        ids = [named(club_id, name).id for name in ("ana", "Ana")]
        assert merge(club_id, *ids) is not None
    with app.app_context():
        delete_match(db.session.scalars(select(Match)).one())
        assert merge(club_id, *ids) is None


def test_a_merged_name_that_sits_down_alone_stays_merged(app: Flask, club_id: int) -> None:
    with writing(app):
        for name in ("Ana", "ana", "Bob"):
            create(club_id, name)
        one, two = named(club_id, "Ana"), named(club_id, "ana")
        merge(club_id, two.id, one.id)
        archive(one)
        play(club_id, ("ana", "Bob"))
        people = player_register(club_id)
        assert people.root(two.id) == one.id
        assert matches_and_wins(Scope(club_id), people)[one.id] == (1, 1)
        assert one.archived_at is None
        assert one.played_at == two.played_at


# Archived


def test_an_archived_player_is_folded_away_and_counts_on(app: Flask, club_id: int) -> None:
    with writing(app):
        play(club_id, ("Ana", "Bob"))
        archive(named(club_id, "Ana"))
        people = player_register(club_id)
        assert names(people.search()) == ["Bob"]
        assert names(people.search(archived=True)) == ["Ana"]
        assert known_players(club_id) == ["Bob"]
        assert matches_and_wins(Scope(club_id), people)[named(club_id, "Ana").id] == (1, 1)
        archive(named(club_id, "Ana"), False)
        assert set(known_players(club_id)) == {"Ana", "Bob"}


def test_who_plays_again_is_no_longer_archived(app: Flask, club_id: int) -> None:
    with writing(app):
        play(club_id, ("Ana", "Bob"))
        archive(named(club_id, "Ana"))
        play(club_id, ("Ana", "Bob"))
        assert named(club_id, "Ana").archived_at is None


# Found


@pytest.mark.parametrize(("words", "found"), [
    ("", ["Chloé", "Éric", "Œdipe"]), ("chlo", ["Chloé"]), ("ERIC", ["Éric"]), ("oedipe", ["Œdipe"]), ("♥", ["Éric"]),
    ("chloe eric", []), ("  ", ["Chloé", "Éric", "Œdipe"]),
])  # fmt: skip
def test_a_player_is_found_by_name_or_mark_without_accents(
    app: Flask, club_id: int, words: str, found: list[str]
) -> None:
    with writing(app):
        for name in ("Chloé", "Éric", "Œdipe"):
            create(club_id, name)
        change(named(club_id, "Éric"), "Éric", "♥", 0)
        assert sorted(names(player_register(club_id).search(words=words)), key=folded) == found
