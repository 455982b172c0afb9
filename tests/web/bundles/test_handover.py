"""A match from phone to phone: its code is opened, asked about, taken in; one that is there already is recognised."""

import io
import json
import random
import string
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from referee.answers.violation import Violation
from referee.bundles.handover import codes
from referee.bundles.handover import link as packed
from referee.bundles.handover.codes import in_parts
from referee.bundles.known_matches import further_records
from referee.game_definition.match_course import Refusal
from referee.store.database.models import HandedPart, Match, Player, now
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import purge
from referee.store.handover.code_parts import KEPT_FOR
from referee.store.matches.matches import AppendOutcome
from referee.store.matches.stored_match import stored_matches
from referee.web.access import heavy_requests
from referee.web.bundles import handover_pages
from referee.web.bundles.handover_pages import phone_app
from referee.words import say
from tests.databases import Databases
from tests.web.bundles.exchange.carrier import matches_in
from tests.web.phones import phone
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS, NOTE, TRICKS

OPEN, ADD = "/handover/open", "/handover/add"


@pytest.fixture
def ana(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "ana") as visitor:
        yield visitor


@pytest.fixture
def bob(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "bob") as visitor:
        yield visitor


@pytest.fixture
def played(ana: Visitor) -> WebMatch:
    """A match of Ana's phone: a round, a note, a round taken back."""
    match = new_match(ana)
    for entry in (BIDS, TRICKS, NOTE):
        match.record(entry)
    assert ana.send(f"{match.path}/undo", [("expected", "3"), ("key", "once")]).status == 303
    return match


def link_of(match: WebMatch) -> str:
    """The link that the page of a match offers."""
    return match.page("/handover").document.all("textarea")[0].raw_text()


def on_the_phone_of(visitor: Visitor, match: WebMatch) -> str:
    """The link that another phone offers for the same match: all of its log is in it."""
    return visitor.open(f"{match.path}/handover").document.all("textarea")[0].raw_text()


def opened(visitor: Visitor, link: str) -> Page:
    page = visitor.send(OPEN, [("code", link)])
    assert page.status == 200, page.text
    return page


def taken(page: Page) -> Page:
    """The page after the question was answered by its green button."""
    form = page.form(ADD)
    return form.send(form.buttons()[0]).follow()


def exported(visitor: Visitor, path: str) -> bytes:
    return visitor.open(f"{path}/export").response.get_data()


def test_a_match_that_is_handed_over_is_asked_about_and_then_there_byte_for_byte(
    played: WebMatch, ana: Visitor, bob: Visitor
) -> None:
    page = opened(bob, link_of(played))
    for words in ("Ascenseur", "Chloé", "La partie n’est pas finie."):
        assert words in page.text
    assert "Aucune partie" not in bob.open("/").text or played.path not in bob.open("/").links()
    there = taken(page)
    assert there.path == played.path
    assert exported(bob, played.path) == exported(ana, played.path)
    assert on_the_phone_of(bob, played) == link_of(played)
    evening = next(link for link in bob.open("/evenings").links() if link.startswith("/evenings/"))
    assert evening in ana.open("/evenings").links()


def test_the_players_come_along_with_their_colours(played: WebMatch, ana: Visitor, bob: Visitor) -> None:
    taken(opened(bob, link_of(played)))
    people = []
    for visitor in (ana, bob):
        with visitor.client.application.app_context():
            people.append({player.name: player.colour for player in db.session.scalars(select(Player))})
    assert people[0] == people[1]
    assert set(people[0]) == set(FOUR)


def test_who_looks_like_somebody_is_that_one_unless_it_is_said(played: WebMatch, bob: Visitor) -> None:
    new_match(bob, players=("Αna", "Xi", "Yann"))  # a Greek letter: nobody sees the difference
    page = opened(bob, link_of(played))
    assert page.form(ADD).choices("another") == ["Ana"]
    taken(page)
    assert "Ana" not in [row.text().split()[-1] for row in bob.open("/players").document.all("b")]
    with bob.client.application.app_context():
        assert db.session.scalars(select(Player.name).order_by(Player.name)).all() == sorted(
            ["Αna", "Xi", "Yann", "Bob", "Chloé", "Dan"]
        )


