"""L'Aluette: tricks, faces and signs; the player who takes most tricks wins the deal for the whole team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.fields import SideChoice, TrickWinners, YesNo
from referee.games.figures import DEALS_WON, deal_won
from referee.games.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    MISDEAL,
    Answer,
    DummySeats,
    Ending,
    Figure,
    Game,
    Offence,
    Outcome,
    Position,
    Preparation,
    Question,
    Tally,
    Way,
    numbered_deal,
)  # fmt: skip
from referee.games.options import EXTRA_DEAL, SHARED, OneOf, PlayersOption, Whole, tie_option
from referee.games.sheet import Line, Round
from referee.games.table import HouseRules, Table
from referee.games.violation import Violation
from referee.words import Text, say, say_n

__all__ = ["GAME", "TRICKS", "DealWinner", "deal_winner"]

# The sheet: 52 cards without the tens; tricks (and cards each) by number of seats.
REMOVED = ("10S", "10H", "10D", "10C")
PACK = 52 - len(REMOVED)
TRICKS = {4: 9, 6: 8}
HANDED_OUT = {4: say("Donnez trois par trois."), 6: say("Donnez trois par trois, puis deux à chacun.")}

# Articles aluette.score and aluette.mordienne, in points for the winner's team.
FOR_THE_DEAL, FOR_MORDIENNE = 1, 2

FEWEST_PEOPLE = 2

# Article aluette.petit-jean: by the number of people, the seats they leave to a Petit-Jean, each team one at most.
PETIT_JEAN = DummySeats("petit_jean", "Petit-Jean", {2: (3, 4), 3: (4,), 5: (6,)})

FIRST_TO, DEALS = "first-to", "deals"
NO_PENALTY, POINT_TO_OPPONENTS = "none", "point-to-opponents"

OPTIONS = (
    Whole("target", say("But de la partie"), "aluette.end", 1, 20, 5),
    OneOf(
        "length", say("Le but se compte"), "aluette.length",
        ((FIRST_TO, say("en points : le premier qui les a")), (DEALS, say("en donnes jouées"))), FIRST_TO,
    ),
    PlayersOption(PETIT_JEAN.option, say("Petit-Jean"), "aluette.petit-jean"),
    OneOf(
        "sign_penalty", say("Signe interdit"), "aluette.errors",
        ((NO_PENALTY, say("ne coûte rien")), (POINT_TO_OPPONENTS, say("1 point à l'équipe adverse"))), NO_PENALTY,
    ),
    tie_option(
        "aluette.tie", default_from=lambda chosen: SHARED if chosen.get("length") == DEALS else EXTRA_DEAL,
    ),
)  # fmt: skip

FIGURES = (
    DEALS_WON,
    Figure("mordiennes", say("Mordiennes de son équipe"), "count"),
)  # fmt: skip

TITLE, WINNERS_LABEL, VOID = say("La donne"), say("Qui a pris chaque pli ?"), say("d'autant")
BY_TRICK, BY_RESULT = say("Pli par pli"), say("Le résultat seulement")
SIDE_LABEL, NOBODY, MORDIENNE_LABEL = say("Qui gagne la donne ?"), say("personne"), say("Mordienne")
RESULT, MORDIENNE, NO_POINT = say("gagne la donne"), say("fait mordienne"), say("personne ne gagne la donne")
FORBIDDEN_SIGN = say("signe interdit en face")


@dataclass(frozen=True, slots=True)
class DealWinner:
    """Who wins a deal, with how many tricks; ``tied``: the others who took as many, only later."""

    player: str
    tricks: int
    mordienne: bool
    tied: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """What the winner's team scores."""
        return FOR_MORDIENNE if self.mordienne else FOR_THE_DEAL

    @property
    def article(self) -> str:
        """The article that decides."""
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


def question(position: Position) -> Question:
    table = position.table
    seats = table.after(position.dealer)
    by_trick = TrickWinners("winners", WINNERS_LABEL, seats, TRICKS[len(seats)], VOID, "aluette.tricks")
    side = SideChoice("side", SIDE_LABEL, table.sides, nothing=NOBODY)
    ways = (
        Way((by_trick,), "winners", BY_TRICK),
        Way((side, YesNo("mordienne", MORDIENNE_LABEL)), "side", BY_RESULT),
    )
    return Question("deal", TITLE, ways, _lead(position, seats[0]))


def _lead(position: Position, first: str) -> Text:
    dealer = position.dealer
    dummies = GAME.dummies(position.rules)
    if dealer in dummies and first in dummies:
        return say("%(dealer)s donne, %(first)s entame : chaque équipe joue pour le sien.", dealer=dealer, first=first)
    if dealer in dummies:
        return say("%(dealer)s donne : son équipe donne pour lui. %(first)s entame.", dealer=dealer, first=first)
    if first in dummies:
        return say("%(dealer)s donne. %(first)s entame : son équipe joue pour lui.", dealer=dealer, first=first)
    return say(
        "%(dealer)s donne, %(first)s entame. Chacun compte ses propres plis, pas ceux de son équipe.",
        dealer=dealer, first=first,
    )  # fmt: skip


