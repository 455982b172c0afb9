"""La Scopa: what is recorded, what it scores and when the match ends (articles scopa.*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.house_rules import Tie
from referee.answers.numbers import Points
from referee.answers.rule_fields import choice_rule, tie_rule, yes_no_rule
from referee.answers.sides import SideChoice
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.french import french_face, french_pack, parse_card
from referee.cards.packs import Pack
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import by_turn_option, turn_in_words, turn_rule
from referee.words import Text, say

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4)
PACK = Pack.of(parse_card, french_face, french_pack(ranks_out=("8", "9", "10")))
CARDS_EACH, ON_THE_TABLE = 3, 4
ALL_CARDS, ALL_COINS, MOST_SCOPE = 40, 10, 18
FOR_EACH = 1
"""Most cards, most coins, the settebello, the primiera and each scopa (article scopa.score), in points."""
NAPOLA_NEVER = (1, 2)
NAPOLA_NEEDS_COINS, NAPOLA_NEEDS_SETTEBELLO = 6, 7
"""A napola of so many holds more than half of the coins, and the 7 of coins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopaRules(HouseRules):
    """The house rules; the defaults are printed."""

    napola: bool = yes_no_rule(say("On compte la napola"), "scopa.napola", default=False)
    target: int = choice_rule(
        say("Points à atteindre"), tuple((n, say("%(n)s points", n=n)) for n in (11, 16, 21)), "scopa.end", 11
    )
    missing_suit: str = choice_rule(
        say("Primiera sans une couleur"),
        (("none", say("pas de primiera")), ("counts", say("la somme des autres compte"))),
        "scopa.primiera",
        "none",
    )
    turn: str = turn_rule("scopa.turn")
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("scope-per-deal", say("Scope par donne"), "mean"),
    Figure("settebello", say("Settebello"), "share"),
    Figure("primiera", say("Primiera"), "share"),
)

TITLE, LEVEL = say("Qui a pris quoi ?"), say("à égalité")
CARTE, DENARI = say("Le plus de cartes"), say("Le plus de deniers")
SETTEBELLO, PRIMIERA, SCOPE, NAPOLA = say("Settebello"), say("Primiera"), say("Scope"), say("Napola")


def question(state: StateUnder[ScopaRules]) -> Question:
    return Question(
        "deal", TITLE, ways(state.table), _lead(state), subject=say("la donne"), remark=no_remark
    )  # fmt: skip


def _lead(state: StateUnder[ScopaRules]) -> Text:
    first = state.table.next_seat(state.dealer, by_turn_option(state.rules))
    return say("%(dealer)s donne, %(first)s commence.", dealer=state.dealer, first=first)


def ways(table: TableUnder[ScopaRules]) -> tuple[Way, ...]:
    """Who has most, or what each side has counted."""
    sides, names = table.sides, tuple(side.name for side in table.sides)
    most: tuple[Field, ...] = (
        SideChoice("carte", CARTE, sides, nothing=LEVEL),
        SideChoice("denari", DENARI, sides, nothing=LEVEL),
    )
    counted: tuple[Field, ...] = (
        Points("cards", say("Cartes"), names, 0, ALL_CARDS, "scopa.cards", ALL_CARDS),
        Points("coins", say("Deniers"), names, 0, ALL_COINS, "scopa.coins", ALL_COINS),
    )
    shared: tuple[Field, ...] = (
        SideChoice("settebello", SETTEBELLO, sides),
        SideChoice("primiera", PRIMIERA, sides, nothing=LEVEL),
        Points("scope", SCOPE, names, 0, MOST_SCOPE, "scopa.scope", increments=(FOR_EACH,), usual=(0, 2)),
    )
    if table.rules.napola:
        napola = Points(
            "napola", NAPOLA, names, 0, ALL_COINS, "scopa.napola", never=NAPOLA_NEVER, optional=True, usual=(0, 0)
        )
        shared = (*shared, napola)
    return (
        Way((*most, *shared), "most", say("Qui en a le plus")),
        Way((*counted, *shared), "counted", say("Cartes comptées")),
    )