def test_two_people_that_look_alike_are_two_where_it_is_said(played: WebMatch, bob: Visitor) -> None:
    new_match(bob, players=("Αna", "Xi", "Yann"))
    form = opened(bob, link_of(played)).form(ADD).fill("another", "Ana")
    form.send(form.buttons()[0])
    with bob.client.application.app_context():
        assert "Ana" in db.session.scalars(select(Player.name)).all()


def test_the_same_match_again_is_recognised(played: WebMatch, bob: Visitor) -> None:
    link = link_of(played)
    taken(opened(bob, link))
    again = opened(bob, link)
    assert "Vous avez déjà cette partie, telle quelle." in again.text
    assert played.path in again.links()
    assert not [form for form in again.forms() if form.action == ADD]


def test_a_match_that_went_on_goes_on_here_where_that_is_wanted(played: WebMatch, ana: Visitor, bob: Visitor) -> None:
    first = link_of(played)
    taken(opened(bob, first))
    played.record({"step": "note", "text": "plus tard"})
    further = link_of(played)
    page = opened(bob, further)
    assert "celle qui arrive est plus avancée" in page.text
    assert taken(page).path == played.path
    assert exported(bob, played.path) == exported(ana, played.path)
    assert on_the_phone_of(bob, played) == further
    assert "la vôtre est plus avancée" in opened(bob, first).text


def _recorded(bob: Visitor, path: str) -> None:
    bob.send(f"{path}/entries", [("step", "note"), ("text", "chez Bob"), ("expected", "4"), ("key", "b")])


def _thrown_away(bob: Visitor, path: str) -> None:
    bob.send(f"{path}/delete", [])


def _forgotten(bob: Visitor, path: str) -> None:
    _thrown_away(bob, path)
    with bob.client.application.app_context():
        purge(now() + timedelta(days=40))


MEANWHILE = {_recorded: "a changé entre-temps", _thrown_away: "est dans la corbeille", _forgotten: "n'existe plus"}


@pytest.mark.first_alone
@pytest.mark.parametrize("act", MEANWHILE, ids=lambda act: act.__name__)
def test_what_happened_to_the_match_here_since_the_question_is_said(
    played: WebMatch, bob: Visitor, act: Callable[[Visitor, str], None]
) -> None:
    taken(opened(bob, link_of(played)))
    played.record({"step": "note", "text": "plus tard"})
    form = opened(bob, link_of(played)).form(ADD)
    act(bob, played.path)
    page = form.send(form.buttons()[0])
    assert page.status == 409
    assert MEANWHILE[act] in page.text.replace("’", "'")


