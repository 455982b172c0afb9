"""A club's archive: what was written is read again, and nothing else is."""

import io
import json
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.bundles.bundle import ClubMatch
from referee.bundles.untrusted_zip import MIB, ArchiveRefused, Limits, TooLarge, ZipArchive
from referee.bundles.zip_file import ClubFile, write_club
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.noted_ruling import ruling_value
from referee.desk.questions import desk_questions, examples
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.matches.log import Record, replay
from referee.matches.match_file import Setup, read_setup
from referee.matches.sheet_json import score_value
from tests.bundles.clubs import MOMENT, RULING, log_files, packed, random_club, read, small_club, with_author
from tests.bundles.zips import HOSTILE, files_of, packed_again, rewritten, sealed

clubs = st.integers(0, 2**32).map(lambda seed: random_club(Random(seed)))
SMALL = packed(small_club())


def refused(archive: bytes) -> ArchiveRefused:
    """Why an archive is not taken; a match of it may be to blame."""
    with pytest.raises(ArchiveRefused) as caught:
        read(archive)
    assert caught.value.sentence.render("fr")
    return caught.value


# Round trip


@given(clubs)
def test_what_was_written_is_read_again(club: Any) -> None:
    back = read(packed(club))
    assert back == club
    assert log_files(back[1]) == log_files(club[1])


@given(clubs)
def test_equal_clubs_make_equal_bytes(club: Any) -> None:
    assert packed(club) == packed(read(packed(club)))


def joined_by(*entries: Any, seats: tuple[int, ...], stand_ins: Any = None) -> Any:
    """The small club with a free sheet of Ana and Bob in it, these entries recorded one by one."""
    head, matches = small_club()
    setup = read_setup("feuille-libre", ("Ana", "Bob"))
    assert isinstance(setup, Setup)
    log = (Record(number, entry, None, number) for number, entry in enumerate(entries))
    records = tuple(with_author(record, MOMENT) for record in log)
    match = ClubMatch("libre_1", setup, seats, records, None, MOMENT, MOMENT, stand_ins=stand_ins or {})
    return head, (*matches, match)


def test_who_joined_later_has_a_seat_after_those_who_began() -> None:
    chloe, left = {"step": "joins", "player": "Chloé"}, {"step": "leaves", "player": "Bob"}
    club = joined_by(chloe, left, seats=(1, 2, 4))
    assert read(packed(club)) == club


@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 4, 5), (1, 2, 2)])
def test_there_is_a_seat_for_everybody_who_ever_was_in_and_for_nobody_else(seats: tuple[int, ...]) -> None:
    assert not refused(packed(joined_by({"step": "joins", "player": "Chloé"}, seats=seats))).by_rules


def test_who_stood_in_is_somebody_of_the_archive() -> None:
    relay = {"step": "relay", "player": "Ana", "by": "Chloé"}
    club = joined_by(relay, seats=(1, 2), stand_ins={"Chloé": 4})
    assert read(packed(club)) == club
    assert read(packed(joined_by(relay, seats=(1, 2))))  # an earlier version's


@pytest.mark.parametrize("stand_ins", [{"Chloé": 1}, {"Chloé": 99}, {"Chloé": "4"}, {"Dan": 5}, {"Chloé": 4, "Dan": 4}])
def test_nobody_else_stood_in(stand_ins: dict[str, Any]) -> None:
    relay = {"step": "relay", "player": "Ana", "by": "Chloé"}
    assert not refused(packed(joined_by(relay, seats=(1, 2), stand_ins=stand_ins))).by_rules


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
        object.__setattr__(record, "entry", note)
    object.__setattr__(matches[0], "records", records)
    with pytest.raises(ArchiveRefused):
        packed((head, matches))


def test_what_packs_as_well_as_a_bomb_is_read_again() -> None:
    """A table that notes the same long thing all evening."""
    head, (match, *_) = small_club()
    text = {"step": "note", "text": "x" * 500}
    first = match.records[0]
    log = tuple(replace(first, position=n, entry=text, amends=None, batch=n) for n in range(1000))
    club = head, (replace(match, records=log),)
    assert read(packed(club)) == club


