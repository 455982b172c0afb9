"""La Feuille libre: a sheet for any other game; it knows no rules, it adds up."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Points
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule, words_rule
from referee.answers.table import HouseRules, TableUnder
from referee.game_definition.endings import Ending
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, say

# Article feuille-libre.points, in points of one deal, of either sign.
MOST_POINTS = 9999
LONGEST_TITLE = 40
# Article feuille-libre.players: the least and the largest number of players.
FEWEST, MOST = 2, 12

HIGH, LOW = "high", "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeuilleLibreRules(HouseRules):
    """The house rules; the defaults are printed."""

    best: str = choice_rule(
        say("Qui gagne"),
        ((HIGH, say("le plus grand total")), (LOW, say("le plus petit total"))),
        "feuille-libre.best",
        HIGH,
        fixed=True,
    )
    target: int | None = number_or_none_rule(say("Total qui arrête la partie"), 1, 99999, "feuille-libre.end")
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 200, "feuille-libre.end")
    title: str = words_rule(say("Nom du jeu"), LONGEST_TITLE, "feuille-libre.title", fixed=True)
    tie: Tie = tie_rule("feuille-libre.tie", SHARED, only=SHARED)


TITLE, POINTS_LABEL, REASON = say("Les points"), say("Points de la donne"), say("points de la donne")
NOTES = (say("Suivez vos règles : la feuille additionne."), say("On peut arriver ou partir entre deux donnes."))


def question(state: StateUnder[FeuilleLibreRules]) -> Question:
    sides = tuple(side.name for side in state.table.sides) if state.table.in_teams else state.table.present
    points = Points("points", POINTS_LABEL, sides, -MOST_POINTS, MOST_POINTS, "feuille-libre.points")
    return Question("points", TITLE, (Way((points,)),), _lead(state), subject=say("les points"))


def _lead(state: StateUnder[FeuilleLibreRules]) -> Text:
    deals, target = state.rules.deals, state.rules.target
    if deals is not None:
        return say(
            "%(dealer)s donne : c'est la donne %(deal)s sur %(deals)s.",
            dealer=state.dealer,
            deal=state.deal,
            deals=deals,
        )
    if target is not None:
        return say(
            "%(dealer)s donne. On s'arrête dès qu'un total atteint %(target)s.", dealer=state.dealer, target=target
        )
    return say("%(dealer)s donne. À la fin, notez les points de chacun.", dealer=state.dealer)


def record(state: StateUnder[FeuilleLibreRules], step: str, answer: Answer) -> Outcome:
    points = answer["points"]
    return Outcome("deal", tuple(Line(side, points[side], REASON, "feuille-libre.points") for side in points))


def ending(table: TableUnder[FeuilleLibreRules]) -> Ending:
    return Ending(deals=table.rules.deals, target=table.rules.target, tie=SHARED)


def lowest_wins(rules: FeuilleLibreRules) -> bool:
    """Article feuille-libre.best.

    >>> lowest_wins(FeuilleLibreRules(best="low")), lowest_wins(FeuilleLibreRules())
    (True, False)
    """
    return rules.best == LOW


def prepare(n: int, rules: FeuilleLibreRules, deal: int) -> Preparation:
    return Preparation(None, (), DEALERS_IN_TURN, LEFT_STARTS, notes=NOTES)
