"""Le Barbu: six contracts with penalty points for tricks or cards; the dealer of the manche chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.answers.answer import Field, Labelled
from referee.answers.choices import Choice
from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Counts
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.words import Text, say, say_n

PLAYERS, HAND, CARDS_IN_A_TRICK = 4, 13, 4


@dataclass(frozen=True, slots=True)
class Cost:
    """A kind of penalty: its printed ``price`` in points each, ``in_all`` their number in a deal, and the article.

    ``option``: the house rule with the table's own price. ``head``: its name at the head of a row. ``in_words``: the
    words for 0, 1, 2 … of them; ``brief``: the same for a cell of the sheet.
    """

    option: str
    price: int
    in_all: int
    article: str
    label: Text
    head: Text
    in_words: tuple[Text, ...]
    brief: tuple[str | Text, ...]


# The sheet, "calcul des points par contrat", by the key in an entry.
NOTHING_TAKEN = say("rien ramassé")
SO_MANY_TRICKS = tuple(say_n("%(n)s pli", "%(n)s plis", n) for n in range(14))
COSTS: dict[str, Cost] = {
    "tricks": Cost(
        "trick_points", 2, 13, "barbu.plis", say("Plis ramassés"), say("Plis"),
        SO_MANY_TRICKS, SO_MANY_TRICKS,
    ),
    "queens": Cost(
        "queen_points", 6, 4, "barbu.dames", say("Dames ramassées"), say("Dames"),
        tuple(say_n("%(n)s dame", "%(n)s dames", n) for n in range(5)), tuple(say("%(n)s D", n=n) for n in range(5)),
    ),
    "hearts": Cost(
        "heart_points", 2, 13, "barbu.coeurs", say("Cœurs ramassés"), say("Cœurs"),
        tuple(say_n("%(n)s cœur", "%(n)s cœurs", n) for n in range(14)), tuple(f"{n} ♥" for n in range(14)),
    ),
    "king": Cost(
        "king_points", 20, 1, "barbu.king", say("Le roi de cœur"), say("Roi ♥"),
        (NOTHING_TAKEN, say("le roi de cœur")), (NOTHING_TAKEN, say("R♥")),
    ),
    "last": Cost(
        "last_points", 20, 1, "barbu.last-trick", say("Le dernier pli"), say("Dernier"),
        (NOTHING_TAKEN, say("le dernier pli")), (NOTHING_TAKEN, say("dernier")),
    ),
}  # fmt: skip
COUNTS = ("tricks", "queens", "hearts")


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: the keys of its penalties, its article, and its words.

    ``offer``, ``lead``: by the price of its penalty, of a salade by the points of all of them.
    """

    counts: tuple[str, ...]
    article: str
    name: Text
    offer: Callable[[int], Text]
    title: Text
    lead: Callable[[int], Text]


