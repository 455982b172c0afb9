"""A club is its devices' own: links hand on a role, are known by their hash alone, and end when they are revoked."""

import pytest
from flask import Flask
from sqlalchemy import event, select, update

from referee.matches.log import Change
from referee.store.clubs import clubs
from referee.store.clubs.clubs import KEEPER, WATCHER, create_owned_club, find_visitor
from referee.store.clubs.links import invitation_for, invite, revoke
from referee.store.database.models import Club, Device, Invitation, Match, Membership, now
from referee.store.database.orm_base import db
from referee.store.matches.matches import finished_matches, known_players, open_matches, start
from referee.store.matches.stored_match import StoredMatch, load
from tests.store.keeping import Keeper, at_once, count_of, setup_for, writing
from tests.store.sharing import end, join_by_link, key_of, link, match_id, role_of


def test_who_founds_a_club_keeps_it(app: Flask, founder: str) -> None:
    assert role_of(app, founder) == KEEPER
    assert role_of(app, "somebody else") is None
    with app.app_context():
        assert find_visitor(None) is None
        assert find_visitor("") is None


@pytest.mark.parametrize("role", [KEEPER, WATCHER])
def test_a_link_gives_its_role_in_the_club_that_made_it(app: Flask, founder: str, role: str) -> None:
    key = join_by_link(app, link(app, founder, role), name="Bob")
    assert role_of(app, key) == role
    with app.app_context():
        guest, host = find_visitor(key), find_visitor(founder)
        assert guest is not None
        assert host is not None
        assert guest.club.id == host.club.id
        assert guest.device.name == "Bob"


def test_a_token_has_128_bits_and_only_its_hash_is_kept(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    assert len(token) == 22
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
    guest = join_by_link(app, token)
    end(app, founder, token)
    assert role_of(app, guest) is None
    assert role_of(app, founder) == KEEPER
    with app.app_context():
        assert invitation_for(token) is None


def test_revoking_one_link_leaves_the_others(app: Flask, founder: str) -> None:
    first, second = (link(app, founder, WATCHER) for _ in range(2))
    one, two = join_by_link(app, first), join_by_link(app, second)
    end(app, founder, first)
    assert (role_of(app, one), role_of(app, two)) == (None, WATCHER)


def test_a_keeper_who_opens_a_watchers_link_stays_keeper(app: Flask, founder: str) -> None:
    join_by_link(app, link(app, founder, WATCHER), founder)
    assert role_of(app, founder) == KEEPER


def test_a_founder_who_tries_their_own_link_and_revokes_it_stays_keeper(app: Flask, founder: str) -> None:
    for role in (WATCHER, KEEPER):
        token = link(app, founder, role)
        join_by_link(app, token, founder)
        end(app, founder, token)
        assert role_of(app, founder) == KEEPER


def test_a_watcher_who_opens_a_keepers_link_becomes_keeper(app: Flask, founder: str) -> None:
    guest = join_by_link(app, link(app, founder, WATCHER))
    assert join_by_link(app, link(app, founder, KEEPER), guest) == guest
    assert role_of(app, guest) == KEEPER


def test_a_club_cannot_revoke_the_link_of_another(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        assert not revoke(create_owned_club(), found[0].id)
        db.session.commit()
    with app.app_context():
        assert invitation_for(token) is not None


def test_a_double_tap_on_join_makes_one_membership(app: Flask, founder: str) -> None:
    token = link(app, founder, WATCHER)
    with writing(app):
        guest = create_owned_club().device.key
        db.session.commit()
    assert set(at_once(lambda _: join_by_link(app, token, guest))) == {guest}
    assert count_of(app, Membership) == 3
    assert count_of(app, Device) == 2


def test_a_match_exists_for_its_own_club_only(app: Flask) -> None:
    mine, other = Keeper(app), Keeper(app, players=("Yann", "Zoé", "Xi"))
    with app.app_context():
        assert load(mine.club_id, mine.match) is not None
        assert load(other.club_id, mine.match) is None
        assert [match.public_id for match in open_matches(other.club_id)] == [other.match]
        assert not finished_matches(other.club_id, 50)
    mine.record(Change({"step": "end"}))
    other.record(Change({"step": "end"}))
    with app.app_context():
        assert [match.public_id for match in finished_matches(other.club_id, 50)] == [other.match]
        assert not open_matches(other.club_id)
        assert sorted(known_players(other.club_id)) == ["Xi", "Yann", "Zoé"]
    assert count_of(app, Club) == 2


def test_an_address_that_no_match_has_finds_none(app: Flask) -> None:
    keeper = Keeper(app)
    with app.app_context():
        for address in ("", "x", keeper.match.upper() + keeper.match, "\x00", keeper.match + "\x00", "é" * 300):
            assert load(keeper.club_id, address) is None


# One match only


def another_match(app: Flask, keeper: Keeper) -> str:
    with writing(app):
        return start(db.session.get_one(Club, keeper.club_id), setup_for(), None).public_id


def sees(app: Flask, key: str, public_id: str) -> bool:
    with app.app_context():
        return find_visitor(key, public_id) is not None


def test_a_link_for_one_match_shows_that_match_and_no_other(app: Flask, keeper: Keeper) -> None:
    other, founder = another_match(app, keeper), key_of(app, keeper)
    guest = join_by_link(app, link(app, founder, WATCHER, match_id(app, keeper.match)))
    assert (sees(app, guest, keeper.match), sees(app, guest, other)) == (True, False)
    assert role_of(app, guest) == WATCHER
    assert all(sees(app, founder, match) for match in (keeper.match, other))


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
        guest = join_by_link(app, token, guest)
    with app.app_context():
        visitor = find_visitor(guest)
        assert visitor is not None
        assert (visitor.role, visitor.only) == (KEEPER if then == "keeper" else WATCHER, matches.get(then))


def test_a_deleted_match_is_gone_for_its_guests_and_its_link_opens_nothing(app: Flask, keeper: Keeper) -> None:
    token = link(app, key_of(app, keeper), WATCHER, match_id(app, keeper.match))
    guest = join_by_link(app, token)
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
        visitor = find_visitor(key, keeper.match)
        assert visitor is not None
        assert visitor.of_match is not None
        match = StoredMatch(*visitor.of_match)
        assert (match.public_id, match.length, match.over, match.counting) == (keeper.match, 0, False, 0)
        assert visitor.keeps
    assert len([statement for statement in asked if statement.startswith("SELECT")]) == 1


# Several clubs


def test_a_device_acts_in_the_club_it_chose_last_and_about_a_match_in_the_club_of_that_match(app: Flask) -> None:
    mine, other = Keeper(app), Keeper(app, players=("Yann", "Zoé", "Xi"))
    key = key_of(app, mine)
    join_by_link(app, link(app, key_of(app, other), WATCHER), key)

    def acts_in(match: str | None = None) -> int:
        with app.app_context():
            visitor = find_visitor(key, match)
            assert visitor is not None
            return visitor.club.id

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
        visitor = find_visitor(key)
        assert visitor is not None
        assert visitor.keeps
        assert visitor.club.id != keeper.club_id


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
