"""Le Tarot: what is recorded, what it scores and when the match ends (articles tarot.*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.choices import Choice, Occurrence, YesNo
from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Number
from referee.answers.players import Levels, OnePlayer, SomePlayers
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import by_turn_option, turn_in_words, turn_rule, who_speaks
from referee.games.tarot.pack import PACK
from referee.words import Text, say, say_n, signed

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (3, 4, 5)
HANDS = {3: 24, 4: 18, 5: 15}
NEEDED = (56, 51, 41, 36)
"""The points that the attack needs, by its number of oudlers (article tarot.score)."""
ALL_POINTS, OUDLERS, OUDLER_POINTS = 91, 3, 4
BASE = 25
FACTORS = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
DOG_OF_DEFENCE = "garde-contre"
"""The contract whose dog counts for the defence, so that no number of points is that of a slam (tarot.dog-owner)."""
POIGNEES = {"simple": 20, "double": 30, "triple": 40}
SHOWN_ATOUTS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
"""The atouts of a simple, double and triple poignée, by number of players; the excuse counts."""
ATOUTS_WITH_EXCUSE = 22
FOR_THE_PETIT = 10
SLAM_ANNOUNCED, SLAM_MADE, SLAM_MISSED, SLAM_OF_DEFENCE = 400, 200, -200, 200
SLAM_POINTS = {3: 91, 2: 87}
"""The points of an attack that takes every trick, by its oudlers: the defence keeps an excuse of its own, for 4."""
ATTACK, DEFENCE = "attack", "defence"
WITH_PARTNER = 5
WHOLE_COUNTS = (4,)
"""The numbers of players whose tricks always count a whole number of points (article tarot.half)."""
WINNER, ROUND_UP = "winner", "attack"

CONTRACTS = (("petite", say("Petite")), ("garde", say("Garde")), ("garde-sans", say("Garde sans")),
             ("garde-contre", say("Garde contre")))  # fmt: skip
PRISE = say("Prise")
KINGS_DOWN = tuple(f"{rank}{suit}" for rank in "KQC" for suit in "SHCD")
CALLED = tuple((code, say("%(card)s", card=PACK.card(code))) for code in KINGS_DOWN)
SIDES = ((ATTACK, say("l'attaque")), (DEFENCE, say("la défense")))
LEVELS = (("simple", say("simple")), ("double", say("double")), ("triple", say("triple")))
MISERES = {"no-atout": say("Misère d'atout"), "no-head": say("Misère de têtes")}


@dataclass(frozen=True, slots=True, kw_only=True)
class TarotRules(HouseRules):
    """The house rules; the defaults are printed."""

    half: str = choice_rule(
        say("Un demi-point"),
        ((WINNER, say("arrondi au gagnant")), (ROUND_UP, say("compté à l'attaque, avant de juger"))),
        "tarot.half",
        WINNER,
    )
    misere: int = choice_rule(
        say("Misère"), ((0, say("sans")), (10, say("10 points")), (20, say("20 points"))), "tarot.misere", 0
    )
    defence_slam: int = choice_rule(
        say("Chelem de la défense"),
        ((SLAM_OF_DEFENCE, say("200 à chacun")), (0, say("rien"))),
        "tarot.slam",
        SLAM_OF_DEFENCE,
    )
    small_name: str = choice_rule(
        say("Le plus petit contrat"), (("petite", say("Petite")), ("prise", PRISE)), "tarot.contract", "petite"
    )
    resting: int = choice_rule(
        say("Un de plus à la table"),
        ((0, say("non")), (1, say("celui qui donne se repose"))),
        "tarot.dead-player",
        0,
        fixed=True,
    )
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 200, "tarot.end")
    turn: str = turn_rule("tarot.turn")
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


FIGURES = (
    Figure("contracts-made", say("Contrats réussis"), "share", lambda contract: dict(CONTRACTS)[contract]),
    Figure("partner-made", say("Réussis comme partenaire"), "share"),
    Figure("points-per-deal", say("Points par donne"), "mean"),
)

CONTRACT_TITLE, RESULT_TITLE = say("Le contrat"), say("Le résultat")
ALL_PASS = say("Tous passent")


def question(state: StateUnder[TarotRules]) -> Question:
    if "contract" not in state.answers:
        return Question(
            "contract", CONTRACT_TITLE, contract_ways(state.table), who_speaks(state), subject=say("le contrat")
        )
    bid = state.answers["contract"]
    extras = {"taker": bid["taker"], "contract": bid["contract"]}
    lead = say("%(taker)s : %(contract)s.", taker=bid["taker"], contract=contract_name(bid["contract"], state.rules))
    fields = result_fields(state.table, bid["taker"])
    return Question("result", RESULT_TITLE, (Way(fields),), lead, extras, say("le résultat"), remark)


def bid_summary(state: StateUnder[TarotRules]) -> BidSummary:
    if "contract" not in state.answers:
        return BidSummary()
    bid = state.answers["contract"]
    contract = contract_name(bid["contract"], state.rules)
    together = say("%(taker)s : %(contract)s", taker=bid["taker"], contract=contract)
    return BidSummary(None, together, {bid["taker"]: contract})


def contract_name(contract: str, rules: TarotRules) -> Text:
    """The contract in words, the smallest as the table calls it."""
    return PRISE if contract == "petite" and rules.small_name == "prise" else dict(CONTRACTS)[contract]


def contract_ways(table: TableUnder[TarotRules]) -> tuple[Way, ...]:
    """The taker's contract, or that all pass."""
    contracts = tuple((contract, contract_name(contract, table.rules)) for contract, _ in CONTRACTS)
    fields: list[Field] = [
        OnePlayer("taker", say("Qui prend ?"), table.present),
        Choice("contract", say("Quel contrat ?"), contracts),
        YesNo("slam_announced", say("Chelem annoncé"), optional=True, rare=True),
    ]
    if len(table.present) == WITH_PARTNER:
        nothing = say("aucune")
        fields.append(Choice("called", say("Carte appelée"), CALLED, nothing=nothing, optional=True, canonical=_code))
    all_pass = Occurrence("all_pass", ALL_PASS, "tarot.contract")
    return Way(tuple(fields), "taker", say("Un joueur prend")), Way((all_pass,), "all-pass", ALL_PASS)


