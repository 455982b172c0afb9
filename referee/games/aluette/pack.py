"""The order of the luettes: eight named cards above all, then ranks in which suits do not matter."""

from __future__ import annotations

from referee.cards.french import Card, french_face, french_pack, parse_card
from referee.cards.packs import Pack
from referee.words import Text, say

NAMED_CARDS: dict[str, Text] = {
    # Strongest first: the luettes, the nines, then the doubles.
    "3D": say("Monsieur"),
    "3H": say("Madame"),
    "2D": say("le Borgne"),
    "2H": say("la Vache"),
    "9H": say("le Grand-neuf"),
    "9D": say("le Petit-neuf"),
    "2C": say("le deux de Chêne"),
    "2S": say("le deux d'Écrit"),
}
PLAIN_ORDER = ("3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A")
"""Ranks below the named cards, weakest first; cards of equal rank tie."""

LUETTE_PACK = french_pack(ranks_out=("10",))
"""The 48 cards of a pack without tens."""
FORTY_EIGHT = Pack.of(parse_card, french_face, LUETTE_PACK, NAMED_CARDS)

_STRENGTH = {card: PLAIN_ORDER.index(card.rank) for card in LUETTE_PACK if card.code not in NAMED_CARDS} | {
    card: len(PLAIN_ORDER) + above
    for above, code in enumerate(reversed(NAMED_CARDS))
    if (card := parse_card(code)) is not None
}


def luette_strength(card: Card) -> int:
    """The strength of a card, from 0; the best cards of equal strength make a trick void.

    >>> luette_strength(parse_card("3D")), luette_strength(parse_card("AS")), luette_strength(parse_card("3C"))
    (18, 10, 0)
    """
    return _STRENGTH[card]
