"""What may be brought to a log from elsewhere: whole batches as a log writes them, behind what stands; no others."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from referee.web.sync import server_pages
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS

MOMENT = "2024-02-29T20:15:00.000000Z"


def record(position: int, **values: Any) -> dict[str, Any]:
    entry = {"step": "note", "text": f"n° {position}"}
    return {"position": position, "entry": entry, "batch": position, "recorded_at": MOMENT, **values}


def brought(match: WebMatch, records: Any, at: int = 1, **values: str) -> Page:
    public_id = match.path.rpartition("/")[2]
    said = match.visitor.open(f"/sync/records?match={public_id}").response.get_json()
    fields = {"at": str(at), "mark": said["mark"], "records": json.dumps(records), **values}
    return match.visitor.send(f"/sync/records?match={public_id}", list(fields.items()))


@pytest.fixture
def begun(visitor: Visitor) -> WebMatch:
    match = new_match(visitor)
    match.record(BIDS)
    return match


def test_records_are_appended_as_they_were_and_once(begun: WebMatch) -> None:
    records = [record(1, person="Ana"), record(2, entry=None, amends=1, undoes=1), record(3, reason="")]
    at_first = begun.visitor.open(f"/sync/records?match={begun.path[9:]}").response.get_json()["mark"]
    for _ in range(2):
        answer = brought(begun, records, mark=at_first)
        assert (answer.status, answer.response.get_json()["length"]) == (200, 4)
    kept = begun.visitor.open(f"/sync/records?match={begun.path[9:]}&from=1").response.get_json()["records"]
    assert kept[0]["person"] == "Ana"
    assert {record["recorded_at"] for record in kept} == {MOMENT}


STRANGE: Mapping[str, Any] = {
    "no list": {"position": 1},
    "a gap": [record(2)],
    "an amendment of nothing": [record(1, amends=7)],
    "an amendment of an amendment": [record(1, entry=None, amends=0), record(2, amends=1)],
    "half of a batch": [record(1, batch=0)],
    "a key nobody knows": [record(1, device_id=1)],
    "no moment": [{**record(1), "recorded_at": "soon"}],
    "what a rule refuses": [record(1, entry={"step": "tricks", "tricks": {}})],
    "an undoing of what was not last": [record(1), record(2, entry=None, amends=0, undoes=0)],
    "an undoing that does something else": [record(1), record(2, undoes=1)],
}


@pytest.mark.parametrize("records", STRANGE.values(), ids=STRANGE.keys())
def test_what_no_log_could_hold_is_refused_in_a_sentence_or_stands_apart(begun: WebMatch, records: Any) -> None:
    answer = brought(begun, records)
    assert answer.status in (409, 422), answer.text
    if answer.status == 422:
        assert answer.response.get_json()["sentence"]
    length = begun.visitor.open(f"/sync/records?match={begun.path[9:]}").response.get_json()["length"]
    assert length <= 2
    assert begun.page("/log").status == 200


def test_another_mark_is_another_log(begun: WebMatch) -> None:
    assert brought(begun, [record(1)], mark="x").response.get_json() == {"strange": True}
    assert brought(begun, [record(9)], at=9).status == 409


def test_what_is_no_json_is_not_understood(begun: WebMatch) -> None:
    public_id = begun.path.rpartition("/")[2]
    mark = begun.visitor.open(f"/sync/records?match={public_id}").response.get_json()["mark"]
    for records in ("[", "1", "null", '{"a": 1}'):
        fields = [("at", "1"), ("mark", mark), ("records", records)]
        assert begun.visitor.send(f"/sync/records?match={public_id}", fields).status in (400, 422)


def test_a_long_log_is_told_in_whole_batches(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    both = [record(1), record(2, batch=1), record(3), record(4, batch=3)]
    assert brought(begun, both).status == 200
    monkeypatch.setattr(server_pages, "MOST_TOLD", 4)
    answers = [
        begun.visitor.open(f"/sync/records?match={begun.path[9:]}&from={at}").response.get_json()["records"]
        for at in (0, 3)
    ]
    assert [[record["position"] for record in records] for records in answers] == [[0, 1, 2], [3, 4]]


def test_of_two_phones_that_bring_at_once_one_is_first_and_the_other_is_told(begun: WebMatch) -> None:
    public_id = begun.path.rpartition("/")[2]
    mark = begun.visitor.open(f"/sync/records?match={public_id}").response.get_json()["mark"]
    token, start, found = begun.visitor.token(), threading.Barrier(2), []

    def bring(text: str) -> None:
        phone = Visitor(begun.visitor.client.application)
        phone.wear(begun.visitor.cookies)
        records = [record(at, entry={"step": "note", "text": f"{text} {at}"}) for at in range(1, 8)]
        fields = {"at": "1", "mark": mark, "records": json.dumps(records), "csrf_token": token}
        start.wait()
        found.append(phone.send(f"/sync/records?match={public_id}", list(fields.items()), token=False).response)

    threads = [threading.Thread(target=bring, args=(text,)) for text in ("un", "deux")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in found) == [200, 409]
    texts = [entry["text"] for entry in begun.exported()["entries"][1:]]
    assert len(texts) == len(set(texts))


def test_a_form_of_another_site_brings_nothing(begun: WebMatch) -> None:
    public_id = begun.path.rpartition("/")[2]
    answer = begun.visitor.send(f"/sync/records?match={public_id}", [("at", "1"), ("mark", "")], token=False)
    assert answer.status == 400
