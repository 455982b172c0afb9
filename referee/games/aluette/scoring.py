"""L'Aluette: tricks, faces and signs; the player who takes most tricks wins the deal for the whole team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.answers.choices import YesNo
from referee.answers.house_rules import EXTRA_DEAL, SHARED, Tie
from referee.answers.players import TrickWinners
from referee.answers.rule_fields import choice_rule, number_rule, players_rule, tie_rule
from referee.answers.sides import SideChoice
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.figures import DEALS_WON, Figure, deals_won_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.offences import NO_EFFECT, POINT_TO_OPPONENTS, Offence
from referee.game_definition.seating import DummySeats
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, say, say_n

# The sheet: 52 cards without the tens; tricks (and cards each) by number of seats.
REMOVED = ("10S", "10H", "10D", "10C")
TRICKS = {4: 9, 6: 8}
HANDED_OUT = {4: say("Donnez trois par trois."), 6: say("Donnez trois par trois, puis deux à chacun.")}

# Articles aluette.score and aluette.mordienne, in points for the winner's team.
FOR_THE_DEAL, FOR_MORDIENNE = 1, 2

FEWEST_PEOPLE = 2

# Article aluette.petit-jean: Petit-Jean's seats, by the number of people; at most one in each team.
PETIT_JEAN = DummySeats("petit_jean", "Petit-Jean", {2: (3, 4), 3: (4,), 5: (6,)})

FIRST_TO, DEALS = "first-to", "deals"
NO_PENALTY = NO_EFFECT.id


@dataclass(frozen=True, slots=True, kw_only=True)
class AluetteRules(HouseRules):
    """The house rules; the defaults are printed."""

    target: int = number_rule(say("But de la partie"), 1, 20, "aluette.end", 5)
    length: str = choice_rule(
        say("Le but se compte"),
        ((FIRST_TO, say("en points : la première équipe qui y arrive")), (DEALS, say("en donnes jouées"))),
        "aluette.length",
        FIRST_TO,
        fixed=True,
    )
    petit_jean: tuple[str, ...] = players_rule(say("Petit-Jean"), "aluette.petit-jean", fixed=True)
    sign_penalty: str = choice_rule(
        say("Signe interdit"),
        ((NO_PENALTY, say("ne coûte rien")), (POINT_TO_OPPONENTS.id, say("1 point à l'équipe adverse"))),
        "aluette.errors",
        NO_PENALTY,
    )
    tie: Tie = tie_rule("aluette.tie", lambda chosen: SHARED if chosen.get("length") == DEALS else EXTRA_DEAL)


FIGURES = (
    DEALS_WON,
    Figure("mordiennes", say("Mordiennes de son équipe"), "count"),
)  # fmt: skip

TITLE, WINNERS_LABEL, VOID = say("Qui gagne la donne ?"), say("Qui a pris chaque pli ?"), say("d'autant")
BY_TRICK, BY_RESULT = say("Pli par pli"), say("Le résultat seulement")
SIDE_LABEL, NOBODY, MORDIENNE_LABEL = say("Le gagnant"), say("personne"), say("Mordienne")
RESULT, MORDIENNE, NO_POINT = say("gagne la donne"), say("fait mordienne"), say("personne ne gagne la donne")
FORBIDDEN_SIGN = say("signe interdit en face")


@dataclass(frozen=True, slots=True)
class DealWinner:
    """The winner of a deal and the number of their tricks; ``tied``: players who took as many, but later."""

    player: str
    tricks: int
    mordienne: bool
    tied: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The points of the winner's team."""
        return FOR_MORDIENNE if self.mordienne else FOR_THE_DEAL

    @property
    def article(self) -> str:
        """The article that decides the winner or the points."""
        if self.mordienne:
            return "aluette.mordienne"
        return "aluette.first-to-reach" if self.tied else "aluette.individual"


def deal_winner(winners: Sequence[str | None]) -> DealWinner | None:
    """The winner of a deal from the winners of its tricks, in order; None when every trick was void.

    Most tricks alone (article aluette.individual), then the first to reach that number
    (aluette.first-to-reach); mordienne when they are exactly the last ones (aluette.mordienne).

    >>> deal_winner(["Bob", "Ana", None, "Ana", "Bob"])
    DealWinner(player='Ana', tricks=2, mordienne=False, tied=('Bob',))
    >>> deal_winner(["Bob", "Dan", "Ana", "Ana"]).mordienne
    True
    >>> deal_winner([None, None]) is None
    True
    """
    counts: dict[str, int] = {}
    best: str | None = None
    for player in winners:
        if player is not None:
            counts[player] = counts.get(player, 0) + 1
            if best is None or counts[player] > counts[best]:
                best = player
    if best is None:
        return None
    tricks = counts[best]
    tied = tuple(player for player, count in counts.items() if count == tricks and player != best)
    return DealWinner(best, tricks, all(player == best for player in winners[-tricks:]), tied)


