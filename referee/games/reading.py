"""Taking raw values apart: each reader gives the clean value, or None and every fault it found (``match.entry``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.games.table import LONGEST_NAME, clean_name, is_name
from referee.games.violation import Violation
from referee.words import Text, names, quoted, say

__all__ = [
    "Labelled", "NO_NAME", "Read", "Reader", "beyond", "faulty", "listed", "new_name", "numbers", "one_of",
    "per_player", "player_named", "repeated", "whole",
]  # fmt: skip

Labelled = tuple[tuple[str, Text], ...]
"""The ids that may be chosen, each with the words shown for it."""

NO_NAME = say("Un nom a de 1 à %(most)s signes, sans caractère invisible.", most=LONGEST_NAME)

Read = tuple[Any, list[Violation]]
Reader = Callable[[str, Any], Read]


def faulty(path: str | None, message: Text) -> Violation:
    """A value that has not the shape asked for (article ``match.entry``)."""
    return Violation("match.entry", path, message)


def whole(path: str, raw: Any) -> Read:
    """A whole number: a boolean is none, 3.0 is not 3."""
    if type(raw) is int:
        return raw, []
    return None, [faulty(path, say("Il faut un nombre entier."))]


def player_named(path: str, raw: Any, players: tuple[str, ...]) -> Read:
    """One of these players, by name."""
    if isinstance(raw, str):
        name = raw if raw in players else clean_name(raw)
        if name in players:
            return name, []
        return None, [faulty(path, say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name)))]
    return None, [faulty(path, say("Il faut le nom d'un joueur."))]


def new_name(path: str, raw: Any) -> Read:
    """The name of somebody who need not be one of the players."""
    name = clean_name(raw) if isinstance(raw, str) else ""
    return (name, []) if is_name(name) else (None, [faulty(path, NO_NAME)])


def one_of(path: str, raw: Any, choices: Labelled) -> Read:
    """One of the ids that may be chosen."""
    for known, _ in choices:
        if raw == known:
            return known, []
    return None, [faulty(path, say("À choisir parmi : %(choices)s.", choices=names(words for _, words in choices)))]


def numbers(key: str, raw: Any, players: tuple[str, ...]) -> Read:
    """A whole number for every player: the usual case at once, anything else name by name."""
    if isinstance(raw, dict) and len(raw) == len(players) and all(type(raw.get(player)) is int for player in players):
        return {player: raw[player] for player in players}, []
    return per_player(key, raw, players, whole)


def per_player(key: str, raw: Any, players: tuple[str, ...], one: Reader) -> Read:
    """A value for every player, in the players' order; a missing, unknown or repeated name is a fault."""
    if not isinstance(raw, dict):
        return None, [faulty(key, say("Il faut une valeur pour chaque joueur."))]
    wrong: list[Violation] = []
    found: dict[str, Any] = {}
    for raw_name, raw_value in raw.items():
        name = clean_name(raw_name)
        path = f"{key}.{name}"
        if name not in players:
            wrong.append(faulty(path, say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name))))
        elif name in found:
            wrong.append(faulty(path, say("%(name)s est nommé deux fois.", name=name)))
        else:
            found[name], faults = one(path, raw_value)
            wrong.extend(faults)
    wrong.extend(
        faulty(f"{key}.{player}", say("Il manque la valeur pour %(player)s.", player=player))
        for player in players
        if player not in found
    )
    return (None, wrong) if wrong else ({player: found[player] for player in players}, [])


def listed(key: str, raw: Any, usual: tuple[Any, ...], one: Reader) -> Read:
    """Each item as it is where it is one of the ``usual``; else as ``one`` reads it."""
    if not isinstance(raw, (list, tuple)):
        return None, [faulty(key, say("Il faut une liste."))]
    wrong: list[Violation] = []
    read: list[Any] = []
    for index, item in enumerate(raw):
        if item in usual:
            read.append(item)
            continue
        value, faults = one(f"{key}.{index}", item)
        read.append(value)
        wrong.extend(faults)
    return (None, wrong) if wrong else (tuple(read), [])


def beyond(article: str, path: str, value: int, low: int, high: int, player: str | None = None) -> Violation:
    """A number that is not from ``low`` to ``high`` (``article``); ``player``: whose it is."""
    if player is None:
        message = say("De %(low)s à %(high)s ; %(value)s est impossible.", low=low, high=high, value=value)
    else:
        message = say(
            "%(player)s : de %(low)s à %(high)s ; %(value)s est impossible.",
            player=player, low=low, high=high, value=value,
        )  # fmt: skip
    return Violation(article, path, message)


def repeated(article: str, key: str, value: tuple[str, ...]) -> Iterator[Violation]:
    """Names that stand in the list more than once (``article``)."""
    twice = sorted({name for name in value if value.count(name) > 1}, key=value.index)
    if twice:
        yield Violation(article, key, say("%(names)s : deux fois dans la liste.", names=names(twice)))
