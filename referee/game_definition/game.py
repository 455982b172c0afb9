"""The interface between a game and the code that is the same for all games: what a game's module declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from referee import RULES_VERSION
from referee.answers.answer import Field
from referee.answers.choices import Occurrence
from referee.answers.house_rules import Option, house_rules
from referee.answers.rule_fields import options_of
from referee.answers.table import HouseRules, Table, alternating_teams, make_table
from referee.answers.violation import Violation
from referee.cards.packs import Pack
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.offences import MISDEAL, Offence
from referee.game_definition.seating import ComingAndGoing, DummySeats, Seating
from referee.game_definition.sheet import Line, Standing, Tally
from referee.game_definition.state import Answer, State
from referee.game_definition.turn_order import left_of_dealer, leftwards
from referee.words import Renderable, Text, say, say_n

Feature = Literal["tricks", "following", "turned-trump", "shedding", "turns", "hands"]
"""The mechanisms of a game that articles common to all games refer to. A common article that needs one of them applies
only to the games that declare it: tricks, following suit, a turned card that makes trumps, shedding cards, playing in
turn, hidden hands."""
Family = Literal["bidding", "tricks", "shedding", "melds", "signs", "free"]
"""The families in which the games are offered."""
FAMILIES: Mapping[Family, Text] = {
    "bidding": say("Annonces et contrats"),
    "tricks": say("Jeux de plis"),
    "melds": say("Combinaisons et captures"),
    "shedding": say("Se défausser"),
    "signs": say("Réflexes et signes"),
    "free": say("Un autre jeu"),
}
FEATURES: frozenset[Feature] = frozenset(get_args(Feature))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to answer a question: its fields, in the order of the form. ``id`` is "" for the only way.

    ``rare``: never the way that stays chosen for the next deal. ``extra``: a name for its optional fields together.
    """

    fields: tuple[Field, ...]
    id: str = ""
    label: Text | None = None
    rare: bool = False
    extra: Text | None = None

    @property
    def at_once(self) -> bool:
        """Whether there is nothing to fill in: one tap records it."""
        return bool(self.fields) and all(isinstance(field, Occurrence) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Question:
    """A step to record. Of several ``ways`` exactly one is answered.

    ``lead``: a sentence above the form. ``extras``: keys that this step adds to ``next`` in the JSON of a sheet.
    ``subject``: the noun phrase for this step inside sentences ("Annulé : les plis de la donne 4"). ``remark(answer)``:
    a sentence about what is typed so far ("41 à faire, +8"), from the valid values by key; with it the form shows the
    points of a whole answer before it is recorded. ``opens``: the way that is open at first, whichever was chosen last.
    ``button``: what its button says of what comes then; None: that it is recorded.
    """

    step: str
    title: Text
    ways: tuple[Way, ...]
    lead: Text | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)
    subject: Text = say("la saisie")
    remark: Callable[[Answer], Text | None] | None = None
    opens: str = ""
    button: Text | None = None


