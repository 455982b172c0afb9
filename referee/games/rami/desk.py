"""Le Rami at the desk: the points of cards, a meld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.answers.cards import Cards
from referee.cards.french import Card
from referee.desk_questions.asked_phrases import MELD, WORTH_OF_CARDS, WORTH_OF_MELD
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.wording import Wording
from referee.games.rami.melds import meld_points
from referee.games.rami.scoring import PACK, RamiRules, card_points
from referee.words import names, say, say_n

BRELAN = 3
"""The cards of a set of three; a larger one has four."""


def points(case: CaseUnder[RamiRules]) -> Ruling:
    """The points of cards left in hand (article rami.card-points)."""
    each = [(card, card_points(card, case.rules)) for card in case.facts["cards"]]
    total = sum(number for _, number in each)
    if not each:
        why = say("Plus aucune carte en main : rien à compter.")
    else:
        cards = [say("%(card)s (%(n)s)", card=card, n=n) for card, n in each]
        why = say("En main : %(cards)s.", cards=names(cards))
    return Ruling({"points": total}, ("rami.card-points",), (why,))


def meld(case: CaseUnder[RamiRules]) -> Ruling:
    """Whether cards are a meld, and its points (articles rami.melds, .set, .run, .joker)."""
    cards = case.facts["cards"]
    total = meld_points(cards, case.rules)
    if total is None:
        why = say(
            "Il faut trois ou quatre cartes de même rang et de couleurs différentes, "
            "ou une suite d'au moins trois cartes d'une couleur."
        )
        return Ruling({"valid": False, "points": 0}, _tried(cards), (why,))
    why = say_n("La combinaison est bonne : %(n)s point.", "La combinaison est bonne : %(n)s points.", total)
    ranks = {card.rank for card in cards if card.suit is not None}
    article = "rami.set" if len(ranks) <= 1 else "rami.run"
    articles = (article, "rami.melds")
    if any(card.suit is None for card in cards):
        joker = say("Un joker compte comme la carte qu'il remplace, à la place la plus chère.")
        return Ruling({"valid": True, "points": total}, (*articles, "rami.joker"), (why, joker))
    return Ruling({"valid": True, "points": total}, articles, (why,))


def _tried(cards: Sequence[Card]) -> tuple[str, ...]:
    """The articles of what is no meld, first of the one that its cards are nearest to."""
    natural = [card for card in cards if card.suit is not None]
    if len({card.rank for card in natural}) <= 1:
        return "rami.set", "rami.melds", "rami.run"
    if len({card.suit for card in natural}) == 1:
        return "rami.run", "rami.melds", "rami.set"
    return "rami.melds", "rami.set", "rami.run"


def meld_word(case: CaseUnder[RamiRules], answer: Mapping[str, Any]) -> Word:
    """Which meld the cards are, if any."""
    if not answer["valid"]:
        return Word(say("Pas une combinaison"), "no")
    ranks = {card.rank for card in case.facts["cards"] if card.suit is not None}
    if len(ranks) > 1:
        return Word(say("Bonne suite"), "yes")
    return Word(say("Bon brelan") if len(case.facts["cards"]) == BRELAN else say("Bon carré"), "yes")


TWO_PACKS = say(
    "vu qu'il y a deux jeux / vu qu'on a deux jeux / vu / deux jeux / deux paquets / deuxième paquet / deuxième jeu "
    "/ qui vient du deuxième paquet / l'autre paquet / l'autre jeu / elle dit / il dit / dit que c'est un brelan / "
    "donc brelan"
)
"""What is said of a table with two packs: a card counts once for all that."""

WENT_RUMMY = say(
    "fait rami / fais rami / fait un rami / dit rami / crié rami / crie rami / tout posé d'un coup / tout d'un coup / "
    "toute sa main / tout étalé / rami sec"
)
"""It may double what the others are left with."""

QUESTIONS = (
    DeskQuestion(
        "card-points", say("Combien valent ces cartes ?"), (Cards("cards", say("Les cartes"), PACK, fewest=0),),
        points, ("rami.card-points",), PACK, word=points_word,
        wording=Wording(
            asked=WORTH_OF_CARDS,
            surely_asked=say("en main / dans la main / dans ma main / me reste / me restait / me restent / lui reste / "
                             "lui restait / contre moi / sur les bras / a fini / ça me coûte / combien valent"),
            passed_over=say(
                "rien posé / qui me restent / qui restent / en famille / quand l'autre a fini / l'autre a fini / "
                "quand / vient de sortir / vient de finir / avais déjà posé / ai déjà posé / "
                "déjà posé avant / avais posé / posé avant / avais déjà ouvert"
            ),
            doubtful=(WENT_RUMMY,),
        ),
    ),
    DeskQuestion(
        "meld", say("Cette combinaison est-elle bonne ?"), (Cards("cards", say("Les cartes"), PACK, several=True),),
        meld, ("rami.melds", "rami.set", "rami.run", "rami.joker"), PACK, word=meld_word,
        wording=Wording(asked=MELD, also_told=WORTH_OF_CARDS, passed_over=TWO_PACKS, doubtful=(WORTH_OF_MELD,)),
    ),
)  # fmt: skip
