"""A thirteenth game, with a pack of its own: the tests put its folder beside those of the games."""

from dataclasses import dataclass

from referee.answers.cards import CardHands
from referee.answers.house_rules import Tie
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import tie_rule
from referee.answers.table import HouseRules, Table
from referee.game_definition.endings import Ending
from referee.game_definition.game import Game, Outcome, Preparation, Question, Way, numbered_deal
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer, State
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import say

from .pack import PACKS


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyTarotRules(HouseRules):
    """The house rules; the defaults are printed."""

    tie: Tie = tie_rule("match.tie")


def question(state: State) -> Question:
    players = state.table.after(state.dealer)
    fields = (
        OnePlayer("out", say("Qui est sorti ?"), players),
        CardHands("cards", say("Cartes en main"), players, PACKS[78], all_but="out"),
    )
    return Question("hands", say("Les mains"), (Way(fields),))


def record(state: State, step: str, answer: Answer) -> Outcome:
    held = answer["cards"].items()
    return Outcome("deal", tuple(Line(name, len(cards), say("cartes"), "toy-tarot.hands") for name, cards in held))


def ending(table: Table) -> Ending:
    return Ending(tie=table.rules.tie)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(PACKS[78], (26,) * n, DEALERS_IN_TURN, LEFT_STARTS)


GAME = Game(
    id="toy-tarot",
    name=say("Le Tarot d'essai"),
    summary=say("Videz votre main."),
    pack=say("78 cartes"),
    length=say("tant que vous voulez"),
    records=say("les cartes en main"),
    players=(3,),
    question=question,
    record=record,
    label=numbered_deal,
    ending=ending,
    prepare=prepare,
    rules=ToyTarotRules,
)
