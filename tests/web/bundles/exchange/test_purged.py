"""What a phone has thrown away for good stays away from it, stays on the server, and can be fetched again."""

from datetime import timedelta
from io import BytesIO

from referee.store.database.models import now
from referee.store.evenings.recycle_bin import purge
from tests.databases import on_both_databases
from tests.web.bundles.exchange.carrier import matches_in
from tests.web.bundles.exchange.taken import Table, note, texts
from tests.web.table import new_match

pytestmark = on_both_databases

LATER = timedelta(days=31)
STILL_THERE = "1 partie est encore sur le serveur."


def thrown_away(table: Table, path: str) -> None:
    """In the phone, and no recycle bin has it any more."""
    table.phone.send(f"{path}/delete", [])
    with table.phone.client.application.app_context():
        assert purge(now() + LATER) == 1


def test_a_match_that_was_thrown_away_for_good_does_not_come_back_unasked(table: Table) -> None:
    thrown_away(table, table.match.path)
    assert table.carrier.exchange().startswith("Rien de neuf")
    on_server, on_phone = table.both()
    assert on_phone == {}
    assert [deleted for _, _, deleted in on_server.values()] == [False]
    assert STILL_THERE in table.phone.open("/sync").text


def test_it_comes_back_where_somebody_fetches_it_and_may_be_thrown_away_again(table: Table) -> None:
    for _ in range(2):
        thrown_away(table, table.match.path)
        assert table.phone.open("/sync").form("/again").send().status == 303
        assert table.carrier.exchange() == "1 partie est arrivée."
        on_server, on_phone = table.both()
        assert on_server == on_phone
        assert STILL_THERE not in table.phone.open("/sync").text


def test_the_other_matches_of_the_club_go_on_coming(table: Table) -> None:
    thrown_away(table, table.match.path)
    other = new_match(table.server, players=("Zoé", "Ana", "Yann", "Bob"))
    assert table.carrier.exchange() == "1 partie est arrivée."
    note(table.phone, other.path, "au camp")
    assert table.carrier.exchange() == "1 saisie est rapportée."
    assert texts(table.server, other.path) == ["au camp"]


def test_one_that_the_server_has_thrown_away_too_is_not_spoken_of_as_long_as_it_has(table: Table) -> None:
    thrown_away(table, table.match.path)
    table.server.send(f"{table.match.path}/delete", [])
    table.carrier.exchange()
    assert STILL_THERE not in table.phone.open("/sync").text
    table.server.send(f"/deleted/match/{table.match.public_id}", [])
    assert table.carrier.exchange().startswith("Rien de neuf")
    assert STILL_THERE in table.phone.open("/sync").text


def test_one_that_went_to_the_server_without_an_answer_stays_away_too(table: Table) -> None:
    begun = new_match(table.phone, players=("Zoé", "Ana", "Yann", "Bob"))
    path = begun.path.removeprefix("/phone")
    note(table.phone, path, "au camp")
    table.carrier.loses = lambda address: "/sync/archive" in address
    table.carrier.exchange()
    table.carrier.loses = lambda _address: False
    thrown_away(table, path)
    assert table.carrier.exchange().startswith("Rien de neuf")
    assert path.rpartition("/")[2] not in matches_in(table.phone.client.application)
    assert STILL_THERE in table.phone.open("/sync").text


def test_one_that_came_again_by_hand_is_here_and_no_more_away(table: Table) -> None:
    """A file of the match brings it back: it is exchanged again, and thrown away again without a fault."""
    sent = table.server.open(f"{table.match.path}/handover/file").response.get_data()
    thrown_away(table, table.match.path)
    assert table.carrier.exchange().startswith("Rien de neuf")
    brought_by_hand(table, sent)
    table.carrier.exchange()
    assert STILL_THERE not in table.phone.open("/sync").text
    note(table.phone, table.match.path, "encore")
    assert table.carrier.exchange() == "1 saisie est rapportée."
    thrown_away(table, table.match.path)
    assert table.carrier.exchange().startswith("Rien de neuf")
    assert STILL_THERE in table.phone.open("/sync").text


def brought_by_hand(table: Table, sent: bytes) -> None:
    page = table.phone.send("/handover/open", [("file", (BytesIO(sent), "partie.zip"))])
    form = page.form("/handover/add")
    assert form.send(form.buttons()[0]).status == 303
