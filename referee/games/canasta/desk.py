"""La Canasta at the desk: the points of cards, a meld, the first meld."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.cards import Cards
from referee.answers.choices import YesNo
from referee.answers.numbers import Number
from referee.desk_questions.asked_phrases import WORTH_OF_CARDS, WORTH_OF_MELD
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.wording import Restated, Wording
from referee.games.canasta.melds import Meld, are_black_threes, is_wild, meld_of
from referee.games.canasta.scoring import (
    CANASTA_CARDS,
    FEWER_WILD,
    FOR_ALL_RED_THREES,
    FOR_RED_THREE,
    LOWEST_FIRST_MELD,
    PACK,
    RED_THREES,
    CanastaRules,
    card_points,
    first_meld,
    is_red_three,
)
from referee.words import Text, say, say_n


def points(case: CaseUnder[CanastaRules]) -> Ruling:
    """The points of cards (article canasta.card-points)."""
    cards = case.facts["cards"]
    total = sum(map(card_points, cards))
    why = say_n("Ces cartes font %(n)s point.", "Ces cartes font %(n)s points.", total)
    articles: tuple[str, ...] = ("canasta.card-points",)
    if not any(map(is_red_three, cards)):
        return Ruling({"points": total}, articles, (why,))
    apart = say("Un 3 rouge ne compte pas ici : il vaut 100 points à part.")
    red_first = all(map(is_red_three, cards))
    articles = ("canasta.red-threes", *articles) if red_first else (*articles, "canasta.red-threes")
    return Ruling({"points": total}, articles, (why, apart))


def worth_word(case: CaseUnder[CanastaRules], answer: Mapping[str, Any]) -> Word:
    """The points, and apart from them the bonus of red threes (article canasta.red-threes)."""
    cards = case.facts["cards"]
    number = sum(map(is_red_three, cards))
    if number == 0:
        return points_word(case, answer)
    bonus = FOR_ALL_RED_THREES if number == RED_THREES else FOR_RED_THREE * number
    if number == len(cards):
        return Word(say("Prime à part : %(points)s points", points=bonus))
    return Word(say("%(points)s, et %(bonus)s à part", points=points_word(case, answer).text, bonus=bonus))


def meld(case: CaseUnder[CanastaRules]) -> Ruling:
    """Whether cards are a meld, and which (articles canasta.meld, .wild, .wild-only, .canasta, …)."""
    cards, wild_rule = case.facts["cards"], case.rules.wild
    laid_meld = meld_of(cards, wild_rule, going_out=case.facts["going_out"])
    answer = {"valid": laid_meld.valid, "points": laid_meld.points, "kind": laid_meld.kind, "bonus": laid_meld.bonus}
    if any(card.rank == "3" and not is_red_three(card) for card in cards):
        return Ruling(answer, ("canasta.meld", "canasta.black-three"), (ONLY_TO_GO_OUT,))
    wild = sum(map(is_wild, cards))
    if laid_meld.kind:
        articles: tuple[str, ...] = ("canasta.canasta", "canasta.meld")
    elif wild == len(cards):
        articles = ("canasta.wild-only", "canasta.wild", "canasta.meld")
    else:
        articles = ("canasta.wild", "canasta.meld") if wild else ("canasta.meld", "canasta.wild")
    return Ruling(answer, articles, (_meld_reason(laid_meld, wild, wild_rule),))


ONLY_TO_GO_OUT = say("On ne pose des 3 noirs que pour sortir, trois ou quatre ensemble et sans carte libre.")


def _meld_reason(meld: Meld, wild: int, wild_rule: str) -> Text:
    if not meld.valid and wild_rule == FEWER_WILD:
        return say(
            "Il faut au moins trois cartes d'un même rang, pas de 3, et à cette table moins de cartes libres que de "
            "naturelles."
        )
    if not meld.valid:
        return say(
            "Il faut au moins trois cartes d'un même rang, pas de 3, dont deux naturelles au moins et trois cartes "
            "libres au plus."
        )
    if meld.kind == "natural":
        return say("Sept cartes naturelles et plus : une canasta pure, %(bonus)s points de prime.", bonus=meld.bonus)
    if meld.kind == "mixed":
        return say("Une canasta avec des cartes libres est mixte : %(bonus)s points de prime.", bonus=meld.bonus)
    if wild:
        return say_n(
            "La combinaison est bonne : %(n)s carte libre.", "La combinaison est bonne : %(n)s cartes libres.", wild
        )
    return say("La combinaison est bonne : toutes les cartes ont le même rang.")


def meld_word(case: CaseUnder[CanastaRules], answer: Mapping[str, Any]) -> Word:
    """Whether the meld is good, or which canasta it is."""
    if answer["kind"] == "natural":
        return Word(say("Canasta pure"), "yes")
    if answer["kind"] == "mixed":
        return Word(say("Canasta mixte"), "yes")
    if not answer["valid"] and are_black_threes(case.facts["cards"]):
        return Word(say("Seulement pour sortir"), "no")
    return Word(say("Bonne combinaison"), "yes") if answer["valid"] else Word(say("Pas une combinaison"), "no")


def first(case: CaseUnder[CanastaRules]) -> Ruling:
    """The points that the first meld needs (article canasta.first-meld)."""
    total = case.facts["total"]
    needed = first_meld(total)
    if needed == LOWEST_FIRST_MELD:
        why = say("Sous zéro, la première pose demande %(points)s points.", points=needed)
    else:
        why = say("À %(total)s points, la première pose en demande %(points)s.", total=total, points=needed)
    return Ruling({"points": needed}, ("canasta.first-meld",), (why,))


def is_natural(facts: Mapping[str, Any]) -> bool:
    """Whether no card is wild."""
    return not any(is_wild(PACK.card(code)) for code in facts.get("cards", ()))


def is_canasta(facts: Mapping[str, Any]) -> bool:
    """Whether there are cards enough for a canasta."""
    return len(facts.get("cards", ())) >= CANASTA_CARDS


def is_no_canasta(facts: Mapping[str, Any]) -> bool:
    """Whether the cards are too few for a canasta, or natural ones of several ranks."""
    cards = [PACK.card(code) for code in facts.get("cards", ())]
    ranks = {card.rank for card in cards if not is_wild(card)}
    return len(ranks) > 1 or not is_canasta(facts)


def is_without_red_three(facts: Mapping[str, Any]) -> bool:
    """Whether no red three is among the cards; a side that holds one at the end loses points for it."""
    return not any(is_red_three(PACK.card(code)) for code in facts.get("cards", ()))


STILL_HELD = say(
    "en main / dans la main / dans ma main / dans sa main / me reste / lui reste / il reste / gardé / à la fin / coûte "
    "/ coûtent / j'ai encore"
)

QUESTIONS = (
    DeskQuestion(
        "card-points", say("Combien valent ces cartes ?"), (Cards("cards", say("Les cartes"), PACK, fewest=0),),
        points, ("canasta.card-points", "canasta.red-threes"), PACK, word=worth_word,
        wording=Wording(
            asked=WORTH_OF_CARDS,
            passed_over=say(
                "l'autre équipe a fermé / l'autre équipe a fini / l'autre équipe est sortie / on nous retire / on nous "
                "enlève / à retirer / à enlever / à déduire / ma partenaire sort / mon partenaire sort / "
                "l'autre équipe sort"
            ),
            claims=(
                Restated(WORTH_OF_CARDS, is_no_canasta),  # of a canasta the premium may be meant, too
                Restated(STILL_HELD, is_without_red_three),
            ),
        ),
    ),
    DeskQuestion(
        "meld", say("Cette combinaison est-elle bonne ?"),
        (
            Cards("cards", say("Les cartes"), PACK, several=True),
            YesNo("going_out", say("C'est pour sortir"), optional=True, default=False),
        ),
        meld, ("canasta.meld", "canasta.wild", "canasta.canasta", "canasta.black-three", "canasta.wild-only"), PACK,
        word=meld_word,
        wording=Wording(
            asked=say(
                "cette combinaison est-elle bonne / c'est une canasta / est-ce une canasta / une canasta / fait une "
                "canasta / canasta pure / canasta impure / ça se pose / se pose / je peux poser / on peut poser / je "
                "pose / ça passe / c'est bon / bonne / valable / valide / j'ai le droit / ça marche / ça va / sur la "
                "table / tient la route / correct / autorisé / possible / trop de jokers / compte comme / ça compte / "
                "j'étale / canasta ou / acceptable / acceptée / accepté / pure ou impure / pure ou mixte / propre / "
                "quelle prime / la prime / combien de prime / prime / brelan valable / posable / ça tient / c'est "
                "permis / qui a raison"
            ),
            also_told=WORTH_OF_CARDS,
            doubtful=(WORTH_OF_MELD,),
            passed_over=say(
                "déjà ouvert / on a déjà ouvert / en milieu de partie / une pure / une impure / propre / j'ai raison "
                "/ qui a raison / a raison / moi je dis que non / je dis que non / il dit que non / elle dit que non "
                "/ trop de jokers / dis que non / dit que non / dis non / appelle ça / il appelle ça / dit que c'en "
                "est une / en est une"
            ),
            claims=(
                Restated(say("aucun joker / pas de joker / aucune carte libre / sans carte libre"), is_natural),
                Restated(say("c'est une canasta / est-ce une canasta / fait une canasta / une canasta"), is_canasta),
            ),
        ),

    ),
    DeskQuestion(
        "first-meld", say("Combien faut-il pour la première pose ?"),
        (Number("total", say("Total de l'équipe ou du joueur"), -5000, None),),
        first, ("canasta.first-meld",), word=points_word,
        wording=Wording(
            asked=say(
                "première pose / pour la première pose / première fois / se poser / combien faut-il / faut combien / "
                "il faut combien / pour ouvrir / combien pour ouvrir / doit faire combien / pour descendre / minimum / "
                "se coucher / il faut totaliser / seuil / le seuil / on doit totaliser / pour commencer à poser / "
                "combien minimum / ouverture à combien / à combien l'ouverture"
            ),
            passed_over=say(
                "notre équipe / mon équipe / notre camp / à nous deux / rien posé / rien étalé / encore rien posé / "
                "rien étalé encore / toujours rien posé / pas encore ouvert / pas encore posé / à la canasta / au "
                "départ / cette manche / pile / tout rond / exactement / tout juste"
            ),
            doubtful=(say("à cette donne / cette donne / dans cette donne / à la dernière donne"),),
        ),
    ),
)  # fmt: skip
