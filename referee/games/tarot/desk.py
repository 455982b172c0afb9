"""Le Tarot at the desk: tricks, the points of cards, a deal to settle, the poignée of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards
from referee.answers.choices import Choice
from referee.cards.atout_tricks import atout_leaders, atout_legal_cards, card_led
from referee.cards.tricks import Duty, LegalCards
from referee.desk_questions.asked_phrases import WHOSE_EXCUSE, WORTH_OF_CARDS
from referee.desk_questions.deal_points import facts_of_ways, points_ruling, settle_question
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.trick_questions import (
    NO_TRUMP,
    cards_of,
    leading_play,
    legal_answer,
    legal_cards,
    meeting_duty,
    play_id,
    trick_winner,
)
from referee.desk_questions.wording import Wording
from referee.game_definition.game import Game, Way
from referee.game_definition.match_course import Transition
from referee.games.tarot.pack import PACK, TarotCard, points_of
from referee.games.tarot.scoring import (
    ATTACK,
    LEVELS,
    OUDLERS,
    PLAYERS,
    POIGNEES,
    SHOWN_ATOUTS,
    SLAM_POINTS,
    TarotRules,
    contract_ways,
    poignee_level,
    result_fields,
    settle,
)
from referee.words import Text, say, say_n

DUTIES = {
    Duty.LEAD: ("tarot.trick",),
    Duty.FOLLOW: ("tarot.follow",),
    Duty.TRUMP: ("tarot.must-trump", "tarot.overtrump"),
    Duty.OVERTRUMP: ("tarot.overtrump", "tarot.must-trump"),
    Duty.UNDERTRUMP: ("tarot.overtrump", "tarot.must-trump"),
    Duty.DISCARD: ("tarot.must-trump",),
}
EXCUSE = "tarot.excuse"
EXCUSE_IN_A_TRICK = say(
    "L'excuse ne prend pas et son camp la garde, sauf au dernier pli : elle y change de camp, "
    "ou, au chelem, prend ce pli."
)
"""What becomes of the excuse; the desk knows neither which trick it is nor who took those before."""


# Tricks.


def winner(case: CaseUnder[TarotRules]) -> Ruling:
    """The leader of a trick (articles tarot.trick, .excuse)."""
    plays = case.facts["plays"]
    best = atout_leaders(cards_of(case))
    if not best:
        why = say("Il n'y a que l'excuse, et elle ne prend rien : la carte suivante dira ce qui est demandé.")
        return Ruling({"winner": None, "tied": []}, (EXCUSE,), (why, EXCUSE_IN_A_TRICK))
    card: TarotCard = plays[best[0]].card
    head = leading_play(plays[best[0]], card.with_article)
    if card.suit is None:
        why = say("%(head)s : c'est le plus fort atout du pli.", head=head)
    else:
        why = say(
            "%(head)s : personne n'a coupé, et c'est la plus forte carte à %(suit)s, la couleur demandée.",
            head=head,
            suit=card.suit,
        )
    answer = {"winner": play_id(plays, best[0])}
    if any(play.card.is_excuse for play in plays):
        return Ruling(answer, ("tarot.trick", EXCUSE), (why, EXCUSE_IN_A_TRICK))
    return Ruling(answer, ("tarot.trick",), (why,))


def legal(case: CaseUnder[TarotRules]) -> Ruling:
    """The legal cards of a hand (articles tarot.follow, .must-trump, .overtrump, .excuse)."""
    cards = cards_of(case)
    choice = atout_legal_cards(case.facts["hand"], cards)
    articles = DUTIES[choice.duty]
    card: TarotCard | None = case.facts["card"]
    if card is not None and card.is_excuse:
        articles = (EXCUSE, *articles)
    elif any(card.is_excuse for card in (*choice.cards, *cards[:1])):
        articles = (*articles, EXCUSE)
    return legal_answer(case, choice, articles, _duty(choice, cards), lambda card: card.with_article)


def _duty(choice: LegalCards[TarotCard], cards: tuple[TarotCard, ...]) -> Text:
    led = card_led(cards)
    if led is None:
        if cards:
            return say("L'excuse ne demande rien : on joue ce qu'on veut, et c'est cette carte que l'on suivra.")
        return say("C'est à cette main d'entamer : toutes les cartes sont permises.")
    mine = meeting_duty(choice.cards)
    highest = max(cards, key=lambda card: card.atout or 0).with_article
    if led.suit is None:
        return _atout_led(choice.duty, highest, mine)
    return _suit_led(choice.duty, led.suit, highest, mine)


def _suit_led(duty: Duty, suit: object, highest: Text, mine: object) -> Text:
    match duty:
        case Duty.FOLLOW:
            return say(
                "On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.", suit=suit, cards=mine
            )
        case Duty.TRUMP:
            return say("Pas de %(suit)s dans cette main : il faut couper, avec %(cards)s.", suit=suit, cards=mine)
        case Duty.OVERTRUMP:
            return say(
                "Pas de %(suit)s dans cette main : il faut couper, et plus haut que %(highest)s, avec %(cards)s.",
                suit=suit,
                highest=highest,
                cards=mine,
            )
        case Duty.UNDERTRUMP:
            return say(
                "Pas de %(suit)s dans cette main, et rien au-dessus de %(highest)s : "
                "il faut couper quand même, avec %(cards)s.",
                suit=suit,
                highest=highest,
                cards=mine,
            )
    return say("Ni %(suit)s ni atout dans cette main : on se défausse de ce qu'on veut.", suit=suit)


def _atout_led(duty: Duty, highest: Text, mine: object) -> Text:
    if duty is Duty.OVERTRUMP:
        return say(
            "L'atout est demandé : il faut monter au-dessus de %(highest)s, avec %(cards)s.",
            highest=highest,
            cards=mine,
        )
    if duty is Duty.UNDERTRUMP:
        return say(
            "L'atout est demandé et cette main ne peut pas dépasser %(highest)s : "
            "il faut jouer atout quand même, avec %(cards)s.",
            highest=highest,
            cards=mine,
        )
    return say("L'atout est demandé et cette main n'en a pas : on se défausse de ce qu'on veut.")


# The points of cards, and a poignée.


def card_points(case: CaseUnder[TarotRules]) -> Ruling:
    """The points and oudlers of cards (article tarot.card-points)."""
    points, half, oudlers = points_of(case.facts["cards"])
    answer = {"points": points, "half": half, "oudlers": oudlers}
    total = say("%(points)s points et demi", points=points) if half else say_n("%(n)s point", "%(n)s points", points)
    why = say_n("Il y a %(n)s bout dans ces cartes.", "Il y a %(n)s bouts dans ces cartes.", oudlers)
    return Ruling(answer, ("tarot.card-points", "tarot.oudlers"), (say("Ces cartes font %(total)s.", total=total), why))


def card_points_word(case: CaseUnder[TarotRules], answer: Mapping[str, Any]) -> Word:
    """The points, with half a point where there is one."""
    if answer["half"]:
        return Word(say("%(points)s points et demi", points=answer["points"]))
    return Word(say_n("%(n)s point", "%(n)s points", answer["points"]))


def poignee(case: CaseUnder[TarotRules]) -> Ruling:
    """The highest poignée that a hand may show (article tarot.poignees)."""
    n, hand = case.facts["players"], case.facts["hand"]
    atouts = sum(card.suit is None for card in hand)
    level = poignee_level(n, atouts)
    single, double, triple = SHOWN_ATOUTS[n]
    why = say_n(
        "%(n)s atout, excuse comprise : à %(players)s, il en faut %(single)s, %(double)s ou %(triple)s.",
        "%(n)s atouts, excuse comprise : à %(players)s, il en faut %(single)s, %(double)s ou %(triple)s.",
        atouts,
        players=n,
        single=single,
        double=double,
        triple=triple,
    )
    worth = () if level is None else (say("Elle vaut %(points)s points.", points=POIGNEES[level]),)
    return Ruling({"poignee": level, "atouts": atouts}, ("tarot.poignees",), (why, *worth))


def poignee_word(case: CaseUnder[TarotRules], answer: Mapping[str, Any]) -> Word:
    """The level of the poignée."""
    level = answer["poignee"]
    return (
        Word(say("Pas de poignée"), "no")
        if level is None
        else Word(say("Poignée %(level)s", level=dict(LEVELS)[level]), "yes")
    )


# A deal to settle.

BID_KEYS = ("taker", "contract", "slam_announced", "called")
RESULT_KEYS = ("oudlers", "points", "half", "partner", "petit", "poignees", "slam", "miseres")


def deal_facts(game: Game, players: tuple[str, ...], rules: TarotRules) -> tuple[Field, ...]:
    """The contract and the result of a deal, as facts."""
    table = game.table(players, rules)
    contract = next(way for way in contract_ways(table) if not way.at_once)
    return facts_of_ways((Way((*contract.fields, *result_fields(table))),))


def slam_unsaid(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """That a slam was made, where it was announced and all points were: "chelem annoncé et réussi, 91 points"."""
    all_points = (raw_facts.get("oudlers"), raw_facts.get("points")) == (OUDLERS, SLAM_POINTS[OUDLERS])
    return {"slam": ATTACK} if "slam_announced" in raw_facts and all_points else {}


def settlement_ruling(case: CaseUnder[TarotRules], transition: Transition) -> Ruling:
    """What the deal is worth to each player (articles tarot.score, .poignees, .petit, .slam, .misere)."""
    row = transition.rows[0]
    settlement = settle(case.rules, row.answers["contract"], row.answers["result"])
    ruling = points_ruling(row, ("tarot.score",))
    answer = {
        "made": settlement.made,
        "scores": dict(row.scores),
        "need": settlement.need,
        "difference": settlement.difference,
        "unit": settlement.unit,
    }
    why = say("Il fallait %(need)s points.", need=settlement.need)
    return Ruling(answer, ruling.articles, (why, *ruling.because))


LAWS = ("tarot.score", "tarot.poignees", "tarot.petit", "tarot.slam", "tarot.misere")
SIZES = tuple((n, say("%(n)s joueurs", n=n)) for n in PLAYERS)

SHOWN = tuple(card.code for card in PACK.layout if card.suit is None)
"""The cards that a poignée may show: numbers alone are atouts beside these, and beside no others."""

QUESTIONS = (
    trick_winner(PACK, NO_TRUMP, winner, ("tarot.trick", EXCUSE), doubtful=(WHOSE_EXCUSE,)),
    legal_cards(PACK, NO_TRUMP, legal, (*(article for duty in DUTIES.values() for article in duty), EXCUSE)),
    DeskQuestion(
        "card-points", say("Combien valent ces cartes ?"), (Cards("cards", say("Les cartes"), PACK, fewest=0),),
        card_points, ("tarot.card-points", "tarot.oudlers"), PACK, word=card_points_word,
        wording=Wording(asked=WORTH_OF_CARDS),
    ),
    settle_question(
        PLAYERS, deal_facts, {"contract": BID_KEYS, "result": RESULT_KEYS}, settlement_ruling, LAWS, unsaid=slam_unsaid
    ),
    DeskQuestion(
        "poignee", say("Cette main vaut-elle une poignée ?"),
        (Choice("players", say("Joueurs"), SIZES), Cards("hand", say("La main"), PACK, numbered=SHOWN)),
        poignee, ("tarot.poignees",), PACK, word=poignee_word,
        wording=Wording(
            asked=say(
                "cette main vaut-elle une poignée / poignée / quelle poignée / une poignée / simple / double / triple "
                "/ montrer / en montrer / combien d'atouts / je peux montrer"
            ),
            doubtful=(say(
                "montrer une simple / montrer une double / n'en montrer / une plus petite / ne montrer que"
            ),),
        ),
    ),
)  # fmt: skip
