"""A record of before half characters were refused: it is read with the sign replaced, and so shown and exported."""

from flask import Flask
from sqlalchemy import update

from referee.store.database.models import RecordRow
from referee.store.database.orm_base import db
from referee.store.database.stored_json import read_stored
from tests.web.table import new_match
from tests.web.visitor import Visitor
from tests.web.world import BIDS

HALF = {"step": "note", "text": "as \ud83c tout seul"}


def test_whole_signs_stay_as_they_are() -> None:
    assert read_stored('["\\ud83c\\udca1", "\\\\ud83c"]') == ["\U0001f0a1", "\\ud83c"]
    assert read_stored('["\\ud83c"]') == read_stored(b'["\\ud83c"]') == ["\ufffd"]


def test_half_a_character_that_stands_in_a_log_hinders_nobody(app: Flask) -> None:
    match = new_match(Visitor(app))
    match.record(BIDS)
    match.record({"step": "note", "text": "entier"})
    with app.app_context():
        db.session.execute(update(RecordRow).where(RecordRow.position == 1).values(entry=HALF))
        db.session.commit()
        app.extensions["replayed logs"].clear()
    for address in (match.path, f"{match.path}/log", f"{match.path}/handover", "/sync/archive"):
        assert match.visitor.open(address).status == 200
    page = match.visitor.open(f"{match.path}/export")
    assert page.status == 200
    assert "as \ufffd tout seul" in page.response.get_data(as_text=True)
    assert match.visitor.open("/club/export").status == 200
    match.record({"step": "note", "text": "on continue"})
