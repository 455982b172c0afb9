"""La Coinche: what a deal is worth (articles coinche.made, .litige, .lost, .doubled, .belote, .declared, .rounding)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from referee.answers.table import Side
from referee.game_definition.result_of_162 import BELOTE, belote_of, declared_of
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer
from referee.games.coinche.options import (
    ALL,
    BASE,
    CAPOT,
    COINCHE,
    CONTRACT_ONLY,
    CONTRACTS,
    DEFENCE,
    DOUBLED,
    EACH,
    FLAT,
    GENERALE,
    HELD,
    LOST,
    SURCOINCHE,
    TAKERS_DOWN,
    VALUES,
    CoincheRules,
)
from referee.words import Text, say

TEN = 10
POINTS_OF_GENERALE = 500
POINTS_OF_ALL_TRICKS = 250
BASE_OF_TEXTS = 160
"""All points of a deal as both texts of the federation note them, whatever a table notes for a lost contract."""
COINCHE_FACTOR = 2


class Judgement(Enum):
    """What became of a contract; ``LEVEL``: reached, but level with the defence, whose points are noted alone."""

    MADE = auto()
    LOST = auto()
    LEVEL = auto()


@dataclass(frozen=True, slots=True)
class Deal:
    """A contract and its result, by the names of the sides."""

    rules: CoincheRules
    takers: str
    defenders: str
    bid: Answer
    answer: Answer

    @property
    def contract(self) -> str:
        contract: str = self.bid["contract"]
        return contract

    @property
    def value(self) -> int:
        return VALUES[self.contract]

    @property
    def factor(self) -> int:
        """What the contract is multiplied by (article coinche.doubled)."""
        factors = {None: 1, COINCHE: COINCHE_FACTOR, SURCOINCHE: self.rules.surcoinche}
        return factors[self.bid.get("doubled")]

    @property
    def all_tricks(self) -> str | None:
        """The side that took every trick."""
        if self.contract == GENERALE:
            return self.takers if self.answer["made"] else self.defenders
        winner: str | None = self.answer.get("capot")
        return winner

    def points(self, side: str) -> int:
        """The points that a side made in its tricks; all of them count as a capot."""
        if "capot" in self.answer:
            return self.rules.capot if self.answer["capot"] == side else 0
        points: int = self.answer["points"][side]
        return points

    def belotes(self, side: str) -> int:
        """The points of the belotes that a side has: at tout-atout up to four."""
        return belote_of(self.answer, side) + BELOTE * int(self.answer.get("belotes", {}).get(side, 0))

    @property
    def all_declared(self) -> int:
        return sum(self.answer.get("declared", {}).values())

    def declaration_points(self, side: str) -> int:
        """The points of the declarations of a side: all of them where it took every trick."""
        if self.all_tricks is not None:
            return self.all_declared if self.all_tricks == side else 0
        return declared_of(self.answer, side)

    def count(self, side: str) -> int:
        """What a side has towards the contract: points, belotes and declarations."""
        return self.points(side) + self.belotes(side) + self.declaration_points(side)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal is worth: whether the contract is made, the lines of both sides, and what is held for the next."""

    made: bool
    lines: tuple[Line, ...]
    held: int = 0


def settle(
    rules: CoincheRules, sides: tuple[Side, Side], bid: Answer, answer: Answer, held_points: int = 0
) -> Settlement:
    """What a deal is worth; ``sides``: the takers, the defenders; ``held_points``: by the deals before."""
    deal = Deal(rules, sides[0].name, sides[1].name, bid, answer)
    judgement = judge(deal)
    if judgement is Judgement.LEVEL:
        return _level(deal, held_points)
    made = judgement is Judgement.MADE
    lines = (*_lines_if_made(deal),) if made else (*_lines_if_lost(deal),)
    return Settlement(made, (*lines, *_released(deal.takers if made else deal.defenders, held_points)))


def judge(deal: Deal) -> Judgement:
    """Whether the takers made their contract (articles coinche.made, coinche.litige), before anything is rounded."""
    if deal.contract in (CAPOT, GENERALE):
        return Judgement.MADE if deal.all_tricks == deal.takers else Judgement.LOST
    mine, theirs = deal.count(deal.takers), deal.count(deal.defenders)
    if mine < deal.value:
        return Judgement.LOST
    if not deal.rules.beat_defence or mine > theirs:
        return Judgement.MADE
    if mine < theirs or deal.rules.litige == LOST:
        return Judgement.LOST
    return Judgement.LEVEL if deal.rules.litige == HELD else Judgement.MADE


def _lines_if_made(deal: Deal) -> Iterator[Line]:
    """The lines of a contract made."""
    both = {deal.takers, deal.defenders}
    own_declared = {side: deal.declaration_points(side) for side in both}
    if deal.contract == GENERALE:
        article = "coinche.doubled" if deal.factor > 1 else "coinche.made"
        points = (POINTS_OF_GENERALE + deal.value) * deal.factor
        yield Line(deal.takers, points, contract_reason(deal.bid), article)
        yield from _declaration_lines(deal, {deal.takers: deal.all_declared}, both)
    elif deal.rules.count == CONTRACT_ONLY:
        yield Line(deal.takers, deal.value * deal.factor, contract_reason(deal.bid), "coinche.made")
        yield from _declaration_lines(deal, own_declared, both)
    elif deal.factor > 1 and deal.rules.doubled_points in (FLAT, ALL):
        yield from _made_doubled(deal)
    else:
        article = "coinche.doubled" if deal.factor > 1 else "coinche.made"
        mine, theirs = noted_points(deal)
        yield Line(deal.takers, deal.value * deal.factor, contract_reason(deal.bid), article)
        yield Line(deal.takers, rounded(deal.rules, mine * deal.factor), say("points des plis"), article)
        yield Line(deal.defenders, rounded(deal.rules, theirs), say("points des plis"), article)
        yield from _declaration_lines(deal, own_declared, both)


