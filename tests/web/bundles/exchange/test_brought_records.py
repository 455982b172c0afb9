"""What may be brought to a log from elsewhere: whole batches as a log writes them, behind what stands; no others."""

import json
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from referee.bundles.exchange.brought_records import batches_from, bring, read_records

from referee.bundles.comparison import common_length
from referee.bundles.exchange import brought_records
from referee.matches import strict_json
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.store.matches import matches
from referee.store.matches.matches import load
from referee.web.bundles import server_pages
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS

MOMENT = "2024-02-29T20:15:00.000000Z"


def record(position: int, **values: Any) -> dict[str, Any]:
    entry = {"step": "note", "text": f"n° {position}"}
    return {"position": position, "entry": entry, "batch": position, "recorded_at": MOMENT, **values}


def brought(match: WebMatch, records: Any, at: int = 1, **values: str) -> Page:
    public_id = match.public_id
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
    public_id = begun.public_id
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
    public_id = begun.public_id
    mark = begun.visitor.open(f"/sync/records?match={public_id}").response.get_json()["mark"]
    start, found = threading.Barrier(2), []

    def bring(text: str) -> None:
        phone = Visitor(begun.visitor.client.application)
        phone.wear(begun.visitor.cookies)
        records = [record(at, entry={"step": "note", "text": f"{text} {at}"}) for at in range(1, 8)]
        fields = {"at": "1", "mark": mark, "records": json.dumps(records)}
        start.wait()
        found.append(phone.send(f"/sync/records?match={public_id}", list(fields.items())).response)

    threads = [threading.Thread(target=bring, args=(text,)) for text in ("un", "deux")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in found) == [200, 409]
    texts = [entry["text"] for entry in begun.exported()["entries"][1:]]
    assert len(texts) == len(set(texts))


def test_all_that_is_brought_is_compared_and_written_once(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it costs grows with the number of records, not with its square."""
    compared = list[int]()

    def counted(here: Any, there: Any) -> int:
        compared.append(len(there))
        return common_length(here, there)

    monkeypatch.setattr(brought_records, "common_length", counted)
    assert brought(begun, [record(at) for at in range(1, 41)]).response.get_json()["length"] == 41
    assert len(compared) <= 2


def test_batches_are_judged_one_after_another_and_the_good_ones_stand(begun: WebMatch) -> None:
    removed_later = [record(1), record(2, entry={"step": "tricks", "tricks": {}}), record(3, entry=None, amends=2)]
    answer = brought(begun, removed_later)
    assert answer.status == 422
    assert [entry["step"] for entry in begun.exported()["entries"]] == ["bids", "note"]


def test_undoing_and_correcting_come_as_they_were_recorded(begun: WebMatch) -> None:
    records = [
        record(1), record(2, batch=2), record(3, entry={"step": "note", "text": "mieux"}, amends=1, reason="faute"),
        record(4, entry={"step": "note", "text": "n° 1"}, amends=1, undoes=3),
        record(5, entry=None, amends=2, undoes=2),
    ]  # fmt: skip
    assert brought(begun, records).response.get_json()["length"] == 6
    assert [entry.get("text") for entry in begun.exported()["entries"]] == [None, "n° 1"]


def test_the_same_records_twice_at_once_are_taken_once(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another request brings the same ones, batch by batch, always just before this one writes."""
    public_id, records = begun.public_id, [record(at) for at in range(1, 13)]
    app, others = begun.visitor.client.application, list(range(7, 0, -1))
    with app.app_context():
        club = db.session.scalars(db.select(Match.club_id)).one()
    mark = begun.visitor.open(f"/sync/records?match={public_id}").response.get_json()["mark"]
    write = matches.write_in_transaction

    def overtaken(*arguments: Any) -> bool:
        if others:
            at = others.pop()
            with app.app_context(), monkeypatch.context() as undisturbed:
                undisturbed.setattr(matches, "write_in_transaction", write)
                stored = load(club, public_id)
                assert stored is not None
                bring(club, public_id, at, read_records(records[at - 1 : at], stored.log), None)
        return write(*arguments)

    monkeypatch.setattr(matches, "write_in_transaction", overtaken)
    answer = brought(begun, records, mark=mark)
    assert (answer.status, answer.response.get_json()["length"]) == (200, 13)


def test_what_another_recorded_after_the_match_was_read_is_not_among_its_batches(begun: WebMatch) -> None:
    app, public_id = begun.visitor.client.application, begun.public_id
    with app.app_context():
        club = db.session.scalars(db.select(Match.club_id)).one()
        before = load(club, public_id)
        assert before is not None
    begun.record({"step": "note", "text": "entre-temps"})
    with app.app_context():
        assert batches_from(before.match, 1, 200) == []
        assert [found.position for found in batches_from(before.match, 0, 200)] == [0]


@pytest.mark.parametrize("moment", ["1970-01-01T00:00:00.000000Z", "2999-12-31T23:59:59.000000Z"])
def test_a_moment_that_no_clock_can_tell_is_not_believed(begun: WebMatch, moment: str) -> None:
    year = datetime.now(UTC).year
    answer = brought(begun, [{**record(1), "recorded_at": moment}])
    assert answer.status == 200
    kept = begun.visitor.open(f"/sync/records?match={begun.path[9:]}&from=1").response.get_json()["records"]
    assert datetime.fromisoformat(kept[0]["recorded_at"]).year in (year, year + 1)


HALVES: Mapping[str, dict[str, Any]] = {
    "note": {"entry": {"step": "note", "text": "a\ud800"}},
    "a key": {"entry": {"step": "note", "text": "a", "\udfff": 1}},
    "person": {"person": "Ana\ud83c"},
    "reason": {"reason": "\udc00"},
}


@pytest.mark.parametrize("values", HALVES.values(), ids=HALVES.keys())
def test_half_a_character_is_refused_in_a_sentence(begun: WebMatch, values: dict[str, Any]) -> None:
    answer = brought(begun, [{**record(1), **values}])
    assert answer.status == 422
    assert answer.response.get_json()["sentence"].encode()
    assert begun.page("/log").status == 200


@pytest.mark.parametrize("address", ["&from=100000000000000000000", "&from=-100000000000000000000", "&from=x"])
def test_a_position_that_no_log_has_is_none(begun: WebMatch, address: str) -> None:
    assert begun.visitor.open(f"/sync/records?match={begun.path[9:]}{address}").status == 200


@pytest.mark.parametrize("club", ["abc", "", "0", "-1", "100000000000000000000", "1.0"])
def test_a_club_that_cannot_be_is_not_the_chosen_one(begun: WebMatch, club: str) -> None:
    assert begun.visitor.open("/sync").status == 200
    assert begun.visitor.open(f"/sync?club={club}").status == 404
    assert begun.visitor.send(f"/sync/archive?club={club}", []).status == 404


def test_depth_is_judged_before_anything_is_read(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "[" * 101 + "]" * 101
    public_id = begun.public_id
    mark = begun.visitor.open(f"/sync/records?match={public_id}").response.get_json()["mark"]
    monkeypatch.setattr(strict_json, "json", None)
    answer = begun.visitor.send(f"/sync/records?match={public_id}", [("at", "1"), ("mark", mark), ("records", deep)])
    assert answer.status == 422
    assert "l'un dans l'autre" in answer.response.get_json()["sentence"].replace("’", "'")