PLIS, DAMES, COEURS, BARBU, DERNIER_PLI, SALADE = "plis", "dames", "coeurs", "barbu", "dernier-pli", "salade"
CONTRACTS: dict[str, Contract] = {
    PLIS: Contract(
        ("tricks",), "barbu.plis", say("Plis"), lambda n: say("Plis : %(n)s par pli", n=n), say("Les plis"),
        lambda n: say_n(
            "Contrat des Plis : chaque pli coûte %(n)s point. Combien chacun en a-t-il ramassé ?",
            "Contrat des Plis : chaque pli coûte %(n)s points. Combien chacun en a-t-il ramassé ?", n,
        ),
    ),
    DAMES: Contract(
        ("queens",), "barbu.dames", say("Dames"), lambda n: say("Dames : %(n)s par dame", n=n), say("Les dames"),
        lambda n: say_n(
            "Contrat des Dames : chaque dame coûte %(n)s point. Combien chacun en a-t-il ramassé ?",
            "Contrat des Dames : chaque dame coûte %(n)s points. Combien chacun en a-t-il ramassé ?", n,
        ),
    ),
    COEURS: Contract(
        ("hearts",), "barbu.coeurs", say("Cœurs"), lambda n: say("Cœurs : %(n)s par cœur", n=n), say("Les cœurs"),
        lambda n: say_n(
            "Contrat des Cœurs : chaque cœur coûte %(n)s point. Combien chacun en a-t-il ramassé ?",
            "Contrat des Cœurs : chaque cœur coûte %(n)s points. Combien chacun en a-t-il ramassé ?", n,
        ),
    ),
    BARBU: Contract(
        ("king",), "barbu.king", say("Barbu"), lambda n: say("Barbu : %(n)s pour le roi de cœur", n=n),
        say("Le barbu"),
        lambda n: say_n(
            "Contrat du Barbu : qui a ramassé le roi de cœur ? Il coûte %(n)s point.",
            "Contrat du Barbu : qui a ramassé le roi de cœur ? Il coûte %(n)s points.", n,
        ),
    ),
    DERNIER_PLI: Contract(
        ("last",), "barbu.last-trick", say("Dernier pli"), lambda n: say("Dernier pli : %(n)s", n=n),
        say("Le dernier pli"),
        lambda n: say_n(
            "Contrat du Dernier pli : qui l'a ramassé ? Il coûte %(n)s point.",
            "Contrat du Dernier pli : qui l'a ramassé ? Il coûte %(n)s points.", n,
        ),
    ),
    SALADE: Contract(
        tuple(COSTS), "barbu.salade", say("Salade"), lambda _: say("Salade : tout compte"), say("La salade"),
        lambda n: say_n(
            "Salade : tout compte, %(n)s point en tout. Qui a ramassé quoi ?",
            "Salade : tout compte, %(n)s points en tout. Qui a ramassé quoi ?", n,
        ),
    ),
}  # fmt: skip
NAMES: Labelled = tuple((id, contract.name) for id, contract in CONTRACTS.items())
MOST_POINTS = 100

FREE, ONLY_HEARTS = "free", "only-hearts"
HEARTS_HELD_BACK = frozenset((COEURS, BARBU, SALADE))
"""The contracts in which the house rule ``only-hearts`` forbids to lead a heart."""


def price_rule(label: Text, cost: Cost) -> int:
    """The house rule of a table's own price of a penalty."""
    return number_rule(label, 0, MOST_POINTS, cost.article, cost.price)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarbuRules(HouseRules):
    """The house rules; the defaults are printed."""

    heart_lead: str = choice_rule(
        say("Entamer à cœur"),
        ((FREE, say("permis")), (ONLY_HEARTS, say("seulement si l'on n'a que des cœurs"))),
        "barbu.house-heart-lead",
        FREE,
    )
    manches: int = number_rule(say("Manches"), 1, 4, "barbu.house-manches", 4, fixed=True)
    trick_points: int = price_rule(say("Points d'un pli"), COSTS["tricks"])
    queen_points: int = price_rule(say("Points d'une dame"), COSTS["queens"])
    heart_points: int = price_rule(say("Points d'un cœur"), COSTS["hearts"])
    king_points: int = price_rule(say("Points du roi de cœur"), COSTS["king"])
    last_points: int = price_rule(say("Points du dernier pli"), COSTS["last"])
    tie: Tie = tie_rule("barbu.tie", SHARED, only=SHARED)


FIGURES = (
    Figure("deal-points", say("Points par donne"), "mean", lambda contract: CONTRACTS[contract].name),
)  # fmt: skip

CONTRACT_TITLE, CONTRACT_LABEL = say("Le contrat"), say("Contrat")
NO_QUEEN_OF_HEARTS = say(
    "Personne ne peut avoir pris la dame de cœur : il faut au moins une dame et un cœur, ou deux cœurs avec le roi."
)
TOO_FEW_TRICKS = say("Cela fait trop de cartes pour ces plis : il n'y en a que quatre par pli.")
PREPARATION = Preparation(
    FIFTY_TWO, (HAND,) * PLAYERS, say("le plus jeune, pour toute la première manche"), say("le donneur"),
    notes=(say("Le donneur regarde ses cartes, choisit un contrat, l'annonce et entame."),),
)  # fmt: skip


def points_of(cost: Cost, rules: BarbuRules) -> int:
    """The points of a penalty at this table."""
    points: int = getattr(rules, cost.option)
    return points