def test_what_the_rules_refuse_is_said_with_their_reason(
    played: WebMatch, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken(opened(bob, link_of(played)))
    played.record({"step": "note", "text": "plus tard"})
    form = opened(bob, link_of(played)).form(ADD)
    violation = Violation("match.entry", None, say("Il manque « %(name)s ».", name="x"))
    with bob.client.application.app_context():
        state = stored_matches([1])[1].replayed_log.replay.state
    refused = AppendOutcome("refused", Refusal(0, (violation,), state))
    monkeypatch.setattr(further_records, "append_imported", lambda *_: refused)
    page = form.send(form.buttons()[0])
    assert page.status == 409
    assert "Les règles refusent la suite : Il manque « x »." in page.text.replace("\u202f", " ").replace("\xa0", " ")


def test_a_match_that_ends_elsewhere_counts_here(played: WebMatch, ana: Visitor, bob: Visitor) -> None:
    taken(opened(bob, link_of(played)))
    played.record({"step": "end"})
    taken(opened(bob, link_of(played)))
    assert bob.open(f"{played.path}/sheet").text == ana.open(f"{played.path}/sheet").text
    assert bob.open("/ranking").text == ana.open("/ranking").text


def stored_by(bob: Visitor) -> dict[str, tuple[int, str, bool]]:
    return matches_in(bob.client.application)


@pytest.mark.first_alone
@pytest.mark.parametrize(("choice", "standing"), [("theirs", {"chez Ana"}), ("ours", {"chez Bob"}), ("two", None)])
def test_where_both_went_on_the_keeper_chooses_and_the_other_goes_into_the_bin(
    played: WebMatch, bob: Visitor, choice: str, standing: set[str] | None
) -> None:
    taken(opened(bob, link_of(played)))
    played.record({"step": "note", "text": "chez Ana"})
    bob.send(f"{played.path}/entries", [("step", "note"), ("text", "chez Bob"), ("expected", "4"), ("key", "b")])
    link, ours = link_of(played), exported(bob, played.path)
    page = opened(bob, link)
    assert "elle a continué des deux côtés" in page.text
    assert "Celle d’ici" in page.text
    choosing = taken(page)
    assert exported(bob, played.path) == ours  # nothing has changed before the choice
    assert "chez Ana" not in bob.open("/deleted").text
    assert choosing.path.startswith("/club/conflicts")
    assert "chez Ana" in choosing.text
    assert "chez Bob" in choosing.text
    chosen = choosing.form("/settle").send(("choice", choice)).follow()
    assert chosen.path == played.path
    living = {id for id, (_, _, is_deleted) in stored_by(bob).items() if not is_deleted}
    noted = [entry["text"] for id in living for entry in entries(bob, id) if "text" in entry]
    assert set(noted) == (standing or {"chez Ana", "chez Bob"})
    binned = [form for form in bob.open("/deleted").forms() if "/deleted/match/" in form.action]
    assert len(binned) == (0 if choice == "two" else 1)
    for form in binned:  # the choice can be undone
        assert form.send().status == 303
    living = {id for id, (_, _, is_deleted) in stored_by(bob).items() if not is_deleted}
    noted = [entry["text"] for id in living for entry in entries(bob, id) if "text" in entry]
    assert sorted(noted) == ["chez Ana", "chez Bob"]
    assert "telle quelle" in opened(bob, link).text  # the version that came is recognised from now on


def entries(visitor: Visitor, public_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = visitor.open(f"/matches/{public_id}/export").response.get_json()["entries"]
    return found


def test_a_match_in_the_bin_is_not_brought_in_again(played: WebMatch, bob: Visitor) -> None:
    link = link_of(played)
    taken(opened(bob, link))
    bob.send(f"{played.path}/delete", [])
    page = opened(bob, link)
    assert "/deleted" in page.links()
    assert not [form for form in page.forms() if form.action == ADD]


@pytest.mark.parametrize("sent", ["", "   ", "Bonjour", "https://cartes.exemple.org/phone/#m=AAAA", "x" * 70_000])
def test_what_is_no_code_is_answered_with_a_sentence(bob: Visitor, sent: str) -> None:
    page = bob.send(OPEN, [("code", sent)])
    assert page.status == 422
    assert page.document.all(class_="why")
    assert page.document.all("textarea")[0].raw_text() == sent


def test_how_large_a_file_may_be_is_said_in_a_number_that_is_not_nothing(bob: Visitor) -> None:
    (box,) = (box for box in bob.open("/handover").document.all("input") if "data-largest" in box.attributes)
    most = int(box.attributes["data-largest"]) // 1024
    assert most > 0
    assert box.attributes["data-too-large"].endswith(f"au plus {most} Kio.")


def test_files_of_a_match_are_read_too(played: WebMatch, ana: Visitor, bob: Visitor) -> None:
    archive = ana.open(f"{played.path}/handover/file")
    assert archive.response.headers["Content-Type"] == "application/zip"
    page = bob.send(OPEN, [("file", (io.BytesIO(archive.response.get_data()), "partie.zip"))])
    assert taken(page).path == played.path
    assert exported(bob, played.path) == exported(ana, played.path)
    match_file = exported(ana, played.path)
    there = taken(bob.send(OPEN, [("file", (io.BytesIO(match_file), "partie.json"))]))
    assert there.path != played.path
    assert exported(bob, there.path) == match_file
    again = bob.send(OPEN, [("file", (io.BytesIO(match_file), "partie.json"))])
    assert "telle quelle" in again.text


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"PK\5\6", b"PK" + b"x" * 100, b'{"format": "referee-match/1"}', b"\xff\xfe"]
)
def test_other_files_are_refused_with_a_sentence(bob: Visitor, raw: bytes) -> None:
    page = bob.send(OPEN, [("file", (io.BytesIO(raw), "partie.zip"))])
    assert page.status == 422
    assert page.document.all(class_="why")