def test_how_large_an_archive_is_unpacked_is_known_when_it_is_written() -> None:
    whole = write_club(io.BytesIO(), *small_club())
    assert whole == sum(map(len, files_of(SMALL).values()))


@given(clubs)
def test_a_log_replayed_batch_by_batch_comes_to_what_its_match_comes_to(club: Any) -> None:
    for match in read(packed(club))[1]:
        assert match.log is not None
        assert match.log.replay == replay(match.setup, match.records)[2]


def test_python_itself_would_read_an_archive_of_several_disks_or_of_64_bits() -> None:
    """So that refusing it is the archive's own doing."""
    for kind in ("the second disk of two", "a directory on another disk", "files on other disks", "a 64-bit directory"):
        assert files_of(HOSTILE[kind](SMALL)) == files_of(SMALL), kind


# What nobody should send


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_archive_of_a_club_is_refused(change: Callable[[bytes], bytes]) -> None:
    bad = change(SMALL)
    assert bad != SMALL
    assert not refused(bad).by_rules


@settings(max_examples=150)
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


@settings(max_examples=50)
@given(st.integers(0, len(SMALL) - 1))
def test_a_part_of_an_archive_is_refused(length: int) -> None:
    refused(SMALL[:length])


@settings(max_examples=100)
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


@pytest.mark.thorough
def test_a_gigabyte_of_zeros_is_refused_without_being_unpacked() -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
        made.open("manifest.json", "w") as member,
    ):
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


def test_the_largest_club_there_is_comes_in_again() -> None:
    """Ten thousand matches and a million entries need 250 MiB."""
    assert Limits().total == 400 * MIB


def test_files_that_are_too_many_together_are_refused() -> None:
    files = {f"logs/{number}.json": bytes(range(256)) * 256 for number in range(5)}
    with pytest.raises(TooLarge) as caught:
        ZipArchive(io.BytesIO(packed_again(files)), Limits(total=5 * 65_536 - 1))
    assert caught.value.needed == 1
    assert len(ZipArchive(io.BytesIO(packed_again(files)), Limits(total=5 * 65_536)).names) == 5


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
    "no format": lambda value: value.pop("format"),
    "a format that is null": lambda value: value.update(format=None),
    "a format that is a number": lambda value: value.update(format=5),
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
    "a batch undone twice": lambda value: value["records"].append(
        {**value["records"][3], "position": 6, "batch": 6}
    ),
    "an undoing undone": lambda value: value["records"].append(
        {**value["records"][3], "position": 6, "batch": 6, "undoes": 3}
    ),
    "a reason that is a number": lambda value: _first(value, "records").update(reason=1),
    "a long reason": lambda value: _first(value, "records").update(reason="x" * 201),
    "a device of nobody": lambda value: _first(value, "records").update(device=9),
    "a ruling that is a text": lambda value: _first(value, "records").update(ruling="oui"),
    "a ruling without words": lambda value: _first(value, "records").update(ruling={**RULING, "words": {}}),
    "a ruling with a key that nobody knows": lambda value: _first(value, "records").update(ruling={**RULING, "x": 1}),
    "a question with a key that nobody knows": lambda value: _first(value, "records").update(
        ruling={**RULING, "question": {"x": 1}}
    ),
    "a verdict with a key that nobody knows": lambda value: _first(value, "records").update(
        ruling={**RULING, "verdict": {"articles": [], "x": 1}}
    ),
    "a ruling in a third language": lambda value: _first(value, "records").update(
        ruling={**RULING, "words": {**RULING["words"], "de": RULING["words"]["fr"]}}  # type: ignore[dict-item, index]
    ),
    "a ruling that has not all its words": lambda value: value["records"][4]["ruling"]["words"]["en"].pop("because"),
    "a ruling whose facts are no words": lambda value: value["records"][4]["ruling"]["words"]["en"].update(facts=1),
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


