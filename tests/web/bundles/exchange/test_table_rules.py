"""The rules of a table's own between a phone and a server: both sides' come together, whichever was away."""

import io
from typing import Any

import pytest
from flask import Flask

from referee.store.database.models import TableRule
from referee.store.database.orm_base import db
from tests.bundles.zips import rewritten
from tests.databases import on_both_databases
from tests.web.bundles.exchange.carrier import Carrier, InPhone
from tests.web.bundles.exchange.taken import Table
from tests.web.visitor import Visitor

pytestmark = on_both_databases

FOLLOW = "ascenseur.follow"


def noted(visitor: Visitor, text: str, article: str = FOLLOW) -> None:
    form = visitor.open(f"/table-rules/new?article={article}").form("/table-rules")
    assert form.fill("text", text).send().status == 303


def changed(visitor: Visitor, text: str) -> None:
    link = next(link for link in visitor.open("/table-rules").links() if link.endswith("/edit"))
    assert visitor.open(link).form("/edit").fill("text", text).send().status == 303


def removed(visitor: Visitor) -> None:
    assert visitor.open("/table-rules").form("/remove").send().status == 303


def kept(visitor: Visitor) -> list[tuple[str, str, tuple[str, ...], bool]]:
    """Every rule by its id, its words, who was there, and whether it was removed."""
    app: Flask = visitor.client.application
    with app.app_context():
        rules = db.session.scalars(db.select(TableRule).order_by(TableRule.public_id)).all()
        return [(rule.public_id, rule.text, tuple(rule.players), rule.deleted_at is not None) for rule in rules]


def shown(visitor: Visitor) -> set[str]:
    return {said.text() for said in visitor.open("/rules/ascenseur").document.all(class_="said")}


def waiting(phone: InPhone) -> bool:
    """Whether a page of the phone brings something back by itself."""
    return any("data-exchange" in part.attributes for part in phone.open("/rules").document.all("section"))


def test_rules_are_taken_along_with_the_club(table: Table) -> None:
    noted(table.server, "Du serveur.")
    other = InPhone(_second_phone(table))
    Carrier(table.server, other).take(table.club)
    assert kept(other) == kept(table.server)
    assert shown(other) == {"Du serveur."}
    assert not waiting(other)


def _second_phone(table: Table) -> Flask:
    """The same phone, which has lost all it had."""
    app: Flask = table.phone.client.application
    with app.app_context():
        db.drop_all()
        db.create_all()
    return app


def test_both_sides_rules_are_on_both_after_an_exchange_two_at_one_article_too(table: Table) -> None:
    noted(table.server, "Du serveur.")
    noted(table.phone, "Du téléphone.")
    assert table.carrier.exchange() == ("1 règle de la table est rapportée. 1 règle de la table est venue du serveur.")
    assert kept(table.server) == kept(table.phone)
    assert shown(table.server) == shown(table.phone) == {"Du serveur.", "Du téléphone."}
    assert table.carrier.exchange().startswith("Rien de neuf")


def test_of_a_rule_changed_on_both_sides_the_newer_wording_stands(table: Table) -> None:
    noted(table.server, "D'abord.")
    table.carrier.exchange()
    changed(table.phone, "Du téléphone.")
    changed(table.server, "Du serveur, plus tard.")
    table.carrier.exchange()
    assert shown(table.server) == shown(table.phone) == {"Du serveur, plus tard."}
    changed(table.server, "Du serveur.")
    changed(table.phone, "Du téléphone, plus tard.")
    table.carrier.exchange()
    assert kept(table.server) == kept(table.phone)
    assert shown(table.server) == {"Du téléphone, plus tard."}


@pytest.mark.parametrize("at_phone", [True, False])
def test_a_rule_removed_on_one_side_goes_from_the_other_and_stays_away(table: Table, at_phone: bool) -> None:
    noted(table.server, "D'abord.")
    table.carrier.exchange()
    removed(table.phone if at_phone else table.server)
    table.carrier.exchange()
    assert shown(table.server) == shown(table.phone) == set()
    assert table.carrier.exchange().startswith("Rien de neuf")
    assert [gone for *_, gone in kept(table.server)] == [True]


def test_what_waits_goes_by_itself_and_the_page_of_the_exchange_says_so(table: Table) -> None:
    assert not waiting(table.phone)
    noted(table.phone, "Du téléphone.")
    assert waiting(table.phone)
    page = table.phone.open("/sync")
    assert "Pas encore sur le serveur" in page.text
    assert "Tout ce que ce téléphone a noté est sur le serveur" not in page.text
    assert table.carrier.exchange("/rules") == "1 règle de la table est rapportée."
    assert not waiting(table.phone)
    assert "Pas encore sur le serveur" not in table.phone.open("/sync").text


def test_an_answer_that_was_lost_changes_nothing(table: Table) -> None:
    noted(table.phone, "Du téléphone.")
    table.carrier.loses = lambda address: "/sync/archive" in address
    table.carrier.exchange()
    assert waiting(table.phone)
    table.carrier.loses = lambda _address: False
    table.carrier.exchange()
    assert not waiting(table.phone)
    assert kept(table.server) == kept(table.phone)
    assert len(kept(table.server)) == 1


@pytest.mark.parametrize("rules", [7, [7], [{"id": "x"}], [{"id": "../x"}]])
def test_rules_that_are_none_are_refused_in_a_sentence(table: Table, rules: Any) -> None:
    with table.server.open(f"/sync/archive?club={table.club}&only=").response as empty:
        bundle = rewritten(empty.data, "manifest.json", lambda manifest: {**manifest, "table_rules": rules})
    sent = [("archive", (io.BytesIO(bundle), "club.zip"))]
    answer = table.server.send(f"/sync/archive?club={table.club}", sent)
    assert answer.status == 422
    assert answer.response.get_json()["sentence"]
    assert kept(table.server) == []
