"""The devices of a club: thrown out at once, never the last keeper, seen now and then, brought back by a code."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from referee.store.clubs import clubs
from referee.store.clubs.clubs import KEEPER, SEEN_EVERY, WATCHER, create_owned_club, find_visitor
from referee.store.clubs.links import invitation_for, join
from referee.store.clubs.membership_removal import Removal, throw_out
from referee.store.clubs.recovery_code import ALPHABET, new_code, read_code, recover
from referee.store.database.models import Club, Device, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import write_lock
from tests.store.keeping import at_once, count_of, writing
from tests.store.sharing import end, join_by_link, leaves, link, membership_id, role_of, thrown_out


def test_a_device_thrown_out_has_its_club_no_more(app: Flask, founder: str) -> None:
    guest = join_by_link(app, link(app, founder, KEEPER))
    assert thrown_out(app, founder, guest) is Removal.DONE
    assert (role_of(app, guest), role_of(app, founder)) == (None, KEEPER)
    assert count_of(app, Device) == 2


def test_the_last_keeper_cannot_leave_though_watchers_stay(app: Flask, founder: str) -> None:
    join_by_link(app, link(app, founder, WATCHER))
    assert leaves(app, founder) is Removal.LAST_KEEPER
    assert thrown_out(app, founder, founder) is Removal.LAST_KEEPER
    assert role_of(app, founder) == KEEPER


def test_of_two_keepers_who_throw_each_other_out_at_once_one_stays(app: Flask, founder: str) -> None:
    keepers = [join_by_link(app, link(app, founder, KEEPER)) for _ in range(2)]
    with app.app_context():
        heres = [find_visitor(key) for key in keepers]

    def act(number: int) -> Removal:
        with writing(app):
            here, other = heres[number], heres[1 - number]
            assert here is not None
            assert other is not None
            return throw_out(here, other.membership_id)

    assert set(at_once(act, 2)) == {Removal.DONE, Removal.NO_KEEPER}
    assert [role_of(app, key) for key in keepers].count(KEEPER) == 1


def test_who_cuts_the_link_they_came_by_stays(app: Flask, founder: str) -> None:
    token = link(app, founder, KEEPER)
    one, two = join_by_link(app, token), join_by_link(app, token)
    end(app, one, token)
    assert (role_of(app, one), role_of(app, two)) == (KEEPER, None)


def test_a_link_that_is_cut_while_somebody_says_yes_lets_nobody_in(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with app.app_context():
        found = invitation_for(token)
        assert found is not None
    end(app, founder, token)
    with writing(app):
        assert join(found[0], None, "late") is None
    assert count_of(app, Membership) == 1


def test_of_those_who_say_yes_at_the_moment_a_link_is_cut_none_stays(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)

    def act(number: int) -> None:
        if number == 3:
            return end(app, founder, token)
        with writing(app):
            found = invitation_for(token)
            if found is not None:
                join(found[0], None, "")
        return None

    at_once(act)
    assert count_of(app, Membership) == 1


def test_when_a_device_was_seen_is_written_at_most_every_ten_minutes(app: Flask, founder: str) -> None:
    _, mine = membership_id(app, founder)

    def seen() -> Any:
        with app.app_context():
            return db.session.get_one(Membership, mine).seen_at

    def mark() -> None:
        with app.app_context():
            clubs.mark_seen(db.engine, mine)

    first = seen()
    mark()
    assert seen() == first
    with writing(app):
        db.session.execute(update(Membership).values(seen_at=first - SEEN_EVERY - timedelta(seconds=1)))
        db.session.commit()
    mark()
    assert seen() > first - SEEN_EVERY


def test_nobody_waits_for_a_record_to_be_written_as_seen(app: Flask, founder: str) -> None:
    _, mine = membership_id(app, founder)
    with writing(app):
        db.session.execute(update(Membership).values(seen_at=now() - 2 * SEEN_EVERY))
        db.session.commit()
    if app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        with app.app_context(), write_lock:
            clubs.mark_seen(db.engine, mine)
    with app.app_context():
        clubs.mark_seen(db.engine, mine)
        assert now() - db.session.get_one(Membership, mine).seen_at < SEEN_EVERY


# Recovery


def code_of(app: Flask, founder: str) -> str:
    with writing(app):
        visitor = find_visitor(founder)
        assert visitor is not None
        code = new_code(visitor)
        assert code is not None
        return code


def recovered(app: Flask, code: str, key: str | None = None) -> str | None:
    with writing(app):
        device = recover(code, key, "")
        return device.key if device else None


def test_a_recovery_code_is_100_bits_in_four_groups_of_five_and_only_its_hash_is_kept(app: Flask, founder: str) -> None:
    code = code_of(app, founder)
    groups = code.split("-")
    assert [len(group) for group in groups] == [5, 5, 5, 5]
    assert set("".join(groups)) <= set(ALPHABET)
    assert len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)
    with app.app_context():
        kept = db.session.scalars(select(Club)).one()
        assert read_code(code) not in str(vars(kept))


@pytest.mark.parametrize("typed", ["{}", " {} ", "{lower}", "{bare}", "{spaced}", "{misread}"])
def test_a_code_brings_a_keeper_back_however_it_is_typed(app: Flask, founder: str, typed: str) -> None:
    code = code_of(app, founder)
    forms = {
        "lower": code.lower(),
        "bare": code.replace("-", ""),
        "spaced": " ".join(code),
        "misread": code.replace("0", "O").replace("1", "l"),
    }
    key = recovered(app, typed.format(code, **forms))
    assert key not in (None, founder)
    assert key is not None
    assert role_of(app, key) == KEEPER


@pytest.mark.parametrize("role", [WATCHER, KEEPER])
def test_a_code_makes_anybody_keeper_and_no_link_takes_that_away(app: Flask, founder: str, role: str) -> None:
    code, token = code_of(app, founder), link(app, founder, role)
    guest = join_by_link(app, token)
    assert recovered(app, code, guest) == guest
    end(app, founder, token)
    assert role_of(app, guest) == KEEPER


def test_a_new_code_ends_the_old_one(app: Flask, founder: str) -> None:
    old, new = code_of(app, founder), code_of(app, founder)
    assert recovered(app, old) is None
    assert recovered(app, new) is not None


@pytest.mark.parametrize("typed", ["", "-", "0", "00000-00000-00000-00000", "\x00", "é" * 500, "' OR 1=1 --"])
def test_a_code_nobody_made_opens_nothing(app: Flask, founder: str, typed: str) -> None:
    code_of(app, founder)
    with writing(app):
        create_owned_club()
        db.session.commit()
    assert recovered(app, typed) is None