def question(state: StateUnder[AluetteRules]) -> Question:
    table = state.table
    seats = table.after(state.dealer)
    by_trick = TrickWinners("winners", WINNERS_LABEL, seats, lengths=TRICKS, void=VOID, article="aluette.tricks")
    side = SideChoice("side", SIDE_LABEL, table.sides, nothing=NOBODY)
    ways = (
        Way((by_trick,), "winners", BY_TRICK),
        Way((side, YesNo("mordienne", MORDIENNE_LABEL, optional=True)), "side", BY_RESULT),
    )
    return Question("deal", TITLE, ways, _lead(state, seats[0]), subject=say("le résultat"))


def _lead(state: StateUnder[AluetteRules], first: str) -> Text:
    dealer = state.dealer
    dummies = state.rules.petit_jean
    if dealer in dummies and first in dummies:
        return say("%(dealer)s donne, %(first)s entame : chaque équipe joue pour le sien.", dealer=dealer, first=first)
    if dealer in dummies:
        return say("%(dealer)s donne : son équipe donne pour lui. %(first)s entame.", dealer=dealer, first=first)
    if first in dummies:
        return say("%(dealer)s donne. %(first)s entame : son équipe joue pour lui.", dealer=dealer, first=first)
    return say(
        "%(dealer)s donne, %(first)s entame. Chacun compte ses propres plis, pas ceux de son équipe.",
        dealer=dealer,
        first=first,
    )


def check(state: StateUnder[AluetteRules], step: str, answer: Answer) -> Iterable[Violation]:
    if answer.get("mordienne") and answer["side"] is None:
        yield Violation("aluette.mordienne", "mordienne", say("Sans gagnant de la donne, pas de mordienne."))


def record(state: StateUnder[AluetteRules], step: str, answer: Answer) -> Outcome:
    if "winners" in answer:
        winner = deal_winner(answer["winners"])
        if winner is None:
            return _no_winner(state)
        return _deal_outcome(state, _winner_line(state, winner), winner.mordienne)
    if answer["side"] is None:
        return _no_winner(state)
    if answer.get("mordienne"):
        line = Line(answer["side"], FOR_MORDIENNE, MORDIENNE, "aluette.mordienne", "M")
        return _deal_outcome(state, line, mordienne=True)
    return _deal_outcome(state, Line(answer["side"], FOR_THE_DEAL, RESULT, "aluette.score"), mordienne=False)


def _no_winner(state: StateUnder[AluetteRules]) -> Outcome:
    lines = tuple(Line(side.name, 0, NO_POINT, "aluette.all-void", "–") for side in state.table.sides)
    return Outcome("deal", lines, tallies=(deals_won_tally(_people(state.table), ()),))


def _deal_outcome(state: StateUnder[AluetteRules], line: Line, mordienne: bool) -> Outcome:
    """A deal of the line's side: it counts for each person of the team."""
    people = _people(state.table)
    winners = [player for player in people if state.table.side_by_player[player] == line.side]
    won = deals_won_tally(people, winners)
    tallies = (won, Tally("mordiennes", dict.fromkeys(winners, 1))) if mordienne else (won,)
    return Outcome("deal", (line,), tallies=tallies)


def _people(table: TableUnder[AluetteRules]) -> list[str]:
    """The players but Petit-Jean, who has no figures."""
    dummies = table.rules.petit_jean
    return [player for player in table.players if player not in dummies]


def _winner_line(state: StateUnder[AluetteRules], winner: DealWinner) -> Line:
    side = state.table.side_by_player[winner.player]
    return Line(side, winner.points, _reason(winner), winner.article, "M" if winner.mordienne else winner.player)


