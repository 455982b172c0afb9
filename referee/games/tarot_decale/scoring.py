"""Le Tarot décalé: tricks with schools and atouts, points of cards, bets and bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.answer import Field, Labelled
from referee.answers.choices import Choice, ChoicePerPlayer
from referee.answers.house_rules import Tie
from referee.answers.numbers import Number, Points
from referee.answers.players import OnePlayer, SomePlayers
from referee.answers.rule_fields import choice_rule, hour_or_none_rule, number_or_none_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.game_definition.figures import Figure
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import LEFT_STARTS
from referee.games.tarot_decale.pack import COLOURS, PACK, SCHOOL_NAMES, parse_decale
from referee.words import Text, names, say, signed

# The sheet: the size of the hands, and the least and greatest total (with the last trick set aside), by players.
ALL_POINTS = 75
DEALT = {2: 14, 3: 12, 4: 10, 5: 10}
TOTALS = {2: (13, 68), 3: (26, 75), 4: (34, 75), 5: (75, 75)}

# Article tarot-decale.bets: the points of the diplomas; the highest bid is the last.
PASS = "pass"
DIPLOMAS = {"brevet": 10, "baccalaureat": 20, "master": 30}
DIPLOMA_NAMES: dict[str, Text] = dict(zip(DIPLOMAS, (say("Brevet"), say("Baccalauréat"), say("Master"))))
BETS: Labelled = (
    (PASS, say("passe")), ("brevet", say("Brevet (10)")),
    ("baccalaureat", say("Baccalauréat (20)")), ("master", say("Master (30)")),
)  # fmt: skip

FIGURES = (
    Figure("bets-won", say("Paris gagnés"), "share", DIPLOMA_NAMES.__getitem__),
    Figure("partner-bets-won", say("Paris gagnés comme partenaire"), "share", DIPLOMA_NAMES.__getitem__),
)

# Article tarot-decale.bonuses, in points; MOST is the largest number of players with each.
FOR_A_BONUS, PETIT_POINTS = 5, 5
TROP_COOL, LOOSE, GREVE, BOUT_DU_BOUT = "trop-cool", "loose", "greve", "bout-du-bout"
MOST = {TROP_COOL: 2, LOOSE: 3, GREVE: 3, BOUT_DU_BOUT: 1}
TROP_COOL_ATOUTS = {4: 6, 5: 5}
CAMPS_JUDGED_SINCE = 2
"""The first version of the rules that checks a bout du bout after a call too."""
BONUSES: dict[str, Text] = {
    LOOSE: say("C'est la loose : aucun atout"),
    GREVE: say("Grève des profs : ni prof ni proviseur"),
    BOUT_DU_BOUT: say("Le bout du bout : le 1 d'atout prend le dernier pli"),
}
TROP_COOL_AT = {n: say("Trop cool : %(n)s atouts montrés", n=atouts) for n, atouts in TROP_COOL_ATOUTS.items()}

CALL_PLAYERS = 5
EACH_OTHER, ALL_OTHERS = "each-other", "all-others"
COMPARED: dict[str, Text] = {EACH_OTHER: say("que chacun des autres"), ALL_OTHERS: say("que tous les autres réunis")}
COMPARE_LABEL = say("Pour gagner son pari, il faut plus de points")
LOST, VOID, WON = "lost", "void", "won"
TIED_BETS = ((LOST, say("pari perdu")), (VOID, say("donne nulle")))
SAME_DEALER, NEXT_DEALER = "same-dealer", "next-dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class TarotDecaleRules(HouseRules):
    """The house rules; the defaults are printed."""

    bets: bool = yes_no_rule(say("Paris"), "tarot-decale.bets", default=False)
    call: bool = yes_no_rule(say("Appel au proviseur (à cinq, avec les paris)"), "tarot-decale.call", default=False)
    bonuses: bool = yes_no_rule(say("Primes (à quatre ou cinq)"), "tarot-decale.bonuses", default=False)
    target: int | None = number_or_none_rule(say("Points à atteindre"), 10, 1000, "tarot-decale.end")
    all_pass: str = choice_rule(
        say("Si tout le monde passe"),
        ((SAME_DEALER, say("le même donneur redonne")), (NEXT_DEALER, say("la donne passe à gauche"))),
        "tarot-decale.next-dealer",
        SAME_DEALER,
    )
    bet_compare: str = choice_rule(COMPARE_LABEL, tuple(COMPARED.items()), "tarot-decale.bet-compare", EACH_OTHER)
    bet_tie: str = choice_rule(say("Parieur à égalité"), TIED_BETS, "tarot-decale.bet-tie", LOST)
    until: str | None = hour_or_none_rule(say("Heure de fin"), "tarot-decale.end")
    tie: Tie = tie_rule("tarot-decale.tie")


BIDS_TITLE, BIDS_LABEL, POINTS_TITLE = say("Les paris"), say("Paris"), say("Les points")
CALL_LABEL, NO_CALL = say("École appelée"), say("pas d'appel")
SCHOOL_CHOICES: Labelled = tuple(SCHOOL_NAMES.items())
POINTS_LABEL, ASIDE_LABEL = say("Points des cartes"), say("Dernier pli à égalité, mis de côté")
BONUSES_AND_LAST_TRICK = say("Primes et dernier pli")
CAMP_LABEL, PARTNER_LABEL = say("Points du parieur et de son partenaire, ensemble"), say("Partenaire")
CARD_POINTS, CAMP_POINTS = say("points de ses cartes"), say("points de tout son camp")
NOTHING_NOTED = say("pari à égalité : donne nulle")


def official_bettor(bids: Mapping[str, str]) -> str | None:
    """The bettor: the first with the highest bid (article tarot-decale.bettor); None if all passed.

    ``bids`` are in bidding order.

    >>> official_bettor({"Bob": "pass", "Chloé": "brevet", "Dan": "master", "Ana": "master"})
    'Dan'
    """
    values = {player: DIPLOMAS.get(bid, 0) for player, bid in bids.items()}
    best = max(values, key=values.__getitem__)
    return best if values[best] else None


def with_call(state: StateUnder[TarotDecaleRules]) -> bool:
    """Whether the bettor of this deal may call a school: it needs five in play."""
    return state.rules.call and len(state.table.present) == CALL_PLAYERS


def with_bonuses(state: StateUnder[TarotDecaleRules]) -> bool:
    """Whether this deal has bonuses: they need four or five in play."""
    return state.rules.bonuses and len(state.table.present) in TROP_COOL_ATOUTS


def question(state: StateUnder[TarotDecaleRules]) -> Question:
    speakers = state.table.after(state.dealer)
    if "bids" in state.answers or not state.rules.bets:
        return _points(state, speakers)
    hand = DEALT[len(speakers)]
    bids = ChoicePerPlayer(
        "bids",
        BIDS_LABEL,
        speakers,
        BETS,
        suggested=PASS,
        spoken_words=tuple(DIPLOMA_NAMES.items()),
        rising=True,
        hand=hand,
    )
    call = Choice(
        "call", CALL_LABEL, SCHOOL_CHOICES, nothing=NO_CALL, optional=True, offered=with_call(state), colours=COLOURS
    )
    lead = say("%(dealer)s donne. %(first)s parie ou passe en premier.", dealer=state.dealer, first=speakers[0])
    return Question("bids", BIDS_TITLE, (Way((bids, call)),), lead, subject=say("les paris"))


def _points(state: StateUnder[TarotDecaleRules], speakers: tuple[str, ...]) -> Question:
    extras = _bet(state.answers)
    aside = Number(
        "set_aside", ASIDE_LABEL, 0, ALL_POINTS, "tarot-decale.set-aside", optional=True, suggested=0, never=(1,)
    )
    point_fields: tuple[Field, ...]
    if extras.get("call"):
        camp = Number("camp_points", CAMP_LABEL, 0, ALL_POINTS, "tarot-decale.total")
        point_fields = (camp, OnePlayer("partner", PARTNER_LABEL, speakers, barred=(extras["bettor"],)))
    else:
        total = ALL_POINTS if len(speakers) == CALL_PLAYERS else None
        point_fields = (
            Points("points", POINTS_LABEL, speakers, 0, ALL_POINTS, "tarot-decale.total", total, "set_aside"),
        )
    bonuses = _bonus_fields(speakers) if with_bonuses(state) else ()
    return Question(
        "points",
        POINTS_TITLE,
        (Way((*point_fields, aside, *bonuses), extra=BONUSES_AND_LAST_TRICK if bonuses else None),),
        _lead(state, extras),
        extras,
        say("les points"),
    )


def _labels(players: tuple[str, ...]) -> dict[str, Text]:
    return {TROP_COOL: TROP_COOL_AT[len(players)], **BONUSES}


def _bonus_fields(speakers: tuple[str, ...]) -> tuple[Field, ...]:
    return tuple(
        SomePlayers(f"bonuses.{bonus}", label, speakers, "tarot-decale.bonuses", MOST[bonus], optional=True)
        for bonus, label in _labels(speakers).items()
    )


def _bet(answers: Mapping[str, Answer]) -> Mapping[str, Any]:
    """The bet of a deal, as in ``next``: bettor, diploma, call (a school or None); empty without a bet."""
    answer = answers.get("bids")
    if answer is None:
        return {}
    bettor = official_bettor(answer["bids"])
    return {"bettor": bettor, "diploma": answer["bids"][bettor], "call": answer.get("call")}


def bid_summary(state: StateUnder[TarotDecaleRules]) -> BidSummary:
    bet = _bet(state.answers)
    if not bet:
        return BidSummary()
    words = dict(BETS)
    bids = {player: words[bid] for player, bid in state.answers["bids"]["bids"].items() if bid != PASS}
    together = say("%(taker)s : %(contract)s", taker=bet["bettor"], contract=DIPLOMA_NAMES[bet["diploma"]])
    return BidSummary(None, together, bids)


def _lead(state: StateUnder[TarotDecaleRules], bet: Mapping[str, Any]) -> Text:
    first = state.table.next_seat(state.dealer)
    if not bet:
        dealer = state.dealer
        return say("%(dealer)s donne, %(first)s entame ; à la fin, chacun compte ses plis.", dealer=dealer, first=first)
    diploma = DIPLOMA_NAMES[bet["diploma"]]
    if bet["call"]:
        proviseur = parse_decale(f"{bet['call']}:proviseur")
        return say(
            "%(bettor)s vise le %(diploma)s et appelle le %(called)s. %(first)s entame.",
            bettor=bet["bettor"],
            diploma=diploma,
            called=proviseur,
            first=first,
        )
    return say(
        "%(bettor)s vise le %(diploma)s : il lui faut plus de points %(compared)s. %(first)s entame.",
        bettor=bet["bettor"],
        diploma=diploma,
        compared=COMPARED[state.rules.bet_compare],
        first=first,
    )


def check(state: StateUnder[TarotDecaleRules], step: str, answer: Answer) -> Iterable[Violation]:
    if step == "bids":
        yield from _check_call(state, answer)
        return
    if "points" in answer:
        yield from _check_total(answer)
    else:
        yield from _check_camp(state, answer)
    if with_bonuses(state):
        yield from _check_bonuses(state, answer)


def _check_call(state: StateUnder[TarotDecaleRules], answer: Answer) -> Iterator[Violation]:
    if answer.get("call") is None:
        return
    if not with_call(state):
        yield Violation("tarot-decale.call", "call", say("Votre table joue sans l'appel au proviseur."))
    elif official_bettor(answer["bids"]) is None:
        yield Violation("tarot-decale.call", "call", say("Tout le monde passe : personne ne peut appeler."))


def _check_total(answer: Answer) -> Iterator[Violation]:
    points = answer["points"]
    low, high = TOTALS[len(points)]
    total = sum(points.values()) + answer.get("set_aside", 0)
    if low == high and total != high:
        message = say("Le total doit faire %(total)s ; il fait %(made)s.", total=high, made=total)
        yield Violation("tarot-decale.total", "points", message)
    elif not low <= total <= high:
        message = say("Le total va de %(low)s à %(high)s ; il fait %(made)s.", low=low, high=high, made=total)
        yield Violation("tarot-decale.total", "points", message)


def _check_camp(state: StateUnder[TarotDecaleRules], answer: Answer) -> Iterator[Violation]:
    total = answer["camp_points"] + answer.get("set_aside", 0)
    if total > ALL_POINTS:
        message = say("Tout le paquet vaut %(total)s points ; il y en a %(made)s ici.", total=ALL_POINTS, made=total)
        yield Violation("tarot-decale.total", "camp_points", message)
    if answer["partner"] == _bet(state.answers)["bettor"]:
        message = say("%(player)s est le parieur ; son partenaire est un autre joueur.", player=answer["partner"])
        yield Violation("tarot-decale.call-own", "partner", message)


def _check_bonuses(state: StateUnder[TarotDecaleRules], answer: Answer) -> Iterator[Violation]:
    cool, loose, last = (dict.fromkeys(_holders(answer, bonus)) for bonus in (TROP_COOL, LOOSE, BOUT_DU_BOUT))
    card_points = _pile_points(state, answer)
    impossible_cool = names(player for player in cool if player in loose)
    without_petit = names(player for player in last if player in loose)
    aside = names(last if answer.get("set_aside") else ())
    poor = names(player for player in last if card_points.get(player, ALL_POINTS) < PETIT_POINTS)
    for field, players, message in (
        (
            "bonuses",
            impossible_cool,
            say("%(names)s : sans aucun atout, on ne peut pas en montrer.", names=impossible_cool),
        ),
        ("bonuses", without_petit, say("%(names)s : sans aucun atout, on n'a pas le 1 d'atout.", names=without_petit)),
        ("bonuses.bout-du-bout", aside, say("%(names)s : le dernier pli, mis de côté, n'est à personne.", names=aside)),
        ("bonuses.bout-du-bout", poor, say("%(names)s : le 1 d'atout à lui seul vaut déjà 5 points.", names=poor)),
    ):
        if players.items:
            yield Violation("tarot-decale.bonuses", field, message)


def _pile_points(state: StateUnder[TarotDecaleRules], answer: Answer) -> Mapping[str, int]:
    """The card points that include each player's tricks: their own, or after a call those of the camp."""
    if "points" in answer:
        own: Mapping[str, int] = answer["points"]
        return own
    if state.table.version < CAMPS_JUDGED_SINCE:
        return {}
    camp = (_bet(state.answers)["bettor"], answer["partner"])
    points, against = answer["camp_points"], _of_the_three(answer)
    return {player: points if player in camp else against for player in state.table.present}


