"""A club taken along in a phone: entries made there come back in order, each once, and nothing is lost on the way."""

import io
import json
from typing import Any

import pytest
from sqlalchemy import select, update

from referee.bundles.exchange.offline_clubs import ServerClub
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.database.models import Match, Player
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.web.bundles import server_pages
from tests.databases import on_both_databases
from tests.store.database.test_quotas import allow
from tests.web.bundles.exchange.carrier import Carrier, club_id
from tests.web.bundles.exchange.taken import Table, insert_note, note, refusing, texts
from tests.web.table import new_match
from tests.web.visitor import Visitor
from tests.web.world import TRICKS

pytestmark = on_both_databases


def test_a_club_taken_along_is_in_the_phone_as_it_is_on_the_server(table: Table) -> None:
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert table.said == "1 partie est arrivée."
    assert texts(table.phone, table.match.path) == ["bids"]


def test_an_address_only_offers_a_club_and_says_what_would_come_from_where(table: Table) -> None:
    other = Visitor(table.server.client.application)
    new_match(other)
    there = club_id(other)
    before = table.both()
    offers = Carrier(other, table.phone, wanted=False)
    assert offers.take(there) == "localhost\n1 partie sera copiée dans ce téléphone, avec les soirées et les joueurs."
    assert table.both() == before
    assert "Ouvrir le club" not in table.phone.open(f"/take?club={there}").text
    other.send("/share/name", [("name", "Les Jeudis")])
    assert offers.take(there).startswith("Les Jeudis · localhost\n")
    assert Carrier(other, table.phone).take(there) == "1 partie est arrivée."
    assert "Ce club est déjà dans ce téléphone" in offers.take(there)
    assert "Ouvrir le club" in table.phone.open(f"/take?club={there}").text


def test_what_was_noted_in_the_phone_is_on_the_server_once(table: Table) -> None:
    table.phone_match.record(TRICKS)
    note(table.phone, table.match.path, "au camp")
    assert table.carrier.exchange() == "2 saisies sont rapportées."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, table.match.path) == ["bids", "tricks", "au camp"]
    assert table.carrier.exchange().startswith("Rien de neuf")
    assert table.both() == (on_server, on_phone)


def test_what_the_server_noted_comes_to_a_match_that_the_phone_left_alone(table: Table) -> None:
    table.match.record(TRICKS)
    assert table.carrier.exchange() == "1 saisie est venue du serveur."
    on_server, on_phone = table.both()
    assert on_server == on_phone


def test_corrections_and_what_was_taken_back_come_back_as_they_are(table: Table) -> None:
    note(table.phone, table.match.path, "rien")
    undone = table.phone.open(table.match.path).form("/undo")
    assert undone.send().status == 303
    note(table.phone, table.match.path, "si")
    assert table.carrier.exchange() == "3 saisies sont rapportées."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, table.match.path) == ["bids", "si"]


def test_what_was_inserted_comes_back_where_it_stands(table: Table) -> None:
    insert_note(table.phone, table.match.path, "oublié")
    assert table.carrier.exchange() == "1 saisie est rapportée."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, table.match.path) == ["oublié", "bids"]


def test_the_phones_continuation_stands_between_the_entries_that_both_have(table: Table) -> None:
    note(table.server, table.match.path, "au serveur")
    insert_note(table.phone, table.match.path, "devant")
    note(table.phone, table.match.path, "au téléphone")
    assert "à vous de choisir" in table.carrier.exchange()
    choose(table, "ours")
    table.carrier.exchange()
    assert texts(table.server, table.match.path) == ["devant", "bids", "au téléphone"]
    assert texts(table.phone, table.match.path) == ["devant", "bids", "au téléphone"]


def test_an_answer_that_was_lost_changes_nothing(table: Table) -> None:
    note(table.phone, table.match.path, "une fois")
    table.carrier.loses = lambda address: "/sync/archive" in address
    assert table.carrier.exchange().startswith("Le serveur ne répond pas.")
    table.carrier.loses = lambda _address: False
    assert texts(table.server, table.match.path) == ["bids", "une fois"]
    table.carrier.exchange()
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, table.match.path) == ["bids", "une fois"]


def test_a_match_begun_in_the_phone_comes_whole_with_its_players_and_only_once(table: Table) -> None:
    begun = new_match(table.phone, players=("Zoé", "Ana", "Yann", "Bob"))
    note(table.phone, begun.path.removeprefix("/phone"), "au camp")
    table.carrier.loses = lambda address: "/sync/archive" in address
    table.carrier.exchange()
    table.carrier.loses = lambda _address: False
    assert table.carrier.exchange().startswith("Rien de neuf")
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert len(on_server) == 2
    people = table.server.open("/players").text
    assert people.count("Ana") == 1
    assert "Zoé" in people


