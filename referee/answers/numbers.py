"""Numbers: one, a few, or one for every player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Known, Read, Reader, read_list
from referee.answers.players import read_for_each, without
from referee.answers.violation import Violation
from referee.words import Text, say

Bound = int | Callable[[Known], int | None]
"""A number, or how it follows from what was read before; None: from something that is wrong itself."""


def bound_under(bound: Bound, known: Known) -> int | None:
    return bound if isinstance(bound, int) else bound(known)


def read_whole(path: str, raw: Any, reader: Reader) -> Read:
    """A whole number: a boolean is none, 3.0 is not 3."""
    return (raw, []) if type(raw) is int else reader.refused(path, say("Il faut un nombre entier."))


def beyond(article: str, path: str, value: int, low: int, high: int, player: str | None = None) -> Violation:
    """A number that is not from ``low`` to ``high`` (``article``); ``player``: whose it is."""
    if player is None:
        message = say("De %(low)s à %(high)s ; %(value)s est impossible.", low=low, high=high, value=value)
    else:
        message = say(
            "%(player)s : de %(low)s à %(high)s ; %(value)s est impossible.",
            player=player,
            low=low,
            high=high,
            value=value,
        )
    return Violation(article, path, message)


def _read_bounded(path: str, raw: Any, reader: Reader, low: int, high: int | None, never: Sequence[int] = ()) -> Read:
    value, wrong = read_whole(path, raw, reader)
    if wrong or high is None:
        return value, wrong
    if not low <= value <= high:
        return None, [beyond(reader.article, path, value, low, high)]
    return reader.refused(path, say("%(value)s est impossible ici.", value=value)) if value in never else (value, [])


@dataclass(frozen=True, slots=True)
class Number(Field):
    """One whole number; ``suggested`` is shown and taken where an optional number is left out of a form.

    ``never``: numbers between ``low`` and ``high`` that cannot be either.
    """

    kind: ClassVar[str] = "number"
    low: int
    high: Bound
    article: str | None = None
    _: KW_ONLY
    suggested: int | None = None
    never: tuple[int, ...] = ()

    def highest(self, known: Known) -> int | None:
        return bound_under(self.high, known)

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        if self.article is not None:
            return read_whole(path, raw, reader)
        return _read_bounded(path, raw, reader, self.low, self.highest(reader.known), self.never)

    def out_of_range(self, value: int, known: Known) -> Iterable[Violation]:
        if self.article is None:
            return ()
        return _read_bounded(self.key, value, Reader(self.article), self.low, self.highest(known), self.never)[1]


@dataclass(frozen=True, slots=True)
class Numbers(Field):
    """From ``fewest`` to ``most`` whole numbers, each from 0 to ``high``.

    With ``among``: one for each of the players told there.
    """

    kind: ClassVar[str] = "numbers"
    fewest: int
    most: int
    high: Bound
    _: KW_ONLY
    among: str | None = None

    def highest(self, known: Known) -> int | None:
        return bound_under(self.high, known)

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        high = self.highest(reader.known)
        players = reader.known.get(self.among, ()) if self.among else ()
        if high is None or (self.among and not players):  # that fact is wrong itself, and is judged first
            return (), []

        def read_item(at: str, item: Any, by: Reader) -> Read:
            return _read_bounded(at, item, by, 0, high)

        if self.among is None:
            return read_list(path, raw, reader, read_item, self.fewest, self.most)
        return read_for_each(path, raw, reader, players, read_item)


@dataclass(frozen=True, slots=True)
class Avoid:
    """The total that all counts together must not make; the last to speak is to blame."""

    total: int
    article: str
    last: str


def _read_numbers(path: str, raw: Any, reader: Reader, players: tuple[str, ...]) -> Read:
    """A whole number for every player: the usual case at once, anything else name by name."""
    if isinstance(raw, dict) and len(raw) == len(players) and all(type(raw.get(player)) is int for player in players):
        return {player: raw[player] for player in players}, []
    return read_for_each(path, raw, reader, players, read_whole)


@dataclass(frozen=True, slots=True)
class Counts(Field):
    """A count for every player, in the order they speak, 0 or more.

    ``total``: the sum all counts must make; without one they are spoken, one player after another. ``avoid``: the sum
    they must not make. ``announced``: what each said they would have: it stands beside the count, and in the form
    before anything was typed. ``remarks``: a word beside a player's name.
    """

    kind: ClassVar[str] = "counts"
    players: tuple[str, ...]
    high: int
    article: str
    low: int = 0
    total: int | None = None
    avoid: Avoid | None = None
    announced: Mapping[str, int] | None = None
    remarks: Mapping[str, Text] | None = None

    @property
    def in_turn(self) -> bool:
        """Whether the players speak one after another; else they share a sum."""
        return self.total is None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return _read_numbers(path, raw, reader, self.players)

    def out_of_range(self, value: Mapping[str, int], _known: Known) -> Iterator[Violation]:
        for player, count in value.items():
            if not self.low <= count <= self.high:
                yield beyond(self.article, f"{self.key}.{player}", count, self.low, self.high, player)

    def at_odds(self, value: Mapping[str, int]) -> Iterator[Violation]:
        made = sum(value.values())
        if self.total is not None and made != self.total:
            message = say("Le total doit faire %(total)s ; il fait %(made)s.", total=self.total, made=made)
            yield Violation(self.article, self.key, message)
        if self.avoid is not None and made == self.avoid.total:
            last, bid = self.avoid.last, value[self.avoid.last]
            message = say(
                "C'est à %(player)s d'annoncer ; %(value)s est interdit : le total ferait %(total)s.",
                player=last,
                value=bid,
                total=made,
            )
            yield Violation(self.avoid.article, f"{self.key}.{last}", message)


@dataclass(frozen=True, slots=True)
class Points(Field):
    """Points for every player named, of either sign.

    ``total``: what all points (with ``beside``, the key of a number counted too) make where that is
    known; it is shown, and the rest can be given to a player, but the game itself judges it. ``high`` None:
    no single number is too high. ``never``: excluded numbers. ``all_but``: the key of
    the player, asked before, who has no points here.
    """

    kind: ClassVar[str] = "points"
    players: tuple[str, ...]
    low: int
    high: int | None
    article: str
    total: int | None = None
    beside: str | None = None
    _: KW_ONLY
    never: tuple[int, ...] = ()
    all_but: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return _read_numbers(path, raw, reader, without(self.players, self.all_but, raw, reader.known))

    def out_of_range(self, value: Mapping[str, int], _known: Known) -> Iterator[Violation]:
        for player, points in value.items():
            path = f"{self.key}.{player}"
            if self.high is not None and not self.low <= points <= self.high:
                yield beyond(self.article, path, points, self.low, self.high, player)
            elif points < self.low or points in self.never:
                message = say("%(player)s : %(value)s est impossible.", player=player, value=points)
                yield Violation(self.article, path, message)
