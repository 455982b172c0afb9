"""What somebody else does between the judgement of an act and the transaction that writes it; and acts all at once.

What was judged before is judged again, or the act is late: nothing is lost, and no row is ever wrong.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from types import ModuleType

import pytest
from flask import Flask
from sqlalchemy import select

from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club, members
from referee.store.clubs.links import invitation_for, invite, join
from referee.store.clubs.membership_removal import Removal, leave
from referee.store.database import transactions
from referee.store.database.models import Club, Evening, Match, Membership, Player, Result
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing as really_writing
from referee.store.evenings import evenings, recycle_bin
from referee.store.matches import matches
from referee.store.matches.current_evening import evening_now
from referee.store.matches.match_results import rebuild, replay_of_rows
from referee.store.matches.matches import start
from referee.store.players.players import change, create, merge, player_register
from tests.store.evenings.listed_evenings import listed_evenings
from tests.store.keeping import ONE_CARD, THREADS, Keeper, at_once, count_of, note, setup_for, writing
from tests.store.tables import everything_in

POINTS = {"step": "points", "points": {"Ana": 3, "Bob": 1, "Chloé": 4, "Dan": 1}}
MORE = {"step": "points", "points": {"Ana": 5, "Bob": 9, "Chloé": 2, "Dan": 6}}
END = {"step": "end"}


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType, Callable[[], object]], None]:
    """Let something happen when the next transaction that may write is about to begin, in another session."""

    def arranged(module: ModuleType, act: Callable[[], object]) -> None:
        left = [act]

        @contextmanager
        def interrupted() -> Iterator[None]:
            if left:
                left.pop()()
            with really_writing():
                yield

        monkeypatch.setattr(module, "writing", interrupted)

    return arranged


Between = Callable[[ModuleType, Callable[[], object]], None]


def test_a_log_that_grew_meanwhile_makes_the_keeper_late(app: Flask, keeper: Keeper, between: Between) -> None:
    between(matches, lambda: keeper.record(note("first"), key="a"))
    assert keeper.record(note("second"), key="b", expected=0).outcome == "late"
    assert keeper.texts() == ["first"]
    assert keeper.record(note("second"), key="b").outcome == "recorded"
    assert keeper.texts() == ["first", "second"]


def test_the_same_tap_that_was_recorded_meanwhile_is_repeated(app: Flask, keeper: Keeper, between: Between) -> None:
    between(matches, lambda: keeper.record(note("once"), key="a"))
    assert keeper.record(note("once"), key="a", expected=0).outcome == "repeated"
    assert keeper.texts() == ["once"]


def test_bids_judged_before_others_were_recorded_are_not_written(keeper: Keeper, between: Between) -> None:
    """The forbidden bid of the last speaker depends on what stands: what was judged without it must not count."""
    other = {"step": "bids", "bids": {"Bob": 1, "Chloé": 1, "Dan": 1, "Ana": 1}}
    between(matches, lambda: keeper.record(Change(ONE_CARD[0])))
    assert keeper.record(Change(other), expected=0).outcome == "late"
    assert keeper.entries() == [ONE_CARD[0]]


def test_a_correction_of_a_log_that_grew_meanwhile_is_late(keeper: Keeper, between: Between) -> None:
    keeper.record(Change(ONE_CARD[0]))
    between(matches, lambda: keeper.record(Change(ONE_CARD[1])))
    assert keeper.record(Change(None, amends=0)).outcome == "late"
    assert keeper.entries() == list(ONE_CARD)


def test_an_undo_of_what_was_undone_meanwhile_is_late(keeper: Keeper, between: Between) -> None:
    for text in ("one", "two"):
        keeper.record(note(text))
    between(matches, keeper.undo)
    done = keeper.undo()
    assert done is not None
    assert done.outcome == "late"
    assert keeper.texts() == ["one"]


def test_what_ends_a_match_that_was_thrown_away_meanwhile_counts_nowhere(
    app: Flask, keeper: Keeper, between: Between
) -> None:
    between(matches, lambda: in_its_own(app, lambda: recycle_bin.delete_match(match_of(keeper))))
    assert keeper.record(Change(END)).outcome == "late"
    assert count_of(app, Result) == 0


def test_what_is_recorded_in_a_match_forgotten_meanwhile_is_late(app: Flask, keeper: Keeper, between: Between) -> None:
    def forget() -> None:
        recycle_bin.delete_match(match_of(keeper))
        recycle_bin.purge(match_of(keeper).deleted_at + timedelta(days=31))  # type: ignore[operator]

    between(matches, lambda: in_its_own(app, forget))
    assert keeper.record(note("nowhere")).outcome == "late"
    assert count_of(app, Match) == 0


def test_a_match_brought_back_thrown_away_again_and_grown_meanwhile_has_the_results_of_its_log(
    app: Flask, between: Between
) -> None:
    keeper = Keeper(app, "feuille-libre")
    keeper.record(Change(POINTS), Change(END))
    in_its_own(app, lambda: recycle_bin.delete_match(match_of(keeper)))

    def again() -> None:
        in_its_own(app, lambda: recycle_bin.restore_match(match_of(keeper)))
        keeper.undo()
        keeper.record(Change(MORE), Change(END))
        in_its_own(app, lambda: recycle_bin.delete_match(match_of(keeper)))

    between(transactions, again)
    in_its_own(app, lambda: recycle_bin.restore_match(match_of(keeper)))
    assert in_line(app)
    with app.app_context():
        assert sorted(db.session.scalars(select(Result.total))) == [2, 5, 6, 9]


@pytest.mark.parametrize("act", [evenings.close, evenings.reopen, recycle_bin.delete_evening])
def test_an_evening_that_went_meanwhile_is_left_alone(
    app: Flask, keeper: Keeper, between: Between, act: Callable[[Evening], object]
) -> None:
    def move_away() -> None:
        match = match_of(keeper)
        other = Evening(club_id=match.club_id, day=match.created_at.date())
        db.session.add(other)
        db.session.commit()
        assert evenings.move(match_of(keeper), other)

    between(transactions, lambda: in_its_own(app, move_away))
    with app.app_context():
        act(db.session.scalars(select(Evening)).one())
    assert count_of(app, Evening) == 1
    assert count_of(app, Match) == 1


@pytest.mark.parametrize("thrown_away", ["match", "evening"])
def test_nothing_is_moved_from_or_to_what_was_thrown_away_meanwhile(
    app: Flask, keeper: Keeper, between: Between, thrown_away: str
) -> None:
    with app.app_context():
        match = match_of(keeper)
        was = match.evening_id
        other = Evening(club_id=match.club_id, day=match.created_at.date())
        db.session.add(other)
        db.session.commit()
        other_id = other.id

    def throw_away() -> None:
        if thrown_away == "match":
            recycle_bin.delete_match(match_of(keeper))
        else:
            recycle_bin.delete_evening(db.session.get_one(Evening, other_id))

    between(transactions, lambda: in_its_own(app, throw_away))
    with app.app_context():
        assert not evenings.move(match_of(keeper), db.session.get_one(Evening, other_id))
    with app.app_context():
        assert match_of(keeper).evening_id == was


# At once


def test_of_players_merged_in_a_ring_at_once_somebody_is_left(app: Flask) -> None:
    club_id, ids = club_of(app, THREADS)

    def merged(number: int) -> bool:
        with app.app_context():
            return merge(club_id, ids[number], ids[(number + 1) % THREADS]) is None

    done = at_once(merged)
    with app.app_context():
        people = player_register(club_id)
        assert len({people.root(player) for player in ids}) == THREADS - sum(done) >= 1


def test_of_keepers_who_leave_at_once_one_stays(app: Flask) -> None:
    with writing(app):
        visitor = create_owned_club()
        club_id, token = visitor.club.id, invite(visitor.club, "keeper")
    with writing(app):
        for number in range(THREADS - 1):
            found = invitation_for(token)
            assert found is not None
            assert join(found[0], f"key {number}", "") is not None
    with app.app_context():
        ids = [device.id for _, device in members(club_id)]

    def left(number: int) -> bool:
        with app.app_context():
            return leave(ids[number], club_id) is Removal.DONE

    assert sum(at_once(left)) == THREADS - 1
    assert count_of(app, Membership) == 1


def test_who_is_given_the_same_name_at_once_is_given_it_once(app: Flask) -> None:
    club_id, ids = club_of(app, THREADS)

    def named(number: int) -> bool:
        with app.app_context():
            return change(db.session.get_one(Player, ids[number]), "Ana", f"{number}", 0) == {}

    assert sum(at_once(named)) == 1
    with app.app_context():
        assert sum(player.name == "Ana" for player in player_register(club_id).players.values()) == 1


def test_matches_started_and_evenings_closed_at_once_leave_at_most_one_evening_open(app: Flask) -> None:
    club_id, _ = club_of(app, 0)

    def act(number: int) -> None:
        with app.app_context():
            if number % 2:
                found = listed_evenings(club_id)[0]
                for evening_id in found:
                    evenings.close(evening_id)
            else:
                start(db.session.get_one(Club, club_id), setup_for(), f"{number}")

    for _ in range(3):
        at_once(act)
    with app.app_context():
        still_open = db.session.scalars(select(Evening).where(Evening.closed_at.is_(None))).all()
        assert len(still_open) <= 1
        with really_writing():
            here = evening_now(db.session.get_one(Club, club_id))
            assert here.id in [evening.id for evening in still_open] or not still_open


def test_an_evening_thrown_away_and_brought_back_at_once_keeps_results_and_logs_in_line(app: Flask) -> None:
    keepers = [Keeper(app, "feuille-libre")]
    for keeper in keepers:
        keeper.record(Change(POINTS), Change(END))
    with app.app_context():
        evening_id = match_of(keepers[0]).evening_id

    def act(number: int) -> None:
        with app.app_context():
            evening = db.session.get_one(Evening, evening_id)
            if number % 2:
                recycle_bin.delete_evening(evening)
            else:
                recycle_bin.restore_evening(evening)

    for _ in range(4):
        at_once(act)
    in_its_own(app, lambda: recycle_bin.restore_evening(db.session.get_one(Evening, evening_id)))
    assert in_line(app)
    assert count_of(app, Result) == 4


# How it is looked at


def in_its_own(app: Flask, act: Callable[[], object]) -> None:
    """As a request of its own."""
    with app.app_context():
        act()


def match_of(keeper: Keeper) -> Match:
    return db.session.scalars(select(Match).where(Match.public_id == keeper.match)).one()


def club_of(app: Flask, players: int) -> tuple[int, Sequence[int]]:
    with writing(app):
        club_id = create_owned_club().club.id
        made = [create(club_id, f"player {number}") for number in range(players)]
        return club_id, [row.id for row in made if isinstance(row, Player)]


def in_line(app: Flask) -> bool:
    """Whether making results and figures again from the logs changes nothing."""
    before = everything_in(app)
    with app.app_context(), really_writing():
        for match in db.session.scalars(select(Match).where(Match.deleted_at.is_(None))).all():
            rebuild(match, replay_of_rows(match, matches.setup_of(match), matches.log_of(match)))
    return everything_in(app) == before
