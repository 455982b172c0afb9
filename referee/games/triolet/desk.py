"""Le Triolet at the desk: legal cards, and purging the pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Cards
from referee.answers.choices import Choice
from referee.answers.violation import Violation
from referee.cards.french import Card, rank_strength
from referee.cards.packs import FIFTY_TWO
from referee.desk_questions.asked_phrases import MAY_LAY
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, permitted
from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.desk_questions.wording import Wording
from referee.games.triolet.scoring import TrioletRules
from referee.words import Text, names, say

STRENGTH = rank_strength(("3", "4", "5", "6", "8", "9", "J", "Q", "K", "A", "2"))
"""The order of the ranks (article triolet.order), without 7 and 10."""

ANYWHERE, PURGES = ("7", "10"), "10"
PURGING_SET = 4
OPEN_CARDS = 3

HAND, OPEN, CLOSED = "hand", "open", "closed"
ZONES = ((HAND, say("la main")), (OPEN, say("le jeu ouvert")), (CLOSED, say("le jeu fermé")))

PACKS = ((1, say("un jeu")), (2, say("deux jeux")))


PLAYS_AGAIN = say("est-ce que je rejoue / je rejoue encore / encore à moi / ça purge / on purge")
ZONE_ARTICLES = {HAND: (), OPEN: ("triolet.open",), CLOSED: ("triolet.closed",)}


def can_play(case: CaseUnder[TrioletRules]) -> Ruling:
    """Whether the cards are legal, purge the pile, and give another turn."""
    pile, cards, zone = case.facts["pile"], case.facts["cards"], case.facts["zone"]
    refused = _not_together(cards, zone, case.rules) or _too_low(pile, cards, case.rules)
    article, why = refused or _allowed_ruling(pile, cards)
    articles = (article, *ZONE_ARTICLES[zone])
    if len(cards) > 1 or (len(pile) > 1 and pile[-1].rank == pile[-2].rank):
        articles = (*articles, "triolet.equal-cards")
    purge = refused is None and (cards[0].rank == PURGES or len(cards) >= PURGING_SET)
    answer = {"allowed": refused is None, "purge": purge, "again": purge}
    if not purge:
        return Ruling(answer, articles, (why,))
    if cards[0].rank == PURGES:
        return Ruling(answer, ("triolet.purge", *articles), (why, say("Un 10 purge le tas, et son joueur rejoue.")))
    cleared = say("Quatre cartes pareilles ou plus, d'un coup, purgent le tas, et leur joueur rejoue.")
    return Ruling(answer, ("triolet.purge", "triolet.four", *articles), (why, cleared))


def _not_together(cards: tuple[Card, ...], zone: str, rules: TrioletRules) -> tuple[str, Text] | None:
    """The article and reason against playing these cards together, on any pile; else None."""
    if len({card.rank for card in cards}) > 1:
        why = say("%(cards)s n'ont pas la même valeur : on ne les pose pas ensemble.", cards=names(cards))
        return "triolet.equal-cards", why
    if zone == OPEN and not rules.open_multi and len(cards) > 1:
        return "triolet.open", say("Avec le jeu ouvert, on ne pose qu'une carte par tour.")
    if zone == OPEN and len(cards) > OPEN_CARDS:
        return "triolet.open", say("Il n'y a jamais plus de trois cartes dans le jeu ouvert.")
    return None


def _too_low(pile: tuple[Card, ...], cards: tuple[Card, ...], rules: TrioletRules) -> tuple[str, Text] | None:
    rank = cards[0].rank
    if not pile or rank in ANYWHERE or pile[-1].rank in ANYWHERE:
        return None
    above = STRENGTH[rank] - STRENGTH[pile[-1].rank]
    if above > 0 or (above == 0 and rules.equal_allowed):
        return None
    article = "triolet.four" if len(cards) >= PURGING_SET else "triolet.order"
    top, card = pile[-1], cards[0]
    if above == 0:
        return article, say(
            "%(card)s n'est pas plus fort que %(top)s : à force égale, ça ne passe pas.", card=card, top=top
        )
    return article, say("%(card)s est plus faible que %(top)s : il faut monter.", card=card, top=top)


def _allowed_ruling(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[str, Text]:
    card = cards[0]
    if not pile:
        return "triolet.order", say("Le tas est vide : on pose ce qu'on veut.")
    top = pile[-1]
    if card.rank in ANYWHERE:
        article = "triolet.purge" if card.rank == PURGES else "triolet.seven"
        return article, say("%(card)s va sur n'importe quelle carte.", card=card)
    if top.rank in ANYWHERE:
        return "triolet.seven", say("Sur un 7, tout se pose : %(card)s va sur %(top)s.", card=card, top=top)
    if card.rank == top.rank:
        why = say("À cette table, une carte de même force passe : %(card)s va sur %(top)s.", card=card, top=top)
        return "triolet.order", why
    return "triolet.order", say("%(card)s est plus fort que %(top)s.", card=card, top=top)


def contradictions(case: CaseUnder[TrioletRules]) -> Iterator[Violation]:
    """A 10 never stays on the pile, and closed cards are turned up one at a time."""
    for index, card in enumerate(case.facts["pile"]):
        if card.rank == PURGES:
            message = say("%(card)s purge le tas : il ne peut pas y rester.", card=card)
            yield fact_violation(f"facts.pile.{index}", message)
    if case.facts["zone"] == CLOSED and len(case.facts["cards"]) > 1:
        yield fact_violation("facts.cards", say("Avec le jeu fermé, on ne retourne qu'une carte à la fois."))


def packs(case: CaseUnder[TrioletRules]) -> int:
    """The number of packs."""
    number: int = case.facts["packs"]
    return number


# Peeking, and hands not refilled.

SOMEBODY_LOOKED = say(
    "a regardé / a vu / a soulevé / a jeté un oeil / a jeté un œil / a retourné par erreur / a zieuté / a"
    " maté / regarde / soulève / a aperçu / a entrevu / a levé / a jeté un coup d'oeil / a louché / a "
    "triché et regardé / a vérifié"
)
I_LOOKED = say(
    "j'ai regardé / j'ai vu / j'ai soulevé / j'ai jeté un oeil / j'ai jeté un œil / j'ai zieuté / j'ai "
    "maté / ai regardé / ai vu / ai soulevé / j'ai aperçu / j'ai entrevu / ai aperçu / ai entrevu / j'ai "
    "levé / j'ai jeté un coup d'oeil / ai jeté"
)
HIS_CLOSED = say(
    "ses cachées / ses cartes cachées / de ses cachées / une de ses cachées / ses trois cachées / ses "
    "fermées / son jeu fermé / ses cartes fermées / ces cachées / ces cartes cachées / de ces cachées / "
    "de ces cartes cachées / ses propres cachées / ses propres cartes cachées / une carte cachée à lui / "
    "son jeu caché / ses cartes face cachée / ses cartes retournées"
)
MY_CLOSED = say(
    "mes cachées / mes cartes cachées / mes fermées / mes cartes fermées / mon jeu fermé / mes trois cachées"
)
TOP_OF_STOCK = say(
    "dessus de la pioche / première carte de la pioche / carte de la pioche / carte suivante de la pioche"
    " / suivante de la pioche / prochaine carte de la pioche / prochaine de la pioche / carte du dessus "
    "de la pioche / carte d'après de la pioche / carte suivante / prochaine carte / carte d'en dessous"
)

NOT_TO_DRAW = say(
    "était pas à moi de piocher / était pas à lui de piocher / était pas à elle de piocher / pas mon tour"
    " de piocher / pas son tour de piocher / pas à moi de la prendre / pas à lui de la prendre"
)
BESIDE_PEEKING = say(
    "carte / cartes / coin / vu / fait / quoi / une / deux / avant / jouer / pénalité / passe / discutait"
    " / mélange / reste / coûte / puni / sans faire exprès / sans le vouloir / tout le monde / tout le "
    "monde a vu / n'était pas à moi / pas à moi de piocher / pas à lui de piocher / on en fait quoi / "
    "exprès / pioche / piocher / n'était pas la mienne / n'était pas pour moi / était pas pour moi / en "
    "piochant / par accident / sans le faire exprès / la suivante / roi / pas à moi"
)

HIS_TURN = say(
    "son tour de les / à lui de les / mon tour de les / à moi de les / tour de les jouer / tour de les "
    "retourner / en les jouant / c'était à moi de piocher / c'était à lui de piocher / c'était à elle de "
    "piocher / mon tour de piocher / son tour de piocher / à moi de la prendre / à lui de la prendre / "
    "j'allais piocher / j'allais la prendre"
)

PEEKING = situation_question(
    "peeking", say("Des cartes cachées ont été vues : que fait-on ?"),
    Situation(
        "own", say("les siennes"), "mixed", say("On les mélange"),
        ("triolet.peeking", "triolet.closed"),
        (say("Un autre joueur mélange ces cartes et les repose, sans que personne ne les voie ; on continue."),),
        phrases=((SOMEBODY_LOOKED, HIS_CLOSED), (I_LOOKED, MY_CLOSED)),
    ),
    Situation(
        "another", say("celles d'un autre"), "mixed", say("Leur joueur les mélange"),
        ("triolet.peeking", "triolet.closed"),
        (say("Celui à qui elles sont les mélange sans les regarder ; on continue."),),
        phrases=((I_LOOKED, HIS_CLOSED), (SOMEBODY_LOOKED, MY_CLOSED)),
    ),
    Situation(
        "pile", say("le dessus de la pioche"), "into-the-pile", say("Glissée dans la pioche"),
        ("triolet.peeking", "triolet.refill"),
        (say("La carte vue retourne au milieu de la pioche, sauf si c'était à lui de la prendre."),),
        phrases=(
            (SOMEBODY_LOOKED, TOP_OF_STOCK), (I_LOOKED, TOP_OF_STOCK),
            (SOMEBODY_LOOKED, TOP_OF_STOCK, NOT_TO_DRAW), (I_LOOKED, TOP_OF_STOCK, NOT_TO_DRAW),
        ),
    ),
    untold=((HIS_TURN,),),
    passed_over=BESIDE_PEEKING,
    question_phrases=say(
        "regardé ses cachées / regardé mes cachées / vu une cachée / vu mes cachées / retourné par erreur"
    ),
)  # fmt: skip

NOT_DRAWN = say(
    "oublié de repiocher / oublié de piocher / oublié de reprendre / oublié de compléter / oublié de "
    "remonter / pas repris / pas repioché / pas pioché / pas complété / repiocher oublié / oublie de "
    "piocher / oublie de repiocher / n'a pas repioché / n'a pas pioché / n'ai pas repioché / n'ai pas "
    "pioché / pas remonté / pas recomplété / sans repiocher / sans piocher / sans compléter / oublié de "
    "remplir"
    " / une carte de moins depuis / une de moins depuis / il me manque une carte depuis / il lui manque une "
    "carte depuis"
)
STOCK_LEFT = say(
    "encore une pioche / reste de la pioche / reste à piocher / encore à piocher / encore 5 à piocher / "
    "pioche est encore / pioche n'est pas vide / reste des cartes / encore des cartes / pioche pas vide / "
    "reste des cartes à piocher"
    " / pioche en a encore / pioche en contient encore / encore des cartes dans la pioche / pioche a encore"
    " / reste cartes au talon / encore cartes au talon / cartes encore au talon / talon pas vide / talon "
    "n'est pas vide / talon a encore"
)
STOCK_GONE = say(
    "pioche vide / pioche est vide / pioche vidée / pioche a été vidée / plus de pioche / plus rien à piocher "
    "/ pioche épuisée / pioche finie / pioche est finie"
    " / talon vide / talon est vide / talon épuisé / plus de cartes au talon / plus rien au talon / plus de "
    "talon / aucune carte au talon / zéro carte au talon / pas de cartes au talon"
)

BESIDE_FORGOTTEN = say(
    "carte / cartes / main / mes / après / coup / avant / tour / voisin / suivant / posé / joué / déjà / "
    "peux / rattraper / trop / tard / remettre / encore / ouvertes / cachées / entre-temps / entre / "
    "temps / compléter / reprendre / que / plus que / quoi / fait / maintenant / là / été / sienne / main"
    " / encore / en / une / piocher / prendre / la remets / la remet / remets / remettre / rends / je les"
    " garde / les garder / les garde / garde / je garde / dernières / les dernières / lesquelles / je "
    "sais lesquelles / il reprend / compléter maintenant / piocher maintenant"
    " / son tour est revenu / son tour revient / mon tour est revenu / il complète / elle complète / je complète"
    " / au tour d'avant / talon / au talon / reste / que 2 cartes / depuis mon dernier tour"
)

DRAWN_TOO_MANY = say(
    "pioché une carte de trop / pioché une de trop / pioché trop / pris une de trop / pris une carte de "
    "trop / repioché une de trop / pris deux de trop / pioché deux de trop / repioché deux de trop / "
    "pioché deux cartes de trop / pris deux cartes de trop / remonté à quatre / remonté à cinq / remonté "
    "à 4 / remonté à 5 / quatre cartes au lieu de trois / cinq cartes au lieu de trois / 4 cartes au lieu"
    " de 3 / 5 cartes au lieu de 3 / repioché trop / trop repioché / trop pioché / repris une de trop / "
    "tiré une de trop / complété à quatre / complété à cinq / remonté trop haut"
)

FORGOTTEN = situation_question(
    "forgot-refill", say("Main mal complétée : que fait-on ?"),
    Situation(
        "not-refilled", say("il a oublié de piocher"), "refills", say("Il complète maintenant"),
        ("triolet.forgot-refill", "triolet.refill"),
        (say("Tant qu'il reste de la pioche, il remonte à trois cartes dès qu'on s'en aperçoit."),),
        phrases=((NOT_DRAWN, STOCK_LEFT),),
    ),
    Situation(
        "empty", say("il a oublié, et la pioche est vide"), "stands", say("Trop tard"),
        ("triolet.forgot-refill", "triolet.refill"),
        (say("Il n'y a plus rien à prendre : il joue avec ce qu'il a."),), "no",
        phrases=((NOT_DRAWN, STOCK_GONE),),
    ),
    Situation(
        "too-many", say("il en a pris trop"), "put-back", say("Il remet les dernières"),
        ("triolet.forgot-refill", "triolet.refill"),
        (say("Les cartes prises en trop retournent sur la pioche ; si on ne sait plus lesquelles, il les garde."),),
        phrases=((DRAWN_TOO_MANY,),),
    ),
    passed_over=BESIDE_FORGOTTEN,
    question_phrases=say("oublié de compléter / oublié de piocher / oublié de reprendre / que deux cartes en main"),
)  # fmt: skip


def from_the_hand(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Several cards are laid from the hand, unless somebody says that they lie before him."""
    return {"zone": HAND} if len(raw_facts.get("cards", ())) > 1 else {}


