"""A club taken along through the pages: exported, looked at, brought in; a sheet for a spreadsheet."""

import csv
import io
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select, text

from referee.bundles.preview import preview_of
from referee.bundles.untrusted_zip import MIB, Limits
from referee.bundles.zip_file import ClubFile
from referee.commands.command_line import main
from referee.store.database.models import Match, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import Quotas
from referee.store.database.transactions import write_lock
from referee.store.evenings.recycle_bin import purge
from referee.web.access import form_limits
from referee.web.bundles import import_export_pages, waiting_files
from tests.bundles.clubs import packed, random_club, read, small_club
from tests.bundles.zips import HOSTILE, forged, rewritten, shortened
from tests.databases import Databases, reused_app
from tests.store.keeping import count_of
from tests.store.tables import everything_in
from tests.web.sharing import another_keeper, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor

SMALL = packed(small_club())
SHORTER = shortened(SMALL, "bataille_1")
IMPORT, EXPORT = "/club/import", "/club/export"
ONE_CARD = (
    {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}},
    {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}},
)


@pytest.fixture
def keeper(match: WebMatch) -> Visitor:
    """The keeper of a club with one match in it."""
    for entry in ONE_CARD:
        match.record(entry)
    return match.visitor


@pytest.fixture
def other(databases: Databases, tmp_path: Path) -> Iterator[Flask]:
    """Another installation, with nothing in it."""
    url, folder = databases.migrated(), tmp_path / "other"
    folder.mkdir()
    with reused_app(url, folder) as app:
        yield app
    databases.drop(url)


def founder(app: Flask) -> Visitor:
    """Somebody with a club of their own in which nothing has happened."""
    visitor = Visitor(app)
    assert visitor.send("/clubs", []).status == 303
    return visitor


def sent(visitor: Visitor, archive: bytes, **more: Any) -> Page:
    """The page that follows when an archive is sent."""
    return visitor.send(IMPORT, [("archive", (io.BytesIO(archive), "club.zip"))], **more)


def sent_to(visitor: Visitor, path: str, mebibytes: int) -> int:
    """What becomes of a file of this size; put together by hand, for of such a size the test client leaves one open."""
    head = b'--part\r\nContent-Disposition: form-data; name="archive"; filename="x.zip"\r\n\r\n'
    body = head + b"x" * mebibytes * MIB + b"\r\n--part--\r\n"
    return visitor.client.post(path, data=body, content_type="multipart/form-data; boundary=part").status_code


def brought(visitor: Visitor, archive: bytes) -> Page:
    answer = sent(visitor, archive).form("").send()
    assert answer.status == 303, answer.text
    return answer.follow()


def waiting(folder: Path) -> list[Path]:
    """The archives that wait for a yes or a no."""
    return list(folder.glob("imports/*"))


# Out


def test_a_keeper_takes_the_whole_club_along(keeper: Visitor) -> None:
    answer = keeper.open(EXPORT)
    assert answer.status == 200
    assert answer.response.mimetype == "application/zip"
    assert "attachment" in answer.response.headers["Content-Disposition"]
    head, matches = read(answer.response.get_data())
    assert [player.name for player in head.players] == ["Ana", "Bob", "Chloé", "Dan"]
    assert [len(match.records) for match in matches] == [2]


@pytest.mark.parametrize(("name", "limit"), [("LARGEST_UPLOAD", 300), ("USUAL_LIMITS", Limits(total=300))])
def test_what_would_not_come_back_is_not_given_away(
    keeper: Visitor, monkeypatch: pytest.MonkeyPatch, name: str, limit: Any
) -> None:
    monkeypatch.setattr(import_export_pages, name, limit)
    answer = keeper.open(EXPORT)
    assert answer.status == 422
    assert "referee import --largest 1" in answer.text