def _made_doubled(deal: Deal) -> Iterator[Line]:
    """The winners note all points; with ``all`` the announcements are multiplied too (article coinche.doubled)."""
    if deal.rules.doubled_points == FLAT:
        points = base_of(deal) + deal.value
        declarations, belotes = {deal.takers: deal.all_declared}, {deal.takers, deal.defenders}
    else:
        base = POINTS_OF_ALL_TRICKS if deal.all_tricks == deal.takers else BASE_OF_TEXTS
        points = base + deal.value + deal.all_declared + deal.belotes(deal.takers)
        declarations, belotes = {}, {deal.defenders}
    yield Line(deal.takers, rounded(deal.rules, points * deal.factor), contract_reason(deal.bid), "coinche.doubled")
    yield Line(deal.defenders, 0, say("contre-contrat perdu"), "coinche.doubled")
    yield from _declaration_lines(deal, declarations, belotes)


def _lines_if_lost(deal: Deal) -> Iterator[Line]:
    """The lines of a contract lost: the defenders note it, all declarations, and their belotes or all of them."""
    article = "coinche.doubled" if deal.factor > 1 else "coinche.lost"
    contract_only = deal.rules.count == CONTRACT_ONLY and deal.contract != GENERALE
    points = deal.value if contract_only else base_of(deal) + deal.value
    declarations, belotes = {deal.defenders: deal.all_declared}, {deal.takers, deal.defenders}
    all_multiplied = deal.factor > 1 and deal.rules.doubled_points == ALL
    if all_multiplied and not contract_only and deal.contract != GENERALE:
        multiplied = {side for side in belotes if _noted_by(deal, side) == deal.defenders}
        points += deal.all_declared + sum(map(deal.belotes, multiplied))
        declarations, belotes = {}, belotes - multiplied
    yield Line(deal.takers, 0, say("contrat chuté"), article)
    yield Line(deal.defenders, rounded(deal.rules, points * deal.factor), contract_reason(deal.bid), article)
    yield from _declaration_lines(deal, declarations, belotes, lost=True)


def _noted_by(deal: Deal, side: str) -> str:
    """The side that notes the belotes of this side where the contract is lost (article coinche.belote)."""
    return deal.defenders if deal.rules.belote_lost == DEFENCE else side


def _level(deal: Deal, held_points: int) -> Settlement:
    """The defenders note their points, those of the takers wait; nothing is multiplied (article coinche.litige)."""
    mine, theirs = (rounded(deal.rules, points) for points in noted_points(deal))
    waiting = mine + deal.belotes(deal.takers) + deal.declaration_points(deal.takers)
    lines = (
        Line(deal.takers, 0, say("litige : %(points)s points attendent", points=waiting), "coinche.litige"),
        Line(deal.defenders, theirs, say("points des plis"), "coinche.litige"),
        *_declaration_lines(deal, {deal.defenders: deal.declaration_points(deal.defenders)}, {deal.defenders}),
    )
    return Settlement(False, lines, held_points + waiting)


def _released(winner: str, held_points: int) -> Iterator[Line]:
    if held_points:
        yield Line(winner, held_points, say("points du litige"), "coinche.litige")


def _declaration_lines(
    deal: Deal, declarations: Mapping[str, int], belotes: Collection[str], lost: bool = False
) -> Iterator[Line]:
    """The declarations by the side that notes them, and the belotes of these sides."""
    for side in (deal.takers, deal.defenders):
        if points := declarations.get(side, 0):
            yield Line(side, points, say("annonces"), "coinche.declared")
        if side in belotes and (points := deal.belotes(side)):
            yield Line(_noted_by(deal, side) if lost else side, points, say("belote et rebelote"), "coinche.belote")


def base_of(deal: Deal) -> int:
    """What a lost or doubled contract counts besides its value (articles coinche.lost, coinche.doubled)."""
    if deal.contract == GENERALE:
        return POINTS_OF_GENERALE
    if deal.contract == CAPOT:
        return BASE_OF_TEXTS if deal.rules.lost_capot == BASE else deal.value
    return deal.rules.lost_base


def noted_points(deal: Deal) -> tuple[int, int]:
    """The points of both sides' tricks, with ``takers-down`` rounded as some contests do; all tricks stay."""
    mine, theirs = deal.points(deal.takers), deal.points(deal.defenders)
    if "capot" in deal.answer or deal.rules.rounding != TAKERS_DOWN:
        return mine, theirs
    mine = rounded_down_at_five(mine)
    return mine, BASE_OF_TEXTS - mine


def rounded(rules: CoincheRules, points: int) -> int:
    """Points as a side notes them: with ``each`` to the nearest ten, five up.

    >>> [rounded(CoincheRules(), points) for points in (84, 85, 252)]
    [80, 90, 250]
    """
    return (points + TEN // 2) // TEN * TEN if rules.rounding == EACH else points


def rounded_down_at_five(points: int) -> int:
    """Points to the nearest ten, five down.

    >>> [rounded_down_at_five(points) for points in (84, 85, 86, 162)]
    [80, 80, 90, 160]
    """
    return (points + TEN // 2 - 1) // TEN * TEN


def contract_reason(bid: Answer) -> Text:
    doubled, name = bid.get("doubled"), dict(CONTRACTS)[bid["contract"]]
    if doubled is None:
        return say("contrat de %(contract)s", contract=name)
    return say("contrat de %(contract)s %(doubled)s", contract=name, doubled=dict(DOUBLED)[doubled])