def _holders(answer: Answer, bonus: str) -> tuple[str, ...]:
    return tuple(answer.get(f"bonuses.{bonus}", ()))


def record(state: StateUnder[TarotDecaleRules], step: str, answer: Answer) -> Outcome:
    if step == "bids":
        if official_bettor(answer["bids"]) is not None:
            return Outcome("goes-on")
        step_left = 1 if state.rules.all_pass == NEXT_DEALER else 0
        return Outcome("thrown-in", next_dealer=state.table.next_seat(state.dealer, step_left))
    bonuses = tuple(_bonus_lines(state, answer)) if with_bonuses(state) else ()
    bet = _bet(state.answers)
    if not bet:
        return Outcome("deal", (*_own_lines(answer["points"], state.table.present), *bonuses))
    mine, against = compared(state.rules, bet, answer)
    result = verdict(mine, against, state.rules.bet_tie)
    if result == VOID:
        return Outcome("deal", (*_void_lines(state), *bonuses))
    tallies = [Tally("bets-won", {bet["bettor"]: int(result == WON)}, bet["diploma"])]
    if bet["call"]:
        lines = _call_lines(state, bet, answer, result, level=mine == against)
        tallies.append(Tally("partner-bets-won", {answer["partner"]: int(result == WON)}, bet["diploma"]))
    else:
        lines = _bet_lines(state, bet, answer, result, level=mine == against)
    return Outcome("deal", (*lines, *bonuses), tallies=tuple(tallies))


