"""Le Gin Rami: what is recorded, what it scores and when the match ends (articles gin-rami.*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.answers.choices import Choice, Occurrence
from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Points, ZeroOf
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_or_none_rule, choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.figures import Figure, share_tally
from referee.game_definition.game import FurtherRow, Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2,)
PACK = FIFTY_TWO
CARDS_EACH, LEFT_IN_STOCK = 10, 2
MOST_DEADWOOD, MOST_TO_KNOCK = 98, 10
KNOCK, GIN, BIG_GIN = "knock", "gin", "big-gin"
KINDS = ((KNOCK, say("Il frappe")), (GIN, say("Gin")), (BIG_GIN, say("Grand gin")))
BIG_GIN_POINTS = 31
"""What a big gin brings where the table allows it; without the house rule there is none (article gin-rami.big-gin)."""


def _points(*numbers: int) -> tuple[tuple[int, Text], ...]:
    return tuple((n, say_n("%(n)s point", "%(n)s points", n)) for n in numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class GinRamiRules(HouseRules):
    """The house rules; the defaults are printed."""

    undercut: int = choice_rule(say("Prime du contre"), _points(25, 20, 10), "gin-rami.undercut", 25)
    gin: int = choice_rule(say("Prime du gin"), _points(25, 20), "gin-rami.gin", 25)
    big_gin: int | None = choice_or_none_rule(
        say("Grand gin, les onze cartes"), _points(31, 50), "gin-rami.big-gin", nothing=say("sans")
    )
    box: int = choice_rule(say("Prime par coup gagné"), _points(25, 20, 0), "gin-rami.end", 25)
    game_bonus: int = number_rule(say("Prime de la partie"), 0, 500, "gin-rami.end", 100)
    shutout: bool = yes_no_rule(say("Adversaire sans un coup gagné : points doublés"), "gin-rami.end", default=False)
    target: int = number_rule(say("Points à atteindre"), 50, 500, "gin-rami.end", 100)
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


FIGURES = (
    Figure("gins", say("Gins"), "count"),
    Figure("undercuts-given", say("Contres donnés"), "count"),
    Figure("hands-won", say("Coups gagnés"), "share"),
)

TITLE, DRAWN = say("Le coup"), say("Coup nul : le talon est fini")
SHUTOUT, BONUS, BOXES = say("Points doublés"), say("Prime de la partie"), say("Prime par coup gagné")
"""The rows at the end of the match, in the order in which they are written (article gin-rami.end)."""
ARTICLE = "gin-rami.deadwood"


def question(state: StateUnder[GinRamiRules]) -> Question:
    players = state.table.players
    spent = () if state.rules.big_gin is not None else (BIG_GIN,)
    hand = (
        OnePlayer("by", say("Qui pose ?"), players),
        Choice("kind", say("Comment ?"), KINDS, spent=spent),
        Points(
            "deadwood", say("Points de bois mort"), players, 0, MOST_DEADWOOD, ARTICLE,
            usual=(1, 12), zero_of=ZeroOf("by", "kind", (GIN, BIG_GIN)),
        ),
    )  # fmt: skip
    drawn = Occurrence("drawn", DRAWN, "gin-rami.drawn")
    ways = (Way(hand, "hand", say("Un joueur pose")), Way((drawn,), "drawn", DRAWN))
    return Question("hand", TITLE, ways, subject=say("le coup"), remark=no_remark)


def check(state: StateUnder[GinRamiRules], step: str, answer: Answer) -> Iterator[Violation]:
    if "drawn" in answer:
        return
    kind, by = answer["kind"], answer["by"]
    own = answer["deadwood"][by]
    if kind == BIG_GIN and state.rules.big_gin is None:
        yield Violation("gin-rami.big-gin", "kind", say("Votre table joue sans le grand gin."))
    if kind == KNOCK and not 1 <= own <= MOST_TO_KNOCK:
        message = say("Pour frapper, il faut de 1 à %(most)s points de bois mort ; %(player)s en a %(n)s.",
                      most=MOST_TO_KNOCK, player=by, n=own)  # fmt: skip
        yield Violation(ARTICLE, "deadwood", message)
    if kind != KNOCK and own:
        yield Violation(ARTICLE, "deadwood", say("Avec un gin, il ne reste aucun point à %(player)s.", player=by))


def winner_and_points(rules: GinRamiRules, answer: Answer) -> tuple[str, int]:
    """Who wins a hand and how much (articles gin-rami.score, .undercut, .gin, .big-gin)."""
    by, deadwood = answer["by"], answer["deadwood"]
    other = next(player for player in deadwood if player != by)
    difference = deadwood[other] - deadwood[by]
    if answer["kind"] == GIN:
        return by, rules.gin + difference
    if answer["kind"] == BIG_GIN:
        return by, (rules.big_gin or BIG_GIN_POINTS) + difference
    return (by, difference) if difference > 0 else (other, rules.undercut - difference)


def record(state: StateUnder[GinRamiRules], step: str, answer: Answer) -> Outcome:
    if "drawn" in answer:
        return Outcome("thrown-in")
    winner, _ = winner_and_points(state.rules, answer)
    lines = tuple(_hand_lines(state.rules, answer))
    scored = sum(line.points for line in lines)
    won: Mapping[str, int] = {**dict.fromkeys(state.table.players, 0), **state.memory}
    won = {**won, winner: won[winner] + 1}
    further: tuple[FurtherRow, ...] = ()
    if state.totals[winner] + scored >= state.rules.target:
        further = tuple(_end_rows(state.rules, winner, state.totals[winner] + scored, won))
    tallies = tuple(_tallies(state.table.players, answer, winner))
    return Outcome("deal", lines, memory=won, further=further, tallies=tallies)


def _tallies(players: Iterable[str], answer: Answer, winner: str) -> Iterator[Tally]:
    """Gins, undercuts given, and who won the hand."""
    if answer["kind"] != KNOCK:
        yield Tally("gins", {answer["by"]: 1})
    elif winner != answer["by"]:
        yield Tally("undercuts-given", {winner: 1})
    yield share_tally("hands-won", players, (winner,))


def _hand_lines(rules: GinRamiRules, answer: Answer) -> Iterator[Line]:
    """The difference of the deadwood, then the bonus."""
    winner, _ = winner_and_points(rules, answer)
    by, deadwood = answer["by"], answer["deadwood"]
    difference = abs(deadwood[winner] - sum(points for player, points in deadwood.items() if player != winner))
    yield Line(winner, difference, say("différence de bois mort"), "gin-rami.score", str(difference))
    if answer["kind"] == GIN:
        yield Line(winner, rules.gin, say("gin"), "gin-rami.gin")
    elif answer["kind"] == BIG_GIN:
        yield Line(winner, rules.big_gin or 0, say("grand gin"), "gin-rami.big-gin")
    elif winner != by:
        yield Line(winner, rules.undercut, say("contre"), "gin-rami.undercut")


def _end_rows(rules: GinRamiRules, winner: str, total: int, deals_by_player: Mapping[str, int]) -> Iterator[FurtherRow]:
    """The bonuses at the end of the match, a row each (article gin-rami.end)."""
    if rules.shutout and not any(hands for player, hands in deals_by_player.items() if player != winner):
        doubled = say("aucun coup à l'adversaire : points doublés")
        yield FurtherRow(SHUTOUT, (Line(winner, total, doubled, "gin-rami.end"),))
    yield FurtherRow(BONUS, (Line(winner, rules.game_bonus, say("partie gagnée"), "gin-rami.end"),))
    hands_won = {
        player: say_n("%(n)s coup gagné", "%(n)s coups gagnés", hands) for player, hands in deals_by_player.items()
    }
    boxes = (
        Line(player, deals_by_player[player] * rules.box, words, "gin-rami.end") for player, words in hands_won.items()
    )
    yield FurtherRow(BOXES, tuple(boxes))


def prepare(n: int, rules: GinRamiRules, deal: int) -> Preparation:
    notes = (say("Retournez une carte à côté du talon ; celui qui n'a pas donné peut la prendre le premier."),)
    return Preparation(PACK, (CARDS_EACH,) * n, DEALERS_IN_TURN, LEFT_STARTS, notes=notes)
