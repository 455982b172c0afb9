"""What a club keeps is counted with every act, truly; and of many who ask at once for the last room one gets it."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, select, text, update

from referee.bundles.export import export_club, no_progress
from referee.bundles.loading import load_bundle
from referee.bundles.preview import preview_of
from referee.bundles.zip_file import ClubFile
from referee.demo.recorded_seasons import two_seasons
from referee.matches.log import Change
from referee.store.clubs.club_capacity import club_sizes
from referee.store.clubs.club_deletion import delete_club
from referee.store.clubs.clubs import another_club, create_owned_club
from referee.store.clubs.links import OWNER, invite
from referee.store.database import quotas
from referee.store.database.models import Club, Evening, Match, Membership, Player, RecordRow, TableRule, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import MATCH, MIB, PLAYER, RECORD, TABLE_RULE, Full, Quotas, database_bytes
from referee.store.database.transactions import writing
from referee.store.evenings import evenings, recycle_bin
from referee.store.matches.matches import Author, append, open_matches, start
from referee.store.matches.stored_match import load
from referee.store.players.players import create
from referee.store.table_rules import table_rules
from tests.bundles.imports import import_club
from tests.store.keeping import PLAYERS, THREADS, Keeper, at_once, count_of, note, setup_for
from tests.store.tables import everything_in


def allow(app: Flask, **most: int) -> None:
    app.config["QUOTAS"] = replace(app.config["QUOTAS"], **most)


def counted(app: Flask) -> dict[str, int]:
    """The bytes of every club and match as they are kept, by its id."""
    with app.app_context():
        found = {f"club {club.id}": club.bytes for club in db.session.scalars(select(Club))}
        return found | {f"match {match.id}": match.bytes for match in db.session.scalars(select(Match))}


def recounted(app: Flask) -> dict[str, int]:
    """The same, added up again from all that is there."""
    found: dict[str, int] = {}
    with app.app_context():
        for club in db.session.scalars(select(Club)):
            mine = {}
            for match in db.session.scalars(select(Match).where(Match.club_id == club.id)):
                log = db.session.scalars(select(RecordRow).where(RecordRow.match_id == match.id)).all()
                mine[f"match {match.id}"] = MATCH + sum(map(_of_record, log))
            said = db.session.scalars(select(Evening).where(Evening.club_id == club.id)).all()
            people = db.session.scalars(select(Player).where(Player.club_id == club.id)).all()
            texts = sum(len(f"{evening.title}{evening.place}{evening.note}".encode()) for evening in said)
            rules = db.session.scalars(select(TableRule).where(TableRule.club_id == club.id)).all()
            texts += sum(TABLE_RULE + len(f"{rule.text}{''.join(rule.players)}".encode()) for rule in rules)
            found |= {**mine, f"club {club.id}": sum(mine.values()) + PLAYER * len(people) + texts}
    return found


def _of_record(row: RecordRow) -> int:
    values: list[Any] = [value for value in (row.entry, row.ruling) if value is not None]
    return RECORD + sum(len(json.dumps(value)) for value in values) + len(f"{row.reason}{row.person}".encode())


def test_every_act_of_two_seasons_is_counted(app: Flask) -> None:
    """Matches, entries, corrections, undos, rulings, evenings' texts and players."""
    with app.app_context():
        two_seasons(3, 9, no_progress)
    assert counted(app) == recounted(app)
    assert counted(app)["club 1"] > 9 * MATCH


def test_what_many_record_at_once_is_counted(app: Flask, keeper: Keeper) -> None:
    with app.app_context():
        club = db.session.get_one(Club, keeper.club_id)
        ids = [start(club, setup_for(), None).public_id for _ in range(THREADS)]

    def record(number: int) -> None:
        one = Keeper.__new__(Keeper)
        one.app, one.club_id, one.match, one.device_id = app, keeper.club_id, ids[number], keeper.device_id
        for again in range(4):
            assert one.record(note("é" * again), who="Zoé", why="parce que").outcome == "recorded"

    at_once(record)
    assert counted(app) == recounted(app)


