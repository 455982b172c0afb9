"""What a game module declares: the surface between a game and everything that knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from referee.games.fields import Field
from referee.games.options import Option, Tie
from referee.games.sheet import Line, Round, Standing
from referee.games.table import NOBODY, HouseRules, Table
from referee.games.violation import Violation
from referee.words import Text, say

__all__ = [
    "Answer", "DEALERS_IN_TURN", "DummySeats", "Ending", "Figure", "Game", "ILLEGAL_CARD", "LEFT_STARTS", "MISDEAL",
    "Offence", "Outcome", "Position", "Preparation", "Question", "REVOKE", "Seating", "Tally", "Way", "all_dealt",
    "high_wins", "left_of_dealer", "low_wins", "no_lines", "nothing_more", "numbered_deal", "sits",
]  # fmt: skip

Answer = Mapping[str, Any]
"""What was recorded for a step, already read: names clean, cards parsed, lists as tuples."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands: all a game needs to ask its next question and to score the answer.

    ``recorded``: the answers already given in this deal, by step. ``memory``: what the game itself carries
    from deal to deal. ``deal`` counts from 1; ``deal - 1`` deals are complete. ``begun``: whether anything of this deal
    is recorded. ``stand_ins``: who plays whose seat in this deal; whoever replaces somebody once it has begun stands
    in the table's own already, and plays from the next deal on.
    """

    table: Table
    dealer: str
    totals: Mapping[str, int]
    deal: int = 1
    recorded: Mapping[str, Answer] = field(default_factory=dict)
    memory: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    standing: Standing = field(default_factory=Standing)
    over: bool = False
    begun: bool = False
    stand_ins: Mapping[str, str] = field(default_factory=lambda: NOBODY)

    @property
    def rules(self) -> HouseRules:
        return self.table.rules


class Way(NamedTuple):
    """One way to answer a question: its fields, in the order they are asked. ``id`` is "" for the only way."""

    fields: tuple[Field, ...]
    id: str = ""
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What must be recorded next. With several ``ways`` exactly one of them is answered.

    ``extras`` is what this step adds to ``next`` of a sheet (FORMATS: barbu's ``choices``).
    """

    step: str
    title: Text
    ways: tuple[Way, ...]
    lead: Text | None = None
    extras: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


class Outcome(NamedTuple):
    """What an accepted answer does.

    ``kind``: ``goes-on`` keeps the answer in ``recorded`` and asks the deal's next step; ``line`` writes a row in
    the deal's number and the deal goes on as it was; ``deal`` completes the deal; ``thrown-in`` deals again
    without a row; ``aside`` is no part of the deal: it changes the standing or the table, and writes a row only
    where it has lines. ``next_dealer``: None is the player to the left (after ``thrown-in``: the same dealer).
    ``memory``, ``standing`` and ``table``: None leaves them as they are.
    """

    kind: Literal["goes-on", "line", "deal", "thrown-in", "aside"]
    lines: tuple[Line, ...] = ()
    next_dealer: str | None = None
    memory: Mapping[str, Any] | None = None
    standing: Standing | None = None
    table: Table | None = None


class Ending(NamedTuple):
    """When a match ends: after ``deals``, or when a total reaches ``target``; ``at_once``: in mid-deal too."""

    deals: int | None = None
    target: int | None = None
    tie: Tie = "shared"
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Offence:
    """A mistake at the table. ``effect`` is a stable id, or the option that decides it; ``lines``: points it costs."""

    id: str
    label: Text
    consequence: Text
    article: str
    effect: str | Callable[[HouseRules], str]
    lines: Callable[[Position, str], tuple[Line, ...]] = lambda position, player: ()

    def effect_under(self, rules: HouseRules) -> str:
        return self.effect if isinstance(self.effect, str) else self.effect(rules)


@dataclass(frozen=True, slots=True)
class Preparation:
    """How a deal is laid out: the pack, cards out, cards dealt each, cards left. Card names are FORMATS codes.

    ``dealt`` is a number each, or a list of hand sizes where they differ from seat to seat (dealer's left
    first); where the number changes from deal to deal it is that of the deal asked for. ``pack`` 0 is a game of
    which nothing is known. ``notes`` are further sentences for the table ("On tourne vers la droite."): the pack,
    ``packs``, the cards out, dealt and left are told from their numbers.
    """

    pack: int
    dealt: int | tuple[int, ...]
    left: int
    dealer: Text
    starts: Text
    packs: int = 1
    removed: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()


DEALERS_IN_TURN = say("le premier donneur, puis chacun à son tour vers la gauche")
LEFT_STARTS = say("le joueur à gauche du donneur")


def all_dealt(pack: int, n: int) -> int | tuple[int, ...]:
    """The hands when the whole pack is dealt: one number, or each hand where the first get one card more.

    >>> all_dealt(52, 4), all_dealt(54, 4)
    (13, (14, 14, 13, 13))
    """
    each, more = divmod(pack, n)
    return each if more == 0 else (each + 1,) * more + (each,) * (n - more)


def nothing_more(position: Position, step: str, answer: Answer) -> Iterable[Violation]:
    """The check of a game whose fields say it all."""
    return ()


def no_lines(position: Position) -> tuple[Question, ...]:
    """A game without steps beside the one that goes on with the deal."""
    return ()


