"""The sixty cards of Wizard: fifty-two in four suits, four wizards and four jesters; and play with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards.face import CardFace
from referee.cards.french import CARDS, SUITS_DOWN, Card, Suit, french_face, parse_card
from referee.cards.packs import Pack
from referee.cards.tricks import Duty, LegalCards, plain_winner
from referee.words import Text, say

EACH = 4
"""Wizards in the pack, and jesters."""
WIZARD_NAME, JESTER_NAME, SPECIALS_ROW = say("magicien"), say("bouffon"), say("magiciens et bouffons")
AFTER_THE_SUITS = len(SUITS_DOWN) * 100


@dataclass(frozen=True, slots=True)
class SpecialCard:
    """A wizard or a jester; it has no suit, and those of a kind are equal."""

    code: str

    @property
    def suit(self) -> Suit | None:
        """No suit."""
        return None

    def render(self, language: str) -> str:
        """The card's name.

        >>> WIZARD.render("fr")
        'magicien'
        """
        name = WIZARD_NAME if self is WIZARD else JESTER_NAME
        return name.render(language)

    @property
    def with_article(self) -> Text:
        """The card's name with its French article."""
        return say("un magicien") if self is WIZARD else say("un bouffon")


WizardCard = Card | SpecialCard
WIZARD, JESTER = SpecialCard("wizard"), SpecialCard("jester")
_SPECIALS = {card.code: card for card in (WIZARD, JESTER)}


def parse_wizard(text: str) -> WizardCard | None:
    """The card of a code, in either case; None if invalid.

    >>> parse_wizard("Wizard") is WIZARD, parse_wizard("10h").code
    (True, '10H')
    """
    return _SPECIALS.get(text.lower()) or parse_card(text)


def face(card: WizardCard, language: str) -> CardFace:
    """The face of a card: a row for each suit, strongest first, then one of wizards and jesters.

    >>> face(JESTER, "fr").print, face(WIZARD, "fr").print
    ('N', 'Z')
    """
    if isinstance(card, Card):
        return french_face(card, language)
    name, row = card.render(language), SPECIALS_ROW.render(language)
    print_, place = ("Z", AFTER_THE_SUITS) if card is WIZARD else ("N", AFTER_THE_SUITS + 1)
    return CardFace(card.code, print_, name, "joker", row, name, place)


def with_article(card: WizardCard) -> Text:
    """The card's name with its French article where it has one."""
    return card.with_article if isinstance(card, SpecialCard) else say("%(card)s", card=card)


def suit_to_follow(plays: Sequence[WizardCard]) -> Suit | None:
    """The suit of the first suit card; None before it, and where a wizard was led.

    >>> from referee.cards.french import parse_card
    >>> suit_to_follow((JESTER, parse_card("9S"))).name, suit_to_follow((WIZARD, parse_card("9S")))
    ('SPADES', None)
    """
    if plays and plays[0] is WIZARD:
        return None
    return next((card.suit for card in plays if card.suit is not None), None)


def wizard_legal_cards(hand: Iterable[WizardCard], plays: Sequence[WizardCard]) -> LegalCards[WizardCard]:
    """The legal cards: follow the suit if one can; a wizard or a jester at any time."""
    cards = tuple(hand)
    if not plays:
        return LegalCards(cards, Duty.LEAD)
    suit = suit_to_follow(plays)
    if suit is None or all(card.suit is not suit for card in cards):
        return LegalCards(cards, Duty.DISCARD)
    return LegalCards(tuple(card for card in cards if card.suit in (suit, None)), Duty.FOLLOW)


def winner_place(plays: Sequence[WizardCard], trump: Suit | None) -> int:
    """The index of the winning play: the first wizard, else as in plain tricks, else the first jester.

    >>> from referee.cards.french import parse_card
    >>> winner_place((parse_card("AS"), WIZARD, WIZARD), None), winner_place((JESTER, JESTER), None)
    (1, 0)
    """
    if WIZARD in plays:
        return tuple(plays).index(WIZARD)
    suited = [(place, card) for place, card in enumerate(plays) if isinstance(card, Card)]
    return suited[plain_winner([card for _, card in suited], trump)][0] if suited else 0


PACK = Pack.of(
    parse_wizard, face, (*CARDS, *(WIZARD,) * EACH, *(JESTER,) * EACH),
    other_names={WIZARD.code: say("sorcier"), JESTER.code: say("fou")},
)  # fmt: skip