def verdict(mine: int, against: int, bet_tie: str) -> str:
    """Whether a bet is won, lost or void; ``bet_tie``: the result of a tie (article tarot-decale.bet-tie).

    >>> verdict(30, 29, "lost"), verdict(30, 30, "lost"), verdict(30, 30, "void")
    ('won', 'lost', 'void')
    """
    if mine == against:
        return bet_tie
    return WON if mine > against else LOST


def compared(rules: TarotDecaleRules, bet: Mapping[str, Any], answer: Answer) -> tuple[int, int]:
    """The points compared in a bet: after a call of both camps, else of the bettor and the opponents."""
    if bet["call"]:
        return answer["camp_points"], _of_the_three(answer)
    points, bettor = answer["points"], bet["bettor"]
    opponents = [points for player, points in points.items() if player != bettor]
    return points[bettor], sum(opponents) if rules.bet_compare == ALL_OTHERS else max(opponents)


def _of_the_three(answer: Answer) -> int:
    """The points of the three opponents of bettor and partner."""
    points: int = ALL_POINTS - answer.get("set_aside", 0) - answer["camp_points"]
    return points


def _bet_lines(
    state: StateUnder[TarotDecaleRules], bet: Mapping[str, Any], answer: Answer, result: str, level: bool
) -> tuple[Line, ...]:
    """The lines of a bet without a call (article tarot-decale.bet-score): the others score their points in any case."""
    bettor, points = bet["bettor"], answer["points"]
    noting = [player for player in state.table.present if player != bettor or result == WON]
    return (*_own_lines(points, noting), _diploma_line(bettor, bet["diploma"], result, level, "tarot-decale.bet-score"))


