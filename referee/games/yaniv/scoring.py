"""Le Yaniv: what is recorded, what it scores and when the match ends (articles yaniv.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.answers.cards import CardHands
from referee.answers.house_rules import Tie
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.french import JOKER, Card
from referee.cards.packs import WITH_JOKERS
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import FurtherRow, Outcome, Preparation, Question, Way
from referee.game_definition.offences import NO_EFFECT, PLUS_30, Offence
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.words import Text, names, say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4, 5)
PACK = WITH_JOKERS
HAND, JOKERS = 5, 2
ACE, FIGURE, JOKER_POINTS = 1, 10, 0
VALUES = {"A": ACE, "J": FIGURE, "Q": FIGURE, "K": FIGURE} | {str(pip): pip for pip in range(2, 11)}
MOST_POINTS = HAND * FIGURE
FOR_A_FALSE_CALL = 30
ZERO, OWN = "zero", "own"
ABOVE, REACHED = "above", "reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class YanivRules(HouseRules):
    """The house rules; the defaults are printed."""

    threshold: int = number_rule(say("On annonce avec, au plus"), 0, 20, "yaniv.call", 7)
    asaf: int = number_rule(say("Pénalité de l'asaf"), 0, 50, "yaniv.asaf", 30)
    asaf_lowest: str = choice_rule(
        say("Qui fait asaf"),
        ((ZERO, say("ne marque rien")), (OWN, say("marque ses propres points"))),
        "yaniv.asaf-lowest",
        ZERO,
    )
    asaf_tie: bool = yes_no_rule(say("À égalité avec l'annonceur, c'est asaf"), "yaniv.asaf-tie", default=True)
    halving: int = choice_rule(
        say("Total divisé par deux"),
        ((0, say("jamais")), (50, say("sur un multiple de 50")), (100, say("sur un multiple de 100"))),
        "yaniv.halving",
        0,
    )
    limit: int = number_rule(say("Limite de points"), 50, 500, "yaniv.limit", 100)
    limit_at: str = choice_rule(
        say("On passe la limite"),
        ((ABOVE, say("en la dépassant")), (REACHED, say("dès qu'on l'atteint"))),
        "yaniv.limit",
        ABOVE,
    )
    elimination: bool = yes_no_rule(
        say("Celui qui passe la limite est éliminé"), "yaniv.elimination", default=True, fixed=True
    )
    false_call: int = choice_rule(
        say("Fausse annonce"), ((0, say("ne coûte rien")), (FOR_A_FALSE_CALL, say("30 points"))), "yaniv.false-call", 0
    )
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("yanivs", say("Yanivs réussis"), "share"),
    Figure("asafs", say("Asafs donnés"), "count"),
    Figure("points-per-deal", say("Points par donne"), "mean"),
)

TITLE, CALLER_LABEL = say("L'annonce"), say("Qui annonce Yaniv ?")
POINTS_LABEL, CARDS_LABEL = say("Points en main"), say("Cartes en main")
BY_POINTS, BY_CARDS = say("Je tape les points"), say("Je tape les cartes")
HALVED, FALSE_CALL = say("Total divisé par deux"), say("fausse annonce : trop de points en main")
DEALERS = say("le premier donneur, puis le gagnant de la donne d'avant")
FIRST_STARTS, WINNER_STARTS = say("le joueur à gauche du donneur"), say("le donneur, gagnant de la donne d'avant")
TURN_UP = say("Retournez la première carte de la pioche à côté d'elle : elle ouvre la défausse.")


# What people say who tell a call with more points than are usually allowed.
CALLED_WITH_TOO_MUCH = say(
    "annonce avec 8 / annonce à 8 / yaniv avec 8 / yaniv à 8 / déclare avec 8 / annonce avec 9 / annonce à 9 / yaniv "
    "avec 9 / yaniv à 9 / déclare avec 9 / annonce avec 10 / annonce à 10 / yaniv avec 10 / yaniv à 10 / déclare avec "
    "10 / annonce avec 11 / annonce à 11 / yaniv avec 11 / yaniv à 11 / déclare avec 11 / annonce avec 12 / annonce à "
    "12 / yaniv avec 12 / yaniv à 12 / déclare avec 12 / annonce avec 13 / annonce à 13 / yaniv avec 13 / yaniv à 13 "
    "/ déclare avec 13 / annonce avec 14 / annonce à 14 / yaniv avec 14 / yaniv à 14 / déclare avec 14 / annonce avec "
    "15 / annonce à 15 / yaniv avec 15 / yaniv à 15 / déclare avec 15 / annonce avec 16 / annonce à 16 / yaniv avec "
    "16 / yaniv à 16 / déclare avec 16 / annonce avec 17 / annonce à 17 / yaniv avec 17 / yaniv à 17 / déclare avec "
    "17 / annonce avec 18 / annonce à 18 / yaniv avec 18 / yaniv à 18 / déclare avec 18 / annonce avec 19 / annonce à "
    "19 / yaniv avec 19 / yaniv à 19 / déclare avec 19 / annonce avec 20 / annonce à 20 / yaniv avec 20 / yaniv à 20 "
    "/ déclare avec 20"
)
CALLED = say(
    "annoncé avec un / annoncé alors qu'il tenait / annoncé alors qu'elle tenait / annoncé alors qu'il avait / "
    "annoncé alors qu'elle avait / yaniv avec un / yaniv alors qu'il avait / yaniv alors qu'elle avait / ai annoncé "
    "avec un"
)
TOO_MUCH = say(
    "donc 8 / soit 8 / ça fait 8 / donc 9 / soit 9 / ça fait 9 / donc 10 / soit 10 / ça fait 10 / donc 11 / soit 11 / "
    "ça fait 11 / donc 12 / soit 12 / ça fait 12 / donc 13 / soit 13 / ça fait 13 / donc 14 / soit 14 / ça fait 14 / "
    "donc 15 / soit 15 / ça fait 15 / donc 16 / soit 16 / ça fait 16 / donc 17 / soit 17 / ça fait 17 / donc 18 / "
    "soit 18 / ça fait 18 / donc 19 / soit 19 / ça fait 19 / donc 20 / soit 20 / ça fait 20 / trop de points / c'est "
    "trop / au-dessus de 7 / au-dessus de la limite"
)
FINE = say("amende / pénalité / coller / colle / puni / punie / sanction / coûte / paye")


def false_call_effect(rules: YanivRules) -> str:
    """The effect of a false call, by the house rule."""
    return PLUS_30.id if rules.false_call else NO_EFFECT.id


def false_call_lines(state: StateUnder[YanivRules], player: str) -> tuple[Line, ...]:
    """What a false call costs at once (article yaniv.false-call)."""
    points = state.rules.false_call
    return (Line(player, points, FALSE_CALL, "yaniv.false-call"),) if points else ()


FALSE_CALL_OFFENCE = Offence(
    "false-call", say("Fausse annonce : trop de points"), say("On reprend ses cartes, et le jeu continue."),
    "yaniv.false-call", false_call_effect, false_call_lines,
    phrases=((CALLED_WITH_TOO_MUCH,), (CALLED, TOO_MUCH, FINE)),
    told_under=lambda rules: rules.threshold == YanivRules().threshold,
)  # fmt: skip


def card_points(card: Card) -> int:
    """The points of a card left in hand (article yaniv.values).

    >>> from referee.cards.french import parse_card
    >>> [card_points(parse_card(code)) for code in ("AS", "9H", "KD", "JOKER")]
    [1, 9, 10, 0]
    """
    return JOKER_POINTS if card is JOKER else VALUES[card.rank]


def hand_points(cards: Iterable[Card]) -> int:
    """The points of a hand."""
    return sum(map(card_points, cards))


def order(state: StateUnder[YanivRules]) -> tuple[str, ...]:
    """The order of play: first from the dealer's left, later from the winner of the deal before, who deals."""
    return state.table.after(state.dealer) if state.deal == 1 else state.table.around(state.dealer)


