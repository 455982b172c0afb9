"""La Dame de pique at the desk: tricks, the first one and the hearts, what is passed, the points of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.cards import Cards
from referee.answers.choices import Choice, YesNo
from referee.answers.numbers import Number
from referee.cards.french import Card, Suit
from referee.cards.tricks import NATURAL, Duty, LegalCards, led_suit, plain_legal_cards, plain_winner
from referee.desk_questions.asked_phrases import NOT_TAKEN, WORTH_OF_CARDS
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.trick_questions import (
    NO_TRUMP,
    cards_of,
    either,
    leading_play,
    legal_answer,
    legal_cards,
    play_id,
    trick_winner,
)
from referee.desk_questions.wording import Wording
from referee.games.dame_de_pique.scoring import (
    DIRECTIONS,
    FOR_A_MOON,
    HEARTS,
    JACK,
    KEPT,
    NO_MOON,
    PACK,
    PASS,
    PASSING,
    PLAYERS,
    QUEEN,
    SELF,
    DameDePiqueRules,
    card_points,
    passing,
)
from referee.words import Text, say, say_n

TRICK, FOLLOW, FIRST, BROKEN = (
    "dame-de-pique.trick", "dame-de-pique.follow", "dame-de-pique.first-trick", "dame-de-pique.broken",
)  # fmt: skip
MOST_DEALS = 1_000_000
LATER_TRICK = say(
    "deuxième pli / troisième pli / quatrième pli / cinquième pli / sixième pli / septième pli / huitième pli / "
    "neuvième pli / dixième pli / dernier pli / deuxième tour / troisième tour / pas le premier pli / plus le premier "
    "pli"
)


# Tricks.


def winner(case: CaseUnder[DameDePiqueRules]) -> Ruling:
    """The leader of a trick (article dame-de-pique.trick)."""
    plays = case.facts["plays"]
    place = plain_winner(cards_of(case))
    card = plays[place].card
    why = say(
        "%(head)s : c'est la plus forte carte à %(suit)s, la couleur demandée.",
        head=leading_play(plays[place], card),
        suit=card.suit,
    )
    return Ruling({"winner": play_id(plays, place)}, (TRICK,), (why,))


def is_penalty(card: Card) -> bool:
    """Whether this is a heart or the queen of spades."""
    return card.suit is Suit.HEARTS or card == QUEEN


def legal(case: CaseUnder[DameDePiqueRules]) -> Ruling:
    """The legal cards of a hand (articles dame-de-pique.follow, .first-trick, .broken)."""
    cards, hand, first_trick = cards_of(case), case.facts["hand"], case.facts["first_trick"]
    clubs = [card for card in hand if card.suit is Suit.CLUBS]
    if first_trick and not cards and clubs:
        lowest = min(clubs, key=lambda card: NATURAL[card.rank])
        why = say("Le plus petit trèfle entame le premier pli : %(card)s.", card=lowest)
        return legal_answer(case, LegalCards((lowest,), Duty.HELD_BACK), (FIRST,), why)
    choice = plain_legal_cards(hand, cards)
    harmless = tuple(card for card in choice.cards if not is_penalty(card))
    playable = plain_legal_cards(hand, cards, held_back=None if case.facts["broken"] else Suit.HEARTS)
    if first_trick and len(harmless) < len(choice.cards) and (harmless or playable.duty is not Duty.HELD_BACK):
        return _first_trick(case, choice, harmless)
    return legal_answer(case, playable, *_duty(playable, case))


def _first_trick(case: CaseUnder[DameDePiqueRules], choice: LegalCards[Card], harmless: tuple[Card, ...]) -> Ruling:
    """The legal cards of the first trick where some are hearts or the queen."""
    articles = (FIRST, FOLLOW) if choice.duty is not Duty.LEAD else (FIRST,)
    if not harmless:
        why = say("Au premier pli, on ne donne ni cœur ni dame de pique, mais cette main n'a rien d'autre à jouer.")
        return legal_answer(case, choice, articles, why)
    why = say(
        "Au premier pli, on ne donne ni cœur ni dame de pique tant qu'on a autre chose : il faut jouer %(cards)s.",
        cards=either(harmless),
    )
    return legal_answer(case, LegalCards(harmless, choice.duty), articles, why)


def _duty(choice: LegalCards[Card], case: CaseUnder[DameDePiqueRules]) -> tuple[tuple[str, ...], Text]:
    """The articles and the reason of a choice that the first trick does not narrow."""
    led, mine = led_suit(cards_of(case)), either(choice.cards)
    match choice.duty:
        case Duty.HELD_BACK:
            why = say("Aucun cœur n'est encore tombé : on entame d'autre chose, avec %(cards)s.", cards=mine)
            return (BROKEN,), why
        case Duty.LEAD if case.facts["first_trick"] or any(card.suit is not Suit.HEARTS for card in choice.cards):
            return (TRICK, BROKEN), say("C'est à cette main d'entamer : toutes les cartes sont permises.")
        case Duty.LEAD:
            return (BROKEN,), say(
                "Cette main n'a plus que du %(suit)s : elle peut donc entamer ainsi.", suit=Suit.HEARTS
            )
        case Duty.FOLLOW:
            why = say(
                "On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.", suit=led, cards=mine
            )
            return (FOLLOW,), why
    why = say("Pas de %(suit)s dans cette main : on se défausse de ce qu'on veut, et cela ne prendra pas.", suit=led)
    return (FOLLOW,), why


# The points of cards, and what is passed.


def worth(case: CaseUnder[DameDePiqueRules]) -> Ruling:
    """The points of cards taken (articles dame-de-pique.counts, .jack)."""
    cards = case.facts["cards"]
    points = card_points(cards, case.rules)
    hearts = sum(card.suit is Suit.HEARTS for card in cards)
    why = [say_n("Il y a %(n)s cœur dans ces cartes.", "Il y a %(n)s cœurs dans ces cartes.", hearts)]
    if QUEEN in cards:
        why.append(say("La dame de pique compte 13."))
    if JACK in cards and case.rules.jack:
        why.append(say("À cette table, le valet de carreau ôte 10 points."))
    articles = ("dame-de-pique.counts", *(("dame-de-pique.jack",) if case.rules.jack else ()))
    if hearts == HEARTS and QUEEN in cards:
        why.append(say("C'est tout : voyez ce que la donne rapporte à celui qui a tout pris."))
        articles = (*articles, "dame-de-pique.moon")
    return Ruling({"points": points}, articles, tuple(why))


def worth_word(case: CaseUnder[DameDePiqueRules], answer: Mapping[str, Any]) -> Word:
    """The points; of one who has taken all what that brings, for then they are not theirs (dame-de-pique.moon)."""
    cards, moon = case.facts["cards"], case.rules.moon
    all_taken = QUEEN in cards and sum(card.suit is Suit.HEARTS for card in cards) == HEARTS
    if moon == NO_MOON or not all_taken:
        return points_word(case, answer)
    if moon == SELF:
        own = points_word(case, {"points": answer["points"] - 2 * FOR_A_MOON})
        return Word(say("Tout est pris : %(points)s", points=own.text))
    own = points_word(case, {"points": answer["points"] - FOR_A_MOON})
    others = points_word(case, {"points": FOR_A_MOON})
    return Word(say("Tout est pris : %(points)s, et %(others)s à chaque autre", points=own.text, others=others.text))


def direction(case: CaseUnder[DameDePiqueRules]) -> Ruling:
    """The direction in which the cards of a deal are passed (article dame-de-pique.passing)."""
    n, deal = case.facts["players"], case.facts["deal"]
    found = passing(n, deal)
    turn = len(PASSING[n])
    why = say_n(
        "À %(players)s joueurs, le tour revient après %(n)s donne.",
        "À %(players)s joueurs, le tour revient après %(n)s donnes.",
        turn,
        players=n,
    )
    return Ruling({"direction": found}, ("dame-de-pique.passing",), (PASS[found], why))


def direction_word(case: CaseUnder[DameDePiqueRules], answer: Mapping[str, Any]) -> Word:
    """The direction."""
    return Word(DIRECTIONS[answer["direction"]], "no" if answer["direction"] == KEPT else "plain")


def tricks_before(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Who leads and says whether a heart has fallen speaks of no first trick: that one a club leads."""
    return {"first_trick": "0"} if "broken" in raw_facts and raw_facts.get("plays") == [] else {}