def test_what_is_forgotten_is_counted_no_longer_and_not_before(app: Flask, keeper: Keeper) -> None:
    keeper.record(note("là"))
    with app.app_context():
        evening = db.session.scalars(select(Evening)).one()
        evenings.describe(evening, evening.day, "Soir d'été", "Chez Éric", "")
        evenings.describe(evening, evening.day, "Soir", "", "")
        recycle_bin.delete_evening(evening)
        rule = table_rules.note(keeper.club_id, "ascenseur.follow", "On coupe d'été.", ["Éric"])
        table_rules.change(rule, "On coupe.", ["Éric", "Zoé"])
        table_rules.remove(rule)
    assert counted(app) == recounted(app)
    with app.app_context():
        assert recycle_bin.purge(now() + timedelta(days=31)) == 1
    assert counted(app) == recounted(app) == {f"club {keeper.club_id}": PLAYER * len(PLAYERS) + TABLE_RULE}


def test_the_last_room_for_a_match_is_given_once(app: Flask, keeper: Keeper) -> None:
    allow(app, matches=3)

    def begun(number: int) -> bool:
        with app.app_context():
            try:
                start(db.session.get_one(Club, keeper.club_id), setup_for(), f"{number}")
            except Full:
                return False
            return True

    assert sum(at_once(begun)) == 2
    assert count_of(app, Match) == 3


def test_what_a_tap_has_started_is_found_again_where_nothing_more_fits(app: Flask, keeper: Keeper) -> None:
    with app.app_context():
        first = start(db.session.get_one(Club, keeper.club_id), setup_for(), "k").public_id
    allow(app, matches=1, club_bytes=1)
    with app.app_context():
        assert start(db.session.get_one(Club, keeper.club_id), setup_for(), "k").public_id == first


def test_a_match_thrown_away_makes_room_and_comes_back_only_where_there_is_some(app: Flask, keeper: Keeper) -> None:
    allow(app, matches=1)
    with app.app_context():
        recycle_bin.delete_match(db.session.scalars(select(Match)).one())
        second = start(db.session.get_one(Club, keeper.club_id), setup_for(), None).public_id
        gone = db.session.scalars(select(Match).where(Match.public_id == keeper.match)).one()
        with pytest.raises(Full):
            recycle_bin.restore_match(gone)
        assert [match.public_id for match in open_matches(keeper.club_id)] == [second]
    allow(app, matches=2)
    with app.app_context():
        recycle_bin.restore_match(db.session.scalars(select(Match).where(Match.public_id == keeper.match)).one())
        assert len(open_matches(keeper.club_id)) == 2


def archive_of(app: Flask, club_id: int) -> ClubFile:
    stream = io.BytesIO()
    in_app(app, lambda: export_club(club_id, stream))
    return ClubFile(stream)


def test_what_an_archive_has_thrown_away_needs_no_room_among_the_matches(app: Flask, keeper: Keeper) -> None:
    with app.app_context():
        recycle_bin.delete_match(db.session.scalars(select(Match)).one())
        start(db.session.get_one(Club, keeper.club_id), setup_for(), None)
    allow(app, matches=1)
    made, _ = in_app(app, lambda: import_club(archive_of(app, keeper.club_id), None))
    with app.app_context():
        assert len(open_matches(made)) == 1
    assert count_of(app, Match) == 4


def test_room_that_is_gone_when_an_archive_is_written_is_gone(app: Flask, keeper: Keeper) -> None:
    """It was there when the archive was read: somebody has begun a match since."""
    allow(app, matches=1)
    archive = archive_of(app, keeper.club_id)
    with app.app_context():
        club_id = create_owned_club().club.id
        preview_of(archive, club_id)
        start(db.session.get_one(Club, club_id), setup_for(), None)
        with pytest.raises(Full):
            load_bundle(archive, club_id)
    assert count_of(app, Match) == 2