def test_a_match_that_does_not_replay_is_refused(ana: Visitor, played: WebMatch, bob: Visitor) -> None:
    value = json.loads(exported(ana, played.path))
    value["entries"][0]["bids"]["Ana"] = 7
    page = bob.send(OPEN, [("file", (io.BytesIO(json.dumps(value).encode()), "partie.json"))])
    assert page.status == 422
    assert "ne se rejoue pas" in page.text


# In several codes


def long(match: WebMatch) -> WebMatch:
    """The same match with notes in it until one code does not hold it."""
    for number in range(12):
        words = "".join(chr(0x4E00 + (number * 997 + at * 7919) % 20000) for at in range(200))
        match.record({"step": "note", "text": words})
    return match


def parts_of(match: WebMatch) -> list[str]:
    """The links of all its codes, which only cameras read."""
    whole = codes.read_code(codes.codes_in(link_of(match))[0]).share
    return [f"https://cartes.exemple.org/phone/#m={part.code}" for part in in_parts(whole)]


def test_a_long_match_is_shown_code_by_code(played: WebMatch) -> None:
    count = len(parts_of(long(played)))
    assert count > 2
    page = played.page("/handover")
    assert f"1 sur {count}" in page.text
    assert page.links().count(f"{played.path}/handover?part=2") == 1
    last = played.page(f"/handover?part={count}")
    assert f"{count} sur {count}" in last.text
    assert [link for link in last.links() if "part=" in link] == [f"{played.path}/handover?part={count - 1}"]
    assert played.page("/handover?part=999").text == last.text
    first, second = (shown.document.all(class_="qr")[0].all("path")[-1].attributes["d"] for shown in (page, last))
    assert first != second


def test_parts_are_kept_until_all_are_there(played: WebMatch, ana: Visitor, bob: Visitor) -> None:
    links = parts_of(long(played))
    for number, link in enumerate(reversed(links[1:]), 1):
        page = opened(bob, link)
        assert f"{number} sur {len(links)}" in page.text
        assert f"Il manque encore {len(links) - number} code" in page.text
    assert taken(opened(bob, links[0])).path == played.path
    assert exported(bob, played.path) == exported(ana, played.path)
    with bob.client.application.app_context():
        assert db.session.scalar(select(func.count()).select_from(HandedPart)) == 0


def test_parts_that_are_pasted_together_need_not_be_kept(played: WebMatch, bob: Visitor) -> None:
    page = opened(bob, "\n".join(parts_of(long(played))))
    assert page.form(ADD)


def test_parts_of_an_old_match_are_forgotten(played: WebMatch, bob: Visitor) -> None:
    links = parts_of(long(played))
    opened(bob, links[0])
    with bob.client.application.app_context():
        db.session.execute(update(HandedPart).values(came_at=now() - KEPT_FOR * 2))
        db.session.commit()
    assert "1 sur" in opened(bob, links[1]).text


# On a server


def test_a_server_without_the_app_for_phones_offers_the_file_and_says_why(match: WebMatch) -> None:
    page = match.page("/handover")
    assert not page.document.all("textarea")
    assert f"{match.path}/handover/file" in page.links()
    assert "passez la partie par un fichier" in page.text
    assert "importez-le dans l’autre téléphone" in page.text


def test_a_server_offers_codes_that_open_the_app_for_phones(match: WebMatch) -> None:
    match.visitor.client.application.jinja_env.globals["phone_address"] = "/phone/"
    assert link_of(match).startswith("http://localhost/phone/#m=")


PUBLIC = "https://cards.example/arbitre/"


