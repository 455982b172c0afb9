"""The question every game answers: what a mistake at the table brings down on its player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.desk.facts import ChoiceFact, Facts
from referee.desk.question import DeskQuestion, Ruling
from referee.desk.word import Word
from referee.games.game import Game, Offence
from referee.games.table import HouseRules
from referee.words import Text, say

__all__ = ["penalty_question"]

EFFECTS: dict[str, Text] = {
    "none": say("cela ne coûte rien ; on le note, et le jeu continue."),
    "skip-next-turn": say("le joueur perd son prochain tour."),
    "eliminated": say("le joueur est éliminé de cette partie."),
    "one-card-from-each": say("le joueur reçoit une carte de chacun des autres."),
    "redeal": say("les cartes sont redonnées, par le même donneur."),
    "correct-or-replay": say("elle se répare jusqu'à l'entame suivante ; ensuite, la donne est rejouée."),
    "one-under": say("le joueur glisse une carte sous le tas."),
    "two-under": say("le joueur glisse deux cartes sous le tas."),
    "point-to-opponents": say("l'équipe adverse marque 1 point."),
}
"""What each effect comes to, in words."""

IN_SHORT: dict[str, Text] = {
    "none": say("Rien"),
    "skip-next-turn": say("Un tour perdu"),
    "eliminated": say("Hors jeu"),
    "one-card-from-each": say("Une carte de chacun"),
    "redeal": say("On redonne"),
    "correct-or-replay": say("On répare, ou on rejoue"),
    "one-under": say("Une carte"),
    "two-under": say("Deux cartes"),
    "point-to-opponents": say("1 point aux autres"),
}
"""What each effect comes to, as short as it can be said."""

OF_AN_OFFENCE: dict[str, tuple[Text, Text]] = {
    "illegal-card": (
        say("Reprise, ou elle reste"), say("elle se reprend jusqu'à la carte suivante ; ensuite, elle reste."),
    ),
}  # fmt: skip
"""Offences where the effect runs another course than elsewhere: in short, and in words."""


def effect_word(facts: Facts, answer: Mapping[str, Any]) -> Word:
    """What the mistake costs."""
    short, _ = OF_AN_OFFENCE.get(facts["offence"], (IN_SHORT[answer["effect"]], None))
    return Word(short)


def penalty_question(game: Game) -> DeskQuestion:
    """What does this mistake cost? One of the game's own offences."""
    offences: dict[str, Offence] = {offence.id: offence for offence in game.offences}

    def penalty(facts: Facts, rules: HouseRules) -> Ruling:
        offence = offences[facts["offence"]]
        effect = offence.effect_under(rules)
        _, course = OF_AN_OFFENCE.get(offence.id, (None, EFFECTS[effect]))
        why = say("%(offence)s : %(effect)s", offence=offence.label, effect=course)
        articles = (offence.article,) if isinstance(offence.effect, str) else (offence.article, "match.options")
        return Ruling({"effect": effect}, articles, (why,))

    choices = tuple((offence.id, offence.label) for offence in game.offences)
    articles = tuple(dict.fromkeys((*(offence.article for offence in game.offences), "match.options")))
    return DeskQuestion(
        "penalty", say("Que coûte cette faute ?"), (ChoiceFact("offence", say("Faute"), choices),), penalty, articles,
        word=effect_word,
    )  # fmt: skip
