"""The line of the home page about the evening that goes on: how many matches were finished, and who won them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from referee.local_time import local
from referee.store.database.models import Match, now
from referee.store.evenings.evenings import Winner, evening_with_id, matches_of, winners_of
from referee.store.matches.current_evening import QUIET
from referee.words import Text, say, say_n

NAMED = 3
"""Winners that are named."""


@dataclass(frozen=True, slots=True)
class Tonight:
    """The finished matches of an evening: their number, when the first one began, and how many each side won."""

    public_id: str
    matches: int
    since: datetime
    wins: tuple[tuple[str, int], ...]

    @property
    def words(self) -> Text:
        hour = f"{local(self.since):%H:%M}"
        return say_n("partie ce soir, depuis %(hour)s", "parties ce soir, depuis %(hour)s", self.matches, hour=hour)

    @property
    def winners(self) -> Text | None:
        """ "Zoé en gagne 2, Bob 1"; None where no match had a winner."""
        if not self.wins:
            return None
        (first, times), *others = self.wins[:NAMED]
        more = "".join(f", {side} {number}" for side, number in others)
        return say("%(who)s en gagne %(n)s%(others)s", who=first, n=times, others=more)


def tonight(finished: Collection[Match], winners: Mapping[int, Mapping[str, Winner]]) -> Tonight | None:
    """The evening of the match that was finished last; None where that is eight hours ago.

    :param winners: those of the matches ``finished``, by their ids; only of others they are asked for.
    """
    last = max(finished, key=lambda match: match.changed_at, default=None)
    if last is None or last.evening_id is None or now() - last.changed_at >= QUIET:
        return None
    evening = evening_with_id(last.evening_id)
    if evening is None or evening.closed_at is not None:
        return None
    matches = [match for match in matches_of([evening.id])[evening.id] if match.over]
    known = {match.id for match in finished}
    further = winners_of([match.id for match in matches if match.id not in known])
    won = _wins({match.id: winners.get(match.id, further.get(match.id, {})) for match in matches})
    return Tonight(evening.public_id, len(matches), evening.opened_at, tuple(won.most_common()))


def _wins(winners: Mapping[int, Mapping[str, Winner]]) -> Counter[str]:
    """How many of these matches each side won; a match that was stopped has none, unless the table said so."""
    won: Counter[str] = Counter()
    for sides in winners.values():
        won.update(side for side, winner in sides.items() if winner.won)
    return won
