"""The value of each house rule where the table chooses nothing, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.answers.choices import Choice
from referee.answers.house_rules import Option
from referee.desk.articles import article
from referee.game_definition.game import Game
from referee.words import Listing, Text, say


@dataclass(frozen=True, slots=True)
class Usual:
    """What stands where nothing is chosen: always this ``value``, or what the words say where it depends."""

    value: Any
    words: Text


def usual(game: Game, option: Option) -> Usual:
    """Whose word the value is; with the value itself where it is not always the same."""
    law = article(option.article, "fr")
    printed = law is not None and law.authority == "sheet"
    if not callable(option.default):
        return Usual(option.default, say("règle imprimée") if printed else say("d'habitude"))
    value = _value(game, option)
    if printed:
        return Usual(None, say("comme la règle imprimée : %(value)s", value=value))
    return Usual(None, say("comme d'habitude : %(value)s", value=value))


def _value(game: Game, option: Option) -> Any:
    """One value, or one for every number of players, or several where it follows from what else is chosen."""
    by_number = {n: list(dict.fromkeys(_values(game, option, n))) for n in game.players}
    first = next(iter(by_number.values()))
    if any(len(values) > 1 for values in by_number.values()):
        return say("%(values)s, selon le reste", values=Listing(tuple(first), either=True))
    if all(values == first for values in by_number.values()):
        return first[0]
    each = (say("%(value)s à %(n)s", value=values[0], n=n) for n, values in by_number.items())
    return Listing(tuple(each), either=True)


def _values(game: Game, option: Option, n: int) -> Iterator[Any]:
    """What the default comes to with so many players, whatever one other choice of the table may be."""
    players = tuple(f"{seat}" for seat in range(n))
    yield option.asks.in_words(option.default_for(players, {}))
    for other in game.options:
        if isinstance(other.asks, Choice) and other is not option:
            for value, _ in other.asks.choices:
                yield option.asks.in_words(option.default_for(players, {other.id: value}))
