"""Packs of no other game: the 78 cards of the French tarot, and 60 and 40 of them."""

from dataclasses import dataclass

from referee.cards.face import CardFace, Colour
from referee.cards.packs import Pack

RANKS = (*map(str, range(1, 11)), "V", "C", "D", "R")
SUITS: dict[str, tuple[str, str, Colour]] = {
    "coupe": ("♥", "cœur", "red"), "baton": ("♣", "trèfle", "green"), "epee": ("♠", "pique", "blue"),
    "denier": ("♦", "carreau", "orange"),
}  # fmt: skip
TRUMPS = tuple(map(str, range(1, 22)))


@dataclass(frozen=True, slots=True)
class TarotCard:
    """A rank of a suit; a trump or the fool has no suit."""

    rank: str
    suit: str | None = None

    @property
    def code(self) -> str:
        return f"{self.rank}:{self.suit}" if self.suit else self.rank

    @property
    def strength(self) -> int:
        if self.suit is not None:
            return RANKS.index(self.rank)
        return -1 if self.rank == "fou" else len(RANKS) + TRUMPS.index(self.rank)

    def render(self, language: str) -> str:
        return f"{self.rank} de {SUITS[self.suit][1]}" if self.suit else f"atout {self.rank}"


def face(card: TarotCard, language: str) -> CardFace:
    name = card.render(language)
    if card.suit is None:
        colour: Colour = "joker" if card.rank == "fou" else "black"
        return CardFace(card.code, "★" if card.rank == "fou" else card.rank, "atout", colour, "atouts", name, 900)
    sign, suit, colour = SUITS[card.suit]
    place = list(SUITS).index(card.suit) * 100 - RANKS.index(card.rank)
    return CardFace(card.code, card.rank, sign, colour, suit, name, place)


CARDS = (*(TarotCard(rank, suit) for suit in SUITS for rank in RANKS), *map(TarotCard, TRUMPS), TarotCard("fou"))
BY_CODE = {card.code: card for card in CARDS}
PACKS = {size: Pack.of(BY_CODE.get, face, CARDS[-size:]) for size in (78, 60, 40)}
