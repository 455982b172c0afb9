"""La Dame atout: what is recorded, what it scores and when the match ends (articles pique.*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.answers.house_rules import Tie
from referee.answers.numbers import Counts
from referee.answers.players import SomePlayers
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, Side
from referee.answers.violation import Violation
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.bids_in_words import tricks_asked
from referee.game_definition.figures import Figure
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Renderable, Text, names, say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (4,)
PACK, HAND = FIFTY_TWO, 13
FOR_A_BID_TRICK, FOR_A_BAG, FOR_THE_BAGS = 10, 1, -100
BLIND_FACTOR = 2
BEHIND_BY = 100
"""How many points a side must be behind to bid nil blind (article pique.blind)."""
ORDINARY_NIL = 0
NIL = say("annonce zéro")
BEHIND, FREE, OFF = "behind", "free", "off"
BAGS, COUNT = "bags", "count"


@dataclass(frozen=True, slots=True, kw_only=True)
class PiqueRules(HouseRules):
    """The house rules; the defaults are printed."""

    solo: bool = yes_no_rule(say("Chacun pour soi"), "pique.solo", default=False, fixed=True)
    nil: int | str = choice_rule(
        say("Annoncer zéro"),
        (
            (100, say("100 points, gagnés ou perdus")),
            (50, say("50 points, gagnés ou perdus")),
            (ORDINARY_NIL, say("une annonce comme les autres")),
        ),
        "pique.nil",
        100,
    )
    blind: str = choice_rule(
        say("Zéro à l'aveugle"),
        ((BEHIND, say("permis à 100 points de retard")), (FREE, say("toujours permis")), (OFF, say("interdit"))),
        "pique.blind",
        BEHIND,
    )
    failed_nil: str = choice_rule(
        say("Les plis d'un zéro manqué"),
        ((BAGS, say("sont des sacs")), (COUNT, say("aident le partenaire à tenir son annonce"))),
        "pique.failed-nil",
        BAGS,
    )
    bags: int = number_rule(say("Sacs qui coûtent 100 points"), 0, 20, "pique.bags", 10)
    target: int = number_rule(say("Points à atteindre"), 100, 1000, "pique.end", 500)
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("bids-made", say("Annonces tenues"), "share"),
    Figure("nils-made", say("Zéros tenus"), "share"),
    Figure("bags", say("Sacs"), "count"),
)


def in_teams(n: int, rules: PiqueRules) -> bool:
    """Two teams, but under the house rule ``solo``."""
    return not rules.solo


@dataclass(frozen=True, slots=True)
class SideDeal:
    """A deal of one side: for each of its players the bid, the tricks, and whether the bid is blind."""

    players: tuple[Renderable | str, ...]
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    blind: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a side's points, with its reason and article."""

    points: int
    reason: Text
    article: str
    brief: str | Text | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a side's deal: its points in parts, whether its bid is made, the new bags, and the bags left."""

    parts: tuple[Part, ...]
    made: bool
    new_bags: int
    bags: int

    @property
    def points(self) -> int:
        return sum(part.points for part in self.parts)


def is_nil(bid: int, rules: PiqueRules) -> bool:
    """Whether this bid stands alone: a bid of nothing, where that is no ordinary bid (article pique.nil)."""
    return bid == 0 and rules.nil != ORDINARY_NIL


def contract(deal: SideDeal, rules: PiqueRules) -> tuple[int, int]:
    """The tricks that the side bid together, and those that count for it (articles pique.score, .failed-nil).

    >>> rules = PiqueRules()
    >>> contract(SideDeal(("Ana", "Chloé"), (5, 0), (3, 2), (False, False)), rules)
    (5, 3)
    """
    helping = rules.failed_nil == COUNT
    won = [tricks for bid, tricks in zip(deal.bids, deal.tricks, strict=True) if helping or not is_nil(bid, rules)]
    return sum(deal.bids), sum(won)


