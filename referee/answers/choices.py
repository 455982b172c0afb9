"""Fields of choices: yes or no, one of several ids, a sequence of ids, an id for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Labelled, Reader, ReadResult, Values, pairs_in_words, read_list, read_pair
from referee.answers.players import duplicates, new_keys, read_for_each, read_name
from referee.answers.violation import Violation
from referee.cards.face import Colour
from referee.cards.french import Suit, parse_suit
from referee.words import Renderable, Text, names, say

MOST_IN_A_ROW = 200
"""The most choices one after another that are read."""


def _read_choice(path: str, raw: Any, reader: Reader, choices: Labelled) -> ReadResult:
    """Read one of the ids (strings, numbers or other values); the types must be equal too."""
    for choice, _ in choices:
        if type(raw) is type(choice) and raw == choice:
            return choice, []
    return reader.refusal(path, say("À choisir parmi : %(choices)s.", choices=names(words for _, words in choices)))


def _label_of(choices: Labelled, item: Any) -> Any:
    return next((words for choice, words in choices if choice == item), item)


@dataclass(frozen=True, slots=True)
class YesNo(Field):
    """Yes or no; ``suggested``: yes is the form's initial value; ``rare``: a form folds it away while it may be.

    ``opposite``: what people say where it is not so, one phrase after another with slashes between them.
    """

    kind: ClassVar[str] = "yes-no"
    _: KW_ONLY
    suggested: bool = False
    rare: bool = False
    opposite: Text | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return (raw, []) if isinstance(raw, bool) else reader.refusal(path, say("Oui ou non."))


@dataclass(frozen=True, slots=True)
class Occurrence(Field):
    """An event with nothing to fill in, such as a deal that all pass: only true; false is a violation of ``article``.

    A form has a button for a way of such fields alone, which records it.
    """

    kind: ClassVar[str] = "occurrence"
    article: str

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return (raw, []) if isinstance(raw, bool) else reader.refusal(path, say("Oui ou non."))

    def out_of_range(self, value: bool, _values: Values) -> Iterator[Violation]:
        if not value:
            yield Violation(self.article, self.key, say("« %(label)s » : oui, ou rien du tout.", label=self.label))


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of several ids, which may be numbers.

    ``suggested``: the form's initial value. ``spent``: ids no longer possible, which a form leaves out and the game
    refuses. ``canonical``: maps a text to its id, where an id has several spellings. ``otherwise``: the message for
    any other value, in place of the list of choices. ``keys``: the words on a form's keys, where they say more.
    ``colours``: the colour of each id, which a form shows as a card.
    """

    kind: ClassVar[str] = "choice"
    choices: Labelled
    _: KW_ONLY
    suggested: Any = None
    spent: tuple[str, ...] = ()
    canonical: Callable[[str], Any] | None = None
    otherwise: Text | None = None
    keys: Labelled = ()
    colours: Mapping[str, Colour] | None = None

    def canonical_id(self, raw: Any) -> Any:
        """The id for a raw value."""
        return self.canonical(raw) if self.canonical is not None and isinstance(raw, str) else raw

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        value, violations = _read_choice(path, self.canonical_id(raw), reader, self.choices)
        return (value, violations) if self.otherwise is None or not violations else reader.refusal(path, self.otherwise)

    def item_in_words(self, item: Any) -> Any:
        if item is None:
            return "—" if self.nothing is None else self.nothing
        return _label_of(self.choices, self.canonical_id(item))


@dataclass(frozen=True, slots=True)
class SuitChoice(Choice):
    """A suit, which a form draws as the cards do; ``turned``: the suit of a card that is turned up when dealing."""

    kind: ClassVar[str] = "suit"
    _: KW_ONLY
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Choices(Field):
    """A sequence of at least one id, with repetitions."""

    kind: ClassVar[str] = "choices"
    choices: Labelled

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return read_list(
            path, raw, reader, lambda at, item, by: _read_choice(at, item, by, self.choices), 1, self.most_read
        )

    @property
    def most_read(self) -> int:
        return MOST_IN_A_ROW

    def item_in_words(self, item: Any) -> Any:
        return _label_of(self.choices, item)


@dataclass(frozen=True, slots=True)
class ChoicePerPlayer(Field):
    """An id for each player, in bidding order; ``suggested``: that of whoever says nothing.

    ``spoken_words``: the words for what a player said, where they are fewer than those of the choice. ``rising``: a
    later id is a higher bid, and the first with the highest has it. ``hand``: the cards of each player.
    """

    kind: ClassVar[str] = "choice-per-player"
    players: tuple[str, ...]
    choices: Labelled
    suggested: str | None = None
    _: KW_ONLY
    spoken_words: Labelled = ()
    rising: bool = False
    hand: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return read_for_each(
            path, raw, reader, self.players, lambda at, item, by: _read_choice(at, item, by, self.choices)
        )

    def item_in_words(self, item: Any) -> Any:
        return "—" if item is None else _label_of(self.choices, item)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_keys(value, new_names)


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's bid."""

    player: str
    bid: str


@dataclass(frozen=True, slots=True)
class Bids(Field):
    """The bids in order, at most ``most``, at most one a player."""

    kind: ClassVar[str] = "bids"
    choices: Labelled
    most: int

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        bids, violations = read_list(path, raw, reader, self._read_bid, most=self.most)
        return bids, violations or list(duplicates(reader.article, path, tuple(bid.player for bid in bids)))

    def _read_bid(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        raw_player, raw_bid, violations = read_pair(path, raw, reader, "bid")
        if violations:
            return None, violations
        player, violations = read_name(f"{path}.player", raw_player, reader)
        bid, bid_violations = _read_choice(f"{path}.bid", raw_bid, reader, self.choices)
        return Bid(player, bid), violations + bid_violations

    def in_words(self, value: Sequence[Bid]) -> Renderable:
        return pairs_in_words((bid.player, _label_of(self.choices, bid.bid)) for bid in value)

    def at_the_table(self, value: Any, speakers: Sequence[str]) -> Any:
        """The raw value for an entry's bids by player."""
        if not isinstance(value, Mapping):
            return value
        return [{"player": player, "bid": value[player]} for player in speakers]


SUIT_NAMES: Labelled = (("S", say("♠ pique")), ("H", say("♥ cœur")), ("D", say("♦ carreau")), ("C", say("♣ trèfle")))


def trump_choice(nothing: Text) -> Choice:
    """The optional field of the trump suit; ``nothing`` is the label of null."""
    return Choice("trump", say("Atout"), SUIT_NAMES, nothing=nothing, optional=True, canonical=suit_letter)


SUITS: Labelled = tuple((suit, names([suit])) for suit in Suit)


def suit_choice(key: str, label: Text, nothing: Text) -> SuitChoice:
    """A fact that is a suit; ``nothing`` is the label of null."""
    return SuitChoice(key, label, SUITS, nothing=nothing, canonical=parse_suit)


def suit_letter(text: str) -> str:
    """The upper-case letter of a suit; any other text unchanged."""
    suit = parse_suit(text)
    return text if suit is None else suit.value
