"""Cards: one, several, those of a trick or a pile with who played them, those left in every hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Read, Reader, pairs_shown, read_list, read_pair
from referee.answers.players import OfPlayers, read_for_each, read_player, repeated, without
from referee.answers.table import HouseRules
from referee.cards.packs import Pack
from referee.words import Shown, names, quoted, say


def _read_card(path: str, raw: Any, reader: Reader, parse: Callable[[str], Any]) -> Read:
    card = parse(raw) if isinstance(raw, str) else None
    if card is not None:
        return card, []
    return reader.refused(path, say("« %(value)s » n'est pas une carte de ce jeu.", value=quoted(raw)))


@dataclass(frozen=True, slots=True)
class OneCard(Field):
    """One card of the pack; with ``hand``, one that lies in the hand told under that key."""

    kind: ClassVar[str] = "card"
    pack: Pack
    _: KW_ONLY
    hand: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        card, wrong = _read_card(path, raw, reader, self.pack.card)
        hand = None if self.hand is None else reader.known.get(self.hand)
        if not wrong and hand is not None and card not in hand:
            wrong = [reader.fault(path, say("%(card)s n'est pas dans cette main.", card=card))]
        return card, wrong

    def cards(self, value: Any) -> Iterable[Any]:
        return () if value is None or self.hand is not None else (value,)

    @property
    def holds_cards(self) -> bool:
        return self.hand is None


@dataclass(frozen=True, slots=True)
class Cards(Field):
    """Several cards of the pack, ``fewest`` at least, ``most`` at most where there is a bound."""

    kind: ClassVar[str] = "cards"
    pack: Pack
    fewest: int = 1
    most: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return read_list(
            path, raw, reader, lambda at, item, by: _read_card(at, item, by, self.pack.card), self.fewest, self.most
        )

    def cards(self, value: Any) -> Iterable[Any]:
        return value or ()

    @property
    def holds_cards(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table, and who played it where that was told."""

    player: str | None
    card: Any


Turn = Callable[[tuple[Play, ...], tuple[str, ...], HouseRules], str]
"""Whose turn it is to turn up the next card, after these of these players under these house rules."""


@dataclass(frozen=True, slots=True)
class Plays(OfPlayers):
    """The cards of a trick in the order played, each alone or each with its player; ``fewest`` at least.

    With ``turn``: cards turned up one after another on a pile, each with its player, one of those at the table.
    """

    kind: ClassVar[str] = "plays"
    by_players: ClassVar[bool] = True  # a card is shown with who played it
    _: KW_ONLY
    pack: Pack
    fewest: int = 0
    turn: Turn | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        plays, wrong = read_list(path, raw, reader, self._play, self.fewest)
        if wrong or self.turn is not None:
            return plays, wrong
        players = tuple(play.player for play in plays)
        if None in players and any(player is not None for player in players):
            return reader.refused(path, say("Il faut nommer le joueur de chaque carte, ou d'aucune."))
        return plays, [] if None in players else list(repeated(reader.article, path, players))

    def _play(self, path: str, raw: Any, reader: Reader) -> Read:
        if self.turn is None and not isinstance(raw, dict):
            card, wrong = _read_card(path, raw, reader, self.pack.card)
            return Play(None, card), wrong
        who, what, wrong = read_pair(path, raw, reader, "card")
        if wrong:
            return None, wrong
        players = None if self.among is None else self.at_table(reader.known)
        player, wrong = read_player(f"{path}.player", who, reader, players)
        card, faults = _read_card(f"{path}.card", what, reader, self.pack.card)
        return Play(player, card), wrong + faults

    def shown(self, value: Iterable[Play]) -> Shown:
        plays = tuple(value)
        if any(play.player is None for play in plays):
            return names(play.card for play in plays)
        return pairs_shown((play.player, play.card) for play in plays)

    def cards(self, value: Iterable[Play]) -> Iterable[Any]:
        return (play.card for play in value)

    @property
    def holds_cards(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class CardHands(Field):
    """The cards of the pack left in the hand of every player named.

    ``worth``: the points of a card, shown as it is tapped. ``all_but`` as in
    :class:`referee.answers.numbers.Points`.
    """

    kind: ClassVar[str] = "card-hands"
    players: tuple[str, ...]
    pack: Pack
    worth: Callable[[Any], int] | None = None
    all_but: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        players = without(self.players, self.all_but, raw, reader.known)
        return read_for_each(path, raw, reader, players, self._hand)

    def _hand(self, path: str, raw: Any, reader: Reader) -> Read:
        return read_list(path, raw, reader, lambda at, item, by: _read_card(at, item, by, self.pack.card))

    def called(self, item: Any) -> Any:
        card = self.pack.card(item) if isinstance(item, str) else item
        return item if card is None else card
