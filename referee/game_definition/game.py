"""What a game module declares: the surface between a game and everything that knows no game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from referee.answers.answer import Field
from referee.answers.house_rules import Option, Tie
from referee.answers.table import HouseRules, Table
from referee.answers.violation import Violation
from referee.cards.packs import Pack
from referee.game_definition.offence_effects import CORRECT_OR_REPLAY, EFFECTS, REDEAL, TAKE_BACK_OR_STAY, Effect
from referee.game_definition.sheet import Line, Round, Standing
from referee.words import Text, say

Answer = Mapping[str, Any]
"""What was recorded for a step, already read: names clean, cards parsed, lists as tuples."""

Feature = Literal["tricks", "following", "turned-trump", "shedding", "turns", "hands"]
"""What a game may have that the common rules speak of: tricks that are gathered, a suit to follow, a turned card that
names trumps, cards to get rid of, turns that are waited for, hands that nobody else sees."""
FEATURES: frozenset[Feature] = frozenset(get_args(Feature))


@dataclass(frozen=True, slots=True)
class State:
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
    memory: Mapping[str, Any] = field(default_factory=dict)
    standing: Standing = Standing()
    over: bool = False
    begun: bool = False
    stand_ins: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> HouseRules:
        return self.table.rules


@dataclass(frozen=True, slots=True)
class Way:
    """One way to answer a question: its fields, in the order they are asked. ``id`` is "" for the only way."""

    fields: tuple[Field, ...]
    id: str = ""
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What must be recorded next. With several ``ways`` exactly one of them is answered.

    ``extras`` is what this step adds to ``next`` of a sheet (FORMATS: ``choices``). ``subject`` is what it records, as
    a sentence says it ("Annulé : les plis de la donne 4").
    """

    step: str
    title: Text
    ways: tuple[Way, ...]
    lead: Text | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)
    subject: Text = say("la saisie")


@dataclass(frozen=True, slots=True)
class Outcome:
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


@dataclass(frozen=True, slots=True)
class Ending:
    """When a match ends: after ``deals``, or when a total reaches ``target``; ``at_once``: in mid-deal too."""

    deals: int | None = None
    target: int | None = None
    tie: Tie = "shared"
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Offence:
    """A mistake at the table: ``effect`` is what it brings down, or a house rule's choice; ``lines`` its points."""

    id: str
    label: Text
    consequence: Text
    article: str
    effect: Effect | Callable[[HouseRules], str]
    lines: Callable[[State, str], tuple[Line, ...]] = lambda state, player: ()

    def effect_under(self, rules: HouseRules) -> Effect:
        return self.effect if isinstance(self.effect, Effect) else EFFECTS[self.effect(rules)]


@dataclass(frozen=True, slots=True)
class Preparation:
    """How a deal is laid out: the pack (None: nothing is known of it), how many of them, and the cards taken out.

    ``hands`` are the cards of each seat from the dealer's left; where the number changes from deal to deal it is that
    of the deal asked for. ``removed`` are FORMATS codes, out of each pack. ``notes`` are further sentences for the
    table ("On tourne vers la droite."): the cards, those out, dealt and left are said from their numbers.
    """

    pack: Pack | None
    hands: tuple[int, ...]
    dealer: Text
    starts: Text
    packs: int = 1
    removed: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()

    @property
    def size(self) -> int:
        """How many cards are played with."""
        return 0 if self.pack is None else self.packs * (self.pack.size - len(self.removed))

    @property
    def left(self) -> int:
        """How many cards stay when all hands are dealt."""
        return self.size - sum(self.hands)

    @property
    def dealt(self) -> int | tuple[int, ...]:
        """The cards of each: a number, or every hand where they differ from seat to seat."""
        return self.hands if len(set(self.hands)) > 1 else next(iter(self.hands), 0)


DEALERS_IN_TURN = say("le premier donneur, puis chacun à son tour vers la gauche")
LEFT_STARTS = say("le joueur à gauche du donneur")


def all_dealt(pack: Pack, n: int) -> tuple[int, ...]:
    """The hands when the whole pack is dealt: the first get one card more where it does not come out even.

    >>> from referee.cards.packs import FIFTY_TWO
    >>> all_dealt(FIFTY_TWO, 3)
    (18, 17, 17)
    """
    each, more = divmod(pack.size, n)
    return (each + 1,) * more + (each,) * (n - more)


