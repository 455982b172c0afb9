"""Le Président: the order of going out gives the titles, which decide the next dealer and the exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.answers.house_rules import SHARED, Tie
from referee.answers.players import PlayerOrder
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules
from referee.cards.packs import WITH_JOKERS
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way, whole_pack_hands
from referee.game_definition.sheet import Line, Standing, Tally
from referee.game_definition.state import Answer, State, StateUnder
from referee.game_definition.turn_order import LEFT_STARTS
from referee.words import Text, say, say_n

# The sheet: the titles in the order of going out; with other than four players by convention.
PRESIDENT, VICE_PRESIDENT, NEUTRAL, VICE_TROU, TROU = "president", "vice-president", "neutral", "vice-trou", "trou"
TITLES: Mapping[int, tuple[str, ...]] = {
    2: (PRESIDENT, TROU),
    3: (PRESIDENT, NEUTRAL, TROU),
    4: (PRESIDENT, VICE_PRESIDENT, VICE_TROU, TROU),
    5: (PRESIDENT, VICE_PRESIDENT, NEUTRAL, VICE_TROU, TROU),
    6: (PRESIDENT, VICE_PRESIDENT, NEUTRAL, NEUTRAL, VICE_TROU, TROU),
}
PRINTED: dict[str, Text] = {
    PRESIDENT: say("Président"),
    VICE_PRESIDENT: say("Vice-Président"),
    NEUTRAL: say("Neutre"),
    VICE_TROU: say("Vice Trou'Duc"),
    TROU: say("Trou'Duc"),
}
POLITE: dict[str, Text] = {**PRINTED, VICE_TROU: say("Vice-Dernier"), TROU: say("Dernier")}
BRIEF: dict[str, Text] = {
    PRESIDENT: say("Prés."),
    VICE_PRESIDENT: say("V.-Prés."),
    NEUTRAL: say("Neutre"),
    VICE_TROU: say("V.-Trou"),
    TROU: say("Trou"),
}
BRIEF_POLITE: dict[str, Text] = {**BRIEF, VICE_TROU: say("V.-Dern."), TROU: say("Dern.")}

PACK = WITH_JOKERS
PRESIDENCIES, LADDER = "presidencies", "ladder"
FOR_A_PRESIDENCY = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PresidentRules(HouseRules):
    """The house rules; the defaults are printed."""

    scoring: str = choice_rule(
        say("Points"),
        ((PRESIDENCIES, say("1 par présidence")), (LADDER, say("1 par joueur qui sort après"))),
        "president.score",
        PRESIDENCIES,
    )
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 100, "president.end")
    polite: bool = yes_no_rule(say("Titres polis : Dernier et Vice-Dernier"), "president.polite", default=False)
    tie: Tie = tie_rule("president.tie", SHARED)


FIGURES = tuple(Figure(title, name, "share") for title, name in PRINTED.items())

TITLE, ORDER_LABEL = say("L'ordre de sortie"), say("Du premier sorti au dernier")
FIRST_DEALER = say("au choix de la table, la première fois")
DEAL_OUT = say("Distribuez toutes les cartes une à une, jokers compris, en commençant à gauche du donneur.")
PRESIDENTS_SWAP: dict[bool, Text] = {
    False: say("Le Trou'Duc donne ses deux meilleures cartes au Président et reçoit ses deux moins bonnes."),
    True: say("Le Dernier donne ses deux meilleures cartes au Président et reçoit ses deux moins bonnes."),
}
VICES_SWAP: dict[bool, Text] = {
    False: say("Le Vice Trou'Duc donne sa meilleure carte au Vice-Président et reçoit sa moins bonne."),
    True: say("Le Vice-Dernier donne sa meilleure carte au Vice-Président et reçoit sa moins bonne."),
}
LAST_DEALS: dict[bool, Text] = {False: say("le Trou'Duc"), True: say("le Dernier")}


def titles_for(order: tuple[str, ...]) -> dict[str, str]:
    """The ids of the titles by player, in the order of going out (article president.finish).

    With two, of whom others have left, there is nobody between; one alone has no title.

    >>> titles_for(("Chloé", "Ana", "Bob"))
    {'Chloé': 'president', 'Ana': 'neutral', 'Bob': 'trou'}
    """
    return dict(zip(order, TITLES.get(len(order), ())))


def titles_in_words(rules: PresidentRules) -> Mapping[str, Text]:
    """The words of the titles, polite or printed (article president.polite)."""
    return POLITE if rules.polite else PRINTED


def brief_titles(rules: PresidentRules) -> Mapping[str, Text]:
    """The abbreviated titles, for table cells."""
    return BRIEF_POLITE if rules.polite else BRIEF


def total_in_words(rules: PresidentRules, total: int) -> Text | int:
    """The titles of President that a total counts; on the ladder it is points (article president.score)."""
    if rules.scoring == LADDER:
        return total
    return say_n("%(n)s titre de Président", "%(n)s titres de Président", total)


def who_starts(state: StateUnder[PresidentRules]) -> tuple[str, ...]:
    """The order of play: first from the dealer's left, later from the trou, who deals (article .trou-deals)."""
    if state.deal > 1:
        return state.table.around(state.dealer)
    return state.table.after(state.dealer)