def test_in_a_full_club_nothing_is_added_and_everything_can_be_taken_away(app: Flask, keeper: Keeper) -> None:
    keeper.record(note("one"))
    keeper.record(note("two"))
    allow(app, club_bytes=counted(app)[f"club {keeper.club_id}"] + 100)
    before = keeper.everything()
    acts: list[Callable[[], Any]] = [
        lambda: keeper.record(note("three")),
        lambda: keeper.record(Change({"step": "note", "text": "other"}, amends=0)),
        lambda: in_app(app, lambda: create(keeper.club_id, "Zoé")),
        lambda: in_app(app, lambda: start(db.session.get_one(Club, keeper.club_id), setup_for(), None)),
        lambda: in_app(app, lambda: describe("x" * 101)),
    ]
    for act in acts:
        with pytest.raises(Full):
            act()
    assert keeper.everything() == before
    assert [count_of(app, Match), count_of(app, Player)] == [1, len(PLAYERS)]
    in_app(app, lambda: describe("x" * 100))
    in_app(app, lambda: describe(""))
    done = keeper.undo()
    assert done is not None
    assert done.outcome == "recorded"
    in_app(app, lambda: recycle_bin.delete_match(db.session.scalars(select(Match)).one()))
    in_app(app, lambda: recycle_bin.restore_match(db.session.scalars(select(Match)).one()))
    assert keeper.texts() == ["one"]
    assert counted(app) == recounted(app)


def describe(words: str) -> None:
    evening = db.session.scalars(select(Evening)).one()
    evenings.describe(evening, evening.day, "", "", words)


def in_app(app: Flask, act: Callable[[], Any]) -> Any:
    with app.app_context():
        return act()


def test_a_club_too_many_is_not_founded(app: Flask, keeper: Keeper) -> None:
    allow(app, clubs=2)
    in_app(app, create_owned_club)
    for act in (create_owned_club, lambda: another_club("a key"), lambda: another_club(None)):
        with pytest.raises(Full):
            in_app(app, act)
    assert count_of(app, Club) == 2


def grow_old(app: Flask, days: float) -> None:
    """Let so much time pass, for all clubs and who was there."""
    with app.app_context(), writing():
        for model, column in ((Club, Club.created_at), (Membership, Membership.seen_at)):
            db.session.execute(update(model).values({column: now() - timedelta(days=days)}))


def founded(app: Flask) -> int:
    """One club more with a match that nobody plays; its id."""
    club_id: int = in_app(app, lambda: create_owned_club().club.id)
    with app.app_context():
        start(db.session.get_one(Club, club_id), setup_for(), None)
    return club_id


def test_a_club_without_a_match_has_none_and_no_record(app: Flask) -> None:
    with app.app_context(), writing():
        db.session.add(Club())
    with app.app_context():
        assert [(club.matches, club.records) for club in club_sizes()] == [(0, 0)]


def test_clubs_in_which_nothing_was_recorded_give_way_after_a_day_without_a_visit(app: Flask, keeper: Keeper) -> None:
    keeper.record(note("here"))
    for _ in range(3):
        founded(app)
    with app.app_context():
        unused = set(db.session.scalars(select(Match.public_id).where(Match.club_id != keeper.club_id)))
    allow(app, clubs=4)
    grow_old(app, 0.9)
    with pytest.raises(Full):
        founded(app)
    grow_old(app, 1.1)
    new = [founded(app) for _ in range(3)]
    with app.app_context():
        assert [club.id for club in club_sizes()] == [keeper.club_id, *new]
        assert not unused & set(db.session.scalars(select(Match.public_id)))
    with pytest.raises(Full):
        founded(app)
    assert counted(app) == recounted(app)


def seen(app: Flask, club_id: int) -> None:
    with app.app_context(), writing():
        db.session.execute(update(Membership).where(Membership.club_id == club_id).values(seen_at=now()))


def recorded(app: Flask, club_id: int) -> None:
    with app.app_context():
        match = db.session.scalars(select(Match).where(Match.club_id == club_id)).one()
        stored = load(club_id, match.public_id)
        assert stored is not None
        append(stored, (note("x"),), 0, None, Author(None, ""))


def forgotten(app: Flask, club_id: int) -> None:
    """What was recorded there is deleted, and thirty days have passed."""
    recorded(app, club_id)
    with app.app_context():
        recycle_bin.delete_match(db.session.scalars(select(Match).where(Match.club_id == club_id)).one())
        assert recycle_bin.purge(now() + timedelta(days=31)) == 1


def expected(app: Flask, club_id: int) -> None:
    """The host has made a link to it, which nobody has opened."""
    with app.app_context():
        invite(db.session.get_one(Club, club_id), OWNER)


