"""A match as few bytes: all of it comes out again, one QR code holds an evening of it, and nothing bad does harm."""

import json
import zlib
from contextlib import suppress
from random import Random

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from referee.bundles.handover import codes
from referee.bundles.handover.codes import in_parts, read_code
from referee.bundles.link import MOST_RECORDS, MOST_UNPACKED, HandedMatch, pack, unpack
from referee.bundles.match_files import match_values
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.games.registry import IDS
from tests.bundles.clubs import random_club, small_club
from tests.bundles.handed import handed, long_match

LINK = "https://cartes.exemple.org/phone/#m="
READABLE = 30
"""The largest QR code, by its version, that a telephone reads from another one's screen without trying twice."""

EVENING = 20
"""The deals of an evening; a Tarot of five people who announce much takes two codes from about 22 on."""


def opened(packed: bytes) -> HandedMatch:
    file = ClubFile(unpack(packed))
    return HandedMatch(file.head, file.match(file.match_ids[0]))


def content(handed: HandedMatch) -> list[object]:
    """All that is handed over, whatever the people and phones are numbered."""
    people = {player.id: (player.name, player.mark, player.colour) for player in handed.head.players}
    phones = {device.number: device.name for device in handed.head.devices}
    match = handed.match
    (_, match_file), (_, log) = match_values(match)
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
    if given_over.match.deleted_at is not None:
        return
    packed = pack(given_over)
    back = opened(packed)
    assert content(back) == content(given_over)
    assert [list(value) for _, value in match_values(back.match)] == [
        list(value) for _, value in match_values(given_over.match) if value.get("stand_ins", True)
    ]
    assert pack(back) == packed


def test_the_order_of_the_keys_in_an_entry_is_kept() -> None:
    back = opened(pack(handed(small_club())))
    assert list(back.match.records[0].entry["bids"]) == ["Bob", "Chloé", "Dan", "Ana"]  # type: ignore[index]


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
            opened(packed)
        assert str(refused.value.sentence.render("fr"))


@given(st.integers(0, 10**9), st.data())
def test_a_damaged_match_is_refused_or_is_a_match(seed: int, data: st.DataObject) -> None:
    """Damage that no checksum saw, for it was made before that was written."""
    packed = bytearray(pack(handed(small_club(), seed % 2)))
    for _ in range(data.draw(st.integers(1, 3))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ArchiveRefused):
        assert opened(bytes(packed)).match.records


def deflated(raw: bytes) -> bytes:
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return deflate.compress(raw) + deflate.flush()


def packed_with(**keys: object) -> bytes:
    """A match in whose packed form these keys have other values; None: there is no such key."""
    value = json.loads(zlib.decompress(pack(handed(small_club())), -zlib.MAX_WBITS)) | keys
    return deflated(json.dumps({key: part for key, part in value.items() if part is not None}).encode())


def test_a_packed_form_that_was_not_changed_is_taken() -> None:
    assert opened(packed_with()).match.records


RECORD = {"entry": {"step": "note", "text": "x"}, "recorded_at": 1}


@pytest.mark.parametrize(
    "keys",
    [
        {"club": None},
        {"club": "\ud800"},
        {"club": 5},
        {"players": [["Ana"]]},
        {"players": [["Ana", "", 1, 1]]},
        {"players": 5},
        {"evenings": [["a", "2024-02-30", "", "", 0, None]]},
        {"match": "../../etc/passwd"},
        {"rules_version": 10**30},
        {"setup": ["ascenseur"]},
        {"setup": ["no-game", ["Ana", "Bob"], "Ana", {}]},
        {"seats": {}},
        {"stand_ins": ["Ana"]},
        {"created": 10**30},
        {"created": "now"},
        {"changed": -(10**17)},
        {"records": {"entry": 1}},
        {"records": [5]},
        {"records": [{"entry": {"step": "note", "text": "\ud800"}, "recorded_at": 1}]},
        {"records": [{"entry": None, "recorded_at": 1}]},
        {"records": [{"entry": [], "recorded_at": 1}]},
        {"records": [{**RECORD, "amends": "0"}]},
        {"records": [{**RECORD, "amends": []}]},
        {"records": [{**RECORD, "unknown": 1}]},
    ],
    ids=repr,
)
def test_a_packed_form_that_no_phone_writes_is_refused(keys: dict[str, object]) -> None:
    with pytest.raises(ArchiveRefused):
        opened(packed_with(**keys))


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


def test_more_records_than_a_code_may_hold_are_refused() -> None:
    assert unpack(packed_with(records=[RECORD] * MOST_RECORDS))
    with pytest.raises(ArchiveRefused):
        unpack(packed_with(records=[RECORD] * (MOST_RECORDS + 1)))


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
    assert codes.missing(read) == []
    assert codes.whole(read) == packed
    if len(read) > 1:
        assert codes.missing(read[1:]) == [read[0].number]


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
