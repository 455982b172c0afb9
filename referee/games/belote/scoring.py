"""La Belote: what is recorded, what it scores and when the match ends (articles belote.*)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.answers.choices import Occurrence, trump_choice
from referee.answers.house_rules import Tie
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, Side, TableUnder
from referee.answers.violation import Violation
from referee.cards.thirty_two import ALL_POINTS, PACK
from referee.game_definition.bids_in_words import trump_in_words
from referee.game_definition.figures import Figure
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question, Way
from referee.game_definition.result_of_162 import (
    ResultArticles,
    announced_fields,
    belote_of,
    declared_of,
    held_in,
    lead_of_contract,
    result_violations,
    result_ways,
    sides_of,
)
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import by_turn_option, turn_in_words, turn_rule
from referee.words import Text, say

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (4,)
HAND = 8
TEN = 10
CAPOTS = (252, 250, 162)
HELD, SHARED_OUT, LOST, KEPT = "held", "shared", "lost", "kept"
NEXT_DEALER, SAME_DEALER = "next-dealer", "same-dealer"
REFUSALS = ResultArticles("belote.points", "belote.declared", "belote.capot")


@dataclass(frozen=True, slots=True, kw_only=True)
class BeloteRules(HouseRules):
    """The house rules; the defaults are printed."""

    capot: int = choice_rule(
        say("Un capot vaut"),
        tuple((points, say("%(n)s points", n=points)) for points in CAPOTS),
        "belote.capot",
        CAPOTS[0],
    )
    litige: str = choice_rule(
        say("À égalité de points"),
        (
            (HELD, say("les points du preneur vont au gagnant de la donne suivante")),
            (SHARED_OUT, say("chacun note les siens")),
            (LOST, say("le preneur est dedans")),
        ),
        "belote.litige",
        HELD,
    )
    litige_belote: str = choice_rule(
        say("La belote du preneur en litige"),
        ((HELD, say("gardée avec ses points")), (KEPT, say("notée tout de suite"))),
        "belote.litige",
        HELD,
    )
    declarations: bool = yes_no_rule(say("On compte les annonces"), "belote.declared", default=False)
    rounding: bool = yes_no_rule(say("On arrondit à la dizaine"), "belote.rounding", default=False)
    undertrump: bool = yes_no_rule(say("Il faut pisser quand on ne peut pas monter"), "belote.undertrump", default=True)
    all_pass: str = choice_rule(
        say("Si tous passent"),
        ((NEXT_DEALER, say("le suivant donne")), (SAME_DEALER, say("le même redonne"))),
        "belote.contract",
        NEXT_DEALER,
    )
    target: int | None = number_or_none_rule(say("Points à atteindre"), 100, 5000, "belote.end", 1000)
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 100, "belote.end")
    turn: str = turn_rule("belote.turn")
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("contracts-made", say("Contrats réussis"), "share"),
    Figure("capots", say("Capots"), "count"),
    Figure("litiges", say("Litiges"), "count"),
)

CONTRACT_TITLE, RESULT_TITLE = say("La prise"), say("Le résultat")


def question(state: StateUnder[BeloteRules]) -> Question:
    held = {"held": held_in(state)}
    if "contract" not in state.answers:
        ways = contract_ways(state.table)
        return Question("contract", CONTRACT_TITLE, ways, lead_of_contract(state), held, say("la prise"))
    taker = state.answers["contract"]["taker"]
    sides = sides_of(state.table, taker)
    announced = announced_fields(sides, REFUSALS, declarations=state.rules.declarations)
    lead = say("%(taker)s a pris, pour %(side)s.", taker=taker, side=sides[0].name)
    return Question(
        "result", RESULT_TITLE, result_ways(sides, REFUSALS, announced), lead, {"taker": taker, **held},
        say("le résultat"), lambda answer: remark(sides, answer),
    )  # fmt: skip


def bid_summary(state: StateUnder[BeloteRules]) -> BidSummary:
    if "contract" not in state.answers:
        return BidSummary()
    bid = state.answers["contract"]
    together = say("%(taker)s prend", taker=bid["taker"])
    return BidSummary(trump_in_words(bid), together, {bid["taker"]: say("prend")})


def contract_ways(table: TableUnder[BeloteRules]) -> tuple[Way, ...]:
    """The taker, with the trump suit where the table notes it, or that all pass."""
    taking = (OnePlayer("taker", say("Qui prend ?"), table.players), trump_choice(say("non noté")))
    all_pass = Occurrence("all_pass", say("Tous passent"), "belote.contract")
    return Way(taking, "taker", say("Quelqu'un prend")), Way((all_pass,), "all_pass", say("Tous passent"), rare=True)


def remark(sides: tuple[Side, Side], answer: Answer) -> Text | None:
    """The counts of both sides, and whether the takers have more."""
    if "points" not in answer:
        return None
    takers, defenders = (side.name for side in sides)
    mine, theirs = count_of(answer, takers), count_of(answer, defenders)
    if mine == theirs:
        return say("%(mine)s partout : litige", mine=mine)
    if mine > theirs:
        return say("%(mine)s contre %(theirs)s : c'est fait", mine=mine, theirs=theirs)
    return say("%(mine)s contre %(theirs)s : dedans", mine=mine, theirs=theirs)


def check(state: StateUnder[BeloteRules], step: str, answer: Answer) -> Iterator[Violation]:
    if step == "result":
        yield from result_violations(answer, REFUSALS)


def count_of(answer: Answer, side: str) -> int:
    """What a side has in a deal: its points, belote and declarations."""
    points: int = answer["points"][side]
    return points + belote_of(answer, side) + declared_of(answer, side)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal is worth: the lines of both sides, and what is held for the winner of the next deal.

    ``level``: whether both sides have the same count.
    """

    made: bool
    lines: tuple[Line, ...]
    held: int = 0
    level: bool = False


