"""A club's archive: what was written is read again, and nothing else is."""

from __future__ import annotations

import io
import json
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches.archive import MIB, Archive, ArchiveRefused, Limits
from referee.matches.clubfile import ClubFile
from referee.matches.sheetfile import score_value
from tests.matches.clubs import RULING, packed, random_club, read, small_club
from tests.matches.zips import HOSTILE, files_of, packed_again, rewritten, sealed

clubs = st.integers(0, 2**32).map(lambda seed: random_club(Random(seed)))
SMALL = packed(small_club())


def refused(archive: bytes) -> ArchiveRefused:
    """Why an archive is not taken; a match of it may be to blame."""
    with pytest.raises(ArchiveRefused) as caught:
        read(archive)
    assert caught.value.sentence.render("fr")
    return caught.value


# Round trip


@settings(max_examples=60, deadline=None)
@given(clubs)
def test_what_was_written_is_read_again(club: Any) -> None:
    assert read(packed(club)) == club


@settings(max_examples=20, deadline=None)
@given(clubs)
def test_equal_clubs_make_equal_bytes(club: Any) -> None:
    assert packed(club) == packed(read(packed(club)))


def test_a_match_in_it_is_a_match_file() -> None:
    found = {name: content for name, content in files_of(SMALL).items() if name.startswith("matches/")}
    assert len(found) == len(small_club()[1]) == 2
    for content in found.values():
        assert score_value(json.loads(content), "fr")[1]


def test_no_key_and_no_link_is_in_it() -> None:
    whole = b"".join(files_of(SMALL).values())
    assert not [word for word in (b"key", b"token", b"hash_", b"secret") if word in whole]


def test_a_file_larger_than_may_be_read_is_not_written() -> None:
    head, matches = small_club()
    note = {"step": "note", "text": "x" * 500}
    records = [matches[0].records[0]] * 10_500
    for record in records:
        object.__setattr__(record.record, "entry", note)
    object.__setattr__(matches[0], "records", records)
    with pytest.raises(ArchiveRefused):
        packed((head, matches))


# What nobody should send


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_archive_of_a_club_is_refused(change: Callable[[bytes], bytes]) -> None:
    bad = change(SMALL)
    assert bad != SMALL
    assert not refused(bad).by_rules


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(SMALL) - 1), st.integers(1, 255))
def test_a_byte_changed_anywhere_is_found_out_or_means_nothing(at: int, by: int) -> None:
    changed = bytearray(SMALL)
    changed[at] ^= by
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # two files of one name
        try:
            found = read(bytes(changed))
        except ArchiveRefused:
            return
    assert found == small_club()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, len(SMALL) - 1))
def test_a_part_of_an_archive_is_refused(length: int) -> None:
    refused(SMALL[:length])


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_bytes_are_no_archive(content: bytes) -> None:
    refused(content)


class Counted(io.BytesIO):
    """A stream that counts what was read of it."""

    count = 0

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(size)
        self.count += len(found)
        return found


def test_a_gigabyte_of_zeros_is_refused_without_being_unpacked() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made, made.open("manifest.json", "w") as member:
        for _ in range(1024):
            member.write(bytes(MIB))
    bomb = Counted(stream.getvalue())
    tracemalloc.start()
    with pytest.raises(ArchiveRefused):
        ClubFile(bomb)
    assert tracemalloc.get_traced_memory()[1] < MIB
    tracemalloc.stop()
    assert bomb.count < 2000


def test_a_gigabyte_that_is_no_archive_is_not_read() -> None:
    class Endless(Counted):
        def seek(self, offset: int, whence: int = 0) -> int:
            return 2**30 if whence == 2 else offset

        def read(self, size: int | None = -1) -> bytes:
            self.count += size or 0
            return bytes(size or 0)

    endless = Endless()
    with pytest.raises(ArchiveRefused):
        ClubFile(endless)
    assert 0 <= endless.count < 100


