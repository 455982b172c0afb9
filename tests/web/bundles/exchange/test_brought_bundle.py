"""What a bundle may bring to a match that is here: whole batches as a log writes them, behind what stands."""

import io
import json
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from referee.bundles.exchange.renamed_matches import RenamedMatches
from referee.bundles.known_matches import further_records
from referee.bundles.loading import ExchangeLoading, load_bundle
from referee.bundles.zip_file import ClubFile
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.store.matches import matches
from tests.bundles.zips import files_of, packed_again, sealed
from tests.web.bundles.exchange.carrier import matches_in
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS

HERE = ExchangeLoading(None, stores_versions=False)
MOMENT = "2024-02-29T20:15:00.000000Z"


def record(position: int, **values: Any) -> dict[str, Any]:
    entry = {"step": "note", "text": f"n° {position}"}
    return {"position": position, "entry": entry, "batch": position, "recorded_at": MOMENT, **values}


def bundle_of(match: WebMatch) -> bytes:
    """The bundle of a match as it stands now."""
    page = match.visitor.open(f"/sync/archive?match={match.public_id}&only={match.public_id}")
    with page.response as answer:
        return bytes(answer.data)


def continued(bundle: bytes, records: Any) -> bytes:
    """The bundle of a match with further records at the end of its log."""
    files = files_of(bundle)
    log_name, match_name = (next(name for name in files if name.startswith(start)) for start in ("logs/", "matches/"))
    log, match = json.loads(files[log_name]), json.loads(files[match_name])
    del log["mark"]
    log["records"] = [*log["records"], *records] if isinstance(records, list) else records
    if isinstance(records, list):
        match["entries"] = current_entries(log["records"])
    return packed_again(sealed({**files, log_name: json.dumps(log).encode(), match_name: json.dumps(match).encode()}))


def current_entries(records: list[dict[str, Any]]) -> list[Any]:
    current: dict[int, Any] = {}
    for found in records:
        at = found.get("amends")
        current[found["position"] if at is None else at] = found["entry"]
    return [current[at] for at in sorted(current) if current[at] is not None]


def sent(match: WebMatch, bundle: bytes) -> Page:
    path = f"/sync/archive?match={match.public_id}"
    return match.visitor.send(path, [("archive", (io.BytesIO(bundle), "club.zip"))])


def brought(match: WebMatch, records: Any) -> Page:
    return sent(match, continued(bundle_of(match), records))


def length(match: WebMatch) -> int:
    return matches_in(match.visitor.client.application)[match.public_id][0]


def log_of(match: WebMatch) -> list[dict[str, Any]]:
    files = files_of(bundle_of(match))
    records: list[dict[str, Any]] = json.loads(files[f"logs/{match.public_id}.json"])["records"]
    return records


@pytest.fixture
def begun(visitor: Visitor) -> WebMatch:
    match = new_match(visitor)
    match.record(BIDS)
    return match


def test_records_are_appended_as_they_were_and_once(begun: WebMatch) -> None:
    records = [record(1, person="Ana"), record(2, entry=None, amends=1, undoes=1), record(3, reason="")]
    bundle = continued(bundle_of(begun), records)
    for _ in range(2):
        answer = sent(begun, bundle)
        stands = answer.response.get_json()["matches"]
        assert (answer.status, stands[begun.public_id][0]) == (200, 4)
    kept = log_of(begun)[1:]
    assert kept[0]["person"] == "Ana"
    assert {record["recorded_at"] for record in kept} == {MOMENT}


STRANGE: Mapping[str, Any] = {
    "no list": {"position": 1},
    "a gap": [record(2)],
    "an amendment of nothing": [record(1, amends=7)],
    "half of a batch": [record(1, batch=0)],
    "a key nobody knows": [record(1, device_id=1)],
    "no moment": [{**record(1), "recorded_at": "soon"}],
    "what a rule refuses": [record(1, entry={"step": "tricks", "tricks": {}})],
    "what a rule refuses and somebody removes": [
        record(1), record(2, entry={"step": "tricks", "tricks": {}}), record(3, entry=None, amends=2),
    ],
    "an undoing of what was undone": [
        record(1), record(2, entry=None, amends=1, undoes=1), record(3, entry=None, amends=0, undoes=1),
    ],
    "half a character in a note": [record(1, entry={"step": "note", "text": "a\ud800"})],
    "half a character in a key": [record(1, entry={"step": "note", "text": "a", "\udfff": 1})],
    "half a character in a name": [record(1, person="Ana\ud83c")],
    "half a character in a reason": [record(1, reason="\udc00")],
    "a depth that nobody reads": [record(1, entry=json.loads("[" * 200 + "]" * 200))],
}  # fmt: skip


@pytest.mark.parametrize("records", STRANGE.values(), ids=STRANGE.keys())
def test_what_no_log_could_hold_is_refused_in_a_sentence_or_stands_apart(begun: WebMatch, records: Any) -> None:
    answer = brought(begun, records)
    assert answer.status in (200, 422), answer.text
    if answer.status == 422:
        assert answer.response.get_json()["sentence"].encode()
    assert length(begun) == 1
    assert begun.page("/log").status == 200


