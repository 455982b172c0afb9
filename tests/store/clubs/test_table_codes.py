"""The code of a table: what it opens, how long, what a reader of the database learns; and who asks to keep."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, text, update

from referee.matches.log import Change
from referee.store.clubs import keep_requests, links, table_codes
from referee.store.clubs.clubs import KEEPER, WATCHER, Visitor, find_visitor
from referee.store.clubs.links import invitation_for
from referee.store.clubs.table_codes import ALPHABET, BITS, SIGNS, Code, code_of, evening_at, make_code
from referee.store.database.models import Invitation, Match, TableCode, now
from referee.store.database.orm_base import db
from referee.store.matches.matches import start
from tests.store.keeping import Keeper, later, row_of, setup_for, writing
from tests.store.sharing import founded, join_by_link, key_of, link, role_of, thrown_out

SECRET, ANOTHER = b"the secret of this installation", b"another one"
END = Change({"step": "end"})


def visitor_with(key: str) -> Visitor:
    found = find_visitor(key)
    assert found is not None
    return found


def made(app: Flask, keeper: Keeper) -> Code:
    """A new code for the evening of the match."""
    with writing(app):
        evening_id = evening_at(keeper.club_id)
        assert evening_id is not None
        assert make_code(SECRET, visitor_with(key_of(app, keeper)), evening_id)
        code = code_of(SECRET, evening_id)
        assert code is not None
        return code


def opens(app: Flask, code: Code) -> tuple[bool, bool]:
    """Whether it opens something typed, and scanned."""
    with app.app_context():
        return table_codes.invitation_with(SECRET, code.signs) is not None, invitation_for(code.token) is not None


def enters(app: Flask, code: Code, key: str | None = None, name: str = "") -> str:
    """The key of the device that typed the code."""
    with writing(app):
        found = table_codes.invitation_with(SECRET, code.signs)
        assert found is not None
        device = links.join(found[0], key, name)
        assert device is not None
        return device.key


# The code


def test_six_signs_are_24_random_bits_and_none_looks_or_sounds_like_another() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 2**BITS
    assert SIGNS * BITS == 24
    assert not set(ALPHABET) & set("01OILQDZSBGUAEJTNWHX")
    assert ALPHABET.upper() == ALPHABET


def test_whoever_types_or_scans_the_code_watches_the_whole_table(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    assert opens(app, code) == (True, True)
    typed, scanned = enters(app, code), join_by_link(app, code.token)
    assert [role_of(app, key) for key in (typed, scanned)] == [WATCHER, WATCHER]
    with app.app_context():
        assert [visitor_with(key).only for key in (typed, scanned)] == [None, None]


def test_it_is_read_however_it_is_typed(app: Flask, keeper: Keeper) -> None:
    signs = made(app, keeper).signs
    with app.app_context():
        for typed in (signs, signs.lower(), f" {signs[:3]}-{signs[3:]} ", " ".join(signs)):
            assert table_codes.invitation_with(SECRET, typed) is not None, typed
        for typed in ("", signs[:5], f"{signs}2", signs[::-1] if signs != signs[::-1] else "222222"):
            assert table_codes.invitation_with(SECRET, typed) is None, typed


def test_a_keeper_keeps_their_role_by_the_code(app: Flask, keeper: Keeper) -> None:
    code, key = made(app, keeper), key_of(app, keeper)
    assert enters(app, code, key) == key
    assert role_of(app, key) == KEEPER


def test_the_database_tells_no_code_and_no_other_secret_does(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    with app.app_context():
        rows = [
            *db.session.execute(text("SELECT * FROM table_code")),
            *db.session.execute(text("SELECT * FROM invitation")),
        ]
        assert len(rows) == 2
        kept = repr([tuple(row) for row in rows])
        assert code.signs not in kept
        assert code.token not in kept
        seed = db.session.scalars(select(TableCode.seed)).one()
        assert table_codes.signs_of(ANOTHER, seed) != code.signs
        assert code_of(ANOTHER, evening_at(keeper.club_id)) is None
        assert table_codes.invitation_with(ANOTHER, code.signs) is None


def test_a_new_code_ends_the_one_before_and_who_came_by_it_stays(app: Flask, keeper: Keeper) -> None:
    first = made(app, keeper)
    guest = enters(app, first)
    second = made(app, keeper)
    assert (opens(app, first), opens(app, second)) == ((False, False), (True, True))
    assert role_of(app, guest) == WATCHER
    with app.app_context():
        assert db.session.query(TableCode).count() == 1


def test_it_opens_for_a_day_after_the_last_match_of_the_evening(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    with later(timedelta(days=3)):
        assert opens(app, code) == (True, True)  # the match goes on
    keeper.record(END)
    with later(timedelta(hours=23)):
        assert opens(app, code) == (True, True)
    with later(timedelta(hours=25)):
        assert opens(app, code) == (False, False)
        with app.app_context():
            assert evening_at(keeper.club_id) is None


def test_a_correction_days_later_opens_no_code_again(app: Flask, keeper: Keeper) -> None:
    keeper.record(Change({"step": "note", "text": "a"}))
    code = made(app, keeper)
    keeper.record(END)
    with later(timedelta(days=2)):
        keeper.record(Change({"step": "note", "text": "b"}, 0), why="a slip")
        assert keeper.texts() == ["b"]
        assert opens(app, code) == (False, False)


def test_the_next_match_of_the_evening_keeps_the_code_open(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    keeper.record(END)
    with writing(app):
        match = start(visitor_with(key_of(app, keeper)).club, setup_for(), None)
        following = match.id
    with later(timedelta(days=2)):
        assert opens(app, code) == (True, True)
    with writing(app):
        found = table_codes.invitation_with(SECRET, code.signs)
        assert found is not None
        arrived = links.arrival(found[0], None)
        assert arrived is not None
        assert arrived.id == following


def test_who_comes_while_several_matches_go_on_chooses(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    with writing(app):
        start(visitor_with(key_of(app, keeper)).club, setup_for(), None)
        found = table_codes.invitation_with(SECRET, code.signs)
        assert found is not None
        assert links.arrival(found[0], None) is None


def test_a_match_left_open_keeps_no_code_for_ever(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    with later(timedelta(days=7, minutes=1)):
        assert opens(app, code) == (False, False)
        assert made(app, keeper) != code  # a tap makes another one


def test_a_code_of_a_deleted_match_opens_nothing(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    with writing(app):
        db.session.execute(update(Match).values(deleted_at=now()))
        db.session.commit()
    assert opens(app, code) == (False, False)


def test_a_phone_that_was_thrown_out_knows_no_code_that_opens(app: Flask, keeper: Keeper) -> None:
    """However it came, and whether or not its links are cut: the six signs were said aloud."""
    owner = key_of(app, keeper)
    for its_links in (True, False):
        guest = join_by_link(app, link(app, owner, WATCHER))
        code = made(app, keeper)
        thrown_out(app, owner, guest, its_links=its_links)
        assert role_of(app, guest) is None
        assert opens(app, code) == (False, False)


def test_the_code_of_a_keeper_who_was_thrown_out_opens_nothing(app: Flask, keeper: Keeper) -> None:
    owner = key_of(app, keeper)
    other = join_by_link(app, link(app, owner, KEEPER))
    with writing(app):
        evening_id = evening_at(keeper.club_id)
        assert evening_id is not None
        make_code(SECRET, visitor_with(other), evening_id)
        code = code_of(SECRET, evening_id)
    assert code is not None
    thrown_out(app, owner, other, its_links=False)
    assert opens(app, code) == (False, False)


def test_cutting_any_link_ends_the_codes_too(app: Flask, keeper: Keeper) -> None:
    owner = key_of(app, keeper)
    guest = join_by_link(app, link(app, owner, WATCHER))
    code = made(app, keeper)
    with writing(app):
        cut = db.session.scalars(select(Invitation.id).order_by(Invitation.id)).first()
        assert cut is not None
        assert links.revoke(visitor_with(owner), cut)
    assert role_of(app, guest) is None
    assert opens(app, code) == (False, False)


def test_only_a_keeper_of_the_club_makes_its_code(app: Flask, keeper: Keeper) -> None:
    watcher, stranger = enters(app, made(app, keeper)), founded(app)
    with writing(app):
        evening_id = evening_at(keeper.club_id)
        assert evening_id is not None
        assert not make_code(SECRET, visitor_with(watcher), evening_id)
        assert not make_code(SECRET, visitor_with(stranger), evening_id)


def test_a_code_that_another_table_has_is_not_given_again(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere, first = Keeper(app), made(app, keeper)
    with app.app_context():
        taken = db.session.scalars(select(TableCode.seed)).one()
    seeds = iter((taken, taken, "another"))
    monkeypatch.setattr(table_codes.secrets, "token_urlsafe", lambda _bytes: next(seeds))
    second = made(app, elsewhere)
    assert second.signs == table_codes.signs_of(SECRET, "another") != first.signs
    assert [*seeds] == []
    assert (opens(app, first), opens(app, second)) == ((True, True), (True, True))


# Who asks to keep


def asks(app: Flask, key: str, keeper: Keeper) -> int:
    """The id of the membership that asks in this match."""
    with writing(app):
        visitor = visitor_with(key)
        keep_requests.ask(visitor, row_of(keeper.stored_match()).id)
        return visitor.membership_id


def answered(app: Flask, by: str, membership_id: int, allow: bool) -> bool:
    with writing(app):
        return keep_requests.answer(visitor_with(by), membership_id, allow)


def waiting(app: Flask, keeper: Keeper) -> list[str]:
    with app.app_context():
        return [device.key for _, device in keep_requests.requests(keeper.club_id)]


def asking(app: Flask, keeper: Keeper) -> int:
    """How many ask, as the pages of the match are told with it."""
    with app.app_context():
        return keeper.stored_match().asking


def test_a_watcher_keeps_once_a_keeper_has_said_yes(app: Flask, keeper: Keeper) -> None:
    guest = enters(app, made(app, keeper), name="Zoé")
    membership_id = asks(app, guest, keeper)
    assert (role_of(app, guest), waiting(app, keeper), asking(app, keeper)) == (WATCHER, [guest], 1)
    assert answered(app, key_of(app, keeper), membership_id, True)
    assert (role_of(app, guest), waiting(app, keeper), asking(app, keeper)) == (KEEPER, [], 0)


def test_who_is_refused_or_left_unanswered_goes_on_watching(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    refused, ignored = enters(app, code), enters(app, code)
    asks(app, ignored, keeper)
    assert answered(app, key_of(app, keeper), asks(app, refused, keeper), False)
    assert (role_of(app, refused), role_of(app, ignored)) == (WATCHER, WATCHER)
    assert waiting(app, keeper) == [ignored]


def test_a_yes_to_who_does_not_ask_gives_nothing(app: Flask, keeper: Keeper) -> None:
    guest = enters(app, made(app, keeper))
    membership_id = asks(app, guest, keeper)
    owner = key_of(app, keeper)
    assert answered(app, owner, membership_id, False)
    assert answered(app, owner, membership_id, True)
    assert role_of(app, guest) == WATCHER


def test_only_a_keeper_of_the_club_answers(app: Flask, keeper: Keeper) -> None:
    code = made(app, keeper)
    guest, other = enters(app, code), enters(app, code)
    membership_id = asks(app, guest, keeper)
    for key in (guest, other, founded(app)):
        assert not answered(app, key, membership_id, True)
    assert role_of(app, guest) == WATCHER


def test_who_keeps_already_asks_nothing_and_a_link_to_keep_answers_the_request(app: Flask, keeper: Keeper) -> None:
    owner = key_of(app, keeper)
    asks(app, owner, keeper)
    assert waiting(app, keeper) == []
    guest = enters(app, made(app, keeper))
    asks(app, guest, keeper)
    join_by_link(app, link(app, owner, KEEPER), guest)
    assert (role_of(app, guest), waiting(app, keeper)) == (KEEPER, [])


def test_a_request_is_shown_in_its_own_match_alone(app: Flask, keeper: Keeper) -> None:
    guest = enters(app, made(app, keeper))
    with writing(app):
        start(visitor_with(key_of(app, keeper)).club, setup_for(), None)
    asks(app, guest, keeper)
    with app.app_context():
        ids = list(db.session.scalars(select(Match.id).order_by(Match.id)))
        assert [len(keep_requests.requests(keeper.club_id, id_)) for id_ in ids] == [1, 0]
