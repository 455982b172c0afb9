"""Evenings: which one a match belongs to, what is found, what is thrown away and brought back."""

from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import CLOCK, Club, Evening, Match, Player, Result, now
from referee.store.database.orm_base import db
from referee.store.evenings import evenings, recycle_bin
from referee.store.evenings.evenings import Filters
from referee.store.matches.current_evening import evening_now
from referee.store.matches.matches import Author, append, open_matches, start
from referee.store.matches.stored_match import load
from referee.store.players.players import player_register
from tests.store.evenings.listed_evenings import listed_evenings
from tests.store.keeping import note, setup_for, writing

END = {"step": "end"}


def begun(app: Flask, count: int = 1, game: str = "ascenseur") -> tuple[int, list[str]]:
    """A new club with so many matches just begun; its id and theirs."""
    with writing(app):
        club = create_owned_club().club
        return club.id, [start(club, setup_for(game), None).public_id for _ in range(count)]


def named(public_id: str) -> Match:
    return db.session.scalars(select(Match).where(Match.public_id == public_id)).one()


def test_the_first_match_opens_an_evening_and_the_next_belongs_to_it(app: Flask) -> None:
    club_id, ids = begun(app, 2)
    with app.app_context():
        found, following = listed_evenings(club_id, Filters())
        assert following is None
        assert [[match.public_id for match in evenings.matches_of([e.id])[e.id]] for e in found] == [ids]


@pytest.mark.parametrize(("hours", "another"), [(7.9, False), (8.1, True)])
def test_eight_quiet_hours_close_an_evening(app: Flask, hours: float, another: bool) -> None:
    _, (public_id,) = begun(app)
    with writing(app):
        match = named(public_id)
        first = db.session.get_one(Evening, match.evening_id)
        club = db.session.get_one(Club, match.club_id)
        latest = evening_now(club, match.changed_at + timedelta(hours=hours))
        assert (latest.id != first.id) is another
        assert (first.closed_at is not None) is another


@pytest.mark.parametrize("change", [Change({"step": "note", "text": "un oubli"}), Change(None, 0)])
def test_what_is_corrected_or_added_days_later_opens_no_evening_again(app: Flask, change: Change) -> None:
    club_id, (public_id,) = begun(app)
    for days, what in ((0, note("x")), (3, change)):
        with writing(app):
            stored = load(club_id, public_id)
            assert stored is not None
            clock = CLOCK.set(now() + timedelta(days=days))
            assert append(stored, [what], len(stored.records), None, Author(None, "")).outcome == "recorded"
            CLOCK.reset(clock)
    with writing(app):
        first = named(public_id).evening_id
        assert evening_now(db.session.get_one(Club, club_id), now() + timedelta(days=3, hours=1)).id != first


def test_an_evening_closed_by_hand_takes_no_more_matches(app: Flask) -> None:
    club_id, (public_id,) = begun(app)
    with writing(app):
        evening = db.session.get_one(Evening, named(public_id).evening_id)
        evenings.close(evening)
        evenings.reopen(evening)
        assert evening.closed_at is None
        evenings.close(evening)
    with writing(app):
        later = start(db.session.get_one(Club, club_id), setup_for(), None)
        assert later.evening_id != named(public_id).evening_id


def test_a_match_is_moved_only_within_its_club(app: Flask) -> None:
    _, (mine,) = begun(app)
    _, (theirs,) = begun(app)
    with writing(app):
        other = db.session.get_one(Evening, named(theirs).evening_id)
        with pytest.raises(ValueError, match="another club"):
            evenings.move(named(mine), other)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), True),
        (Filters(game="ascenseur"), True),
        (Filters(game="barbu"), False),
        (Filters(since=date(2020, 1, 1)), True),
        (Filters(until=date(2020, 1, 1)), False),
        (Filters(text="ETE"), True),
        (Filters(text="éric"), True),
        (Filters(text="oublié une carte"), True),
        (Filters(text="100%"), False),
        (Filters(text="hiver"), False),
    ],
)
def test_evenings_are_found_by_game_date_and_words(app: Flask, filters: Filters, found: bool) -> None:
    club_id, (public_id,) = begun(app)
    with writing(app):
        match = named(public_id)
        evening = db.session.get_one(Evening, match.evening_id)
        evenings.describe(evening, evening.day, "Soir d'été", "Chez Éric", "")
        stored = load(club_id, public_id)
        assert stored is not None
        append(stored, [note("Dan a oublié une carte")], 0, None, Author(None, ""))
    with app.app_context():
        assert bool(listed_evenings(club_id, filters)[0]) is found
        filtered = evenings.filtered_evenings(club_id, filters, player_register(club_id))
        assert evenings.number_of_evenings(filtered) == found


def test_evenings_are_found_by_player_also_after_a_merge(app: Flask) -> None:
    club_id, _ = begun(app)
    with writing(app):
        players = {
            player.name: player for player in db.session.scalars(select(Player).where(Player.club_id == club_id))
        }
        stranger = Player(club_id=club_id, name="Zoé")
        db.session.add(stranger)
        db.session.flush()
        assert listed_evenings(club_id, Filters(player=players["Ana"].id))[0]
        assert not listed_evenings(club_id, Filters(player=stranger.id))[0]
        players["Ana"].merged_into = stranger.id
        db.session.flush()
        assert listed_evenings(club_id, Filters(player=stranger.id))[0]