def check(position: Position, step: str, answer: Answer) -> Iterable[Violation]:
    if answer.get("mordienne") and answer["side"] is None:
        yield Violation("aluette.mordienne", "mordienne", say("Pas de mordienne sans gagnant de la donne."))


def record(position: Position, step: str, answer: Answer) -> Outcome:
    if "winners" in answer:
        winner = deal_winner(answer["winners"])
        return Outcome("deal", _blank(position) if winner is None else (_won(position, winner),))
    if answer["side"] is None:
        return Outcome("deal", _blank(position))
    if answer.get("mordienne"):
        return Outcome("deal", (Line(answer["side"], FOR_MORDIENNE, MORDIENNE, "aluette.mordienne", "M"),))
    return Outcome("deal", (Line(answer["side"], FOR_THE_DEAL, RESULT, "aluette.score"),))


def _blank(position: Position) -> tuple[Line, ...]:
    return tuple(Line(side.name, 0, NO_POINT, "aluette.all-void", "–") for side in position.table.sides)


def _won(position: Position, winner: DealWinner) -> Line:
    side = position.table.side_by_player[winner.player]
    return Line(side, winner.points, _reason(winner), winner.article, "M" if winner.mordienne else winner.player)


def _reason(winner: DealWinner) -> Text:
    player, n = winner.player, winner.tricks
    if winner.mordienne:
        return say_n(
            "%(player)s fait mordienne : %(n)s pli, le dernier",
            "%(player)s fait mordienne : %(n)s plis, tous les derniers", n, player=player,
        )  # fmt: skip
    if winner.tied:
        return say_n(
            "%(player)s : %(n)s pli, fait en premier", "%(player)s : %(n)s plis, faits en premier", n, player=player
        )  # fmt: skip
    return say_n(
        "%(player)s : %(n)s pli, plus que tout autre", "%(player)s : %(n)s plis, plus que tout autre", n, player=player
    )


def tally(table: Table, row: Round) -> Iterator[Tally]:
    """The deal and its mordienne, for every person of the side that won it; a Petit-Jean has no figures."""
    answer = row.answers.get("deal")
    if answer is None:  # a penalty's line
        return
    people = [player for player in table.players if player not in GAME.dummies(table.rules)]
    winner = deal_winner(answer["winners"]) if "winners" in answer else None
    side = table.side_by_player[winner.player] if winner else answer.get("side")
    winners = [player for player in people if table.side_by_player[player] == side]
    yield from deal_won(people, winners)
    if winner.mordienne if winner else answer.get("mordienne"):
        for player in winners:
            yield Tally(player, "mordiennes", 1)


def ending(table: Table) -> Ending:
    rules = table.rules
    if rules["length"] == DEALS:
        return Ending(deals=rules["target"], tie=rules["tie"])
    return Ending(target=rules["target"], tie=rules["tie"])


def seated(table: Table) -> Iterator[Violation]:
    """Dummies fill seats, but two people must be left, and one in each team (article aluette.petit-jean)."""
    dummies = GAME.dummies(table.rules)
    if len(table.players) - len(dummies) < FEWEST_PEOPLE:
        yield Violation("match.players", "players", say("Il faut au moins deux vraies personnes à la table."))
        return
    for side in table.sides:
        if all(player in dummies for player in side.players):
            message = say("%(side)s : il faut au moins une vraie personne dans chaque équipe.", side=side.name)
            yield Violation("aluette.petit-jean", "options.petit_jean", message)


def sign_lines(position: Position, player: str) -> tuple[Line, ...]:
    """What a forbidden sign costs at once: nothing, or a point to the other team (article aluette.errors)."""
    if position.rules["sign_penalty"] == NO_PENALTY:
        return ()
    own = position.table.side_by_player[player]
    others = next(side.name for side in position.table.sides if side.name != own)
    return (Line(others, 1, FORBIDDEN_SIGN, "aluette.errors"),)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(
        PACK, TRICKS[n], PACK - n * TRICKS[n], DEALERS_IN_TURN, LEFT_STARTS, removed=REMOVED, notes=(HANDED_OUT[n],)
    )


FORBIDDEN = Offence(
    "forbidden-sign", say("Signe interdit"),
    say("Rien d'autre que les signes permis : selon la règle de la table, un point à l'équipe adverse."),
    "aluette.errors", lambda rules: str(rules["sign_penalty"]), sign_lines,
)  # fmt: skip

GAME = Game(
    id="aluette",
    name=say("L'Aluette"),
    summary=say(
        "Deux équipes, des plis où tout est permis, et des signes pour dire à ses partenaires ce qu'on a en main. "
        "Le joueur qui prend le plus de plis gagne la donne pour son équipe."
    ),
    pack=say("52 cartes, sans les dix"),
    length=say("en 5 points"),
    records=say("chaque pli et qui le prend, ou seulement qui gagne la donne"),
    players=(4, 6),
    question=question,
    record=record,
    label=numbered_deal,
    ending=ending,
    prepare=prepare,
    options=OPTIONS,
    offences=(replace(MISDEAL, article="aluette.errors"), FORBIDDEN),
    check=check,
    in_teams=True,
    seated=seated,
    figures=FIGURES,
    tally=tally,
    dummy_seats=PETIT_JEAN,
)
