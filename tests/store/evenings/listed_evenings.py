"""The first pages of a club's evenings, as the page of evenings reads them."""

from collections.abc import Sequence

from referee.store.database.models import Evening
from referee.store.evenings.evenings import Filters, evenings, filtered_evenings
from referee.store.players.players import player_register


def listed_evenings(
    club_id: int, filters: Filters | None = None, before: str | None = None
) -> tuple[Sequence[Evening], str | None]:
    """A page of the evenings that the filters let through, and the key of the next page."""
    filtered = filtered_evenings(club_id, filters or Filters(), player_register(club_id))
    return evenings(club_id, filtered, before)