def test_evenings_are_found_by_player_through_a_chain_of_merges(app: Flask) -> None:
    club_id, _ = begun(app)
    with writing(app):
        ana = db.session.scalars(select(Player).where(Player.club_id == club_id, Player.name == "Ana")).one()
        first, second = Player(club_id=club_id, name="A."), Player(club_id=club_id, name="Anaïs")
        db.session.add_all((first, second))
        db.session.flush()
        ana.merged_into, first.merged_into = first.id, second.id
        db.session.flush()
        for player in (ana, first, second):
            assert listed_evenings(club_id, Filters(player=player.id))[0], player.name


def test_pages_of_fifty_follow_one_another_without_a_gap(app: Flask) -> None:
    club_id, _ = begun(app)
    with writing(app):
        first = now()
        for index in range(120):
            moment = first + timedelta(minutes=index // 3)  # several at the same moment
            db.session.add(Evening(club_id=club_id, day=moment.date(), opened_at=moment))
        db.session.commit()
        seen: list[int] = []
        before: str | None = None
        sizes = []
        while True:
            page, before = listed_evenings(club_id, Filters(), before)
            sizes.append(len(page))
            seen.extend(evening.id for evening in page)
            if before is None:
                break
        assert sizes == [50, 50, 21]
        assert len(set(seen)) == 121


def test_a_deleted_match_is_nowhere_and_its_results_do_not_count_until_it_is_brought_back(app: Flask) -> None:
    club_id, (public_id,) = begun(app, game="feuille-libre")
    with writing(app):
        stored = load(club_id, public_id)
        assert stored is not None
        points = {"step": "points", "points": dict.fromkeys(stored.setup.table.players, 3)}
        append(stored, [Change(points), Change(END)], 0, None, Author(None, ""))
        assert db.session.scalars(select(Result)).all()
        recycle_bin.delete_match(named(public_id))
    with writing(app):
        assert load(club_id, public_id) is None
        assert not open_matches(club_id)
        assert not db.session.scalars(select(Result)).all()
        assert [match.public_id for match in recycle_bin.things_in_bin(club_id)[1]] == [public_id]
        recycle_bin.restore_match(named(public_id))
        db.session.flush()
        assert load(club_id, public_id) is not None
        assert len(db.session.scalars(select(Result)).all()) == 4


@pytest.mark.parametrize(("days", "there"), [(0, True), (29, True), (31, False)])
def test_a_deleted_match_can_be_brought_back_for_thirty_days(app: Flask, days: int, there: bool) -> None:
    club_id, (public_id,) = begun(app)
    with writing(app):
        assert recycle_bin.deleted_match(club_id, public_id) is None
        recycle_bin.delete_match(named(public_id))
        named(public_id).deleted_at = now() - timedelta(days=days)
        db.session.commit()
        assert (recycle_bin.deleted_match(club_id, public_id) is not None) == there


def test_a_deleted_evening_takes_its_matches_along_and_brings_only_those_back(app: Flask) -> None:
    club_id, (first, second) = begun(app, 2)
    with writing(app):
        recycle_bin.delete_match(named(first))
        evening = db.session.get_one(Evening, named(second).evening_id)
        recycle_bin.delete_evening(evening)
        assert load(club_id, second) is None
        assert evenings.evening_named(club_id, evening.public_id) is None
        gone, alone = recycle_bin.things_in_bin(club_id)
        assert ([evening.id for evening in gone], alone) == ([evening.id], [])
        recycle_bin.restore_evening(evening)
        assert load(club_id, second) is not None
        assert load(club_id, first) is None


def test_a_match_brought_back_brings_its_evening_back(app: Flask) -> None:
    club_id, (first, second) = begun(app, 2)
    with writing(app):
        evening = db.session.get_one(Evening, named(first).evening_id)
        recycle_bin.delete_evening(evening)
        recycle_bin.restore_match(named(first))
        assert evenings.evening_named(club_id, evening.public_id) is not None
        assert load(club_id, first) is not None
        gone, alone = recycle_bin.things_in_bin(club_id)
        assert ([*gone], [match.public_id for match in alone]) == ([], [second])


def test_a_match_whose_evening_is_forgotten_comes_back_in_one_of_its_own(app: Flask) -> None:
    club_id, (public_id,) = begun(app)
    with writing(app):
        match = named(public_id)
        recycle_bin.delete_match(match)
        db.session.delete(db.session.get_one(Evening, match.evening_id))
        db.session.commit()
    with writing(app):
        recycle_bin.restore_match(named(public_id))
        [found], _ = listed_evenings(club_id, Filters())
        assert (found.id, found.day) == (named(public_id).evening_id, named(public_id).created_at.astimezone().date())


def test_what_is_in_the_bin_for_longer_than_thirty_days_is_not_shown_and_goes_with_the_next_thing(app: Flask) -> None:
    club_id, (first, second) = begun(app, 2)
    with writing(app):
        recycle_bin.delete_match(named(first))
        named(first).deleted_at = now() - timedelta(days=31)
        db.session.commit()
        assert recycle_bin.things_in_bin(club_id) == ([], [])
        recycle_bin.delete_match(named(second))
        assert [match.public_id for match in db.session.scalars(select(Match))] == [second]


@pytest.mark.parametrize(("days", "left"), [(29, 1), (31, 0)])
def test_the_bin_is_emptied_after_thirty_days(app: Flask, days: int, left: int) -> None:
    _, (public_id,) = begun(app)
    with writing(app):
        recycle_bin.delete_match(named(public_id))
        recycle_bin.purge(now() + timedelta(days=days))
        assert len(db.session.scalars(select(Match)).all()) == left