def question(state: StateUnder[YanivRules]) -> Question:
    players, threshold = order(state), state.rules.threshold
    caller = OnePlayer("caller", CALLER_LABEL, players)
    points = Points("points", POINTS_LABEL, players, 0, MOST_POINTS, "yaniv.points", usual=(0, 28))
    cards = CardHands("cards", CARDS_LABEL, players, PACK, points_of=card_points)
    lead = say_n(
        "%(first)s commence. On annonce avec %(n)s point ou moins.",
        "%(first)s commence. On annonce avec %(n)s points ou moins.",
        threshold,
        first=players[0],
    )
    ways = (Way((caller, points), "points", BY_POINTS), Way((caller, cards), "cards", BY_CARDS))
    return Question("call", TITLE, ways, lead, subject=say("l'annonce"), remark=remark)


def points_in_hand(answer: Answer) -> Mapping[str, int] | None:
    """The points that each player holds, from points or cards; None while they are unknown."""
    if "cards" in answer:
        return {player: hand_points(cards) for player, cards in answer["cards"].items()}
    points: Mapping[str, int] | None = answer.get("points")
    return points


def remark(answer: Answer) -> Text | None:
    """The points of the hands shown by their cards."""
    if "cards" not in answer:
        return None
    points = points_in_hand(answer) or {}
    hands = names(say("%(name)s %(value)s", name=player, value=value) for player, value in points.items())
    return say("En main : %(hands)s.", hands=hands)


