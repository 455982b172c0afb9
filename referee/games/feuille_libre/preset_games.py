"""Games of other names whose points a free sheet adds up, each with who wins and its usual end.

Only what their makers or federations print of the end of a match; a table changes it like any house rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game_definition.game import NamedSetup
from referee.games.feuille_libre.scoring import HIGH, LOW
from referee.words import LANGUAGES, Text, say


def _game(name: Text, best: str, target: int | None = None, deals: int | None = None) -> NamedSetup:
    ends = {"target": target, "deals": deals}
    return NamedSetup(name, {"best": best, **{key: value for key, value in ends.items() if value is not None}})


NAMED_GAMES = (
    _game(say("6 qui prend !"), LOW, target=66),
    _game(say("Uno"), HIGH, target=500),
    _game(say("Scrabble"), HIGH),
    _game(say("Rummikub"), HIGH),
    _game(say("Triominos"), HIGH, target=400),
    _game(say("Qwirkle"), HIGH),
    _game(say("Yams"), HIGH, deals=13),
    _game(say("Le 10 000"), HIGH, target=10_000),
    _game(say("Flip 7"), HIGH, target=200),
    _game(say("Phase 10"), LOW),
    _game(say("Papayoo"), LOW),
    _game(say("Odin"), LOW, target=15),
    _game(say("Dixit"), HIGH, target=30),
    _game(say("Mille Bornes"), HIGH, target=5000),
    _game(say("Carcassonne"), HIGH),
    _game(say("Jass"), HIGH, target=1000),
    _game(say("Pétanque"), HIGH, target=13),
    _game(say("Ping-pong"), HIGH, target=11),
    _game(say("Badminton"), HIGH, target=21),
    _game(say("Bowling"), HIGH, deals=10),
    _game(say("Mini-golf"), LOW, deals=18),
)


def options_for(name: str, lowest_wins: bool | None = None) -> Mapping[str, Any]:
    """The options of a sheet for a game of this name; ``lowest_wins``: who wins, where a table says it.

    >>> options_for("Odin")
    {'title': 'Odin', 'best': 'low', 'target': 15}
    >>> options_for("Chasse-cœur"), options_for("Chasse-cœur", lowest_wins=True)
    ({'title': 'Chasse-cœur'}, {'title': 'Chasse-cœur', 'best': 'low'})
    """
    plain = _plain(name)
    known = (setup.options for setup in NAMED_GAMES if plain in [_plain(setup.name.render(way)) for way in LANGUAGES])
    options = {"title": name, **next(known, {})}
    return options if lowest_wins is None else {**options, "best": LOW if lowest_wins else HIGH}


def _plain(name: str) -> str:
    """A name without capitals, and with ordinary spaces."""
    return " ".join(name.casefold().split())