def test_a_log_that_was_altered_is_said_before_anything_comes(
    keeper: Visitor, other: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the page and by the command."""
    archive = keeper.open(EXPORT).response.get_data()
    bad = forged(archive, "matches/", lambda match: match.update(dealer="Bob"))
    sentence = "son journal a été modifié hors de l’arbitre"
    assert sentence in sent(founder(other), bad).text
    assert sentence not in sent(founder(other), archive).text
    (tmp_path / "club.zip").write_bytes(bad)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "new"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert main(["import", str(tmp_path / "club.zip"), "--lang", "fr"]) == 0
    assert sentence in capsys.readouterr().out


def test_the_evenings_lead_to_it_for_keepers_only(app: Flask, keeper: Visitor) -> None:
    assert IMPORT in keeper.open("/evenings").links()
    assert IMPORT not in watcher_of(keeper, Visitor(app)).open("/evenings").links()
    assert EXPORT in keeper.open(IMPORT).links()


# In


def test_what_an_archive_brings_is_shown_before_it_is_brought(app: Flask, keeper: Visitor, tmp_path: Path) -> None:
    before = everything_in(app)
    page = sent(keeper, SMALL)
    assert page.status == 200
    for line in ("2 nouvelles parties", "1 nouvelle soirée", "4 joueurs reconnus", "1 nouveau joueur"):
        assert line in page.text
    assert everything_in(app) == before
    assert len(waiting(tmp_path)) == 1
    assert waiting(tmp_path)[0].stat().st_mode & 0o077 == 0
    evenings = page.form("").send().follow()
    assert "Anniversaire" in evenings.text
    assert waiting(tmp_path) == []


def test_of_what_is_here_already_nothing_is_offered(keeper: Visitor) -> None:
    brought(keeper, SMALL)
    page = sent(keeper, SMALL)
    assert "2 parties déjà ici" in page.text
    assert page.form("").buttons() == [("drop", "1")]


def test_who_says_no_gets_nothing(app: Flask, keeper: Visitor, tmp_path: Path) -> None:
    before = everything_in(app)
    answer = sent(keeper, SMALL).form("").send(("drop", "1"))
    assert answer.location == IMPORT
    assert everything_in(app) == before
    assert waiting(tmp_path) == []


def test_a_match_that_is_further_here_stays_as_it_is(app: Flask, keeper: Visitor) -> None:
    brought(keeper, SMALL)
    before = everything_in(app)
    page = sent(keeper, SHORTER)
    assert "2 parties déjà ici" in page.text
    page.visitor.send(page.form("").action, [])
    assert everything_in(app) == before


def test_a_match_that_is_further_in_the_archive_goes_on_here(app: Flask, keeper: Visitor) -> None:
    brought(keeper, SHORTER)
    page = sent(keeper, SMALL)
    assert "1 partie d'ici continue avec ses nouvelles saisies" in page.text.replace("’", "'")
    assert page.form("").send().status == 303
    assert (lengths_in(app)["ascenseur_1"], lengths_in(app)["bataille_1"]) == (6, 3)
    back = keeper.open("/evenings?imported=1").form("/back").send()
    assert "1 partie qui était déjà ici garde ses nouvelles saisies" in back.text
    assert lengths_in(app)["bataille_1"] == 3


def test_a_conflict_waits_for_a_choice_and_nothing_is_replaced_before(app: Flask, keeper: Visitor) -> None:
    brought(keeper, SHORTER)
    keeper.send("/matches/bataille_1/entries", [("step", "note"), ("text", "ici"), ("expected", "2"), ("key", "k")])
    before = lengths_in(app)
    for _ in range(2):  # brought in again the same version waits once
        page = sent(keeper, SMALL)
        assert "1 partie en conflit" in page.text
        assert "La Bataille Corse du 2024-02-29" in page.text
        assert page.form("").send().status == 303
    assert lengths_in(app) == before
    assert "1 partie a continué ici et ailleurs" in keeper.open("/evenings").text
    choosing = keeper.open("/club/conflicts")
    assert len([form for form in choosing.forms() if "/settle" in form.action]) == 1
    answer = choosing.form("/settle").send(("choice", "theirs"))
    assert answer.status == 303
    assert lengths_in(app) == {**before, "bataille_1": 3}
    assert "1 partie a continué ici et ailleurs" not in keeper.open("/evenings").text
    assert sent(keeper, SMALL).text.count("déjà ici") == 2  # its two matches, and that all of it is here
    keeper.send("/club/imported/2/back", [])
    assert lengths_in(app) == {**before, "bataille_1": 3}  # what was chosen is not taken back


def test_of_a_match_thrown_away_the_version_that_waits_goes_into_the_bin_too(app: Flask, keeper: Visitor) -> None:
    brought(keeper, SHORTER)
    keeper.send("/matches/bataille_1/entries", [("step", "note"), ("text", "ici"), ("expected", "2"), ("key", "k")])
    assert sent(keeper, SMALL).form("").send().status == 303
    keeper.send("/matches/bataille_1/delete", [])
    restores = [form for form in keeper.open("/deleted").forms() if "/deleted/match/" in form.action]
    assert len(restores) == 2
    assert "Aucune partie n'attend de choix" in keeper.open("/club/conflicts").text.replace("’", "'")


def test_a_version_that_waits_for_a_choice_is_neither_in_the_bin_nor_purged(app: Flask, keeper: Visitor) -> None:
    brought(keeper, SHORTER)
    keeper.send("/matches/bataille_1/entries", [("step", "note"), ("text", "ici"), ("expected", "2"), ("key", "k")])
    assert sent(keeper, SMALL).form("").send().status == 303
    with app.app_context():
        waits = db.session.scalars(select(Match.public_id).where(Match.deleted_at.is_not(None))).one()
        purge(now() + timedelta(days=60))
    assert not [form for form in keeper.open("/deleted").forms() if "/deleted/match/" in form.action]
    assert keeper.send(f"/deleted/match/{waits}", []).status == 404
    assert keeper.open("/club/conflicts").form("/settle").send(("choice", "two")).status == 303
    assert lengths_in(app)[waits] == 3


def lengths_in(app: Flask) -> dict[str, int]:
    """The lengths of the matches that are not deleted."""
    with app.app_context():
        query = select(Match.public_id, Match.length).where(Match.deleted_at.is_(None))
        return dict(db.session.execute(query).tuples().all())


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_gets_a_sentence_and_changes_nothing(
    app: Flask, keeper: Visitor, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    before = everything_in(app)
    page = sent(keeper, change(SMALL))
    assert page.status == 422
    assert page.document.all("p", class_="why")[0].text()
    assert everything_in(app) == before
    assert waiting(tmp_path) == []


def test_a_match_that_does_not_replay_is_named(keeper: Visitor) -> None:
    def wrong(value: Any) -> None:
        value["records"][-1]["entry"] = {"step": "won", "winner": "Nobody"}

    page = sent(keeper, rewritten(SMALL, "logs/bataille_1", wrong))
    assert page.status == 422
    assert "La Bataille Corse du 2024-02-29" in page.text
    assert "match.entry" in page.text


def test_no_file_is_asked_for_again(keeper: Visitor) -> None:
    assert keeper.send(IMPORT, []).status == 422
    assert keeper.send(IMPORT, [("archive", (io.BytesIO(b""), ""))]).status == 422
    assert keeper.send(IMPORT, [("archive", "a text")]).status == 422


def test_a_keeper_may_send_more_than_anybody_may_elsewhere(app: Flask, keeper: Visitor) -> None:
    assert sent_to(keeper, IMPORT, 2) == 422
    assert sent_to(keeper, "/new/ascenseur", 2) == 413
    assert sent_to(watcher_of(keeper, Visitor(app)), IMPORT, 2) == 413
    assert sent_to(Visitor(app), IMPORT, 2) == 413


def test_there_is_a_limit_for_a_keeper_too(keeper: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert form_limits.LARGE["transfer.upload"] == 50 * MIB
    monkeypatch.setitem(form_limits.LARGE, "transfer.upload", 3 * MIB)
    assert [sent_to(keeper, IMPORT, size) for size in (2, 4)] == [422, 413]


def test_an_archive_waits_for_its_own_club_only(app: Flask, keeper: Visitor) -> None:
    path = sent(keeper, SMALL).form("").action
    before = everything_in(app)
    assert founder(app).send(path, []).status == 404
    friend = another_keeper(keeper, Visitor(app))
    assert before["match"] == everything_in(app)["match"]
    assert friend.send(path, []).status == 303


@pytest.mark.parametrize("name", ["x", "..", "1-x", "%2e%2e%2fsecret-key", "1-" + "a" * 23, "9" * 5000, "%00"])
def test_a_name_that_nothing_waits_under_does_not_exist(keeper: Visitor, name: str) -> None:
    assert keeper.send(f"{IMPORT}/{name}", []).status == 404


def test_the_second_of_two_taps_is_told_so(app: Flask, keeper: Visitor) -> None:
    form = sent(keeper, SMALL).form("")
    assert [form.send().status, form.send().status] == [303, 409]
    assert len(everything_in(app)["match"]) == 3


def test_an_archive_nobody_came_back_for_is_swept_away(keeper: Visitor, tmp_path: Path) -> None:
    form = sent(keeper, SMALL).form("")
    old = time.time() - waiting_files.KEPT_FOR - 1
    os.utime(waiting(tmp_path)[0], (old, old))
    sent(keeper, SMALL)
    assert len(waiting(tmp_path)) == 1
    assert form.send().status == 409


def test_of_many_archives_sent_only_the_latest_wait(keeper: Visitor, tmp_path: Path) -> None:
    forms = [sent(keeper, SMALL).form("") for _ in range(waiting_files.MOST_WAITING + 2)]
    assert len(waiting(tmp_path)) == waiting_files.MOST_WAITING
    assert [form.send(("drop", "1")).status for form in forms] == [409] * 2 + [303] * waiting_files.MOST_WAITING


def test_of_all_archives_that_wait_those_that_waited_longest_go_where_one_more_might_not_fit(
    app: Flask, keeper: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_files, "ALL_WAITING", waiting_files.LARGEST_UPLOAD + 2 * len(SMALL))
    others = [new_match(Visitor(app)).visitor for _ in range(3)]
    forms = [sent(visitor, SMALL).form("") for visitor in others]
    mine = sent(keeper, SMALL).form("")
    assert len(waiting(tmp_path)) == 3
    assert [form.send(("drop", "1")).status for form in (*forms, mine)] == [409, 303, 303, 303]


def test_nobody_waits_while_an_archive_is_looked_at(keeper: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[bool] = []

    def watched(file: ClubFile, club_id: int | None) -> Any:
        locked.append(write_lock.locked())
        return preview_of(file, club_id)

    monkeypatch.setattr(import_export_pages, "preview_of", watched)
    assert sent(keeper, SMALL).status == 200
    assert locked == [False]
    assert not write_lock.locked()


def test_nobody_waits_while_an_archive_is_read_to_be_brought_in(
    keeper: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = sent(keeper, SMALL).form("")
    locked: list[bool] = []

    def watched(file: ClubFile, public_id: str) -> Any:
        locked.append(write_lock.locked())
        return match(file, public_id)

    match = ClubFile.match
    monkeypatch.setattr(ClubFile, "match", watched)
    assert form.send().status == 303
    assert locked == [False, False]


@contextmanager
def somebody_writing(app: Flask, tmp_path: Path) -> Iterator[None]:
    """Another process that writes and writes, and nobody here who waits for it."""
    with app.app_context():
        engine = db.engine

    def impatient(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA busy_timeout=0")

    engine.dispose()
    event.listen(engine, "connect", impatient)
    with closing(sqlite3.connect(engine.url.database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    event.remove(engine, "connect", impatient)


def test_who_waited_in_vain_for_somebody_who_writes_is_told_so(app: Flask, match: WebMatch, tmp_path: Path) -> None:
    form = match.form("note").fill("text", "là")
    with somebody_writing(app, tmp_path):
        answer = form.send()
        assert answer.status == 503
        assert "Quelqu'un d'autre est en train d'écrire" in answer.text.replace("\u2019", "'")
        assert match.visitor.open(match.path).status == 200
    assert form.send().status == 303


def test_an_archive_waits_on_while_somebody_else_writes(app: Flask, keeper: Visitor, tmp_path: Path) -> None:
    form = sent(keeper, SMALL).form("")
    with somebody_writing(app, tmp_path):
        assert form.send().status == 503
    assert len(waiting(tmp_path)) == 1
    assert form.send().status == 303
    assert waiting(tmp_path) == []


def test_another_fault_of_the_database_is_no_waiting(app: Flask, keeper: Visitor) -> None:
    with app.app_context():
        db.session.execute(text("DROP TABLE entry"))
        db.session.commit()
    app.testing, app.config["PROPAGATE_EXCEPTIONS"] = False, False
    assert keeper.open(EXPORT).status == 500


@pytest.mark.parametrize(("depth", "named"), [(19, "ruling"), (930, "logs/ascenseur")])
def test_a_ruling_of_lists_in_lists_gets_a_sentence(keeper: Visitor, depth: int, named: str) -> None:
    """Of one so deep that a machine may not read the file at all, the file is named."""

    def deep(value: Any) -> None:
        nested: Any = 0
        for _ in range(depth):
            nested = [nested]
        value["records"][4]["ruling"]["question"]["facts"] = nested

    page = sent(keeper, rewritten(SMALL, "logs/ascenseur", deep))
    assert page.status == 422
    assert named in page.text


def test_a_phone_of_no_table_opens_one_and_brings_a_club_in_with_its_name(app: Flask) -> None:
    phone = Visitor(app)
    assert "/clubs" in phone.open("/").links()
    assert phone.open("/clubs").form("/clubs").send().status == 303
    done = brought(phone, SMALL)
    assert "C’est importé" in done.text
    assert "Les Cartes" in phone.open("/clubs").text


# The same pages


@pytest.mark.thorough
def test_an_empty_installation_shows_the_same_pages(keeper: Visitor, other: Flask) -> None:
    keeper.send("/clubs/device", [("name", "téléphone de Dan")])
    brought(keeper, SMALL)
    guest = founder(other)
    brought(guest, keeper.open(EXPORT).response.get_data())
    ours, theirs = walked(keeper), walked(guest)
    assert len(ours) > 25
    assert theirs.keys() == ours.keys()
    assert {path: text for path, text in theirs.items() if text != ours[path]} == {}


def walked(visitor: Visitor) -> dict[str, str]:
    """What stands on every page of the club, by the way of links that leads there."""
    texts: dict[str, str] = {}
    seen: set[str] = set()
    first = ("evenings", "matches", "players", "ranking")
    ways: list[tuple[tuple[Any, ...], str]] = [((step,), f"/{step}") for step in first]
    while ways:
        way, path = ways.pop(0)
        page = visitor.open(path)
        if path in seen or page.status != 200 or page.response.mimetype != "text/html":
            continue
        seen.add(path)
        texts["/".join(map(str, way))] = page.text
        links = [link.partition("#")[0] for link in page.links() if "?" not in link]
        for number, link in enumerate(links):
            if link.startswith(("/matches/", "/evenings/", "/players/")) and link not in seen:
                ways.append(((*way, number), link))
    return texts


# A sheet for a spreadsheet


def sheet(match: WebMatch) -> list[list[str]]:
    answer = match.page("/sheet.csv").response
    assert answer.content_type == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["Content-Disposition"]
    text = answer.get_data().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";" if match.visitor.language == "fr" else ","))


def played(visitor: Visitor, players: tuple[str, ...]) -> WebMatch:
    match = new_match(visitor, "feuille-libre", players)
    for points in ((-5, 120, 0), (7, -3, 1)):
        match.record({"step": "points", "points": dict(zip(players, points))})
    return match


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sheet_has_one_row_a_deal(app: Flask, language: str) -> None:
    head, *rows = sheet(played(Visitor(app, language), ("Ana", "Chloé", "Œdipe")))
    assert head[5:] == ["Ana", "Chloé", "Œdipe", "Ana, total", "Chloé, total", "Œdipe, total"]
    assert [row[2] for row in rows] == ["1", "2"]
    assert [row[4] for row in rows] == ["Ana", "Chloé"]
    assert [row[5:] for row in rows] == [["-5", "120", "0", "-5", "120", "0"], ["7", "-3", "1", "2", "117", "1"]]


def test_a_spreadsheet_sees_that_it_is_utf_8(app: Flask) -> None:
    match = played(Visitor(app), ("Ana", "Chloé", "Œdipe"))
    assert match.page("/sheet.csv").response.get_data().startswith(b'\xef\xbb\xbf"Date";')


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("wrong", [",", ";", "\t", "|"])
def test_a_name_never_runs_where_the_cells_are_cut_at_another_sign(app: Flask, language: str, wrong: str) -> None:
    names = ("Ana,=1+1", "=2;@SUM(A1)", 'Dan|"+3, =4')
    answer = played(Visitor(app, language), names).page("/sheet.csv").response
    text = answer.get_data().decode("utf-8-sig")
    cells = [cell.lstrip(' "') for row in csv.reader(io.StringIO(text), delimiter=wrong) for cell in row]
    assert "Ana" in text
    assert [cell for cell in cells if cell.startswith(("=", "+", "@"))] == []


def test_every_text_is_quoted_and_no_number(app: Flask) -> None:
    text = played(Visitor(app), ("Ana", "Chloé", "Œdipe")).page("/sheet.csv").response.get_data().decode("utf-8-sig")
    assert '"La Feuille libre";1;"Donne 1";"Ana";-5;120;0;-5;120;0\r\n' in text


def test_a_name_never_runs_and_a_number_stays_a_number(app: Flask) -> None:
    names = ('=cmd|"/c calc"!A1', "@SUM(A1;A2)", "+33 6")
    head, *rows = sheet(played(Visitor(app), names))
    cells = [cell for row in (head, *rows) for cell in row]
    dangerous = [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert set(dangerous) == {"-5", "-3"}
    assert head[5] == "'" + names[0]
    assert [row[4] for row in rows] == ["'" + names[0], "'" + names[1]]


def test_a_match_without_a_deal_is_a_head(match: WebMatch) -> None:
    assert len(sheet(match)) == 1


def test_the_sheet_leads_to_it_and_a_watcher_reads_it(app: Flask, keeper: Visitor, match: WebMatch) -> None:
    watcher = watcher_of(keeper, Visitor(app))
    assert f"{match.path}/sheet.csv" in watcher.open(f"{match.path}/sheet").links()
    assert watcher.open(f"{match.path}/sheet.csv").status == 200
    assert founder(app).open(f"{match.path}/sheet.csv").status == 404


PUBLIC = "https://cards.example/arbitre/"


@pytest.mark.parametrize(
    ("host", "built", "public", "taken_to", "names"),
    [
        ("http://localhost", True, "", "http://localhost/phone/#take=1", ""),
        ("http://localhost", True, PUBLIC, "http://localhost/phone/#take=1", ""),
        ("http://192.0.2.7:8000", True, PUBLIC, "", PUBLIC),
        ("http://192.0.2.7:8000", False, PUBLIC, "", PUBLIC),
        ("http://192.0.2.7:8000", True, "", "", ""),
    ],
)
def test_a_club_is_taken_along_where_the_phone_installs_and_else_by_its_file(
    match: WebMatch, host: str, built: bool, public: str, taken_to: str, names: str
) -> None:
    app, client = match.visitor.client.application, match.visitor.client
    app.jinja_env.globals["phone_address"] = "/phone/" if built else ""
    app.config["PUBLIC_PHONE"] = public
    for name, value in match.visitor.cookies.items():
        client.set_cookie(name, value, domain=host.partition("://")[2].partition(":")[0])
    page = client.get("/club/import", base_url=host)
    assert page.status_code == 200
    assert ("#take=" in page.text) == bool(taken_to)
    assert taken_to in page.text
    assert (f'href="{PUBLIC}"' in page.text) == bool(names)
    assert "/club/export" in page.text


# Match by match, and taken back


def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One match in each request."""
    monkeypatch.setattr(import_export_pages, "A_WHILE", -1.0)


def test_a_large_club_comes_in_several_requests_that_count(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_parts(monkeypatch)
    visitor = founder(app)
    archive = packed(random_club(Random(3), fewest=4, most=4, longest=5))
    answer = sent(visitor, archive).form("").send()
    for done in (1, 2, 3):
        page = answer.follow()
        assert f"{done} sur 4 parties" in page.text
        assert page.document.all("progress")[0].attributes["value"] == str(done)
        assert len(waiting(tmp_path)) == 1
        answer = page.form("").send()
    assert answer.location.partition("?")[0] == "/evenings"
    assert "C’est importé." in answer.follow().text
    assert waiting(tmp_path) == []
    assert count_of(app, Match) == 4


def test_an_import_that_stopped_says_how_far_it_came_and_goes_on_with_the_same_file(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = founder(app)
    archive = packed(random_club(Random(3), fewest=4, most=4, longest=5))
    with monkeypatch.context() as slowly:
        in_parts(slowly)
        sent(visitor, archive).form("").send()
    for path in waiting(tmp_path):
        path.unlink()  # it waited too long
    assert "1 sur 4 : apportez le fichier à nouveau" in visitor.open(IMPORT).text
    assert count_of(app, Match) == 1
    brought(visitor, archive)
    assert count_of(app, Match) == 4
    assert "apportez le fichier à nouveau" not in visitor.open(IMPORT).text


def test_a_full_club_says_how_far_the_import_came(app: Flask) -> None:
    visitor = founder(app)
    preview = sent(visitor, packed(random_club(Random(7), fewest=6, most=6, longest=5)))
    app.config["QUOTAS"] = Quotas(matches=2)
    answer = preview.form("").send()
    assert answer.status == 507
    assert "Une table garde au plus 2 parties" in answer.text
    assert "sur 6 : apportez le fichier à nouveau" in answer.text


def test_an_import_is_taken_back_by_one_tap(app: Flask, keeper: Visitor) -> None:
    before = count_of(app, Match)
    page = brought(keeper, SMALL)
    assert count_of(app, Match) == before + 2
    answer = page.form("/back").send()
    assert answer.status == 200
    assert "2 parties sont retirées." in answer.text
    assert count_of(app, Match) == before
    brought(keeper, SMALL)
    assert count_of(app, Match) == before + 2