@pytest.mark.parametrize(
    ("host", "built", "public", "found"),
    [
        ("https://192.168.1.5", True, "", "https://192.168.1.5/phone/"),
        ("https://192.168.1.5", True, PUBLIC, "https://192.168.1.5/phone/"),
        ("https://192.168.1.5", False, PUBLIC, PUBLIC),
        ("http://127.0.0.1", True, "", "http://127.0.0.1/phone/"),
        ("http://127.0.0.1", True, PUBLIC, PUBLIC),
        ("http://192.168.1.5", True, PUBLIC, PUBLIC),
        ("http://192.168.1.5", False, PUBLIC, PUBLIC),
        ("http://192.168.1.5", True, "", ""),
        ("http://192.168.1.5", False, "", ""),
    ],
)
def test_a_code_leads_where_the_app_can_be_installed_or_there_is_only_the_file(
    app: Flask, host: str, built: bool, public: str, found: str
) -> None:
    """The app for phones is installed over https, or on this very machine, which no other phone reaches."""
    app.jinja_env.globals["phone_address"] = "/phone/" if built else ""
    app.config["PUBLIC_PHONE"] = public
    with app.test_request_context(base_url=host):
        address, why = phone_app()
    assert address == found
    assert (why is None) == bool(found)


def test_a_match_goes_from_a_server_over_http_into_a_phone_by_the_public_address(match: WebMatch, bob: Visitor) -> None:
    match.visitor.client.application.config["PUBLIC_PHONE"] = PUBLIC
    link = link_of(match)
    assert link.startswith(f"{PUBLIC}#m=")
    assert taken(opened(bob, link)).path == match.path


def test_who_has_no_club_yet_founds_one_with_what_came(played: WebMatch, visitor: Visitor) -> None:
    page = opened(visitor, link_of(played))
    assert taken(page).path == played.path
    with visitor.client.application.app_context():
        assert db.session.scalar(select(func.count()).select_from(Match)) == 1


def test_a_match_too_long_for_a_code_comes_by_its_file(
    ana: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "MOST_BYTES", 2048)
    signs, match = random.Random(1), new_match(ana)
    for _ in range(20):
        match.record({**NOTE, "text": "".join(signs.choices(string.ascii_letters + string.digits, k=190))})
    page = match.page("/handover")
    assert "trop longue pour un code" in page.text
    sent = ana.open(f"{match.path}/handover/file").response.get_data()
    question = bob.send(OPEN, [("file", (io.BytesIO(sent), "m.zip"))])
    assert question.status == 200, question.text
    assert taken(question).path == match.path
    assert exported(bob, match.path) == exported(ana, match.path)


def test_a_field_that_is_no_archive_is_refused(bob: Visitor) -> None:
    for field in ("%%%", "UEs="):
        assert bob.send(ADD, [("archive", field), ("act", "add")]).status == 422


def test_a_file_longer_than_a_form_is_refused_with_a_way_out(
    played: WebMatch, ana: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = ana.open(f"{played.path}/handover/file").response.get_data()
    monkeypatch.setattr(handover_pages, "LONGEST_FIELD", len(sent))
    page = bob.send(OPEN, [("file", (io.BytesIO(sent), "m.zip"))])
    assert page.status == 422
    assert "importez le fichier" in page.text


def test_what_takes_too_much_work_to_replay_is_refused_in_a_sentence(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match(visitor)
    for entry in (BIDS, TRICKS, NOTE):
        match.record(entry)
    file = visitor.open(f"{match.path}/handover/file").response.get_data()
    sheet = visitor.open(f"{match.path}/export").response.get_data()
    for sent in (file, sheet):
        form = [("file", (io.BytesIO(sent), "partie"))]
        monkeypatch.setattr(heavy_requests, "ENTRIES", 100)
        assert visitor.send(OPEN, form).status == 200
        monkeypatch.setattr(heavy_requests, "ENTRIES", 2)
        refused = visitor.send(OPEN, [("file", (io.BytesIO(sent), "partie"))])
        assert refused.status == 422
        assert "trop de travail d’un coup" in refused.text.replace("'", "’")


@pytest.mark.parametrize("text", ["moitié \ud83c", "\udfff"])
def test_half_a_character_is_refused_with_its_field(visitor: Visitor, text: str) -> None:
    match = new_match(visitor)
    match.record(NOTE)
    value = json.loads(visitor.open(f"{match.path}/export").response.get_data())
    value["entries"][0]["text"] = text
    page = visitor.send(OPEN, [("file", (io.BytesIO(json.dumps(value).encode()), "partie.json"))])
    assert page.status == 422
    assert "la moitié d’un caractère" in page.text.replace("'", "’")
