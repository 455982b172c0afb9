"""Le Kem's at the desk: the points of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.choices import Choice, YesNo
from referee.answers.players import OnePlayer, SomePlayers
from referee.answers.sides import Teams
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.desk_questions.wording import Wording
from referee.games.kems.scoring import (
    CALL_CHOICES,
    CALLS,
    CONTRE,
    DOUBLE,
    FALSE_KEMS,
    KEMS,
    MISSED_CONTRE,
    KemsRules,
    points_of,
)
from referee.words import Text, say, say_n

CALLS_MADE = tuple(choice for choice in CALL_CHOICES if choice[0] in (KEMS, DOUBLE, CONTRE))
"""The calls that players make; the two failed ones are decided by the ruling."""


def settle(case: CaseUnder[KemsRules]) -> Ruling:
    """The kind of a call and its points (articles kems.call, .double, .contre)."""
    caller: str = case.facts["caller"]
    team = next(team for team in case.facts["teams"] if caller in team)
    partner = next(player for player in team if player != caller)
    counts_as, articles, why = _judge(case, caller, partner)
    points, ends = points_of(counts_as, case.rules), CALLS[counts_as].ends_deal
    answer = {"score_as": counts_as, "side": " & ".join(team), "points": points, "deal_ends": ends}
    return Ruling(answer, (*articles, "kems.score", "kems.deal-ends"), (why, _points_text(points, ends)))


def _judge(case: CaseUnder[KemsRules], caller: str, partner: str) -> tuple[str, tuple[str, ...], Text]:
    if case.facts["call"] == CONTRE:
        if case.facts["description_correct"]:
            return CONTRE, ("kems.contre",), say("La description du signal est juste : c'est un contre-kem's.")
        return (
            MISSED_CONTRE,
            ("kems.contre-wrong", "kems.contre"),
            say("La description du signal n'est pas juste : le contre est raté."),
        )
    double = case.facts["call"] == DOUBLE
    if double and case.facts["both_called"] and caller in case.facts["holding"] and partner in case.facts["holding"]:
        return DOUBLE, ("kems.double",), say("Deux carrés et deux voix : c'est un double kem's.")
    if partner not in case.facts["holding"]:
        articles = ("kems.double-alone", "kems.false-kems") if double else ("kems.false-kems", "kems.call")
        return FALSE_KEMS, articles, say("%(partner)s n'a pas de carré : c'est un faux kem's.", partner=partner)
    if double:
        why = say(
            "Il manque un carré ou une voix pour un double, mais %(partner)s a le sien : c'est un simple kem's.",
            partner=partner,
        )
        return KEMS, ("kems.double-alone", "kems.double"), why
    why = say("%(partner)s a son carré et %(caller)s l'a crié : c'est un kem's.", partner=partner, caller=caller)
    return KEMS, ("kems.call",), why


def _points_text(points: int, ends: bool) -> Text:
    if ends:
        return say_n(
            "%(n)s point pour son équipe, et la donne s'arrête.",
            "%(n)s points pour son équipe, et la donne s'arrête.",
            points,
        )
    if points:
        return say_n(
            "%(n)s point pour son équipe, et la donne continue.",
            "%(n)s points pour son équipe, et la donne continue.",
            points,
        )
    return say("Cela ne coûte rien, et la donne continue.")


IN_SHORT: dict[str, Text] = {
    KEMS: say("Kem's"),
    DOUBLE: say("Double kem's"),
    CONTRE: say("Contre-kem's"),
    MISSED_CONTRE: say("Contre raté"),
    FALSE_KEMS: say("Faux kem's"),
}


def call_word(case: CaseUnder[KemsRules], answer: Mapping[str, Any]) -> Word:
    """The kind of the call, and its points."""
    counts_as, points = answer["score_as"], answer["points"]
    text = say_n("%(call)s : %(n)s point", "%(call)s : %(n)s points", points, call=IN_SHORT[counts_as])
    return Word(text, "yes" if CALLS[counts_as].ends_deal else "no")


KNOWN_FIRST = say(
    "était avant / était le premier / était la première / était d'abord / a crié avant / crié en premier / "
    "crié le premier / crié la première / une seconde avant / une seconde après / juste avant / juste après / "
    "seconde après / bonne seconde après / après nous / après moi / avant nous / avant eux"
    " / un poil avant / un cheveu avant / juste un peu avant / une fraction de seconde avant / est sorti "
    "avant / est parti avant / a été plus rapide / un quart de seconde avant"
)
AT_ONCE = say(
    "en même temps / au même moment / à la même seconde / pile en même temps / ensemble / à la fois / "
    "simultanément / au même instant / pile ensemble / d'une seule voix"
)
A_KEMS = say("kem's / kems / le kem's")
A_CONTRE = say(
    "contre-kem's / contre-kems / le contre / un contre / dit contre / crié contre / crie contre / dis "
    "contre / et contre / lui contre / l'autre contre / elle contre"
)
BOTH_CALLS = say("kem's et contre / kem's contre-kem's / dit contre / crié contre / contre-kem's / contre kems")

BESIDE_TOGETHER = say(
    "kem's / kems / contre / crié / dit / annonces / annonce / compte / lequel / laquelle / autour / "
    "table / accord / tout / monde / carré / équipes / équipe / moi / partenaire / qui / quoi / fait / et"
    " / eux / mais / avait / ses / bien / rois / bonne / cri / retenu / quel cri / lequel est retenu / "
    "confirme / joueur / annulé / on redonne / as / dames / valets"
    " / est d'accord / on est d'accord / un poil / un cheveu"
)

UNDECIDED = say(
    "impossible de départager / impossible de dire / personne ne sait / on sait pas qui / ne sait pas qui"
    " / sait pas qui / personne sait qui était le premier / sait qui était le premier / sait pas qui "
    "était le premier / sait qui a crié le premier / personne ne peut dire / personne ne peut dire qui / "
    "personne ne saurait dire / peut dire qui était le premier / peut dire qui a crié / on ne sait pas "
    "qui / impossible de savoir / impossible de savoir qui / pas moyen de savoir / personne n'est sûr"
)
BOTH_PARTNERS = say(
    "mon partenaire et moi / partenaire et moi / moi et mon partenaire / deux partenaires / ma partenaire et moi"
)

ITS_WORTH = say("ça vaut / vaut combien / combien de points / combien ça fait / ça fait combien / double")

TOGETHER = situation_question(
    "two-calls", say("Deux annonces à la fois : laquelle compte ?"),
    Situation(
        "known", say("on sait qui a crié le premier"), "first", say("La première"),
        ("kems.together",),
        (say("La table dit qui a crié d'abord : seule cette annonce compte."),),
        phrases=((AT_ONCE, KNOWN_FIRST), (BOTH_CALLS, KNOWN_FIRST), (A_KEMS, A_CONTRE, KNOWN_FIRST)),
    ),
    Situation(
        "unknown", say("impossible de départager"), "redeal", say("Aucune : on redonne"),
        ("kems.together", "kems.errors"),
        (
            say("Ni l'une ni l'autre ne compte, et le même donneur redonne."),
            say("On note une maldonne au nom de l'un ou de l'autre."),
        ),
        phrases=((AT_ONCE, BOTH_CALLS), (AT_ONCE, UNDECIDED)),
    ),
    Situation(
        "partners", say("deux partenaires ont crié ensemble"), "one-call", say("C'est une seule annonce"),
        ("kems.double", "kems.double-alone"),
        (
            say("« Double kem's » à deux voix vaut double si chacun a son carré, simple si un seul en a un."),
            say("« Kem's » crié à deux n'en fait qu'un."),
        ),
        phrases=((AT_ONCE, BOTH_PARTNERS),),
    ),
    passed_over=BESIDE_TOGETHER,
    doubtful=(ITS_WORTH,),
    question_phrases=say(
        "deux annonces / en même temps / laquelle compte / juste après / qui a crié en premier / juste avant / au "
        "même moment / ensemble crié / qui était le premier / une seconde après"
    ),
)  # fmt: skip

NEW_SIGNAL = say(
    "changer de signe / changer de signal / changer notre signe / changer notre signal / changer le "
    "signal / changer le signe / changé de signe / changé de signal / changé le signal / changé le signe "
    "/ un autre signe / un autre signal / nouveau signal / nouveau signe / change de signe / change de "
    "signal / un autre geste / nouveau geste / changer de geste / changer notre geste / changé de geste /"
    " change de geste / changer de code / d'accord sur un autre / convenir d'un autre / choisir un autre "
    "/ un autre code / nouveau code / adopter un autre"
    " / on doit changer / doit en changer / doivent en changer / faut changer / faut en changer / obligés de "
    "changer / obligés d'en changer / forcés d'en changer"
)
DURING = say(
    "milieu de la donne / milieu d'une donne / pendant la donne / pendant une donne / en cours de donne /"
    " en pleine donne / au cours de la donne / déjà distribuées / déjà distribué / cartes déjà "
    "distribuées / déjà en main / cartes en main / avant la fin de la donne / plein dans la donne / donne"
    " est en cours / donne en cours / pendant qu'on joue / donne a commencé / donne commencée / donne "
    "n'est pas finie / partie de cette donne / milieu de cette donne / cours de cette donne / pendant "
    "cette donne / plein milieu de la donne / plein milieu d'une donne"
)
BETWEEN_DEALS = say(
    "entre deux donnes / entre les donnes / avant la donne / avant de distribuer / avant la prochaine donne / "
    "avant la distribution / donne finie / donne est finie / donne vient de finir / donne terminée / fin de "
    "donne / donne est terminée"
)

FOUND_OUT = say(
    "contre juste / bon contre / contre réussi / contre était juste / contre était bon / décrit notre "
    "signe / décrit notre signal / décrit notre geste / trouvé notre signe / trouvé notre signal / trouvé"
    " notre geste / deviné notre signe / deviné notre signal / deviné notre geste / démasqué / démasqués"
    " / trouvé notre clin d'œil / deviné notre clin d'œil / grillé notre signe / grillé notre signal"
)
GUESSED_WRONGLY = say("de travers / à tort / faux / mal deviné / raté / pas trouvé / n'ont pas deviné")
FOUND_BY_US = say(
    "nous avons démasqué / on a démasqué / j'ai démasqué / on a fait un contre juste / notre contre était "
    "juste / notre contre était bon / contre juste de notre part"
)
DESCRIBED_OLD = say("décrit l'ancien / décrit leur ancien / donné l'ancien")
BESIDE_CHANGED = say(
    "cartes / carte / peut / permis / droit / partenaire / équipe / donne / distribuées / déjà / quoi / "
    "discrètement / signe / signal / encore / table / plein / possible / capté / grillé / deviné / clin /"
    " parce / repéré / vu / milieu / au milieu / trois / déjà trois / se mettre d'accord / mettre / "
    "d'accord / accord / geste / convenir / j'ai / j'ai déjà / on peut se / en pleine / pleine"
    " / points / points pour eux / points pour elles / 4 points"
)

CHANGED = situation_question(
    "signal-changed", say("Peut-on changer de signal ?"),
    Situation(
        "between", say("entre deux donnes"), "allowed", say("Oui"),
        ("kems.signal-changed", "kems.deal-ends"),
        (say("Les partenaires s'écartent et conviennent d'un autre, avant de prendre leurs cartes."),), "yes",
        phrases=((NEW_SIGNAL, BETWEEN_DEALS),),
    ),
    Situation(
        "during", say("pendant la donne"), "not-allowed", say("Non"),
        ("kems.signal-changed", "kems.contre-check"),
        (say("Le signal convenu avant la donne vaut jusqu'à sa fin, et c'est lui qu'un contre doit décrire."),), "no",
        phrases=((NEW_SIGNAL, DURING),),
    ),
    Situation(
        "excuse", say("on les contre, ils disent l'avoir changé"), "old-counts", say("C'est l'ancien qui compte"),
        ("kems.signal-changed", "kems.contre-check"),
        (say("On juge la description sur le signal convenu avant la donne, sur l'honneur."),),
    ),
    Situation(
        "found-out", say("après un contre juste"), "must-change", say("C'est obligatoire"),
        ("kems.contre-how", "kems.signal-changed"),
        (say("L'équipe démasquée choisit un nouveau signal avant la donne suivante."),), "yes",
        phrases=((NEW_SIGNAL, FOUND_OUT), (NEW_SIGNAL, FOUND_OUT, BETWEEN_DEALS)),
    ),
    untold=(
        (FOUND_OUT, GUESSED_WRONGLY), (NEW_SIGNAL, FOUND_OUT, FOUND_BY_US), (FOUND_OUT, FOUND_BY_US),
        (NEW_SIGNAL, DURING, DESCRIBED_OLD),
    ),
    passed_over=BESIDE_CHANGED,
    doubtful=(say("garde le signal / garder le signal / on garde / ça coûte / coûte quoi / on a contré"),),
    question_phrases=say("changer de signal / changé de signal / changer notre signal / nouveau signal / autre signal"),
)  # fmt: skip


BESIDE_SETTLE = say(
    "gratter / gratte / gratté / oreille / nez / clin / œil / oeil / tire / cligne / touche / lèvre / langue "
    "/ sourcil / en face / alors / face / pauvre / points / équipe / mon équipe / notre équipe"
)

OF_THE_SIGNAL = say(
    "changer de signal / change de signal / changer notre signal / changé de signal / garder le signal / garde le "
    "signal / contre nous"
)
FORMERLY = say(
    "plus que trois / plus que deux / m'en reste / m'en reste trois / cassé / défait / jeté une / jeté un / "
    "déjà crié / déjà annoncé / déjà dit / déjà fait / avant nous / avant moi / avant eux"
)
"""What was held before the call, or called before it."""

QUESTIONS = (
    DeskQuestion(
        "settle", say("Que vaut cette annonce ?"),
        (
            Teams("teams", say("Équipes"), size=2),
            OnePlayer("caller", say("Qui a crié ?"), among="teams"),
            Choice("call", say("Qu'a-t-on crié ?"), CALLS_MADE, suggested=KEMS),
            SomePlayers("holding", say("Qui a son carré ?"), among="teams", optional=True, default=()),
            YesNo("both_called", say("Les deux partenaires ont-ils crié ensemble ?"), optional=True, default=False),
            YesNo(
                "description_correct", say("La description du signal est-elle juste ?"), optional=True, default=False
            ),
        ),
        settle,
        (
            "kems.call", "kems.double", "kems.double-alone", "kems.contre", "kems.contre-wrong", "kems.false-kems",
            "kems.score", "kems.deal-ends",
        ),
        word=call_word,
        wording=Wording(
            asked=say(
                "que vaut cette annonce / crié / j'ai crié / il a crié / j'ai gueulé / a dit kem's / dit contre / "
                "contre-kem's / ça compte / ça compte ou pas / ça vaut / ça nous coûte / combien de points / c'est "
                "bon / quel score / a rien dit / rien dit / mon partenaire avait / partenaire avait"
            ),
            passed_over=BESIDE_SETTLE,
            doubtful=(FORMERLY, OF_THE_SIGNAL),
        ),
    ),
    TOGETHER, CHANGED,
)  # fmt: skip
