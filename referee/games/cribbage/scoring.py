"""Le Cribbage: what is recorded, what it scores and when the match ends (articles cribbage.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from referee.answers.cards import CardHands, Cards, OneCard
from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Number, Points
from referee.answers.rule_fields import choice_rule, tie_rule, yes_no_rule
from referee.answers.sides import SideChoice
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.french import Card
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Standing, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.games.cribbage.counting import Count, count_hand
from referee.words import Text, names, say, say_n

# The tables of the rules (ACC): someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4)
PACK = FIFTY_TWO
DEALT = {2: 6, 3: 5, 4: 5}
HAND = 4
MOST_PLAY, MOST_HAND = 60, 29
IMPOSSIBLE_HANDS = (19, 25, 26, 27)
USUAL_HAND = (0, 14)
LONG, SHORT = 121, 61
SKUNKS = {LONG: (("double-skunk", 61), ("skunk", 91)), SHORT: (("double-skunk", 16), ("skunk", 31))}
"""The titles of a loser with fewer points than so many, by target; the hardest first."""
TITLES: Mapping[str, Text] = MappingProxyType({"skunk": say("Skunk"), "double-skunk": say("Double skunk")})
BRIEF_TITLES: Mapping[str, Text] = MappingProxyType({"skunk": say("Sk."), "double-skunk": say("2 Sk.")})


@dataclass(frozen=True, slots=True, kw_only=True)
class CribbageRules(HouseRules):
    """The house rules; the defaults are printed."""

    target: int = choice_rule(say("Points à atteindre"), ((LONG, say("121")), (SHORT, say("61"))), "cribbage.end", LONG)
    skunk: bool = yes_no_rule(say("Le perdant loin derrière est skunk"), "cribbage.skunk", default=True)
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


FIGURES = (
    Figure("hand", say("Points par main"), "mean"),
    Figure("crib", say("Points par crib"), "mean"),
    Figure("pegging", say("Points au jeu, par donne"), "mean"),
    Figure("skunks", say("Skunks infligés"), "count"),
)

TITLE, PLAY_LABEL, OUT_LABEL = say("Que marque chaque camp ?"), say("Points au jeu"), say("Qui a fini au jeu ?")
HANDS_LABEL, CRIB_LABEL = say("Points des mains"), say("Points du crib")
STARTER_LABEL, HAND_CARDS_LABEL, CRIB_CARDS_LABEL = say("Carte retournée"), say("Cartes des mains"), say("Le crib")
BY_POINTS, BY_CARDS, BY_OUT = say("Je tape les points"), say("Je tape les cartes"), say("Fini au jeu")
PARTS = (
    ("fifteens", say("quinze"), "cribbage.fifteens"),
    ("pairs", say("paires"), "cribbage.pairs"),
    ("runs", say("suites"), "cribbage.runs"),
    ("flush", say("couleur"), "cribbage.flush"),
    ("nobs", say("valet de la retourne"), "cribbage.nobs"),
)
"""What a hand counts, in the order in which it is told, with words and article."""


def question(state: StateUnder[CribbageRules]) -> Question:
    table, players = state.table, state.table.after(state.dealer)
    sides = tuple(side.name for side in table.sides)
    play = Points("play", PLAY_LABEL, sides, 0, MOST_PLAY, "cribbage.play", increments=(1, 2, 3), usual=(0, 8))
    hands = Points(
        "hands", HANDS_LABEL, players, 0, MOST_HAND, "cribbage.hand",
        never=IMPOSSIBLE_HANDS, usual=USUAL_HAND, in_turn=True,
    )  # fmt: skip
    crib = Number("crib", CRIB_LABEL, 0, MOST_HAND, "cribbage.hand", never=IMPOSSIBLE_HANDS, usual=USUAL_HAND)
    ways = (
        Way((play, hands, crib), "points", BY_POINTS),
        Way((play, *card_fields(players)), "cards", BY_CARDS),
        Way((play, SideChoice("out", OUT_LABEL, table.sides)), "out", BY_OUT, rare=True),
    )
    lead = say(
        "%(first)s joue en premier et compte d'abord ; le crib est à %(dealer)s.", first=players[0], dealer=state.dealer
    )
    return Question("deal", TITLE, ways, lead, subject=say("la donne"), remark=remark)


def card_fields(players: tuple[str, ...]) -> tuple[OneCard, CardHands, Cards]:
    """The fields of the cards of a deal."""
    return (
        OneCard("starter", STARTER_LABEL, PACK),
        CardHands("hand_cards", HAND_CARDS_LABEL, players, PACK, most=HAND),
        Cards("crib_cards", CRIB_CARDS_LABEL, PACK, HAND, HAND, "cribbage.cards"),
    )


def remark(answer: Answer) -> Text | None:
    """The points of each hand and of the crib, where they are shown by their cards."""
    starter, hands, crib = answer.get("starter"), answer.get("hand_cards") or {}, answer.get("crib_cards") or ()
    if starter is None:
        return None
    counts = [
        say("%(name)s %(value)s", name=player, value=count_hand(hand, starter, crib=False).points)
        for player, hand in hands.items()
        if len(hand) == HAND
    ]
    if len(crib) == HAND:
        counts.append(say("crib %(points)s", points=count_hand(crib, starter, crib=True).points))
    return say("Mains : %(hands)s.", hands=names(counts)) if counts else None


# What cannot be.


def check(state: StateUnder[CribbageRules], step: str, answer: Answer) -> Iterator[Violation]:
    yield from _check_play(state, answer["play"], answer.get("out"))
    if "starter" in answer:
        yield from _check_cards(answer)


def _check_play(state: StateUnder[CribbageRules], play: Mapping[str, int], out: str | None) -> Iterator[Violation]:
    """Somebody pegs, and only who goes out in the play reaches the target there (article cribbage.play)."""
    target = state.rules.target
    reached = [side for side, points in play.items() if state.totals[side] + points >= target]
    over = [side for side in reached if side != out]
    if not any(play.values()):
        message = say("Au jeu, il y a toujours au moins un point : celui de la dernière carte.")
    elif over and out is None:
        message = say("%(sides)s : %(target)s atteint au jeu, c'est fini là.", sides=names(over), target=target)
    elif over:
        message = say("%(sides)s : %(target)s atteint aussi ; un seul finit.", sides=names(over), target=target)
    elif out is not None and out not in reached:
        total = state.totals[out] + play[out]
        message = say("%(side)s n'arrive qu'à %(total)s, pas à %(target)s.", side=out, total=total, target=target)
    else:
        return
    yield Violation("cribbage.play", "play", message)


def _check_cards(answer: Answer) -> Iterator[Violation]:
    """Four cards in each hand, each card once; the crib's field counts its own (article cribbage.cards)."""
    article = "cribbage.cards"
    hands: Mapping[str, Sequence[Card]] = answer["hand_cards"]
    for player, hand in hands.items():
        if len(hand) != HAND:
            message = say(
                "%(player)s : il faut %(n)s cartes, il y en a %(made)s.", player=player, n=HAND, made=len(hand)
            )
            yield Violation(article, f"hand_cards.{player}", message)
    crib: Sequence[Card] = answer["crib_cards"]
    places = [("starter", answer["starter"])]
    places += [("hand_cards", card) for hand in hands.values() for card in hand]
    places += [("crib_cards", card) for card in crib]
    counts = Counter(card for _, card in places)
    twice = [card for card, number in counts.items() if number > 1]
    if twice:
        key = next(key for key, card in places if card in twice)
        yield Violation(article, key, say("%(cards)s : compté deux fois.", cards=names(twice)))