def test_a_log_that_went_on_otherwise_here_stays_as_it_is(begun: WebMatch) -> None:
    bundle = continued(bundle_of(begun), [record(1), record(2)])
    begun.record({"step": "note", "text": "ici"})
    answer = sent(begun, bundle)
    assert (answer.status, answer.response.get_json()["matches"][begun.public_id][0]) == (200, 2)
    assert [entry.get("text") for entry in begun.exported()["entries"]] == [None, "ici"]


def test_a_match_in_the_bin_does_not_go_on(begun: WebMatch) -> None:
    bundle = continued(bundle_of(begun), [record(1)])
    begun.visitor.send(f"{begun.path}/delete", [])
    path = f"/sync/archive?club={club_of(begun.visitor.client.application)}"
    answer = begun.visitor.send(path, [("archive", (io.BytesIO(bundle), "club.zip"))])
    assert (answer.status, answer.response.get_json()["matches"]) == (200, {})
    assert length(begun) == 1


def club_of(app: Flask) -> int:
    with app.app_context():
        return db.session.scalars(db.select(Match.club_id)).one()


def test_of_two_phones_that_bring_at_once_one_is_first_and_the_other_is_told(begun: WebMatch) -> None:
    before, start, stands = bundle_of(begun), threading.Barrier(2), list[list[int]]()

    def bring(text: str) -> None:
        phone = Visitor(begun.visitor.client.application)
        phone.wear(begun.visitor.cookies)
        bundle = continued(before, [record(at, entry={"step": "note", "text": f"{text} {at}"}) for at in range(1, 8)])
        start.wait()
        answer = phone.send(f"/sync/archive?match={begun.public_id}", [("archive", (io.BytesIO(bundle), "club.zip"))])
        stands.append(answer.response.get_json()["matches"][begun.public_id])

    threads = [threading.Thread(target=bring, args=(text,)) for text in ("un", "deux")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stands == [stands[0]] * 2
    texts = [entry["text"] for entry in begun.exported()["entries"][1:]]
    assert len(texts) == len(set(texts)) == 7


def test_the_same_records_twice_at_once_are_taken_once(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another request brings the same bundle just before this one writes."""
    app = begun.visitor.client.application
    bundle, club = continued(bundle_of(begun), [record(at) for at in range(1, 13)]), club_of(app)
    write, others = matches.write_in_transaction, [bundle]

    def overtaken(*arguments: Any) -> bool:
        while others:
            first = ClubFile(io.BytesIO(others.pop()))
            with app.app_context():
                load_bundle(first, club, exchange=HERE)
        return write(*arguments)

    monkeypatch.setattr(matches, "write_in_transaction", overtaken)
    answer = sent(begun, bundle)
    assert (answer.status, answer.response.get_json()["matches"][begun.public_id][0]) == (200, 13)
    assert len(log_of(begun)) == 13


def test_all_records_of_a_match_are_written_at_once(begun: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it costs grows with the number of records, not with its square."""
    written = list[int]()
    append = further_records.append_imported

    def counted(stored: Any, records: Any) -> Any:
        written.append(len(records))
        return append(stored, records)

    monkeypatch.setattr(further_records, "append_imported", counted)
    assert brought(begun, [record(at) for at in range(1, 41)]).status == 200
    assert written == [40]


def test_undoing_and_correcting_come_as_they_were_recorded(begun: WebMatch) -> None:
    records = [
        record(1), record(2, batch=2), record(3, entry={"step": "note", "text": "mieux"}, amends=1, reason="faute"),
        record(4, entry={"step": "note", "text": "n° 1"}, amends=1, undoes=3),
        record(5, entry=None, amends=2, undoes=2),
    ]  # fmt: skip
    assert brought(begun, records).status == 200
    assert length(begun) == 6
    assert [entry.get("text") for entry in begun.exported()["entries"]] == [None, "n° 1"]


@pytest.mark.parametrize("moment", ["1970-01-01T00:00:00.000000Z", "2999-12-31T23:59:59.000000Z"])
def test_a_moment_that_no_clock_can_tell_is_not_believed(begun: WebMatch, moment: str) -> None:
    year = datetime.now(UTC).year
    assert brought(begun, [{**record(1), "recorded_at": moment}]).status == 200
    assert datetime.fromisoformat(log_of(begun)[1]["recorded_at"]).year in (year, year + 1)


@pytest.mark.parametrize("club", ["abc", "", "0", "-1", "100000000000000000000", "1.0"])
def test_a_club_that_cannot_be_is_not_the_chosen_one(begun: WebMatch, club: str) -> None:
    assert begun.visitor.open("/sync").status == 200
    assert begun.visitor.open(f"/sync?club={club}").status == 404
    assert begun.visitor.send(f"/sync/archive?club={club}", []).status == 404


def test_a_match_that_has_another_public_id_here_is_recognised(begun: WebMatch) -> None:
    app = begun.visitor.client.application
    bundle = continued(bundle_of(begun), [record(1)])
    with app.app_context():
        db.session.execute(db.update(Match).values(public_id="another_public_i"))
        db.session.commit()
        renamed = RenamedMatches(ClubFile(io.BytesIO(bundle)), {begun.public_id: "another_public_i"})
        brought = load_bundle(renamed, club_of(app), exchange=HERE)
    assert (brought.records, brought.places) == (1, {})
    assert {id: found[0] for id, found in matches_in(app).items()} == {"another_public_i": 2}
