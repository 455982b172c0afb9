"""The inputs of cards, and of what is tapped in a pack like cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from referee.answers.cards import CardGroups, CardHands, Cards, Play, Plays, Turn
from referee.answers.choices import Choices
from referee.cards.face import CardFace
from referee.web.answers.inputs.base_input import ABSENT, EachInput, Input
from referee.web.answers.inputs.pack_layout import laid_out
from referee.web.answers.inputs.widget_parts import CardBox, CardRow, Chip, Hand
from referee.web.answers.seating import Label
from referee.web.rendering.page_language import language, localize

APART = re.compile(r"[\s,;]+")
ROOM = 4
"""So many empty lists wait for cards on a page without scripts."""


def _code(spec: Any, card: Any) -> str:
    """The card's code as the form has it; a file may write it in another way: ``th``."""
    read = spec.pack.card(card) if isinstance(card, str) else card
    return str(getattr(read, "code", card))


def _rows(spec: Any, hand_cards: Sequence[str]) -> Sequence[CardRow]:
    """The pack to tick, each copy of a card in a box of its own."""
    rows = laid_out(spec.pack, (), language())
    return [CardRow(row.name, row.columns, list(_boxes(spec, row.cards, hand_cards))) for row in rows]


def _boxes(spec: Any, cards: Iterable[tuple[CardFace, int]], hand_cards: Sequence[str]) -> Iterator[CardBox]:
    points_of = getattr(spec, "points_of", None)
    for face, copies in cards:
        card = spec.pack.card(face.code)
        worth = None if points_of is None else points_of(card)
        for copy in range(copies):
            checked = copy < hand_cards.count(face.code)
            yield CardBox(face.code, face.name, face.colour, localize(card), worth, checked)


class CardHandsInput(EachInput):
    spec: CardHands
    macros = ("entry",)

    @property
    def hands(self) -> Sequence[Hand]:
        seating = self.sitting.seating
        return [self._hand(player, seating.player(player)) for player in seating.in_order(self.seats)]

    def _hand(self, player: str, label: Label) -> Hand:
        hand_cards, blamed = self.typed.get(player, []), self.blamed.get(player, [])
        return Hand(
            name=self.part_name(player),
            rows=_rows(self.spec, hand_cards),
            held=len(hand_cards),
            is_open=bool(hand_cards or blamed),
            label=label,
            violations=blamed,
        )

    def untyped(self, value: Mapping[str, Any]) -> dict[str, list[str]]:
        return {player: [_code(self.spec, card) for card in hand] for player, hand in value.items()}

    def value(self) -> Any:
        return ABSENT if self.spec.optional and not self.typed else dict(self.typed)


class CardInput(Input):
    """One card, tapped in the pack."""

    spec: Any  # OneCard, and the kinds of the classes below
    tapped = True
    macros: tuple[str, ...] = ("entry",)

    @property
    def look(self) -> str:
        return "held-card" if getattr(self.spec, "hand", None) else self.kind

    @property
    def most(self) -> int | None:
        """How many cards it takes, None where it takes any number."""
        return 1

    def split(self, text: str) -> list[str]:
        return [code for code in APART.split(text) if code]

    @property
    def hand(self) -> Hand:
        """The pack in an entry."""
        return Hand(
            name=self.name,
            rows=_rows(self.spec, self.codes),
            held=len(self.codes),
            is_open=bool(self.codes or self.violations),
            shown=" ".join(localize(self.spec.pack.card(code)) for code in self.codes),
        )

    @property
    def codes(self) -> list[str]:
        """The cards that stand in the form, in the order they were tapped."""
        return self.typed.get("", [])

    def plain_slots(self) -> list[str]:
        """What the lists of a page without scripts show: the cards told, and some room for more."""
        room = max(0, self.most - len(self.codes)) if self.most else ROOM
        return [*self.codes, *[""] * room]

    def part_of(self, path: str) -> str:
        return ""


class CardsInput(CardInput):
    spec: Cards

    @property
    def most(self) -> int | None:
        limit: int | None = self.spec.most
        return limit

    def value(self) -> Any:
        return ABSENT if self.spec.optional and not self.codes else self.codes

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {"": [_code(self.spec, card) for card in value]}


class CardGroupsInput(CardInput):
    """Groups of cards, tapped together; the game groups them."""

    spec: CardGroups
    macros = ()
    most = None

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {"": [_code(self.spec, card) for group in value for card in group]}

    def value(self) -> Any:
        cards = [self.spec.pack.card(code) for code in self.codes]
        if not cards:
            return ABSENT if self.spec.optional else []
        if None in cards:  # refused where it is read
            return [self.codes]
        return [[card.code for card in group] for group in self.spec.groups(tuple(cards))]


class ChoicesInput(CardInput):
    """A few things one after another, tapped like cards."""

    spec: Choices
    macros = ()
    most = None

    def value(self) -> Any:
        return [next((id for id, _ in self.spec.choices if str(id) == code), code) for code in self.codes]


class PlaysInput(CardInput):
    """The cards of a trick from its leader on, or of a pile; at a table that is known each has its player."""

    spec: Plays
    macros = ()
    most: int | None = None

    @property
    def look(self) -> str:
        return self.kind if self.spec.turn is None else "flips"

    def parts(self) -> Sequence[str]:
        return ("", "leader")

    @property
    def leader(self) -> str:
        """Who led: the one who was tapped, else who leads first in this deal."""
        leader = self.text("leader")
        return leader if leader in self.sitting.players else self.sitting.order[0]

    @property
    def leader_chips(self) -> Sequence[Chip]:
        """Who may have turned up the first card."""
        name = self.part_name("leader")
        return [Chip(name, player, player, player == self.leader) for player in self.sitting.order]

    @property
    def around(self) -> tuple[str, ...]:
        """The players from the leader on, in the direction of play."""
        start = self.sitting.order.index(self.leader)
        return (*self.sitting.order[start:], *self.sitting.order[:start])

    def split(self, text: str) -> list[str]:
        return [text.strip()] if text.strip() in self.sitting.players else super().split(text)

    def value(self) -> Any:
        if self.spec.turn is not None:
            return self._flips(self.spec.turn)
        if not self.sitting.named:
            return self.codes
        return [{"player": player, "card": code} for player, code in zip(cycle(self.around), self.codes)]

    def _flips(self, turn_after: Turn) -> list[dict[str, Any]]:
        """Cards turned up one after another; whose turn it was, the game's own fact says."""
        flips: list[Play] = []
        for code in self.codes:
            readable = bool(flips) and all(flip.card is not None for flip in flips)
            turn = turn_after(tuple(flips), self.sitting.players, self.sitting.rules) if readable else self.leader
            flips.append(Play(turn, self.spec.pack.card(code)))
        return [{"player": flip.player, "card": code} for flip, code in zip(flips, self.codes)]
