"""Wizard at the desk: tricks with wizards and jesters, and the bid that the last speaker may not make."""

from __future__ import annotations

from referee.cards.tricks import Duty, LegalCards
from referee.desk_questions.desk_question import CaseUnder, Ruling
from referee.desk_questions.forbidden_bid import forbidden_bid
from referee.desk_questions.trick_questions import (
    TURNED_TRUMP,
    cards_of,
    either,
    leading_play,
    legal_answer,
    legal_cards,
    play_id,
    trick_winner,
)
from referee.games.wizard.pack import (
    PACK,
    WIZARD,
    SpecialCard,
    WizardCard,
    suit_to_follow,
    winner_place,
    with_article,
    wizard_legal_cards,
)
from referee.games.wizard.scoring import MOST_DEALS, WizardRules
from referee.words import Text, say

TRICK, FOLLOW, ANY_TIME = "wizard.trick", "wizard.follow", "wizard.any-time"
WIZARD_LED, JESTER_LED, ONLY_JESTERS = "wizard.wizard-led", "wizard.jester-led", "wizard.only-jesters"


def winner(case: CaseUnder[WizardRules]) -> Ruling:
    """The leader of a trick (articles wizard.trick, .only-jesters)."""
    plays, trump = case.facts["plays"], case.facts["trump"]
    place = winner_place(cards_of(case), trump)
    card: WizardCard = plays[place].card
    head = leading_play(plays[place], with_article(card))
    articles: tuple[str, ...] = (TRICK,)
    if card is WIZARD:
        why = say("%(head)s : le premier magicien du pli l'emporte.", head=head)
    elif isinstance(card, SpecialCard):
        why = say("%(head)s : il n'y a que des bouffons, et le premier l'emporte.", head=head)
        articles = (ONLY_JESTERS, TRICK)
    elif card.suit is trump:
        why = say("%(head)s : c'est le plus fort atout du pli.", head=head)
    elif trump is None:
        why = say("%(head)s : c'est la plus forte carte à %(suit)s, la couleur demandée.", head=head, suit=card.suit)
    else:
        why = say(
            "%(head)s : personne n'a coupé, et c'est la plus forte carte à %(suit)s, la couleur demandée.",
            head=head,
            suit=card.suit,
        )
    return Ruling({"winner": play_id(plays, place)}, articles, (why,))


def legal(case: CaseUnder[WizardRules]) -> Ruling:
    """The legal cards of a hand (articles wizard.follow, .any-time, .wizard-led, .jester-led)."""
    cards, card = cards_of(case), case.facts["card"]
    choice = wizard_legal_cards(case.facts["hand"], cards)
    articles, why = _duty(choice, cards)
    if isinstance(card, SpecialCard) and choice.duty is not Duty.LEAD:
        articles = (ANY_TIME, *(article for article in articles if article != ANY_TIME))
    return legal_answer(case, choice, articles, why, with_article)


def _duty(choice: LegalCards[WizardCard], plays: tuple[WizardCard, ...]) -> tuple[tuple[str, ...], Text]:
    suit = suit_to_follow(plays)
    if choice.duty is Duty.LEAD:
        return (TRICK,), say("C'est à cette main d'entamer : toutes les cartes sont permises.")
    if choice.duty is Duty.FOLLOW:
        mine = either(with_article(card) for card in choice.cards)
        why = say("On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.", suit=suit, cards=mine)
        special = any(isinstance(card, SpecialCard) for card in choice.cards)
        led = () if plays[0].suit is suit else (JESTER_LED,)
        return (FOLLOW, *led, *((ANY_TIME,) if special else ())), why
    if plays[0] is WIZARD:
        why = say("Un magicien a été joué en premier : dans ce pli, personne n'a de couleur à fournir.")
        return (WIZARD_LED,), why
    if suit is None:
        why = say("Aucune couleur n'est encore demandée : on joue ce qu'on veut.")
        return (JESTER_LED,), why
    return (FOLLOW,), say("Pas de %(suit)s dans cette main : on joue ce qu'on veut, atout ou non.", suit=suit)


QUESTIONS = (
    trick_winner(PACK, TURNED_TRUMP, winner, (TRICK, ONLY_JESTERS)),
    legal_cards(PACK, TURNED_TRUMP, legal, (TRICK, FOLLOW, ANY_TIME, WIZARD_LED, JESTER_LED)),
    forbidden_bid(MOST_DEALS, "wizard.not-equal", ("wizard.not-equal", "wizard.bids")),
)
