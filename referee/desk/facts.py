"""The closed grammar of facts: what a question of the desk can ask to be told.

Each kind reads a raw value and says what is wrong with it (article ``question.facts``); ``known``
are the facts read before it. A form can be made from the same kinds: each has its key, its label,
and what may be chosen. Facts about the people at the table are in :mod:`referee.desk.table_facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from referee.cards.french import Suit, parse_suit
from referee.desk.packs import Pack
from referee.games.violation import Violation
from referee.words import Text, names, quoted, say, say_n

__all__ = [
    "CardFact", "CardsFact", "ChoiceFact", "ChoicesFact", "Fact", "Facts", "HeldCardFact", "HoldsCards", "Labelled",
    "NothingFact", "NumberFact", "NumbersFact", "Read", "SuitFact", "YesNoFact", "each", "impossible", "listed",
    "read_card", "whole",
]  # fmt: skip

Facts = Mapping[str, Any]
"""What was told, read: cards parsed, names clean, lists as tuples; a fact left out has its default."""

Read = tuple[Any, list[Violation]]
"""A value read, and what is wrong with it; the value counts only when nothing is."""

Labelled = tuple[tuple[Any, Text], ...]
"""The values that may be chosen, each with the words shown for it."""



class Fact(Protocol):
    """What every kind of fact knows about itself."""

    @property
    def kind(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def label(self) -> Text: ...
    @property
    def optional(self) -> bool: ...
    @property
    def default(self) -> Any: ...

    def read(self, path: str, raw: Any, known: Facts, /) -> Read: ...


@runtime_checkable
class HoldsCards(Protocol):
    """A kind of fact that puts cards on the table or into a hand: one pack must hold them all together."""

    def cards(self, value: Any) -> Iterable[Any]: ...


def impossible(path: str | None, message: Text) -> Violation:
    """A fact that cannot be (article ``question.facts``)."""
    return Violation("question.facts", path, message)


def read_card(pack: Pack, path: str, raw: Any) -> Read:
    """One card of a pack."""
    card = pack.card(raw)
    if card is None:
        return None, [impossible(path, say("« %(value)s » n'est pas une carte de ce jeu.", value=quoted(raw)))]
    return card, []


def whole(path: str, raw: Any, low: int, high: int) -> Read:
    """A whole number between two bounds; a boolean is not a number, 3.0 is not 3."""
    if type(raw) is int and low <= raw <= high:
        return raw, []
    message = say(
        "Il faut un nombre entier de %(low)s à %(high)s, pas « %(value)s ».", low=low, high=high, value=quoted(raw)
    )
    return None, [impossible(path, message)]


def listed(path: str, raw: Any, one: Callable[[str, Any], Read], fewest: int, most: int | None, lacks: Text) -> Read:
    """A list whose items ``one`` reads; ``lacks`` is said when it holds too few."""
    if not isinstance(raw, (list, tuple)):
        return None, [impossible(path, say("Il faut une liste."))]
    if len(raw) < fewest:
        return None, [impossible(path, lacks)]
    if most is not None and len(raw) > most:
        message = say("Il en faut %(most)s au plus ; il y en a %(found)s.", most=most, found=len(raw))
        return None, [impossible(path, message)]
    return each(path, raw, one)


def each(path: str, raw: Iterable[Any], one: Callable[[str, Any], Read]) -> Read:
    """Read every item of a list, numbered from 0 in the path."""
    read: list[Any] = []
    wrong: list[Violation] = []
    for index, item in enumerate(raw):
        value, faults = one(f"{path}.{index}", item)
        read.append(value)
        wrong.extend(faults)
    return tuple(read), wrong


def _chosen(path: str, raw: Any, choices: Labelled) -> Read:
    for known, _ in choices:
        if type(raw) is type(known) and raw == known:
            return known, []
    shown = names(words for _, words in choices)
    return None, [impossible(path, say("À choisir parmi : %(choices)s.", choices=shown))]


@dataclass(frozen=True, slots=True)
class CardFact:
    """One card of the pack."""

    kind: ClassVar[str] = "card"
    key: str
    label: Text
    pack: Pack
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        return read_card(self.pack, path, raw)

    def cards(self, value: Any) -> Iterator[Any]:
        if value is not None:
            yield value


@dataclass(frozen=True, slots=True)
class HeldCardFact:
    """One card that lies in the hand given under ``hand``: the card somebody wants to play."""

    kind: ClassVar[str] = "held-card"
    key: str
    label: Text
    pack: Pack
    hand: str
    optional: bool = True
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        card, wrong = read_card(self.pack, path, raw)
        hand = known.get(self.hand)
        if not wrong and hand is not None and card not in hand:
            wrong.append(impossible(path, say("%(card)s n'est pas dans cette main.", card=card)))
        return card, wrong


@dataclass(frozen=True, slots=True)
class CardsFact:
    """Several cards of the pack, ``fewest`` at least, ``most`` at most where there is a bound."""

    kind: ClassVar[str] = "cards"
    key: str
    label: Text
    pack: Pack
    fewest: int = 1
    most: int | None = None
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        lacks = say_n("Il faut au moins %(n)s carte.", "Il faut au moins %(n)s cartes.", self.fewest)
        return listed(path, raw, lambda at, one: read_card(self.pack, at, one), self.fewest, self.most, lacks)

    def cards(self, value: Any) -> Iterable[Any]:
        return value or ()


@dataclass(frozen=True, slots=True)
class SuitFact:
    """A suit, or ``nothing`` (null)."""

    kind: ClassVar[str] = "suit"
    key: str
    label: Text
    nothing: Text
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        suit = parse_suit(raw) if isinstance(raw, str) else None
        if suit is None and raw is not None:
            choices = names(tuple(Suit))
            return None, [impossible(path, say("La couleur se choisit parmi : %(choices)s.", choices=choices))]
        return suit, []


@dataclass(frozen=True, slots=True)
class NothingFact:
    """A fact that this game has not: null may be told, so that all games of a kind can be asked alike."""

    kind: ClassVar[str] = "nothing"
    key: str
    label: Text
    otherwise: Text
    optional: bool = True
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        return None, [] if raw is None else [impossible(path, self.otherwise)]


@dataclass(frozen=True, slots=True)
class ChoiceFact:
    """One of a few things; ``choices`` may be numbers too."""

    kind: ClassVar[str] = "choice"
    key: str
    label: Text
    choices: Labelled
    optional: bool = False
    default: Any = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        return _chosen(path, raw, self.choices)


@dataclass(frozen=True, slots=True)
class ChoicesFact:
    """A few things one after another, the same perhaps several times; at least one."""

    kind: ClassVar[str] = "choices"
    key: str
    label: Text
    choices: Labelled
    optional: bool = False
    default: Any = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        lacks = say("Il en faut au moins une.")
        return listed(path, raw, lambda at, one: _chosen(at, one, self.choices), 1, None, lacks)


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A whole number from ``low`` to ``high``."""

    kind: ClassVar[str] = "number"
    key: str
    label: Text
    low: int
    high: int
    optional: bool = False
    default: int | None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        return whole(path, raw, self.low, self.high)


@dataclass(frozen=True, slots=True)
class NumbersFact:
    """From ``fewest`` to ``most`` whole numbers, each from 0 to the number given under ``high``."""

    kind: ClassVar[str] = "numbers"
    key: str
    label: Text
    fewest: int
    most: int
    high: str
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        high = known.get(self.high)
        if high is None:  # that number is wrong itself, and is judged first
            return (), []
        lacks = say("Il en faut de %(fewest)s à %(most)s.", fewest=self.fewest, most=self.most)
        return listed(path, raw, lambda at, one: whole(at, one, 0, high), self.fewest, self.most, lacks)


@dataclass(frozen=True, slots=True)
class YesNoFact:
    """Yes or no."""

    kind: ClassVar[str] = "yes-no"
    key: str
    label: Text
    optional: bool = False
    default: bool | None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        if isinstance(raw, bool):
            return raw, []
        return None, [impossible(path, say("Il faut répondre oui ou non."))]
