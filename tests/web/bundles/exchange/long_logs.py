"""Thousands of entries at once in a match of an application, as if keepers had noted one after another."""

from flask import Flask
from sqlalchemy import select

from referee.matches.log import Record
from referee.store.database.models import Match, now
from referee.store.database.orm_base import db
from referee.store.matches.matches import append_imported
from referee.store.matches.stored_match import load


def note_many(app: Flask, public_id: str, texts: list[str], at_once: bool = False) -> None:
    """Append a note for each text, each a batch of its own, or all of them one."""
    with app.app_context():
        club = db.session.scalars(select(Match.club_id).where(Match.public_id == public_id)).one()
        stored = load(club, public_id)
        assert stored is not None
        records = [
            Record(
                position,
                {"step": "note", "text": text},
                batch=len(stored.log) if at_once else position,
                recorded_at=now(),
            )
            for position, text in enumerate(texts, len(stored.log))
        ]
        assert append_imported(stored, records).outcome == "recorded"
