"""Fields of whole numbers: one, several, or one for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Reader, ReadResult, Values, read_list
from referee.answers.players import new_keys, players_but, read_for_each
from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.words import Text, say

Bound = int | Callable[[Values], int | None] | None
"""An upper bound, or a function of the values read before; None where these are invalid themselves. A bound of None:
any whole number."""


def resolved_bound(bound: Bound, values: Values) -> int | None:
    return bound(values) if callable(bound) else bound


def read_integer(path: str, raw: Any, reader: Reader) -> ReadResult:
    """Read a whole number; booleans and 3.0 are refused."""
    return (raw, []) if type(raw) is int else reader.refusal(path, say("Il faut un nombre entier."))


def range_violation(article: str, path: str, value: int, low: int, high: int, player: str | None = None) -> Violation:
    """The violation of a number outside ``low`` to ``high``, with the player it belongs to, if any."""
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


def _read_bounded(
    path: str, raw: Any, reader: Reader, low: int, high: int | None, never: Sequence[int] = ()
) -> ReadResult:
    value, violations = read_integer(path, raw, reader)
    if violations or high is None:
        return value, violations
    if not low <= value <= high:
        return None, [range_violation(reader.article, path, value, low, high)]
    return reader.refusal(path, say("%(value)s est impossible ici.", value=value)) if value in never else (value, [])


@dataclass(frozen=True, slots=True)
class Number(Field):
    """One whole number from ``low`` to ``high``, except those in ``never``.

    ``suggested``: the form's initial value, and the value of an optional number left empty there. ``half``: the key
    of the yes or no that adds half a point, for which the pad has a key. ``usual``: what a table mostly says, from
    and to, for demonstrations.
    """

    kind: ClassVar[str] = "number"
    low: int
    high: Bound
    article: str | None = None
    _: KW_ONLY
    suggested: int | None = None
    never: tuple[int, ...] = ()
    half: str | None = None
    usual: tuple[int, int] | None = None

    def highest(self, values: Values) -> int | None:
        return resolved_bound(self.high, values)

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if self.article is not None:
            return read_integer(path, raw, reader)
        return _read_bounded(path, raw, reader, self.low, self.highest(reader.values), self.never)

    def out_of_range(self, value: int, values: Values) -> Iterable[Violation]:
        if self.article is None:
            return ()
        return _read_bounded(self.key, value, Reader(self.article), self.low, self.highest(values), self.never)[1]


@dataclass(frozen=True, slots=True)
class Numbers(Field):
    """From ``fewest`` to ``most`` whole numbers, each from ``low`` to ``high``.

    With ``among``: one for each of the players under that key.
    """

    kind: ClassVar[str] = "numbers"
    fewest: int
    most: int
    high: Bound
    _: KW_ONLY
    low: int = 0
    among: str | None = None

    def highest(self, values: Values) -> int | None:
        return resolved_bound(self.high, values)

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        high = self.highest(reader.values)
        if high is None or (self.among and self.among not in reader.values):
            return (), []  # the value it depends on has its own violation

        def read_item(at: str, item: Any, by: Reader) -> ReadResult:
            return _read_bounded(at, item, by, self.low, high)

        if self.among is None:
            return read_list(path, raw, reader, read_item, self.fewest, self.most)
        return read_for_each(path, raw, reader, reader.values[self.among] or (), read_item)


@dataclass(frozen=True, slots=True)
class ForbiddenTotal:
    """A total that the counts must not have; the violation is at the last bidder's count."""

    total: int
    article: str
    last: str


def _read_numbers(path: str, raw: Any, reader: Reader, players: tuple[str, ...]) -> ReadResult:
    """Read a whole number for each player; valid values take a fast path."""
    if isinstance(raw, dict) and len(raw) == len(players) and all(type(raw.get(player)) is int for player in players):
        return {player: raw[player] for player in players}, []
    return read_for_each(path, raw, reader, players, read_integer)


