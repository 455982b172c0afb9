"""Skyjo at the desk: whether who ended a deal notes more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, Seats
from referee.desk_questions.asked_phrases import TOTALS
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.wording import Restated, Wording
from referee.games.skyjo.scoring import (
    ENDED_LABEL,
    HIGHEST,
    LOWEST,
    NOTHING_MORE,
    PLAYERS,
    POINTS_LABEL,
    TWICE,
    SkyjoRules,
    deal_lines,
    pays_more,
)
from referee.words import Text, say


def double(case: CaseUnder[SkyjoRules]) -> Ruling:
    """The points of a deal, with those of who ended it (articles skyjo.double, .minus, .score)."""
    ended, points = case.facts["ended"], case.facts["points"]
    scores = {line.side: line.points for line in deal_lines(case.rules, ended, points)}
    articles = ("skyjo.double", "skyjo.score") if points[ended] > 0 else ("skyjo.minus", "skyjo.double", "skyjo.score")
    return Ruling({"scores": scores}, articles, (_why(case, scores[ended]),))


def _why(case: CaseUnder[SkyjoRules], noted: int) -> Text:
    """Why who ended the deal notes more than their points, or no more."""
    ended, points = case.facts["ended"], case.facts["points"]
    least = min(value for player, value in points.items() if player != ended)
    if case.rules.double == NOTHING_MORE:
        return say("À cette table, terminer ne coûte rien : %(player)s note %(n)s.", player=ended, n=noted)
    if points[ended] < least:
        return say("Personne n'a aussi peu que %(player)s, qui note %(n)s.", player=ended, n=noted)
    if points[ended] <= 0:
        return say("%(player)s a terminé avec %(n)s : on n'aggrave pas zéro ni moins.", player=ended, n=noted)
    return say(
        "%(player)s a terminé avec %(points)s, et le plus bas des autres fait %(least)s : %(player)s note %(n)s.",
        player=ended,
        points=points[ended],
        least=least,
        n=noted,
    )


def double_word(case: CaseUnder[SkyjoRules], answer: Mapping[str, Any]) -> Word:
    """Doubled, ten more, or neither, and what who ended the deal notes."""
    points = answer["scores"][case.facts["ended"]]
    if not pays_more(case.rules, case.facts["ended"], case.facts["points"]):
        return Word(say("Rien de plus : %(points)s", points=points), "yes")
    if case.rules.double == TWICE:
        return Word(say("Doublé : %(points)s", points=points), "no")
    return Word(say("10 de plus : %(points)s", points=points), "no")


def _of_others(facts: Mapping[str, Any]) -> list[int]:
    """The points of those who did not end the deal; none where these are not all told."""
    points, ended = facts.get("points", {}), facts.get("ended")
    return [value for player, value in points.items() if player != ended] if ended in points else []


def is_lowest(facts: Mapping[str, Any]) -> bool:
    """Whether nobody has less than who ended the deal."""
    others = _of_others(facts)
    return bool(others) and facts["points"][facts["ended"]] <= min(others)


def is_tie(facts: Mapping[str, Any]) -> bool:
    """Whether another has as few as who ended the deal, and nobody less."""
    return is_lowest(facts) and facts["points"][facts["ended"]] in _of_others(facts)


QUESTIONS = (
    DeskQuestion(
        "double", say("Celui qui a terminé double-t-il ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), PLAYERS, optional=True, named_by="points"),
            OnePlayer("ended", ENDED_LABEL, among="players"),
            Numbers(
                "points", POINTS_LABEL, PLAYERS[0], PLAYERS[-1], HIGHEST, low=LOWEST, among="players",
            ),
        ),
        double, ("skyjo.double", "skyjo.score", "skyjo.minus"), word=double_word,
        wording=Wording(
            asked=say(
                "double / il double / elle double / ça double / doublés / points doublés / celui qui a terminé / j'ai "
                "fini / il a fini / elle a fini / j'ai terminé / terminé / a retourné sa dernière / retourné ma "
                "dernière / j'arrête / fini / compte double / a fermé / ai fermé / fermé avec / prends le double / le "
                "double / moins que / plus petit score / pas le plus bas / retourné tout"
            ),
            passed_over=say(
                "tout retourné / en premier / en dernier / retourné ma dernière / retourné sa dernière / retourne sa "
                "dernière / dernière carte / ma dernière / sa dernière / dernier tour / leur tour / après leur tour / "
                "après leur dernier tour / dernière cachée / toutes mes cartes / toutes ses cartes / exactement / tout "
                "juste / tout rond / les autres font / le plus bas des autres / le plus bas / m'en tirer / je m'en "
                "tire / personne n'est en dessous / personne en dessous / personne n'a moins / "
                "dois doubler / doit doubler / faut doubler"
            ),
            doubtful=(TOTALS,),
            claims=(
                Restated(say("le plus bas / la plus basse / score le plus bas / le moins de points"), is_lowest),
                Restated(
                    say("égalité / à égalité / une égalité / même si c'est une égalité / ex aequo / pareil"),
                    is_tie,
                ),
            ),
        ),

    ),
)  # fmt: skip
