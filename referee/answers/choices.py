"""Choices: yes or no, one of a few things, several one after another, one for every player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Labelled, Read, Reader, pairs_shown, read_list, read_pair
from referee.answers.players import read_for_each, read_name, repeated
from referee.cards.french import Suit, parse_suit
from referee.words import Shown, Text, names, say


def _chosen(path: str, raw: Any, reader: Reader, choices: Labelled) -> Read:
    """One of the ids that may be chosen: strings, numbers or other values, each of its own type."""
    for known, _ in choices:
        if type(raw) is type(known) and raw == known:
            return known, []
    return reader.refused(path, say("À choisir parmi : %(choices)s.", choices=names(words for _, words in choices)))


def _words(choices: Labelled, item: Any) -> Any:
    return next((words for known, words in choices if known == item), item)


@dataclass(frozen=True, slots=True)
class YesNo(Field):
    """Yes or no; ``suggested``: yes stands in the form before anything was typed."""

    kind: ClassVar[str] = "yes-no"
    _: KW_ONLY
    suggested: bool = False

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return (raw, []) if isinstance(raw, bool) else reader.refused(path, say("Oui ou non."))


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of a few things; ``choices`` may be numbers too.

    ``suggested`` stands in the form before anything was tapped. ``spent``: the ids that can no longer be chosen, for
    the game to refuse; a form leaves them out. ``canonical``: the id that a text says, where an id may be written in
    several ways. ``otherwise``: what is said of all that may not be chosen, where it is not said what may.
    """

    kind: ClassVar[str] = "choice"
    choices: Labelled
    _: KW_ONLY
    suggested: Any = None
    spent: tuple[str, ...] = ()
    canonical: Callable[[str], Any] | None = None
    otherwise: Text | None = None

    def meant(self, raw: Any) -> Any:
        """The id that a text says."""
        return self.canonical(raw) if self.canonical is not None and isinstance(raw, str) else raw

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        value, wrong = _chosen(path, self.meant(raw), reader, self.choices)
        return (value, wrong) if self.otherwise is None or not wrong else reader.refused(path, self.otherwise)

    def called(self, item: Any) -> Any:
        if item is None:
            return "—" if self.nothing is None else self.nothing
        return _words(self.choices, self.meant(item))


@dataclass(frozen=True, slots=True)
class SuitChoice(Choice):
    """A suit, drawn as it is on the cards."""

    kind: ClassVar[str] = "suit"


@dataclass(frozen=True, slots=True)
class Choices(Field):
    """A few things one after another, the same perhaps several times; at least one."""

    kind: ClassVar[str] = "choices"
    choices: Labelled

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return read_list(path, raw, reader, lambda at, item, by: _chosen(at, item, by, self.choices), fewest=1)

    def called(self, item: Any) -> Any:
        return _words(self.choices, item)


@dataclass(frozen=True, slots=True)
class ChoicePerPlayer(Field):
    """One of a few things for every player, in the order they speak; ``suggested`` is preset in the form."""

    kind: ClassVar[str] = "choice-per-player"
    players: tuple[str, ...]
    choices: Labelled
    suggested: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return read_for_each(path, raw, reader, self.players, lambda at, item, by: _chosen(at, item, by, self.choices))

    def called(self, item: Any) -> Any:
        return "—" if item is None else _words(self.choices, item)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a player said when it was their turn."""

    player: str
    bid: str


@dataclass(frozen=True, slots=True)
class Bids(Field):
    """What the players said one after another, each once, at most ``most`` of them."""

    kind: ClassVar[str] = "bids"
    choices: Labelled
    most: int

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        bids, wrong = read_list(path, raw, reader, self._spoken, most=self.most)
        return bids, wrong or list(repeated(reader.article, path, tuple(spoken.player for spoken in bids)))

    def _spoken(self, path: str, raw: Any, reader: Reader) -> Read:
        who, said, wrong = read_pair(path, raw, reader, "bid")
        if wrong:
            return None, wrong
        player, wrong = read_name(f"{path}.player", who, reader)
        bid, faults = _chosen(f"{path}.bid", said, reader, self.choices)
        return Spoken(player, bid), wrong + faults

    def shown(self, value: Sequence[Spoken]) -> Shown:
        return pairs_shown((spoken.player, _words(self.choices, spoken.bid)) for spoken in value)

    def at_the_table(self, value: Any, speakers: Sequence[str]) -> Any:
        """What an entry recorded for every player, in the order they spoke."""
        if not isinstance(value, Mapping):
            return value
        return [{"player": player, "bid": value[player]} for player in speakers]


SUIT_NAMES: Labelled = (("S", say("♠ pique")), ("H", say("♥ cœur")), ("D", say("♦ carreau")), ("C", say("♣ trèfle")))


def trump_choice(nothing: Text) -> Choice:
    """The suit that trumps, which may be left out; ``nothing`` is what null is called."""
    return Choice("trump", say("Atout"), SUIT_NAMES, nothing=nothing, optional=True, canonical=_letter)


SUITS: Labelled = tuple((suit, names([suit])) for suit in Suit)


def suit_choice(key: str, label: Text, nothing: Text) -> SuitChoice:
    """A suit that the desk is told; ``nothing`` is what null is called."""
    return SuitChoice(key, label, SUITS, nothing=nothing, canonical=parse_suit)


def _letter(text: str) -> str:
    """A suit's letter as files write it, read in lower case too; any other text as it is."""
    suit = parse_suit(text)
    return text if suit is None else suit.value
