"""La Bataille Corse: turn up cards, pay for figures, slap two equal cards, and win the whole pack."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.fields import OnePlayer
from referee.games.figures import DEALS_WON, deal_won
from referee.games.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    MISDEAL,
    Answer,
    Ending,
    Game,
    Offence,
    Outcome,
    Position,
    Preparation,
    Question,
    Tally,
    Way,
    all_dealt,
    numbered_deal,
)
from referee.games.options import OneOf, Whole, tie_option
from referee.games.sheet import Line, Round
from referee.games.table import HouseRules, Table
from referee.words import Text, say

__all__ = ["CONTRACTS", "GAME"]

PACK = 52

# Article bataille-corse.contract: the cards that the next player owes for a figure; the ace's are an option.
CONTRACTS = {"J": 1, "Q": 2, "K": 3}

# Article bataille-corse.score, in points.
FOR_THE_PACK = 1

NO_PENALTY, ONE_UNDER, TWO_UNDER = "none", "one-under", "two-under"

OPTIONS = (
    OneOf(
        "ace_contract", say("L'as"), "bataille-corse.ace",
        ((0, say("ne réclame rien")), (4, say("réclame quatre cartes"))), 0,
    ),
    OneOf(
        "wrong_slap", say("Tape à tort"), "bataille-corse.wrong-slap",
        (
            (NO_PENALTY, say("ne coûte rien")),
            (ONE_UNDER, say("une carte sous le tas")),
            (TWO_UNDER, say("deux cartes sous le tas")),
        ),
        NO_PENALTY,
    ),
    Whole("target", say("Points à atteindre"), "bataille-corse.target", 1, 50, None, nullable=True),
    tie_option("match.tie"),
)  # fmt: skip

WRONG_SLAP = Offence(
    "wrong-slap", say("Tape à tort"),
    say("La feuille ne prévoit rien ; si la table en a décidé ainsi, une ou deux cartes sous le tas."),
    "bataille-corse.wrong-slap", lambda rules: str(rules["wrong_slap"]),
)  # fmt: skip

TITLE, WINNER_LABEL, REASON = say("Le paquet entier"), say("Qui a toutes les cartes ?"), say("a toutes les cartes")
UNEVEN = say("Le partage ne tombe pas juste : les premiers servis ont une carte de plus.")


def question(position: Position) -> Question:
    first, *_ = speakers = position.table.after(position.dealer)
    lead: Text = say("%(dealer)s donne, %(first)s retourne la première carte.", dealer=position.dealer, first=first)
    return Question("won", TITLE, (Way((OnePlayer("winner", WINNER_LABEL, speakers),)),), lead)


def record(position: Position, step: str, answer: Answer) -> Outcome:
    return Outcome("deal", (Line(answer["winner"], FOR_THE_PACK, REASON, "bataille-corse.score"),))


def tally(table: Table, row: Round) -> Iterator[Tally]:
    return deal_won(table.players, (row.answers["won"]["winner"],))


def ending(table: Table) -> Ending:
    return Ending(target=table.rules["target"], tie=table.rules["tie"])


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    notes = (UNEVEN,) if PACK % n else ()
    return Preparation(PACK, all_dealt(PACK, n), 0, DEALERS_IN_TURN, LEFT_STARTS, notes=notes)


GAME = Game(
    id="bataille-corse",
    name=say("La Bataille Corse"),
    summary=say(
        "Retournez vos cartes une à une : les figures en réclament au voisin, et deux cartes égales de suite "
        "se tapent. Qui finit avec tout le paquet gagne."
    ),
    pack=say("52 cartes, sans les jokers"),
    length=say("un quart d'heure par partie"),
    records=say("qui finit avec tout le paquet"),
    players=(2, 3, 4, 5, 6),
    question=question,
    record=record,
    label=numbered_deal,
    ending=ending,
    prepare=prepare,
    options=OPTIONS,
    offences=(MISDEAL, WRONG_SLAP),
    figures=(DEALS_WON,),
    tally=tally,
)
