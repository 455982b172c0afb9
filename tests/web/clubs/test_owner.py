"""Whose table it is, on its pages: who may be put out, who hands it on, what links say of themselves."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from referee.store.clubs.links import LASTS, OWNER, invite
from referee.store.database.models import Club, Invitation, now
from referee.store.database.orm_base import db
from tests.bundles.clubs import packed, small_club
from tests.store.keeping import writing
from tests.web.bundles.test_import_export import brought
from tests.web.markup import Element
from tests.web.sharing import another_keeper, join, link_for, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Form, Page, Visitor


@pytest.fixture
def keeper(app: Flask, match: WebMatch) -> Visitor:
    """A second keeper, called Bob, beside the owner of the match's club."""
    return another_keeper(match.visitor, Visitor(app), "Bob")


def phones(page: Page) -> list[Element]:
    """Each phone that the share page lists."""
    return [item for part in page.document.all(class_="devices") for item in part.all("li")]


def forms_of(page: Page, said: str) -> dict[str, Form]:
    """The forms of the phone that is listed with these words, by the last word of their addresses."""
    item = next(phone for phone in phones(page) if said in phone.text())
    return {(form := Form(page, element)).action.rpartition("/")[2]: form for element in item.all("form")}


def owner_of(page: Page) -> list[str]:
    return [
        phone.all("summary")[0].text() for phone in phones(page) if "propriétaire" in phone.all("summary")[0].text()
    ]


def test_the_page_says_whose_table_it_is(match: WebMatch, keeper: Visitor) -> None:
    for visitor, mine in ((match.visitor, True), (keeper, False)):
        (said,) = owner_of(visitor.open("/share"))
        assert ("ce téléphone" in said) is mine
    assert "la table est à vous" in match.visitor.open("/clubs").text
    assert "la table est à vous" not in keeper.open("/clubs").text


def test_no_keeper_is_offered_to_put_the_owner_out_and_who_tries_is_told(match: WebMatch, keeper: Visitor) -> None:
    page = keeper.open("/share")
    assert set(forms_of(page, "propriétaire")) == {"name"}
    assert set(forms_of(match.visitor.open("/share"), "Bob")) == {"name", "own", "out"}
    number = forms_of(page, "propriétaire")["name"].action.split("/")[-2]
    refused = keeper.send(f"/share/devices/{number}/out", [("links", "1")])
    assert refused.status == 409
    assert "personne d’autre ne peut l’en sortir" in refused.text
    assert match.page().status == 200


def test_the_owner_hands_the_table_on_and_then_may_leave(match: WebMatch, keeper: Visitor) -> None:
    stuck = match.visitor.open("/clubs").form("/leave").send()
    assert stuck.status == 409
    assert "passez-la d’abord à un autre téléphone" in stuck.text
    forms_of(match.visitor.open("/share"), "Bob")["own"].send().follow()
    (said,) = owner_of(keeper.open("/share"))
    assert "Bob" in said
    assert match.visitor.open("/clubs").form("/leave").send().status == 303
    assert match.visitor.open(match.path).status == 404


def test_a_phone_put_out_is_put_out_with_its_links_unless_that_is_unticked(app: Flask, match: WebMatch) -> None:
    for unticked, status in ((False, 404), (True, 200)):
        other = another_keeper(match.visitor, Visitor(app), "Zoé")
        link = link_for(other, "watcher")
        form = forms_of(match.visitor.open("/share"), "Zoé")["out"]
        assert (form.value("links"), form.value("guests")) == ("1", "")
        (form.fill("links") if unticked else form).send().follow()
        assert Visitor(app).open(link).status == status
        assert other.open(match.path).status == 404


def test_who_came_by_its_links_is_put_out_with_it_if_that_is_ticked(app: Flask, match: WebMatch) -> None:
    for ticked, status in ((False, 200), (True, 404)):
        other = another_keeper(match.visitor, Visitor(app), "Zoé")
        guest = watcher_of(other, Visitor(app), "Yann")
        form = forms_of(match.visitor.open("/share"), "Zoé")["out"]
        (form.fill("guests", "1") if ticked else form).send().follow()
        assert guest.open(match.path).status == status