def _code(text: str) -> str:
    card = PACK.card(text)
    return text if card is None else str(card.code)


PARTNER_LABEL = say("Avec qui ?")


def asked_later(table: TableUnder[TarotRules]) -> tuple[Text, ...]:
    """What the result asks each player for themselves: whether they were called."""
    return (PARTNER_LABEL,) if len(table.present) == WITH_PARTNER else ()


def result_fields(table: TableUnder[TarotRules], taker: str | None = None) -> tuple[Field, ...]:
    """What the attack made, and the announcements of the deal; the ``taker``, where known, is no partner."""
    players, n = table.present, len(table.present)
    nobody = say("personne")
    halves = n not in WHOLE_COUNTS
    fields: list[Field] = [
        Number("oudlers", say("Ses bouts"), 0, OUDLERS, "tarot.points", usual=(0, 3)),
        Number(
            "points", say("Ses points"), 0, ALL_POINTS, "tarot.points",
            half="half" if halves else None, usual=(25, 70),
        ),
        YesNo("half", say("Un demi-point de plus"), optional=True, offered=halves),
    ]  # fmt: skip
    if n == WITH_PARTNER:
        barred = () if taker is None else (taker,)
        fields.append(OnePlayer("partner", PARTNER_LABEL, players, nothing=say("seul"), barred=barred, all_but="taker"))
    fields += [
        Choice("petit", say("Petit au bout"), SIDES, nothing=nobody, optional=True),
        Levels("poignees", say("Poignées"), players, levels=LEVELS, article="tarot.poignees", optional=True),
        Choice("slam", say("Chelem"), SIDES, nothing=nobody, optional=True),
    ]
    if table.rules.misere:
        fields += [
            SomePlayers(f"miseres.{kind}", label, players, "tarot.misere", optional=True)
            for kind, label in MISERES.items()
        ]
    return tuple(fields)


def remark(answer: Answer) -> Text | None:
    """What the attack needs, and by how much it made or missed it."""
    if "oudlers" not in answer:
        return None
    need = NEEDED[answer["oudlers"]]
    if "points" not in answer:
        return say("%(need)s à faire", need=need)
    halves = 2 * (answer["points"] - need) + answer.get("half", False)
    return say("%(need)s à faire, %(difference)s", need=need, difference=_signed_halves(halves))


