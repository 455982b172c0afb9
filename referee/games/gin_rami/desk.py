"""Le Gin Rami at the desk: the deadwood of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import CardGroups, Cards
from referee.answers.violation import Violation
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.wording import Wording
from referee.games.gin_rami.melds import HAND, WITH_DISCARD, Deadwood, after_discard, best_deadwood, grouped, is_meld
from referee.games.gin_rami.scoring import MOST_TO_KNOCK, PACK, GinRamiRules
from referee.words import Renderable, names, say, say_n


def deadwood(case: CaseUnder[GinRamiRules]) -> Ruling:
    """The fewest points that a hand may be left with (articles gin-rami.count, .deadwood, .lay-off)."""
    hand, laid = case.facts["hand"], case.facts["melds"]
    arrangement = after_discard(hand, laid) if len(hand) == WITH_DISCARD else best_deadwood(hand, laid)
    answer = {
        "points": arrangement.points,
        "melds": [[card.code for card in meld] for meld in arrangement.melds],
        "laid_off": [card.code for card in arrangement.laid_off],
    }
    if laid:
        return Ruling(answer, ("gin-rami.count", "gin-rami.lay-off", "gin-rami.melds"), tuple(_reasons(arrangement)))
    articles = ("gin-rami.count", "gin-rami.deadwood", "gin-rami.melds")
    return Ruling(answer, articles, tuple(_reasons(arrangement, may_knock=True)))


def _reasons(arrangement: Deadwood, may_knock: bool = False) -> Iterator[Renderable]:
    """Why a hand has so many points, and ``may_knock``: whether these are few enough to knock."""
    if arrangement.melds:
        yield say("Combinaisons : %(melds)s.", melds=names(names(meld) for meld in arrangement.melds))
    else:
        yield say("Aucune combinaison dans cette main.")
    left = say_n("il reste %(n)s point de bois mort", "il reste %(n)s points de bois mort", arrangement.points)
    if arrangement.laid_off:
        yield say("Avec %(cards)s posé sur l'adversaire, %(left)s.", cards=names(arrangement.laid_off), left=left)
    elif not may_knock:
        yield say("Le reste compte : %(left)s.", left=left)
    elif arrangement.points <= MOST_TO_KNOCK:
        yield say("Le reste compte : %(left)s, assez peu pour frapper (%(n)s au plus).", left=left, n=MOST_TO_KNOCK)
    else:
        yield say("Le reste compte : %(left)s, trop pour frapper (%(n)s au plus).", left=left, n=MOST_TO_KNOCK)


def contradictions(case: CaseUnder[GinRamiRules]) -> Iterator[Violation]:
    """The knocker's groups must be melds."""
    for at, meld in enumerate(case.facts["melds"]):
        if not is_meld(meld):
            message = say("%(cards)s : ce n'est pas une combinaison.", cards=names(meld))
            yield fact_violation(f"facts.melds.{at}", message)


def word(case: CaseUnder[GinRamiRules], answer: Mapping[str, Any]) -> Word:
    """Gin, or the points."""
    return points_word(case, answer) if answer["points"] else Word(say("Gin"), "yes")


QUESTIONS = (
    DeskQuestion(
        "deadwood", say("Combien de points de bois mort ?"),
        (
            Cards("hand", say("La main"), PACK, fewest=HAND, most=WITH_DISCARD),
            CardGroups(
                "melds", say("Les combinaisons de celui qui a frappé"), PACK, optional=True, default=(),
                grouped=grouped, most=WITH_DISCARD,
            ),
        ),
        deadwood, ("gin-rami.count", "gin-rami.melds", "gin-rami.lay-off", "gin-rami.deadwood"), PACK,
        contradictions=contradictions, word=word,
        wording=Wording(
            asked=say(
                "bois mort / mon bois / bois / combien de bois / je peux frapper / frapper / je frappe / cogner / je "
                "peux cogner / il me traîne / il reste quoi / combien de points / ou j'attends / assez bas / il me "
                "reste / en dehors / reste combien / peux frapper / peux cogner / ça donne combien / compte juste / "
                "le bon compte"
            ),
            passed_over=say(
                "suite / une suite / brelan / un brelan / carré / un carré / combinaison / combinaisons / rangeant / "
                "en rangeant / au mieux / après défausse / défausse / en rab / dépareillés / dépareillées / isolées / "
                "couleurs différentes / différentes / meilleure façon / au minimum / le minimum / si j'abats / j'abats "
                "/ qui traînent / à côté"
            ),
        ),
    ),
)  # fmt: skip