def check(state: StateUnder[YanivRules], step: str, answer: Answer) -> Iterator[Violation]:
    if "cards" in answer:
        yield from _check_cards(answer["cards"])
    key = "cards" if "cards" in answer else "points"
    yield from check_call(state.rules, answer["caller"], points_in_hand(answer) or {}, key)


def _check_cards(hands: Mapping[str, Sequence[Card]]) -> Iterator[Violation]:
    """Hands that cannot be (article yaniv.cards)."""
    article = "yaniv.cards"
    for player, hand in hands.items():
        if not 1 <= len(hand) <= HAND:
            message = say(
                "%(player)s : de 1 à %(most)s cartes ; il y en a %(n)s.", player=player, most=HAND, n=len(hand)
            )
            yield Violation(article, f"cards.{player}", message)
    counts = Counter(card for hand in hands.values() for card in hand)
    if counts.pop(JOKER, 0) > JOKERS:
        yield Violation(article, "cards", say("Il n'y a que deux jokers dans le jeu."))
    duplicates = [card for card, times in counts.items() if times > 1]
    if duplicates:
        yield Violation(article, "cards", say("%(cards)s : compté deux fois dans les mains.", cards=names(duplicates)))


def check_call(rules: YanivRules, caller: str, points: Mapping[str, int], key: str) -> Iterator[Violation]:
    """The caller holds no more than the table allows (article yaniv.call)."""
    if points[caller] > rules.threshold:
        message = say(
            "%(player)s annonce avec %(points)s points ; il en faut %(most)s au plus.",
            player=caller,
            points=points[caller],
            most=rules.threshold,
        )
        yield Violation("yaniv.call", f"{key}.{caller}", message)


@dataclass(frozen=True, slots=True)
class CallPoints:
    """The points of a call: who gave asaf (nobody: the call stands), each player's line, who deals and starts next."""

    lowest: tuple[str, ...]
    lines: tuple[Line, ...]
    starts: str


