"""A damaged match, on the server or in the phone, is left out of an exchange and named; the others come and go."""

import pytest
from sqlalchemy import text

from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.replay_cache import replay_cache
from tests.web.bundles.exchange.carrier import club_id
from tests.web.bundles.exchange.taken import Table, note, texts
from tests.web.table import new_match
from tests.web.visitor import Visitor

DAMAGES = {
    "an unknown game": "UPDATE match SET game = 'futur' WHERE public_id = :id",
    "players that are no JSON": "UPDATE match SET players = '[broken' WHERE public_id = :id",
    "options that are no object": "UPDATE match SET options = '[7]' WHERE public_id = :id",
    "an entry that is no JSON": "UPDATE entry SET entry = '{broken' WHERE match_id = "
    "(SELECT id FROM match WHERE public_id = :id)",
}
OTHERS = ("Zoé", "Ana", "Yann", "Bob")

everything_damaged = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


def damage_it(visitor: Visitor, public_id: str, damage: str) -> None:
    with visitor.client.application.app_context():
        with writing():
            db.session.execute(text(damage), {"id": public_id})
        replay_cache().clear()


@pytest.mark.first_alone
@everything_damaged
def test_one_of_the_phone_stays_there_and_the_others_go(table: Table, damage: str) -> None:
    other = new_match(table.server, players=OTHERS)
    other.record({"step": "note", "text": "au serveur"})
    table.carrier.exchange()
    note(table.phone, table.match.path, "au camp")
    note(table.phone, other.path, "au camp")
    damage_it(table.phone, table.match.public_id, damage)
    said = table.carrier.exchange()
    assert "1 saisie est rapportée." in said
    assert "abîmée" in said
    assert texts(table.server, other.path) == ["au serveur", "au camp"]
    assert table.phone.open("/sync").status == 200


@pytest.mark.first_alone
@everything_damaged
def test_a_new_one_of_the_phone_stays_there_too(table: Table, damage: str) -> None:
    begun = new_match(table.phone, players=OTHERS).path.removeprefix("/phone")
    note(table.phone, begun, "au camp")
    note(table.phone, table.match.path, "au camp")
    damage_it(table.phone, begun.rpartition("/")[2], damage)
    said = table.carrier.exchange()
    assert "1 saisie est rapportée." in said
    assert "abîmée" in said
    assert begun.rpartition("/")[2] not in table.both()[0]


@pytest.mark.first_alone
@everything_damaged
def test_one_of_the_server_stays_there_and_the_others_go(table: Table, damage: str) -> None:
    other = new_match(table.server, players=OTHERS)
    table.carrier.exchange()
    note(table.phone, table.match.path, "au camp")
    note(table.phone, other.path, "au camp")
    damage_it(table.server, table.match.public_id, damage)
    said = table.carrier.exchange()
    assert "1 saisie est rapportée." in said
    assert "L'Ascenseur · Ana, Bob, Chloé, Dan : abîmée sur le serveur, elle y reste" in said
    assert texts(table.server, other.path) == ["au camp"]


@pytest.mark.first_alone
@everything_damaged
def test_one_that_the_phone_does_not_have_does_not_come_and_is_told(table: Table, damage: str) -> None:
    sound, damaged = (new_match(table.server, players=OTHERS) for _ in range(2))
    note(table.server, damaged.path, "au serveur")
    damage_it(table.server, damaged.public_id, damage)
    said = table.carrier.exchange()
    assert "1 partie est arrivée." in said
    assert "1 partie n'est pas venue : elle est abîmée sur le serveur" in said
    assert sound.public_id in table.both()[1]
    assert club_id(table.server) == table.club


@pytest.mark.first_alone
@everything_damaged
def test_the_backup_of_a_phone_names_one_before_it_leaves_it_out(table: Table, damage: str) -> None:
    damage_it(table.phone, table.match.public_id, damage)
    page = table.phone.open("/backup").form("/backup").send()
    assert page.status == 200
    assert table.match.public_id in page.text
    assert "aucune encore" in page.text
    saved = page.form("/backup").send()
    assert (saved.status, saved.response.mimetype) == (200, "application/zip")
    assert "aucune encore" not in table.phone.open("/backup").text