def price(contract: str, rules: BarbuRules) -> int:
    """The points of each penalty of a contract; those of all penalties in a salade.

    >>> price("dames", BarbuRules()), price("salade", BarbuRules())
    (6, 116)
    """
    costs = [COSTS[key] for key in CONTRACTS[contract].counts]
    if len(costs) == 1:
        return points_of(costs[0], rules)
    return sum(points_of(cost, rules) * cost.in_all for cost in costs)


def manche(state: StateUnder[BarbuRules]) -> int:
    """The number of the manche, from 1."""
    return (state.deal - 1) // len(CONTRACTS) + 1


def contracts_played(state: StateUnder[BarbuRules]) -> tuple[str, ...]:
    """The contracts already played in this manche, in order."""
    contracts: tuple[str, ...] = state.memory.get("played", ())
    return contracts


def dealer_first(state: StateUnder[BarbuRules]) -> tuple[str, ...]:
    return state.table.around(state.dealer)


def question(state: StateUnder[BarbuRules]) -> Question:
    if "contract" not in state.answers:
        return _contract_question(state)
    chosen = state.answers["contract"]["contract"]
    contract, order = CONTRACTS[chosen], dealer_first(state)
    fields = tuple(_field(key, order, state.rules) for key in contract.counts)
    lead = contract.lead(price(chosen, state.rules))
    return Question("result", contract.title, (Way(fields),), lead, {"contract": chosen}, say("le résultat"))


def _contract_question(state: StateUnder[BarbuRules]) -> Question:
    spent = contracts_played(state)
    remaining = [contract for contract in CONTRACTS if contract not in spent]
    if len(remaining) == 1:
        lead = say(
            "%(dealer)s donne et entame ; il ne reste qu'un contrat : %(contract)s.",
            dealer=state.dealer,
            contract=CONTRACTS[remaining[0]].name,
        )
    else:
        lead = say("%(dealer)s donne, regarde ses cartes, choisit le contrat et entame.", dealer=state.dealer)
    offers = tuple((id, contract.offer(price(id, state.rules))) for id, contract in CONTRACTS.items())
    choice = Choice("contract", CONTRACT_LABEL, offers, spent=spent)
    return Question("contract", CONTRACT_TITLE, (Way((choice,)),), lead, {"choices": remaining}, say("le contrat"))


def _field(key: str, order: tuple[str, ...], rules: BarbuRules) -> Field:
    cost = COSTS[key]
    worth = points_of(cost, rules)
    if key in COUNTS:
        return Counts(
            key, cost.label, order, cost.in_all, "barbu.counts", total=cost.in_all, worth=worth, brief=cost.head
        )
    return OnePlayer(key, cost.label, order, worth=worth, brief=cost.head)


def check(state: StateUnder[BarbuRules], step: str, answer: Answer) -> Iterator[Violation]:
    if step == "contract" and answer["contract"] in contracts_played(state):
        name = CONTRACTS[answer["contract"]].name
        message = say("%(contract)s : déjà joué dans cette manche.", contract=name)
        yield Violation("barbu.contract-once", "contract", message)
    if step == "result" and state.answers["contract"]["contract"] == SALADE:
        yield from _salad(answer)


def _salad(answer: Answer) -> Iterator[Violation]:
    """The counts of a salade must be consistent (article barbu.salade)."""
    tricks, queens, hearts = answer["tricks"], answer["queens"], answer["hearts"]
    king, last = answer["king"], answer["last"]
    if hearts[king] < 1:
        message = say("%(player)s a le roi de cœur, donc au moins un cœur.", player=king)
        yield Violation("barbu.salade", None, message)
    if tricks[last] < 1:
        message = say("%(player)s a le dernier pli, donc au moins un pli.", player=last)
        yield Violation("barbu.salade", None, message)
    holders = [player for player in queens if queens[player] >= 1 and hearts[player] >= (2 if player == king else 1)]
    if not holders:
        yield Violation("barbu.salade", None, NO_QUEEN_OF_HEARTS)
    elif not any(cards_fit_tricks(tricks, queens, hearts, holder) for holder in holders):
        yield Violation("barbu.salade", None, TOO_FEW_TRICKS)


