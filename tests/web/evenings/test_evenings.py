"""The pages of the evenings: told in order, edited, closed, moved, thrown away and brought back."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.database.models import Evening, Player
from referee.store.database.orm_base import db
from referee.store.players.players import merge
from tests.store.keeping import writing
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Visitor

ROUND = (
    {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}},
    {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}},
)


@pytest.fixture
def evening(visitor: Visitor, match: WebMatch) -> str:
    """The address of the evening that the match opened."""
    for entry in (*ROUND, {"step": "end"}):
        match.record(entry)
    page = visitor.open("/evenings")
    return next(link for link in page.links() if link.startswith("/evenings/") and len(link) > len("/evenings/"))


def test_without_a_match_the_page_says_how_to_begin(visitor: Visitor) -> None:
    page = visitor.open("/evenings")
    assert page.status == 200
    assert "Aucune soirée encore" in page.document.text()


def test_an_evening_tells_its_matches_results_and_entries(visitor: Visitor, evening: str) -> None:
    page = visitor.open(evening)
    for words in ("L’Ascenseur", "Chloé", "0 sur 1", "Journal"):
        assert words in page.document.text()
    log = next(link for link in page.links() if link.endswith("/log"))
    assert "Annonces" in visitor.open(log).document.text()


def test_title_place_date_and_note_are_edited(visitor: Visitor, evening: str) -> None:
    form = visitor.open(f"{evening}/edit").form(f"{evening}/edit")
    form.fill("title", "Vendredi")
    form.fill("place", "Chez Éric")
    form.fill("day", "2026-01-02")
    form.fill("note", "Il pleuvait.")
    assert form.send().status == 303
    words = visitor.open(evening).document.text()
    for said in ("Vendredi", "Chez Éric", "2 janvier 2026", "Il pleuvait."):
        assert said in words


def test_a_date_that_cannot_be_read_loses_nothing_that_was_typed(visitor: Visitor, evening: str) -> None:
    page = visitor.send(f"{evening}/edit", [("title", "Samedi"), ("day", "hier")])
    assert page.status == 422
    assert "La date ne se lit pas" in page.document.text()
    assert page.form(f"{evening}/edit").value("title") == "Samedi"


def test_a_match_is_moved_deleted_and_brought_back(visitor: Visitor, match: WebMatch, evening: str) -> None:
    assert visitor.send(f"{match.path}/move", [("evening", evening.split("/")[-1])]).status == 303
    assert visitor.send(f"{match.path}/move", [("evening", "nowhere")]).status == 404
    assert visitor.send(f"{match.path}/delete", []).status == 303
    assert visitor.open(match.path).status == 404
    assert "L’Ascenseur" in visitor.open("/deleted").document.text()
    back = f"/deleted/match/{match.path.split('/')[-1]}"
    assert visitor.send(back, []).status == 303
    assert visitor.open(match.path).status == 200
    assert visitor.send(back, []).status == 404


def test_an_evening_is_closed_reopened_deleted_and_brought_back(
    visitor: Visitor, match: WebMatch, evening: str
) -> None:
    for what, words in (("close", "Rouvrir la soirée"), ("reopen", "Clore la soirée")):
        assert visitor.send(f"{evening}/{what}", []).status == 303
        assert words in visitor.open(evening).document.text()
    assert visitor.send(f"{evening}/delete", []).status == 303
    assert visitor.open(evening).status == visitor.open(match.path).status == 404
    assert visitor.send(f"/deleted/evening/{evening.split('/')[-1]}", []).status == 303
    assert visitor.open(evening).status == visitor.open(match.path).status == 200


@pytest.mark.parametrize(
    ("query", "found"), [("text=ascenseur", False), ("game=ascenseur", True), ("game=barbu", False)]
)
def test_the_list_is_filtered(visitor: Visitor, evening: str, query: str, found: bool) -> None:
    assert (evening in visitor.open(f"/evenings?{query}").links()) is found


@pytest.mark.parametrize(
    ("words", "found"),
    [("mange valet", True), ("VALET  mangé", True), ("vendredi valet", True), ("valet chien", False)],
)
def test_every_word_looked_for_stands_somewhere_in_the_evening(visitor: Visitor, words: str, found: bool) -> None:
    match = new_match(visitor)
    evening = next(link for link in visitor.open("/evenings").links() if link.startswith("/evenings/"))
    match.record({"step": "note", "text": "Le chat a mangé le valet"})
    visitor.open(f"{evening}/edit").form("/edit").fill("title", "Vendredi").send()
    assert (evening in visitor.open(f"/evenings?text={words}").links()) is found


def test_a_search_says_how_many_it_found_and_quotes_the_note_with_its_place_in_the_log(visitor: Visitor) -> None:
    match = new_match(visitor)
    match.record({"step": "note", "text": "Dan a servi deux fois"})
    match.record({"step": "note", "text": "Renonce de Bob : trois plis de moins"})
    match.record({"step": "note", "text": "Renonce pardonnée"})
    page = visitor.open("/evenings?text=RENONCE plis")
    assert "1 soirée trouvée" in page.text
    (quote,) = page.document.all("p", "found")
    assert quote.text() == "Renonce de Bob : trois plis de moins"
    link = quote.all("a")[0].attributes["href"]
    assert link == f"{match.path}/log?before=2"
    first = visitor.open(link).document.all("article", "record")[0]
    assert "trois plis de moins" in first.text()
    assert not visitor.open("/evenings").document.all("p", "found")
    assert "trouvée" not in visitor.open("/evenings").text


def test_an_evening_that_nothing_is_left_of_goes_when_its_last_match_is_moved(
    app: Flask, visitor: Visitor, match: WebMatch, evening: str
) -> None:
    with writing(app):
        first = db.session.scalars(select(Evening)).one()
        other = Evening(club_id=first.club_id, day=first.day, opened_at=first.opened_at - timedelta(days=1))
        db.session.add(other)
        db.session.commit()
        name = other.public_id
    match.page("/keep").form("/move").fill("evening", name).send()
    left = [link for link in visitor.open("/evenings").links() if link.startswith("/evenings/")]
    assert left == [f"/evenings/{name}"]
    assert visitor.open(evening).status == 404


def test_a_free_sheet_bears_the_name_its_table_gave_it(visitor: Visitor) -> None:
    match = new_match(visitor, "feuille-libre", ("Ana", "Bob"), rules={"title": "Belote de comptoir"})
    evening = next(link for link in visitor.open("/evenings?text=comptoir").links() if link.startswith("/evenings/"))
    match.record({"step": "points", "points": {"Ana": 1, "Bob": 2}})
    for path in ("/", "/evenings", evening, match.path, f"{match.path}/sheet", f"{match.path}/log"):
        assert "Belote de comptoir" in visitor.open(path).text, path


def test_a_filter_that_cannot_be_read_is_said(visitor: Visitor, evening: str) -> None:
    assert "La date ne se lit pas" in visitor.open("/evenings?since=hier").document.text()


def test_two_days_are_put_in_their_order(visitor: Visitor, evening: str) -> None:
    assert evening in visitor.open("/evenings?since=2999-01-01&until=2000-01-01").links()
    assert evening not in visitor.open("/evenings?since=2000-01-02&until=2000-01-01").links()


def test_the_evenings_standing_knows_people_by_the_name_they_have_now(app: Flask, visitor: Visitor) -> None:
    for player in ("Bob", "Robert"):
        match = new_match(visitor, "feuille-libre", ("Ana", player))
        match.record({"step": "points", "points": {"Ana": 1, player: 5}})
        match.record({"step": "end"})
    evening = next(link for link in visitor.open("/evenings").links() if link.startswith("/evenings/"))
    with writing(app):
        known = {player.name: player for player in db.session.scalars(select(Player))}
        assert merge(known["Bob"].club_id, known["Bob"].id, known["Robert"].id) is None
    table = next(
        element for element in visitor.open(evening).document.all("table") if "Place moyenne" in element.text()
    )
    assert [row.text() for row in table.all("tr")[1:]] == ["R Robert 2 sur 2 1,00", "A Ana 0 sur 2 2,00"]


@pytest.mark.parametrize("day", ["0024-03-01", "9999-01-01", "2026-02-30", ""])
def test_a_day_no_calendar_of_ours_has_is_refused(visitor: Visitor, evening: str, day: str) -> None:
    assert visitor.open(f"{evening}/edit").form("/edit").fill("day", day).send().status == 422


def test_a_match_of_long_ago_stays_in_its_evening_unless_another_is_chosen(
    app: Flask, visitor: Visitor, match: WebMatch, evening: str
) -> None:
    with writing(app):
        first = db.session.scalars(select(Evening)).one()
        for days in range(1, 60):
            later = first.opened_at + timedelta(days=days)
            db.session.add(Evening(club_id=first.club_id, day=later.date(), opened_at=later))
        db.session.commit()
    page = match.page("/keep")
    assert f"/evenings/{page.form('/move').value('evening')}" == evening
    older = next(link for link in page.links() if "before=" in link)
    assert len(visitor.open(older).form("/move").choices("evening")) == 10
    assert page.form("/move").send().location == evening


def test_a_match_that_was_stopped_says_so_on_every_card(visitor: Visitor) -> None:
    match = new_match(visitor, "ascenseur", FOUR)
    match.record({"step": "bids", "bids": dict.fromkeys(("Bob", "Chloé", "Dan", "Ana"), 0)})
    match.record({"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 0, "Ana": 1}})
    visitor.send(f"{match.path}/entries", [("step", "end"), ("expected", "2"), ("key", "stopped")])
    assert "Partie arrêtée après 1 donne sur 25, Bob, Chloé et Dan en tête avec 5" in visitor.open("/").document.text()
    listed = visitor.open("/evenings")
    assert "arrêtée après 1 donne sur 25" in listed.document.text()
    (card,) = listed.document.all("a", class_="match-card")
    evening = visitor.open(card.attributes["href"])
    assert "Partie arrêtée après 1 donne sur 25" in evening.document.text()
    assert "L’Ascenseur (arrêtée après 1 donne sur 25) : Bob, Chloé et Dan, 5" in evening.text
    match.page().form("/undo").send()
    assert "arrêtée" not in visitor.open("/").document.text().lower()
    assert "arrêtée" not in visitor.open("/evenings").document.text()
