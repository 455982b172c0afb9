"""A season on paper is shown before it is noted, all of it or nothing, each match once, and undone in one tap."""

import io

from flask import Flask
from sqlalchemy import func, select

from referee.local_time import local_day
from referee.store.database.models import Evening, Match, Player, Result
from referee.store.database.orm_base import db
from tests.web.table import new_match
from tests.web.visitor import Form, Page, Visitor

TABLE = """date;jeu;Ana;Bob;Chloé;Dan;Éric
07/11/2025;Tarot;120;-40;-40;-40;
07/11/2025;Belote;1010;640;640;1010;
14/11/2025;Skyjo;45;101;30;;88
14/11/2025;Ascenseur;12;55;-4;20;31
"""


def form(visitor: Visitor) -> Form:
    return visitor.open("/club/season").form("/club/season")


def preview(visitor: Visitor, table: str = TABLE) -> Page:
    return form(visitor).fill("table", table).send()


def note_table(visitor: Visitor, table: str = TABLE) -> Page:
    return preview(visitor, table).form("/club/season").send(("noted", "1"))


def counts(app: Flask) -> tuple[int, int]:
    """The matches of the club that are not thrown away, and its evenings."""
    with app.app_context():
        matches = db.session.scalar(select(func.count()).select_from(Match).where(Match.deleted_at.is_(None)))
        return matches or 0, db.session.scalar(select(func.count()).select_from(Evening)) or 0


def test_a_season_is_shown_first_and_noted_at_a_tap(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = preview(visitor)
    text = page.document.text()
    assert "4 parties à noter" in text
    assert "Éric" in text.partition("Nouveaux joueurs")[2].partition(".")[0]
    assert counts(app) == (1, 1)

    assert "4 parties sont notées" in note_table(visitor).document.text()
    assert counts(app) == (5, 3)
    with app.app_context():
        days = sorted(local_day(moment).isoformat() for moment in db.session.scalars(select(Result.finished_at)))
        assert days == ["2025-11-07"] * 8 + ["2025-11-14"] * 9
        winners = (
            select(Player.name, Result.game).join(Result, Result.player_id == Player.id).where(Result.won.is_(True))
        )
        assert sorted(tuple(row) for row in db.session.execute(winners)) == [
            ("Ana", "belote"), ("Ana", "tarot"), ("Bob", "ascenseur"), ("Chloé", "feuille-libre"), ("Dan", "belote"),
        ]  # fmt: skip
    assert "novembre 2025" in visitor.open("/evenings").document.text()


def test_the_same_table_again_doubles_nothing(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    note_table(visitor)
    again = preview(visitor, TABLE + "21/11/2025;Uno;500;20;;;\n").document.text()
    assert "1 partie à noter" in again
    assert "4 autres sont déjà ici" in again
    nothing = preview(visitor)
    assert "0 partie à noter" in nothing.document.text()
    assert [button for button in nothing.form("/club/season").buttons() if button[0] == "noted"] == []
    assert counts(app) == (5, 3)


def test_two_equal_lines_are_two_matches(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    line = "07/11/2025;Tarot;120;-40;-40;-40;\n"
    note_table(visitor, TABLE.partition("\n")[0] + "\n" + line + line)
    assert counts(app) == (3, 2)


def test_one_wrong_line_and_nothing_is_noted_or_lost(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    table = TABLE.replace("14/11/2025;Skyjo;45", "14/31/2025;Skyjo;quarante")
    page = preview(visitor, table)
    assert page.status == 422
    assert "Ligne 4" in page.document.text()
    assert page.form("/club/season").value("table").split() == table.split()
    sent = visitor.send("/club/season", [("table", table), ("noted", "1")])
    assert sent.status == 422
    assert counts(app) == (1, 1)


def test_what_was_noted_goes_into_the_bin_in_one_tap(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = note_table(visitor)
    assert page.form("/club/season/undo").send().location == "/deleted"
    assert counts(app)[0] == 1
    assert "4 parties à noter" in preview(visitor).document.text()


def test_a_file_of_a_spreadsheet_is_read_like_what_is_pasted(visitor: Visitor) -> None:
    new_match(visitor)
    for raw in (TABLE.encode("utf-8-sig"), TABLE.encode("cp1252")):
        answer = visitor.client.post(
            "/club/season", data={"file": (io.BytesIO(raw), "saison.csv")}, headers=visitor.headers()
        )
        assert answer.status_code == 200
        assert "Éric" in answer.text


def test_a_name_close_to_a_known_one_is_asked_about(visitor: Visitor) -> None:
    new_match(visitor)
    page = preview(visitor, TABLE.replace("Chloé", "chloé"))
    assert "« chloé » ressemble à « Chloé »" in " ".join(page.document.text().split())


def test_another_clubs_match_cannot_be_thrown_away(app: Flask, visitor: Visitor) -> None:
    others = new_match(Visitor(app))
    new_match(visitor)
    visitor.send("/club/season/undo", [("noted", others.public_id)])
    assert counts(app)[0] == 2


def test_a_line_whose_totals_cannot_add_up_is_shown_with_the_article_and_may_be_noted(
    app: Flask, visitor: Visitor
) -> None:
    new_match(visitor)
    page = preview(visitor, "date;jeu;Ana;Bob;Chloé;Dan\n07/11/2025;Tarot;120;-40;-40;-30\n07/11/2025;Barbu;9;1;1;1\n")
    text = page.document.text()
    assert text.count("ensemble") == 1
    assert "Ces totaux font 10 ensemble, au lieu de 0 : une erreur ? § Ce que rapporte une donne" in text
    page.form("/club/season").send(("noted", "1"))
    assert counts(app)[0] == 3
