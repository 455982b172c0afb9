"""Fields of cards: one, several, the plays of a trick or pile, the cards left in each hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from referee.answers.answer import Field, Reader, ReadResult, pairs_in_words, read_list, read_pair
from referee.answers.players import OfPlayers, duplicates, new_keys, players_but, read_for_each, read_player
from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.cards.packs import Pack
from referee.words import Renderable, Text, names, quoted, say


def _read_card(path: str, raw: Any, reader: Reader, parse: Callable[[str], Any]) -> ReadResult:
    card = parse(raw) if isinstance(raw, str) else None
    if card is not None:
        return card, []
    return reader.refusal(path, say("« %(value)s » n'est pas une carte de ce jeu.", value=quoted(raw)))


def _card_in_words(pack: Pack, item: Any) -> Any:
    """A card, parsed or as its code in a file, for a sentence; what is no card of the pack as it is."""
    card = pack.card(item)
    return item if card is None else card


@dataclass(frozen=True, slots=True)
class OneCard(Field):
    """One card of the pack; with ``hand``, one of the hand under that key."""

    kind: ClassVar[str] = "card"
    pack: Pack
    _: KW_ONLY
    hand: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        card, violations = _read_card(path, raw, reader, self.pack.card)
        hand = None if self.hand is None else reader.values.get(self.hand)
        if not violations and hand is not None and card not in hand:
            violations = [reader.violation(path, say("%(card)s n'est pas dans cette main.", card=card))]
        return card, violations

    @property
    def most_read(self) -> int:
        return self.pack.most

    def item_in_words(self, item: Any) -> Any:
        return Field.item_in_words(self, item) if item is None else _card_in_words(self.pack, item)

    def cards(self, value: Any) -> Iterable[Any]:
        return () if value is None or self.hand is not None else (value,)

    @property
    def holds_cards(self) -> bool:
        return self.hand is None


@dataclass(frozen=True, slots=True)
class Cards(Field):
    """Several cards of the pack, from ``fewest`` to ``most`` (None: no upper bound).

    ``article``: the article of a wrong number of cards in an entry; without it that is a fault of shape. ``if_empty``:
    the sentence for no card at all, where more is to be said than how many it takes. ``known_as``: what a card is
    called by its rank alone beside so many cards of a suit, by code: names with " / " between them; ``several``:
    whether one card alone is only a part of what is asked of; ``numbered``: the codes of the cards that numbers alone
    mean where no other cards are told: trumps.
    """

    kind: ClassVar[str] = "cards"
    pack: Pack
    fewest: int = 1
    most: int | None = None
    article: str | None = None
    if_empty: Text | None = None
    known_as: Mapping[str, Text] = field(default_factory=dict, hash=False, compare=False)
    several: bool = False
    numbered: tuple[str, ...] = ()

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if self.if_empty is not None and raw == []:
            return reader.refusal(path, self.if_empty)
        fewest, most = (self.fewest, self.most) if self.article is None else (0, None)
        most = self.most_read if most is None else most
        return read_list(path, raw, reader, lambda at, item, by: _read_card(at, item, by, self.pack.card), fewest, most)

    @property
    def most_read(self) -> int:
        return self.pack.most

    def inconsistencies(self, value: tuple[Any, ...]) -> Iterable[Violation]:
        if self.article is None:
            return ()
        reader = Reader(self.article)
        return read_list(self.key, value, reader, lambda at, item, by: (item, []), self.fewest, self.most)[1]

    def item_in_words(self, item: Any) -> Any:
        return _card_in_words(self.pack, item)

    def cards(self, value: Any) -> Iterable[Any]:
        return value or ()

    @property
    def holds_cards(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table and its player, if known."""

    player: str | None
    card: Any