def test_files_that_are_too_many_together_are_refused() -> None:
    files = {f"logs/{number}.json": bytes(range(256)) * 256 for number in range(5)}
    with pytest.raises(ArchiveRefused):
        Archive(io.BytesIO(packed_again(files)), Limits(whole=5 * 65_536 - 1))
    assert len(Archive(io.BytesIO(packed_again(files)), Limits(whole=5 * 65_536)).names) == 5


# What was written by somebody else


def _first(value: Any, key: str) -> Any:
    return value[key][0]


MANIFEST: dict[str, Callable[[Any], Any]] = {
    "a club without a day": lambda value: value["club"].pop("created_at"),
    "a club of the year 9999": lambda value: value["club"].update(created_at="9999-12-31T23:59:59Z"),
    "a moment without a zone": lambda value: value["club"].update(created_at="2024-02-29T20:15:00"),
    "a moment before all time": lambda value: value["club"].update(created_at="0001-01-01T00:00:00+14:00"),
    "a club with a long name": lambda value: value["club"].update(name="x" * 81),
    "a player without a name": lambda value: _first(value, "players").update(name=""),
    "a player with an invisible name": lambda value: _first(value, "players").update(name="A\u0000na"),
    "a player with space around": lambda value: _first(value, "players").update(name=" Ana"),
    "a player with a long name": lambda value: _first(value, "players").update(name="x" * 41),
    "two players of one name": lambda value: _first(value, "players").update(name=value["players"][1]["name"]),
    "two players of one id": lambda value: _first(value, "players").update(id=2),
    "a player merged with itself": lambda value: _first(value, "players").update(merged_into=1),
    "players merged in a circle": lambda value: [
        value["players"][0].update(merged_into=2), value["players"][1].update(merged_into=1),
    ],
    "a player merged with nobody": lambda value: _first(value, "players").update(merged_into=99),
    "a colour that is true": lambda value: _first(value, "players").update(colour=True),
    "a colour beyond all numbers": lambda value: _first(value, "players").update(colour=2**31),
    "a player with a token": lambda value: _first(value, "players").update(token="x"),
    "a player gone": lambda value: value["players"].pop(0),
    "a device gone": lambda value: value["devices"].clear(),
    "an evening that is a number": lambda value: value.update(evenings=[7]),
    "an evening with a wrong address": lambda value: value.update(evenings=[{"id": "../x"}]),
    "a file twice": lambda value: value["files"].append(value["files"][0]),
    "a hash that is a number": lambda value: _first(value, "files").update(sha256=1),
}  # fmt: skip


@pytest.mark.parametrize("change", MANIFEST.values(), ids=MANIFEST)
def test_a_manifest_that_no_export_writes_is_refused(change: Callable[[Any], Any]) -> None:
    def changed(value: Any) -> None:
        change(value)

    assert not refused(rewritten(SMALL, "manifest.json", changed)).by_rules