def settle(deal: SideDeal, bags: int, rules: PiqueRules) -> Result:
    """What a deal is worth to a side that has so many bags (articles pique.score, .nil, .failed-nil, .bags)."""
    bid, tricks = contract(deal, rules)
    made = tricks >= bid
    parts = list(_bid_parts(bid, tricks, nobody=all(is_nil(bid, rules) for bid in deal.bids)))
    parts += _nil_parts(deal, rules)
    stray = sum(deal.tricks) - tricks
    if stray:
        reason = say_n("%(n)s pli d'un zéro manqué", "%(n)s plis d'un zéro manqué", stray)
        parts.append(Part(FOR_A_BAG * stray, reason, "pique.failed-nil"))
    new_bags = stray + (tricks - bid if made else 0)
    limit, left = rules.bags, bags + new_bags
    if limit and left >= limit:
        times, left = divmod(left, limit)
        reason = say_n("%(n)s sac", "%(n)s sacs", limit * times)
        parts.append(Part(FOR_THE_BAGS * times, reason, "pique.bags"))
    return Result(tuple(parts), made, new_bags, left)


def _bid_parts(bid: int, tricks: int, nobody: bool) -> Iterator[Part]:
    """The tricks bid, and those above them; ``nobody``: all of the side bid nil."""
    brief = f"{bid}→{tricks}"
    if tricks < bid:
        reason = say("annoncé %(bid)s, fait %(tricks)s", bid=bid, tricks=tricks)
        yield Part(-FOR_A_BID_TRICK * bid, reason, "pique.score", brief)
        return
    if not nobody:
        yield Part(FOR_A_BID_TRICK * bid, say("annoncé %(bid)s, tenu", bid=bid), "pique.score", brief)
    if tricks > bid:
        reason = say_n("%(n)s pli de trop", "%(n)s plis de trop", tricks - bid)
        yield Part(FOR_A_BAG * (tricks - bid), reason, "pique.score")


def _nil_parts(deal: SideDeal, rules: PiqueRules) -> Iterator[Part]:
    for player, bid, tricks, blind in zip(deal.players, deal.bids, deal.tricks, deal.blind, strict=True):
        if not is_nil(bid, rules):
            continue
        points = int(rules.nil) * (BLIND_FACTOR if blind else 1)
        kept = tricks == 0
        reason = _nil_reason(player, blind, kept)
        brief = say("zéro") if kept else say("zéro manqué")
        yield Part(points if kept else -points, reason, "pique.blind" if blind else "pique.nil", brief)


def _nil_reason(player: Renderable | str, blind: bool, kept: bool) -> Text:
    if blind:
        if kept:
            return say("zéro à l'aveugle tenu (%(player)s)", player=player)
        return say("zéro à l'aveugle manqué (%(player)s)", player=player)
    return say("zéro tenu (%(player)s)", player=player) if kept else say("zéro manqué (%(player)s)", player=player)


def bags_of(state: StateUnder[PiqueRules]) -> dict[str, int]:
    """The bags of each side before this deal."""
    before: Mapping[str, int] = state.memory.get("bags", {})
    return {side.name: before.get(side.name, 0) for side in state.table.sides}


TRICKS_LABEL = say("Plis faits")


def question(state: StateUnder[PiqueRules]) -> Question:
    speakers, bags = state.table.after(state.dealer), bags_of(state)
    extras = {"bags": bags}
    if "bids" not in state.answers:
        lead = say("%(first)s parle en premier, %(dealer)s en dernier.", first=speakers[0], dealer=state.dealer)
        bids = Counts("bids", say("Annonces"), speakers, HAND, "pique.bids")
        blind = SomePlayers(
            "blind", say("Zéro à l'aveugle"), speakers, "pique.blind", optional=True, offered=_may_be_blind(state)
        )
        way = Way((bids, blind))
        return Question("bids", say("Les annonces"), (way,), lead, extras, say("les annonces"), bids_remark)
    said = state.answers["bids"]["bids"]
    tricks = Counts("tricks", TRICKS_LABEL, speakers, HAND, "pique.tricks", total=HAND, announced=said)

    def remark(answer: Answer) -> Text | None:
        return tricks_remark(state, answer)

    lead = say(
        "Sacs : %(bags)s.", bags=names(say("%(name)s %(value)s", name=side, value=n) for side, n in bags.items())
    )
    return Question("tricks", say("Les plis"), (Way((tricks,)),), lead, extras, say("les plis"), remark)


def _may_be_blind(state: StateUnder[PiqueRules]) -> bool:
    """Whether a player may bid nil blind in this deal."""
    return bool(may_bid_blind(state)) and state.rules.nil != ORDINARY_NIL


def may_bid_blind(state: StateUnder[PiqueRules]) -> tuple[str, ...]:
    """The sides whose players may bid nil blind in this deal (article pique.blind)."""
    rule, totals = state.rules.blind, state.totals
    if rule != BEHIND:
        return tuple(totals) if rule == FREE else ()
    return tuple(
        side
        for side, total in totals.items()
        if max(other for name, other in totals.items() if name != side) - total >= BEHIND_BY
    )