def settle(rules: BeloteRules, sides: tuple[Side, Side], answer: Answer, held_points: int = 0) -> Settlement:
    """What a deal is worth (articles belote.score, .dedans, .litige, .capot); ``held_points``: by the deals before."""
    takers, defenders = (side.name for side in sides)
    if "capot" in answer:
        winner = answer["capot"]
        points = Line(winner, rounded(rules, rules.capot), say("capot"), "belote.capot")
        lines = (points, *_all_declared(answer, winner), *_belotes(answer, takers, defenders))
        return Settlement(winner == takers, (*lines, *_released(winner, held_points)))
    mine, theirs = count_of(answer, takers), count_of(answer, defenders)
    if mine > theirs:
        lines = (*_own(rules, answer, takers), *_own(rules, answer, defenders))
        return Settlement(True, (*lines, *_released(takers, held_points)))
    if mine == theirs and rules.litige != LOST:
        return _level(rules, answer, takers, defenders, held_points)
    lines = (*_failed(rules, answer, takers, defenders), *_released(defenders, held_points))
    return Settlement(False, lines, level=mine == theirs)


def rounded(rules: BeloteRules, points: int) -> int:
    """Points of cards as this table notes them: to the nearest ten with ``rounding``, five up.

    >>> [rounded(BeloteRules(rounding=True), points) for points in (84, 85, 252)]
    [80, 90, 250]
    """
    return (points + TEN // 2) // TEN * TEN if rules.rounding else points


def _failed(rules: BeloteRules, answer: Answer, takers: str, defenders: str) -> Iterator[Line]:
    yield Line(takers, 0, say("dedans"), "belote.dedans")
    yield Line(defenders, rounded(rules, ALL_POINTS), say("le preneur est dedans"), "belote.dedans")
    yield from _all_declared(answer, defenders)
    yield from _belotes(answer, takers, defenders)


def _level(rules: BeloteRules, answer: Answer, takers: str, defenders: str, held_points: int) -> Settlement:
    if rules.litige == SHARED_OUT:
        lines = (*_own(rules, answer, takers), *_own(rules, answer, defenders))
        return Settlement(False, lines, held_points, level=True)
    now = belote_of(answer, takers) if rules.litige_belote == KEPT else 0
    kept = sum(line.points for line in _own(rules, answer, takers)) - now
    waiting = Line(takers, 0, say("litige : %(points)s points attendent", points=kept), "belote.litige")
    at_once = _belotes(answer, takers) if now else ()
    return Settlement(False, (waiting, *at_once, *_own(rules, answer, defenders)), held_points + kept, level=True)


def _own(rules: BeloteRules, answer: Answer, side: str) -> Iterator[Line]:
    """A side's own points, belote and declarations."""
    yield Line(side, rounded(rules, answer["points"][side]), say("points des plis"), "belote.score")
    yield from _belotes(answer, side)
    if declared := declared_of(answer, side):
        yield Line(side, declared, say("annonces"), "belote.declared")


def _belotes(answer: Answer, *sides: str) -> Iterator[Line]:
    for side in sides:
        if points := belote_of(answer, side):
            yield Line(side, points, say("belote et rebelote"), "belote.belote")


def _all_declared(answer: Answer, winner: str) -> Iterator[Line]:
    if declared := sum(answer.get("declared", {}).values()):
        yield Line(winner, declared, say("annonces"), "belote.declared")


def _released(winner: str, held_points: int) -> Iterator[Line]:
    if held_points:
        yield Line(winner, held_points, say("points du litige"), "belote.litige")


def record(state: StateUnder[BeloteRules], step: str, answer: Answer) -> Outcome:
    if step == "contract":
        if "all_pass" not in answer:
            return Outcome("goes-on")
        same = state.rules.all_pass == SAME_DEALER
        following = None if same else state.table.next_seat(state.dealer, by_turn_option(state.rules))
        return Outcome("thrown-in", next_dealer=following)
    table, taker = state.table, state.answers["contract"]["taker"]
    settlement = settle(state.rules, sides_of(table, taker), answer, held_in(state))
    memory = {"held": settlement.held} if settlement.held else {}
    tallies = [Tally("contracts-made", {taker: int(settlement.made)})]
    if "capot" in answer:
        tallies.append(Tally("capots", dict.fromkeys(table.players_of(answer["capot"]), 1)))
    if settlement.level:
        tallies.append(Tally("litiges", dict.fromkeys(table.players, 1)))
    return Outcome("deal", settlement.lines, memory=memory, tallies=tuple(tallies))


def prepare(n: int, rules: BeloteRules, deal: int) -> Preparation:
    notes = (
        say("Donnez trois cartes puis deux à chacun, et retournez la suivante."),
        say("Une fois qu'on a pris : deux cartes de plus au preneur, avec la retournée, et trois aux autres."),
    )
    return Preparation(PACK, (HAND,) * n, *turn_in_words(rules), notes=notes)