def test_the_guests_are_offered_only_where_there_are_any(app: Flask, match: WebMatch, keeper: Visitor) -> None:
    assert "guests" not in forms_of(match.visitor.open("/share"), "Bob")["out"].names()
    watcher_of(keeper, Visitor(app), "Yann")
    assert "guests" in forms_of(match.visitor.open("/share"), "Bob")["out"].names()


def test_who_was_put_out_is_told_nothing_by_a_link_of_their_own(match: WebMatch, keeper: Visitor) -> None:
    link = link_for(keeper, "keeper")
    asked = keeper.open(link)
    forms_of(match.visitor.open("/share"), "Bob")["out"].fill("links").send()
    assert asked.form(link).send().status == 404
    assert keeper.open(match.path).status == 404


# What links say


@pytest.mark.parametrize(("role", "days"), [("keeper", 7), ("watcher", 90)])
def test_a_link_says_until_when_it_works_and_who_made_it(
    app: Flask, match: WebMatch, keeper: Visitor, role: str, days: int
) -> None:
    shown = keeper.open("/share").form("/share").send(("role", role))
    assert "Il sert jusqu’au" in shown.text
    card = keeper.open("/share").document.all(class_="link-card")[1].text()
    assert "par Bob · il sert jusqu’au" in card
    assert LASTS[role] == timedelta(days=days)


@pytest.mark.parametrize(("language", "heading"), [("fr", "Devenir propriétaire"), ("en", "To become the owner")])
def test_an_owners_link_that_nobody_has_opened_says_what_it_gives(app: Flask, language: str, heading: str) -> None:
    keeper = new_match(Visitor(app, language)).visitor
    with writing(app):
        invite(db.session.scalars(select(Club)).one(), OWNER)
    headings = [card.all("h3")[0].text() for card in keeper.open("/share").document.all(class_="link-card")]
    assert headings[-1] == heading


def test_a_link_that_has_expired_opens_nothing_and_stays_listed_with_who_came_by_it(
    app: Flask, match: WebMatch
) -> None:
    link, unused = link_for(match.visitor, "watcher"), link_for(match.visitor, "keeper")
    guest = Visitor(app)
    join(guest, link, "Zoé")
    with writing(app):
        db.session.execute(update(Invitation).values(expires_at=now() - timedelta(minutes=1)))
        db.session.commit()
    assert [Visitor(app).open(address).status for address in (link, unused)] == [404, 404]
    assert guest.open(match.path).status == 200
    _, card = match.visitor.open("/share").document.all(class_="link-card")
    assert "il n’ouvre plus rien depuis le" in card.text()
    assert "Zoé" in card.text()


# The recovery code


def test_a_keeper_replaces_the_code_only_by_the_one_there_is(match: WebMatch, keeper: Visitor) -> None:
    assert [form for form in keeper.open("/share").forms() if form.action == "/share/recovery"] == []
    first = match.visitor.open("/share").form("/recovery").send().document.all(class_="code")[0].text()
    wrong = keeper.open("/share").form("/recovery").fill("old", "no code").send()
    assert (wrong.status, wrong.form("/recovery").value("old")) == (422, "no code")
    assert "Ce n’est pas le code de secours" in wrong.text
    second = wrong.form("/recovery").fill("old", first).send()
    assert second.status == 200
    assert second.document.all("p", class_="code")[0].text() != first
    assert "old" not in match.visitor.open("/share").form("/recovery").names()


def test_the_code_makes_its_phone_the_owner(app: Flask, match: WebMatch) -> None:
    code = match.visitor.open("/share").form("/recovery").send().document.all(class_="code")[0].text()
    phone = Visitor(app)
    phone.open("/recover").form("/recover").fill("code", code).fill("name", "Léa").send()
    (said,) = owner_of(phone.open("/share"))
    assert "Léa" in said
    assert match.page().status == 200


def test_who_imports_a_club_into_a_table_of_their_own_owns_it(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.open("/clubs").form("/clubs").send()
    assert brought(visitor, packed(small_club())).status == 200
    (said,) = owner_of(visitor.open("/share"))
    assert "ce téléphone" in said