def question(state: StateUnder[PresidentRules]) -> Question:
    players = who_starts(state)
    order = PlayerOrder("order", ORDER_LABEL, players, len(players), "president.finish")
    return Question("finish", TITLE, (Way((order,)),), _lead(state, players[0]), subject=say("l'ordre de sortie"))


def _lead(state: StateUnder[PresidentRules], first: str) -> Text:
    holder = {title: player for player, title in state.standing.titles.items()}
    if not holder:
        return say("%(dealer)s donne toutes les cartes ; %(first)s commence.", dealer=state.dealer, first=first)
    titles = titles_in_words(state.rules)
    swap = say(
        "%(trou)s (%(title)s) distribue, donne ses deux meilleures cartes à %(president)s "
        "contre les deux moins bonnes, puis commence.",
        trou=holder[TROU],
        title=titles[TROU],
        president=holder[PRESIDENT],
    )
    if VICE_TROU not in holder:
        return swap
    return say(
        "%(swap)s %(vice_trou)s (%(title)s) donne sa meilleure carte à %(vice_president)s contre la moins bonne.",
        swap=swap,
        vice_trou=holder[VICE_TROU],
        title=titles[VICE_TROU],
        vice_president=holder[VICE_PRESIDENT],
    )


def record(state: StateUnder[PresidentRules], step: str, answer: Answer) -> Outcome:
    order = answer["order"]
    titles = titles_for(order)
    score_lines = lines(titles, state.rules)
    standing = Standing(titles=titles)
    return Outcome(
        "deal",
        score_lines,
        next_dealer=order[-1],
        memory={"order": order},
        standing=standing,
        tallies=title_tallies(titles),
    )


def reseated(before: StateUnder[PresidentRules], after: StateUnder[PresidentRules]) -> State:
    """The titles of the last order without who has left; a trou who deals and leaves hands the deal to the last."""
    order: tuple[str, ...] = after.memory.get("order", ())
    staying = tuple(player for player in order if player in after.table.present)
    titles = titles_for(staying)
    trou_has_left = before.dealer in after.table.away and before.standing.titles.get(before.dealer) == TROU
    dealer = staying[-1] if trou_has_left and staying else after.dealer
    return replace(after, dealer=dealer, standing=replace(after.standing, titles=titles))


def title_tallies(titles: Mapping[str, str]) -> tuple[Tally, ...]:
    """For each title, which players have it."""
    counts = {title: dict.fromkeys(titles, 0) for title in titles.values()}
    for player, title in titles.items():
        counts[title][player] = 1
    return tuple(Tally(title, held) for title, held in counts.items())


def lines(titles: Mapping[str, str], rules: PresidentRules) -> tuple[Line, ...]:
    """The lines of a deal, in the order of going out (article president.score).

    >>> titles = titles_for(("Ana", "Bob", "Dan"))
    >>> [line.points for line in lines(titles, PresidentRules(scoring="ladder"))]
    [2, 1, 0]
    >>> [line.points for line in lines(titles, PresidentRules())]
    [1, 0, 0]
    """
    words, brief = titles_in_words(rules), brief_titles(rules)
    ladder = rules.scoring == LADDER
    lines: list[Line] = []
    for behind, (player, title) in zip(range(len(titles) - 1, -1, -1), titles.items(), strict=True):
        if ladder:
            points = behind
        else:
            points = FOR_A_PRESIDENCY if title == PRESIDENT else 0
        reason = words[title]
        if ladder and behind:
            reason = say_n(
                "%(title)s, %(n)s joueur derrière", "%(title)s, %(n)s joueurs derrière", behind, title=reason
            )
        lines.append(Line(player, points, reason, "president.score", brief[title]))
    return tuple(lines)


def prepare(n: int, rules: PresidentRules, deal: int) -> Preparation:
    return _prepared(n, rules, deal, TITLES[n])


def prepare_now(state: StateUnder[PresidentRules]) -> Preparation:
    """The preparation of this deal, with the exchanges of those who have titles."""
    return _prepared(len(state.table.present), state.rules, state.deal, tuple(state.standing.titles.values()))


def _prepared(n: int, rules: PresidentRules, deal: int, titles: tuple[str, ...]) -> Preparation:
    hands, polite = whole_pack_hands(PACK, n), rules.polite
    if deal == 1:
        return Preparation(PACK, hands, FIRST_DEALER, LEFT_STARTS, notes=(DEAL_OUT,))
    swaps = [
        *([PRESIDENTS_SWAP[polite]] if TROU in titles else []),
        *([VICES_SWAP[polite]] if VICE_TROU in titles else []),
    ]
    return Preparation(PACK, hands, LAST_DEALS[polite], LAST_DEALS[polite], notes=(DEAL_OUT, *swaps))
