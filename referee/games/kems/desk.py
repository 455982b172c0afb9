"""Le Kem's at the desk: the points of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.choices import Choice, YesNo
from referee.answers.players import OnePlayer, SomePlayers
from referee.answers.sides import Teams
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.fixed_rulings import Situation, situation_question
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
    """The kind of the call."""
    counts_as = answer["score_as"]
    return Word(IN_SHORT[counts_as], "yes" if CALLS[counts_as].ends_deal else "no")


TOGETHER = situation_question(
    "two-calls", say("Deux annonces à la fois : laquelle compte ?"),
    Situation(
        "known", say("on sait qui a crié le premier"), "first", say("La première"),
        ("kems.together",),
        (say("La table dit qui a crié d'abord : seule cette annonce compte."),),
    ),
    Situation(
        "unknown", say("impossible de départager"), "redeal", say("Aucune : on redonne"),
        ("kems.together", "kems.errors"),
        (
            say("Ni l'une ni l'autre ne compte, et le même donneur redonne."),
            say("On note une maldonne au nom de l'un ou de l'autre."),
        ),
    ),
    Situation(
        "partners", say("deux partenaires ont crié ensemble"), "one-call", say("C'est une seule annonce"),
        ("kems.double", "kems.double-alone"),
        (
            say("« Double kem's » à deux voix vaut double si chacun a son carré, simple si un seul en a un."),
            say("« Kem's » crié à deux n'en fait qu'un."),
        ),
    ),
    asked=say(
        "deux annonces / en même temps / laquelle compte / juste après / qui a crié en premier / juste avant / au "
        "même moment / ensemble crié / qui était le premier / une seconde après"
    ),
)  # fmt: skip

CHANGED = situation_question(
    "signal-changed", say("Peut-on changer de signal ?"),
    Situation(
        "between", say("entre deux donnes"), "allowed", say("Oui"),
        ("kems.signal-changed", "kems.deal-ends"),
        (say("Les partenaires s'écartent et conviennent d'un autre, avant de prendre leurs cartes."),), "yes",
    ),
    Situation(
        "during", say("pendant la donne"), "not-allowed", say("Non"),
        ("kems.signal-changed", "kems.contre-check"),
        (say("Le signal convenu avant la donne vaut jusqu'à sa fin, et c'est lui qu'un contre doit décrire."),), "no",
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
    ),
    asked=say("changer de signal / changé de signal / changer notre signal / nouveau signal / autre signal"),
)  # fmt: skip


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
        asked=say(
            "que vaut cette annonce / crié / j'ai crié / il a crié / j'ai gueulé / a dit kem's / dit contre / "
            "contre-kem's / ça compte / ça compte ou pas / ça vaut / ça nous coûte / combien de points / c'est "
            "bon / quel score / a rien dit / rien dit / mon partenaire avait / partenaire avait"
        ),
    ),
    TOGETHER, CHANGED,
)  # fmt: skip