def test_a_match_begun_on_the_server_comes_to_the_phone(table: Table) -> None:
    new_match(table.server, players=("Zoé", "Ana", "Yann", "Bob"))
    assert table.carrier.exchange() == "1 partie est arrivée."
    on_server, on_phone = table.both()
    assert on_server == on_phone


def corrected(visitor: Visitor, path: str, **values: str) -> None:
    """Correct the set-up of a match through its pages."""
    form = visitor.open(f"{path}/setup").form("/setup")
    for name, value in values.items():
        form.fill(name.replace("__", "."), value)
    assert form.send().form("/setup/record").send().status == 303


def setup_at(visitor: Visitor, path: str) -> tuple[list[str], dict[str, Any]]:
    value = visitor.open(f"{path}/export").response.get_json()
    return value["players"], value["options"]


def test_a_corrected_set_up_goes_both_ways(table: Table) -> None:
    corrected(table.phone, table.match.path, option__miss_points="3")
    assert table.carrier.exchange() == "1 saisie est rapportée."
    assert setup_at(table.server, table.match.path)[1] == {"miss_points": 3}
    corrected(table.server, table.match.path, option__miss_points="7")
    assert table.carrier.exchange() == "1 saisie est venue du serveur."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert setup_at(table.phone, table.match.path)[1] == {"miss_points": 7}


@pytest.mark.first_alone
@pytest.mark.parametrize(("choice", "points"), [("theirs", 7), ("ours", 3), ("two", 7)])
def test_where_both_corrected_the_set_up_the_keeper_chooses(table: Table, choice: str, points: int) -> None:
    corrected(table.server, table.match.path, option__miss_points="7")
    corrected(table.phone, table.match.path, option__miss_points="3", option__made_points="9")
    assert "à vous de choisir" in table.carrier.exchange()
    assert table.phone.open("/club/conflicts").form("/settle").send(("choice", choice)).status == 303
    table.carrier.exchange()
    on_server, on_phone = table.both()
    assert on_server == {id: match for id, match in on_phone.items() if not match[2]}
    options = [setup_at(table.server, f"/matches/{id}")[1] for id in on_server]
    assert setup_at(table.server, table.match.path)[1]["miss_points"] == points
    assert sorted(chosen["miss_points"] for chosen in options) == ([3, 7] if choice == "two" else [points])


def went_on_in_both(table: Table) -> None:
    note(table.server, table.match.path, "au serveur")
    note(table.phone, table.match.path, "au téléphone")
    assert table.carrier.exchange() == "1 partie a continué des deux côtés : à vous de choisir."


def choose(table: Table, choice: str) -> None:
    page = table.phone.open("/club/conflicts")
    assert "au serveur" in page.text
    assert "au téléphone" in page.text
    form = page.form("/settle")
    answer = form.send(("choice", choice))
    assert answer.status == 303, answer.text[:500]


@pytest.mark.first_alone
@pytest.mark.parametrize(
    ("choice", "stands", "matches"),
    [("theirs", ["bids", "au serveur"], 1), ("ours", ["bids", "au téléphone"], 1), ("two", ["bids", "au serveur"], 2)],
)
def test_where_both_went_on_the_keeper_sees_both_and_chooses(
    table: Table, choice: str, stands: list[str], matches: int
) -> None:
    went_on_in_both(table)
    before, _ = table.both()
    table.carrier.exchange()
    assert table.both()[0] == before
    choose(table, choice)
    table.carrier.exchange()
    on_server, on_phone = table.both()
    assert on_server == {id: match for id, match in on_phone.items() if not match[2]}
    assert len(on_server) == matches
    assert texts(table.server, table.match.path) == stands
    everything = [text for id in on_phone if not on_phone[id][2] for text in texts(table.phone, f"/matches/{id}")]
    kept = "".join(table.phone.open("/deleted").text)
    assert "au téléphone" in everything or "Ascenseur" in kept
    table.carrier.exchange()
    assert table.both() == (on_server, on_phone)


def test_after_the_phones_version_is_chosen_the_server_says_that_the_rest_is_replaced(table: Table) -> None:
    """Not that an entry was removed: the last batch takes away and records."""
    went_on_in_both(table)
    choose(table, "ours")
    table.carrier.exchange()
    page = table.server.open(table.match.path).text
    assert "La suite de la partie est remplacée" in page
    assert "Retiré" not in page


