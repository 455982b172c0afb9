"""A match as few bytes: all of it comes out again, one QR code holds an evening of it, and nothing bad does harm."""

import json
import zlib
from contextlib import suppress
from random import Random
from types import ModuleType
from typing import Any

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from referee.bundles import json_object, match_files
from referee.bundles.bundle import SingleMatchBundle
from referee.bundles.handover import codes, link
from referee.bundles.handover.codes import in_parts, read_code
from referee.bundles.handover.link import MOST_RECORDS, MOST_UNPACKED, pack, unpack
from referee.bundles.match_files import current_value, log_value
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.games.registry import IDS
from tests.bundles.clubs import random_club, small_club
from tests.bundles.handed import handed, long_match

LINK = "https://cartes.exemple.org/phone/#m="
READABLE = 30
"""The largest QR code, by its version, that a telephone reads from another one's screen without trying twice."""

EVENING = 20
"""The deals of an evening; a Tarot of five people who announce much takes two codes from about 22 on."""


def content(handed: SingleMatchBundle) -> list[object]:
    """All that is handed over, whatever the people and phones are numbered."""
    people = {player.id: (player.name, player.mark, player.colour) for player in handed.head.players}
    phones = {device.number: device.name for device in handed.head.devices}
    match = handed.only
    match_file, log = current_value(match), log_value(match)
    log["records"] = [{**record, "device": phones.get(record.get("device", 0))} for record in log["records"]]
    log["seats"] = [people.get(seat or 0) for seat in match.seats]
    log["stand_ins"] = {name: people[player] for name, player in match.stand_ins.items()}
    evenings = [
        (evening.id, evening.day, evening.title, evening.place, evening.opened_at, evening.closed_at)
        for evening in handed.head.evenings
    ]
    return [match_file, log, handed.head.name, evenings]


@given(st.integers(0, 10**9))
def test_a_match_comes_out_as_it_was_packed(seed: int) -> None:
    club = random_club(Random(seed), fewest=1, most=1)
    given_over = handed(club)
    if given_over.only.deleted_at is not None:
        return
    packed = pack(given_over)
    back = unpack(packed)
    assert content(back) == content(given_over)
    assert list(log_value(back.only)) == list(log_value(given_over.only))
    assert pack(back) == packed


def test_the_order_of_the_keys_in_an_entry_is_kept() -> None:
    back = unpack(pack(handed(small_club())))
    assert list(back.only.records[0].entry["bids"]) == ["Bob", "Chloé", "Dan", "Ana"]  # type: ignore[index]


@pytest.mark.parametrize("game_id", IDS)
def test_an_evening_of_any_game_fits_one_code(game_id: str) -> None:
    _fits_one_code(pack(long_match(game_id, EVENING)))


def test_the_longest_printed_match_fits_one_code() -> None:
    _fits_one_code(pack(long_match("ascenseur", 33)))


def _fits_one_code(packed: bytes) -> None:
    (part,) = in_parts(packed)
    assert segno.make(LINK + part.code, error="l", micro=False, boost_error=False).version <= READABLE


@given(st.binary(max_size=300))
def test_bytes_from_anywhere_are_refused_with_a_sentence(raw: bytes) -> None:
    for packed in (raw, deflated(raw)):
        with pytest.raises(ArchiveRefused) as refused:
            unpack(packed)
        assert str(refused.value.sentence.render("fr"))


@given(st.integers(0, 10**9), st.data())
def test_a_damaged_match_is_refused_or_is_a_match(seed: int, data: st.DataObject) -> None:
    """Damage that no checksum saw, for it was made before that was written."""
    packed = bytearray(pack(handed(small_club(), seed % 2)))
    for _ in range(data.draw(st.integers(1, 3))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ArchiveRefused):
        assert unpack(bytes(packed)).only.records


def deflated(raw: bytes) -> bytes:
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return deflate.compress(raw) + deflate.flush()


def packed_with(**keys: object) -> bytes:
    """A match in whose packed form these keys have other values; None: there is no such key.

    ``log__records`` is the key ``records`` of ``log``.
    """
    value = json.loads(zlib.decompress(pack(handed(small_club())), -zlib.MAX_WBITS))
    for path, part in keys.items():
        place = value
        *above, key = path.split("__")
        for name in above:
            place = place[name]
        if part is None:
            del place[key]
        else:
            place[key] = part
    return deflated(json.dumps(value).encode())


def test_a_packed_form_that_was_not_changed_is_taken() -> None:
    assert unpack(packed_with()).only.records


def record(**more: object) -> dict[str, object]:
    return {"entry": {"step": "note", "text": "x"}, "recorded_at": 1, **more}


