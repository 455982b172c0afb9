"""La Coinche: the contracts, and the house rules with the two texts of the federation (articles coinche.*).

K16: *contrée* of 27 January 2016, without announcements, the default. C15: *coinchée* of 2015, with announcements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.answers.choices import SUIT_NAMES
from referee.answers.house_rules import Tie
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules
from referee.cards.thirty_two import EVERY_SUIT, NO_SUIT
from referee.game_definition.game import Preset
from referee.game_definition.turn_order import turn_rule
from referee.words import say

CAPOT, GENERALE = "capot", "generale"
MOST_WITHOUT_DECLARATIONS = 160
VALUES: Mapping[str, int] = {**{str(value): value for value in range(80, 401, 10)}, CAPOT: 250, GENERALE: 500}
ONLY_WITH_DECLARATIONS = tuple(
    contract for contract, value in VALUES.items() if contract == str(value) and value > MOST_WITHOUT_DECLARATIONS
)

COINCHE, SURCOINCHE = "coinche", "surcoinche"
SUM, CONTRACT_ONLY = "sum", "contract"
LOST, MADE, HELD = "lost", "made", "held"
TWICE, BASE = "twice", "base"
HOLDER, DEFENCE = "holder", "defence"
FLAT, ALL, MADE_POINTS = "flat", "all", "made"
EACH, TAKERS_DOWN, EXACT = "each", "takers-down", "none"
CAPOTS, LOST_BASES, SURCOINCHES = (252, 250, 162), (160, 162), (4, 3)

CONTRACTS = (
    *((contract, say("%(value)s", value=value)) for contract, value in VALUES.items() if contract == str(value)),
    (CAPOT, say("capot")),
    (GENERALE, say("générale")),
)
WITHOUT_SUIT = ((NO_SUIT, say("sans-atout")), (EVERY_SUIT, say("tout-atout")))
TRUMPS = (*SUIT_NAMES, *WITHOUT_SUIT)
DOUBLED = ((COINCHE, say("coinché")), (SURCOINCHE, say("surcoinché")))


@dataclass(frozen=True, slots=True, kw_only=True)
class CoincheRules(HouseRules):
    """The house rules; the defaults are printed."""

    beat_defence: bool = yes_no_rule(say("Le preneur doit aussi battre la défense"), "coinche.made", default=False)
    litige: str = choice_rule(
        say("À égalité avec la défense, alors"),
        (
            (LOST, say("le contrat est chuté")),
            (MADE, say("le contrat est réussi")),
            (HELD, say("les points du preneur attendent la donne suivante")),
        ),
        "coinche.litige",
        LOST,
    )
    count: str = choice_rule(
        say("On compte"),
        ((SUM, say("les points faits et le contrat")), (CONTRACT_ONLY, say("le contrat seul"))),
        "coinche.made",
        SUM,
    )
    lost_base: int = choice_rule(
        say("Un contrat chuté donne le contrat et"),
        tuple((points, say("%(n)s points", n=points)) for points in LOST_BASES),
        "coinche.lost",
        LOST_BASES[0],
    )
    lost_capot: str = choice_rule(
        say("Un capot chuté donne"),
        ((TWICE, say("deux fois 250 points")), (BASE, say("250 points et 160"))),
        "coinche.lost",
        TWICE,
    )
    belote_lost: str = choice_rule(
        say("La belote d'un preneur qui chute"),
        ((HOLDER, say("lui reste")), (DEFENCE, say("va à la défense"))),
        "coinche.belote",
        HOLDER,
    )
    doubled_points: str = choice_rule(
        say("Un contrat coinché vaut"),
        (
            (FLAT, say("le contrat et tous les points, doublés")),
            (ALL, say("la même chose, annonces et belote comprises")),
            (MADE_POINTS, say("s'il est réussi, le contrat et les points faits, doublés")),
        ),
        "coinche.doubled",
        FLAT,
    )
    surcoinche: int = choice_rule(
        say("Une surcoinche multiplie"),
        tuple((n, say("par %(n)s", n=n)) for n in SURCOINCHES),
        "coinche.doubled",
        SURCOINCHES[0],
    )
    capot: int = choice_rule(
        say("Un capot vaut"),
        tuple((points, say("%(n)s points", n=points)) for points in CAPOTS),
        "coinche.capot",
        CAPOTS[0],
    )
    generale: bool = yes_no_rule(say("On peut annoncer une générale"), "coinche.contract", default=False)
    no_suit: bool = yes_no_rule(say("On joue à sans-atout et tout-atout"), "coinche.contract", default=False)
    declarations: bool = yes_no_rule(say("On compte les annonces"), "coinche.declared", default=False)
    rounding: str = choice_rule(
        say("On note"),
        (
            (EACH, say("à la dizaine la plus proche, 5 vers le haut")),
            (TAKERS_DOWN, say("à la dizaine, 5 vers le bas pour le preneur")),
            (EXACT, say("au point près")),
        ),
        "coinche.rounding",
        EACH,
    )
    tens: bool = yes_no_rule(say("On compte les plis en dizaines, 160 en tout"), "coinche.points", default=False)
    undertrump: bool = yes_no_rule(
        say("Il faut pisser quand on ne peut pas monter"), "coinche.undertrump", default=False
    )
    target: int | None = number_or_none_rule(say("Points à atteindre"), 500, 5000, "coinche.end", 1000)
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 100, "coinche.end")
    turn: str = turn_rule("coinche.turn")
    tie: Tie = tie_rule("match.tie")


PRESETS = (
    Preset("contree", say("Contrée (FFB 2016)"), {"belote_lost": DEFENCE}),
    Preset(
        "coinchee", say("Coinchée (FFB 2015)"),
        {"beat_defence": True, "declarations": True, "lost_capot": BASE, "doubled_points": ALL},
    ),
)  # fmt: skip
"""The two texts, as differences from the default: ``belote_lost`` of K16 differs from most tables."""
