"""A table from elsewhere is shown as it is taken, corrected, recorded whole, once, and taken back in one tap."""

import json
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee.local_time import local_day
from referee.store.database.models import Evening, Match, Player, RecordRow, Result
from referee.store.database.orm_base import db
from referee.web.bundles import papers_pages
from tests.web.bundles.papers import ADDRESS, choose, form_of, may_record, paste, record, send_file
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

TABLE = """date;jeu;Ana;Bob;Chloé;Dan;Éric
14/11/2025;Tarot;120;-40;-40;-40;
14/11/2025;Belote;1010;640;640;1010;
21/11/2025;Papayoo;45;101;30;;88
21/11/2025;Ascenseur;12;55;-4;20;31
"""


def counts(app: Flask) -> tuple[int, int, int]:
    """The matches of the clubs that are not thrown away, their evenings, their players."""
    with app.app_context():
        matches = db.session.scalar(select(func.count()).select_from(Match).where(Match.deleted_at.is_(None)))
        others = (db.session.scalar(select(func.count()).select_from(model)) for model in (Evening, Player))
        return matches or 0, *(number or 0 for number in others)  # type: ignore[return-value]


def winners(app: Flask) -> list[tuple[str, str, str]]:
    """Who won what, and when."""
    with app.app_context():
        query = select(Result.finished_at, Player.name, Result.game).join(Player, Player.id == Result.player_id)
        rows = db.session.execute(query.where(Result.won.is_(True))).all()
        return sorted((local_day(moment).isoformat(), name, game) for moment, name, game in rows)


def words(page: Page) -> str:
    return " ".join(page.document.text().split()).replace("\u202f", " ").replace("’", "'").replace("‑", "-")


def test_a_table_is_shown_first_and_recorded_at_a_tap(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, TABLE)
    assert "4 parties à noter" in words(page)
    assert "Nouveaux joueurs : Éric." in words(page)
    assert "Jeux reconnus : Le Tarot, La Belote et L'Ascenseur." in words(page)
    assert counts(app) == (1, 1, 4)

    done = record(page)
    assert done.location == "/evenings?imported=1"
    assert counts(app) == (5, 3, 5)
    assert winners(app) == [
        ("2025-11-14", "Ana", "belote"), ("2025-11-14", "Ana", "tarot"), ("2025-11-14", "Dan", "belote"),
        ("2025-11-21", "Bob", "ascenseur"), ("2025-11-21", "Chloé", "feuille-libre"),
    ]  # fmt: skip


