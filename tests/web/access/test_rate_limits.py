"""Every page that is limited answers 429 beyond its limit: a sentence, and the seconds to wait in a header."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping

from flask import Flask
from sqlalchemy import event, select

from referee.store.database.models import TryCount
from referee.store.database.orm_base import db
from referee.web.access.rate_limits import LIMITS
from tests.web.clubs.test_table_code import code_for
from tests.web.sharing import token_for
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

SEATS = [(f"seat.{seat}", name) for seat, name in enumerate(("Ana", "Bob", "Chloé"))]
Try = Callable[[Visitor], Page]


def post(path: str, **fields: str) -> Try:
    return lambda visitor: visitor.send(path, list(fields.items()))


def get(path: str) -> Try:
    return lambda visitor: visitor.open(path)


def as_stranger(attempt: Try) -> Try:
    """Each time with a phone that has no club yet."""
    return lambda visitor: attempt(Visitor(visitor.client.application))


def limited_pages(match: str, archive: bytes, code: str) -> Mapping[str, Mapping[str, Try]]:
    """The pages of each limit, by endpoint, each with a request that counts."""
    file = b64encode(archive).decode()
    return {
        "founding": {
            "clubs.create": post("/clubs"),
            "new_match.begin": as_stranger(lambda stranger: stranger.send("/new/ascenseur", SEATS)),
            "handover.take": as_stranger(post("/handover/add", act="add", archive=file)),
        },
        "joining": {"sharing.join_page": get("/join/x"), "sharing.join_club": post("/join/x")},
        "recovering": {"clubs.recover": post("/recover", code="x")},
        "entering": {"table_codes.enter": post("/join", code="222222")},
        "guessing": {"table_codes.enter": post("/join", code="222222")},
        "guessing nearby": {"table_codes.enter": post("/join", code="222222")},
        "arriving": {"table_codes.enter": as_stranger(post("/join", code=code))},
        "asking": {"table_codes.ask": post(f"{match}/keep-request")},
        "counting": {"matches.count": post(f"{match}/count"), "seats.answer": post(f"{match}/seat/answer")},
        "bringing": {"sync.take_archive": post("/sync/archive")},
        "opening": {"handover.open_code": post("/handover/open", code="x"), "handover.take": post("/handover/add")},
        "importing": {"transfer.upload": post("/club/import"), "transfer.confirm": post("/club/import/x")},
        "exporting": {"transfer.export": get("/club/export"), "sync.archive": get("/sync/archive")},
    }


def test_every_limit_answers_429_with_the_sentence_and_when_to_come_back(limited: Flask) -> None:
    match = new_match(Visitor(limited))
    keeper = match.visitor
    pages = limited_pages(match.path, keeper.open(f"{match.path}/handover/file").response.get_data(), code_for(match))
    assert {*pages, "naming"} == LIMITS.keys()
    wrong = []
    for name, attempts in pages.items():
        for most, (endpoint, attempt) in enumerate(attempts.items(), 1):
            limited.config["LIMITS"] = {**LIMITS, name: f"{most} per minute"}  # each number has a counter of its own
            statuses = [attempt(keeper).status for _ in range(most)]
            refused = attempt(keeper)
            waits = int(refused.response.headers.get("Retry-After", 0))
            said = re.search(r"Trop d.essais d.un coup : revenez dans \d+ secondes?\.", refused.text)
            if 429 in statuses or refused.status != 429 or not 1 <= waits <= 60 or not said:
                wrong.append((name, endpoint, statuses, refused.status, waits))
    assert not wrong


def test_the_pages_tried_above_are_all_that_are_limited(limited: Flask) -> None:
    named = {endpoint for attempts in limited_pages("", b"", "").values() for endpoint in attempts}
    views = limited.view_functions.items()
    limits = {endpoint for endpoint, view in views if "flask_limiter" in view.__code__.co_filename}
    assert limits == {*named, "api_matches.add_match"}


def test_programs_are_limited_as_phones_are(limited: Flask) -> None:
    """Tokens that open nothing by where they come from, before any page; matches that come with those of phones."""
    keeper = new_match(Visitor(limited)).visitor
    head = {"Authorization": f"Bearer {token_for(keeper, 'keeper')}"}
    file = {"format": "referee-match/1", "game": "yaniv", "players": ["Ana", "Bob"], "entries": []}
    limited.config["LIMITS"] = {**LIMITS, "naming": "2 per minute", "opening": "3 per minute"}
    client = limited.test_client()
    guessed = [client.get("/api/v1/players", headers={"Authorization": f"Bearer {n}"}) for n in range(3)]
    assert [answer.status_code for answer in guessed] == [401, 401, 429]
    came = [client.post("/api/v1/matches", json=file, headers=head) for _ in range(4)]
    assert [answer.status_code for answer in came] == [201, 201, 201, 429]
    for refused in (guessed[-1], came[-1]):
        assert refused.content_type == "application/problem+json"
        assert refused.get_json()["detail"].startswith("Trop d’essais d’un coup")
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert client.get("/api/v1/players", headers=head).status_code == 200


def test_beyond_a_limit_nothing_is_written_and_no_address_ever_is(limited: Flask) -> None:
    """A flood of tries takes no writer's turn."""
    guesser, attempt = Visitor(limited), post("/join", code="222222")
    assert [attempt(guesser).status for _ in range(11)] == [422] * 10 + [429]
    wrote: list[str] = []
    with limited.app_context():
        kept = db.session.scalars(select(TryCount)).all()
        event.listen(db.engine, "before_cursor_execute", lambda *sent: wrote.append(sent[2]))
    assert attempt(guesser).status == 429
    assert [statement for statement in wrote if not statement.startswith("SELECT")] == []
    assert sorted(row.count for row in kept) == [10, 10, 10, 10]  # four windows of three limits
    assert all(re.fullmatch("[0-9a-f]{64}", row.key) for row in kept)