@dataclass(frozen=True, slots=True)
class CardGroups(Field):
    """Groups of cards laid on the table, such as melds: a list of lists of at least one card of the pack.

    ``grouped``: the groups of cards that a form has together; one it cannot group stays alone. ``most``: the most
    cards of all groups together.
    """

    kind: ClassVar[str] = "card-groups"
    pack: Pack
    grouped: Callable[[tuple[Any, ...]], Iterable[Iterable[Any]]]
    most: int

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        groups = raw if isinstance(raw, (list, tuple)) else ()
        number = sum(len(group) for group in groups if isinstance(group, (list, tuple)))
        if number > self.most:
            message = say("Il en faut %(most)s au plus ; il y en a %(n)s.", most=self.most, n=number)
            return reader.refusal(path, message)
        return read_list(path, raw, reader, self._group, most=self.most)

    @property
    def most_read(self) -> int:
        return self.pack.most

    def groups(self, cards: tuple[Any, ...]) -> Iterable[Iterable[Any]]:
        """The groups of cards that a form has together; all as one group where no table can have laid them."""
        possible = len(cards) <= self.most and not any(self.pack.excess(cards, 1))
        return self.grouped(cards) if possible else (cards,)

    def _group(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return read_list(path, raw, reader, lambda at, item, by: _read_card(at, item, by, self.pack.card), fewest=1)

    def item_in_words(self, item: Any) -> Any:
        return names(_card_in_words(self.pack, card) for card in item)

    def cards(self, value: Any) -> Iterable[Any]:
        return (card for group in value or () for card in group)

    @property
    def holds_cards(self) -> bool:
        return True


Turn = Callable[[tuple[Play, ...], tuple[str, ...], Any], str]
"""The player to turn up the next card, from the plays, the players and the house rules."""


@dataclass(frozen=True, slots=True)
class Plays(OfPlayers):
    """At least ``fewest`` cards of a trick in the order of play, all with their player or none.

    With ``turn``: the cards turned up on a pile, each with its player, who may play several. ``again``: a player may
    play several cards to what is no trick.
    """

    kind: ClassVar[str] = "plays"
    by_players: ClassVar[bool] = True  # a page shows each card with its player
    _: KW_ONLY
    pack: Pack
    fewest: int = 0
    turn: Turn | None = None
    again: bool = False

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        plays, violations = read_list(path, raw, reader, self._play, self.fewest, self.most_read)
        if violations or self.turn is not None:
            return plays, violations
        players = tuple(play.player for play in plays)
        if None in players and any(player is not None for player in players):
            return reader.refusal(path, say("Il faut nommer le joueur de chaque carte, ou d'aucune."))
        if self.again or None in players:
            return plays, []
        return plays, list(duplicates(reader.article, path, players))

    def _play(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if self.turn is None and not isinstance(raw, dict):
            card, violations = _read_card(path, raw, reader, self.pack.card)
            return Play(None, card), violations
        raw_player, raw_card, violations = read_pair(path, raw, reader, "card")
        if violations:
            return None, violations
        players = None if self.among is None else self.at_table(reader.values)
        player, violations = read_player(f"{path}.player", raw_player, reader, players)
        card, card_violations = _read_card(f"{path}.card", raw_card, reader, self.pack.card)
        return Play(player, card), violations + card_violations

    @property
    def most_read(self) -> int:
        return self.pack.most

    def in_words(self, value: Iterable[Any]) -> Renderable:
        plays = tuple(map(self._play_in_words, value))
        if not plays:
            return names("—")
        if any(play.player is None for play in plays):
            return names(play.card for play in plays)
        return pairs_in_words((play.player, play.card) for play in plays)

    def _play_in_words(self, item: Any) -> Play:
        """A play, parsed or as in a file: a code, or an object of player and card."""
        if isinstance(item, Play):
            return item
        player, card = (item["player"], item["card"]) if isinstance(item, dict) else (None, item)
        return Play(player, _card_in_words(self.pack, card))

    def cards(self, value: Iterable[Play]) -> Iterable[Any]:
        return (play.card for play in value)

    @property
    def holds_cards(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class CardHands(Field):
    """The cards of the pack left in each player's hand; without ``players`` of those that are named.

    ``points_of``: the points of a card, shown as it is tapped. ``all_but`` as in
    :class:`referee.answers.numbers.Points`. ``most``: the size of a full hand, which a form counts up to.
    """

    kind: ClassVar[str] = "card-hands"
    players: tuple[str, ...]
    pack: Pack
    points_of: Callable[[Any], int] | None = None
    all_but: str | None = None
    most: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        named = tuple(dict.fromkeys(map(clean_name, raw))) if isinstance(raw, dict) else ()
        players = players_but(self.players or named, self.all_but, raw, reader.values)
        return read_for_each(path, raw, reader, players, self._hand)

    def _hand(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return read_list(
            path, raw, reader, lambda at, item, by: _read_card(at, item, by, self.pack.card), most=self.most_read
        )

    @property
    def most_read(self) -> int:
        return self.pack.most

    def item_in_words(self, item: Any) -> Any:
        return _card_in_words(self.pack, item)

    def cards(self, value: Any) -> Iterable[Any]:
        return (card for hand in (value or {}).values() for card in hand)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_keys(value, new_names)

    @property
    def holds_cards(self) -> bool:
        return True