@pytest.mark.parametrize("use", [seen, recorded, forgotten, expected])
def test_a_club_of_use_to_somebody_does_not_give_way(app: Flask, use: Callable[[Flask, int], None]) -> None:
    club_id = founded(app)
    grow_old(app, 5)
    use(app, club_id)
    allow(app, clubs=1)
    with pytest.raises(Full):
        founded(app)
    with app.app_context():
        assert [club.id for club in club_sizes()] == [club_id]


def test_a_deleted_club_leaves_no_row(app: Flask) -> None:
    with app.app_context():
        club_id = two_seasons(3, 2, no_progress)
        assert delete_club(club_id)
        assert not delete_club(club_id)
    left = {name for name, rows in everything_in(app).items() if rows}
    assert left <= {"installation", "device"}


def test_the_log_beside_the_file_counts(app: Flask, url: str) -> None:
    """A transaction that reads keeps SQLite from moving anything out of its log."""
    with app.app_context():
        before = database_bytes(db.engine)
        with db.engine.connect() as reader:
            reader.execute(text("SELECT count(*) FROM club")).scalar()
            for _ in range(30):
                with writing():
                    rows = [{"what": token_hex(4000)} for _ in range(20)]
                    db.session.execute(text("CREATE TABLE IF NOT EXISTS much (what TEXT)"))
                    db.session.execute(text("DELETE FROM much"))
                    db.session.execute(text("INSERT INTO much VALUES (:what)"), rows)
            after = database_bytes(db.engine)
    if url.startswith("sqlite"):
        beside = Path(url.removeprefix("sqlite:///") + "-wal").stat().st_size
        assert beside > 4 * MIB
        assert after >= beside
    assert after >= before


def test_the_whole_database_has_an_end(app: Flask, keeper: Keeper) -> None:
    allow(app, database_bytes=1)
    with pytest.raises(Full):
        keeper.record(note("no"))
    with pytest.raises(Full):
        in_app(app, create_owned_club)
    allow(app, database_bytes=in_app(app, lambda: database_bytes(db.engine)) + MIB)
    assert keeper.record(note("yes")).outcome == "recorded"


def test_the_database_is_measured_once_in_a_while_and_before_anything_is_refused(
    app: Flask, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[int] = []

    def size(_engine: Engine) -> int:
        measured.append(1)
        return sizes[-1]

    monkeypatch.setattr(quotas, "database_bytes", size)
    sizes = [MIB]
    allow(app, database_bytes=2 * MIB)
    with monkeypatch.context() as always:
        always.setattr(quotas, "MEASURED_EVERY", 0)
        keeper.record(note("a"))
    assert len(measured) == 1
    keeper.record(note("b"))
    assert len(measured) == 1
    allow(app, database_bytes=MIB + 600)  # what was stored since is added to what was measured
    with pytest.raises(Full):
        keeper.record(note("c" * 400))
    assert len(measured) == 2
    sizes.append(100)  # another process has deleted much
    assert keeper.record(note("d" * 400)).outcome == "recorded"
    assert len(measured) == 3
    monkeypatch.setattr(quotas, "MEASURED_EVERY", 0)
    sizes.append(2 * MIB)  # and stored much again
    with pytest.raises(Full):
        keeper.record(note("e"))


def test_the_size_of_the_database_follows_what_is_in_it(app: Flask) -> None:
    with app.app_context():
        before = database_bytes(db.engine)
        with writing():
            db.session.execute(text("CREATE TABLE much (what TEXT)"))
            rows = [{"what": token_hex(1000)} for _ in range(2000)]
            db.session.execute(text("INSERT INTO much VALUES (:what)"), rows)
        full = database_bytes(db.engine)
        assert full - before > MIB
        with writing():
            db.session.execute(text("DROP TABLE much"))
        assert database_bytes(db.engine) < full - MIB


def test_no_quota_is_no_quota(app: Flask, keeper: Keeper) -> None:
    app.config["QUOTAS"] = Quotas()
    assert keeper.record(note("as much as anybody likes")).outcome == "recorded"
    in_app(app, create_owned_club)