def in_ruling(facts: str) -> bytes:
    """The small club with a ruling of these facts, which may be what no JSON is written with."""
    files = files_of(SMALL)
    path = next(name for name in files if name.startswith("logs/ascenseur"))
    value = json.loads(files[path])
    value["records"][4]["ruling"]["question"]["facts"] = "@"
    return packed_again(sealed({**files, path: json.dumps(value).replace('"@"', facts).encode()}))


@pytest.mark.parametrize("number", ["1e999", "-1e999", "[1.5, 1e400]"])
def test_a_number_that_would_be_written_as_infinity_is_refused(number: str) -> None:
    assert not refused(in_ruling(f'{{"x": {number}}}')).by_rules


@pytest.mark.parametrize("depth", [18, 19, 100, 500, 800, 930, 940, 2000])
@pytest.mark.parametrize(("before", "behind"), [("[", "]"), ('{"x":', "}")])
def test_a_ruling_of_lists_in_lists_is_refused_in_one_sentence(depth: int, before: str, behind: str) -> None:
    archive = in_ruling(before * depth + "1" + behind * depth)
    if depth == 18:
        assert read(archive)
    else:
        assert not refused(archive).by_rules


@pytest.mark.parametrize("depth", [19, 100, 930])
def test_an_entry_of_lists_in_lists_is_refused_in_one_sentence(depth: int) -> None:
    def deep(value: Any) -> None:
        nested: Any = 0
        for _ in range(depth):
            nested = [nested]
        value["records"][0]["entry"]["bids"] = nested

    refused(rewritten(SMALL, "logs/", deep))


@pytest.mark.first_alone
@pytest.mark.parametrize("game", [game for game in GAMES.values() if desk_questions(game)], ids=lambda game: game.id)
def test_what_the_desk_keeps_with_a_note_is_taken_in_again(game: Game) -> None:
    """Every question of every game has, in its worked examples, the keys and the depth that an archive may have."""
    head, (match, *_) = small_club()
    for example in examples(game.id):
        question, options = desk_questions(game)[example["question"]], example.get("options") or {}
        verdict = rule_on(game, question, example["facts"], options)
        assert isinstance(verdict, Verdict)
        ruled = replace(match.records[4], ruling=ruling_value(verdict))
        club = head, (replace(match, records=(*match.records[:4], ruled, *match.records[5:])),)
        assert read(packed(club)) == club


def test_a_match_that_does_not_replay_is_refused_with_its_name_and_article() -> None:
    def wrong(value: Any) -> None:
        value["records"].append(
            {
                "position": len(value["records"]),
                "batch": len(value["records"]),
                "entry": {"step": "no-such-step"},
                "recorded_at": value["created_at"],
            }
        )

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
    found = refused(rewritten(SMALL, "matches/", lambda value: value.update(game="no-such-game!")))
    assert found.by_rules
    assert "match.file" in found.sentence.render("en")


def test_a_house_rule_that_is_wrong_in_a_match_file_is_refused_by_its_name() -> None:
    found = refused(rewritten(SMALL, "matches/ascenseur", lambda value: value.update(options={"max_cards": "5"})))
    assert found.by_rules
    said = found.sentence.render("fr")
    assert "« Cartes au plus haut de l’ascenseur »" in said.replace("\u202f", " ")
    assert "match.options" in said


@pytest.mark.thorough
def test_a_log_that_would_be_replayed_for_ever_is_refused() -> None:
    """Every record amends the first of many: honest tables correct little."""
    note = {"step": "note", "text": "x"}
    files = files_of(SMALL)
    path = next(name for name in files if name.startswith("logs/"))
    value = json.loads(files[path])
    at = value["created_at"]
    value["records"] = [{"position": n, "batch": n, "entry": note, "recorded_at": at} for n in range(1200)]
    value["records"] += [
        {"position": n, "batch": n, "amends": 0, "entry": note, "recorded_at": at} for n in range(1200, 2400)
    ]
    files[path] = json.dumps(value).encode()
    match = path.replace("logs/", "matches/")
    files[match] = json.dumps({**json.loads(files[match]), "entries": [note] * 1200}).encode()
    assert not refused(packed_again(sealed(files))).by_rules
