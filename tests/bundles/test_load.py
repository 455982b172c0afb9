"""A club goes out and comes in again, all of it or nothing; what is here is recognised and never overwritten."""

import gc
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, select

from referee.bundles import kept_imports, log_replay
from referee.bundles.bundle import ClubMatch
from referee.bundles.export import export_club
from referee.bundles.kept_imports import broken_off, import_progress, imports_of, take_back
from referee.bundles.known_matches.conflicts import conflicts_of, settle
from referee.bundles.loading import load_bundle, new_club_of
from referee.bundles.preview import BundlePreview, preview_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.game_definition import match_course
from referee.matches import log
from referee.matches.log import Change, records_of, undoing
from referee.matches.match_file import MatchFile, Setup, read_match, read_setup
from referee.store.clubs.clubs import club_name, create_owned_club, name_club, name_device
from referee.store.database.models import (
    Club,
    Device,
    Evening,
    KeptImport,
    Match,
    Membership,
    Player,
    RecordRow,
    Result,
    TallyRow,
)
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full, Quotas
from referee.store.database.transactions import WRITING
from referee.store.evenings.recycle_bin import delete_evening
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from referee.store.players.players import merge
from tests.bundles.clubs import log_files, packed, random_club, read, small_club
from tests.bundles.imports import import_club
from tests.bundles.zips import HOSTILE, exported, files_of, lengthened, packed_again, rewritten, sealed, shortened
from tests.databases import Databases, reused_app
from tests.games.random_matches import random_match
from tests.store.keeping import PLAYERS, Keeper, at_once, count_of, note, writing
from tests.store.tables import everything_in

SMALL = packed(small_club())
MOST_STATEMENTS = 7
"""For a new match on average: one with stand-ins or results has rows in more tables, and where two players of the club
are merged its people are read.
"""
slow = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@contextmanager
def fresh(databases: Databases, folder: Path) -> Iterator[Flask]:
    """An application on a database of its own, with nothing in it."""
    url = databases.migrated()
    with reused_app(url, folder) as app:
        yield app
    databases.drop(url)


def brought(app: Flask, archive: bytes, club_id: int | None = None) -> tuple[int, BundlePreview]:
    with app.app_context():
        return import_club(ClubFile(io.BytesIO(archive)), club_id)


def plan_for(app: Flask, archive: bytes, club_id: int | None = None) -> BundlePreview:
    with app.app_context():
        return preview_of(ClubFile(io.BytesIO(archive)), club_id)


def counts(plan: BundlePreview) -> tuple[int, int, int, int, int]:
    return plan.new_matches, plan.unchanged, len(plan.conflicts), plan.new_players, plan.new_evenings


def recorded_club(app: Flask, seed: int, matches: int = 3) -> int:
    """A club that keepers recorded, with corrections, undone batches and a merge; its id."""
    chance = Random(seed)
    with writing(app):
        visitor = create_owned_club()
        club_id, device = visitor.club.id, visitor.device
        name_device(device.id, "téléphone d'Ana")
        author = Author(device.id, "Ana", "pourquoi pas")
        for _ in range(matches):
            file = read_match(random_match(chance, longest=20, asides=0.2))
            assert isinstance(file, MatchFile)
            public_id = start(visitor.club, file.setup, None).public_id
            for entry in file.entries:
                _record(club_id, public_id, author, Change(entry))
                if chance.random() < 0.2:
                    _take_back(club_id, public_id, author)
                    _record(club_id, public_id, author, Change(entry))
        name_club(club_id, "Les Cartes")
        people = db.session.scalars(select(Player.id).where(Player.club_id == club_id)).all()
        merge(club_id, people[-1], people[0])
        db.session.commit()
    return club_id


def _record(club_id: int, public_id: str, author: Author, *changes: Change, undoes: int | None = None) -> None:
    stored = load(club_id, public_id)
    assert stored is not None
    key = f"{public_id}{len(stored.records)}"
    assert append(stored, changes, len(stored.records), key, author, undoes).outcome == "recorded"


def _take_back(club_id: int, public_id: str, author: Author) -> None:
    stored = load(club_id, public_id)
    assert stored is not None
    back = undoing(stored.log)
    assert back is not None
    _record(club_id, public_id, author, *back.changes, undoes=back.undoes)


# Round trip


@slow
@given(seed=st.integers(0, 2**32))
def test_what_an_archive_holds_is_in_the_database_and_comes_out_again(
    databases: Databases, tmp_path: Path, seed: int
) -> None:
    archive = packed(random_club(Random(seed), most=3, longest=15))
    with fresh(databases, tmp_path) as app:
        club_id, _ = brought(app, archive)
        head, matches = read(exported(app, club_id))
        wanted_head, wanted = _in_order(archive)
        assert (replace(head, timezone=""), matches) == (wanted_head, wanted)
        assert log_files(matches) == log_files(wanted)