def settle(table: TableUnder[YanivRules], caller: str, points: Mapping[str, int]) -> CallPoints:
    """The points of a call (articles yaniv.score, .asaf, .asaf-tie, .asaf-lowest), the next first player (.starts)."""
    rules = table.rules
    others = [player for player in table.around(caller) if player != caller]
    least = min(points[player] for player in others)
    asaf = least <= points[caller] if rules.asaf_tie else least < points[caller]
    lowest = tuple(player for player in others if asaf and points[player] == least)
    lines: list[Line] = []
    for player in (player for player in table.players if player in points):
        held = say_n("%(n)s point en main", "%(n)s points en main", points[player])
        if player in lowest and rules.asaf_lowest == ZERO:
            lines.append(Line(player, 0, say("fait asaf"), "yaniv.asaf-lowest"))
        elif player in lowest:
            lines.append(Line(player, points[player], say("fait asaf, %(held)s", held=held), "yaniv.asaf-lowest"))
        elif player == caller and asaf:
            lines.append(Line(player, points[player], held, "yaniv.asaf"))
            lines.append(Line(player, rules.asaf, say("asaf"), "yaniv.asaf"))
        elif player == caller:
            lines.append(Line(player, 0, say("Yaniv"), "yaniv.score"))
        else:
            lines.append(Line(player, points[player], held, "yaniv.score"))
    return CallPoints(lowest, tuple(lines), lowest[0] if asaf else caller)


def record(state: StateUnder[YanivRules], step: str, answer: Answer) -> Outcome:
    table = state.table
    points = points_in_hand(answer) or {}
    call = settle(table, answer["caller"], points)
    scores = dict.fromkeys(table.players, 0)
    for line in call.lines:
        scores[line.side] += line.points
    totals = {player: total + scores[player] for player, total in state.totals.items()}
    halves = halving(state.rules.halving, scores, totals)
    for line in halves:
        totals[line.side] += line.points
    deal = Outcome(
        "deal",
        call.lines,
        next_dealer=call.starts,
        further=(FurtherRow(HALVED, halves),),
        tallies=(
            Tally("yanivs", {answer["caller"]: int(not call.lowest)}),
            Tally("asafs", dict.fromkeys(call.lowest, 1)),
            Tally("points-per-deal", {player: scores[player] for player in points}),
        ),
    )
    out = tuple(player for player in table.present if passes(state.rules, totals[player]))
    if not (out and state.rules.elimination):
        return deal
    table = table.with_eliminated(out)
    dealer = call.starts if call.starts in table.present else table.next_seat(call.starts)
    standing = replace(state.standing, eliminated=table.eliminated)
    return replace(deal, next_dealer=dealer, standing=standing, table=table)


def halving(multiple: int, scores: Mapping[str, int], totals: Mapping[str, int]) -> tuple[Line, ...]:
    """The lines that halve the totals which points of this deal brought to a multiple (article yaniv.halving).

    >>> [line.points for line in halving(50, {"Ana": 8, "Bob": 0}, {"Ana": 50, "Bob": 100})]
    [-25]
    """
    if not multiple:
        return ()
    return tuple(
        Line(player, -(totals[player] // 2), say("%(total)s tout juste", total=totals[player]), "yaniv.halving")
        for player, points in scores.items()
        if points > 0 and totals[player] > 0 and totals[player] % multiple == 0
    )


def passes(rules: YanivRules, total: int) -> bool:
    """Whether a total passes the limit (article yaniv.limit)."""
    return total > rules.limit if rules.limit_at == ABOVE else total >= rules.limit


def ending(table: TableUnder[YanivRules]) -> Ending:
    """Without elimination the deal in which a total passes the limit is the last."""
    rules = table.rules
    if rules.elimination:
        return Ending(tie=rules.tie, by_position=True)
    return Ending(target=rules.limit, tie=rules.tie, beyond=rules.limit_at == ABOVE)


def ended(state: StateUnder[YanivRules]) -> bool:
    """Whether at most one player is left (article yaniv.elimination)."""
    return len(state.table.present) <= 1


def prepare(n: int, rules: YanivRules, deal: int) -> Preparation:
    starts = FIRST_STARTS if deal == 1 else WINNER_STARTS
    return Preparation(PACK, (HAND,) * n, DEALERS, starts, notes=(TURN_UP,))
