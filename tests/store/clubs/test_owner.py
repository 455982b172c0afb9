"""A club is its owner's: keepers do not throw them out, and who is thrown out does not come back by what they left."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.clubs.clubs import KEEPER, WATCHER, create_owned_club, enrol, find_visitor
from referee.store.clubs.links import LASTS, OWNER, NoKeeper, invitation_for, invite, join, revoke
from referee.store.clubs.membership_removal import Removal, hand_on, throw_out
from referee.store.clubs.recovery_code import new_code, recover
from referee.store.database.models import CLOCK, Club, Device, Invitation, now
from referee.store.database.orm_base import db
from tests.store.keeping import at_once, count_of, writing
from tests.store.sharing import end, founded, join_by_link, leaves, link, role_of, thrown_out


@pytest.fixture
def owner(app: Flask) -> str:
    """The key of the device that founded a club."""
    return founded(app)


@pytest.fixture
def keeper(app: Flask, owner: str) -> str:
    """Another device that keeps it."""
    return join_by_link(app, link(app, owner, KEEPER))


def owners(app: Flask) -> list[str | None]:
    """The keys of the devices that own the clubs, in the order of the clubs."""
    query = select(Device.key).select_from(Club).outerjoin(Device, Device.id == Club.owner_id).order_by(Club.id)
    with app.app_context():
        return list(db.session.scalars(query))


def handed_on(app: Flask, by: str, to: str) -> bool:
    with writing(app):
        visitor, other = find_visitor(by), find_visitor(to)
        assert visitor is not None
        assert other is not None
        return hand_on(visitor, other.membership_id)


def opens(app: Flask, token: str) -> bool:
    with app.app_context():
        return invitation_for(token) is not None


def comes_back(app: Flask, token: str, key: str | None) -> bool:
    with writing(app):
        found = invitation_for(token)
        return found is not None and join(found[0], key, "") is not None


# Who owns a club


def test_who_founds_a_club_owns_it_and_another_keeper_does_not(app: Flask, owner: str, keeper: str) -> None:
    assert owners(app) == [owner]
    with app.app_context():
        assert [bool(here and here.is_owner) for here in map(find_visitor, (owner, keeper))] == [True, False]


def test_the_first_keeper_of_a_club_that_nobody_keeps_owns_it(app: Flask) -> None:
    with writing(app):
        club, watcher, first, second = Club(), Device(), Device(), Device()
        db.session.add_all((club, watcher, first, second))
        db.session.flush()
        for device, role in ((watcher, WATCHER), (first, KEEPER), (second, KEEPER)):
            enrol(device, club.id, role)
        key = first.key
        db.session.commit()
    assert owners(app) == [key]


@pytest.mark.parametrize("was", [None, WATCHER, KEEPER])
def test_the_first_who_opens_an_owners_link_owns_the_club_the_next_keep_it(
    app: Flask, owner: str, was: str | None
) -> None:
    known = join_by_link(app, link(app, owner, was)) if was else None
    with writing(app):
        token = invite(db.session.scalars(select(Club)).one(), OWNER)
    first = join_by_link(app, token, known)
    assert (owners(app), role_of(app, first), role_of(app, owner)) == ([first], KEEPER, KEEPER)
    assert join_by_link(app, token, first) == first  # the second of two taps
    second = join_by_link(app, token)
    assert (owners(app), role_of(app, second)) == ([first], KEEPER)
    end(app, second, token)
    assert (owners(app), role_of(app, first)) == ([first], KEEPER)


def test_of_those_who_open_an_owners_link_at_once_one_owns_the_club(app: Flask, owner: str) -> None:
    with writing(app):
        token = invite(db.session.scalars(select(Club)).one(), OWNER)
    keys = at_once(lambda _: join_by_link(app, token))
    assert len(set(keys)) == len(keys)
    assert owners(app)[0] in keys
    assert {role_of(app, key) for key in keys} == {KEEPER}


def test_the_owner_hands_the_club_on_to_a_keeper_and_then_it_is_theirs(app: Flask, owner: str, keeper: str) -> None:
    assert handed_on(app, owner, keeper)
    assert owners(app) == [keeper]
    assert not handed_on(app, owner, owner)
    assert thrown_out(app, owner, keeper) is Removal.OWNER
    assert leaves(app, owner) is Removal.DONE


def test_only_the_owner_hands_it_on_and_only_to_a_keeper(app: Flask, owner: str, keeper: str) -> None:
    watcher = join_by_link(app, link(app, owner, WATCHER))
    assert not handed_on(app, keeper, keeper)
    assert not handed_on(app, watcher, keeper)
    assert not handed_on(app, owner, watcher)
    assert owners(app) == [owner]


# Nobody throws the owner out


@pytest.mark.parametrize("its_links", [True, False])
def test_a_keeper_does_not_throw_the_owner_out(app: Flask, owner: str, keeper: str, its_links: bool) -> None:
    token = link(app, owner, WATCHER)
    assert thrown_out(app, keeper, owner, its_links=its_links, its_guests=True) is Removal.OWNER
    assert (role_of(app, owner), opens(app, token)) == (KEEPER, True)


def test_the_owner_does_not_leave_before_handing_the_club_on(app: Flask, owner: str, keeper: str) -> None:
    assert leaves(app, owner) is Removal.OWNER
    assert handed_on(app, owner, keeper)
    assert leaves(app, owner) is Removal.DONE
    assert (role_of(app, owner), role_of(app, keeper)) == (None, KEEPER)


def test_cutting_the_link_an_owner_came_by_leaves_them_where_they_are(app: Flask, owner: str) -> None:
    token = link(app, owner, KEEPER)
    heir, other = join_by_link(app, token), join_by_link(app, token)
    assert handed_on(app, owner, heir)
    end(app, owner, token)
    assert (role_of(app, heir), role_of(app, other), owners(app)) == (KEEPER, None, [heir])


def test_a_watcher_neither_cuts_a_link_nor_throws_anybody_out(app: Flask, owner: str, keeper: str) -> None:
    token = link(app, owner, WATCHER)
    watcher = join_by_link(app, token)
    with writing(app):
        visitor, found = find_visitor(watcher), invitation_for(token)
        assert visitor is not None
        assert found is not None
        assert revoke(visitor, found[0].id) is False
    assert thrown_out(app, watcher, keeper) is Removal.NO_KEEPER
    assert (opens(app, token), role_of(app, keeper)) == (True, KEEPER)


def test_a_keeper_of_one_club_throws_nobody_out_of_another(app: Flask, owner: str, keeper: str) -> None:
    with writing(app):
        visitor, victim = create_owned_club(), find_visitor(keeper)
        assert victim is not None
        assert throw_out(visitor, victim.membership_id) is Removal.NOT_HERE
    assert role_of(app, keeper) == KEEPER


# Who is thrown out stays out


def test_the_links_of_who_is_thrown_out_are_cut_and_the_one_they_came_by(app: Flask, owner: str) -> None:
    came, other = link(app, owner, KEEPER), link(app, owner, WATCHER)
    keeper, beside = join_by_link(app, came), join_by_link(app, came)
    made = link(app, keeper, KEEPER)
    assert thrown_out(app, owner, keeper) is Removal.DONE
    assert [opens(app, token) for token in (came, made, other)] == [False, False, True]
    assert role_of(app, beside) == KEEPER
    for token in (came, made):
        assert not comes_back(app, token, None)


def test_who_is_thrown_out_while_a_link_is_asked_for_gets_none(app: Flask, owner: str, keeper: str) -> None:
    """Whether they keep the club is judged again where the link is written: they may have waited there."""
    with writing(app):
        visitor = find_visitor(keeper)
        assert visitor is not None
        by = find_visitor(owner)
        assert by is not None
        assert throw_out(by, visitor.membership_id) is Removal.DONE
        with pytest.raises(NoKeeper):
            invite(visitor.club, KEEPER, None, visitor.device.id)
        assert visitor.device.id not in db.session.scalars(select(Invitation.made_by)).all()


def test_a_watcher_makes_no_link(app: Flask, owner: str) -> None:
    watcher = join_by_link(app, link(app, owner, WATCHER))
    with writing(app):
        visitor = find_visitor(watcher)
        assert visitor is not None
        with pytest.raises(NoKeeper):
            invite(visitor.club, WATCHER, None, visitor.device.id)


def test_who_is_thrown_out_does_not_come_back_by_a_link_of_their_own_that_was_left(
    app: Flask, owner: str, keeper: str
) -> None:
    made = link(app, keeper, KEEPER)
    assert thrown_out(app, owner, keeper, its_links=False) is Removal.DONE
    assert opens(app, made)
    assert not comes_back(app, made, keeper)
    assert comes_back(app, made, None)
    assert role_of(app, keeper) is None
    assert comes_back(app, link(app, owner, WATCHER), keeper)


def test_a_keeper_in_the_club_may_open_a_link_they_made(app: Flask, owner: str, keeper: str) -> None:
    assert comes_back(app, link(app, keeper, WATCHER), keeper)


@pytest.mark.parametrize("its_guests", [True, False])
def test_who_came_by_the_links_of_who_is_thrown_out_goes_with_them_if_so_chosen(
    app: Flask, owner: str, keeper: str, its_guests: bool
) -> None:
    second = join_by_link(app, link(app, keeper, KEEPER))
    by_second = link(app, second, KEEPER)
    third, apart = join_by_link(app, by_second), join_by_link(app, link(app, owner, KEEPER))
    assert thrown_out(app, owner, keeper, its_guests=its_guests) is Removal.DONE
    left = None if its_guests else KEEPER
    assert [role_of(app, key) for key in (keeper, second, third, apart, owner)] == [None, left, left, KEEPER, KEEPER]
    assert opens(app, by_second) is not its_guests


def test_neither_the_owner_nor_who_throws_out_goes_as_a_guest(app: Flask, owner: str, keeper: str) -> None:
    made = link(app, keeper, KEEPER)
    heir, acting = join_by_link(app, made), join_by_link(app, made)
    guest = join_by_link(app, link(app, heir, WATCHER))
    assert handed_on(app, owner, heir)
    assert thrown_out(app, acting, keeper, its_guests=True) is Removal.DONE
    assert [role_of(app, key) for key in (heir, acting, guest)] == [KEEPER, KEEPER, WATCHER]


def test_cutting_a_link_cuts_the_links_of_who_is_out_with_it(app: Flask, owner: str) -> None:
    token = link(app, owner, KEEPER)
    made = link(app, join_by_link(app, token), KEEPER)
    end(app, owner, token)
    assert not opens(app, made)


# Links expire


@pytest.mark.parametrize(("role", "days"), [(KEEPER, 7), (WATCHER, 90), (OWNER, 7)])
def test_a_link_opens_something_for_so_many_days_and_who_came_by_it_stays(
    app: Flask, owner: str, role: str, days: int
) -> None:
    assert LASTS[role] == timedelta(days=days)
    with writing(app):
        token = invite(db.session.scalars(select(Club)).one(), role)
    guest, moment = join_by_link(app, token), now()
    for later, still in ((timedelta(days=days, minutes=-1), True), (timedelta(days=days, minutes=1), False)):
        reset = CLOCK.set(moment + later)
        try:
            assert opens(app, token) is still
            assert comes_back(app, token, None) is still
        finally:
            CLOCK.reset(reset)
    assert role_of(app, guest) == (WATCHER if role == WATCHER else KEEPER)


def test_a_link_that_expires_while_somebody_says_yes_lets_nobody_in(app: Flask, owner: str) -> None:
    token = link(app, owner, KEEPER)
    with app.app_context():
        found = invitation_for(token)
        assert found is not None
    reset = CLOCK.set(now() + timedelta(days=8))
    try:
        with writing(app):
            assert join(found[0], None, "late") is None
    finally:
        CLOCK.reset(reset)
    assert count_of(app, Device) == 1


def test_a_link_knows_the_device_it_was_made_on(app: Flask, owner: str, keeper: str) -> None:
    link(app, keeper, WATCHER)
    with app.app_context():
        made = [
            db.session.get_one(Device, invitation.made_by).key for invitation in db.session.scalars(select(Invitation))
        ]
    assert made == [owner, keeper]


# The recovery code is the owner's proof


def code(app: Flask, key: str, old: str = "") -> str | None:
    with writing(app):
        visitor = find_visitor(key)
        assert visitor is not None
        return new_code(visitor, old)


def test_a_new_code_needs_the_owner_or_the_old_one(app: Flask, owner: str, keeper: str) -> None:
    assert code(app, keeper) is None
    first = code(app, owner)
    assert first is not None
    assert code(app, keeper, "00000-00000-00000-00000") is None
    second = code(app, keeper, first.lower())
    assert second is not None
    assert code(app, keeper, first) is None
    assert code(app, owner) is not None


def test_a_watcher_who_knows_the_code_makes_no_other_and_the_code_of_another_club_is_none(
    app: Flask, owner: str, keeper: str
) -> None:
    first = code(app, owner)
    assert first is not None
    assert code(app, join_by_link(app, link(app, owner, WATCHER)), first) is None
    elsewhere = code(app, founded(app))
    assert elsewhere is not None
    assert code(app, keeper, elsewhere) is None


def test_the_code_brings_the_owner_back_and_the_lost_phone_can_be_thrown_out(
    app: Flask, owner: str, keeper: str
) -> None:
    known = code(app, owner)
    assert known is not None
    with writing(app):
        device = recover(known, None, "")
        assert device is not None
        fresh = device.key
    assert owners(app) == [fresh]
    assert role_of(app, owner) == KEEPER
    assert thrown_out(app, fresh, owner) is Removal.DONE