def left_of_dealer(state: State) -> tuple[str, ...]:
    """Who speaks or leads first, then clockwise: the dealer's left, the dealer last."""
    return state.table.after(state.dealer)


def numbered_deal(state: State) -> Text:
    """The row's name in a game whose deals differ by nothing but their number."""
    return say("Donne %(n)s", n=state.deal)


def low_wins(rules: HouseRules) -> bool:
    """The lowest total is best."""
    return True


def high_wins(rules: HouseRules) -> bool:
    """The highest total is best."""
    return False


MISDEAL = Offence(
    "misdeal", say("Maldonne"), say("Le même donneur redonne."), "match.misdeal", REDEAL,
)  # fmt: skip
REVOKE = Offence(
    "revoke", say("Renonce (n'a pas fourni)"),
    say("On la répare avant le pli suivant ; après, on rejoue la donne."), "match.revoke", CORRECT_OR_REPLAY,
)  # fmt: skip
ILLEGAL_CARD = Offence(
    "illegal-card", say("Carte injouable"), say("On la reprend tant que personne n'a joué après ; sinon elle reste."),
    "match.illegal-card", TAKE_BACK_OR_STAY,
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


DEALS_WON = Figure("deals-won", say("Donnes gagnées"), "share")


def deal_won(players: Iterable[str], winners: Collection[str]) -> Iterator[Tally]:
    """One deal more for everybody who played it, one win more for its winners.

    >>> [(tally.player, tally.count, tally.out_of) for tally in deal_won(("Ana", "Bob"), ("Bob",))]
    [('Ana', 0, 1), ('Bob', 1, 1)]
    """
    for player in players:
        yield Tally(player, DEALS_WON.id, int(player in winners))


@dataclass(frozen=True, slots=True)
class Seating:
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


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game, as its module declares it.

    ``question(state)``: what must be recorded next in this deal; ``asides``: the game's other steps possible now.
    ``check(state, step, answer)``: relations the fields cannot say. ``record(state, step, answer)``: what the
    answer comes to. ``label(state)``: the row's name on the sheet. ``group(state)``: where rows stand together, the
    heading of theirs and the row's name under it. ``seated(table)``: tables this game refuses beyond the number of
    players. ``prepare(n, rules, deal)``: the pack and the deal for ``n`` players.
    ``players``: how many seats there may be. ``dummy_seats``: how fewer people fill them, where they may.
    ``called(chosen)``: the name a table gave its game among the options it chose; "" is none.
    ``figures`` and ``tally(table, row)``: what a row of the sheet tells of its players over many matches.
    ``features``: what of the common rules has a sense in it; all of them where nothing is known of a game.
    ``summary`` (the aim), ``pack``, ``length`` and ``records`` (what is recorded) are for people who choose a game.
    """

    id: str
    name: Text
    summary: Text
    pack: Text
    length: Text
    records: Text
    players: tuple[int, ...]
    question: Callable[[State], Question]
    record: Callable[[State, str, Answer], Outcome]
    label: Callable[[State], Text]
    ending: Callable[[Table], Ending]
    prepare: Callable[[int, HouseRules, int], Preparation]
    options: tuple[Option, ...] = ()
    offences: tuple[Offence, ...] = (MISDEAL,)
    check: Callable[[State, str, Answer], Iterable[Violation]] = lambda state, step, answer: ()
    asides: Callable[[State], tuple[Question, ...]] = lambda state: ()
    group: Callable[[State], tuple[Text, Text] | None] = lambda state: None
    order: Callable[[State], tuple[str, ...]] | None = left_of_dealer
    lowest_wins: Callable[[HouseRules], bool] = high_wins
    in_teams: bool = False
    seated: Callable[[Table], Iterable[Violation]] = lambda table: ()
    penalised: Callable[[State, Offence, str], Iterable[Violation]] = lambda state, offence, player: ()
    figures: tuple[Figure, ...] = ()
    tally: Callable[[Table, Round], Iterable[Tally]] = lambda table, row: ()
    titles: Callable[[HouseRules], Mapping[str, Text]] = lambda rules: {}
    brief_titles: Callable[[HouseRules], Mapping[str, Text]] = lambda rules: {}
    dummy_seats: DummySeats | None = None
    features: frozenset[Feature] = FEATURES
    called: Callable[[Mapping[str, Any]], str] = lambda chosen: ""

    def __repr__(self) -> str:
        return f"<game {self.id}>"

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
