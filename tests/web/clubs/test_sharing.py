"""Sharing as two phones do it: what the pages list, ask and say, and what an open page hears of the others."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select, update

from referee.settings import Settings
from referee.store.clubs.clubs import SEEN_EVERY, all_clubs
from referee.store.database.models import Device, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import Quotas
from referee.web import create_app
from referee.web.clubs import reachable_address
from tests.databases import SECRET, put_away
from tests.store.keeping import writing
from tests.web.access.test_queries import count_statements
from tests.web.markup import Element
from tests.web.sharing import another_keeper, join, link_for, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


def cards(page: Page) -> list[str]:
    """What the share page tells of each link, one after another."""
    return [element.text() for element in page.document.all(class_="link-card")]


def guest_of(match: WebMatch, guest: Visitor) -> Visitor:
    assert join(guest, link_for(match.visitor, "match", match.public_id), "Zoé").status == 303
    return guest


# The share page


def test_the_page_lists_links_with_role_and_match_and_the_devices_that_used_them(app: Flask, match: WebMatch) -> None:
    guest_of(match, Visitor(app))
    another_keeper(match.visitor, Visitor(app), "Bob")
    link_for(match.visitor, "watcher")
    alone, watch, keep, guest = cards(match.visitor.open("/share"))
    assert "ce téléphone" in alone
    assert watch.startswith("Regarder lien fait le")
    assert "Personne ne s’en est encore servi." in watch
    assert keep.startswith("Noter lien fait le")
    assert "Bob" in keep
    assert guest.startswith("Regarder une partie L’Ascenseur · Ana, Bob, Chloé, Dan")
    assert "Zoé regarde · venu le" in guest


def test_a_link_for_one_match_is_made_on_the_page_opened_from_that_match(match: WebMatch) -> None:
    roles = [role for form in match.visitor.open("/share").forms() for role in form.buttons() if role[0] == "role"]
    assert ("role", "match") not in roles
    assert match.visitor.send("/share", [("role", "match")]).status == 400
    assert match.visitor.send("/share", [("role", "king")]).status == 400
    assert f"/share?match={match.public_id}" in match.page().links()


def test_the_code_of_the_table_comes_first_and_the_others_are_folded_away_while_there_can_be_one(
    app: Flask, match: WebMatch
) -> None:
    def others(page: Page) -> list[Element]:
        """The form of the other codes, and what is folded in it."""
        form = next(form for form in page.forms() if ("role", "keeper") in form.buttons())
        assert len(form.buttons()) >= 2
        return [form.element, *form.element.all("details")]

    page = match.visitor.open(f"/share?match={match.public_id}")
    form, folded = others(page)
    assert folded.all("button") == form.all("button")
    inside = page.document.all("main")[0].all()
    assert inside.index(page.form("/share/code").element) < inside.index(form)
    founder = Visitor(app)
    founder.send("/clubs", [])
    assert len(others(founder.open("/share"))) == 1


def test_a_code_is_drawn_large_with_a_quiet_border(match: WebMatch) -> None:
    page = match.visitor.send("/share", [("role", "watcher")])
    code = page.document.all("svg", class_="qr")[0].attributes
    assert code["class"] == "qr"
    assert int(code["viewbox"].split()[-1]) >= 33 + 2 * 4


@pytest.mark.parametrize("role", ["watcher", "keeper", "match"])
def test_a_page_with_a_code_that_is_loaded_again_makes_no_other(match: WebMatch, role: str) -> None:
    form = match.visitor.open(f"/share?match={match.public_id}").form("/share")
    assert form.send(("role", role)).document.all("svg", class_="qr")
    again = form.send(("role", role))
    assert (again.status, again.document.all("svg", class_="qr")) == (200, [])
    assert "Ce code a déjà été montré" in again.document.all(class_="notice")[0].text()
    assert len([card for card in cards(again) if "lien fait le" in card]) == 1
    assert again.form("/share").send(("role", role)).document.all("svg", class_="qr")


def test_going_back_to_an_earlier_code_makes_no_other_either(match: WebMatch) -> None:
    forms = [match.visitor.open("/share").form("/share") for _ in range(3)]
    assert [len(form.send(("role", "watcher")).document.all("svg", class_="qr")) for form in (*forms, *forms)] == [
        1,
        1,
        1,
        0,
        0,
        0,
    ]


def test_what_another_phone_has_sent_is_its_own(app: Flask, match: WebMatch) -> None:
    other = another_keeper(match.visitor, Visitor(app))
    sent = [("role", "watcher"), ("key", "k")]
    assert [len(phone.send("/share", sent).document.all("svg", class_="qr")) for phone in (match.visitor, other)] == [
        1,
        1,
    ]


def test_a_device_is_renamed_and_the_log_says_so(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    assert "téléphone 1" in match.page("/log").text
    match.visitor.open("/share").form("/name").fill("name", "téléphone d'Ana").send().follow()
    assert "téléphone d'Ana" in match.page("/log").text


def test_the_phones_of_a_club_are_numbered_within_it(app: Flask, match: WebMatch) -> None:
    new_match(Visitor(app))  # a phone of another club has come in between
    for phone in (match.visitor, another_keeper(match.visitor, Visitor(app))):
        named = [name.text() for name in phone.open("/share").document.all("b")]
        assert [name for name in named if "téléphone" in name] == ["téléphone 1", "téléphone 2"]


def test_a_phone_that_has_left_has_no_number(app: Flask, match: WebMatch) -> None:
    other = another_keeper(match.visitor, Visitor(app))
    WebMatch(other, match.path, match.course).record(BIDS)
    assert "téléphone 2" in match.page("/log").text
    assert match.visitor.open("/share").form("/out").send().status == 303
    assert "un ancien téléphone" in match.page("/log").text


def test_a_phone_without_a_name_keeps_its_number_when_another_leaves_and_no_newcomer_has_it(
    app: Flask, match: WebMatch
) -> None:
    def numbered(phone: Visitor) -> list[str]:
        named = (name.text() for name in phone.open("/share").document.all("b"))
        return sorted(name for name in named if "téléphone" in name)

    _second, third = (another_keeper(match.visitor, Visitor(app)) for _ in range(2))
    assert numbered(third) == ["téléphone 1", "téléphone 2", "téléphone 3"]
    out = [form for form in match.visitor.open("/share").forms() if form.action.endswith("/out")]
    assert out[-1].send().status == 303
    assert numbered(third) == ["téléphone 1", "téléphone 3"]
    out = [form for form in match.visitor.open("/share").forms() if form.action.endswith("/out")]
    assert out[0].send().status == 303
    another_keeper(match.visitor, Visitor(app))
    assert numbered(match.visitor) == ["téléphone 1", "téléphone 4"]


def test_a_phone_that_is_at_another_table_too_names_itself(app: Flask, match: WebMatch) -> None:
    other = new_match(Visitor(app)).visitor
    watcher_of(match.visitor, other, "Zoé")
    form = [form for form in match.visitor.open("/share").forms() if form.action.startswith("/share/devices/")][-2]
    refused = form.fill("name", "l'espion").send()
    assert refused.status == 409
    assert "lui seul peut changer son nom" in refused.text
    assert "Zoé" in other.open("/clubs").form("/device").value("name")


def test_a_device_thrown_out_finds_nothing_any_more_and_may_not_write(app: Flask, match: WebMatch) -> None:
    other = another_keeper(match.visitor, Visitor(app), "Bob")
    form = WebMatch(other, match.path, match.course).form("note").fill("text", "x")
    assert match.visitor.open("/share").form("/out").send().status == 303
    assert (form.send().status, other.open(match.path).status, other.open("/share").status) == (404, 404, 404)
    assert match.path not in other.open("/").links()
    assert "Bob" not in match.visitor.open("/share").text


def test_the_last_keeper_is_told_why_it_stays(match: WebMatch) -> None:
    only = match.visitor.open("/clubs").form("/leave").send()
    assert only.status == 409
    assert "C’est le dernier téléphone qui note" in only.text
    number = match.visitor.open("/share").form("/name").action.split("/")[-2]
    assert match.visitor.send(f"/share/devices/{number}/out", []).status == 409
    assert match.page().status == 200


def test_a_device_leaves_and_its_match_is_gone_for_it(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    assert watcher.open("/clubs").form("/leave").send().follow().status == 200
    assert watcher.open(match.path).status == 404


# Joining


@pytest.mark.parametrize("role", ["keeper", "recovery"])
def test_the_name_typed_on_joining_is_told_once_in_the_log(app: Flask, match: WebMatch, role: str) -> None:
    phone, name = Visitor(app), "Téléphone de Léa"
    if role == "keeper":
        another_keeper(match.visitor, phone, name)
    else:
        code = match.visitor.open("/share").form("/recovery").send().document.all(class_="code")[0].text()
        assert phone.open("/recover").form("/recover").fill("code", code).fill("name", name).send().status == 303
    theirs = WebMatch(phone, match.path, match.course)
    theirs.record({"step": "note", "text": "x"})
    assert theirs.page("/log").text.count(name) == 1
    assert match.visitor.open("/share").text.count(name) == 1


def test_who_corrects_is_told_beside_the_phone_unless_it_bears_their_name(app: Flask, match: WebMatch) -> None:
    phone = another_keeper(match.visitor, Visitor(app), "Bob")
    theirs = WebMatch(phone, match.path, match.course)
    theirs.record(BIDS)
    for person, times in (("Ana", 1), ("Bob", 0)):
        edit = phone.open(f"{match.path}/corrections/0").form("/corrections/0")
        for seat in range(4):
            edit.fill(f"bids.{seat}", "1")
        edit.send().form("/corrections").fill("person", person).send()
        assert theirs.page("/log").text.count(f"· {person} · Bob") == times


def test_a_link_says_what_it_allows_before_it_asks(app: Flask, match: WebMatch) -> None:
    match.visitor.send("/share/name", [("name", "Chez Léa")])
    said = {
        "keeper": "Vous notez et corrigez les parties",
        "watcher": "Vous voyez toutes ses parties",
        "match": "Vous voyez cette partie, sa feuille et son journal, et rien d’autre",
    }
    for role, words in said.items():
        page = Visitor(app).open(link_for(match.visitor, role, match.public_id))
        assert words in page.text
        assert "Chez Léa" in page.text
        assert ("Ana, Bob, Chloé, Dan" in page.text) == (role == "match")


def test_a_guest_of_one_match_is_told_of_nobody_else(app: Flask, match: WebMatch) -> None:
    new_match(match.visitor, "feuille-libre", ("Xi", "Yann", "Zoé"))
    guest = Visitor(app)
    join(guest, link_for(match.visitor, "match", match.public_id))
    assert "Table : Ana, Bob et Chloé" in guest.open("/clubs").text
    assert not {"Xi", "Yann", "Zoé"} & set(guest.open("/clubs").text.split())


def test_a_link_may_be_opened_from_any_address(app: Flask, match: WebMatch) -> None:
    link, guest = link_for(match.visitor, "watcher"), Visitor(app)
    assert guest.send(f"{link}?match=nope", []).status == 303


def test_the_phones_of_a_page_are_looked_up_together(app: Flask, match: WebMatch) -> None:
    asked = []
    for number in (1, 6):
        for _ in range(number):
            phone = another_keeper(match.visitor, Visitor(app))
            WebMatch(phone, match.path, match.course).form("note").fill("text", "x").send()
        for path in ("/share", f"{match.path}/log"):
            with count_statements(app) as sent:
                match.visitor.open(path)
            asked.append(len(sent))
    assert asked[:2] == asked[2:]


def test_a_guest_of_one_match_is_led_there_and_their_home_shows_it_alone(app: Flask, match: WebMatch) -> None:
    other = new_match(match.visitor, players=("Xi", "Yann", "Zoé"))
    guest = Visitor(app)
    joined = join(guest, link_for(match.visitor, "match", match.public_id))
    assert joined.location == match.path
    home = guest.open("/").links()
    assert match.path in home
    assert other.path not in home
    assert not {"/evenings", "/new", "/share", "/players"} & set(home)
    for link in joined.follow().links() + home:
        assert link.startswith("#") or guest.open(link.partition("#")[0]).status == 200, link


def test_who_has_it_all_already_is_told_that_a_link_gives_nothing_more(app: Flask, match: WebMatch) -> None:
    page = match.visitor.open(link_for(match.visitor, "watcher"))
    assert "déjà à cette table" in page.text
    watcher = watcher_of(match.visitor, Visitor(app))
    assert "déjà à cette table" not in watcher.open(link_for(match.visitor, "keeper")).text


def test_a_fresh_phone_that_says_yes_twice_before_an_answer_is_one_device(app: Flask, match: WebMatch) -> None:
    fresh, link = Visitor(app), link_for(match.visitor, "watcher")
    form = fresh.open(link).form(link)
    cookies = fresh.cookies
    for _ in range(2):
        fresh.wear(cookies)
        assert form.send().status == 303
    with app.app_context():
        assert db.session.query(Device).count() == 2


def test_a_code_leads_other_phones_to_the_network_not_to_themselves(
    match: WebMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for network, host in (("192.0.2.7", "192.0.2.7:8000"), (None, "localhost:8000")):
        monkeypatch.setattr(reachable_address, "network_address", lambda found=network: found)
        page = match.visitor.client.post("/share", data={"role": "watcher"}, base_url="http://localhost:8000")
        assert f"http://{host}/join/" in page.get_data(as_text=True)


@pytest.mark.parametrize(
    ("everywhere", "network", "host", "said"),
    [
        (False, "192.0.2.7", "localhost:8000", "le serveur n’écoute que lui"),
        (True, None, "127.0.0.1:8000", "il n’est sur aucun réseau"),
        (True, "192.0.2.7", "localhost:8000", ""),
        (False, "192.0.2.7", "cards.example", ""),
    ],
)
def test_a_link_that_no_phone_can_open_says_why(
    match: WebMatch, monkeypatch: pytest.MonkeyPatch, everywhere: bool, network: str | None, host: str, said: str
) -> None:
    """A server that listens to its machine alone is not one without a network."""
    monkeypatch.setattr(reachable_address, "network_address", lambda: network)
    monkeypatch.setitem(match.visitor.client.application.config, "LISTENS_EVERYWHERE", everywhere)
    for name, value in match.visitor.cookies.items():
        match.visitor.client.set_cookie(name, value, domain=host.partition(":")[0])
    page = match.visitor.client.post("/share", data={"role": "watcher"}, base_url=f"http://{host}")
    text = page.get_data(as_text=True)
    assert "/join/" in text
    assert said in text
    assert ("Seul cet appareil" in text) == (said != "")


def test_a_server_that_goes_away_on_its_own_machine_is_not_the_network(match: WebMatch) -> None:
    for host, here in (("localhost:8000", True), ("192.0.2.7:8000", False)):
        page = match.visitor.client.get("/", base_url=f"http://{host}").get_data(as_text=True)
        assert [words in page for words in ("L’arbitre ne répond pas", "Pas de réseau")] == [here, not here]


# Several clubs


def test_a_menu_of_clubs_stands_on_the_home_page_only_where_there_are_several(app: Flask, match: WebMatch) -> None:
    assert not match.visitor.open("/").document.all(class_="clubs")
    other = new_match(Visitor(app), players=("Xi", "Yann", "Zoé"))
    other.visitor.send("/share/name", [("name", "Café du port")])
    join(match.visitor, link_for(other.visitor, "watcher"))
    home = match.visitor.open("/")
    assert home.document.all("summary")[0].text().startswith("Café du port")
    assert other.path in home.links()
    back = home.form("/choose").send().follow()
    assert match.path in back.links()
    assert back.document.all("summary")[0].text().startswith("Table : Ana, Bob et Chloé")


def test_a_page_left_open_goes_on_in_its_own_club(app: Flask, match: WebMatch) -> None:
    form = match.form("note").fill("text", "still here")
    match.visitor.open("/clubs").form("/clubs").send()
    assert match.path not in match.visitor.open("/").links()
    assert form.send().status == 303
    assert match.exported()["entries"] == [{"step": "note", "text": "still here"}]


# The recovery code


def test_a_code_shown_once_brings_a_keeper_back_on_a_new_phone(app: Flask, match: WebMatch) -> None:
    shown = match.visitor.open("/share").form("/recovery").send()
    code = shown.document.all(class_="code")[0].text()
    assert code not in match.visitor.open("/share").text
    phone = Visitor(app)
    wrong = phone.open("/recover").form("/recover").fill("code", "AAAAA").fill("name", "Ana").send()
    assert (wrong.status, wrong.form("/recover").value("code")) == (422, "AAAAA")
    assert wrong.form("/recover").fill("code", code.lower()).send().status == 303
    assert phone.open(match.path).form("/entries")


def test_a_recovery_code_is_not_replaced_by_loading_its_page_again(app: Flask, match: WebMatch) -> None:
    form = match.visitor.open("/share").form("/recovery")
    code = form.send().document.all(class_="code")[0].text()
    again = form.send()
    assert again.document.all(class_="code") == []
    assert "il sert encore" in again.document.all(class_="notice")[0].text()
    assert Visitor(app).open("/recover").form("/recover").fill("code", code).send().status == 303


# What an open page hears


def state(visitor: Visitor, match: WebMatch, tag: str | None = None) -> Any:
    headers = {} if tag is None else {"If-None-Match": f'"{tag}"'}
    return visitor.client.get(f"{match.path}/state", headers=headers)


def plain(sentence: str) -> str:
    """With plain spaces."""
    return " ".join(sentence.split())


def test_nothing_new_is_a_304_without_a_body_in_one_query(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    watcher = watcher_of(match.visitor, Visitor(app))
    asked: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    same = state(watcher, match, "1-0")
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", '"1-0"')
    assert len([query for query in asked if query.startswith("SELECT")]) == 1


def test_every_kind_of_record_is_said_in_a_sentence(app: Flask, match: WebMatch) -> None:
    other = another_keeper(match.visitor, Visitor(app), "Bob")
    theirs = WebMatch(other, match.path, match.course)
    said = []
    for entry in (BIDS, TRICKS, {"step": "note", "text": "x"}):
        theirs.record(entry)
        said.append(state(match.visitor, match, "0-0").get_json()["said"])
    edit = other.open(f"{match.path}/corrections/0").form("/corrections/0")
    for seat in range(4):
        edit.fill(f"bids.{seat}", "1")
    edit.send().form("/corrections").send()
    said.append(state(match.visitor, match).get_json()["said"])
    other.open(match.path).form("/undo").send()
    said.append(state(match.visitor, match).get_json()["said"])
    ended = theirs.page("/steps/end").form("/entries").send()
    assert ended.status == 303
    body = state(match.visitor, match, "5-0").get_json()
    assert [plain(sentence) for sentence in (*said, body["said"])] == [
        "Bob a noté « Les annonces ».",
        "Bob a noté la donne 1.",
        "Bob a écrit une note.",
        "Bob a corrigé la donne 1.",
        "Bob a annulé la dernière saisie.",
        "Bob a arrêté la partie.",
    ]
    assert (body["length"], body["over"], body["tag"]) == (6, True, "6-1")


def test_what_is_brought_back_and_what_is_removed_is_said(app: Flask, match: WebMatch) -> None:
    other = another_keeper(match.visitor, Visitor(app), "Bob")
    WebMatch(other, match.path, match.course).record({"step": "note", "text": "x"})
    undone = other.open(match.path).form("/undo").send().follow()
    undone.form("/restore").send()
    assert plain(state(match.visitor, match).get_json()["said"]) == "Bob a rétabli ce qui était annulé."
    edit = other.open(f"{match.path}/corrections/0")
    removing = next(form for form in edit.forms() if ("remove", "1") in form.buttons())
    removing.send(("remove", "1")).form("/corrections").send()
    assert plain(state(match.visitor, match).get_json()["said"]) == "Bob a retiré une saisie."


@pytest.mark.parametrize(("name", "said"), [("", "Un autre téléphone"), ("le vieux", "le vieux")])
def test_who_has_no_name_is_told_by_their_phone(app: Flask, match: WebMatch, name: str, said: str) -> None:
    other = another_keeper(match.visitor, Visitor(app))
    with writing(app):
        db.session.execute(update(Device).values(name=name))
        db.session.commit()
    WebMatch(other, match.path, match.course).record(BIDS)
    assert plain(state(match.visitor, match).get_json()["said"]) == f"{said} a noté « Les annonces »."
    assert plain(state(other, match).get_json()["said"]) == "Ce téléphone a noté « Les annonces »."


def test_a_page_says_where_it_stands_so_that_it_can_ask_what_is_new(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    for below in ("", "/sheet", "/log", "/table", "/steps/note"):
        head = match.page(below).document.all("header")[0].attributes
        shows = below.rpartition("/")[2] or "match"
        assert (head["data-follow"], head["data-tag"]) == (f"{match.path}/state?shows={shows}", "1-0")
        assert head["data-match"] == match.path


def test_a_watcher_sees_what_was_said_in_the_deal_that_goes_on(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    assert "Ana 1" in watcher_of(match.visitor, Visitor(app)).open(match.path).text


def test_when_a_device_was_seen_is_kept_after_the_answer_now_and_then(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    with writing(app):
        db.session.execute(update(Membership).values(seen_at=now() - SEEN_EVERY - timedelta(minutes=1)))
        db.session.commit()

    def fresh() -> int:
        with app.app_context():
            return len(db.session.scalars(select(Membership).where(Membership.seen_at > now() - SEEN_EVERY)).all())

    answer = state(watcher, match, "0-0")
    assert fresh() == 0
    answer.close()
    assert fresh() == 1


# Limits


@pytest.fixture
def limited(limited: Flask) -> Flask:
    """The application with limits that a test can reach."""
    limited.config["LIMITS"].update(recovering="3 per minute", joining="4 per minute", founding="2 per minute")
    return limited


def test_who_has_a_link_or_a_code_is_not_refused_for_what_others_at_the_same_address_tried(limited: Flask) -> None:
    match = new_match(Visitor(limited))
    links = [link_for(match.visitor, role) for role in ("keeper", "watcher")]
    code = match.visitor.open("/share").form("/recovery").send().document.all(class_="code")[0].text()
    stranger = Visitor(limited)
    while stranger.open("/join/x").status != 429:
        pass
    while stranger.send("/recover", [("code", "x")]).status != 429:
        pass
    for _ in range(5):
        for link in links:
            assert join(Visitor(limited), link).status == 303
    assert Visitor(limited).open("/recover").form("/recover").fill("code", code).send().status == 303
    assert (stranger.open("/join/x").status, stranger.open(links[0]).status) == (429, 200)


@pytest.mark.parametrize(
    ("limit", "least", "most", "when"),
    [
        ("1 per minute", 1, 60, "dans [0-9]+ secondes?"), ("1 per hour", 3000, 3600, "dans [56][0-9] minutes"),
        ("1 per day", 80_000, 86_400, "dans 2[34] heures"),
    ],
)  # fmt: skip
def test_who_is_refused_is_told_when_to_come_back(limited: Flask, limit: str, least: int, most: int, when: str) -> None:
    limited.config["LIMITS"]["joining"] = limit
    stranger = Visitor(limited)
    answers = [stranger.open("/join/x") for _ in range(2)]
    assert [answer.status for answer in answers] == [404, 429]
    assert least <= int(answers[1].response.headers["Retry-After"]) <= most
    assert re.search(f"revenez {when}", answers[1].text)


def test_clubs_cannot_be_founded_again_and_again_but_matches_can_be_started(limited: Flask) -> None:
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(("Ana", "Bob", "Chloé"))]
    keeper, statuses = Visitor(limited), []
    for visitor in (keeper, Visitor(limited), Visitor(limited), keeper, keeper):
        statuses.append([visitor.send("/new/ascenseur", sent).status for sent in ([("seat.0", "Ana")], seats)])
    assert statuses == [[422, 303], [422, 303], [429, 429], [422, 303], [422, 303]]
    assert keeper.send("/clubs", []).status == 429


def test_a_club_costs_its_address_a_founding_also_where_no_match_starts(limited: Flask) -> None:
    limited.config["QUOTAS"] = Quotas(club_bytes=1)
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(("Ana", "Bob", "Chloé"))]
    assert [Visitor(limited).send("/new/ascenseur", seats).status for _ in range(4)] == [507, 507, 429, 429]
    with limited.app_context():
        assert len(all_clubs()) == 2


def test_the_pages_of_a_match_know_no_limit(limited: Flask) -> None:
    match = new_match(Visitor(limited))
    assert {state(match.visitor, match, "0-0").status_code for _ in range(50)} == {304}


def test_limits_can_be_turned_off(url: str, tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, database_url=url, secret_key=SECRET, limits=False))
    visitor = Visitor(app)
    assert {visitor.send("/recover", [("code", "x")]).status for _ in range(15)} == {422}
    put_away(app)


@pytest.mark.parametrize("role", ["watcher", "keeper", "match"])
def test_who_joins_by_a_code_made_in_a_match_arrives_there(app: Flask, match: WebMatch, role: str) -> None:
    link = link_for(match.visitor, role, match.public_id)
    assert join(Visitor(app), link).location == match.path
    if role != "match":
        assert join(Visitor(app), link_for(match.visitor, role)).location == "/"
        match.visitor.send(f"{match.path}/delete", [])
        assert join(Visitor(app), link).location == "/"
