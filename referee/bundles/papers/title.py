"""The day and the game that the title above a table names: suggestions, which the person sees and can change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from referee.bundles.papers.cells import Order, read_moment
from referee.bundles.papers.game_names import known_game, plain_name
from referee.games.registry import GAMES
from referee.words import LANGUAGES

SIGNS = "«»\"'()[]:;,.!?–—-"
LONGEST = 4
"""Words of a date or of the name of a game."""


def day_in_title(title: str, order: Order | None) -> date | None:
    """The day in a title; None where there is none, or where it can be read both ways and nothing says how.

    >>> day_in_title("Soirée du vendredi 7 novembre 2025, chez Ana", "day").isoformat()
    '2025-11-07'
    >>> day_in_title("Saison 2025", "day"), day_in_title("07/11/2025", None)
    (None, None)
    """
    for words in _parts(title):
        moment = read_moment(words, order or "day")
        if moment is not None:
            return None if moment.other and order is None else moment.day
    return None


def game_in_title(title: str, own: Collection[str]) -> str:
    """The name of a game in a title, as it is written there; "" where there is none.

    :param own: the games that the club keeps by name.

    >>> game_in_title("Soirée tarot du 7 novembre", []), game_in_title("Partie de Skyjo", []), game_in_title("2025", [])
    ('tarot', 'Skyjo', '')
    """
    names = {plain_name(name) for name in [*own, *_makers_names()]}
    parts = (words for words in _parts(title) if plain_name(words))
    return next((words for words in parts if known_game(words) is not None or plain_name(words) in names), "")


def _makers_names() -> Iterator[str]:
    for game in GAMES.values():
        if not game.options_for_name:
            continue
        for setup in game.named_setups:
            for language in LANGUAGES:
                yield setup.name.render(language)


def _parts(title: str) -> Iterator[str]:
    """The runs of words of a title, the longest first, without the signs around them."""
    words = title.split()[:30]
    for length in range(min(LONGEST, len(words)), 0, -1):
        for at in range(len(words) - length + 1):
            yield " ".join(words[at : at + length]).strip(SIGNS)