def bids_remark(answer: Answer) -> Text | None:
    """How many tricks are bid, of those that there are."""
    if "bids" not in answer:
        return None
    return say("Annoncé : %(bid)s sur %(all)s plis", bid=sum(answer["bids"].values()), all=HAND)


def tricks_remark(state: StateUnder[PiqueRules], answer: Answer) -> Text | None:
    """The new bags of each side."""
    if sum(answer.get("tricks", {}).values()) != HAND:
        return None
    results = results_of(state, answer["tricks"])
    counts = (say("%(name)s %(value)s", name=side, value=f"+{found.new_bags}") for side, found in results.items())
    return say("Sacs : %(bags)s.", bags=names(counts))


def check(state: StateUnder[PiqueRules], step: str, answer: Answer) -> Iterator[Violation]:
    blind: Sequence[str] = answer.get("blind", ()) if step == "bids" else ()
    if not blind:
        return
    message = _against_blind(state, answer["bids"], blind)
    if message is not None:
        yield Violation("pique.blind", "blind", message)


def _against_blind(state: StateUnder[PiqueRules], bids: Mapping[str, int], blind: Sequence[str]) -> Text | None:
    """Why these blind bids cannot be, or None."""
    if state.rules.blind == OFF or state.rules.nil == ORDINARY_NIL:
        return say("À cette table, on n'annonce pas à l'aveugle.")
    numbers = [player for player in blind if bids[player] != 0]
    if numbers:
        return say("%(player)s : à l'aveugle, on n'annonce que zéro.", player=numbers[0])
    sides = may_bid_blind(state)
    ahead = [player for player in blind if state.table.side_by_player[player] not in sides]
    if ahead:
        return say("%(player)s n'a pas %(points)s points de retard.", player=ahead[0], points=BEHIND_BY)
    return None


def side_deal(side: Side, bids: Answer, tricks: Mapping[str, int]) -> SideDeal:
    """The deal of one side."""
    players, blind = side.players, bids.get("blind", ())
    return SideDeal(
        players,
        tuple(bids["bids"][player] for player in players),
        tuple(tricks[player] for player in players),
        tuple(player in blind for player in players),
    )


def results_of(state: StateUnder[PiqueRules], tricks: Mapping[str, int]) -> dict[str, Result]:
    """The result of each side."""
    bags, bids = bags_of(state), state.answers["bids"]
    sides = state.table.sides
    return {side.name: settle(side_deal(side, bids, tricks), bags[side.name], state.rules) for side in sides}


def bid_summary(state: StateUnder[PiqueRules]) -> BidSummary:
    summary = tricks_asked(state, HAND)
    bids = state.answers["bids"]["bids"] if "bids" in state.answers else {}
    nils = {player: NIL for player, bid in bids.items() if is_nil(bid, state.rules)}
    return replace(summary, bids={**summary.bids, **nils})


def record(state: StateUnder[PiqueRules], step: str, answer: Answer) -> Outcome:
    if step == "bids":
        return Outcome("goes-on")
    results = results_of(state, answer["tricks"])
    lines = tuple(
        Line(side, part.points, part.reason, part.article, part.brief)
        for side, result in results.items()
        for part in result.parts
    )
    memory = {"bags": {side: result.bags for side, result in results.items()}}
    return Outcome("deal", lines, memory=memory, tallies=_tallies(state, answer["tricks"], results))


def _tallies(
    state: StateUnder[PiqueRules], tricks: Mapping[str, int], results: Mapping[str, Result]
) -> tuple[Tally, ...]:
    """Whether each bid of a side was made, for those who bid it; the nils; the side's new bags, for its players."""
    bids, sides = state.answers["bids"]["bids"], state.table.side_by_player
    nils = [player for player, bid in bids.items() if is_nil(bid, state.rules)]
    return (
        Tally("nils-made", {player: int(tricks[player] == 0) for player in nils}),
        Tally("bids-made", {player: int(results[side].made) for player, side in sides.items() if player not in nils}),
        Tally("bags", {player: new for player, side in sides.items() if (new := results[side].new_bags)}),
    )


def prepare(n: int, rules: PiqueRules, deal: int) -> Preparation:
    return Preparation(PACK, (HAND,) * n, DEALERS_IN_TURN, LEFT_STARTS)
