"""La Coinche: what is recorded, what it scores and when the match ends (articles coinche.*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.answers.choices import SUIT_NAMES, Choice, Occurrence, YesNo, suit_letter
from referee.answers.house_rules import Option, tie_option
from referee.answers.numbers import Number
from referee.answers.players import OnePlayer
from referee.answers.table import HouseRules, Side, Table
from referee.answers.violation import Violation
from referee.cards.thirty_two import EVERY_SUIT, NO_SUIT, PACK
from referee.game_definition.game import (
    Answer,
    Figure,
    Outcome,
    Preparation,
    Question,
    Spoken,
    State,
    Tally,
    Way,
    by_turn_option,
    turn_in_words,
    turn_option,
    who_speaks,
)
from referee.game_definition.result_of_162 import (
    ResultArticles,
    announced_fields,
    belote_of,
    declared_of,
    result_violations,
    result_ways,
    sides_of,
)
from referee.game_definition.sheet import Line, Round
from referee.words import Text, say, signed

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (4,)
HAND = 8
TEN, ROUNDED_POINTS = 10, 160
CAPOT, GENERALE = "capot", "generale"
VALUES: Mapping[str, int] = {**{str(value): value for value in range(80, 161, 10)}, CAPOT: 250, GENERALE: 500}
POINTS_OF_GENERALE = 500
CAPOTS, LOST_BASES, SURCOINCHES = (250, 252, 162), (160, 162), (4, 3)
COINCHE, SURCOINCHE = "coinche", "surcoinche"
COINCHE_FACTOR = 2
SUM, CONTRACT_ONLY = "sum", "contract"
FLAT, MADE_POINTS = "flat", "made"
REFUSALS = ResultArticles("coinche.points", "coinche.declared", "coinche.capot")

CONTRACTS = (
    *((contract, say("%(value)s", value=value)) for contract, value in VALUES.items() if contract == str(value)),
    (CAPOT, say("capot")),
    (GENERALE, say("générale")),
)
WITHOUT_SUIT = ((NO_SUIT, say("sans-atout")), (EVERY_SUIT, say("tout-atout")))
TRUMPS = (*SUIT_NAMES, *WITHOUT_SUIT)
DOUBLED = ((COINCHE, say("coinché")), (SURCOINCHE, say("surcoinché")))

OPTIONS = (
    Option(
        Choice(
            "count", say("On compte"),
            ((SUM, say("les points faits et le contrat")), (CONTRACT_ONLY, say("le contrat seul"))),
        ),
        "coinche.score", SUM,
    ),
    Option(
        Choice(
            "lost_base", say("Un contrat chuté donne le contrat et"),
            tuple((points, say("%(n)s points", n=points)) for points in LOST_BASES),
        ),
        "coinche.lost", LOST_BASES[0],
    ),
    Option(
        Choice(
            "doubled_points", say("Un contrat coinché et réussi vaut"),
            (
                (FLAT, say("le contrat et tous les points, doublés")),
                (MADE_POINTS, say("le contrat et les points faits, doublés")),
            ),
        ),
        "coinche.doubled", FLAT,
    ),
    Option(
        Choice("surcoinche", say("Une surcoinche multiplie"), tuple((n, say("par %(n)s", n=n)) for n in SURCOINCHES)),
        "coinche.doubled", SURCOINCHES[0],
    ),
    Option(
        Choice("capot", say("Un capot vaut"), tuple((points, say("%(n)s points", n=points)) for points in CAPOTS)),
        "coinche.capot", CAPOTS[0],
    ),
    Option(YesNo("generale", say("On peut annoncer une générale")), "coinche.contract", False),
    Option(YesNo("no_suit", say("On joue à sans-atout et tout-atout")), "coinche.contract", False),
    Option(YesNo("declarations", say("On compte les annonces")), "coinche.declared", False),
    Option(YesNo("rounding", say("On arrondit à la dizaine")), "coinche.rounding", False),
    Option(YesNo("undertrump", say("Il faut pisser quand on ne peut pas monter")), "coinche.undertrump", False),
    Option(Number("target", say("Points à atteindre"), 500, 5000), "coinche.end", 1000),
    turn_option("coinche.turn"),
    tie_option("match.tie"),
)  # fmt: skip

FIGURES = (
    Figure("contracts-made", say("Contrats réussis"), "share", lambda contract: dict(CONTRACTS)[contract]),
    Figure("coinches-won", say("Coinches gagnées"), "share"),
)

CONTRACT_TITLE, RESULT_TITLE = say("Le contrat"), say("Le résultat")
GENERALE_MADE = say("La générale est faite")


def question(state: State) -> Question:
    if "contract" not in state.answers:
        ways = contract_ways(state.table)
        return Question("contract", CONTRACT_TITLE, ways, who_speaks(state), subject=say("le contrat"))
    bid = state.answers["contract"]
    sides = sides_of(state.table, bid["taker"])
    extras = {"taker": bid["taker"], "contract": bid["contract"], "doubled": bid.get("doubled")}
    return Question(
        "result", RESULT_TITLE, result_ways_of(state.rules, sides, bid), _result_lead(bid, sides[0]), extras,
        say("le résultat"), lambda answer: remark(state.rules, sides, bid, answer),
        opens=CAPOT if bid["contract"] == CAPOT else "",
    )  # fmt: skip


def spoken(state: State) -> Spoken:
    if "contract" not in state.answers:
        return Spoken()
    bid = state.answers["contract"]
    said, doubled = dict(CONTRACTS)[bid["contract"]], bid.get("doubled")
    if doubled is not None:
        said = say("%(contract)s %(doubled)s", contract=said, doubled=dict(DOUBLED)[doubled])
    together = say("%(taker)s : %(contract)s", taker=bid["taker"], contract=said)
    return Spoken(dict(TRUMPS)[bid["trump"]], together, {bid["taker"]: said})


def contract_ways(table: Table) -> tuple[Way, ...]:
    """The contract that stands, with its trump and whether it is doubled, or that all pass."""
    rules = table.rules
    trumps_out = () if rules["no_suit"] else (NO_SUIT, EVERY_SUIT)
    bidding = (
        OnePlayer("taker", say("Qui prend ?"), table.players),
        Choice("contract", say("Quel contrat ?"), CONTRACTS, spent=() if rules["generale"] else (GENERALE,)),
        Choice("trump", say("Atout"), TRUMPS, spent=trumps_out, canonical=suit_letter),
        Choice("doubled", say("Coinché ?"), DOUBLED, nothing=say("non"), optional=True),
    )
    all_pass = Occurrence("all_pass", say("Tous passent"), "coinche.contract")
    return Way(bidding, "taker", say("Quelqu'un prend")), Way((all_pass,), "all_pass", say("Tous passent"), rare=True)


def result_ways_of(rules: HouseRules, sides: tuple[Side, Side], bid: Answer) -> tuple[Way, ...]:
    """The result of this contract: a générale is made or not, any other has points."""
    in_suit = bid["trump"] not in (NO_SUIT, EVERY_SUIT)
    announced = announced_fields(sides, REFUSALS, declarations=rules["declarations"], belote=in_suit)
    if bid["contract"] == GENERALE:
        return (Way((YesNo("made", GENERALE_MADE), *announced)),)
    return result_ways(sides, REFUSALS, announced)


def _result_lead(bid: Answer, takers: Side) -> Text:
    values = {"taker": bid["taker"], "side": takers.name, "contract": dict(CONTRACTS)[bid["contract"]]}
    trump, doubled = dict(TRUMPS)[bid["trump"]], bid.get("doubled")
    if doubled is None:
        return say("%(taker)s, pour %(side)s : %(contract)s, %(trump)s.", trump=trump, **values)
    words = dict(DOUBLED)[doubled]
    return say("%(taker)s, pour %(side)s : %(contract)s, %(trump)s, %(doubled)s.", trump=trump, doubled=words, **values)


def remark(rules: HouseRules, sides: tuple[Side, Side], bid: Answer, answer: Answer) -> Text | None:
    """What the takers need, and by how much they made or missed it."""
    if bid["contract"] not in VALUES or bid["contract"] in (CAPOT, GENERALE):
        return None
    need = VALUES[bid["contract"]]
    if "points" not in answer:
        return say("%(need)s à faire", need=need)
    difference = count_of(rules, answer, sides[0].name) - need
    return say("%(need)s à faire, %(difference)s", need=need, difference=signed(difference))


def check(state: State, step: str, answer: Answer) -> Iterator[Violation]:
    rules = state.rules
    if step == "contract":
        if answer.get("contract") == GENERALE and not rules["generale"]:
            yield Violation("coinche.contract", "contract", say("À cette table, on n'annonce pas de générale."))
        if answer.get("trump") in (NO_SUIT, EVERY_SUIT) and not rules["no_suit"]:
            yield Violation("coinche.contract", "trump", say("À cette table, l'atout est une des quatre couleurs."))
        return
    if answer.get("belote") is not None and state.answers["contract"]["trump"] in (NO_SUIT, EVERY_SUIT):
        message = say("Pas de belote à sans-atout ni à tout-atout.")
        yield Violation("coinche.belote", "belote", message)
    yield from result_violations(answer, REFUSALS)


# What a deal is worth.


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal is worth: whether the contract is made, and the lines of both sides."""

    made: bool
    lines: tuple[Line, ...]