def left_of_dealer(position: Position) -> tuple[str, ...]:
    """Who speaks or leads first, then clockwise: the dealer's left, the dealer last."""
    return position.table.after(position.dealer)


def numbered_deal(position: Position) -> Text:
    """The row's name in a game whose deals differ by nothing but their number."""
    return say("Donne %(n)s", n=position.deal)


def low_wins(rules: HouseRules) -> bool:
    """The lowest total is best."""
    return True


def high_wins(rules: HouseRules) -> bool:
    """The highest total is best."""
    return False


def sits(table: Table) -> Iterator[Violation]:
    """A game to which every table of the right size will do."""
    return iter(())


MISDEAL = Offence(
    "misdeal", say("Maldonne"), say("On redistribue ; le même donneur."), "match.misdeal", "redeal",
)  # fmt: skip
REVOKE = Offence(
    "revoke", say("Renonce (n'a pas fourni)"),
    say("Réparée jusqu'à l'entame suivante ; ensuite la donne est rejouée."), "match.revoke", "correct-or-replay",
)  # fmt: skip
ILLEGAL_CARD = Offence(
    "illegal-card", say("Carte injouable"), say("Reprise jusqu'à la carte suivante ; ensuite elle reste."),
    "match.illegal-card", "correct-or-replay",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a game's sheets tell of a player over many matches (bids made, points a contract).

    ``kind``: ``share`` is so many out of so many, ``mean`` so much each time, ``count`` how often. ``detail`` gives the
    words of what a figure is split by (the cards dealt, the contract), from its id.
    """

    id: str
    label: Text
    kind: Literal["share", "mean", "count"]
    detail: Callable[[str], Text] | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What one round adds to a figure of one player: ``count`` (points, times) of ``out_of`` chances."""

    player: str
    figure: str
    count: int
    out_of: int = 1
    detail: str = ""


class Seating(NamedTuple):
    """How so many people sit: how many seats there are, and which of them, from 1, are dummies'."""

    seats: int
    dummies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DummySeats:
    """Seats where nobody sits: how a game of so many seats is played by fewer people.

    ``option``: the house rule that names these seats. ``name``: what such a seat is called; it is stored as any other
    name, so it is not translated. ``seats``: by the number of people, which seats are dummies', from 1.
    """

    option: str
    name: str
    seats: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Game:
    """One game, as its module declares it.

    ``question(position)``: what must be recorded next in this deal; ``asides``: the game's other steps possible now.
    ``check(position, step, answer)``: relations the fields cannot say. ``record(position, step, answer)``: what the
    answer comes to. ``label(position)``: the row's name on the sheet. ``seated(table)``: tables this game refuses
    beyond the number of players. ``prepare(n, rules, deal)``: the pack and the deal for ``n`` players.
    ``players``: how many seats there may be. ``dummy_seats``: how fewer people fill them, where they may.
    ``called(chosen)``: the name a table gave its game among the options it chose; "" is none.
    ``figures`` and ``tally(table, row)``: what a row of the sheet tells of its players over many matches.
    ``summary`` (the aim), ``pack``, ``length`` and ``records`` (what is recorded) are for people who choose a game.
    """

    id: str
    name: Text
    summary: Text
    pack: Text
    length: Text
    records: Text
    players: tuple[int, ...]
    question: Callable[[Position], Question]
    record: Callable[[Position, str, Answer], Outcome]
    label: Callable[[Position], Text]
    ending: Callable[[Table], Ending]
    prepare: Callable[[int, HouseRules, int], Preparation]
    options: tuple[Option, ...] = ()
    offences: tuple[Offence, ...] = (MISDEAL,)
    check: Callable[[Position, str, Answer], Iterable[Violation]] = nothing_more
    asides: Callable[[Position], tuple[Question, ...]] = no_lines
    order: Callable[[Position], tuple[str, ...]] | None = left_of_dealer
    lowest_wins: Callable[[HouseRules], bool] = high_wins
    in_teams: bool = False
    seated: Callable[[Table], Iterator[Violation]] = sits
    penalised: Callable[[Position, Offence, str], Iterable[Violation]] = lambda position, offence, player: ()
    figures: tuple[Figure, ...] = ()
    tally: Callable[[Table, Round], Iterable[Tally]] = lambda table, row: ()
    titles: Callable[[HouseRules], Mapping[str, Text]] = lambda rules: {}
    dummy_seats: DummySeats | None = None
    called: Callable[[Mapping[str, Any]], str] = lambda chosen: ""

    @property
    def people(self) -> tuple[int, ...]:
        """How many people can play: as many as there are seats, or fewer where dummies fill the others."""
        fewer = self.dummy_seats.seats if self.dummy_seats else ()
        return tuple(sorted({*self.players, *fewer}))

    def seating(self, people: int) -> Seating:
        """How so many people sit, as many as can play."""
        dummies = self.dummy_seats.seats.get(people, ()) if self.dummy_seats else ()
        return Seating(people + len(dummies), dummies)

    def dummies(self, rules: HouseRules) -> Sequence[str]:
        """The seats where nobody sits, of which nothing is remembered."""
        named: Sequence[str] = rules[self.dummy_seats.option] if self.dummy_seats else ()
        return named

    def named(self, chosen: Mapping[str, Any]) -> Text | str:
        """What a table that chose these options calls its game."""
        return self.called(chosen) or self.name
