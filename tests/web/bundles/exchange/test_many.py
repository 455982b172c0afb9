"""Several phones of one club that exchange by turns, and a club of two hundred matches."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.databases import Databases, SqliteFiles, on_both_databases
from tests.web.bundles.exchange.carrier import Carrier, InPhone, club_id, matches_in, server_and_phone
from tests.web.bundles.exchange.long_logs import note_many
from tests.web.bundles.exchange.taken import Table, note, texts
from tests.web.sharing import join, link_for
from tests.web.table import new_match
from tests.web.visitor import Visitor

pytestmark = on_both_databases


class TwoPhones:
    """Two keepers of a club with one match, each with a phone that has taken it along."""

    def __init__(self, owner: Visitor, keeper: Visitor, phones: list[InPhone]) -> None:
        self.path = new_match(owner).path
        join(keeper, link_for(owner, "keeper"), "the other phone")
        self.carriers = [Carrier(visitor, phone) for visitor, phone in zip((owner, keeper), phones)]
        for carrier in self.carriers:
            carrier.take(club_id(owner))

    def places(self) -> list[dict[str, tuple[int, str, bool]]]:
        """The matches of the server and of each phone."""
        first, second = self.carriers
        return [matches_in(visitor.client.application) for visitor in (first.server, first.phone, second.phone)]


@pytest.fixture
def two(databases: Databases, sqlite: SqliteFiles, tmp_path: Path) -> Iterator[TwoPhones]:
    with server_and_phone(sqlite, tmp_path, phones=2, server=databases) as (server, phones):
        yield TwoPhones(Visitor(server), Visitor(server), [InPhone(phone) for phone in phones])


def test_by_turns_each_phone_has_what_the_other_noted_in_order_and_once(two: TwoPhones) -> None:
    noted = []
    for turn in range(6):
        carrier = two.carriers[turn % 2]
        carrier.exchange()
        noted.append(f"n° {turn}")
        note(carrier.phone, two.path, noted[-1])
        assert "1 saisie est rapportée." in carrier.exchange()
    two.carriers[0].exchange()
    server, *phones = two.places()
    assert phones == [server, server]
    for carrier in two.carriers:
        assert texts(carrier.phone, two.path) == noted


def test_of_two_phones_that_went_on_at_once_the_second_chooses_and_the_first_hears_of_it(two: TwoPhones) -> None:
    first, second = two.carriers
    note(first.phone, two.path, "première")
    note(second.phone, two.path, "seconde")
    assert first.exchange() == "1 saisie est rapportée."
    assert second.exchange() == "1 partie a continué des deux côtés : à vous de choisir."
    assert first.exchange().startswith("Rien de neuf")
    assert second.phone.open("/club/conflicts").form("/settle").send(("choice", "two")).status == 303
    assert second.exchange() == "1 nouvelle partie est sur le serveur."
    assert first.exchange() == "1 partie est arrivée."
    server, *phones = two.places()
    assert phones == [server, server]
    everything = [texts(first.server, f"/matches/{public_id}") for public_id in server]
    assert sorted(everything) == [["première"], ["seconde"]]


def test_a_new_match_that_came_by_one_phone_is_brought_by_the_other_no_second_time(two: TwoPhones) -> None:
    first, second = two.carriers
    begun = new_match(first.phone, players=("Zoé", "Ana", "Yann", "Bob")).path.removeprefix("/phone")
    note(first.phone, begun, "au camp")
    first.loses = lambda address: "/sync/archive" in address
    first.exchange()
    assert second.exchange() == "1 partie est arrivée."
    note(second.phone, begun, "ailleurs")
    assert second.exchange() == "1 saisie est rapportée."
    first.loses = lambda _address: False
    assert "1 saisie est venue du serveur." in first.exchange()
    server, *phones = two.places()
    assert phones == [server, server]
    assert texts(first.phone, begun) == ["au camp", "ailleurs"]


@pytest.mark.thorough
@pytest.mark.parametrize("matches", [30, 200])
def test_a_club_of_many_matches_is_asked_about_in_few_questions(table: Table, matches: int) -> None:
    chance, people = Random(1), ("Ana", "Bob", "Chloé", "Dan", "Zoé", "Yann")
    for _ in range(matches - 1):
        match = new_match(table.server, players=chance.sample(people, 4))
        note_many(table.server.client.application, match.public_id, [f"n {at}" for at in range(20)])
    assert asked(table) == 1 + -(-(matches - 1) // 50)
    assert asked(table) == 1
    stands = table.server.open(f"/sync?club={table.club}").response.data
    assert len(stands) < 300 + 70 * matches
    for public_id in matches_in(table.phone.client.application):
        note_many(table.phone.client.application, public_id, ["au camp"])
    assert asked(table) == 1 + matches
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert {length for length, _, _ in on_server.values()} == {2, 21}


def asked(table: Table) -> int:
    """How many questions an exchange asks."""
    table.carrier.sent.clear()
    table.carrier.exchange()
    return len(table.carrier.sent)
