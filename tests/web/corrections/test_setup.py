"""Correcting the set-up: every total before and after, nothing broken, on the log, undone, and carried everywhere."""

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.zip_file import ClubFile
from referee.store.database.models import Match, Membership, Player, Result, SeatHolder
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import Scope, by_game
from tests.browser.course import Course
from tests.databases import Databases, on_both_databases
from tests.web.phones import phone
from tests.web.sharing import another_keeper
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS, TRICKS

pytestmark = on_both_databases

EVEN = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


@pytest.fixture
def ana(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "ana") as visitor:
        yield visitor


@pytest.fixture
def in_phone(ana: Visitor) -> WebMatch:
    begun = new_match(ana)
    begun.record(BIDS)
    begun.record(TRICKS)
    return begun


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    begun = new_match(visitor)
    begun.record(BIDS)
    begun.record(TRICKS)
    return begun


def preview(visitor: Visitor, path: str, **values: str) -> Page:
    form = visitor.open(f"{path}/setup").form("/setup")
    for name, value in values.items():
        form.fill(name.replace("__", "."), value)
    return form.send()


def correct(visitor: Visitor, path: str, reason: str = "", **values: str) -> Page:
    page = preview(visitor, path, **values)
    assert page.status == 200, page.text
    answer = page.form("/setup/record").fill("reason", reason).send()
    assert answer.status == 303, answer.text
    return answer.follow()


def test_the_form_says_what_the_table_chose(visitor: Visitor) -> None:
    begun = new_match(visitor, rules={"miss_points": "7"})
    form = begun.page("/setup").form("/setup")
    assert [form.value(f"seat.{seat}") for seat in range(4)] == list(FOUR)
    assert form.value("dealer") == "0"
    assert form.value("option.miss_points") == "7"


def test_totals_before_and_after_are_shown_and_nothing_has_changed(match: WebMatch) -> None:
    before, length = match.exported(), match.length
    page = preview(match.visitor, match.path, option__miss_points="3")
    assert page.status == 200
    assert "Points perdus par pli d’écart 3" in page.text
    rows = {row.all("th")[0].text(): [cell.text() for cell in row.all("td")]
            for row in page.document.all("table")[0].all("tbody")[0].all("tr")}  # fmt: skip
    assert rows["Ana"] == ["−5 4e", "−3 4e"]
    assert (match.exported(), match.length) == (before, length)


def test_it_is_recorded_with_who_and_why_and_the_sheet_follows(match: WebMatch) -> None:
    before = match.totals()
    page = correct(match.visitor, match.path, "on joue à 3", option__miss_points="3")
    assert "Réglages corrigés" in page.text
    assert match.totals() != before
    assert match.exported()["options"] == {"miss_points": 3}
    assert match.scored()["totals"] == match.totals()
    log = match.page("/log").text
    assert "on joue à 3" in log
    assert "Réglages de départ" in log


def test_it_is_undone_and_restored_as_any_other(match: WebMatch) -> None:
    before, totals = match.exported(), match.totals()
    page = correct(match.visitor, match.path, dealer="1", seat__0="Dan", seat__3="Ana")
    form = page.form("/undo")
    assert form.send().status == 303
    assert (match.exported(), match.totals()) == (before, totals)
    page = match.page()
    assert "les réglages de départ" in page.text
    assert page.form("/restore").send().status == 303
    assert match.exported()["players"] == ["Dan", "Bob", "Chloé", "Ana"]


