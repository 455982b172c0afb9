"""The question every game answers: what a mistake at the table brings down on its player."""

from __future__ import annotations

from referee.desk.facts import ChoiceFact, Facts
from referee.desk.question import DeskQuestion, Ruling
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


def penalty_question(game: Game) -> DeskQuestion:
    """What does this mistake cost? One of the game's own offences."""
    offences: dict[str, Offence] = {offence.id: offence for offence in game.offences}

    def penalty(facts: Facts, rules: HouseRules) -> Ruling:
        offence = offences[facts["offence"]]
        effect = offence.effect_under(rules)
        why = say("%(offence)s : %(effect)s", offence=offence.label, effect=EFFECTS[effect])
        articles = (offence.article,) if isinstance(offence.effect, str) else (offence.article, "match.options")
        return Ruling({"effect": effect}, articles, (why,))

    choices = tuple((offence.id, offence.label) for offence in game.offences)
    articles = tuple(dict.fromkeys((*(offence.article for offence in game.offences), "match.options")))
    return DeskQuestion(
        "penalty", say("Que coûte cette faute ?"), (ChoiceFact("offence", say("Faute"), choices),), penalty, articles
    )
