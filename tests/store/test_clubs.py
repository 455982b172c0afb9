"""A club is its devices' own: links hand on a role, are known by their hash alone, and end when they are revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select, update

from referee.store import clubs
from referee.store.clubs import KEEPER, SEEN_EVERY, WATCHER, found_club, invitation_for, invite, join, present, revoke
from referee.store.database import db, write_lock
from referee.store.matches import known_players, load, open_matches, recent_matches, start
from referee.store.models import Club, Device, Invitation, Match, Membership, now
from referee.store.recovery import ALPHABET, new_code, read_code, recover
from tests.store.keeping import Keeper, at_once, count_of, setup_for, writing


@pytest.fixture
def founder(app: Flask) -> str:
    """The key of a device that founded a club."""
    with writing(app):
        key = found_club().device.key
        db.session.commit()
        return key


def link(app: Flask, founder: str, role: str, only: int | None = None) -> str:
    with writing(app):
        here = present(founder)
        assert here is not None
        return invite(here.club, role, only)


def joined(app: Flask, token: str, key: str | None = None, name: str = "") -> str:
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        device = join(found[0], key, name)
        assert device is not None
        return device.key


def end(app: Flask, founder: str, token: str) -> None:
    with writing(app):
        here = present(founder)
        found = invitation_for(token)
        assert here is not None
        assert found is not None
        revoke(here, found[0].id)


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
        assert not revoke(found_club(), found[0].id)
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


# One match only


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    return Keeper(app)


def key_of(app: Flask, keeper: Keeper) -> str:
    with app.app_context():
        return db.session.get_one(Device, keeper.device_id).key


def match_id(app: Flask, public_id: str) -> int:
    with app.app_context():
        return db.session.scalars(select(Match.id).where(Match.public_id == public_id)).one()


def another_match(app: Flask, keeper: Keeper) -> str:
    with writing(app):
        return start(db.session.get_one(Club, keeper.club_id), setup_for(), None).public_id


def sees(app: Flask, key: str, public_id: str) -> bool:
    with app.app_context():
        return present(key, public_id) is not None


def test_a_link_for_one_match_shows_that_match_and_no_other(app: Flask, keeper: Keeper) -> None:
    other, founder = another_match(app, keeper), key_of(app, keeper)
    guest = joined(app, link(app, founder, WATCHER, match_id(app, keeper.match)))
    assert (sees(app, guest, keeper.match), sees(app, guest, other)) == (True, False)
    assert role_of(app, guest) == WATCHER
    assert all(sees(app, founder, one) for one in (keeper.match, other))


def test_nobody_is_made_keeper_of_a_single_match(app: Flask, keeper: Keeper) -> None:
    with writing(app), pytest.raises(ValueError, match="single match"):
        invite(db.session.get_one(Club, keeper.club_id), KEEPER, 1)


# What a device may do after one link and then another: "all" watches, "one" and "two" watch a match each.
LINKS = ("one", "two", "all", "keeper")
AFTER = {
    ("one", "one"): "one", ("one", "two"): "two", ("one", "all"): "all", ("one", "keeper"): "keeper",
    ("all", "one"): "all", ("all", "all"): "all", ("all", "keeper"): "keeper",
    ("keeper", "one"): "keeper", ("keeper", "all"): "keeper", ("keeper", "keeper"): "keeper",
}  # fmt: skip


@pytest.mark.parametrize(("first", "second", "then"), [(*pair, then) for pair, then in AFTER.items()])
def test_a_link_widens_what_a_device_may_do_and_never_narrows_it(
    app: Flask, keeper: Keeper, first: str, second: str, then: str
) -> None:
    matches = {"one": match_id(app, keeper.match), "two": match_id(app, another_match(app, keeper))}
    founder, guest = key_of(app, keeper), None
    for name in (first, second):
        token = link(app, founder, KEEPER if name == "keeper" else WATCHER, matches.get(name))
        guest = joined(app, token, guest)
    with app.app_context():
        here = present(guest)
        assert here is not None
        assert (here.role, here.only) == (KEEPER if then == "keeper" else WATCHER, matches.get(then))


def test_a_deleted_match_is_gone_for_its_guests_and_its_link_opens_nothing(app: Flask, keeper: Keeper) -> None:
    token = link(app, key_of(app, keeper), WATCHER, match_id(app, keeper.match))
    guest = joined(app, token)
    with writing(app):
        db.session.execute(update(Match).values(deleted_at=now()))
        db.session.commit()
    assert not sees(app, guest, keeper.match)
    with app.app_context():
        assert invitation_for(token) is None


def test_who_asks_about_a_match_is_found_in_one_query(app: Flask, keeper: Keeper) -> None:
    key, asked = key_of(app, keeper), []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
        here = present(key, keeper.match)
        assert here is not None
        assert here.match is not None
        assert (here.match.length, here.match.over, here.keeps) == (0, False, True)
    assert len(asked) == 1


# Several clubs


def test_a_device_acts_in_the_club_it_chose_last_and_about_a_match_in_the_club_of_that_match(app: Flask) -> None:
    mine, other = Keeper(app), Keeper(app, players=("Yann", "Zoé", "Xi"))
    key = key_of(app, mine)
    joined(app, link(app, key_of(app, other), WATCHER), key)

    def acts_in(match: str | None = None) -> int:
        with app.app_context():
            here = present(key, match)
            assert here is not None
            return here.club.id

    assert acts_in() == other.club_id
    with writing(app):
        assert clubs.choose(mine.device_id, mine.club_id)
    assert acts_in() == mine.club_id
    assert (acts_in(mine.match), acts_in(other.match)) == (mine.club_id, other.club_id)
    with app.app_context():
        assert [club.id for club, _ in clubs.clubs_of(mine.device_id)] == [mine.club_id, other.club_id]


def test_a_club_one_does_not_belong_to_cannot_be_chosen(app: Flask) -> None:
    mine, other = Keeper(app), Keeper(app, players=("Yann", "Zoé", "Xi"))
    with writing(app):
        assert not clubs.choose(mine.device_id, other.club_id)
        assert not clubs.choose(mine.device_id, 10**30)
        assert clubs.membership_of(mine.device_id, other.club_id) is None


def test_another_club_of_ones_own_is_made_once_as_long_as_it_is_blank(app: Flask, keeper: Keeper) -> None:
    key = key_of(app, keeper)
    for _ in range(2):
        with writing(app):
            assert clubs.another_club(key).id == keeper.device_id
    assert count_of(app, Club) == 2
    with app.app_context():
        here = present(key)
        assert here is not None
        assert here.keeps
        assert here.club.id != keeper.club_id


# Thrown out, left, seen


def membership_id(app: Flask, key: str) -> tuple[int, int]:
    with app.app_context():
        here = present(key)
        assert here is not None
        return here.club.id, here.membership_id


def test_a_device_thrown_out_has_its_club_no_more(app: Flask, founder: str) -> None:
    guest = joined(app, link(app, founder, KEEPER))
    with writing(app):
        assert clubs.remove(*membership_id(app, guest))
    assert (role_of(app, guest), role_of(app, founder)) == (None, KEEPER)
    assert count_of(app, Device) == 2


def test_the_last_keeper_cannot_be_thrown_out_though_watchers_stay(app: Flask, founder: str) -> None:
    joined(app, link(app, founder, WATCHER))
    with writing(app):
        assert not clubs.remove(*membership_id(app, founder))
    assert role_of(app, founder) == KEEPER


def test_two_keepers_who_throw_each_other_out_at_once_leave_one(app: Flask, founder: str) -> None:
    other = joined(app, link(app, founder, KEEPER))
    victims = [membership_id(app, key) for key in (founder, other)]

    def throw_out(number: int) -> bool:
        with writing(app), write_lock:
            return clubs.remove(*victims[number])

    assert sorted(at_once(throw_out, 2)) == [False, True]
    assert [role_of(app, key) for key in (founder, other)].count(KEEPER) == 1


def test_who_cuts_the_link_they_came_by_stays(app: Flask, founder: str) -> None:
    token = link(app, founder, KEEPER)
    one, two = joined(app, token), joined(app, token)
    with writing(app):
        clubs.remove(*membership_id(app, founder))
    end(app, one, token)
    assert (role_of(app, one), role_of(app, two)) == (KEEPER, None)


def test_a_link_that_is_cut_while_somebody_says_yes_lets_nobody_in(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        end(app, founder, token)
        db.session.rollback()
        assert join(found[0], None, "late") is None
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


# What belongs to whom


@pytest.mark.parametrize(("argument", "mine"), [("public_id", True), ("row", None), ("game_id", None)])
def test_what_an_address_names_is_the_clubs_or_it_is_nothing_of_a_club(
    app: Flask, keeper: Keeper, argument: str, mine: bool | None
) -> None:
    with app.app_context():
        assert clubs.owns(keeper.club_id, argument, keeper.match) is mine
        assert clubs.owns(keeper.club_id + 1, argument, keeper.match) in (False, None)


@pytest.mark.parametrize("argument", ["player_id", "invitation_id", "membership_id"])
@pytest.mark.parametrize("value", [0, -1, 99, 2**31, 10**40])
def test_a_number_that_no_thing_has_is_not_the_clubs(app: Flask, keeper: Keeper, argument: str, value: int) -> None:
    with app.app_context():
        assert clubs.owns(keeper.club_id, argument, value) is False


# Recovery


def code_of(app: Flask, founder: str) -> str:
    with writing(app):
        here = present(founder)
        assert here is not None
        return new_code(here.club)


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
        "lower": code.lower(), "bare": code.replace("-", ""), "spaced": " ".join(code),
        "misread": code.replace("0", "O").replace("1", "l"),
    }  # fmt: skip
    key = recovered(app, typed.format(code, **forms))
    assert key not in (None, founder)
    assert key is not None
    assert role_of(app, key) == KEEPER


def test_a_code_makes_a_watcher_keeper_and_no_link_takes_that_away(app: Flask, founder: str) -> None:
    code, token = code_of(app, founder), link(app, founder, WATCHER)
    guest = joined(app, token)
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
        found_club()
        db.session.commit()
    assert recovered(app, typed) is None
