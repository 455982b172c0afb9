"""Tricks of the tarot décalé: following a school, overtrumping with atouts, the excuse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards.tricks import Choice, Duty, leaders
from referee.games.tarot_decale.pack import DecaleCard


def decale_led(plays: Iterable[DecaleCard]) -> DecaleCard | None:
    """The card led: the first other than the excuse; None without one."""
    return next((card for card in plays if not card.is_excuse), None)


def decale_choice(hand: Iterable[DecaleCard], plays: Sequence[DecaleCard]) -> Choice[DecaleCard]:
    """The legal cards: follow the school, else an atout, if possible a higher one; the excuse at any time.

    >>> from referee.games.tarot_decale.pack import parse_decale
    >>> hand = [parse_decale(code) for code in ("atout:3", "vert:prof", "atout:9", "excuse")]
    >>> choice = decale_choice(hand, [parse_decale("bleu:eleve"), parse_decale("atout:6")])
    >>> [card.code for card in choice.cards], choice.duty.name
    (['atout:9', 'excuse'], 'OVERTRUMP')
    """
    cards = tuple(hand)
    led = decale_led(plays)
    if led is None:
        return Choice(cards, Duty.LEAD)
    if led.school is not None and any(card.school == led.school for card in cards):
        return Choice(tuple(card for card in cards if card.school == led.school or card.is_excuse), Duty.FOLLOW)
    highest = max(card.atout or 0 for card in plays)
    mine = [card.atout for card in cards if card.atout is not None]
    if not mine:
        return Choice(cards, Duty.DISCARD)
    if max(mine) < highest:
        return Choice(tuple(card for card in cards if card.school is None), Duty.UNDERTRUMP)
    higher = tuple(card for card in cards if card.is_excuse or (card.atout or 0) > highest)
    return Choice(higher, Duty.OVERTRUMP if highest else Duty.TRUMP)


def decale_leaders(plays: Sequence[DecaleCard]) -> tuple[int, ...]:
    """The indexes of the best plays: the highest atout, else the strongest cards of the school led.

    Several in a tie; none while only the excuse is played.

    >>> from referee.games.tarot_decale.pack import parse_decale
    >>> decale_leaders([parse_decale(code) for code in ("vert:prof", "bleu:proviseur", "excuse", "vert:prof")])
    (0, 3)
    """
    led = decale_led(plays)
    if led is None:
        return ()
    atouts = any(card.atout is not None for card in plays)

    def strength(card: DecaleCard) -> int:
        if atouts:
            return card.atout or -1
        return card.strength if card.school == led.school else -1

    return leaders(plays, strength)