def test_entries_that_would_no_longer_hold_are_listed_and_nothing_changes(visitor: Visitor) -> None:
    form = visitor.open("/new/ascenseur").form("/new/ascenseur").fill("option.not_equal")
    for seat, name in enumerate(FOUR):
        form.fill(f"seat.{seat}", name)
    begun = WebMatch(visitor, form.send().location, Course.of("ascenseur", FOUR, {"not_equal": False}))
    begun.record(EVEN)
    begun.record(TRICKS)
    before, length = begun.exported(), begun.length
    page = preview(visitor, begun.path, option__not_equal="1")
    assert page.status == 422
    assert "Donne 1" in page.text
    assert "ascenseur.not-equal" in str(page.faults())
    assert (begun.exported(), begun.length) == (before, length)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"seat__3": "Bob"}, "Deux joueurs s’appellent Bob"),
        ({"option__miss_points": "abc"}, "nombre"),
        ({}, "rien ne change"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_that_was_typed_is_lost(
    match: WebMatch, values: dict[str, str], words: str
) -> None:
    page = preview(match.visitor, match.path, **values)
    assert page.status == 422
    assert words in page.text
    for name, value in values.items():
        assert page.form("/setup").value(name.replace("__", ".")) == value


def test_a_match_that_is_over_counts_as_it_stands_after(app: Flask, visitor: Visitor) -> None:
    begun = new_match(visitor)
    for entry in (BIDS, TRICKS, {"step": "end"}):
        begun.record(entry)
    before = begun.totals()
    correct(visitor, begun.path, option__made_points="40", option__miss_points="1")
    assert begun.totals() != before
    with app.app_context():
        points = db.session.scalars(select(Result.total).order_by(Result.seat)).all()
    assert list(points) == [begun.totals()[name] for name in FOUR]


def test_the_next_match_comes_with_the_corrected_rules_and_seats(match: WebMatch) -> None:
    correct(match.visitor, match.path, option__miss_points="3")
    form = match.visitor.open("/new/ascenseur").form("/new/ascenseur")
    assert form.value("option.miss_points") == "3"


def test_another_keeper_who_was_first_is_met_with_a_new_preview(app: Flask, match: WebMatch) -> None:
    page = preview(match.visitor, match.path, option__miss_points="3")
    other = another_keeper(match.visitor, Visitor(app))
    note = other.open(f"{match.path}/steps/note").form("/entries").fill("text", "d'abord")
    assert note.send().status == 303
    answer = page.form("/setup/record").send()
    assert answer.status == 409
    assert "entre-temps" in answer.text
    assert answer.form("/setup/record").send().status == 303
    assert match.exported()["options"] == {"miss_points": 3}


def test_a_draft_that_no_page_carried_is_refused(match: WebMatch) -> None:
    expected = str(match.length)
    for draft in ("", "[]", "{}", "null", '{"players": []}', "[" * 2000):
        sent = [("expected", expected), ("key", draft[:9]), ("draft", draft)]
        assert match.visitor.send(f"{match.path}/setup/record", sent).status == 400
    assert match.length == int(expected)


def test_it_goes_through_the_archive_and_comes_back_the_same(match: WebMatch, bob: Visitor) -> None:
    correct(match.visitor, match.path, "pourquoi", option__miss_points="3", seat__0="Dan", seat__3="Ana")
    archive = match.visitor.open("/club/export").response.get_data()
    file = ClubFile(io.BytesIO(archive))
    (read,) = (file.match(public_id) for public_id in file.match_ids)
    assert read.records[-1].reason == "pourquoi"
    answer = bob.send("/club/import", [("archive", (io.BytesIO(archive), "club.zip"))]).form("").send()
    assert answer.status == 303, answer.text
    assert bob.open(f"{match.path}/export").response.get_json() == match.exported()
    assert bob.open(match.path).form("/undo").send().status == 303
    assert bob.open(f"{match.path}/export").response.get_json()["players"] == list(FOUR)


@pytest.fixture
def bob(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "bob") as visitor:
        yield visitor


def handed(match: WebMatch, visitor: Visitor) -> Page:
    link = match.page("/handover").document.all("textarea")[0].raw_text()
    page = visitor.send("/handover/open", [("code", link)])
    assert page.status == 200, page.text
    return page


def taken(page: Page) -> Page:
    form = page.form("/handover/add")
    return form.send(form.buttons()[0]).follow()


def test_it_goes_from_phone_to_phone_with_the_match_and_after_it(in_phone: WebMatch, bob: Visitor) -> None:
    taken(handed(in_phone, bob))
    correct(in_phone.visitor, in_phone.path, option__miss_points="3", seat__0="Dan", seat__3="Ana")
    page = handed(in_phone, bob)
    assert "plus avancée" in page.text
    taken(page)
    there = bob.open(f"{in_phone.path}/export").response.get_json()
    assert there == in_phone.exported()
    assert there["players"] == ["Dan", "Bob", "Chloé", "Ana"]
    undo = bob.open(in_phone.path).form("/undo")
    assert undo.send().status == 303
    assert bob.open(f"{in_phone.path}/export").response.get_json()["players"] == list(FOUR)


def test_a_match_that_was_corrected_before_arrives_as_it_is(in_phone: WebMatch, bob: Visitor) -> None:
    correct(in_phone.visitor, in_phone.path, option__miss_points="3")
    taken(handed(in_phone, bob))
    assert bob.open(f"{in_phone.path}/export").response.get_json() == in_phone.exported()
    assert "déjà cette partie" in handed(in_phone, bob).text


# Another person in a seat.


def people(app: Flask) -> dict[str, int]:
    """The matches that count for each player of the club, by their names."""
    with app.app_context():
        club_id = db.session.scalars(select(Match.club_id)).first() or 0
        everybody = db.session.scalars(select(Player).where(Player.club_id == club_id))
        return {player.name: sum(line.matches for line in by_game(Scope(club_id), [player.id])) for player in everybody}


@pytest.fixture
def over(visitor: Visitor) -> WebMatch:
    begun = new_match(visitor)
    for entry in (BIDS, TRICKS, {"step": "end"}):
        begun.record(entry)
    return begun


def test_the_other_person_has_all_of_it_and_the_wrong_one_nothing(app: Flask, over: WebMatch) -> None:
    totals = over.totals()
    page = preview(over.visitor, over.path, seat__3="Zoé")
    assert page.status == 200
    assert "À la place de Dan Zoé" in page.text
    rows = [row.text() for row in page.document.all("table")[0].all("tbody")[0].all("tr")]
    assert [row.split()[0] for row in rows] == ["Ana", "Bob", "Chloé", "Zoé"]
    assert all(row.split()[1:3] == row.split()[3:5] for row in rows)
    assert "Aucun point ne change." in page.text
    assert page.form("/setup/record").choices("person") == ["Ana", "Bob", "Chloé", "Zoé"]
    correct(over.visitor, over.path, seat__3="Zoé")
    assert over.totals() == {"Zoé" if name == "Dan" else name: total for name, total in totals.items()}
    assert people(app) == {"Ana": 1, "Bob": 1, "Chloé": 1, "Dan": 0, "Zoé": 1}
    file = over.exported()
    assert file["players"] == ["Ana", "Bob", "Chloé", "Zoé"]
    assert file["entries"][0]["bids"] == {"Bob": 0, "Chloé": 1, "Zoé": 0, "Ana": 1}
    assert over.scored()["totals"] == over.totals()
    evening = next(link for link in over.visitor.open("/evenings").links() if link.startswith("/evenings/"))
    for path in (evening, "/ranking?least=1", f"{over.path}/sheet"):
        text = over.visitor.open(path).document.all("main")[0].text()
        assert "Zoé" in text, path
        assert "Dan" not in text, path
    assert "corrigé" not in over.page("/sheet").text


def test_before_the_first_entry_too_and_the_questions_ask_the_other_one(visitor: Visitor) -> None:
    begun = new_match(visitor)
    assert "Réglages corrigés : À la place de Bob : Zoé" in correct(visitor, begun.path, seat__1="Zoé").text
    assert "Zoé" in begun.page().document.all("main")[0].text()
    assert begun.exported()["players"] == ["Ana", "Zoé", "Chloé", "Dan"]


def test_one_undo_gives_it_back_and_the_log_says_both(app: Flask, over: WebMatch) -> None:
    before = over.exported()
    correct(over.visitor, over.path, "la mauvaise Dan", seat__3="Zoé")
    log = over.page("/log")
    assert "la mauvaise Dan" in log.text
    assert "À la place de Dan : Zoé" in log.text
    assert len(log.document.all("article")) == 4
    assert over.page().form("/undo").send().status == 303
    assert over.exported() == before
    assert people(app)["Dan"] == 1


@pytest.mark.parametrize("name", ["Ana", " Ana ", "", "Yann"])
def test_a_name_that_is_at_the_table_already_is_refused_and_stays_in_its_box(match: WebMatch, name: str) -> None:
    match.record({"step": "relay", "player": "Bob", "by": "Yann"})
    page = preview(match.visitor, match.path, seat__3=name)
    assert page.status == 422, name
    assert "match.players" in str(page.faults())
    assert page.form("/setup").value("seat.3") == name


def test_where_nobody_knows_who_replaces_whom_the_names_come_first(match: WebMatch) -> None:
    page = preview(match.visitor, match.path, seat__0="Dan", seat__1="Zoé", seat__2="Yann", seat__3="Ana")
    assert page.status == 200
    page = preview(match.visitor, match.path, seat__0="Zoé", seat__1="Yann", seat__2="Ana", seat__3="Bob")
    assert page.status == 422
    assert "Qui remplace qui" in page.text


def test_the_phone_that_answers_for_the_seat_goes_on_doing_so(app: Flask, match: WebMatch) -> None:
    match.visitor.send(f"{match.path}/own-phones", [])
    with app.app_context():
        stored = db.session.scalars(select(Match)).one()
        membership = db.session.scalars(select(Membership)).first()
        assert membership is not None
        db.session.add(SeatHolder(match_id=stored.id, player="Dan", membership_id=membership.id))
        db.session.commit()
    correct(match.visitor, match.path, seat__3="Zoé")
    with app.app_context():
        assert [holder.player for holder in db.session.scalars(select(SeatHolder))] == ["Zoé"]


def test_a_team_follows_in_its_name(visitor: Visitor) -> None:
    begun = new_match(visitor, "belote")
    begun.record(begun.answer(Random(3)))
    correct(visitor, begun.path, seat__0="Zoé")
    names = [cell.text() for cell in begun.page("/sheet").document.all("table")[0].all("thead")[0].all("th")][1:]
    assert any("Zoé" in name for name in names)
    assert not any("Ana" in name for name in names)


def test_it_goes_through_the_archive_with_the_right_people(over: WebMatch, bob: Visitor) -> None:
    correct(over.visitor, over.path, seat__3="Zoé")
    archive = over.visitor.open("/club/export").response.get_data()
    answer = bob.send("/club/import", [("archive", (io.BytesIO(archive), "club.zip"))]).form("").send()
    assert answer.status == 303, answer.text
    assert bob.open(f"{over.path}/export").response.get_json() == over.exported()
    assert bob.open(over.path).form("/undo").send().status == 303
    assert bob.open(f"{over.path}/export").response.get_json()["players"] == list(FOUR)