# What is counted, in its order.


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a deal counts: the side's points with their reason and article.

    ``figure``, ``players``: the statistic that the part belongs to, and whose.
    """

    side: str
    points: int
    reason: Text
    article: str
    figure: str
    players: tuple[str, ...]


def parts_of(table: TableUnder[CribbageRules], dealer: str, answer: Answer) -> Iterator[Part]:
    """The parts of a deal in the order of counting: play, hands from the dealer's left, crib (article .order)."""
    for side in sorted(table.sides, key=lambda side: side.name == answer.get("out")):
        points = answer["play"][side.name]
        yield Part(side.name, points, say("au jeu"), "cribbage.play", "pegging", side.players)
    if "out" in answer:
        return
    for player in table.after(dealer):
        yield from _hand_parts(table, answer, player)
    yield from _crib_parts(table, answer, dealer)


def _hand_parts(table: TableUnder[CribbageRules], answer: Answer, player: str) -> Iterator[Part]:
    side, hand = table.side_by_player[player], say("main de %(player)s", player=player)
    if "hands" in answer:
        yield Part(side, answer["hands"][player], hand, "cribbage.hand", "hand", (player,))
        return
    count = count_hand(answer["hand_cards"][player], answer["starter"], crib=False)
    yield from _counted_parts(count, side, hand, "hand", player)