def test_a_choice_that_waits_is_told_on_every_page_of_the_phone_and_after_every_exchange(table: Table) -> None:
    went_on_in_both(table)
    for path in ("/", table.match.path, "/evenings"):
        assert "1 partie a continué ici et ailleurs : à vous de choisir." in table.phone.open(path).text, path
    assert "à vous de choisir" in table.carrier.exchange()
    choose(table, "theirs")
    assert "à vous de choisir" not in table.phone.open("/").text


def test_the_page_of_the_exchange_says_once_that_a_choice_waits(table: Table) -> None:
    went_on_in_both(table)
    page = table.phone.open("/sync")
    assert page.text.count("à vous de choisir") == 1
    (part,) = (element for element in page.document.all() if "data-exchange" in element.attributes)
    for counts, said in (
        ([("both", "1")], "Échange fini."),
        ([("both", "1"), ("brought", "2")], "2 saisies sont rapportées."),
        ([("both", "0")], "Rien de neuf, ni ici ni sur le serveur."),
    ):
        answer = table.phone.send(part.attributes["data-end"], counts).response.get_json()["said"]
        assert answer.replace("\u00a0", " ") == said


def test_the_comparison_lists_what_only_one_side_has(table: Table) -> None:
    went_on_in_both(table)
    sides = table.phone.open("/club/conflicts").document.all(class_="both")[0].all("article")
    lines = [[line.text() for line in side.all(class_="lines")[0].all("li")] for side in sides]
    assert [len(of_side) for of_side in lines] == [1, 1]
    assert "au serveur" in lines[0][0]
    assert "au téléphone" in lines[1][0]


@pytest.mark.parametrize(("undone", "stands"), [("phone", ["au téléphone"]), ("server", ["bids", "au téléphone"])])
def test_the_phones_continuation_takes_back_what_it_took_back_and_nothing_else(
    table: Table, undone: str, stands: list[str]
) -> None:
    visitor = table.phone if undone == "phone" else table.server
    assert visitor.open(table.match.path).form("/undo").send().status == 303
    went_on_in_both(table)
    table.carrier.exchange()
    choose(table, "ours")
    table.carrier.exchange()
    assert texts(table.server, table.match.path) == texts(table.phone, table.match.path) == stands


@pytest.mark.first_alone
@pytest.mark.parametrize("choice", ["theirs", "ours", "two"])
def test_a_match_that_was_chosen_stays_in_its_evening(table: Table, choice: str) -> None:
    went_on_in_both(table)
    table.carrier.exchange()
    choose(table, choice)
    with table.phone.client.application.app_context():
        evenings = db.session.scalars(select(Match.evening_id)).all()
    assert len(evenings) == 2
    assert len(set(evenings)) == 1
    assert None not in evenings


@pytest.mark.first_alone
@pytest.mark.parametrize("choice", ["theirs", "ours", "two"])
def test_of_a_match_that_did_not_go_on_in_both_places_there_is_nothing_to_choose(table: Table, choice: str) -> None:
    begun = new_match(table.phone, players=("Zoé", "Ana", "Yann", "Bob"))
    before = table.both()
    for path in (table.match.path, begun.path.removeprefix("/phone")):
        page = table.phone.send(f"/club/conflicts/{path.rpartition('/')[2]}/settle", [("choice", choice)])
        assert page.status == 422
        assert "n'a plus deux suites" in page.text.replace("’", "'")
    assert table.both() == before


def test_without_room_for_both_the_keeper_is_told_and_chooses_later(table: Table) -> None:
    note(table.server, table.match.path, "au serveur")
    note(table.phone, table.match.path, "au téléphone")
    allow(table.phone.client.application, club_bytes=1)
    assert "à vous de choisir" not in table.carrier.exchange()
    assert texts(table.phone, table.match.path) == ["bids", "au téléphone"]
    allow(table.phone.client.application, club_bytes=0)
    assert "à vous de choisir" in table.carrier.exchange()
    choose(table, "two")


@pytest.mark.parametrize("said", [[], {}, {"matches": []}, {"matches": {"x": 1}}, {"matches": {"x": ["y", ""]}}])
def test_what_is_no_answer_of_a_server_is_refused(said: Any) -> None:
    with pytest.raises(ArchiveRefused):
        ServerClub.read(said)