def _in_order(archive: bytes) -> Any:
    """What an archive holds, in the order an export writes it."""
    head, matches = read(archive)
    evenings = tuple(sorted(head.evenings, key=lambda evening: (evening.opened_at, evening.id)))
    return _replaced(head, evenings), tuple(sorted(matches, key=lambda match: match.public_id))


def _replaced(head: Any, evenings: Any) -> Any:
    return replace(head, name=club_name(head.name), evenings=evenings)


@pytest.mark.thorough
@slow
@given(seed=st.integers(0, 2**32))
def test_a_recorded_club_is_the_same_in_an_empty_installation_in_every_table(
    databases: Databases, tmp_path: Path, seed: int
) -> None:
    with fresh(databases, tmp_path) as first, fresh(databases, tmp_path) as second:
        club_id = recorded_club(first, seed, matches=2)
        archive = exported(first, club_id)
        their_id, _ = brought(second, archive)
        assert everything_in(second) == everything_in(first)
        assert exported(second, their_id) == archive


def test_an_export_reads_and_writes_nothing(app: Flask) -> None:
    club_id = recorded_club(app, 1)
    before = everything_in(app)
    assert exported(app, club_id) == exported(app, club_id)
    assert everything_in(app) == before


def test_another_clubs_things_are_not_in_an_export(app: Flask) -> None:
    mine, other = recorded_club(app, 1), recorded_club(app, 2)
    head, matches = read(exported(app, mine))
    assert len(matches) == 3
    others = {match.public_id for match in read(exported(app, other))[1]}
    assert others.isdisjoint(match.public_id for match in matches)
    assert len(head.devices) == len(head.evenings) == 1


def test_results_and_figures_are_those_of_the_recorded_match(app: Flask) -> None:
    brought(app, SMALL)
    assert count_of(app, Result) == 0
    keeper = Keeper(app)
    keeper.record(Change({"step": "totals", "totals": dict.fromkeys(PLAYERS, 5)}))
    brought(app, exported(app, keeper.club_id))
    assert count_of(app, Result) == 8


def test_an_export_while_others_record_is_of_one_moment(app: Flask) -> None:
    """Every match in it is as long as its log, and the two notes of a batch are both there or neither."""
    keeper = Keeper(app)

    def act(number: int) -> list[int]:
        if number:
            for _ in range(10):
                keeper.record(note("one"), note("two"))
            return []
        return [len(read(exported(app, keeper.club_id))[1][0].records) for _ in range(10)]

    lengths = at_once(act, 3)[0]
    assert all(length % 2 == 0 for length in lengths)
    assert lengths == sorted(lengths)


# Recognised


def test_a_second_import_brings_nothing(app: Flask) -> None:
    club_id, first = brought(app, SMALL)
    before = everything_in(app)
    assert counts(first) == (2, 0, 0, 5, 1)
    assert counts(plan_for(app, SMALL, club_id)) == (0, 2, 0, 0, 0)
    assert brought(app, SMALL, club_id)[0] == club_id
    assert everything_in(app) == before


def test_a_plan_changes_nothing(app: Flask) -> None:
    before = everything_in(app)
    assert counts(plan_for(app, SMALL)) == (2, 0, 0, 5, 1)
    assert everything_in(app) == before


def test_players_are_recognised_by_name(app: Flask) -> None:
    keeper = Keeper(app)
    plan = plan_for(app, SMALL, keeper.club_id)
    assert counts(plan) == (2, 0, 0, 1, 1)
    brought(app, SMALL, keeper.club_id)
    assert count_of(app, Player) == 5