def _call_lines(
    state: StateUnder[TarotDecaleRules], bet: Mapping[str, Any], answer: Answer, result: str, level: bool
) -> tuple[Line, ...]:
    """The lines of a bet with a call (article tarot-decale.call-score): each winner scores all points of the camp."""
    partners = (bet["bettor"], answer["partner"])
    opponents = tuple(player for player in state.table.present if player not in partners)
    article = "tarot-decale.call-score"
    diplomas = tuple(_diploma_line(player, bet["diploma"], result, level, article) for player in partners)
    winners, camp_points = (partners, answer["camp_points"]) if result == WON else (opponents, _of_the_three(answer))
    shares = (Line(player, camp_points, CAMP_POINTS, article, str(camp_points)) for player in winners)
    return (*shares, *diplomas)


def _own_lines(points: Mapping[str, int], noting: Iterable[str]) -> tuple[Line, ...]:
    return tuple(
        Line(player, points[player], CARD_POINTS, "tarot-decale.score", str(points[player])) for player in noting
    )


def _diploma_line(player: str, diploma: str, result: str, level: bool, article: str) -> Line:
    name, value = DIPLOMA_NAMES[diploma], DIPLOMAS[diploma]
    if result == WON:
        return Line(player, value, say("%(diploma)s gagné", diploma=name), article, signed(value))
    reason = say("%(diploma)s perdu, à égalité", diploma=name) if level else say("%(diploma)s perdu", diploma=name)
    return Line(player, -value, reason, article, signed(-value))


