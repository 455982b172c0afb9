"""A club is its devices' own: links hand on a role, are known by their hash alone, and end when they are revoked."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.clubs import KEEPER, WATCHER, found_club, invitation_for, invite, join, present, revoke
from referee.store.database import db
from referee.store.matches import known_players, load, open_matches, recent_matches
from referee.store.models import Club, Device, Invitation, Membership
from tests.store.keeping import Keeper, at_once, count_of, writing


@pytest.fixture
def founder(app: Flask) -> str:
    """The key of a device that founded a club."""
    with writing(app):
        key = found_club().device.key
        db.session.commit()
        return key


def link(app: Flask, founder: str, role: str) -> str:
    with writing(app):
        here = present(founder)
        assert here is not None
        return invite(here.club, role)


def joined(app: Flask, token: str, key: str | None = None, name: str = "") -> str:
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        return join(found[0], key, name).key


def end(app: Flask, founder: str, token: str) -> None:
    with writing(app):
        here = present(founder)
        found = invitation_for(token)
        assert here is not None
        assert found is not None
        revoke(here.club, found[0].id)


def role_of(app: Flask, key: str) -> Any:
    with app.app_context():
        here = present(key)
        return here and here.role


def test_who_founds_a_club_keeps_it(app: Flask, founder: str) -> None:
    assert role_of(app, founder) == KEEPER
    assert role_of(app, "somebody else") is None
    with app.app_context():
        assert present(None) is None
        assert present("") is None


@pytest.mark.parametrize("role", [KEEPER, WATCHER])
def test_a_link_gives_its_role_in_the_club_that_made_it(app: Flask, founder: str, role: str) -> None:
    key = joined(app, link(app, founder, role), name="Bob")
    assert role_of(app, key) == role
    with app.app_context():
        guest, host = present(key), present(founder)
        assert guest is not None
        assert host is not None
        assert guest.club.id == host.club.id
        assert guest.device.name == "Bob"


def test_a_token_has_128_bits_and_only_its_hash_is_kept(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    assert len(token) >= 22
    with app.app_context():
        kept = db.session.scalars(select(Invitation)).one()
        assert token not in str(vars(kept))
        assert len(kept.token_hash) == 64


@pytest.mark.parametrize("token", ["", "x", "' OR 1=1 --", "\x00", "é" * 500])
def test_a_token_nobody_made_opens_nothing(app: Flask, founder: str, token: str) -> None:
    link(app, founder, WATCHER)
    with app.app_context():
        assert invitation_for(token) is None


def test_a_revoked_link_opens_nothing_and_ends_what_it_gave(app: Flask, founder: str) -> None:
    token = link(app, founder, KEEPER)
    guest = joined(app, token)
    end(app, founder, token)
    assert role_of(app, guest) is None
    assert role_of(app, founder) == KEEPER
    with app.app_context():
        assert invitation_for(token) is None


def test_revoking_one_link_leaves_the_others(app: Flask, founder: str) -> None:
    first, second = (link(app, founder, WATCHER) for _ in range(2))
    one, two = joined(app, first), joined(app, second)
    end(app, founder, first)
    assert (role_of(app, one), role_of(app, two)) == (None, WATCHER)


def test_a_keeper_who_opens_a_watchers_link_stays_keeper(app: Flask, founder: str) -> None:
    joined(app, link(app, founder, WATCHER), founder)
    assert role_of(app, founder) == KEEPER


def test_a_founder_who_tries_their_own_link_and_revokes_it_stays_keeper(app: Flask, founder: str) -> None:
    for role in (WATCHER, KEEPER):
        token = link(app, founder, role)
        joined(app, token, founder)
        end(app, founder, token)
        assert role_of(app, founder) == KEEPER


def test_a_watcher_who_opens_a_keepers_link_becomes_keeper(app: Flask, founder: str) -> None:
    guest = joined(app, link(app, founder, WATCHER))
    assert joined(app, link(app, founder, KEEPER), guest) == guest
    assert role_of(app, guest) == KEEPER


def test_a_club_cannot_revoke_the_link_of_another(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        revoke(found_club().club, found[0].id)
        db.session.commit()
    with app.app_context():
        assert invitation_for(token) is not None


def test_a_double_tap_on_join_makes_one_membership(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with writing(app):
        guest = found_club().device.key
        db.session.commit()
    assert set(at_once(lambda _: joined(app, token, guest))) == {guest}
    assert count_of(app, Membership) == 3
    assert count_of(app, Device) == 2


def test_a_match_exists_for_its_own_club_only(app: Flask) -> None:
    mine, other = Keeper(app), Keeper(app, players=("Yann", "Zoé", "Xi"))
    with app.app_context():
        assert load(mine.club_id, mine.match) is not None
        assert load(other.club_id, mine.match) is None
        for found in (open_matches(other.club_id), recent_matches(other.club_id)):
            assert [match.public_id for match in found] == [other.match]
        assert sorted(known_players(other.club_id)) == ["Xi", "Yann", "Zoé"]
    assert count_of(app, Club) == 2


def test_an_address_that_no_match_has_finds_none(app: Flask) -> None:
    keeper = Keeper(app)
    with app.app_context():
        for address in ("", "x", keeper.match.upper() + keeper.match, "\x00", keeper.match + "\x00", "é" * 300):
            assert load(keeper.club_id, address) is None