def test_a_renamed_player_is_recognised_by_the_seat(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    with writing(app):
        _player(club_id, "Bob").name = "Robert"
        db.session.commit()
    assert counts(plan_for(app, SMALL, club_id)) == (0, 2, 0, 0, 0)


@pytest.mark.parametrize(("now_also", "new"), [(None, 0), ("Bobby", 1)])
def test_who_was_renamed_here_is_recognised_by_the_former_name_in_a_new_match(
    app: Flask, now_also: str | None, new: int
) -> None:
    """Unless the club's matches call two people by that name."""
    club_id, _ = brought(app, SMALL)
    archive = only_with(SMALL, "bataille_1")
    with writing(app):
        _player(club_id, "Bobby").name = "Robert"
        _player(club_id, "Dan").name = "Zoé"
        db.session.commit()
        if now_also:
            start(db.session.get_one(Club, club_id), setup_of_two(now_also), None)
            _player(club_id, now_also).name = "Another"
        db.session.commit()
    assert counts(plan_for(app, renamed_match(archive), club_id)) == (1, 0, 0, new, 0)
    before = count_of(app, Player)
    brought(app, renamed_match(archive), club_id)
    assert count_of(app, Player) == before + new


def renamed_match(archive: bytes) -> bytes:
    """The archive with its match under an id that no club knows: what comes is a new match."""
    files = {name.replace("bataille_1", "bataille_2"): content for name, content in files_of(archive).items()}
    log = json.loads(files["logs/bataille_2.json"])
    files["logs/bataille_2.json"] = json.dumps({**log, "match": "bataille_2"}).encode()
    return packed_again(sealed(files))


def only_with(archive: bytes, public_id: str) -> bytes:
    """The archive with one match and those who sit in it."""
    files = files_of(archive)
    kept = {name: value for name, value in files.items() if name == "manifest.json" or public_id in name}
    log = json.loads(kept[f"logs/{public_id}.json"])
    manifest = json.loads(kept["manifest.json"])
    people = [player for player in manifest["players"] if player["id"] in log["seats"]]
    manifest["players"] = [{**player, "merged_into": None} for player in people]
    return packed_again(sealed({**kept, "manifest.json": json.dumps(manifest).encode()}))


def setup_of_two(name: str | None) -> Setup:
    """A match of somebody of this name, and Ana."""
    setup = read_setup("bataille-corse", [name, "Ana"], "Ana", {}, None)
    assert isinstance(setup, Setup)
    return setup


def _renamed_in_a_circle(app: Flask) -> tuple[int, bytes]:
    """A club where Dan is Daniel and Bob is Dan by now, and an archive that has another Daniel."""
    club_id, _ = brought(app, SMALL)
    with writing(app):
        _player(club_id, "Dan").name = "Daniel"
        _player(club_id, "Bob").name = "Dan"
        _forget(club_id, "bataille_1")
        db.session.commit()
    grown = rewritten(SMALL, "manifest.json", lambda value: value["players"].append(_another(value, "Daniel")) and None)
    return club_id, grown


def test_a_name_that_somebody_else_has_by_now_gets_a_number(app: Flask) -> None:
    """Bob is called Dan here by now, and the archive has a match of both: they stay two people."""
    club_id, grown = _renamed_in_a_circle(app)
    assert counts(plan_for(app, grown, club_id)) == (1, 1, 0, 1, 0)
    brought(app, grown, club_id)
    with app.app_context():
        names = sorted(db.session.scalars(select(Player.name).where(Player.club_id == club_id)))
    assert names == ["Ana", "Bobby", "Chloé", "Dan", "Daniel", "Daniel (2)"]


def _another(value: Any, name: str) -> Any:
    return {**value["players"][0], "id": 9, "name": name}


def _player(club_id: int, name: str) -> Player:
    return db.session.scalars(select(Player).where(Player.club_id == club_id, Player.name == name)).one()


def _forget(club_id: int, public_id: str) -> None:
    db.session.delete(db.session.scalars(select(Match).where(Match.public_id == public_id)).one())


def test_what_was_kept_on_here_and_there_is_a_conflict_that_waits_for_a_keepers_choice(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    with writing(app):
        _record(club_id, "ascenseur_1", Author(None, "Dan"), Change({"step": "end"}))
        _forget(club_id, "bataille_1")
        db.session.commit()
    assert counts(plan_for(app, SMALL, club_id)) == (1, 1, 0, 0, 0)  # the log here is further
    other = lengthened(SMALL, "ascenseur_1", "ailleurs")
    plan = plan_for(app, other, club_id)
    assert counts(plan) == (1, 0, 1, 0, 0)
    assert [(conflict.length, conflict.length_in_archive) for conflict in plan.conflicts] == [(7, 7)]
    assert "2024-02-29" in plan.conflicts[0].sentence.render("fr")
    brought(app, other, club_id)
    with app.app_context():
        query = select(Match.public_id, Match.length).where(Match.deleted_at.is_(None))
        assert dict(db.session.execute(query).tuples().all()) == {"ascenseur_1": 7, "bataille_1": 3}
        (conflict,) = conflicts_of(club_id)
        assert (conflict.ours.public_id, conflict.at, conflict.theirs.length) == ("ascenseur_1", 6, 7)


def _in_two_versions(app: Flask) -> tuple[int, bytes]:
    """A club with a version of a match that waits for a choice, and an archive in which that version went on."""
    club_id, _ = brought(app, SMALL)
    with writing(app):
        _record(club_id, "ascenseur_1", Author(None, "Dan"), Change({"step": "end"}))
    other = lengthened(SMALL, "ascenseur_1", "ailleurs")
    brought(app, other, club_id)
    return club_id, lengthened(other, "ascenseur_1", "plus tard")


def test_another_version_that_went_on_takes_the_place_of_what_it_was(app: Flask) -> None:
    """It may get the row of what it was: SQLite gives the number of the last row again once that is deleted."""
    club_id, further = _in_two_versions(app)
    for _ in range(2):
        brought(app, further, club_id)
        with app.app_context():
            (conflict,) = conflicts_of(club_id)
            assert (conflict.ours.length, conflict.at, conflict.theirs.length) == (7, 6, 8)


@pytest.mark.parametrize("choice", ["theirs", "ours", "two"])
def test_a_choice_between_two_versions_stands_where_the_other_went_on_meanwhile(app: Flask, choice: str) -> None:
    club_id, further = _in_two_versions(app)
    with app.app_context():
        (conflict,) = conflicts_of(club_id)
        engine = db.engine
    settled: list[Any] = []

    def choose() -> Any:
        with app.app_context():
            return settle(club_id, conflict.theirs.public_id, choice, Author(None, "Dan")), everything_in(app)

    def meanwhile(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "FROM other_version" in statement and not settled:
            settled.append(None)
            with ThreadPoolExecutor(1) as another:
                settled.append(another.submit(choose).result())

    with app.app_context():
        event.listen(engine, "after_cursor_execute", meanwhile)
        load_bundle(ClubFile(io.BytesIO(further)), club_id)
        event.remove(engine, "after_cursor_execute", meanwhile)
    refused, after = settled[1]
    assert refused is None
    assert everything_in(app)["match"] == after["match"]


@pytest.mark.parametrize("moment", ["1970-01-01T00:00:00Z", "2999-01-01T00:00:00Z"])
def test_a_moment_that_no_clock_can_tell_is_not_believed_and_no_conflict(app: Flask, moment: str) -> None:
    other = rewritten(SMALL, "logs/ascenseur_1", lambda value: value["records"][4].update(recorded_at=moment))
    club_id, _ = brought(app, other)
    with app.app_context():
        years = {recorded_at.year for recorded_at in db.session.scalars(select(RecordRow.recorded_at))}
    assert years & {1970, 2999} == set()
    assert counts(plan_for(app, other, club_id)) == (0, 2, 0, 0, 0)


@pytest.mark.parametrize("change", [
    {"person": "Dan"}, {"reason": "x"}, {"recorded_at": "2024-02-29T20:15:08Z"}, {"ruling": None},
], ids=str)  # fmt: skip
def test_who_recorded_when_and_why_makes_no_other_log_and_stays_as_it_is_here(app: Flask, change: Any) -> None:
    club_id, _ = brought(app, SMALL)
    before = everything_in(app)
    other = rewritten(SMALL, "logs/ascenseur_1", lambda value: value["records"][4].update(change))
    assert counts(brought(app, other, club_id)[1]) == (0, 2, 0, 0, 0)
    assert everything_in(app) == before


def test_a_log_of_other_entries_is_another_log(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    assert counts(plan_for(app, shortened(SMALL, "bataille_1"), club_id)) == (0, 2, 0, 0, 0)
    further = plan_for(app, lengthened(SMALL, "bataille_1", "plus tard"), club_id)
    assert (counts(further), further.further) == ((0, 1, 0, 0, 0), 1)


def test_a_sign_that_postgresql_does_not_keep_makes_no_conflict(app: Flask) -> None:
    """What another database took goes in, and is recognised."""
    archive = rewritten(SMALL, "logs/ascenseur_1", lambda value: value["records"][4].update(reason="a\0b"))
    club_id, _ = brought(app, archive)
    assert counts(plan_for(app, archive, club_id)) == (0, 2, 0, 0, 0)


def test_evenings_are_recognised_and_keep_what_is_said_of_them_here(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    with writing(app):
        db.session.scalars(select(Evening)).one().title = "Renommée"
        _forget(club_id, "bataille_1")
        db.session.commit()
    brought(app, SMALL, club_id)
    with app.app_context():
        evening = db.session.scalars(select(Evening)).one()
        assert evening.title == "Renommée"
        assert set(db.session.scalars(select(Match.evening_id))) == {evening.id}


@pytest.mark.parametrize("deleted_at", [None, "2024-03-01T00:00:00Z"])
def test_an_evening_in_the_bin_comes_back_with_a_match_that_nobody_threw_away(
    app: Flask, deleted_at: str | None
) -> None:
    """Else the match would count everywhere and be listed nowhere."""
    club_id, _ = brought(app, SMALL)
    with writing(app):
        _forget(club_id, "bataille_1")
        db.session.commit()
        delete_evening(db.session.scalars(select(Evening)).one())
    archive = rewritten(SMALL, "logs/bataille_1", lambda value: value.update(deleted_at=deleted_at))
    brought(app, archive, club_id)
    with app.app_context():
        assert (db.session.scalars(select(Evening)).one().deleted_at is None) == (deleted_at is None)
        present = dict(db.session.execute(select(Match.public_id, Match.deleted_at.is_(None))).all())  # type: ignore[arg-type]
    assert present == {"ascenseur_1": False, "bataille_1": deleted_at is None}


def test_an_evening_thrown_away_elsewhere_comes_with_a_match_that_nobody_threw_away(app: Flask) -> None:
    def gone(value: Any) -> None:
        value["evenings"][0]["deleted_at"] = "2024-03-01T00:00:00Z"

    brought(app, rewritten(SMALL, "manifest.json", gone))
    with app.app_context():
        assert db.session.scalars(select(Evening)).one().deleted_at is None


def test_another_club_of_the_same_installation_gets_its_own_copy_once(app: Flask) -> None:
    first, _ = brought(app, SMALL)
    second, plan = brought(app, SMALL)
    assert first != second
    assert counts(plan) == (2, 0, 0, 5, 1)
    assert counts(plan_for(app, SMALL, second)) == (0, 2, 0, 0, 0)
    assert counts(plan_for(app, SMALL, first)) == (0, 2, 0, 0, 0)
    assert count_of(app, Match) == 4
    names = [read(exported(app, club_id))[0] for club_id in (first, second)]
    assert [head.players for head in names] == [small_club()[0].players] * 2


def test_an_imported_device_is_a_name_that_opens_nothing_and_serves_again(app: Flask) -> None:
    keeper = Keeper(app)
    with writing(app):
        db.session.scalars(select(Device)).one().name = "téléphone d'Ana"
        db.session.commit()
    brought(app, SMALL, keeper.club_id)
    with writing(app):
        _forget(keeper.club_id, "bataille_1")
        db.session.commit()
    brought(app, SMALL, keeper.club_id)
    assert count_of(app, Device) == 2
    assert count_of(app, Membership) == 1


def test_two_merged_here_who_sit_at_one_table_in_the_archive_are_two_again(app: Flask) -> None:
    keeper = Keeper(app, players=("Ana", "Xi", "Yann", "Zoé"))
    Keeper(app)
    with writing(app):
        db.session.add(Player(club_id=keeper.club_id, name="Dan"))
        db.session.flush()
        _player(keeper.club_id, "Dan").merged_into = _player(keeper.club_id, "Ana").id
        db.session.commit()
    brought(app, SMALL, keeper.club_id)
    with app.app_context():
        assert _player(keeper.club_id, "Dan").merged_into is None
        assert _player(keeper.club_id, "Bobby").merged_into == _player(keeper.club_id, "Bob").id


def test_a_deleted_match_comes_back_deleted_and_counts_nowhere(app: Flask) -> None:
    def ended(value: Any) -> None:
        value.update(deleted_at="2024-03-01T00:00:00Z")
        n = len(value["records"])
        value["records"].append({**value["records"][0], "position": n, "batch": n, "entry": {"step": "end"}})

    archive = rewritten(SMALL, "logs/bataille_1", ended)
    archive = rewritten(archive, "matches/bataille_1", lambda value: value["entries"].append({"step": "end"}))
    _club_id, _ = brought(app, archive)
    with app.app_context():
        match = db.session.scalars(select(Match).where(Match.public_id == "bataille_1")).one()
        assert (match.over, match.length) == (True, 4)
        assert match.deleted_at is not None
    assert count_of(app, Result) == count_of(app, TallyRow) == 0


def test_who_was_here_before_has_played_since_and_who_is_new_has_not(app: Flask) -> None:
    keeper = Keeper(app, players=("Ana", "Xi", "Yann", "Zoé"))
    with writing(app):
        _player(keeper.club_id, "Ana").played_at -= timedelta(days=20_000)
        db.session.commit()
    brought(app, SMALL, keeper.club_id)
    moment = small_club()[1][0].created_at
    with app.app_context():
        assert _player(keeper.club_id, "Ana").played_at == moment
        assert _player(keeper.club_id, "Chloé").played_at == moment


# Nobody waits


def test_under_the_lock_nothing_is_read_and_nothing_replayed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever records meanwhile waits for writing alone."""
    reading: list[bool] = []

    def watched(act: Any) -> Any:
        def seen(*arguments: Any) -> Any:
            reading.append(WRITING.get())
            return act(*arguments)

        return seen

    monkeypatch.setattr(ClubFile, "match", watched(ClubFile.match))
    for module in (log, log_replay, match_course):
        for name in {"play", "advance"}.intersection(vars(module)):
            monkeypatch.setattr(module, name, watched(getattr(module, name)))
    club_id, _ = brought(app, SMALL)
    brought(app, SMALL, club_id)
    assert len(reading) > 4
    assert not any(reading)


@pytest.mark.thorough
def test_the_statements_for_a_new_match_grow_neither_with_its_log_nor_with_the_club(app: Flask) -> None:
    """Each in its own transaction: those that find its place and people, and one for the rows of each table.

    The one that tells other processes of it, on PostgreSQL, is not counted.
    """
    clubs = [random_club(Random(5), fewest=n, most=n, longest=5) for n in (2, 40, 80)]
    few, more, many = (packed((replace(head, table_rules=()), matches)) for head, matches in clubs)
    took = [_statements_written(app, archive) for archive in (few, more, many)]
    assert (took[2] - took[1]) / 40 < MOST_STATEMENTS
    assert (took[2] - took[1]) / 40 < (took[1] - took[0]) / 38 * 1.2


def _statements_written(app: Flask, archive: bytes) -> int:
    with app.app_context():
        file = ClubFile(io.BytesIO(archive))
        club_id = new_club_of(file)
        with _counted() as seen:
            load_bundle(file, club_id)
    return sum("pg_notify" not in statement for statement in seen)


def test_a_match_that_another_import_brought_since_the_preview_comes_once(app: Flask) -> None:
    keeper = Keeper(app)
    with app.app_context():
        file = ClubFile(io.BytesIO(SMALL))
        assert counts(preview_of(file, keeper.club_id)) == (2, 0, 0, 1, 1)
        brought(app, SMALL, keeper.club_id)
        before = everything_in(app)
        load_bundle(file, keeper.club_id)
    assert everything_in(app) == before


def test_a_match_that_another_import_brings_meanwhile_comes_once(app: Flask) -> None:
    keeper = Keeper(app)
    archive = packed(random_club(Random(5), fewest=4, most=4, longest=5))

    def bring_all(done: int, _all: int) -> None:
        if done == 1:
            brought(app, archive, keeper.club_id)

    with app.app_context():
        loaded = load_bundle(ClubFile(io.BytesIO(archive)), keeper.club_id, bring_all)
    assert loaded.finished
    assert len(loaded.places) == 1
    assert count_of(app, Match) == 1 + 4


def test_a_match_whose_id_another_club_takes_meanwhile_gets_another(app: Flask) -> None:
    keeper, other = Keeper(app), Keeper(app)
    archive = packed(random_club(Random(5), fewest=4, most=4, longest=5))

    def bring_all(done: int, _all: int) -> None:
        if done == 1:
            brought(app, archive, other.club_id)

    with app.app_context():
        loaded = load_bundle(ClubFile(io.BytesIO(archive)), keeper.club_id, bring_all)
        assert loaded.finished
        ids = set(db.session.scalars(select(Match.public_id).where(Match.club_id == keeper.club_id)))
    assert set(loaded.places.values()) == ids - {keeper.match}
    assert sum(there != here for there, here in loaded.places.items()) == 3
    assert count_of(app, Match) == 2 + 4 + 4


def test_a_match_whose_evening_is_thrown_away_meanwhile_brings_it_back(app: Flask) -> None:
    def throw_away(done: int, _all: int) -> None:
        if done == 1:
            with writing(app):
                delete_evening(db.session.scalars(select(Evening)).one())

    with app.app_context():
        file = ClubFile(io.BytesIO(SMALL))
        load_bundle(file, new_club_of(file), throw_away)
        assert db.session.scalars(select(Evening)).one().deleted_at is None


def test_no_more_matches_come_than_the_club_has_room_for(app: Flask) -> None:
    keeper = Keeper(app)
    app.config["QUOTAS"] = replace(app.config["QUOTAS"], matches=3)
    archive = packed(random_club(Random(5), fewest=4, most=4, longest=5))
    with app.app_context(), pytest.raises(Full):
        load_bundle(ClubFile(io.BytesIO(archive)), keeper.club_id)
    assert count_of(app, Match) == 3


def test_a_match_forgotten_since_the_preview_comes_back(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    file = ClubFile(io.BytesIO(SMALL))
    with app.app_context():
        preview_of(file, club_id)
    with writing(app):
        _forget(club_id, "bataille_1")
        db.session.commit()
    with app.app_context():
        load_bundle(file, club_id)
    assert count_of(app, Match) == 2


def test_a_match_kept_on_since_the_preview_stays_as_it_is(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    with app.app_context():
        file = ClubFile(io.BytesIO(SMALL))
        preview_of(file, club_id)
        with writing(app):
            _record(club_id, "ascenseur_1", Author(None, "Dan"), Change({"step": "end"}))
        before = everything_in(app)
        load_bundle(file, club_id)
    assert everything_in(app) == before


# Broken off


class _Killed(BaseException):
    """The end of a process, which nothing catches."""


def _killed_after(matches: int) -> Callable[[int, int], None]:
    def progress(done: int, _all: int) -> None:
        if done == matches:
            raise _Killed

    return progress


@pytest.mark.first_alone
@pytest.mark.parametrize("matches", range(1, 7))
def test_an_import_that_was_broken_off_is_finished_by_bringing_the_file_in_again(
    databases: Databases, tmp_path: Path, matches: int
) -> None:
    """Whole matches are in, it says how many; the second time the club is the same as if nothing had happened."""
    archive = packed(random_club(Random(5), fewest=6, most=6, longest=8))
    with fresh(databases, tmp_path) as app, fresh(databases, tmp_path) as other:
        file = ClubFile(io.BytesIO(archive))
        with app.app_context():
            club_id = new_club_of(file)
            with pytest.raises(_Killed):
                kept_imports.import_club(file, club_id, _killed_after(matches))
            kept = broken_off(club_id, file.digest)
            assert kept is not None
            assert import_progress(kept).render("en").startswith(f"{matches} of 6: bring the file in again")
        assert count_of(app, Match) == matches
        with app.app_context():
            assert kept_imports.import_club(file, club_id).finished
        brought(other, archive)
        assert everything_in(app) == everything_in(other)


def test_a_second_player_of_one_name_comes_once_though_the_import_is_broken_off(app: Flask) -> None:
    """Who was recognised by a seat before stays the one whom the file means."""
    club_id, grown = _renamed_in_a_circle(app)
    with app.app_context():
        file = ClubFile(io.BytesIO(grown))
        with pytest.raises(_Killed):
            kept_imports.import_club(file, club_id, _killed_after(2))
    brought(app, grown, club_id)
    with app.app_context():
        names = sorted(db.session.scalars(select(Player.name).where(Player.club_id == club_id)))
    assert names == ["Ana", "Bobby", "Chloé", "Dan", "Daniel", "Daniel (2)"]


def test_a_full_club_takes_whole_matches_and_goes_on_when_there_is_room(app: Flask) -> None:
    archive = packed(random_club(Random(7), fewest=6, most=6, longest=8))
    file = ClubFile(io.BytesIO(archive))
    with app.app_context():
        club_id = new_club_of(file)
        app.config["QUOTAS"] = Quotas(matches=2)
        with pytest.raises(Full):
            kept_imports.import_club(file, club_id)
        kept = broken_off(club_id, file.digest)
        assert kept is not None
        assert 2 <= kept.done < 6
        app.config["QUOTAS"] = Quotas()
        assert kept_imports.import_club(file, club_id).finished
    assert count_of(app, Match) == 6


# Taken back


def test_an_import_taken_back_leaves_the_club_as_it_was(app: Flask) -> None:
    keeper = Keeper(app)
    with writing(app):
        name_club(keeper.club_id, "Les Cartes")
    before = everything_in(app)
    brought(app, packed(random_club(Random(11), fewest=5, most=5, longest=8)), keeper.club_id)
    assert everything_in(app) != before
    with app.app_context():
        (kept,) = imports_of(keeper.club_id)
        taken = take_back(keeper.club_id, kept.id)
        assert (taken.gone, taken.stay) == (5, 0)
        assert take_back(keeper.club_id, kept.id) is None
    after = everything_in(app)
    assert {table: rows for table, rows in after.items() if table not in ("device", "club", "player")} == {
        table: rows for table, rows in before.items() if table not in ("device", "club", "player")
    }
    assert [row[1] for row in after["player"]] == [row[1] for row in before["player"]]


def test_a_match_that_went_on_stays_when_its_import_is_taken_back_and_the_file_can_come_again(app: Flask) -> None:
    keeper = Keeper(app)
    brought(app, SMALL, keeper.club_id)
    with writing(app):
        _record(keeper.club_id, "ascenseur_1", Author(None, "Dan"), Change({"step": "end"}))
    with app.app_context():
        (kept,) = imports_of(keeper.club_id)
        taken = take_back(keeper.club_id, kept.id)
        assert (taken.gone, taken.stay) == (1, 1)
        assert load(keeper.club_id, "ascenseur_1") is not None
        assert sorted(db.session.scalars(select(Player.name))) == ["Ana", "Bob", "Chloé", "Dan"]
        assert db.session.scalars(select(Evening.public_id).where(Evening.public_id == "evening-1")).one()
    assert counts(brought(app, SMALL, keeper.club_id)[1])[:3] == (1, 1, 0)


def test_an_import_of_another_club_or_of_before_yesterday_is_not_taken_back(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    other = Keeper(app)
    with app.app_context():
        (kept,) = imports_of(club_id)
        import_id = kept.id
        assert take_back(other.club_id, import_id) is None
    with writing(app):
        db.session.scalars(select(KeptImport)).one().began_at -= timedelta(days=1, minutes=1)
        db.session.commit()
    with app.app_context():
        assert imports_of(club_id) == []
        assert take_back(club_id, import_id) is None
    assert count_of(app, Match) == 3


def test_of_a_large_archive_one_match_at_a_time_lies_in_memory(app: Flask) -> None:
    archive = packed(random_club(Random(5), fewest=12, most=12, longest=5))
    most: list[int] = []

    def progress(_done: int, _all: int) -> None:
        most.append(_alive())

    gc.freeze()  # what there was before is neither collected nor counted
    try:
        with app.app_context():
            file = ClubFile(io.BytesIO(archive))
            club_id = new_club_of(file)
            kept_imports.import_club(file, club_id, progress)
            preview_of(ClubFile(io.BytesIO(archive)), club_id, progress)
            export_club(club_id, io.BytesIO(), progress)
    finally:
        gc.unfreeze()
    assert len(most) == 36
    assert 1 <= max(most) <= 3


def _alive() -> int:
    """Matches made since ``gc.freeze`` that somebody holds in this process."""
    gc.collect()
    return sum(type(thing) is ClubMatch for thing in gc.get_objects())


# All or nothing


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_changes_nothing(app: Flask, change: Callable[[bytes], bytes]) -> None:
    keeper = Keeper(app)
    before = everything_in(app)
    bad = change(SMALL)
    for club_id in (None, keeper.club_id):
        with pytest.raises(ArchiveRefused):
            brought(app, bad, club_id)
    assert everything_in(app) == before


def test_a_match_that_does_not_replay_keeps_all_others_out(app: Flask) -> None:
    def wrong(value: Any) -> None:
        value["records"][-1]["entry"] = {"step": "won", "winner": "Nobody"}

    archive = rewritten(SMALL, "logs/bataille_1", wrong)
    before = everything_in(app)
    with pytest.raises(ArchiveRefused) as caught:
        brought(app, archive)
    assert caught.value.by_rules
    assert "match.entry" in caught.value.sentence.render("fr")
    assert everything_in(app) == before


def test_a_match_that_cannot_be_stored_leaves_nothing_of_itself(app: Flask) -> None:
    keeper = Keeper(app)
    before = everything_in(app)

    def broken(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "INSERT INTO entry" in statement:
            raise OverflowError("no room")

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", broken)
    try:
        with pytest.raises(ArchiveRefused):
            brought(app, SMALL, keeper.club_id)
    finally:
        event.remove(engine, "before_cursor_execute", broken)
    after = everything_in(app)
    for table in ("entry", "seat", "stand_in", "result", "tally"):
        assert after[table] == before[table]
    assert count_of(app, Match) == 1
    keeper.record(note("goes on"))
    assert brought(app, SMALL, keeper.club_id)[0] == keeper.club_id


def test_imports_at_once_bring_everything_once(app: Flask) -> None:
    keeper = Keeper(app)

    def act(_number: int) -> str:
        try:
            brought(app, SMALL, keeper.club_id)
        except ArchiveRefused:
            return "refused"
        return "brought"

    assert "brought" in at_once(act, 4)
    assert count_of(app, Match) == 3
    assert count_of(app, Club) == 1
    assert counts(plan_for(app, SMALL, keeper.club_id)) == (0, 2, 0, 0, 0)


def test_records_go_on_while_an_archive_is_brought_in(app: Flask) -> None:
    keeper = Keeper(app)
    big = packed(random_club(Random(5), fewest=6, most=6, longest=30))

    def act(number: int) -> Any:
        if number == 0:
            return brought(app, big, keeper.club_id)
        return [keeper.record(note(f"{number}-{time}"), key=f"{number}-{time}").outcome for time in range(10)]

    outcomes = at_once(act, 3)[1:]
    assert {outcome for replies in outcomes for outcome in replies} <= {"recorded", "late"}
    assert len(keeper.texts()) == sum(replies.count("recorded") for replies in outcomes)


def test_the_number_of_statements_for_a_known_match_does_not_grow_with_its_log(app: Flask) -> None:
    keeper = Keeper(app)
    short = exported(app, keeper.club_id)
    _statements(app, short, keeper.club_id)  # what is read once a process
    few = _statements(app, short, keeper.club_id)
    for number in range(30):
        keeper.record(note(str(number)))
    assert _statements(app, exported(app, keeper.club_id), keeper.club_id) == few


def _statements(app: Flask, archive: bytes, club_id: int) -> list[str]:
    with app.app_context(), _counted() as seen:
        preview_of(ClubFile(io.BytesIO(archive)), club_id)
    return seen


@contextmanager
def _counted() -> Iterator[list[str]]:
    """Every statement from here on; within an app context."""
    seen: list[str] = []
    engine = db.engine

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", count)
    yield seen
    event.remove(engine, "before_cursor_execute", count)


def test_the_log_in_the_database_is_the_log_of_the_archive(app: Flask) -> None:
    brought(app, SMALL)
    wanted = {match.public_id: records_of(match.records) for match in small_club()[1]}
    with app.app_context():
        for public_id, log in wanted.items():
            query = select(RecordRow).join(Match).where(Match.public_id == public_id).order_by(RecordRow.position)
            rows = db.session.scalars(query).all()
            assert records_of(rows) == log
            assert [row.ruling is not None for row in rows] == [record.position == 4 for record in log]


def test_an_archive_is_json_that_people_can_read(app: Flask) -> None:
    club_id, _ = brought(app, SMALL)
    manifest = json.loads(files_of(exported(app, club_id))["manifest.json"])
    assert manifest["format"] == "referee-club/1"
    assert [player["name"] for player in manifest["players"]] == ["Ana", "Bob", "Bobby", "Chloé", "Dan"]
    assert manifest["devices"] == [{"number": 1, "name": "téléphone d'Ana"}]


def test_a_clubs_name_comes_without_signs_that_nobody_sees_or_that_turn_a_line(app: Flask) -> None:
    head, matches = small_club()
    archive = ClubFile(io.BytesIO(packed((replace(head, name=" Les\x00 Cartes\u202e\n"), matches))))
    with app.app_context():
        import_club(archive, None)
        assert db.session.scalars(select(Club.name)).all() == ["Les Cartes"]