FROM_CLOSED = say("mes cachées / mes cartes cachées / mon jeu fermé / de mes cachées / une cachée / mes fermées")
FROM_OPEN = say(
    "visibles / mes visibles / une visible / face visible / de devant / qui sont devant moi / ouverts / "
    "ouvertes / mes ouvertes / cartes ouvertes / une ouverte"
)
BESIDE_TRIOLET = say(
    "ou je ramasse / ou ramasse / ramasse / et après / après ça / le suivant / suivant / c'est encore à moi / "
    "encore à moi / je rejoue / rejoue / le tas part / part / ça passe / je fais quoi / attaque / en suis à / "
    "en retourne une / plus rien en main / rien en main / purge"
)

QUESTIONS = (
    DeskQuestion(
        "can-play", say("Peut-on poser ces cartes ?"),
        (
            Cards("pile", say("Le tas, de bas en haut"), FIFTY_TWO, fewest=0),
            Cards("cards", say("Cartes à poser"), FIFTY_TWO),
            Choice("zone", say("D'où viennent-elles ?"), ZONES, suggested=HAND),
            Choice("packs", say("Jeux de cartes"), PACKS, optional=True, default=1),
        ),
        can_play,
        (
            "triolet.order", "triolet.equal-cards", "triolet.seven", "triolet.purge", "triolet.four", "triolet.open",
            "triolet.closed",
        ),
        FIFTY_TWO, packs, contradictions, unsaid=from_the_hand, word=permitted,
        wording=Wording(
            asked=MAY_LAY,
            also_told=PLAYS_AGAIN,
            passed_over=BESIDE_TRIOLET,
            told_facts={"zone": {CLOSED: ((FROM_CLOSED,),), OPEN: ((FROM_OPEN,),)}},
        ),
    ),
    PEEKING, FORGOTTEN,
)  # fmt: skip
