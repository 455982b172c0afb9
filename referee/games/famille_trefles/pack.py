"""The pack of La Famille de trèfles: coloured clovers, each with an action, and jokers."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards.face import CardFace, Colour
from referee.cards.packs import Pack
from referee.words import Text, say

COLOURS = ("rouge", "orange", "jaune", "vert", "bleu", "violet")
ACTIONS = ("pioche", "tire", "anti-joker", "echange")
CARDS_A_COLOUR = 8

PRINTED_IN: dict[str, Colour] = {
    "rouge": "red", "orange": "orange", "jaune": "yellow", "vert": "green", "bleu": "blue", "violet": "violet",
}  # fmt: skip
COLOUR_NAMES: dict[str, Text] = {
    # Feminine, to agree with "carte".
    "rouge": say("rouge"),
    "orange": say("orange"),
    "jaune": say("jaune"),
    "vert": say("verte"),
    "bleu": say("bleue"),
    "violet": say("violette"),
}
ACTION_NAMES: dict[str, Text] = {
    "pioche": say("pioche"),
    "tire": say("tire"),
    "anti-joker": say("anti-joker"),
    "echange": say("échange"),
}
JOKER_NAME = say("joker")


@dataclass(frozen=True, slots=True)
class CloverCard:
    """A clover with its colour and action; a joker has neither."""

    colour: str | None
    action: str | None

    @property
    def code(self) -> str:
        """The card's code in files: ``rouge:anti-joker``, ``joker``."""
        return "joker" if self.colour is None else f"{self.colour}:{self.action}"

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker, which replaces a clover of any colour."""
        return self.colour is None

    def render(self, language: str) -> str:
        """The card's name.

        >>> parse_clover("vert:pioche").render("fr")
        'carte pioche verte'
        """
        if self.colour is None or self.action is None:
            return JOKER_NAME.render(language)
        name = say("carte %(action)s %(colour)s", action=action_name(self.action), colour=colour_name(self.colour))
        return name.render(language)


@dataclass(frozen=True, slots=True)
class CloverPack:
    """The pack of a table: the number of colours, with eight cards each, and of jokers."""

    colours: int
    jokers: int

    @property
    def size(self) -> int:
        """The number of cards.

        >>> PACKS[4].size
        34
        """
        return self.colours * CARDS_A_COLOUR + self.jokers


PACKS = {2: CloverPack(3, 1), 3: CloverPack(3, 1), 4: CloverPack(4, 2), 5: CloverPack(5, 2), 6: CloverPack(6, 3)}
"""The pack by the number of players."""

CLOVER_JOKER = CloverCard(None, None)
_BY_CODE = {card.code: card for card in (CLOVER_JOKER, *(CloverCard(c, a) for c in COLOURS for a in ACTIONS))}


def parse_clover(text: str) -> CloverCard | None:
    """The card of a code, None if invalid.

    >>> parse_clover("rouge:tire").action
    'tire'
    >>> parse_clover("rouge:as") is None
    True
    """
    return _BY_CODE.get(text)


def colour_name(colour: str) -> Text:
    """The name of a colour, in the feminine."""
    return COLOUR_NAMES[colour]


def action_name(action: str) -> Text:
    """The name of an action."""
    return ACTION_NAMES[action]


def face(card: CloverCard, language: str) -> CardFace:
    """The face of a card: a row for each colour, then the joker.

    >>> face(parse_clover("vert:tire"), "fr").print, face(parse_clover("vert:tire"), "fr").sign
    ('tire', 'verte')
    """
    name = card.render(language)
    if card.colour is None or card.action is None:
        return CardFace(card.code, "★", name, "joker", name, name, len(COLOURS) * 100)
    place = COLOURS.index(card.colour) * 100 + ACTIONS.index(card.action)
    printed, colour = action_name(card.action).render(language), colour_name(card.colour).render(language)
    return CardFace(card.code, printed, colour, PRINTED_IN[card.colour], colour, name, place)


CLOVERS = Pack(
    # The number of cards of each action is printed nowhere; up to the eight cards of a colour may have the same one.
    parse_clover,
    face,
    dict.fromkeys((CloverCard(colour, action) for colour in COLOURS for action in ACTIONS), CARDS_A_COLOUR)
    | {CLOVER_JOKER: max(pack.jokers for pack in PACKS.values())},
)
