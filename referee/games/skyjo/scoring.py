"""Skyjo: what is recorded, what it scores and when the match ends (articles skyjo.*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule
from referee.answers.table import HouseRules, TableUnder
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure, share_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN
from referee.games.skyjo.pack import PACK
from referee.words import say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
CARDS_EACH = 12
LOWEST, HIGHEST = -17, 142
"""The least and the most that twelve cards make: five −2 and seven −1; ten 12 and two 11."""
TWICE, TEN_MORE, NOTHING_MORE = "double", "plus-10", "none"
TEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SkyjoRules(HouseRules):
    """The house rules; the defaults are printed."""

    double: str = choice_rule(
        say("Celui qui termine sans être le plus bas"),
        (
            (TWICE, say("note le double")),
            (TEN_MORE, say("note 10 points de plus")),
            (NOTHING_MORE, say("note ses points")),
        ),
        "skyjo.double",
        TWICE,
    )
    limit: int | None = number_or_none_rule(say("Points qui arrêtent la partie"), 10, 1000, "skyjo.end", 100)
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 50, "skyjo.end")
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


FIGURES = (
    Figure("ended", say("Donnes terminées"), "share"),
    Figure("doubled", say("Pénalités en terminant"), "share"),
    Figure("points-per-deal", say("Points par donne"), "mean"),
)

TITLE = say("Les points des cartes")
ENDED_LABEL, POINTS_LABEL = say("Qui a terminé la donne ?"), say("Points devant chacun")
HIGHEST_SUM_STARTS = say("la plus forte somme de ses deux cartes retournées")
LAST_ENDER_STARTS = say("celui qui a terminé la donne d'avant")
LAYOUT = say("Chacun pose ses cartes faces cachées, en quatre colonnes de trois, et en retourne deux.")
TURN_UP = say("Retournez la première carte de la pioche : elle ouvre la défausse.")


def order(state: StateUnder[SkyjoRules]) -> tuple[str, ...]:
    """The order of play: who ended the deal before begins; in the first deal nobody knows yet (article skyjo.starts).

    Who ended it and has left is passed over.
    """
    ended = state.memory.get("ended")
    if ended is None:
        return state.table.after(state.dealer)
    return state.table.around(ended if ended in state.table.present else state.table.next_seat(ended))


def question(state: StateUnder[SkyjoRules]) -> Question:
    players = state.table.present
    closer_field = OnePlayer("ended", ENDED_LABEL, players)
    points = Points("points", POINTS_LABEL, players, LOWEST, HIGHEST, "skyjo.points", usual=(-2, 40))
    lead = (
        say("%(player)s commence.", player=order(state)[0])
        if "ended" in state.memory
        else say("La plus forte somme de deux cartes commence.")
    )
    return Question("deal", TITLE, (Way((closer_field, points)),), lead, subject=say("la donne"), remark=no_remark)


def pays_more(rules: SkyjoRules, closer: str, points: Mapping[str, int]) -> bool:
    """Whether who ended notes more than their points: above 0, and not alone lowest (article skyjo.double).

    >>> pays_more(SkyjoRules(), "Ana", {"Ana": 7, "Bob": 7, "Chloé": 12})
    True
    """
    least_of_others = min(points[player] for player in points if player != closer)
    return rules.double != NOTHING_MORE and points[closer] > 0 and points[closer] >= least_of_others


def deal_lines(rules: SkyjoRules, closer: str, points: Mapping[str, int]) -> tuple[Line, ...]:
    """A line of each player (articles skyjo.score, .double)."""
    more = pays_more(rules, closer, points)
    return tuple(
        _penalty_line(rules.double, player, value)
        if more and player == closer
        else _plain_line(player, value, player == closer)
        for player, value in points.items()
    )


def _plain_line(player: str, points: int, ended: bool) -> Line:
    if ended:
        return Line(player, points, say("a terminé"), "skyjo.score")
    return Line(player, points, say_n("%(n)s point devant soi", "%(n)s points devant soi", points), "skyjo.score")


def _penalty_line(penalty: str, player: str, points: int) -> Line:
    if penalty == TWICE:
        reason = say("a terminé, et un autre a autant ou moins : %(points)s, doublés", points=points)
        return Line(player, 2 * points, reason, "skyjo.double", f"{points}×2")
    reason = say("a terminé, et un autre a autant ou moins : %(points)s et %(more)s", points=points, more=TEN)
    return Line(player, points + TEN, reason, "skyjo.double", f"{points}+{TEN}")


def record(state: StateUnder[SkyjoRules], step: str, answer: Answer) -> Outcome:
    ended, points = answer["ended"], answer["points"]
    lines = deal_lines(state.rules, ended, points)
    return Outcome("deal", lines, memory={"ended": ended}, tallies=tuple(_tallies(state, ended, points, lines)))


def _tallies(
    state: StateUnder[SkyjoRules], closer: str, points: Mapping[str, int], lines: Iterable[Line]
) -> Iterable[Tally]:
    """Who ended the deal, whether it cost more, and the points of each player."""
    yield share_tally("ended", points, (closer,))
    if state.rules.double != NOTHING_MORE:
        yield Tally("doubled", {closer: int(pays_more(state.rules, closer, points))})
    yield Tally("points-per-deal", summed(points, lines))


def ending(table: TableUnder[SkyjoRules]) -> Ending:
    rules = table.rules
    return Ending(rules.deals, rules.limit, rules.tie)


def prepare(n: int, rules: SkyjoRules, deal: int) -> Preparation:
    starts = HIGHEST_SUM_STARTS if deal == 1 else LAST_ENDER_STARTS
    return Preparation(PACK, (CARDS_EACH,) * n, DEALERS_IN_TURN, starts, notes=(LAYOUT, TURN_UP))