def _void_lines(state: StateUnder[TarotDecaleRules]) -> tuple[Line, ...]:
    return tuple(Line(player, 0, NOTHING_NOTED, "tarot-decale.bet-tie", "–") for player in state.table.present)


def _bonus_lines(state: StateUnder[TarotDecaleRules], answer: Answer) -> Iterator[Line]:
    players = state.table.present
    for bonus, reason in _labels(players).items():
        for player in players:
            if player in _holders(answer, bonus):
                yield Line(player, FOR_A_BONUS, reason, "tarot-decale.bonuses", signed(FOR_A_BONUS))


def check_table(table: TableUnder[TarotDecaleRules]) -> Iterator[Violation]:
    """Options that depend on others or on the number of players."""
    n, rules = len(table.players), table.rules
    if rules.call and not (rules.bets and n == CALL_PLAYERS):
        yield Violation("match.options", "options.call", say("L'appel au proviseur se joue à cinq, avec les paris."))
    if rules.bonuses and n not in TROP_COOL_ATOUTS:
        yield Violation("match.options", "options.bonuses", say("Les primes se jouent à quatre ou à cinq."))


def prepare(n: int, rules: TarotDecaleRules, deal: int) -> Preparation:
    aside = PACK.size - n * DEALT[n]
    notes = [say("Donnez les cartes deux par deux.")]
    if aside:
        notes.append(say("Mettez %(n)s cartes de côté au fil de la donne, sans les regarder.", n=aside))
    if rules.bets:
        notes.append(say("Ne classez pas vos cartes avant les paris : si tout le monde passe, on les redonne."))
    dealer = say("qui tire la plus forte carte, puis chacun à son tour vers la gauche")
    return Preparation(PACK, (DEALT[n],) * n, dealer, LEFT_STARTS, notes=tuple(notes))
