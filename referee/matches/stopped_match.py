"""A match that the table ended by agreement before its own end: whether it did, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.table import Table
from referee.game_definition.game import Game
from referee.words import Text, say, say_n


def has_own_end(game: Game, table: Table) -> bool:
    """Whether a match by these rules ends by itself: after deals, at points, or when nobody else is left."""
    ending = game.ending(table)
    return ending.deals is not None or ending.target is not None or ending.by_position


def is_stopped_early(game: Game, table: Table, last: Mapping[str, Any]) -> bool:
    """Whether the last entry ended the match before its own end."""
    return bool(last["step"] == "end") and has_own_end(game, table)


def is_won(game: Game, table: Table, last: Mapping[str, Any]) -> bool:
    """Whether the first place counts as won: at the match's own end, or where the table said so as it stopped."""
    return not is_stopped_early(game, table, last) or bool(last.get("won"))


def stop_in_words(deals: int, planned: int | None) -> Text:
    """After how many deals a match was stopped, of how many if that is fixed.

    >>> stop_in_words(3, 24).render("fr")
    'arrêtée après 3 donnes sur 24'
    """
    if not deals:
        return say("arrêtée avant la première donne")
    if planned is None:
        return say_n("arrêtée après %(n)s donne", "arrêtée après %(n)s donnes", deals)
    return say_n("arrêtée après %(n)s donne sur %(of)s", "arrêtée après %(n)s donnes sur %(of)s", deals, of=planned)
