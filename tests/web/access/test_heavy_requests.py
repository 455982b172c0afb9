"""Heavy requests: one at a time, few in line, each with a budget, none for who has hung up."""

import io
import threading

import pytest
from flask import Flask

from referee.bundles import log_replay as work_budget
from referee.bundles.log_replay import TooMuchWork, WorkBudget
from referee.web.access import heavy_requests
from referee.web.access.heavy_requests import DISCONNECTED, NAME, HeavyRequests, Occupied
from tests.server.test_open_transactions import has_open_transaction
from tests.web.bundles.exchange.test_brought_bundle import brought, bundle_of, continued, length, record
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor
from tests.web.world import BIDS

HEAVY = ("/handover/open", "/handover/add", "/sync/archive", "/club/import", "/club/export")


@pytest.fixture
def begun(visitor: Visitor) -> WebMatch:
    match = new_match(visitor)
    match.record(BIDS)
    return match


def test_a_budget_ends_with_its_entries_or_its_seconds() -> None:
    entries = WorkBudget(2, 60)
    entries.spend(2)
    with pytest.raises(TooMuchWork):
        entries.spend()
    with pytest.raises(TooMuchWork):
        WorkBudget(10, 0.0).spend(0)


def test_a_bundle_that_is_too_much_work_is_refused_in_a_sentence(
    begun: WebMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heavy_requests, "ENTRIES", 5)
    answer = brought(begun, [record(at) for at in range(1, 9)])
    assert answer.status == 422
    assert "trop de travail d’un coup" in answer.response.get_json()["sentence"].replace("'", "’")
    assert length(begun) == 1


@pytest.mark.parametrize("address", HEAVY)
def test_where_too_many_wait_the_next_is_told_when_to_come_back(app: Flask, begun: WebMatch, address: str) -> None:
    app.extensions[NAME] = HeavyRequests(most=1, patience=60)
    visitor, public_id = begun.visitor, begun.public_id
    with app.extensions[NAME].turn("another client"):
        if address == "/club/export":
            page = visitor.open(address)
        else:
            page = visitor.send(f"{address}?match={public_id}" if "sync" in address else address, [])
    assert page.status == 503
    assert int(page.response.headers["Retry-After"]) > 0
    assert "occupé" in (page.response.get_json()["sentence"] if "sync" in address else page.text)


def test_quick_pages_do_not_wait(app: Flask, begun: WebMatch) -> None:
    app.extensions[NAME] = HeavyRequests(most=1, patience=60)
    with app.extensions[NAME].turn("another client"):
        assert begun.page().status == 200
        begun.record({"step": "note", "text": "quand même"})


def test_who_waits_in_line_has_no_open_transaction(app: Flask, begun: WebMatch, url: str) -> None:
    turns = app.extensions.setdefault(NAME, HeavyRequests())
    statuses: list[int] = []
    with turns.turn("another"):
        waiting = threading.Thread(target=lambda: statuses.append(begun.visitor.open("/club/export").status))
        waiting.start()
        while turns.waiting < 2 and waiting.is_alive():
            waiting.join(0.01)
        assert turns.waiting == 2
        assert not has_open_transaction(url)
    waiting.join()
    assert statuses == [200]


def test_the_first_in_line_is_next_and_nobody_waits_for_ever() -> None:
    turns = HeavyRequests(patience=0.0)
    with turns.turn("a"), pytest.raises(Occupied), turns.turn("b"):
        pytest.fail("two at a time")
    with turns.turn("b"):
        assert turns.waiting == 1


def test_one_client_has_not_all_the_places() -> None:
    turns = HeavyRequests(most=6, of_one=1)
    with turns.turn("a"):
        with pytest.raises(Occupied), turns.turn("a"):
            pytest.fail("a second place")
        assert turns.waiting == 1


def test_who_works_long_lets_the_next_go_first() -> None:
    turns, order = HeavyRequests(patience=60), list[str]()

    def short() -> None:
        with turns.turn("short"):
            order.append("short")

    thread = threading.Thread(target=short)
    with turns.turn("long"):
        thread.start()
        while turns.waiting < 2:
            pass
        turns.give_way()
        order.append("long")
    thread.join()
    assert order == ["short", "long"]


def test_for_who_has_hung_up_nothing_is_replayed(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "SLICE", 0.0)
    visitor, public_id = begun.visitor, begun.public_id
    bundle = continued(bundle_of(begun), [record(1), record(2)])
    fields = {"archive": (io.BytesIO(bundle), "club.zip")}
    visitor.client.post(f"/sync/archive?match={public_id}", data=fields, environ_overrides={DISCONNECTED: lambda: True})
    assert length(begun) == 1
