"""What one client stores in a day has a limit, by any door; what others store, and what is taken back, has none."""

import io
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee.store.database.models import Club, HandedPart, TryCount, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PART
from referee.store.handover.code_parts import KEPT_FOR, MOST, drop_parts, keep_part, purge_parts
from tests.databases import on_both_databases
from tests.store.database.test_quotas import allow, counted
from tests.web.access.test_quotas import another_match, correction, evening, note, player, record, shown_with
from tests.web.api.program import NOTE, Program
from tests.web.matches.test_twice_and_late import BIDS, TRICKS
from tests.web.sharing import token_for
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

pytestmark = on_both_databases
REACHED = "De votre réseau, l’arbitre a pris"


@pytest.fixture
def played(limited: Flask) -> WebMatch:
    match = new_match(Visitor(limited))
    for entry in (BIDS, TRICKS):
        match.record(entry)
    return match


@pytest.mark.first_alone
@pytest.mark.parametrize("act", [record, note, correction, player, evening, another_match])
def test_a_client_that_stored_its_share_is_told_so_and_what_was_typed_is_still_there(
    limited: Flask, played: WebMatch, act: Callable[[WebMatch], tuple[Callable[[], Page], str, str]]
) -> None:
    send, name, typed = act(played)
    allow(limited, client_bytes=1)
    before = counted(limited)
    answer = send()
    assert answer.status == 507
    assert REACHED in answer.text
    assert shown_with(answer, name) == typed
    assert counted(limited) == before


def test_nobody_founds_or_shares_a_club_beyond_the_share(limited: Flask, played: WebMatch) -> None:
    allow(limited, client_bytes=1)
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    answers = [Visitor(limited).send("/new/ascenseur", seats), Visitor(limited).send("/clubs", [])]
    answers += [played.visitor.send("/share", [("role", "watcher")])]
    answers += [played.visitor.send("/share/programs", [("role", "watcher"), ("name", "robot")])]
    assert [(answer.status, REACHED in answer.text) for answer in answers] == [(507, True)] * 4


def test_an_archive_beyond_the_share_is_refused_before_anything_is_written(limited: Flask, played: WebMatch) -> None:
    archive = played.visitor.open("/club/export").response.get_data()
    allow(limited, client_bytes=1)
    before = counted(limited)
    answer = played.visitor.send("/club/import", [("archive", (io.BytesIO(archive), "club.zip"))])
    assert answer.status == 507
    assert REACHED in answer.text
    assert counted(limited) == before


def test_a_program_beyond_the_share_is_told_so(limited: Flask, played: WebMatch) -> None:
    program = Program(limited, token_for(played.visitor, "keeper"))
    path = program.start()
    allow(limited, client_bytes=1)
    answer = program.ask("POST", f"{path}/entries", NOTE)
    assert answer.status_code == 507
    assert "Mio en un jour" in answer.get_data(as_text=True)


def test_what_is_taken_back_meets_no_share(limited: Flask, played: WebMatch) -> None:
    allow(limited, client_bytes=1)
    assert played.page().form("/undo").send().status == 303
    assert played.exported()["entries"] == [BIDS]
    assert played.visitor.send(f"{played.path}/delete", []).status == 303


def test_the_share_of_another_client_is_its_own(limited: Flask, played: WebMatch) -> None:
    with limited.app_context():
        stored = db.session.scalar(select(func.max(TryCount.count)))
    assert stored is not None
    allow(limited, client_bytes=stored + 100)
    assert note(played)[0]().status == 507
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    other = Visitor(limited)
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    assert other.send("/new/ascenseur", seats).status == 303


def test_what_was_refused_is_not_counted(limited: Flask, played: WebMatch) -> None:
    def stored() -> int | None:
        with limited.app_context():
            return db.session.scalar(select(func.max(TryCount.count)))

    before = stored()
    assert before is not None
    allow(limited, club_bytes=1)
    assert note(played)[0]().status == 507
    assert stored() == before
    allow(limited, club_bytes=0)
    assert note(played)[0]().status == 303
    assert before < (stored() or 0) < before + 1000


def test_without_a_share_nothing_is_counted(limited: Flask) -> None:
    allow(limited, client_bytes=0)
    match = new_match(Visitor(limited))
    match.record(BIDS)
    with limited.app_context():
        counts = db.session.scalars(select(TryCount.count)).all()
    assert max(counts, default=0) < 100


@pytest.mark.thorough
def test_parts_of_a_handover_are_counted_until_they_go(limited: Flask, played: WebMatch) -> None:
    """They count for the club, whether they are used, wait too long or give way to later parts."""
    (before,) = [size for name, size in counted(limited).items() if name.startswith("club")]

    def more() -> int:
        with limited.app_context():
            return (db.session.scalar(select(Club.bytes)) or 0) - before

    with limited.app_context():
        club_id = db.session.scalars(select(Club.id)).one()
        for number in range(MOST + 2):
            keep_part(club_id, "a" * 8, number, "x" * 100)
        keep_part(club_id, "a" * 8, MOST + 1, "x" * 100)
    assert more() == MOST * (PART + 100)
    with limited.app_context():
        drop_parts(club_id, "a" * 8)
    assert more() == 0
    with limited.app_context():
        keep_part(club_id, "b" * 8, 1, "x" * 50)
    assert more() == PART + 50
    with limited.app_context():
        purge_parts(now() + 2 * KEPT_FOR)
        assert db.session.scalar(select(func.count()).select_from(HandedPart)) == 0
    assert more() == 0