def points_of(rules: HouseRules, answer: Answer, side: str) -> int:
    """The points that a side made in its tricks; all of them count as a capot."""
    if "capot" in answer:
        return rules["capot"] if answer["capot"] == side else 0
    points: int = answer["points"][side]
    return points


def count_of(rules: HouseRules, answer: Answer, side: str) -> int:
    """What a side has towards its contract: points, belote and declarations."""
    return points_of(rules, answer, side) + belote_of(answer, side) + declared_of(answer, side)


def is_made(rules: HouseRules, takers: str, contract: str, answer: Answer) -> bool:
    """Whether the takers made their contract (article coinche.score)."""
    if contract == GENERALE:
        return bool(answer["made"])
    if contract == CAPOT:
        return answer.get("capot") == takers
    return count_of(rules, answer, takers) >= VALUES[contract]


def settle(rules: HouseRules, sides: tuple[Side, Side], bid: Answer, answer: Answer) -> Settlement:
    """What a deal is worth (articles coinche.score, .lost, .doubled, .belote, .declared)."""
    takers, defenders = (side.name for side in sides)
    made = is_made(rules, takers, bid["contract"], answer)
    main = _made(rules, takers, defenders, bid, answer) if made else _lost(rules, takers, defenders, bid)
    return Settlement(made, (*main, *_announced(answer, made, takers, defenders)))


