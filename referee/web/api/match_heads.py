"""A match in a list for programs."""

from __future__ import annotations

from collections.abc import Sequence

from referee.store.database.models import Match
from referee.store.evenings.evenings import winners_of
from referee.store.matches.stored_match import is_readable
from referee.web.api.models import MatchInList


def heads_of(matches: Sequence[Match]) -> list[MatchInList]:
    winners = winners_of([match.id for match in matches if match.over])
    return [
        MatchInList(
            match.public_id,
            match.game,
            match.players,
            match.over,
            int(match.length),
            match.created_at,
            match.changed_at,
            list(winners.get(match.id, ())),
            not is_readable(match),
        )
        for match in matches
    ]
