"""La Coinche: what is recorded, and the course of a deal (articles coinche.*)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.answers.answer import Field
from referee.answers.choices import Choice, Occurrence, YesNo, suit_letter
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.table import Side, TableUnder
from referee.answers.violation import Violation
from referee.cards.thirty_two import EVERY_SUIT, NO_SUIT, PACK
from referee.game_definition.figures import Figure, share_tally
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question, Way
from referee.game_definition.result_of_162 import (
    ResultArticles,
    announced_fields,
    held_in,
    lead_of_contract,
    result_violations,
    result_ways,
    sides_of,
)
from referee.game_definition.sheet import Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import by_turn_option, turn_in_words
from referee.games.coinche.options import (
    CAPOT,
    CONTRACTS,
    DOUBLED,
    GENERALE,
    HELD,
    MOST_WITHOUT_DECLARATIONS,
    ONLY_WITH_DECLARATIONS,
    TRUMPS,
    VALUES,
    CoincheRules,
)
from referee.games.coinche.settlement import Deal, settle
from referee.words import Text, say, signed

PLAYERS = (4,)
HAND = 8
MOST_BELOTES = 4
REFUSALS = ResultArticles("coinche.points", "coinche.declared", "coinche.capot")

FIGURES = (
    Figure("contracts-made", say("Contrats réussis"), "share", lambda contract: dict(CONTRACTS)[contract]),
    Figure("coinches-won", say("Coinches gagnées"), "share"),
)

CONTRACT_TITLE, RESULT_TITLE = say("Le contrat"), say("Le résultat")
GENERALE_MADE = say("La générale est faite")


def question(state: StateUnder[CoincheRules]) -> Question:
    held = {"held": held_in(state)} if state.rules.litige == HELD else {}
    if "contract" not in state.answers:
        ways = contract_ways(state.table)
        return Question("contract", CONTRACT_TITLE, ways, lead_of_contract(state), held, say("le contrat"))
    bid = state.answers["contract"]
    sides = sides_of(state.table, bid["taker"])
    extras = {"taker": bid["taker"], "contract": bid["contract"], "doubled": bid.get("doubled"), **held}
    return Question(
        "result", RESULT_TITLE, result_ways_of(state.rules, sides, bid), _result_lead(bid, sides[0]), extras,
        say("le résultat"), lambda answer: remark(state.rules, sides, bid, answer),
        opens=CAPOT if bid["contract"] == CAPOT else "",
    )  # fmt: skip


def bid_summary(state: StateUnder[CoincheRules]) -> BidSummary:
    if "contract" not in state.answers:
        return BidSummary()
    bid = state.answers["contract"]
    said, doubled = dict(CONTRACTS)[bid["contract"]], bid.get("doubled")
    if doubled is not None:
        said = say("%(contract)s %(doubled)s", contract=said, doubled=dict(DOUBLED)[doubled])
    together = say("%(taker)s : %(contract)s", taker=bid["taker"], contract=said)
    return BidSummary(dict(TRUMPS)[bid["trump"]], together, {bid["taker"]: said})


def contract_ways(table: TableUnder[CoincheRules]) -> tuple[Way, ...]:
    """The contract that stands, with its trump and whether it is doubled, or that all pass."""
    rules = table.rules
    trumps_out = () if rules.no_suit else (NO_SUIT, EVERY_SUIT)
    contracts_out = (*(() if rules.generale else (GENERALE,)), *(() if rules.declarations else ONLY_WITH_DECLARATIONS))
    bidding = (
        OnePlayer("taker", say("Qui prend ?"), table.players),
        Choice("contract", say("Quel contrat ?"), CONTRACTS, spent=contracts_out),
        Choice("trump", say("Atout"), TRUMPS, spent=trumps_out, canonical=suit_letter),
        Choice("doubled", say("Coinché ?"), DOUBLED, nothing=say("non"), optional=True),
    )
    all_pass = Occurrence("all_pass", say("Tous passent"), "coinche.contract")
    return Way(bidding, "taker", say("Quelqu'un prend")), Way((all_pass,), "all_pass", say("Tous passent"), rare=True)


def result_ways_of(rules: CoincheRules, sides: tuple[Side, Side], bid: Answer) -> tuple[Way, ...]:
    """The result of this contract: a générale is made or not, any other has points."""
    announced = announced_in(rules, sides, bid["trump"])
    if bid["contract"] == GENERALE:
        return (Way((YesNo("made", GENERALE_MADE), *announced)),)
    return result_ways(sides, REFUSALS, announced, tens=rules.tens)


def announced_in(rules: CoincheRules, sides: tuple[Side, Side], trump: str) -> tuple[Field, ...]:
    """The belote, or at tout-atout the belotes of both sides; with ``declarations`` their points."""
    in_suit = trump not in (NO_SUIT, EVERY_SUIT)
    fields = announced_fields(sides, REFUSALS, declarations=rules.declarations, belote=in_suit)
    if trump != EVERY_SUIT:
        return fields
    return (belotes_field(sides), *(field for field in fields if field.key != "belote"))


def belotes_field(sides: tuple[Side, Side]) -> Points:
    """How many of the four belotes of a deal at tout-atout each side has."""
    names = tuple(side.name for side in sides)
    return Points("belotes", say("Belotes"), names, 0, MOST_BELOTES, "coinche.belote", optional=True, usual=(0, 1))


def _result_lead(bid: Answer, takers: Side) -> Text:
    values = {"taker": bid["taker"], "side": takers.name, "contract": dict(CONTRACTS)[bid["contract"]]}
    trump, doubled = dict(TRUMPS)[bid["trump"]], bid.get("doubled")
    if doubled is None:
        return say("%(taker)s, pour %(side)s : %(contract)s, %(trump)s.", trump=trump, **values)
    words = dict(DOUBLED)[doubled]
    return say("%(taker)s, pour %(side)s : %(contract)s, %(trump)s, %(doubled)s.", trump=trump, doubled=words, **values)


def remark(rules: CoincheRules, sides: tuple[Side, Side], bid: Answer, answer: Answer) -> Text | None:
    """What the takers need, and by how much they made or missed it."""
    if bid["contract"] not in VALUES or bid["contract"] in (CAPOT, GENERALE):
        return None
    need = VALUES[bid["contract"]]
    if "points" not in answer:
        return say("%(need)s à faire", need=need)
    difference = Deal(rules, sides[0].name, sides[1].name, bid, answer).count(sides[0].name) - need
    return say("%(need)s à faire, %(difference)s", need=need, difference=signed(difference))


def check(state: StateUnder[CoincheRules], step: str, answer: Answer) -> Iterator[Violation]:
    rules = state.rules
    if step == "contract":
        if answer.get("contract") == GENERALE and not rules.generale:
            yield Violation("coinche.contract", "contract", say("À cette table, on n'annonce pas de générale."))
        if answer.get("contract") in ONLY_WITH_DECLARATIONS and not rules.declarations:
            message = say("Sans annonces, on ne demande pas plus de %(most)s.", most=MOST_WITHOUT_DECLARATIONS)
            yield Violation("coinche.contract", "contract", message)
        if answer.get("trump") in (NO_SUIT, EVERY_SUIT) and not rules.no_suit:
            yield Violation("coinche.contract", "trump", say("À cette table, l'atout est une des quatre couleurs."))
        return
    if answer.get("belote") is not None and state.answers["contract"]["trump"] == NO_SUIT:
        yield Violation("coinche.belote", "belote", say("Pas de belote à sans-atout."))
    belotes = answer.get("belotes")
    if belotes is not None and sum(belotes.values()) > MOST_BELOTES:
        message = say("Il y a %(most)s belotes au plus ; il y en a %(n)s.", most=MOST_BELOTES, n=sum(belotes.values()))
        yield Violation("coinche.belote", "belotes", message)
    yield from result_violations(answer, REFUSALS, tens=rules.tens)


def record(state: StateUnder[CoincheRules], step: str, answer: Answer) -> Outcome:
    if step == "contract":
        if "all_pass" not in answer:
            return Outcome("goes-on")
        return Outcome("thrown-in", next_dealer=state.table.next_seat(state.dealer, by_turn_option(state.rules)))
    bid = state.answers["contract"]
    takers, defenders = sides_of(state.table, bid["taker"])
    settlement = settle(state.rules, (takers, defenders), bid, answer, held_in(state))
    tallies = [Tally("contracts-made", {bid["taker"]: int(settlement.made)}, bid["contract"])]
    if bid.get("doubled") is not None:
        winners = takers if settlement.made else defenders
        tallies.append(share_tally("coinches-won", state.table.players, winners.players))
    memory = {"held": settlement.held} if settlement.held else {}
    return Outcome("deal", settlement.lines, memory=memory, tallies=tuple(tallies))


def prepare(n: int, rules: CoincheRules, deal: int) -> Preparation:
    return Preparation(
        PACK, (HAND,) * n, *turn_in_words(rules), notes=(say("Donnez par trois, par deux, puis par trois."),)
    )