def _signed_halves(halves: int) -> Text | str:
    """A number of halves with its sign, and the decimal sign of the reader's language.

    >>> [_signed_halves(halves).render("fr") for halves in (3, 1, -1)]
    ['+1,5', '+0,5', '−0,5']
    """
    if halves % 2 == 0:
        return signed(halves // 2)
    return say("%(whole)s,5", whole=f"{'+' if halves > 0 else '−'}{abs(halves) // 2}")


def check(state: StateUnder[TarotRules], step: str, answer: Answer) -> Iterator[Violation]:
    if step == "contract":
        return
    n, bid = len(state.table.present), state.answers["contract"]
    yield from _check_points(answer)
    if answer.get("half") and n in WHOLE_COUNTS:
        yield Violation("tarot.half", "half", say("À quatre, on compte toujours un nombre entier de points."))
    if answer.get("partner") == bid["taker"]:
        message = say("%(player)s prend ; son partenaire est un autre joueur.", player=bid["taker"])
        yield Violation("tarot.partner", "partner", message)
    yield from _check_petit_and_slam(bid, answer)
    yield from _check_shown(n, answer)


def _check_points(answer: Answer) -> Iterator[Violation]:
    low = OUDLER_POINTS * answer["oudlers"]
    high = ALL_POINTS - OUDLER_POINTS * (OUDLERS - answer["oudlers"])
    if not 2 * low <= 2 * answer["points"] + answer.get("half", False) <= 2 * high:
        message = say_n(
            "Avec %(n)s bout, l'attaque fait de %(low)s à %(high)s points.",
            "Avec %(n)s bouts, l'attaque fait de %(low)s à %(high)s points.",
            answer["oudlers"],
            low=low,
            high=high,
        )
        yield Violation("tarot.points", "points", message)


def _check_petit_and_slam(bid: Answer, answer: Answer) -> Iterator[Violation]:
    petit, slam, oudlers = answer.get("petit"), answer.get("slam"), answer["oudlers"]
    if petit == ATTACK and oudlers == 0:
        yield Violation("tarot.petit", "petit", say("Sans aucun bout, l'attaque n'a pas le petit."))
    if petit == DEFENCE and oudlers == OUDLERS:
        yield Violation("tarot.petit", "petit", say("L'attaque a les trois bouts : le petit est à elle."))
    if slam == ATTACK and bid["contract"] != DOG_OF_DEFENCE and not _has_every_trick(answer):
        message = say(
            "Avec tous les plis, l'attaque a trois bouts et %(all)s points, "
            "ou deux bouts et %(less)s si la défense a joué l'excuse.",
            all=SLAM_POINTS[3],
            less=SLAM_POINTS[2],
        )
        yield Violation("tarot.slam", "slam", message)
    if slam is not None and petit is not None and slam != petit:
        yield Violation("tarot.slam", "slam", say("Le camp qui fait tous les plis fait aussi le dernier."))


def _has_every_trick(answer: Answer) -> bool:
    """Whether the points are those of all cards but perhaps the excuse."""
    return answer["points"] == SLAM_POINTS.get(answer["oudlers"]) and not answer.get("half")


def _check_shown(n: int, answer: Answer) -> Iterator[Violation]:
    poignees: Mapping[str, Sequence[str]] = answer.get("poignees", {})
    sizes = dict(zip(POIGNEES, SHOWN_ATOUTS[n], strict=True))
    shown = sum(sizes[level] * len(players) for level, players in poignees.items())
    if shown > ATOUTS_WITH_EXCUSE:
        message = say("Il faudrait %(shown)s atouts ; il y en a %(all)s.", shown=shown, all=ATOUTS_WITH_EXCUSE)
        yield Violation("tarot.poignees", "poignees", message)
    showing = {player for players in poignees.values() for player in players}
    without = [player for player in answer.get("miseres.no-atout", ()) if player in showing]
    if without:
        message = say("%(player)s montre des atouts : ce n'est pas une misère d'atout.", player=without[0])
        yield Violation("tarot.misere", "miseres", message)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal is worth to the attack, for one defender: each part with its sign, reason and article.

    ``difference``: the points above or below those needed, rounded away from 0.
    """

    need: int
    difference: int
    made: bool
    parts: tuple[tuple[int, Text, str], ...]

    @property
    def unit(self) -> int:
        """What each defender pays; negative: receives."""
        return sum(points for points, _, _ in self.parts)


def settle(rules: TarotRules, bid: Answer, answer: Answer) -> Settlement:
    """What a deal is worth (articles tarot.score, .poignees, .petit, .slam)."""
    need, half = NEEDED[answer["oudlers"]], answer.get("half", False)
    halves = 2 * (answer["points"] - need) + (2 if half and rules.half == ROUND_UP else half)
    made = halves >= 0
    size = (abs(halves) + 1) // 2
    sign, factor = (1 if made else -1), FACTORS[bid["contract"]]
    reason = say(
        "%(contract)s, %(difference)s",
        contract=contract_name(bid["contract"], rules),
        difference=signed(sign * size) if size else say("juste fait"),
    )
    parts = [(sign * (BASE + size) * factor, reason, "tarot.score")]
    parts += [
        (sign * POIGNEES[level], say("poignée (%(player)s)", player=player), "tarot.poignees")
        for level, players in answer.get("poignees", {}).items()
        for player in players
    ]
    if petit := answer.get("petit"):
        side = 1 if petit == ATTACK else -1
        parts.append((side * FOR_THE_PETIT * factor, say("petit au bout"), "tarot.petit"))
    parts += _slam_parts(rules, bid.get("slam_announced", False), answer.get("slam"))
    return Settlement(need, sign * size, made, tuple(parts))


def _slam_parts(rules: TarotRules, announced: bool, slam: str | None) -> Iterator[tuple[int, Text, str]]:
    if slam == ATTACK:
        points = SLAM_ANNOUNCED if announced else SLAM_MADE
        yield points, say("chelem annoncé") if announced else say("chelem"), "tarot.slam"
    elif announced:
        yield SLAM_MISSED, say("chelem annoncé, manqué"), "tarot.slam"
    if slam == DEFENCE and rules.defence_slam:
        yield -rules.defence_slam, say("chelem de la défense"), "tarot.slam"


def shares(players: Sequence[str], taker: str, partner: str | None) -> dict[str, int]:
    """How many times the unit each player receives: the taker as often as all others pay."""
    share = dict.fromkeys(players, -1)
    if partner is not None:
        share[partner] = 1
    share[taker] = -sum(number for player, number in share.items() if player != taker)
    return share


def record(state: StateUnder[TarotRules], step: str, answer: Answer) -> Outcome:
    table = state.table
    if step == "contract":
        if "all_pass" not in answer:
            return Outcome("goes-on")
        return Outcome("thrown-in", next_dealer=table.next_seat(state.dealer, by_turn_option(state.rules)))
    bid = state.answers["contract"]
    settlement = settle(state.rules, bid, answer)
    share = shares(table.present, bid["taker"], answer.get("partner"))
    of_contract = (
        Line(player, share[player] * points, reason, article)
        for player in table.present
        for points, reason, article in settlement.parts
    )
    lines = (*of_contract, *_misere_lines(state, answer))
    tallies = [
        Tally("contracts-made", {bid["taker"]: int(settlement.made)}, bid["contract"]),
        Tally("points-per-deal", summed(table.present, lines)),
    ]
    if answer.get("partner") is not None:
        tallies.append(Tally("partner-made", {answer["partner"]: int(settlement.made)}))
    return Outcome("deal", lines, tallies=tuple(tallies))


def _misere_lines(state: StateUnder[TarotRules], answer: Answer) -> Iterator[Line]:
    players, points = state.table.present, state.rules.misere
    for kind in MISERES:
        for declarer in answer.get(f"miseres.{kind}", ()):
            for player in players:
                amount = points * (len(players) - 1) if player == declarer else -points
                yield Line(player, amount, say("misère (%(player)s)", player=declarer), "tarot.misere")


def ending(table: TableUnder[TarotRules]) -> Ending:
    return Ending(deals=table.rules.deals, tie=SHARED)


def prepare(n: int, rules: TarotRules, deal: int) -> Preparation:
    chien = PACK.size - n * HANDS[n]
    by = say("Donnez les cartes quatre par quatre.") if n == PLAYERS[0] else say("Donnez les cartes trois par trois.")
    notes = (by, say("Mettez %(n)s cartes au chien, une à une, ni la première ni la dernière.", n=chien))
    return Preparation(PACK, (HANDS[n],) * n, *turn_in_words(rules), notes=notes)


def poignee_level(n: int, atouts: int) -> str | None:
    """The highest poignée that a hand of so many atouts may show; the excuse counts.

    >>> poignee_level(4, 12), poignee_level(5, 7)
    ('simple', None)
    """
    levels = [level for level, size in zip(POIGNEES, SHOWN_ATOUTS[n], strict=True) if atouts >= size]
    return levels[-1] if levels else None