def test_only_a_club_that_was_taken_along_is_brought_back(table: Table) -> None:
    assert "/phone/sync" in table.phone.open("/evenings").links()
    table.phone.send("/clubs", [("afresh", "1")])
    assert "/phone/sync" not in table.phone.open("/evenings").links()


def test_a_match_thrown_away_on_the_server_waits_for_a_choice_and_can_go_back(table: Table) -> None:
    note(table.phone, table.match.path, "encore là")
    table.server.send(f"{table.match.path}/delete", [])
    assert table.carrier.exchange() == "1 partie attend votre choix."
    page = table.phone.open("/sync")
    assert "n'est plus sur le serveur" in page.text.replace("’", "'")
    assert page.form("/gone").send(("choice", "again")).status == 303
    assert "1 nouvelle partie est sur le serveur" in table.carrier.exchange()
    on_server, on_phone = table.both()
    living = {id: match for id, match in on_server.items() if not match[2]}
    assert living == on_phone


def test_who_is_no_keeper_any_more_is_told_and_keeps_everything(table: Table) -> None:
    note(table.phone, table.match.path, "ici")
    for name in table.server.cookies:
        table.server.client.delete_cookie(name)
    assert "n'est plus à cette table" in table.carrier.exchange()
    assert texts(table.phone, table.match.path) == ["bids", "ici"]


def test_another_who_notes_on_the_server_in_that_very_moment_is_not_overtaken(table: Table) -> None:
    note(table.phone, table.match.path, "au téléphone")

    def meanwhile(address: str) -> None:
        if "/sync/archive" in address:
            table.carrier.before = lambda _address: None
            note(table.server, table.match.path, "au serveur")

    table.carrier.before = meanwhile
    assert table.carrier.exchange() == "1 partie a continué des deux côtés : à vous de choisir."
    assert texts(table.server, table.match.path) == ["bids", "au serveur"]


def test_what_waits_goes_by_itself_from_any_page_of_the_phone(table: Table) -> None:
    assert "data-exchange" not in table.phone.open("/").response.text
    note(table.phone, table.match.path, "au camp")
    assert table.carrier.exchange("/") == "1 saisie est rapportée."
    assert "data-exchange" not in table.phone.open("/").response.text


def test_who_comes_from_the_server_is_told_and_what_it_was_last_heard_to_have_comes_in(table: Table) -> None:
    table.match.record(TRICKS)
    heard = table.server.open(f"{table.match.path}/handover/file").response.get_data()
    page = table.phone.open(f"{table.match.path}?server=away")
    assert page.status == 200, page.text
    assert "ce que vous notez ici lui sera rapporté" in page.text
    part = next(element for element in page.document.all() if "data-exchange" in element.attributes)
    (ask,) = json.loads(part.attributes["data-exchange"])
    sent = [("status", "200"), ("answer", (io.BytesIO(heard), "answer"))]
    answer = table.phone.send(ask["then"], sent).response.get_json()
    assert (answer["received"], answer["asks"]) == (1, [])
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert table.carrier.exchange().startswith("Rien de neuf")


