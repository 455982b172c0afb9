"""Names that look alike at one table, or in one club, are asked about; nobody is refused for a name."""

import subprocess
import sys

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from referee.store.database.models import Club, Device, Evening, Match, RecordRow
from referee.store.database.orm_base import db
from referee.web.answers import similar_names
from referee.web.answers.similar_names import alike, is_visible, resembling
from tests.web.corrections.test_corrections import bids, edited
from tests.web.table import WebMatch
from tests.web.visitor import Form, Page, Visitor

CYRILLIC, HIDDEN = "Аna", "An\u200da"
"""With a Cyrillic А; with a sign that nobody sees."""


@pytest.mark.parametrize(("name", "other"), [
    ("Ana", CYRILLIC), ("Ana", HIDDEN), ("Ana", "ana"), ("ANA", CYRILLIC), ("Ana B", "Ana\u00a0B"), ("Ana B", "Ana  B"),
    ("Ana", "A\u2060na\ufeff"), ("Ilan", "llan"), ("Io", "lo"), ("O'Neil", "0'Neil"), ("O'Neil", "O’Neil"),
    ("Ana", "\U0001d400na"), ("Zoé", "Zoе\u0301"), ("Marne", "Mame"), ("Bob", "Воb"), ("X", "Х"), ("🂡\ufe0f", "🂡"),
    ("Ana\u2800", "Ana"), ("Νίκος", "Nίκος"), ("Jean-Luc", "Jean‑Luc"), ("ana", "аnа"),
    ("Ana", "Ａｎａ"), ("Zoé", "Ｚｏé"), ("ガロ", "ｶﾞﾛ"),
])  # fmt: skip
def test_these_look_alike(name: str, other: str) -> None:
    assert alike([name, "Zébulon", other]) == [(name, other)]
    assert alike([other, name]) == [(other, name)]
    assert resembling(name, ["Zébulon", name, other]) == other


@pytest.mark.parametrize(("name", "other"), [
    ("Ana", "Anna"), ("Zoé", "Zoe"), ("Ana", "Ada"), ("Éric", "Eric"), ("Ana", "Ana 2"), ("Jean Luc", "Jean-Luc"),
    ("Bob", "Rob"), ("李", "王"), ("🂡", "🂢"), ("Ana", ""),
])  # fmt: skip
def test_these_do_not(name: str, other: str) -> None:
    assert alike([name, other]) == []


@given(st.text(max_size=40), st.text(max_size=40))
def test_likeness_goes_both_ways_and_nobody_is_alike_to_oneself(name: str, other: str) -> None:
    assert bool(alike([name, other])) == bool(alike([other, name]))
    assert alike([name, name]) == []


@pytest.mark.parametrize(("name", "seen"), [
    ("Ana", True), ("🂡", True), ("é", True), ("\u200b", False), ("\u2060\ufeff", False), ("\u3164", False),
    ("\u2800 \u00ad", False), ("\u00a0", False),
])  # fmt: skip
def test_a_name_that_shows_nothing_is_known(name: str, seen: bool) -> None:
    assert is_visible(name) is seen


def test_the_table_of_signs_is_read_only_when_somebody_is_named() -> None:
    ask = "import sys, referee.web; print('confusable_homoglyphs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True).stdout == "False\n"


# A new match


def seated(visitor: Visitor, *names: str, game: str = "whistiti") -> Form:
    form = visitor.open(f"/new/{game}").form(f"/new/{game}")
    for seat, name in enumerate(names):
        form.fill(f"seat.{seat}", name)
    return form


def asked(page: Page) -> list[str]:
    return [element.text() for element in page.document.all(class_="alike")]


@pytest.mark.parametrize(("language", "question"), [
    ("fr", "« Аna » (place 3) ressemble à « Ana » (place 1)"),
    ("en", "“Аna” (seat 3) looks like “Ana” (seat 1)"),
])  # fmt: skip
def test_names_that_look_alike_at_one_table_are_asked_about_before_it_starts(
    app: Flask, language: str, question: str
) -> None:
    visitor = Visitor(app, language)
    form = seated(visitor, "Ana", "Bob", CYRILLIC, "Dan").fill("dealer", "2").fill("option.target", "31")
    page = form.send()
    assert page.status == 422
    assert question in asked(page)[0].replace("\u202f", " ").replace("\u00a0", " ")
    again = page.form("/new/whistiti")
    assert [again.value(f"seat.{seat}") for seat in range(4)] == ["Ana", "Bob", CYRILLIC, "Dan"]
    assert (again.value("dealer"), again.value("option.target")) == ("2", "31")
    started = again.fill("alike", f"Ana\t{CYRILLIC}").send()
    assert started.status == 303
    value = visitor.open(f"{started.location}/export").response.get_json()
    assert (value["players"], value["dealer"]) == (["Ana", "Bob", CYRILLIC, "Dan"], CYRILLIC)


def test_every_pair_is_asked_about_and_an_answer_is_good_for_its_own_pair_alone(app: Flask) -> None:
    visitor = Visitor(app)
    page = seated(visitor, "Ana", "ana", "Bob", "Воb").send()
    assert (page.status, len(asked(page))) == (422, 2)
    page = page.form("/new/whistiti").fill("alike", "Ana\tana").send()
    assert (page.status, len(asked(page))) == (422, 2)
    form = page.form("/new/whistiti")
    assert form.values("alike") == ["Ana\tana"]
    page = form.fill("seat.1", HIDDEN).fill("seat.3", "Dan").send()
    assert (page.status, len(asked(page))) == (422, 1)
    assert page.form("/new/whistiti").values("alike") == []