def test_what_was_recorded_is_taken_back_in_one_tap(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    done = record(paste(visitor, TABLE)).follow()
    assert visitor.open(ADDRESS).form("/back").buttons() == done.form("/back").buttons()  # there it is all day
    visitor.open(ADDRESS).form("/back").send()
    assert counts(app) == (1, 1, 4)
    assert "4 parties à noter" in words(paste(visitor, TABLE))


def test_the_same_table_again_doubles_nothing_and_two_equal_lines_are_two_matches(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    record(paste(visitor, TABLE))
    again = paste(visitor, TABLE + "28/11/2025;Uno;500;20;;;\n")
    assert "1 partie à noter" in words(again)
    assert "4 autres sont déjà ici" in words(again)
    assert not may_record(paste(visitor, TABLE))
    line = "05/12/2025;Tarot;120;-40;-40;-40;\n"
    record(paste(visitor, TABLE.partition("\n")[0] + "\n" + line + line))
    assert counts(app)[0] == 7


def test_nothing_is_recorded_while_a_line_cannot_go_in_unless_it_is_left_out_by_choice(
    app: Flask, visitor: Visitor
) -> None:
    new_match(visitor)
    table = TABLE.replace("21/11/2025;Papayoo;45", "31/31/2025;Papayoo;45")
    page = paste(visitor, table)
    assert "1 ligne ne peut pas être notée : Ligne 4 « 31/31/2025 » n'est pas une date" in words(page)
    assert not may_record(page)
    forced = visitor.send(form_of(page).action, [*form_of(page).pairs, ("record", "1")])
    assert (forced.status, counts(app)[0]) == (422, 1)
    left = choose(page, leave="1")
    record(left)
    assert counts(app)[0] == 4


def test_names_are_asked_once_where_the_first_line_has_none(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "14/11/2025;Papayoo;45;101;30\n21/11/2025;Papayoo;12;55;20\n")
    assert "La première ligne n'a pas de noms : 45, 101 et 30 sont des nombres." in words(page)
    assert not may_record(page)
    named = choose(page, name__2="Ana", name__3="Bob", name__4="Chloé")
    assert may_record(named)
    record(named)
    assert winners(app) == [("2025-11-14", "Chloé", "feuille-libre"), ("2025-11-21", "Ana", "feuille-libre")]


def test_a_date_that_can_be_read_both_ways_is_asked_once_in_words(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date,game,Ana,Bob\n11/12/25,Gin Rummy,410,600\n11/10/25,Gin Rummy,350,515\n")
    assert "est-ce le jeudi 11 décembre 2025 ou le mercredi 12 novembre 2025 ?" in words(page)
    assert not may_record(page)
    record(choose(page, order="month"))
    assert [day for day, _, _ in winners(app)] == ["2025-11-10", "2025-11-12"]


def test_partners_are_asked_once_for_sides_without_names(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date;jeu;Nous;Eux\n14/11/2025;Belote;1010;640\n21/11/2025;Belote;100;1040\n")
    assert "Qui est « Nous » ? 2 noms, une virgule entre eux" in words(page)
    assert not may_record(page)
    record(choose(page, side__Nous="Ana & Dan", side__Eux="Bob & Chloé"))
    assert [name for _, name, _ in winners(app)] == ["Ana", "Dan", "Bob", "Chloé"]


def test_a_game_that_is_not_known_says_who_wins_with_the_switch_beside_it(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date;jeu;Ana;Bob\n14/11/2025;Zorglub;10;55\n")
    assert "« Zorglub » : jeu à vous, le plus haut gagne" in words(page)
    assert "Bob gagne" in words(page)
    turned = choose(page, game__zorglub="low")
    assert "« Zorglub » : jeu à vous, le plus bas gagne (vous l'avez dit)" in words(turned)
    record(turned)
    assert winners(app) == [("2025-11-14", "Ana", "feuille-libre")]
    again = paste(visitor, "date;jeu;Ana;Bob\n21/11/2025;Zorglub;10;55\n")
    assert "le plus bas gagne (comme ici d'habitude)" in words(again)


def test_a_slip_in_the_name_of_a_game_or_a_player_is_asked_about(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date;jeu;Ana B;chloé;Bobb\n14/11/2025;Tarott;10;-5;-5\n")
    text = words(page)
    assert "« Tarott » ressemble à" in text
    for pair in (("Ana B", "Ana"), ("chloé", "Chloé"), ("Bobb", "Bob")):
        assert "« {} » est-ce « {} » ?".format(*pair) in text
    form = form_of(page).fill("same.chloé", "Chloé").fill("same.Bobb", "Bob").fill("game.tarott", "tarot")
    record(form.send())
    assert counts(app)[2] == 5  # Ana B alone is new
    assert winners(app) == [("2025-11-14", "Ana B", "tarot")]


def test_a_remark_is_a_note_of_its_match(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    record(paste(visitor, "date;jeu;Ana;Bob;Remarque\n14/11/2025;Uno;500;20;Bob dormait\n"))
    with app.app_context():
        entries = db.session.scalars(select(RecordRow.entry).order_by(RecordRow.id)).all()
    assert {"step": "note", "text": "Bob dormait"} in entries


def test_a_table_that_lies_down_can_be_turned_round(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "Ana;5;12;1\nBob;8;-2;3\nChloé;1;1;1\n")
    assert "points de Ana" in words(page)
    upright = choose(page, lying="0")
    assert form_of(upright).value("lying") == "0"
    assert form_of(choose(upright, lying="1")).value("kind") == "deals"


def test_a_match_deal_by_deal_asks_its_game_and_its_day(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "Manche,Ana,Bob,Chloé\n1,12,30,5\n2,-2,14,22\n3,45,7,18\nTotal,55,51,45\n")
    assert "À quel jeu ?" in words(page)
    assert not may_record(page)
    ready = choose(page, day="2025-11-14", game="Papayoo")
    assert "3 donnes" in words(ready)
    record(ready)
    assert winners(app) == [("2025-11-14", "Chloé", "feuille-libre")]


def test_matches_of_one_evening_keep_the_order_of_their_hours(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    record(paste(visitor, "date;heure;jeu;Ana;Bob\n14/11/2025;22:10;Uno;1;2\n14/11/2025;20h30;Yams;1;2\n"))
    with app.app_context():
        games = db.session.scalars(select(Match.options).order_by(Match.created_at)).all()
    assert [options.get("title") for options in games][:2] == ["Yams", "Uno"]


def test_match_files_go_in_here_too_and_no_other_json(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    points = {"step": "points", "points": {"Ana": 4, "Bob": 9}}
    file = {
        "format": "referee-match/1",
        "game": "feuille-libre",
        "players": ["Ana", "Bob"],
        "options": {"title": "Morpion"},
        "entries": [points, {"step": "end"}],
    }
    page = send_file(visitor, json.dumps([file, file]).encode(), "parties.json")
    assert not may_record(page)
    record(choose(page, day="2025-11-14"))
    assert counts(app)[0] == 3
    refused = send_file(visitor, b'{"scores": [1, 2]}', "autre.json")
    assert (refused.status, "ne se devine pas" in words(refused)) == (422, True)


def test_a_pasted_table_that_cannot_be_read_is_not_lost(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "a;" * 300 + "b")
    assert page.status == 422
    assert "301 colonnes" in words(page)
    assert page.form(ADDRESS).value("table").startswith("a;a;")
    assert "Collez d'abord un tableau" in words(paste(visitor, ""))


def test_another_clubs_table_is_nobodys(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, TABLE)
    stranger = Visitor(app)
    new_match(stranger)
    assert stranger.open(page.path).status == 404
    assert stranger.send(page.path, [("record", "1")]).status == 404
    assert form_of(page).send(("drop", "1")).location == ADDRESS
    assert visitor.open(page.path).status == 409


def test_a_second_tap_records_nothing_twice(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    form = form_of(paste(visitor, TABLE))
    assert form.send(("record", "1")).status == 303
    second = form.send(("record", "1"))
    assert (second.status, counts(app)[0]) == (409, 5)


def test_without_room_nothing_is_recorded_and_the_table_stays(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.store.database.quotas import Full
    from referee.words import say

    def full(*_: object) -> None:
        raise Full(say("Le club est plein."))

    new_match(visitor)
    page = paste(visitor, TABLE)
    monkeypatch.setattr(papers_pages, "preview_of", full)
    answer = record(page)
    assert (answer.status, counts(app)) == (507, (1, 1, 4))
    monkeypatch.undo()
    assert record(page).status == 303


@pytest.mark.parametrize(
    "content",
    [
        (";".join(["a"] * 100_000) + "\n1").encode(),
        b"date;jeu;Ana;Bob\n14/11/2025;Uno;1;" + b"9" * 131_073,
        b"PK\3\4" + bytes(100),
        b"date;jeu;Ana;Zo\xc3",
        b"\x89PNG\r\n\x1a\n",
    ],
    ids=["columns", "cell", "workbook", "half a character", "picture"],
)
def test_what_is_refused_leaves_nothing_behind(app: Flask, visitor: Visitor, content: bytes) -> None:
    new_match(visitor)
    page = send_file(visitor, content)
    assert page.status == 422
    assert len(page.document.all("p", class_="why")) == 1
    assert counts(app) == (1, 1, 4)
    folder = Path(app.config["DATA"]) / "imports"
    assert not folder.exists() or list(folder.iterdir()) == []


def test_the_page_is_found_under_the_evenings_and_first_where_there_is_none(visitor: Visitor) -> None:
    new_match(visitor)
    assert ADDRESS in visitor.open("/evenings").links()
    visitor.send("/clubs", [])  # a club where nothing was played yet
    assert "Des soirées gardées ailleurs" in words(visitor.open("/evenings"))


def test_a_match_that_was_brought_in_is_from_the_phone_that_brought_it(visitor: Visitor) -> None:
    new_match(visitor)
    record(paste(visitor, TABLE))
    logs = [link for link in visitor.open("/evenings").links() if link.startswith("/evenings/")]
    evening = visitor.open(logs[-1])
    log = next(link for link in evening.links() if link.endswith("/log"))
    assert "téléphone 1" in words(visitor.open(log))