@dataclass(frozen=True, slots=True)
class FurtherRow:
    """A row that a deal writes after its own, under the deal's number: a bonus at the end, a halved total."""

    label: Text
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of an accepted answer.

    ``kind``: ``goes-on`` adds the answer to ``State.answers`` and asks the deal's next step; ``line`` writes a row
    under the deal's number and leaves the deal as it is; ``deal`` completes the deal; ``thrown-in`` deals again
    without a row; ``aside`` is outside the deal: it changes the standing or the table, and writes a row only
    where it has lines. ``next_dealer`` None: the next in the direction of the deal (after ``thrown-in``: the same
    dealer). ``memory``, ``standing`` and ``table`` None: unchanged. ``further``: the rows of a deal after its own; one
    that changes no total is not written. ``tallies``: what the row of ``lines`` adds to the players' figures.
    """

    kind: Literal["goes-on", "line", "deal", "thrown-in", "aside"]
    lines: tuple[Line, ...] = ()
    next_dealer: str | None = None
    memory: Mapping[str, Any] | None = None
    standing: Standing | None = None
    table: Table | None = None
    further: tuple[FurtherRow, ...] = ()
    tallies: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that are chosen together by one tap: ``options`` that differ from the default."""

    id: str
    name: Text
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Preparation:
    """How the cards are prepared and dealt: the pack (None: unknown), the number of ``packs``, the cards removed.

    ``hands``: the number of cards of each seat from the dealer's left, in one deal. ``removed_cards``: card codes,
    taken out of each pack. ``dealer``, ``starts``: who deals first, who begins. ``notes``: sentences for the table
    beyond those made of the numbers ("On tourne vers la droite."). ``no_trump``: no card is left to turn up for trump.
    """

    pack: Pack | None
    hands: tuple[int, ...]
    dealer: Text
    starts: Text
    packs: int = 1
    removed_cards: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    no_trump: bool = False

    @property
    def size(self) -> int:
        """The number of cards in play."""
        return 0 if self.pack is None else self.packs * (self.pack.size - len(self.removed_cards))

    @property
    def remaining(self) -> int:
        """The number of cards left after the deal."""
        return self.size - sum(self.hands)

    @property
    def cards_each(self) -> int | tuple[int, ...]:
        """The size of a hand, or of each hand where they differ."""
        return self.hands if len(set(self.hands)) > 1 else next(iter(self.hands), 0)


def each_alone(n: int, rules: HouseRules) -> bool:
    """Everybody plays alone."""
    return False


def in_two_teams(n: int, rules: HouseRules) -> bool:
    """Partners are seated alternately, in two teams."""
    return True


def four_in_two_teams(n: int, rules: HouseRules) -> bool:
    """Four play in two teams, fewer alone."""
    return n == 4  # noqa: PLR2004


def whole_pack_hands(pack: Pack, n: int) -> tuple[int, ...]:
    """The sizes of the hands when the whole pack is dealt: with a remainder, the first hands have one card more.

    >>> from referee.cards.packs import FIFTY_TWO
    >>> whole_pack_hands(FIFTY_TWO, 3)
    (18, 17, 17)
    """
    each, more = divmod(pack.size, n)
    return (each + 1,) * more + (each,) * (n - more)


def no_remark(answer: Answer) -> None:
    """Nothing but the points of the answer is shown while it is typed."""


def numbered_deal(state: State) -> Text:
    """The row's label "Donne n", for games whose deals differ only by number."""
    return say("Donne %(n)s", n=state.deal)


def plain_total(rules: HouseRules, total: int) -> Text | int:
    """A total of points, as a number."""
    return total


def matches_won(rules: HouseRules, total: int) -> Text:
    """A total that counts the matches won."""
    return say_n("%(n)s partie gagnée", "%(n)s parties gagnées", total)


def low_wins(rules: HouseRules) -> bool:
    """The lowest total is best."""
    return True


def high_wins(rules: HouseRules) -> bool:
    """The highest total is best."""
    return False