def test_a_fault_and_a_likeness_are_told_on_one_page(app: Flask) -> None:
    page = seated(Visitor(app), "Ana", "ana", "Bob").send()
    assert page.status == 422
    assert "se joue à 4" in page.text.replace("\u202f", " ").replace("\u00a0", " ")
    assert len(asked(page)) == 1


def test_a_table_of_different_names_is_asked_nothing(app: Flask) -> None:
    assert seated(Visitor(app), "Ana", "Anna", "Zoé", "Zoe").send().status == 303


@pytest.mark.parametrize("name", ["\u200b", "\u2060\ufeff", "\u3164"])
def test_a_name_that_shows_nothing_is_refused_at_its_seat(app: Flask, name: str) -> None:
    page = seated(Visitor(app), "Ana", "Bob", name, "Dan").send()
    assert page.status == 422
    seat = page.document.all(class_="seat")[2]
    assert "ne se voit pas" in seat.text()


# A player of the club


def new_player(visitor: Visitor, name: str) -> Page:
    return named_form(visitor.open("/players")).fill("name", name).send()


def named_form(page: Page) -> Form:
    return next(form for form in page.forms() if "name" in form.names())


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    visitor = Visitor(app)
    assert seated(visitor, "Ana", "Bob", "Chloé", "Dan").send().status == 303
    return visitor


def test_a_new_player_whose_name_looks_like_anothers_is_asked_about(keeper: Visitor) -> None:
    page = new_player(keeper, CYRILLIC)
    assert page.status == 422
    assert "ressemble à" in asked(page)[0]
    form = named_form(page)
    assert form.value("name") == CYRILLIC
    made = form.fill("alike", "Ana").send()
    assert made.status == 303
    assert made.follow().document.all("h1")[0].text().endswith(CYRILLIC)


def test_a_name_that_is_taken_says_so_and_asks_nothing(keeper: Visitor) -> None:
    page = new_player(keeper, "Ana")
    assert (page.status, asked(page)) == (422, [])
    assert "déjà Ana" in page.text


def test_a_player_who_takes_a_name_like_anothers_is_asked_about(keeper: Visitor) -> None:
    bob = next(
        link
        for link in keeper.open("/players").links()
        if link.startswith("/players/") and keeper.open(link).document.all("h1")[0].text().endswith("Bob")
    )
    page = keeper.open(f"{bob}/edit").form("/edit").fill("name", HIDDEN).fill("mark", "B2").send()
    assert page.status == 422
    assert "ressemble à" in asked(page)[0]
    form = page.form("/edit")
    assert (form.value("name"), form.value("mark")) == (HIDDEN, "B2")
    assert form.fill("alike", "Ana").send().status == 303
    own = keeper.open(f"{bob}/edit").form("/edit").fill("mark", "B3").send()
    assert own.status == 303  # the name was answered for
    changed = keeper.open(f"{bob}/edit").form("/edit").fill("name", "bob").send()
    assert changed.status == 303


@pytest.mark.parametrize("path", ["/players", "edit"])
def test_a_player_whose_name_shows_nothing_is_refused(keeper: Visitor, path: str) -> None:
    if path == "edit":
        link = next(link for link in keeper.open("/players").links() if link.startswith("/players/"))
        page = keeper.open(f"{link}/edit").form("/edit").fill("name", "\u200b").send()
    else:
        page = new_player(keeper, "\u200b")
    assert page.status == 422
    assert "ne se voit pas" in page.text


def test_a_note_that_shows_nothing_is_refused(match: WebMatch) -> None:
    refused = match.form("note").fill("text", "\u200b \u2060").send()
    assert refused.status == 422
    assert "Ce texte ne se voit pas" in refused.text


def test_other_texts_that_show_nothing_are_none(app: Flask, match: WebMatch) -> None:
    """Of a club, a phone, a program, an evening, a correction and a free sheet."""
    keeper, nothing = match.visitor, "\u200b\u3164"
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    keeper.send("/share/name", [("name", nothing)])
    keeper.send("/clubs/device", [("name", nothing)])
    evening = next(link for link in keeper.open("/evenings").links() if link.startswith("/evenings/"))
    keeper.open(f"{evening}/edit").form("/edit").fill("title", nothing).fill("note", nothing).send()
    assert keeper.send("/share/programs", [("role", "keeper"), ("name", nothing)]).status == 422
    corrected = edited(match, 0, bids(1, 1, 1, 1, 1)).form("/corrections").fill("reason", nothing).send()
    assert corrected.status == 303
    free = keeper.open("/new/feuille-libre").form("/new/feuille-libre")
    for seat, name in enumerate(("Ana", "Bob")):
        free.fill(f"seat.{seat}", name)
    assert free.fill("option.title", nothing).send().status == 303
    with app.app_context():
        assert db.session.scalars(select(Club.name)).one() == ""
        assert db.session.scalars(select(Device.name)).one() == ""
        assert {*db.session.execute(select(Evening.title, Evening.note)).tuples()} == {("", "")}
        assert {*db.session.scalars(select(RecordRow.reason))} == {""}
        assert {match.options.get("title", "") for match in db.session.scalars(select(Match))} == {""}


def test_a_text_that_is_too_long_for_a_name_is_measured_before_it_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[int]()
    monkeypatch.setattr(similar_names, "_skeleton", lambda name: compared.append(len(name)) or name)
    long, names = "a" * 40_000, [f"joueur {n}" for n in range(200)]
    assert resembling(long, names) is None
    assert alike([long, long + "b"]) == []
    assert compared == []
    assert resembling("Ana", names) is None
    assert max(compared) <= 40
    assert len(compared) == 2 * 201


def test_what_is_remembered_of_signs_is_bounded() -> None:
    most = similar_names.prototype_of.cache_info().maxsize
    assert most is not None
    assert most <= 10_000