def _made(rules: HouseRules, takers: str, defenders: str, bid: Answer, answer: Answer) -> Iterator[Line]:
    value, factor = VALUES[bid["contract"]], factor_of(rules, bid)
    if rules["count"] == CONTRACT_ONLY:
        yield Line(takers, value * factor, _contract_reason(bid), "coinche.score")
        return
    mine, theirs = noted_points(rules, takers, defenders, bid, answer)
    if factor > 1 and rules["doubled_points"] == FLAT:
        yield Line(takers, (base_of(rules, bid) + value) * factor, _contract_reason(bid), "coinche.doubled")
        yield Line(defenders, 0, say("contre-contrat perdu"), "coinche.doubled")
        return
    article = "coinche.doubled" if factor > 1 else "coinche.score"
    yield Line(takers, value * factor, _contract_reason(bid), article)
    yield Line(takers, mine * factor, say("points des plis"), article)
    yield Line(defenders, theirs, say("points des plis"), article)


def _lost(rules: HouseRules, takers: str, defenders: str, bid: Answer) -> Iterator[Line]:
    value, factor = VALUES[bid["contract"]], factor_of(rules, bid)
    base = 0 if rules["count"] == CONTRACT_ONLY else base_of(rules, bid)
    article = "coinche.doubled" if factor > 1 else "coinche.lost"
    yield Line(takers, 0, say("contrat chuté"), article)
    yield Line(defenders, (base + value) * factor, _contract_reason(bid), article)