def _reason(winner: DealWinner) -> Text:
    player, n = winner.player, winner.tricks
    if winner.mordienne:
        return say_n(
            "%(player)s fait mordienne : %(n)s pli, le dernier",
            "%(player)s fait mordienne : %(n)s plis, tous les derniers",
            n,
            player=player,
        )
    if winner.tied:
        return say_n(
            "%(player)s : %(n)s pli, fait avant les autres",
            "%(player)s : %(n)s plis, faits avant les autres",
            n,
            player=player,
        )
    return say_n(
        "%(player)s : %(n)s pli, plus que chacun des autres",
        "%(player)s : %(n)s plis, plus que chacun des autres",
        n,
        player=player,
    )


def ending(table: TableUnder[AluetteRules]) -> Ending:
    rules = table.rules
    if rules.length == DEALS:
        return Ending(deals=rules.target, tie=rules.tie)
    return Ending(target=rules.target, tie=rules.tie)


def check_table(table: TableUnder[AluetteRules]) -> Iterator[Violation]:
    """At least two people must play, and one in each team (article aluette.petit-jean)."""
    dummies = table.rules.petit_jean
    if len(table.players) - len(dummies) < FEWEST_PEOPLE:
        yield Violation("match.players", "players", say("Il faut au moins deux vraies personnes à la table."))
        return
    for side in table.sides:
        if all(player in dummies for player in side.players):
            message = say("%(side)s : il faut au moins une vraie personne dans chaque équipe.", side=side.name)
            yield Violation("aluette.petit-jean", "options.petit_jean", message)


def sign_lines(state: StateUnder[AluetteRules], player: str) -> tuple[Line, ...]:
    """The lines of a forbidden sign: none, or a point for the other team (article aluette.errors)."""
    if state.rules.sign_penalty == NO_PENALTY:
        return ()
    own = state.table.side_by_player[player]
    opponents = next(side.name for side in state.table.sides if side.name != own)
    return (Line(opponents, 1, FORBIDDEN_SIGN, "aluette.errors"),)


def prepare(n: int, rules: AluetteRules, deal: int) -> Preparation:
    hands = (TRICKS[n],) * n
    return Preparation(FIFTY_TWO, hands, DEALERS_IN_TURN, LEFT_STARTS, removed_cards=REMOVED, notes=(HANDED_OUT[n],))


def sign_effect(rules: AluetteRules) -> str:
    """The effect of a forbidden sign, by the house rule."""
    return rules.sign_penalty


NO_SIGN = say(
    "signe interdit / signe qui n'existe pas / signe qui existe pas / signe qui n'est pas dans la liste / "
    "signe qui est pas dans la liste / signe inventé / inventé un signe / inventé un autre signe / faux signe "
    "/ signe pas permis"
)

SIGNED = say(
    "fermé un œil / fermé un oeil / fait le signe / fait signe / fait un signe / levé le pouce / tordu la"
    " bouche / levé les yeux / levé l'index / fait la bouche / bouche de travers / fait un clin d'œil / "
    "clin d'œil / cligné de l'œil / cligné / fermé l'œil / pincé les lèvres / fait le pouce / montré le "
    "pouce / signalé / fait le geste"
)
NOT_HELD = say(
    "alors qu'elle n'a pas / alors qu'il n'a pas / alors qu'elle n'avait pas / alors qu'il n'avait pas / "
    "qu'elle n'a pas / qu'il n'a pas / alors qu'il avait pas / alors qu'elle avait pas / sans avoir la "
    "carte / il l'avait pas / elle l'avait pas / il ne l'avait pas / elle ne l'avait pas / mais il "
    "n'avait pas / mais elle n'avait pas / mais il avait pas / mais elle avait pas / mais il n'a pas / "
    "mais elle n'a pas / qu'il avait pas / qu'elle avait pas / sans l'avoir en main"
)

UNLISTED_SIGN = say(
    "tapé son nez / touché son nez / touché le nez / gratté le nez / gratté l'oreille / touché l'oreille "
    "/ tiré l'oreille / tapé du pied / coup de pied / pied sous la table / toussé / éternué / sifflé / "
    "fait non de la tête / fait oui de la tête / tapé sur la table"
)
FORBIDDEN = Offence(
    "forbidden-sign", say("Signe interdit"),
    say("Un signe qui n'est pas dans la liste : selon la règle de la table, un point à l'équipe adverse."),
    "aluette.errors", sign_effect, sign_lines,
    phrases=((NO_SIGN,), (SIGNED, NOT_HELD), (UNLISTED_SIGN,)),
)  # fmt: skip