def check(state: StateUnder[ScopaRules], step: str, answer: Answer) -> Iterator[Violation]:
    for key, total in (("cards", ALL_CARDS), ("coins", ALL_COINS)):
        if key in answer and sum(answer[key].values()) != total:
            made = sum(answer[key].values())
            message = say("Le total doit faire %(total)s ; il fait %(made)s.", total=total, made=made)
            yield Violation(f"scopa.{key}", key, message)
    holder = answer["settebello"]
    if "coins" in answer and not answer["coins"][holder]:
        message = say("%(side)s a le settebello, donc au moins un denier.", side=holder)
        yield Violation("scopa.coins", "coins", message)
    yield from _check_napola(answer)


def _check_napola(answer: Answer) -> Iterator[Violation]:
    lengths = {side: length for side, length in answer.get("napola", {}).items() if length}
    if len(lengths) > 1:
        yield Violation("scopa.napola", "napola", say("Une seule équipe ou un seul joueur peut avoir l'as de deniers."))
    for side, length in lengths.items():
        too_few = "coins" in answer and length > answer["coins"][side]
        elsewhere = "denari" in answer and length >= NAPOLA_NEEDS_COINS and answer["denari"] != side
        without_seven = length >= NAPOLA_NEEDS_SETTEBELLO and answer["settebello"] != side
        if too_few or elsewhere:
            message = say("%(side)s n'a pas assez de deniers pour une napola de %(n)s.", side=side, n=length)
            yield Violation("scopa.napola", "napola", message)
        elif without_seven:
            message = say("Une napola de %(n)s contient le settebello.", n=length)
            yield Violation("scopa.napola", "napola", message)


def most(counts: Mapping[str, int]) -> str | None:
    """The side with most alone, None for level.

    >>> most({"Ana": 22, "Bob": 18}), most({"Ana": 5, "Bob": 5})
    ('Ana', None)
    """
    best = max(counts.values())
    leaders = [side for side, count in counts.items() if count == best]
    return leaders[0] if len(leaders) == 1 else None


def record(state: StateUnder[ScopaRules], step: str, answer: Answer) -> Outcome:
    carte = answer["carte"] if "carte" in answer else most(answer["cards"])
    denari = answer["denari"] if "denari" in answer else most(answer["coins"])
    points = (
        (carte, CARTE, "scopa.cards", say("cartes")),
        (denari, DENARI, "scopa.coins", say("deniers")),
        (answer["settebello"], SETTEBELLO, "scopa.settebello", say("sette")),
        (answer["primiera"], PRIMIERA, "scopa.primiera", say("primiera")),
    )
    lines = [Line(side, FOR_EACH, reason, article, brief) for side, reason, article, brief in points if side]
    lines += [Line(side, n, SCOPE, "scopa.scope", f"×{n}") for side, n in answer["scope"].items() if n]
    lines += [Line(side, n, NAPOLA, "scopa.napola") for side, n in answer.get("napola", {}).items() if n]
    sides = state.table.side_by_player.items()
    tallies = (
        Tally("scope-per-deal", {player: answer["scope"][side] for player, side in sides}),
        Tally("settebello", {player: int(side == answer["settebello"]) for player, side in sides}),
        Tally("primiera", {player: int(side == answer["primiera"]) for player, side in sides}),
    )
    return Outcome("deal", tuple(lines), tallies=tallies)


def prepare(n: int, rules: ScopaRules, deal: int) -> Preparation:
    notes = (
        say("Retournez %(n)s cartes sur la table ; avec trois rois, on redonne.", n=ON_THE_TABLE),
        say("Quand les mains sont vides, on redonne trois cartes à chacun, plus aucune sur la table."),
    )
    return Preparation(PACK, (CARDS_EACH,) * n, *turn_in_words(rules), notes=notes)
