"""Le Yaniv at the desk: the points of a call, and of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Cards
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, Seats
from referee.answers.violation import Violation
from referee.desk_questions.asked_phrases import TOTALS
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.wording import Wording
from referee.games.yaniv.scoring import HAND, MOST_POINTS, PACK, PLAYERS, YanivRules, card_points, check_call, settle
from referee.words import names, say, say_n


def asaf(case: CaseUnder[YanivRules]) -> Ruling:
    """Whether another has as little as the caller, what each notes and who starts (articles yaniv.asaf, .score)."""
    facts = case.facts
    caller, points = facts["caller"], facts["points"]
    table = case.game.table(facts["players"], case.rules)
    call = settle(table, caller, points)
    scores = dict.fromkeys(facts["players"], 0)
    for line in call.lines:
        scores[line.side] += line.points
    starts = say("%(player)s donne et commence la donne suivante.", player=call.starts)
    answer = {"asaf": bool(call.lowest), "scores": scores, "starts": call.starts}
    if call.lowest:
        why = say(
            "%(caller)s annonce avec %(points)s, mais %(lowest)s : %(least)s, c'est asaf.",
            caller=caller,
            points=points[caller],
            lowest=names(call.lowest),
            least=points[call.lowest[0]],
        )
        return Ruling(answer, ("yaniv.asaf", "yaniv.asaf-tie", "yaniv.asaf-lowest", "yaniv.starts"), (why, starts))
    why = say(
        "Personne n'a assez peu pour arrêter %(caller)s, qui annonce avec %(points)s et ne note rien.",
        caller=caller,
        points=points[caller],
    )
    return Ruling(answer, ("yaniv.score", "yaniv.asaf", "yaniv.asaf-tie", "yaniv.starts"), (why, starts))


def asaf_word(case: CaseUnder[YanivRules], answer: Mapping[str, Any]) -> Word:
    """Asaf or Yaniv, and what each notes."""
    scores = names(say("%(player)s %(points)s", player=player, points=n) for player, n in answer["scores"].items())
    if answer["asaf"]:
        return Word(say("Asaf : %(scores)s", scores=scores), "no")
    return Word(say("Yaniv : %(scores)s", scores=scores), "yes")


def check_caller(case: CaseUnder[YanivRules]) -> Iterator[Violation]:
    """The caller may call at this table (article yaniv.call)."""
    facts = case.facts
    for violation in check_call(case.rules, facts["caller"], facts["points"], "points"):
        yield fact_violation(f"facts.{violation.field}", violation.message)


def hand_points(case: CaseUnder[YanivRules]) -> Ruling:
    """The points of a hand (article yaniv.values)."""
    cards = case.facts["cards"]
    points = sum(map(card_points, cards))
    each = names(say("%(card)s (%(points)s)", card=card, points=card_points(card)) for card in cards)
    why = say_n("%(n)s point en tout : %(cards)s.", "%(n)s points en tout : %(cards)s.", points, cards=each)
    most = case.rules.threshold
    may = (
        say("C'est assez peu pour annoncer : la limite est %(most)s.", most=most)
        if points <= most
        else say("C'est trop pour annoncer : la limite est %(most)s.", most=most)
    )
    return Ruling({"points": points}, ("yaniv.values", "yaniv.call"), (why, may))


QUESTIONS = (
    DeskQuestion(
        "asaf", say("Yaniv ou asaf ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), PLAYERS),
            OnePlayer("caller", say("Qui annonce Yaniv ?"), among="players"),
            Numbers("points", say("Points en main"), PLAYERS[0], PLAYERS[-1], MOST_POINTS, among="players"),
        ),
        asaf,
        ("yaniv.asaf", "yaniv.score", "yaniv.asaf-tie", "yaniv.asaf-lowest", "yaniv.starts"),
        contradictions=check_caller, word=asaf_word,
        wording=Wording(
            asked=say(
                "yaniv ou asaf / asaf / il annonce / elle annonce / j'annonce à / a dit yaniv / annonce à / il s'en "
                "sort / elle s'en sort / combien chacun / les autres ont / a annoncé / vient d'annoncer / annoncé avec "
                "/ qui gagne / on note quoi / moi j'ai / a crié / crie / je crie / j'ai crié / a crié yaniv / moins "
                "que / pareil / égalité / j'avais / je suis bon / c'est bon / c'est valable / valable / est bon / je "
                "me fais asaf / me fait asaf / qui marque quoi / je prends combien / je m'en sors / ça passe / c'est "
                "passé / tu me fais asaf / ça donne quoi / il se passe quoi / on fait quoi"
            ),
            passed_over=say(
                "retourne / montre / retourne aussi / dévoile / pose / a en main / n'a que / en main / abat / abattent "
                "/ pour moi / je suis bon / c'est bon pour moi / ou je me fais asaf / ou je suis asaf / ou pas"
            ),
            doubtful=(TOTALS,),
        ),
    ),
    DeskQuestion(
        "hand-points", say("Combien vaut cette main ?"),
        (Cards("cards", say("Cartes en main"), PACK, most=HAND),),
        hand_points, ("yaniv.values", "yaniv.call"), PACK, word=points_word,
        wording=Wording(
            asked=say(
                "combien vaut cette main / en main / ma main / je peux annoncer / puis-je annoncer / j'annonce / dire "
                "yaniv / assez bas / ça fait combien / combien de points / total / le total"
            ),
            also_asked=say("Puis-je annoncer, ou dire Yaniv ?"),
            doubtful=(say("dans une suite / au milieu d'une suite / en suite / brelan / carré"),),
        ),
    ),
)  # fmt: skip