def _crib_parts(table: TableUnder[CribbageRules], answer: Answer, dealer: str) -> Iterator[Part]:
    side, crib = table.side_by_player[dealer], say("crib de %(player)s", player=dealer)
    if "crib" in answer:
        yield Part(side, answer["crib"], crib, "cribbage.crib", "crib", (dealer,))
        return
    count = count_hand(answer["crib_cards"], answer["starter"], crib=True)
    yield from _counted_parts(count, side, crib, "crib", dealer)


def _counted_parts(count: Count, side: str, what: Text, figure: str, player: str) -> Iterator[Part]:
    """The parts of a hand shown by its cards; a hand without points is told too."""
    if not count.points:
        yield Part(side, 0, say("%(hand)s : rien", hand=what), "cribbage.hand", figure, (player,))
    for key, words, article in PARTS:
        if points := getattr(count, key):
            yield Part(side, points, say("%(hand)s, %(what)s", hand=what, what=words), article, figure, (player,))


def until_target(target: int, totals: Mapping[str, int], parts: Iterable[Part]) -> Iterator[tuple[Part, int]]:
    """The parts with the points that count: at the target the totals stop, and nothing after counts."""
    running = dict(totals)
    for part in parts:
        count = min(part.points, target - running[part.side])
        running[part.side] += count
        yield part, count
        if running[part.side] == target:
            return


def record(state: StateUnder[CribbageRules], step: str, answer: Answer) -> Outcome:
    table, target = state.table, state.rules.target
    parts = tuple(parts_of(table, state.dealer, answer))
    lines = tuple(
        Line(part.side, count, _reason(part, count, target), part.article)
        for part, count in until_target(target, state.totals, parts)
    )
    scores = summed(state.totals, lines)
    totals = {side: total + scores[side] for side, total in state.totals.items()}
    titles = titles_for(table, totals)
    tallies = list(_points_tallies(parts, len(lines)))
    if titles:
        winner = next(side for side, total in totals.items() if total == target)
        losers = {table.side_by_player[player] for player in titles}
        tallies.append(Tally("skunks", dict.fromkeys(table.players_of(winner), len(losers))))
    return Outcome("deal", lines, standing=Standing(titles=titles), tallies=tuple(tallies))


def _points_tallies(parts: Sequence[Part], count: int) -> Iterator[Tally]:
    """The points of each hand, crib and play in the first ``count`` parts.

    A hand that reaches the target is told whole, however it was shown.
    """
    last = parts[count - 1]
    rest = [part for part in parts[count:] if (part.figure, part.players) == (last.figure, last.players)]
    sums: dict[str, dict[str, int]] = {}
    for part in (*parts[:count], *rest):
        points = sums.setdefault(part.figure, {})
        for player in part.players:
            points[player] = points.get(player, 0) + part.points
    for figure, points in sums.items():
        yield Tally(figure, points)


def _reason(part: Part, count: int, target: int) -> Text:
    if count == part.points:
        return part.reason
    return say("%(reason)s : %(points)s, arrêtés à %(target)s", reason=part.reason, points=part.points, target=target)


def titles_for(table: TableUnder[CribbageRules], totals: Mapping[str, int]) -> dict[str, str]:
    """The titles of the losers once the target is reached (article cribbage.skunk)."""
    target = table.rules.target
    if not table.rules.skunk or target not in totals.values():
        return {}
    titles: dict[str, str] = {}
    for player in table.players:
        total = totals[table.side_by_player[player]]
        title = next((title for title, below in SKUNKS[target] if total < below), None)
        if title is not None:
            titles[player] = title
    return titles


def ending(table: TableUnder[CribbageRules]) -> Ending:
    return Ending(target=table.rules.target, tie=SHARED)


def titles_in_words(rules: CribbageRules) -> Mapping[str, Text]:
    """The words of the titles."""
    return TITLES


def brief_titles(rules: CribbageRules) -> Mapping[str, Text]:
    """The abbreviated titles, for table cells."""
    return BRIEF_TITLES


def prepare(n: int, rules: CribbageRules, deal: int) -> Preparation:
    each = DEALT[n] - HAND
    crib = say_n("Chacun met %(n)s carte au crib du donneur.", "Chacun met %(n)s cartes au crib du donneur.", each)
    notes = [crib]
    if n == 3:  # noqa: PLR2004
        notes.append(say("Ajoutez au crib une carte de la pioche."))
    notes.append(say("Coupez, et retournez la première carte ; un valet vaut 2 points au donneur."))
    return Preparation(PACK, (DEALT[n],) * n, DEALERS_IN_TURN, LEFT_STARTS, notes=tuple(notes))
