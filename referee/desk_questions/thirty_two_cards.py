"""Desk questions of games with the thirty-two cards: tricks with a partner, points of cards, declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.answer import Field, fact_violation
from referee.answers.cards import CardHands, Cards
from referee.answers.players import PlayOrder
from referee.answers.violation import Violation
from referee.cards.declarations import HAND, Declaration, best_declaration
from referee.cards.french import Card, Suit
from referee.cards.thirty_two import PACK, card_points, is_trump, leading_place, partners_legal_cards
from referee.cards.tricks import Duty, LegalCards
from referee.desk_questions.asked_phrases import WHICH_SIDE_COUNTS, WORTH_OF_CARDS
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.trick_questions import (
    cards_of,
    either,
    legal_answer,
    legal_cards,
    play_id,
    trick_winner,
    unique,
    winning_reason,
)
from referee.desk_questions.wording import Wording
from referee.words import Text, names, say, say_n

COUNTED_APART = say(
    "sans le dix de der / sans dix de der / sans der / sans le dernier pli / sans compter le dix de der / sans compter "
    "le dernier pli / hors dix de der / dernier pli non compris / dernier pli pas compris / dix de der non compris / "
    "pas le dernier pli / dix de der à part"
)
"""What is said of points that no card is worth: they are never among those of cards."""


@dataclass(frozen=True, slots=True)
class CardArticles:
    """The articles that decide about cards. ``no_suit``: further ones where no suit alone is trump."""

    trick: str
    follow: str
    overtrump: str
    must_trump: str
    partner: str
    undertrump: str
    card_points: str
    best_declaration: str
    no_suit: tuple[str, ...] = ()

    def further(self, trump: object) -> tuple[str, ...]:
        """The further articles for this trump."""
        return () if isinstance(trump, Suit) else self.no_suit


def card_questions(articles: CardArticles, trump: Field) -> tuple[DeskQuestion, ...]:
    """The four questions about cards; ``trump``: the fact of what is trump."""

    def winner(case: Case) -> Ruling:
        plays, suit = case.facts["plays"], case.facts["trump"]
        place = leading_place(cards_of(case), suit)
        why = winning_reason(plays, place, suit if isinstance(suit, Suit) else None)
        return Ruling({"winner": play_id(plays, place)}, (articles.trick, *articles.further(suit)), (why,))

    def legal(case: Case) -> Ruling:
        suit, cards = case.facts["trump"], cards_of(case)
        choice = partners_legal_cards(case.facts["hand"], cards, suit, undertrump=case.rules.undertrump)
        deciding = (*_deciding(articles, choice, cards), *articles.further(suit))
        return legal_answer(case, choice, deciding, _duty(choice, cards, suit))

    def points(case: Case) -> Ruling:
        suit, cards = case.facts["trump"], case.facts["cards"]
        total = sum(card_points(card, suit) for card in cards)
        return Ruling({"points": total}, (articles.card_points, *articles.further(suit)), (_sum(cards, suit, total),))

    def declarations(case: Case) -> Ruling:
        return _rule_on_declarations(case, articles)

    order = PlayOrder("order", say("Les joueurs, du premier à jouer au dernier"), (4,))
    hands = CardHands("hands", say("Les huit cartes de chacun"), (), PACK, most=HAND)
    may_decide = (
        articles.trick, articles.follow, articles.overtrump, articles.must_trump, articles.partner,
        articles.undertrump, *articles.no_suit,
    )  # fmt: skip
    return (
        trick_winner(PACK, trump, winner, (articles.trick, *articles.no_suit)),
        legal_cards(PACK, trump, legal, may_decide),
        DeskQuestion(
            "card-points", say("Combien valent ces cartes ?"),
            (trump, Cards("cards", say("Les cartes"), PACK, fewest=0)),
            points, unique((articles.card_points, *articles.no_suit)), PACK, word=points_word, ambiguous=_makes_belote,
            wording=Wording(asked=WORTH_OF_CARDS, passed_over=COUNTED_APART),
        ),
        DeskQuestion(
            "declarations", say("Quel camp compte ses annonces ?"), (order, trump, hands),
            declarations, (articles.best_declaration,), PACK, contradictions=_misfits, word=_declarations_word,
            wording=Wording(asked=WHICH_SIDE_COUNTS),
        ),
    )  # fmt: skip


# The points of cards.


def _makes_belote(case: Case) -> bool:
    """Whether the king and the queen of trumps are among the cards: they may be asked of as a belote."""
    suit = case.facts["trump"]
    return {"K", "Q"} <= {card.rank for card in case.facts["cards"] if card.suit is suit}


# Legal cards.


def _deciding(articles: CardArticles, choice: LegalCards[Card], plays: tuple[Card, ...]) -> tuple[str, ...]:
    follows = bool(plays) and any(card.suit is plays[0].suit for card in choice.cards)
    match choice.duty:
        case Duty.LEAD:
            return (articles.trick,)
        case Duty.FOLLOW:
            return (articles.follow,)
        case Duty.OVERTRUMP:
            return (articles.overtrump, articles.follow if follows else articles.must_trump)
        case Duty.UNDERTRUMP if follows:
            return (articles.follow, articles.overtrump)
        case Duty.UNDERTRUMP | Duty.LOWER_TRUMPS:
            return (articles.undertrump, articles.must_trump)
        case Duty.PARTNER_LEADS:
            return (articles.partner,)
    return (articles.must_trump,)


def _duty(choice: LegalCards[Card], plays: tuple[Card, ...], trump: Any) -> Text:
    if not plays:
        return say("C'est à cette main d'entamer : toutes les cartes sont permises.")
    led, mine = plays[0].suit, either(choice.cards)
    highest = plays[leading_place(plays, trump)]
    follows = any(card.suit is led for card in choice.cards) and choice.duty is not Duty.DISCARD
    match choice.duty:
        case Duty.FOLLOW:
            return say(
                "On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.", suit=led, cards=mine
            )
        case Duty.OVERTRUMP if follows:
            return say(
                "On a demandé %(suit)s, atout : il faut monter au-dessus de %(highest)s, avec %(cards)s.",
                suit=led, highest=highest, cards=mine,
            )  # fmt: skip
        case Duty.UNDERTRUMP if follows:
            return say(
                "On a demandé %(suit)s, atout, et rien ici ne passe %(highest)s : "
                "il faut fournir quand même, avec %(cards)s.",
                suit=led, highest=highest, cards=mine,
            )  # fmt: skip
        case Duty.TRUMP:
            return say(
                "Pas de %(suit)s dans cette main, mais de l'atout : il faut couper, avec %(cards)s.",
                suit=led,
                cards=mine,
            )
    return _void(choice.duty, led, highest, mine, trump)


def _void(duty: Duty, led: object, highest: Card, mine: object, trump: Any) -> Text:
    match duty:
        case Duty.OVERTRUMP:
            return say(
                "Pas de %(suit)s dans cette main : il faut couper, et plus haut que %(highest)s, avec %(cards)s.",
                suit=led, highest=highest, cards=mine,
            )  # fmt: skip
        case Duty.UNDERTRUMP:
            return say(
                "Pas de %(suit)s dans cette main, et rien au-dessus de %(highest)s : "
                "il faut couper quand même, avec %(cards)s.",
                suit=led, highest=highest, cards=mine,
            )  # fmt: skip
        case Duty.LOWER_TRUMPS:
            return say(
                "Pas de %(suit)s dans cette main, et rien au-dessus de %(highest)s : personne n'est obligé de pisser,"
                " toutes les cartes sont permises.",
                suit=led, highest=highest,
            )  # fmt: skip
        case Duty.PARTNER_LEADS:
            return say(
                "Pas de %(suit)s dans cette main, et le partenaire est maître avec %(highest)s : "
                "on joue ce qu'on veut.",
                suit=led, highest=highest,
            )  # fmt: skip
    if not isinstance(trump, Suit):
        return say(
            "Pas de %(suit)s dans cette main : on se défausse de ce qu'on veut, et cela ne prendra pas.", suit=led
        )
    if led is trump:
        return say("On a demandé l'atout et cette main n'en a pas : on se défausse de ce qu'on veut.")
    return say("Ni %(suit)s ni atout dans cette main : on se défausse de ce qu'on veut.", suit=led)


# Points of cards.


def _sum(cards: tuple[Card, ...], trump: Any, total: int) -> Text:
    values = [(card, card_points(card, trump)) for card in cards]
    worth = names(say("%(name)s %(value)s", name=card, value=points) for card, points in values if points)
    if not total:
        return say("Aucune de ces cartes ne vaut de points.")
    trumps = sum(is_trump(card, trump) for card in cards)
    if not isinstance(trump, Suit) or not trumps:
        return say("%(values)s : le dix de der et la belote se comptent à part.", values=worth)
    return say(
        "%(values)s, %(trump)s étant atout : le dix de der et la belote se comptent à part.", values=worth, trump=trump
    )


# Declarations.


def _misfits(case: Case) -> Iterator[Violation]:
    hands, order = case.facts["hands"], case.facts["order"]
    if set(hands) != set(order):
        yield fact_violation("facts.hands", say("Il faut la main de chacun des joueurs de l'ordre, et d'eux seuls."))
    for player, hand in hands.items():
        if len(hand) != HAND:
            message = say("%(player)s : une main a %(n)s cartes.", player=player, n=HAND)
            yield fact_violation(f"facts.hands.{player}", message)


def _rule_on_declarations(case: Case, articles: CardArticles) -> Ruling:
    order = case.facts["order"]
    best_of_all = best_declaration(case.facts["hands"], case.facts["trump"], order)
    if best_of_all is None:
        return Ruling({"side": None, "points": 0}, (articles.best_declaration,), (say("Personne n'a d'annonce."),))
    side = " & ".join(best_of_all.by_player)
    best = say(
        "La meilleure annonce est à %(player)s : %(best)s.", player=best_of_all.player, best=_in_words(best_of_all.best)
    )
    every = names(
        _in_words(declaration) for declarations in best_of_all.by_player.values() for declaration in declarations
    )
    counted = say_n(
        "Son camp compte la sienne : %(every)s.",
        "Son camp compte toutes les siennes : %(every)s.",
        sum(map(len, best_of_all.by_player.values())),
        every=every,
    )
    return Ruling({"side": side, "points": best_of_all.points}, (articles.best_declaration,), (best, counted))


def _in_words(declaration: Declaration) -> Text:
    cards = names(declaration.cards)
    if declaration.suit is None:
        return say("un carré, %(cards)s, %(points)s points", cards=cards, points=declaration.points)
    return say("une suite, %(cards)s, %(points)s points", cards=cards, points=declaration.points)


def _declarations_word(case: Case, answer: Mapping[str, Any]) -> Word:
    if answer["side"] is None:
        return Word(say("Personne"))
    return Word(say("%(side)s, %(points)s points", side=answer["side"], points=answer["points"]))