SIZES = tuple((n, say("%(n)s joueurs", n=n)) for n in PLAYERS)

QUESTIONS = (
    trick_winner(PACK, NO_TRUMP, winner, (TRICK,)),
    legal_cards(
        PACK, NO_TRUMP, legal, (TRICK, FOLLOW, FIRST, BROKEN),
        (
            YesNo("first_trick", say("C'est le premier pli"), opposite=LATER_TRICK),
            YesNo("broken", say("Un cœur est déjà tombé")),
        ),
        unsaid=tricks_before,
    ),
    DeskQuestion(
        "card-points", say("Combien valent ces cartes ?"),
        (
            Cards("cards", say("Les cartes"), PACK, fewest=0, known_as={
                "QS": say("la dame / la dame noire / cette dame")
            }),
        ),
        worth, ("dame-de-pique.counts", "dame-de-pique.jack", "dame-de-pique.moon"), PACK, word=worth_word,
        wording=Wording(asked=WORTH_OF_CARDS, doubtful=(NOT_TAKEN,)),
    ),
    DeskQuestion(
        "passing", say("De quel côté passe-t-on ses cartes ?"),
        (Choice("players", say("Joueurs"), SIZES), Number("deal", say("Numéro de la donne"), 1, MOST_DEALS)),
        direction, ("dame-de-pique.passing",), word=direction_word,
        wording=Wording(
            asked=say(
                "de quel côté / passe-t-on ses cartes / on passe à qui / je passe à qui / passe les cartes / les file "
                "à qui / on les donne à qui / les donne à qui / donne à qui / se refile / on se refile / à droite ou "
                "à gauche / à gauche / à droite / en face / on passe combien / mes trois / mes trois cartes / les "
                "trois cartes / on passe / on s'échange / on échange / de côté / donne numéro / quelle direction / "
                "dans quel sens / on garde / personne ne passe / à gauche ou à droite / gauche ou droite / droite ou "
                "gauche / partent à / partent où / vers qui / à quel voisin / quel voisin / mes trois cartes partent "
                "/ les reçoit / qui les reçoit"
            ),
            passed_over=say(
                "trois cartes / nos trois cartes / mes trois cartes / les trois cartes / dame de pique / la dame de "
                "pique / on attaque / on entame / on commence / à gauche ou à droite / gauche ou droite / droite ou "
                "gauche / partent / à gauche, à droite ou en face / droite ou en face / ou / de la soirée / me "
                "débarrasser"
            ),
            doubtful=(say(
                "a joué / vient de jouer / vient de finir / vient de terminer / donnes jouées / donnes passées / "
                "donnes sont passées / donnes finies / donnes terminées / a passé ses cartes / passé quand même "
                "/ passée quand même"
            ),),
        ),
    ),
)  # fmt: skip