def cards_fit_tricks(
    tricks: Mapping[str, int], queens: Mapping[str, int], hearts: Mapping[str, int], holder: str
) -> bool:
    """Whether each player's queens and hearts fit their tricks, if ``holder`` has the queen of hearts.

    >>> cards_fit_tricks({"Ana": 1}, {"Ana": 1}, {"Ana": 4}, "Ana")
    True
    >>> cards_fit_tricks({"Ana": 1}, {"Ana": 2}, {"Ana": 4}, "Ana")
    False
    """
    cards = {player: queens[player] + hearts[player] for player in tricks}
    if holder in cards:
        cards[holder] -= 1  # one card is both
    return all(cards[player] <= CARDS_IN_A_TRICK * tricks[player] for player in tricks)


def record(state: StateUnder[BarbuRules], step: str, answer: Answer) -> Outcome:
    if step == "contract":
        return Outcome("goes-on")
    chosen = state.answers["contract"]["contract"]
    score_lines = tuple(line for player in state.table.players for line in lines(chosen, player, answer, state.rules))
    tallies = (Tally("deal-points", summed(state.table.players, score_lines), chosen),)
    contracts = (*contracts_played(state), chosen)
    if len(contracts) < len(CONTRACTS):
        memory = {**state.memory, "played": contracts}
        return Outcome("deal", score_lines, next_dealer=state.dealer, memory=memory, tallies=tallies)
    dealt = (*had_a_manche(state), state.dealer)
    following = next((player for player in state.table.after(state.dealer) if player not in dealt), None)
    memory = {"played": (), "dealt": dealt}
    return Outcome("deal", score_lines, next_dealer=following, memory=memory, tallies=tallies)


def had_a_manche(state: StateUnder[BarbuRules]) -> tuple[str, ...]:
    """The players who have dealt a whole manche, in order."""
    players: tuple[str, ...] = state.memory.get("dealt", ())
    return players


def cannot_deal(state: StateUnder[BarbuRules], player: str) -> Text | None:
    """Why this player cannot deal now: a manche has one dealer, and each player has one (article barbu.dealer)."""
    if contracts_played(state):
        return say("%(dealer)s donne jusqu'à la fin de la manche.", dealer=state.dealer)
    if player in had_a_manche(state):
        return say("%(player)s a déjà eu sa manche.", player=player)
    return None


def lines(contract: str, player: str, answer: Answer, rules: BarbuRules) -> tuple[Line, ...]:
    """The lines of a player, one for each kind of penalty (articles barbu.plis to barbu.salade).

    >>> rules = BarbuRules()
    >>> salad = {"tricks": {"Ana": 4}, "queens": {"Ana": 1}, "hearts": {"Ana": 2}, "king": "Ana", "last": "Bob"}
    >>> [line.points for line in lines("salade", "Ana", salad, rules)]
    [8, 6, 4, 20]
    >>> [line.points for line in lines("barbu", "Bob", {"king": "Ana"}, rules)]
    [0]
    """
    lines: list[Line] = []
    for key in CONTRACTS[contract].counts:
        count = answer[key][player] if key in COUNTS else int(answer[key] == player)
        if count:
            cost = COSTS[key]
            points = points_of(cost, rules) * count
            lines.append(Line(player, points, cost.in_words[count], cost.article, cost.brief[count]))
    return tuple(lines) or (Line(player, 0, NOTHING_TAKEN, CONTRACTS[contract].article),)


def label(state: StateUnder[BarbuRules]) -> Text:
    parts = group(state)
    if parts is None:
        return say("Manche %(round)s", round=manche(state))
    return say("Manche %(round)s : %(contract)s", round=manche(state), contract=parts[1])


def group(state: StateUnder[BarbuRules]) -> tuple[Text, Text] | None:
    if "contract" not in state.answers:
        return None
    return say("Manche %(round)s", round=manche(state)), CONTRACTS[state.answers["contract"]["contract"]].name


def ending(table: TableUnder[BarbuRules]) -> Ending:
    return Ending(deals=len(CONTRACTS) * table.rules.manches, tie=SHARED)


def prepare(n: int, rules: BarbuRules, deal: int) -> Preparation:
    return PREPARATION