@dataclass(frozen=True, slots=True)
class Counts(Field):
    """A count for each player, in bidding order, from ``low`` to ``high``; a form keeps shares of a sum by the seats.

    ``total``: the required sum; None where the counts are bids, made in turn. ``avoid``: a forbidden sum.
    ``announced``: each player's bid, shown beside the count and the form's initial value. ``remarks``: a word beside
    a player's name. ``worth``: the points of each, where they depend on nothing else. ``gains``: what each number from
    0 on brings a player, said beside the bid.
    """

    kind: ClassVar[str] = "counts"
    players: tuple[str, ...]
    high: int
    article: str
    low: int = 0
    total: int | None = None
    avoid: ForbiddenTotal | None = None
    announced: Mapping[str, int] | None = None
    remarks: Mapping[str, Text] | None = None
    worth: int | None = None
    gains: Mapping[str, Sequence[int]] | None = None

    @property
    def in_turn(self) -> bool:
        """Whether the counts are bids made in turn, not shares of a total."""
        return self.total is None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return _read_numbers(path, raw, reader, self.players)

    def out_of_range(self, value: Mapping[str, int], _values: Values) -> Iterator[Violation]:
        for player, count in value.items():
            if not self.low <= count <= self.high:
                yield range_violation(self.article, f"{self.key}.{player}", count, self.low, self.high, player)

    def inconsistencies(self, value: Mapping[str, int]) -> Iterator[Violation]:
        total = sum(value.values())
        if self.total is not None and total != self.total:
            message = say("Le total doit faire %(total)s ; il fait %(made)s.", total=self.total, made=total)
            yield Violation(self.article, self.key, message)
        if self.avoid is not None and total == self.avoid.total:
            last, bid = self.avoid.last, value[self.avoid.last]
            message = say(
                "C'est à %(player)s d'annoncer ; %(value)s est interdit : le total ferait %(total)s.",
                player=last,
                value=bid,
                total=total,
            )
            yield Violation(self.avoid.article, f"{self.key}.{last}", message)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_keys(value, new_names)


@dataclass(frozen=True, slots=True)
class OtherWay:
    """Another way of the same question: its id, the key of the side chosen there, and the words that offer it.

    ``remark``: what is said of it, with its ``article``, where no script offers it.
    """

    id: str
    side: str
    words: Text
    remark: Text
    article: str


@dataclass(frozen=True, slots=True)
class ZeroOf:
    """The player under the key ``player`` has 0 where the choice under the key ``choice`` is one of ``among``."""

    player: str
    choice: str
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points(Field):
    """Points for each player or side, positive or negative, from ``low`` to ``high`` (None: no upper bound).

    ``total``: the known sum of all points, including the number under the key ``beside``; a form shows it and fills in
    the difference, the game checks it. ``never``: excluded numbers; ``multiple``: all are multiples of it. ``all_but``:
    the key of the one player without points, read before. ``increments``: what the keys of the form add, instead of
    digits. ``usual``: what a table mostly says, from and to, for demonstrations. ``in_turn``: they are told in this
    order, which a form keeps; else each has the place of its seat. ``zero_of``: whose 0 a form does not ask.
    ``all_way``: the way that a form offers instead, where one has all of ``total``. ``partial``: only some of the
    players need be named, at least one.
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
    multiple: int = 1
    increments: tuple[int, ...] = ()
    usual: tuple[int, int] | None = None
    in_turn: bool = False
    zero_of: ZeroOf | None = None
    all_way: OtherWay | None = None
    partial: bool = False

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if self.partial:
            named = {clean_name(name) for name in raw} if isinstance(raw, dict) else set()
            return _read_numbers(path, raw, reader, tuple(player for player in self.players if player in named))
        return _read_numbers(path, raw, reader, players_but(self.players, self.all_but, raw, reader.values))

    def out_of_range(self, value: Mapping[str, int], _values: Values) -> Iterator[Violation]:
        if self.partial and not value:
            yield Violation(self.article, self.key, say("Il faut les points d'au moins un joueur."))
        for player, points in value.items():
            path = f"{self.key}.{player}"
            if self.high is not None and not self.low <= points <= self.high:
                yield range_violation(self.article, path, points, self.low, self.high, player)
            elif points < self.low or points in self.never:
                message = say("%(player)s : %(value)s est impossible.", player=player, value=points)
                yield Violation(self.article, path, message)
            elif points % self.multiple:
                message = say(
                    "%(player)s : %(value)s n'est pas un multiple de %(multiple)s.",
                    player=player,
                    value=points,
                    multiple=self.multiple,
                )
                yield Violation(self.article, path, message)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_keys(value, new_names)