def _announced(answer: Answer, made: bool, takers: str, defenders: str) -> Iterator[Line]:
    """Belotes to their holder; declarations to their side, or all to the defenders of a lost contract."""
    for side in (takers, defenders):
        declared = declared_of(answer, side)
        if not made:
            declared = sum(answer.get("declared", {}).values()) if side == defenders else 0
        if declared:
            yield Line(side, declared, say("annonces"), "coinche.declared")
        if belote := belote_of(answer, side):
            yield Line(side, belote, say("belote et rebelote"), "coinche.belote")


def factor_of(rules: HouseRules, bid: Answer) -> int:
    """What the contract is multiplied by (article coinche.doubled)."""
    factors = {None: 1, COINCHE: COINCHE_FACTOR, SURCOINCHE: rules["surcoinche"]}
    factor: int = factors[bid.get("doubled")]
    return factor


def base_of(rules: HouseRules, bid: Answer) -> int:
    """All points of a deal, as a lost or doubled contract counts them."""
    contract = bid["contract"]
    base: int = VALUES[contract] if contract in (CAPOT, GENERALE) else rules["lost_base"]
    return base


def noted_points(rules: HouseRules, takers: str, defenders: str, bid: Answer, answer: Answer) -> tuple[int, int]:
    """The points of a made contract as both sides note them, rounded where the table does."""
    if bid["contract"] == GENERALE:
        return POINTS_OF_GENERALE, 0
    mine, theirs = points_of(rules, answer, takers), points_of(rules, answer, defenders)
    if "capot" in answer or not rules["rounding"]:
        return mine, theirs
    mine = rounded_down_at_five(mine)
    return mine, ROUNDED_POINTS - mine


def rounded_down_at_five(points: int) -> int:
    """Points to the nearest ten, five down.

    >>> [rounded_down_at_five(points) for points in (84, 85, 86, 162)]
    [80, 80, 90, 160]
    """
    return (points + TEN // 2 - 1) // TEN * TEN


def _contract_reason(bid: Answer) -> Text:
    doubled, name = bid.get("doubled"), dict(CONTRACTS)[bid["contract"]]
    if doubled is None:
        return say("contrat de %(contract)s", contract=name)
    return say("contrat de %(contract)s %(doubled)s", contract=name, doubled=dict(DOUBLED)[doubled])


def record(state: State, step: str, answer: Answer) -> Outcome:
    if step == "contract":
        if "all_pass" not in answer:
            return Outcome("goes-on")
        return Outcome("thrown-in", next_dealer=state.table.next_seat(state.dealer, by_turn_option(state.rules)))
    bid = state.answers["contract"]
    return Outcome("deal", settle(state.rules, sides_of(state.table, bid["taker"]), bid, answer).lines)


def tally(table: Table, row: Round) -> Iterator[Tally]:
    """Whether the taker made the contract; of a doubled one, which side won it."""
    bid, answer = row.answers["contract"], row.answers["result"]
    sides = sides_of(table, bid["taker"])
    made = settle(table.rules, sides, bid, answer).made
    yield Tally(bid["taker"], "contracts-made", int(made), detail=bid["contract"])
    if bid.get("doubled") is not None:
        for side, won in zip(sides, (made, not made), strict=True):
            yield from (Tally(player, "coinches-won", int(won)) for player in side.players)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(
        PACK, (HAND,) * n, *turn_in_words(rules), notes=(say("Donnez par trois, par deux, puis par trois."),)
    )