LOG: dict[str, Callable[[Any], Any]] = {
    "another format": lambda value: value.update(format="referee-log/2"),
    "another match": lambda value: value.update(match="x"),
    "a later version of the rules": lambda value: value.update(rules_version=99),
    "an evening that is not there": lambda value: value.update(evening="nowhere"),
    "a seat too few": lambda value: value["seats"].pop(),
    "somebody in two seats": lambda value: value["seats"].__setitem__(0, value["seats"][1]),
    "a seat of nobody": lambda value: value["seats"].__setitem__(0, 99),
    "no records": lambda value: value.pop("records"),
    "a record gone": lambda value: value["records"].pop(0),
    "records in another order": lambda value: value["records"].reverse(),
    "a record of the future": lambda value: _first(value, "records").update(amends=1),
    "a record that amends itself": lambda value: _first(value, "records").update(amends=0),
    "an entry that is a list": lambda value: _first(value, "records").update(entry=[]),
    "nothing recorded": lambda value: _first(value, "records").update(entry=None),
    "a batch of the future": lambda value: _first(value, "records").update(batch=1),
    "a batch of the past": lambda value: value["records"][2].update(batch=0),
    "a batch undone before it was": lambda value: _first(value, "records").update(undoes=0),
    "a batch undone that never was": lambda value: value["records"][3].update(undoes=99),
    "a reason that is a number": lambda value: _first(value, "records").update(reason=1),
    "a long reason": lambda value: _first(value, "records").update(reason="x" * 201),
    "a device of nobody": lambda value: _first(value, "records").update(device=9),
    "a ruling that is a text": lambda value: _first(value, "records").update(ruling="oui"),
    "a ruling without words": lambda value: _first(value, "records").update(ruling={**RULING, "words": {}}),
    "a ruling of one language": lambda value: _first(value, "records").update(
        ruling={**RULING, "words": {"fr": RULING["words"]["fr"]}}  # type: ignore[index]
    ),
    "a ruling without articles": lambda value: _first(value, "records").update(ruling={**RULING, "verdict": {}}),
    "a record with a key": lambda value: _first(value, "records").update(client_key="x"),
    "no moment": lambda value: _first(value, "records").pop("recorded_at"),
}  # fmt: skip


@pytest.mark.parametrize("change", LOG.values(), ids=LOG)
def test_a_log_that_no_export_writes_is_refused(change: Callable[[Any], Any]) -> None:
    def changed(value: Any) -> None:
        change(value)

    assert not refused(rewritten(SMALL, "logs/", changed)).by_rules


def test_a_match_that_does_not_replay_is_refused_with_its_name_and_article() -> None:
    def wrong(value: Any) -> None:
        value["records"].append({
            "position": len(value["records"]), "batch": len(value["records"]), "entry": {"step": "no-such-step"},
            "recorded_at": value["created_at"],
        })  # fmt: skip

    found = refused(rewritten(SMALL, "logs/", wrong))
    assert found.by_rules
    assert "match.step" in found.sentence.render("fr")
    assert small_club()[1][0].created_at.date().isoformat() in found.sentence.render("fr")


def test_what_stood_for_a_while_must_have_been_possible_too() -> None:
    """A record that a later one amends is looked at as closely as what stands."""

    def wrong(value: Any) -> None:
        first = value["records"][0]
        for entry in ({"step": [["x"]]}, first["entry"]):
            n = len(value["records"])
            value["records"].append({**first, "position": n, "batch": n, "amends": 0, "entry": entry})

    assert refused(rewritten(SMALL, "logs/", wrong)).by_rules


def test_a_match_file_at_odds_with_its_log_is_refused() -> None:
    assert not refused(rewritten(SMALL, "matches/", lambda value: value["entries"].pop() and None)).by_rules


def test_a_match_file_of_an_unknown_game_is_refused_by_the_rules() -> None:
    found = refused(rewritten(SMALL, "matches/", lambda value: value.update(game="belote")))
    assert found.by_rules
    assert "match.file" in found.sentence.render("en")


def test_a_log_that_would_be_replayed_for_ever_is_refused() -> None:
    """Every record amends the first of many: honest tables correct little."""
    note = {"step": "note", "text": "x"}
    files = files_of(SMALL)
    path = next(one for one in files if one.startswith("logs/"))
    value = json.loads(files[path])
    at = value["created_at"]
    value["records"] = [{"position": n, "batch": n, "entry": note, "recorded_at": at} for n in range(2000)]
    value["records"] += [
        {"position": n, "batch": n, "amends": 0, "entry": note, "recorded_at": at} for n in range(2000, 4000)
    ]
    files[path] = json.dumps(value).encode()
    match = path.replace("logs/", "matches/")
    files[match] = json.dumps({**json.loads(files[match]), "entries": [note] * 2000}).encode()
    assert not refused(packed_again(sealed(files))).by_rules
