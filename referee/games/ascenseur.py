"""L'Ascenseur: say exactly how many tricks you will take, with one card more each deal, then one less."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.fields import Avoid, Counts
from referee.games.game import (
    MISDEAL,
    REVOKE,
    Answer,
    Ending,
    Figure,
    Game,
    Outcome,
    Position,
    Preparation,
    Question,
    Tally,
    Way,
)  # fmt: skip
from referee.games.options import SHARED, Flag, OneOf, Whole, tie_option
from referee.games.sheet import Line, Round
from referee.games.suits import trump_choice
from referee.games.table import HouseRules, Table
from referee.words import Text, say, say_n

# The sheet: which 2s are out (convention where it says only how many), and the highest deal of each table.
REMOVED = {3: ("2C",), 4: (), 5: ("2C", "2S"), 6: ("2S", "2H", "2D", "2C")}
HIGHEST = {3: 17, 4: 13, 5: 10, 6: 8}

# Article ascenseur.score, in points.
FOR_A_TRICK, FOR_THE_BID, FOR_A_MISS = 5, 5, -5

UP_DOWN, UP, DOWN_UP = "up-down", "up", "down-up"

OPTIONS = (
    Flag("not_equal", say("Le total des annonces ne tombe jamais juste"), "ascenseur.house-not-equal", True),
    Whole(
        "max_cards", say("Cartes au plus haut de l'ascenseur"), "ascenseur.house-rounds",
        1, lambda n: HIGHEST[n], "high",
    ),
    OneOf(
        "direction", say("Sens de l'ascenseur"), "ascenseur.house-rounds",
        (
            (UP_DOWN, say("monte puis redescend")),
            (UP, say("monte seulement")),
            (DOWN_UP, say("descend puis remonte")),
        ),
        UP_DOWN,
    ),
    Whole("top_rounds", say("Donnes jouées au plus haut"), "ascenseur.house-rounds", 1, lambda n: n, 1),
    tie_option("match.tie", SHARED, only=SHARED),
)  # fmt: skip

FIGURES = (
    Figure("bids-made", say("Annonces tenues"), "share", lambda cards: _cards(int(cards))),
    Figure("bids-over", say("Trop annoncé"), "share"),
    Figure("bids-under", say("Pas assez annoncé"), "share"),
)

TRUMP_TURNED = say("Retournez la carte suivante : elle donne l'atout.")
NO_TRUMP = say("Aucune carte ne reste : sans atout.")


def deals(n: int, rules: HouseRules) -> tuple[int, ...]:
    """The cards dealt to each player, deal by deal (article ascenseur.rounds).

    >>> rules = {"max_cards": 3, "direction": "up-down", "top_rounds": 2}
    >>> deals(4, rules)
    (1, 2, 3, 3, 2, 1)
    >>> len(deals(4, {"max_cards": 13, "direction": "up-down", "top_rounds": 1}))
    25
    """
    highest: int = rules["max_cards"]
    top_rounds: int = rules["top_rounds"]
    top = (highest,) * top_rounds
    if highest == 1:
        return top
    rising = tuple(range(1, highest))
    falling = rising[::-1]
    if rules["direction"] == UP:
        return rising + top
    if rules["direction"] == DOWN_UP:
        return top + falling + rising[1:] + top
    return rising + top + falling


def cards_dealt(position: Position) -> int:
    """The cards each player holds in the deal being played."""
    return deals(len(position.table.players), position.rules)[position.deal - 1]


def question(position: Position) -> Question:
    speakers = position.table.after(position.dealer)
    cards = cards_dealt(position)
    if "bids" not in position.recorded:
        return _bids(position, speakers, cards)
    bids = position.recorded["bids"]["bids"]
    tricks = Counts(
        "tricks", say("Plis faits"), speakers, cards, "ascenseur.tricks", total=cards, suggested=bids,
    )  # fmt: skip
    lead = say_n("%(n)s pli à se partager.", "%(n)s plis à se partager.", cards)
    return Question("tricks", say("Les plis"), (Way((tricks,)),), lead)


def _bids(position: Position, speakers: tuple[str, ...], cards: int) -> Question:
    avoid = Avoid(cards, "ascenseur.not-equal", position.dealer) if position.rules["not_equal"] else None
    remarks = {speakers[0]: say("parle en premier"), position.dealer: say("donne, parle en dernier")}
    bids = Counts("bids", say("Annonces"), speakers, cards, "ascenseur.bids", avoid=avoid, remarks=remarks)
    trump = trump_choice(nothing=say("sans atout"))
    lead = say("%(first)s parle en premier, %(dealer)s en dernier.", first=speakers[0], dealer=position.dealer)
    return Question("bids", say("Les annonces"), (Way((bids, trump)),), lead)


def record(position: Position, step: str, answer: Answer) -> Outcome:
    if step == "bids":
        return Outcome("goes-on")
    bids = position.recorded["bids"]["bids"]
    lines = tuple(score(player, bids[player], answer["tricks"][player]) for player in position.table.players)
    return Outcome("deal", lines)


def score(player: str, bid: int, tricks: int) -> Line:
    """The points of one player in one deal (article ascenseur.score).

    >>> score("Ana", 2, 2).points, score("Ana", 0, 0).points, score("Ana", 2, 3).points
    (15, 5, -5)
    """
    brief = f"{bid}→{tricks}"
    if bid == tricks:
        reason = say("annoncé %(bid)s, tenu", bid=bid)
        return Line(player, FOR_A_TRICK * tricks + FOR_THE_BID, reason, "ascenseur.score", brief)
    reason = say("annoncé %(bid)s, fait %(tricks)s", bid=bid, tricks=tricks)
    return Line(player, FOR_A_MISS * abs(bid - tricks), reason, "ascenseur.score", brief)


def tally(table: Table, row: Round) -> Iterator[Tally]:
    """Whether each bid was made, by the cards dealt; else whether it was too high or too low."""
    bids, tricks = row.answers["bids"]["bids"], row.answers["tricks"]["tricks"]
    cards = str(deals(len(table.players), table.rules)[row.number - 1])
    for player in table.players:
        bid, made = bids[player], tricks[player]
        yield Tally(player, "bids-made", int(bid == made), detail=cards)
        yield Tally(player, "bids-over", int(bid > made))
        yield Tally(player, "bids-under", int(bid < made))


def label(position: Position) -> Text:
    return _cards(cards_dealt(position))


def _cards(n: int) -> Text:
    return say_n("%(n)s carte", "%(n)s cartes", n)


def ending(table: Table) -> Ending:
    return Ending(deals=len(deals(len(table.players), table.rules)), tie=SHARED)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    pack = 52 - len(REMOVED[n])
    cards = deals(n, rules)[deal - 1]
    left = pack - n * cards
    turned = TRUMP_TURNED if left else NO_TRUMP
    return Preparation(
        pack, cards, left, say("le premier donneur, puis chacun à son tour vers la gauche"),
        say("le joueur à gauche du donneur"), removed=REMOVED[n], notes=(turned,),
    )  # fmt: skip


GAME = Game(
    id="ascenseur",
    name=say("L'Ascenseur"),
    summary=say(
        "Annoncez le nombre exact de plis que vous ferez. Une carte de plus à chaque donne, puis une de moins ; "
        "le total des annonces ne tombe jamais juste."
    ),
    pack=say("52 cartes, moins un ou plusieurs 2 selon le nombre de joueurs"),
    length=say("de 15 à 33 donnes"),
    records=say("les annonces, puis les plis"),
    players=(3, 4, 5, 6),
    question=question,
    record=record,
    label=label,
    ending=ending,
    prepare=prepare,
    options=OPTIONS,
    offences=(MISDEAL, REVOKE),
    figures=FIGURES,
    tally=tally,
)
