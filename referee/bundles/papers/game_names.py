"""The game of a name in a table: by id, name, other name, in either language, without accents, article or plural."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from referee.desk.articles import other_names
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from referee.words.folding import folded

ARTICLE = re.compile(r"^(?:l'|les? |la |the |au |a la |aux? )")
SIGNS = re.compile(r"[^a-z0-9]+")
AT_A_NUMBER = re.compile(r" (?:a|at|for|pour|de) (?:\d|trois|quatre|cinq|six|three|four|five)(?: joueurs| players)?$")


@cache
def known_game(name: str) -> Game | None:
    """The game that has this name; None for a name of none.

    >>> [known_game(name).id for name in ("Huit américain", "Crazy Eights", "Oh Hell", "LE TAROT", "tarot à 5")]
    ['huit-americain', 'huit-americain', 'ascenseur', 'tarot', 'tarot']
    """
    wanted = plain_name(name)
    if not wanted or len(name) > 60:
        return None
    table = _games_by_plain_name()
    return table.get(wanted) or table.get(AT_A_NUMBER.sub("", wanted))


def plain_name(name: str) -> str:
    """A name for comparison: letters and digits alone, without article, each word without its plural."""
    bare = ARTICLE.sub("", folded(name.strip()))
    words = SIGNS.sub(" ", bare).split()
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words)


@cache
def _games_by_plain_name() -> dict[str, Game]:
    """The games by their plain names; what only one game says."""
    table: dict[str, Game] = {}
    for game in GAMES.values():
        if not game.options_for_name:
            for name in _names(game):
                table.setdefault(plain_name(name), game)
    return table


def _names(game: Game) -> Iterator[str]:
    yield game.id
    for language in LANGUAGES:
        yield game.name.render(language)
        yield from other_names(game.id, language)


def written_name(game: Game, options: Mapping[str, Any], language: str) -> str:
    """The name of a match's game in a file that goes out, by which it is found again.

    A sheet's own name that is another game's stands behind the sheet's.
    """
    own = game.own_name(options)
    name = game.name.render(language)
    if not own:
        return name
    return f"{name} : {own}" if known_game(own) or _begins_with_sheet(own) else own


def name_on_sheet(name: str) -> str | None:
    """The own name in what ``written_name`` wrote of a sheet, "" of one without; None of any other name."""
    for game in GAMES.values():
        if game.options_for_name:
            for language in LANGUAGES:
                sheet = game.name.render(language)
                if name == sheet:
                    return ""
                if name.startswith(f"{sheet} : "):
                    return name.removeprefix(f"{sheet} : ")
    return None


def _begins_with_sheet(name: str) -> bool:
    return name_on_sheet(name) is not None


def all_names() -> dict[str, Game]:
    """The games by every name that they have, as it is written."""
    return {name: game for game in GAMES.values() if not game.options_for_name for name in _names(game)}