def test_a_match_that_is_refused_does_not_hold_up_the_others(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    other = new_match(table.server, players=("Zoé", "Ana", "Yann", "Bob"))
    table.carrier.exchange()
    note(table.phone, table.match.path, "refusée")
    note(table.phone, other.path, "prise")
    begun = new_match(table.phone, players=("Zoé", "Ana", "Yann", "Bob"))
    monkeypatch.setattr(server_pages, "load_bundle", refusing(table.match.public_id))
    begun.path = begun.path.removeprefix("/phone")
    note(table.phone, begun.path, "au camp")
    said = table.carrier.exchange()
    assert said.startswith("1 nouvelle partie est sur le serveur. 1 saisie est rapportée.\nL'Ascenseur · Ana, Bob")
    assert said.endswith("Il manque « x ».")
    assert texts(table.server, other.path) == ["prise"]
    assert texts(table.server, begun.path) == ["au camp"]
    assert texts(table.server, table.match.path) == ["bids"]


def test_of_several_new_matches_one_that_is_refused_is_named_and_the_others_go(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    for text in ("un", "deux", "trois"):
        match = new_match(table.phone, players=("Zoé", "Ana", text, "Bob"))
        paths.append(match.path.removeprefix("/phone"))
        note(table.phone, paths[-1], text)
    bad = paths[1].rpartition("/")[2]
    monkeypatch.setattr(server_pages, "load_bundle", refusing(bad))
    lines = table.carrier.exchange().split("\n")
    assert lines[0] == "2 nouvelles parties sont sur le serveur."
    assert lines[1] == "L'Ascenseur · Zoé, Ana, deux, Bob : Il manque « x »."
    assert len(lines) == 2
    on_server, on_phone = table.both()
    assert on_phone.keys() - on_server.keys() == {bad}
    monkeypatch.undo()
    assert table.carrier.exchange() == "1 nouvelle partie est sur le serveur."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, paths[1]) == ["deux"]


def named(table: Table) -> str:
    """The parameters that name the server's club in the address of a step."""
    stands = table.server.open(f"/sync?club={table.club}").response.get_json()
    return f"installation={stands['installation']}&there={stands['club']}"


@pytest.mark.first_alone
@pytest.mark.parametrize(
    ("status", "stops"), [(0, True), (403, True), (429, True), (503, True), (400, False), (413, False)]
)
def test_only_what_every_question_would_meet_ends_the_exchange(table: Table, status: int, stops: bool) -> None:
    address = f"/sync/sent?match={table.match.public_id}&before=1&{named(table)}"
    sent = [("status", str(status)), ("answer", (io.BytesIO(b""), "answer"))]
    answer = table.phone.send(address, sent).response.get_json()
    assert ("stop" in answer, "refused" in answer) == (stops, True)


def test_what_waits_goes_after_what_was_last_heard(table: Table) -> None:
    note(table.phone, table.match.path, "d'ici")
    heard = table.server.open(f"{table.match.path}/handover/file").response.get_data()
    table.carrier.last_heard = heard
    assert table.carrier.exchange(f"{table.match.path}?server=away") == "1 saisie est rapportée."
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.server, table.match.path) == ["bids", "d'ici"]


DEEP = "[" * 100_000


@pytest.mark.parametrize("sent", [b"", b"PK", DEEP.encode()])
def test_what_is_no_bundle_is_refused_in_a_sentence(table: Table, sent: bytes) -> None:
    before = table.both()
    answer = table.server.send(f"/sync/archive?club={table.club}", [("archive", (io.BytesIO(sent), "club.zip"))])
    assert answer.status == 422
    assert answer.response.get_json()["sentence"]
    assert table.both() == before


def test_an_answer_that_is_too_deep_leaves_the_match_as_it_is(table: Table) -> None:
    address = f"/sync/sent?match={table.match.public_id}&before=1&{named(table)}"
    sent = [("status", "200"), ("answer", (io.BytesIO(DEEP.encode()), "answer"))]
    assert "pas été compris" in table.phone.send(address, sent).response.get_json()["refused"].replace("\xa0", " ")


def test_a_new_match_that_went_on_at_the_server_since_it_was_asked_about_is_whole_at_once(table: Table) -> None:
    path = new_match(table.phone, players=("Zoé", "Ana", "Yann", "Bob")).path.removeprefix("/phone")
    public_id = path.rpartition("/")[2]
    note(table.phone, path, "au camp")

    def meanwhile(address: str) -> None:
        if "/sync/archive" in address:
            table.carrier.before = lambda _address: None
            with table.phone.open(f"/sync/bundle?match={public_id}&{named(table)}").response as sent:
                archive = io.BytesIO(sent.data)
            table.server.send(address, [("archive", (archive, "club.zip"))])
            note(table.server, path, "au serveur")

    table.carrier.before = meanwhile
    assert "1 saisie est venue du serveur." in table.carrier.exchange()
    on_server, on_phone = table.both()
    assert on_server == on_phone
    assert texts(table.phone, path) == ["au camp", "au serveur"]


def people(visitor: Visitor) -> list[str]:
    with visitor.client.application.app_context():
        return list(db.session.scalars(select(Player.name).order_by(Player.id)))


@pytest.mark.parametrize("at_phone", [True, False])
def test_who_was_renamed_on_one_side_is_nobody_else_on_the_other(table: Table, at_phone: bool) -> None:
    """A bundle holds the players of its own matches alone, whom the seats tell."""
    new_match(table.server, players=("Zoé", "Xavier", "Yann", "Max"))
    table.carrier.exchange()
    before = people(table.server)
    renamer = table.phone if at_phone else table.server
    with renamer.client.application.app_context(), writing():
        db.session.execute(update(Player).where(Player.name.in_(("Ana", "Zoé"))).values(name=Player.name + " B."))
    note(renamer, table.match.path, "encore")
    new_match(renamer, players=("Ana B.", "Bob", "Xavier", "Yann"))
    assert "1 saisie" in table.carrier.exchange()
    assert people(table.server if at_phone else table.phone) == before
