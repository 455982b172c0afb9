"""When a quota is met: a sentence that says what is full and what to do, and what was typed still there."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from referee.store.clubs.club_capacity import club_sizes
from tests.databases import on_both_databases
from tests.store.database.test_quotas import allow, counted
from tests.web.corrections.test_corrections import bids, edited
from tests.web.desk.test_desk_pages import FORBIDDEN, desk
from tests.web.matches.test_twice_and_late import BIDS, TRICKS
from tests.web.sharing import join, link_for
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

pytestmark = on_both_databases

TABLE_FULL, NO_MORE_MATCHES, NO_MORE_CLUBS, NO_ROOM = (
    "La mémoire de votre table est pleine",
    "Une table garde au plus 1 parties",
    "Il y a déjà 1 tables ici",
    "L’arbitre n’a plus de place",
)
IN_ENGLISH = {
    TABLE_FULL: "Your table’s memory is full", NO_MORE_MATCHES: "A table keeps at most 1 matches",
    NO_MORE_CLUBS: "There are 1 tables here already", NO_ROOM: "The referee has no room left",
}  # fmt: skip


@pytest.fixture
def played(match: WebMatch) -> WebMatch:
    """A match with one round."""
    for entry in (BIDS, TRICKS):
        match.record(entry)
    return match


def fill_up(app: Flask) -> None:
    """No club may keep another byte."""
    allow(app, club_bytes=1)


def record(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    form = match.form()
    for seat, value in enumerate("2001"):
        form.fill(f"bids.{seat}", value)
    return form.send, "bids.0", "2"


def note(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    return match.form("note").fill("text", "Le chat a vu").send, "text", "Le chat a vu"


def correction(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    form = edited(match, 0, bids(1, 1, 1, 1, 1)).form("/corrections")
    return form.fill("reason", "mal entendu").send, "reason", "mal entendu"


def player(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    form = next(form for form in match.visitor.open("/players").forms() if form.method == "post")
    return form.fill("name", "Zoé").send, "name", "Zoé"


def evening(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    found = next(link for link in match.visitor.open("/evenings").links() if link.startswith("/evenings/"))
    form = match.visitor.open(f"{found}/edit").form("/edit")
    return form.fill("note", "un beau soir").send, "note", "un beau soir"


def another_match(match: WebMatch) -> tuple[Callable[[], Page], str, str]:
    form = match.visitor.open("/new/ascenseur").form("/new/ascenseur")
    for index, name in enumerate(FOUR):
        form.fill(f"seat.{index}", name)
    return form.send, "seat.2", FOUR[2]


def shown_with(page: Page, name: str) -> str:
    """What stands in the control of this name."""
    return next(form.value(name) for form in page.forms() if name in form.names() and form.method == "post")


@pytest.mark.first_alone
@pytest.mark.parametrize("act", [record, note, correction, player, evening, another_match])
def test_a_full_table_is_told_so_and_what_was_typed_is_still_there(
    app: Flask, played: WebMatch, act: Callable[[WebMatch], tuple[Callable[[], Page], str, str]]
) -> None:
    send, name, typed = act(played)
    fill_up(app)
    before = played.exported()
    answer = send()
    assert answer.status == 507
    assert TABLE_FULL in answer.text
    assert shown_with(answer, name) == typed
    assert played.exported() == before
    allow(app, club_bytes=0)
    again = next(form for form in answer.forms() if name in form.names() and form.method == "post")
    assert again.send().status == 303


def test_a_ruling_that_finds_no_room_is_shown_again(app: Flask, match: WebMatch) -> None:
    verdict = match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN))
    fill_up(app)
    refused = verdict.form("/note").send()
    assert refused.status == 507
    assert TABLE_FULL in refused.text
    assert "Interdit" in refused.text
    allow(app, club_bytes=0)
    assert refused.form("/note").send().status == 303


def test_in_a_full_table_the_last_entry_can_be_undone_and_the_match_thrown_away(app: Flask, played: WebMatch) -> None:
    fill_up(app)
    assert played.page().form("/undo").send().status == 303
    assert played.exported()["entries"] == [BIDS]
    assert played.visitor.send(f"{played.path}/delete", []).status == 303


def test_a_match_too_many_is_told_so_and_so_is_a_rematch(app: Flask, played: WebMatch) -> None:
    send, name, typed = another_match(played)
    played.record({"step": "end"})
    rematch = played.page().form("/rematch")
    allow(app, matches=1)
    answer = send()
    assert (answer.status, shown_with(answer, name)) == (507, typed)
    assert NO_MORE_MATCHES in answer.text
    refused = rematch.send()
    assert refused.status == 507
    assert NO_MORE_MATCHES in refused.text


def test_a_club_too_many_is_told_so_and_the_table_typed_is_still_there(app: Flask, match: WebMatch) -> None:
    allow(app, clubs=1)
    stranger = Visitor(app)
    form = stranger.open("/new/ascenseur").form("/new/ascenseur")
    for index, name in enumerate(FOUR):
        form.fill(f"seat.{index}", name)
    answer = form.send()
    assert (answer.status, shown_with(answer, "seat.0")) == (507, FOUR[0])
    assert NO_MORE_CLUBS in answer.text
    another = match.visitor.send("/clubs", [])
    assert another.status == 507
    assert NO_MORE_CLUBS in another.text


def test_where_clubs_are_founded_by_invitation_nobody_founds_one_and_clubs_go_on(app: Flask, match: WebMatch) -> None:
    app.config["BY_INVITATION"] = True
    with app.app_context():
        before = len(club_sizes())
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    stranger, guest = Visitor(app), Visitor(app)
    answers = [stranger.open("/new"), stranger.send("/new/ascenseur", seats), stranger.send("/handover/add", [])]
    answers += [stranger.send("/clubs", []), match.visitor.send("/clubs", [])]
    assert {(answer.status, "sur invitation" in answer.text) for answer in answers} == {(403, True)}
    assert all('action="/clubs"' not in visitor.open("/clubs").text for visitor in (stranger, match.visitor))
    assert match.visitor.send("/new/ascenseur", seats).status == 303
    assert join(guest, link_for(match.visitor, "keeper")).status == 303
    with app.app_context():
        assert len(club_sizes()) == before


@pytest.mark.parametrize(("quota", "sentence"), [("club_bytes", TABLE_FULL), ("matches", NO_MORE_MATCHES)])
def test_an_archive_that_finds_no_room_is_refused_before_anything_is_written(
    app: Flask, played: WebMatch, tmp_path: Path, quota: str, sentence: str
) -> None:
    archive = played.visitor.open("/club/export").response.get_data()
    guest = Visitor(app)
    begun = new_match(guest)
    before = counted(app)
    allow(app, **{quota: 1})
    form = [("archive", (io.BytesIO(archive), "club.zip"))]
    answer = guest.send("/club/import", form)
    assert answer.status == 507
    assert sentence in answer.text
    assert counted(app) == before
    assert [*(tmp_path / "imports").iterdir()] == []
    assert begun.exported()["entries"] == []


@pytest.mark.parametrize("quota", ["club_bytes", "matches"])
def test_room_that_is_gone_when_an_archive_is_confirmed_is_missed_before_anything_is_written(
    app: Flask, played: WebMatch, quota: str
) -> None:
    archive = played.visitor.open("/club/export").response.get_data()
    guest = Visitor(app)
    new_match(guest)
    form = [("archive", (io.BytesIO(archive), "club.zip"))]
    asked = guest.send("/club/import", form)
    assert asked.status == 200
    before = counted(app)
    allow(app, **{quota: 1})
    confirm = next(form for form in asked.forms() if "/club/import/" in form.action)
    assert confirm.send().status == 507
    assert counted(app) == before


@pytest.mark.parametrize(
    ("quota", "sentence"),
    [("club_bytes", TABLE_FULL), ("matches", NO_MORE_MATCHES), ("clubs", NO_MORE_CLUBS), ("database_bytes", NO_ROOM)],
)
def test_the_sentence_is_english_too(app: Flask, match: WebMatch, quota: str, sentence: str) -> None:
    match.visitor.language = "en"
    allow(app, **{quota: 1})
    answer = match.visitor.send("/clubs", []) if quota == "clubs" else another_match(match)[0]()
    assert answer.status == 507
    assert IN_ENGLISH[sentence] in answer.text
