"""The packs of a single game each: those of the others need not be made for it."""

from __future__ import annotations

from referee.cards.clover import ACTIONS, CARDS_A_COLOUR, CLOVER_JOKER, COLOURS, PACKS, CloverCard, parse_clover
from referee.cards.decale import DECALE_PACK, parse_decale
from referee.cards.french import parse_card
from referee.cards.luette import LUETTE_PACK
from referee.vocabulary.packs import Pack

FORTY_EIGHT = Pack.of(parse_card, LUETTE_PACK)
DECALE = Pack.of(parse_decale, DECALE_PACK)
CLOVERS = Pack(
    # How the eight cards of a colour share the actions is printed nowhere, so only colours bound them.
    parse_clover,
    dict.fromkeys((CloverCard(colour, action) for colour in COLOURS for action in ACTIONS), CARDS_A_COLOUR)
    | {CLOVER_JOKER: max(pack.jokers for pack in PACKS.values())},
)
