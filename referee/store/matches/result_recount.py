"""Count the results of finished matches again whose rows a migration removed."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from referee.store.database.models import Match, Result, StandIn
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.match_results import rebuild, replayed
from referee.store.matches.matches import log_of, setup_of


def count_what_waits() -> None:
    """Make the results and figures of the finished matches that have none, of those in which somebody stood in."""
    counted = select(Result.seat).where(Result.match_id == Match.id).exists()
    stood_in = select(StandIn.name).where(StandIn.match_id == Match.id).exists()
    waiting = select(Match.id).where(Match.over.is_(True), Match.deleted_at.is_(None), stood_in, ~counted)
    if not db.session.scalars(waiting.limit(1)).first():
        return
    with writing():
        for match in db.session.scalars(select(Match).where(Match.id.in_(waiting)).order_by(Match.id)):
            with suppress(ValueError):  # one that the games of today refuse is passed over
                rebuild(match, replayed(match, setup_of(match), log_of(match)))
