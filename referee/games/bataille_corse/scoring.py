"""La Bataille Corse: turn up cards, pay for figures, slap two equal cards, and win the whole pack."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.house_rules import Tie
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule
from referee.answers.table import HouseRules
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.figures import deals_won_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way, whole_pack_hands
from referee.game_definition.offences import NO_EFFECT, ONE_UNDER, TWO_UNDER, Offence
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, say

PACK = FIFTY_TWO

# Article bataille-corse.contract: the number of cards owed for a figure; that of the ace is an option.
CONTRACTS = {"J": 1, "Q": 2, "K": 3}

# Article bataille-corse.score, in points.
FOR_THE_PACK = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BatailleCorseRules(HouseRules):
    """The house rules; the defaults are printed."""

    ace_contract: int = choice_rule(
        say("L'as"), ((0, say("ne réclame rien")), (4, say("réclame quatre cartes"))), "bataille-corse.ace", 0
    )
    wrong_slap: str = choice_rule(
        say("Tape à tort"),
        (
            (NO_EFFECT.id, say("ne coûte rien")),
            (ONE_UNDER.id, say("une carte sous le tas")),
            (TWO_UNDER.id, say("deux cartes sous le tas")),
        ),
        "bataille-corse.wrong-slap",
        NO_EFFECT.id,
    )
    target: int | None = number_or_none_rule(say("Points à atteindre"), 1, 50, "bataille-corse.target")
    tie: Tie = tie_rule("match.tie")


def wrong_slap_effect(rules: BatailleCorseRules) -> str:
    """The effect of a wrong slap, by the house rule."""
    return rules.wrong_slap


SLAPPED = say("tapé / claqué / tape / claque")
FOR_NOTHING = say(
    "fallait pas / alors qu'il fallait pas / falait pas / à tort / pour rien / par erreur / alors qu'il n'y "
    "avait rien / y avait rien / avait rien / n'avais rien / aucun doublé / pas de doublé / pas un doublé / "
    "sans doublé / dans le vide / pas de double / pas de paire / pas une paire / n'y avait pas / c'était pas "
    "un double / n'était pas un double / était pas un doublé / pas les mêmes / aucune paire"
)

WRONG_SLAP = Offence(
    "wrong-slap", say("Tape à tort"),
    say("La règle imprimée ne prévoit rien ; si la table en a décidé ainsi, une ou deux cartes sous le tas."),
    "bataille-corse.wrong-slap", wrong_slap_effect,
    phrases=((SLAPPED, FOR_NOTHING),),
)  # fmt: skip

TITLE, WINNER_LABEL, REASON = say("Le paquet entier"), say("Qui a tout ramassé ?"), say("a toutes les cartes")
UNEVEN = say("Le partage ne tombe pas juste : les premiers servis ont une carte de plus.")


def question(state: StateUnder[BatailleCorseRules]) -> Question:
    first, *_ = speakers = state.table.after(state.dealer)
    lead: Text = say("%(dealer)s donne, %(first)s retourne la première carte.", dealer=state.dealer, first=first)
    return Question(
        "won", TITLE, (Way((OnePlayer("winner", WINNER_LABEL, speakers),)),), lead, subject=say("le résultat")
    )


def record(state: StateUnder[BatailleCorseRules], step: str, answer: Answer) -> Outcome:
    winner = answer["winner"]
    line = Line(winner, FOR_THE_PACK, REASON, "bataille-corse.score")
    return Outcome("deal", (line,), tallies=(deals_won_tally(state.table.present, (winner,)),))


def prepare(n: int, rules: BatailleCorseRules, deal: int) -> Preparation:
    hands = whole_pack_hands(PACK, n)
    return Preparation(PACK, hands, DEALERS_IN_TURN, LEFT_STARTS, notes=(UNEVEN,) if len(set(hands)) > 1 else ())