@dataclass(frozen=True, slots=True)
class BidSummary:
    """What was said in a deal before it is played: ``trump``, and ``together``, all bids in a few words.

    ``bids``: what each player said who bid something, in one or two words.
    """

    trump: Renderable | None = None
    together: Renderable | None = None
    bids: Mapping[str, Renderable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NamedSetup:
    """A game of another name that a game keeps the score of, with the house rules that make its usual end."""

    name: Text
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The declaration of one game.

    ``question(state)``: the next step of this deal; ``asides``: the game's other steps possible now.
    ``check(state, step, answer)``: the violations that its fields alone cannot detect; ``check_table(table)``: those
    of a table, beyond the number of players; ``check_penalty(state, offence, player)``: those of a penalty.
    ``record(state, step, answer)``: the effect of an answer.
    ``label(state)``: the row's label on the sheet; ``group(state)``: for rows under a common heading, this heading and
    the row's label under it. ``order(state)``: the players in order of play. ``bid_summary(state)``: what was said in
    this deal. ``ending(table)``: when the match ends.
    ``hand_sizes(table)``: the cards of each deal of a match whose hands grow and fall; empty for other games.
    ``ended(state)``: whether the position after a deal ends the match, whatever ``ending`` says of totals and ties.
    ``direction(rules)``: 1 where the deal passes to the left, -1 to the right. ``in_teams(n, rules)``: whether ``n``
    players play in two teams; ``free_teams``: any partition of the players into teams may be given.
    ``bidding``: ``each`` where a deal begins with the bids of all players, recorded one after another; ``taker`` where
    they bid aloud and who takes is recorded. ``asked_later(table)``: what the further steps of a deal
    ask each player apart.
    ``prepare(n, rules, deal)``: the pack and the hands for ``n`` players.
    ``prepare_now(state)``: the same for the deal that a match awaits, where the number of players does not say it.
    ``players``: the possible numbers of seats; ``dummy_seats``: how fewer people fill them.
    ``also``: its other names, by language, by which it is found.
    ``named_otherwise``: what it has that people also name with other words, as with those of a card, each with these.
    ``coming_and_going``: how players join and leave within a match; None where their number is fixed.
    ``reseated(before, after)``: the state after somebody left or joined, with what the game itself makes of it.
    ``rest_option``: the option with which one player more than play sits down, and the dealer rests; "" without it.
    ``cannot_deal(state, player)``: why this player, who is in, cannot deal the deal now awaited; None: nothing.
    ``won_by_play``: only play reaches the target, neither agreed points nor a changed rule.
    ``name_option``: the option by which a table names its game, "" without one; ``named_setups``: other games by name
    that are kept on its sheet; ``named(name, lowest_wins)``: the options of one of any name, with who wins where
    it is said.
    ``zero_sum``: the article by which the totals of all sides add up to 0; "" where they need not.
    ``total_in_words(rules, total)``: the total of a winner in a sentence, where a bare number would not say of what.
    ``titles(rules)``, ``brief_titles(rules)``: the words for the ids in ``Standing.titles``.
    ``rules``: the class of its house rules; ``options``: what forms, files and the desk ask of them.
    ``presets``: house rules that are chosen together by one tap.
    ``figures``: the statistics, to which the tallies of ``record`` add.
    ``legend``: what the signs in a cell of its sheet mean.
    ``features``: the mechanisms it has; ``family``: the games among which it is offered.
    ``summary`` (the aim), ``pack``, ``length`` and ``records`` (what is recorded) are shown to people choosing a game.
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
    prepare: Callable[[int, Any, int], Preparation]
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named_otherwise: tuple[tuple[Text, Text], ...] = ()
    rules: type[HouseRules] = HouseRules
    presets: tuple[Preset, ...] = ()
    offences: tuple[Offence, ...] = (MISDEAL,)
    check: Callable[[State, str, Answer], Iterable[Violation]] = lambda state, step, answer: ()
    asides: Callable[[State], tuple[Question, ...]] = lambda state: ()
    group: Callable[[State], tuple[Text, Text] | None] = lambda state: None
    order: Callable[[State], tuple[str, ...]] | None = left_of_dealer
    bid_summary: Callable[[State], BidSummary] = lambda state: BidSummary()
    lowest_wins: Callable[[Any], bool] = high_wins
    total_in_words: Callable[[Any, int], Text | int] = plain_total
    in_teams: Callable[[int, Any], bool] = each_alone
    free_teams: bool = False
    bidding: Literal["none", "each", "taker"] = "none"
    asked_later: Callable[[Table], tuple[Text, ...]] = lambda table: ()
    zero_sum: str = ""
    hand_sizes: Callable[[Table], tuple[int, ...]] = lambda table: ()
    ended: Callable[[State], bool] = lambda state: False
    direction: Callable[[Any], int] = leftwards
    check_table: Callable[[Table], Iterable[Violation]] = lambda table: ()
    check_penalty: Callable[[State, Offence, str], Iterable[Violation]] = lambda state, offence, player: ()
    figures: tuple[Figure, ...] = ()
    titles: Callable[[Any], Mapping[str, Text]] = lambda rules: {}
    brief_titles: Callable[[Any], Mapping[str, Text]] = lambda rules: {}
    dummy_seats: DummySeats | None = None
    coming_and_going: ComingAndGoing | None = None
    reseated: Callable[[State, State], State] = lambda before, after: after
    rest_option: str = ""
    cannot_deal: Callable[[State, str], Text | None] = lambda state, player: None
    won_by_play: bool = False
    prepare_now: Callable[[State], Preparation] | None = None
    legend: Text | None = None
    features: frozenset[Feature] = FEATURES
    family: Family = "tricks"
    name_option: str = ""
    named_setups: tuple[NamedSetup, ...] = ()
    options_for_name: Callable[..., Mapping[str, Any]] | None = None
    options: tuple[Option, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", options_of(self.rules))

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def house_rules(self, choices: Mapping[str, Any], players: tuple[str, ...]) -> tuple[HouseRules, list[Violation]]:
        """The house rules of these players: chosen, else printed; an invalid choice has a violation (match.options)."""
        values, violations = house_rules(self.options, choices, players)
        return self.rules(**values), violations

    @property
    def people(self) -> tuple[int, ...]:
        """The possible numbers of people, ascending: of those who play, and one more where one may rest."""
        return tuple(sorted({*self.people_in_play, *self.players_and_one_at_rest}))

    @property
    def people_in_play(self) -> tuple[int, ...]:
        """The possible numbers of people in a deal: the numbers of seats, and fewer where dummies fill the others."""
        fewer = self.dummy_seats.seats if self.dummy_seats else ()
        return tuple(sorted({*self.players, *fewer}))

    @property
    def players_and_one_at_rest(self) -> tuple[int, ...]:
        """The possible numbers of players at the table, ascending: one more than may play where one may rest."""
        return (*self.players, max(self.players) + 1) if self.rest_option else self.players

    def rests(self, rules: HouseRules) -> bool:
        """Whether by these rules one player more than play sits at the table."""
        return bool(self.rest_option) and bool(getattr(rules, self.rest_option))

    def needs_rest(self, players: int) -> bool:
        """Whether so many players can sit down only where one of them rests."""
        return players > max(self.players) and players in self.players_and_one_at_rest

    def numbers(self, one_rests: bool) -> tuple[int, ...]:
        """The numbers of players that may sit down, where one of them rests or nobody does."""
        return tuple(n + 1 for n in self.players) if one_rests else self.players

    def preparation(self, state: State) -> Preparation:
        """The pack and the hands of the deal that this match awaits or plays."""
        if self.prepare_now is not None:
            return self.prepare_now(state)
        prepared = self.prepare(len(state.table.present), state.rules, state.deal)
        if state.table.resting is None:
            return prepared
        rests = say("%(player)s donne et se repose.", player=state.table.resting)
        return replace(prepared, notes=(*prepared.notes, rests))

    def seating(self, people: int) -> Seating:
        """The seats for this number of people, one of ``self.people``."""
        dummies = self.dummy_seats.seats.get(people, ()) if self.dummy_seats else ()
        return Seating(people + len(dummies), dummies)

    def team_sizes(self) -> tuple[int, ...]:
        """The numbers of players that play in teams under the printed rules."""
        printed = {n: self.house_rules({}, tuple(map(str, range(n))))[0] for n in self.players}
        return tuple(n for n, rules in printed.items() if self.in_teams(n, rules))

    def table(
        self,
        players: tuple[str, ...],
        rules: HouseRules,
        dealer: str | None = None,
        version: int = RULES_VERSION,
        teams: tuple[tuple[str, ...], ...] = (),
    ) -> Table:
        """The table of these players, in teams where they play so; ``dealer`` None: the first player."""
        partners = alternating_teams(players) if self.in_teams(len(players), rules) else teams
        return make_table(players, dealer, rules, teams=partners, version=version)

    def dummies(self, rules: HouseRules) -> Sequence[str]:
        """The names of the dummies' seats, for which no statistics are kept."""
        names: Sequence[str] = getattr(rules, self.dummy_seats.option) if self.dummy_seats else ()
        return names

    def own_name(self, options: Mapping[str, Any]) -> str:
        """The name that a table gave its game, "" without one."""
        return str(options.get(self.name_option, "")).strip()

    def name_at(self, options: Mapping[str, Any]) -> Text | str:
        """The game's name at a table with these options: the table's own, else the game's."""
        return self.own_name(options) or self.name