@pytest.mark.parametrize(
    "keys",
    [
        {"club": None},
        {"club": 5},
        {"club__name": "\ud800"},
        {"players": [["Ana"]]},
        {"players": [{"id": 1, "name": "Ana"}]},
        {"players": 5},
        {"evenings": ["a"]},
        {"log__match": "../../etc/passwd"},
        {"log__rules_version": 10**30},
        {"match__players": ["Ana"]},
        {"match": {"format": "referee-match/1", "game": "no-game", "players": ["Ana", "Bob"], "entries": []}},
        {"log__seats": {}},
        {"log__seats": [1, 2, 3, 99]},
        {"log__stand_ins": ["Ana"]},
        {"log__created_at": 10**30},
        {"log__created_at": "now"},
        {"log__evening": "elsewhere"},
        {"log__unknown": 1},
        {"unknown": 1},
        {"log__records": {"entry": 1}},
        {"log__records": [5]},
        {"log__records": [record(entry={"step": "note", "text": "\ud800"})]},
        {"log__records": [record(entry=None)]},
        {"log__records": [record(entry=[])]},
        {"log__records": [record(recorded_at="now")]},
        {"log__records": [record(recorded_at=10**30)]},
        {"log__records": [record(batch=3)]},
        {"log__records": [record(amends="0")]},
        {"log__records": [record(amends=[])]},
        {"log__records": [record(device=99)]},
        {"log__records": [record(unknown=1)]},
    ],
    ids=repr,
)
def test_a_packed_form_that_no_phone_writes_is_refused(keys: dict[str, object]) -> None:
    with pytest.raises(ArchiveRefused):
        unpack(packed_with(**keys))


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"{}", b"null", b'{"records": NaN}', b"[" * 5000 + b"]" * 5000, b"\xff\xff\xff\xff"],
    ids=lambda raw: repr(raw[:12]),
)
def test_json_that_is_no_match_is_refused(raw: bytes) -> None:
    with pytest.raises(ArchiveRefused):
        unpack(deflated(raw))


def test_a_match_that_is_too_long_unpacked_is_refused() -> None:
    value = zlib.decompress(pack(handed(small_club())), -zlib.MAX_WBITS)
    assert unpack(deflated(value.ljust(MOST_UNPACKED)))
    with pytest.raises(ArchiveRefused):
        unpack(deflated(value.ljust(MOST_UNPACKED + 1)))


@pytest.mark.thorough
def test_more_records_than_a_code_may_hold_are_refused() -> None:
    records = [record()] * (MOST_RECORDS + 1)
    assert unpack(packed_with(log__records=records[:-1])).only.records
    with pytest.raises(ArchiveRefused):
        unpack(packed_with(log__records=records))


def test_a_cut_or_lengthened_match_is_refused() -> None:
    packed = pack(handed(small_club()))
    for raw in (packed[:-1], packed + b"x", b""):
        with pytest.raises(ArchiveRefused):
            unpack(raw)


# Codes


@given(st.binary(min_size=1, max_size=6000), st.integers(100, 2000), st.randoms())
def test_parts_come_together_in_any_order(packed: bytes, most: int, chance: Random) -> None:
    parts = in_parts(packed, most, most)
    chance.shuffle(parts)
    read = [read_code(part.code) for part in parts]
    assert codes.missing_numbers(read) == []
    assert codes.joined_parts(read) == packed
    if len(read) > 1:
        assert codes.missing_numbers(read[1:]) == [read[0].number]


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_code_with_a_wrong_letter_is_refused(packed: bytes, data: st.DataObject) -> None:
    code = in_parts(packed)[0].code
    at = data.draw(st.integers(0, len(code) - 2))  # the last letter holds bits that nobody reads
    letter = data.draw(st.sampled_from("ABCxyz0189-_").filter(lambda letter: letter != code[at]))
    with pytest.raises(ArchiveRefused):
        read_code(code[:at] + letter + code[at + 1 :])


@given(st.text(max_size=200))
def test_any_text_is_read_as_codes_or_refused(text: str) -> None:
    for code in codes.codes_in(text):
        with pytest.raises(ArchiveRefused):
            read_code(code)


@pytest.mark.parametrize("around", ["{link}", "Voilà : {link} à ce soir", " {link}\n", "{code}", "<{link}>"])
def test_a_code_is_found_in_what_it_was_pasted_with(around: str) -> None:
    code = in_parts(pack(handed(small_club())))[0].code
    assert codes.codes_in(around.format(link=LINK + code, code=code)) == [code]


def test_a_code_alone_may_be_broken_into_lines() -> None:
    code = in_parts(pack(handed(small_club())))[0].code
    lines = "\n".join(code[at : at + 60] for at in range(0, len(code), 60))
    assert codes.codes_in(lines) == [code]


def test_a_code_is_parsed_once_and_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done = {"parsed": 0, "replayed": 0}

    def counted(module: ModuleType, name: str, what: str) -> None:
        act = getattr(module, name)

        def seen(*arguments: Any, **more: Any) -> Any:
            done[what] += 1
            return act(*arguments, **more)

        monkeypatch.setattr(module, name, seen)

    counted(link, "parse", "parsed")
    counted(json_object, "parse", "parsed")
    counted(match_files, "replay_archived_log", "replayed")
    packed = pack(handed(small_club()))
    assert unpack(packed).only.log is not None
    assert done == {"parsed": 1, "replayed": 1}
