"""A match as its pages show it: the sides with their totals and badges, the deal, the rows of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.answers.house_rules import Option
from referee.game_definition.game import BidSummary, Game, Question, numbered_deal
from referee.game_definition.match_course import ReplayedMatch, sheet_of
from referee.game_definition.offences import MISDEAL
from referee.game_definition.sheet import Line, Round, Sheet
from referee.game_definition.state import State
from referee.game_definition.table_changes import TABLE_STEPS
from referee.game_definition.table_changes import is_answerable as can_change
from referee.matches.log import CurrentEntry
from referee.store.matches.match_results import who_has_places
from referee.store.matches.seating.seat_colours import colours_of, table_colours
from referee.store.matches.stored_match import StoredMatch
from referee.web.answers.question_form import is_answerable
from referee.web.answers.seating import Label, TableSeating
from referee.web.matches.match_course import Stairs, aim, stairs
from referee.web.matches.presenters.addresses import MatchAddresses, addresses_of
from referee.web.matches.presenters.side_view import SideView, plays_for, side_views
from referee.web.rendering.name_forms import name_forms
from referee.words import Text, say

REQUESTS = 2
"""Those who ask to keep a match too that stand in its head; all of them stand on the page of sharing."""
WIDE = 3
"""Sides beside each other that leave room for their badges in full."""


@dataclass(frozen=True, slots=True)
class Relay:
    """A seat that somebody else plays, in words."""

    label: Label
    words: Text


@dataclass(frozen=True, slots=True)
class SideGain:
    """What a side gained in a row: ``points`` by its ``lines``, to a ``total``; ``seat``: its seat, from 0.

    ``welcome``: see :class:`MatchView`. ``rested``: its player dealt this deal and sat it out.
    """

    side: str
    seat: int
    stand_ins: Sequence[str]
    points: int
    welcome: str
    total: int
    lines: Sequence[Line]
    rested: bool


@dataclass(frozen=True)
class MatchView:
    """A replayed match. ``begins``: the player who begins this deal, or "".

    ``own_colours``: of the player at each seat, by its number, where they were read for several matches at once.
    """

    stored_match: StoredMatch
    game: Game
    current: tuple[CurrentEntry, ...]
    replay: ReplayedMatch
    sheet: Sheet
    sides: tuple[SideView, ...]
    begins: str
    own_colours: Mapping[int, int] | None = None

    @property
    def state(self) -> State:
        return self.replay.state

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.replay.rounds

    @cached_property
    def addresses(self) -> MatchAddresses:
        return addresses_of(self.stored_match.public_id)

    @property
    def requests_shown(self) -> int:
        """How many of those who ask to keep the match too stand in its head."""
        return min(self.stored_match.asking, REQUESTS)

    @property
    def is_narrow(self) -> bool:
        """Whether the sides stand so close in the head that badges are said briefly."""
        return len(self.sides) > WIDE

    @cached_property
    def index_by_position(self) -> Mapping[int, int]:
        """The index of each current entry by its position in the log."""
        return {current.position: index for index, current in enumerate(self.current)}

    @property
    def goal(self) -> tuple[Text, ...]:
        """What the match is played for: its target, and that the lowest total wins; empty for the most points."""
        ending = self.game.ending(self.state.table)
        if ending.target is None:
            until: tuple[Text, ...] = ()
        elif ending.beyond:
            until = (say("On joue jusqu'à plus de %(n)s.", n=ending.target),)
        else:
            until = (say("On joue jusqu'à %(n)s.", n=ending.target),)
        low = self.game.lowest_wins(self.state.table.rules)
        return (*until, say("Le plus petit total gagne.")) if low else until

    @cached_property
    def colours(self) -> Mapping[str, int]:
        """The colour of every player and side; a team has that of its first player."""
        table = self.state.table
        own = self.own_colours
        if own is None:
            own = colours_of([self.stored_match.id])[self.stored_match.id]
        colours = table_colours(own, len(table.players))
        of_players = dict(zip(table.players, colours, strict=True))
        return {**{side.name: of_players[side.players[0]] for side in table.sides}, **of_players}

    @cached_property
    def name_forms(self) -> Mapping[str, tuple[str, ...]]:
        """The forms of the sides' names for narrow places, by the name."""
        return name_forms(tuple(side.name for side in self.sides))

    @cached_property
    def seating(self) -> TableSeating:
        """How the forms of this match name its people."""
        return self.seating_at(self.state)

    def seating_at(self, state: State) -> TableSeating:
        """The same before an entry that is corrected, where others may have stood in."""
        return TableSeating(self.state.table.players, state.dealer, state.stand_ins, lambda: self.colours)

    @cached_property
    def question(self) -> Question:
        """The deal's question now, of a match that goes on."""
        return self.game.question(self.state)

    @cached_property
    def bid_summary(self) -> BidSummary:
        """What was said in this deal, while it is played."""
        return BidSummary() if self.state.over else self.game.bid_summary(self.state)

    @property
    def asides(self) -> list[Question]:
        """The steps that may be recorded now beside the deal's."""
        return [] if self.state.over else [aside for aside in self.game.asides(self.state) if is_answerable(aside)]

    @property
    def table_changes(self) -> list[str]:
        """The steps that change the table in this game: who plays, who deals, the rules, points by agreement."""
        if self.state.over:
            return []
        between_deals = replace(self.state, underway=False)
        return [step for step in TABLE_STEPS if can_change(self.game, between_deals, step)]

    @property
    def may_misdeal(self) -> bool:
        return any(offence.id == MISDEAL.id for offence in self.game.offences)

    @cached_property
    def stairs(self) -> Stairs | None:
        return stairs(self.game, self.state)

    @property
    def aim(self) -> Text | None:
        return None if self.state.over else aim(self.game, self.state)

    @property
    def name(self) -> Text | str:
        return self.game.name_at(self.stored_match.setup.options)

    @property
    def house_rules(self) -> list[tuple[Option, Any]]:
        """The house rules that this table chose, each with the value that holds now."""
        setup, rules = self.stored_match.setup, self.state.rules
        return [
            (option, option.value_in(rules))
            for option in self.game.options
            if option.id in setup.options or option.value_in(rules) != option.value_in(setup.table.rules)
        ]

    @property
    def tag(self) -> str:
        """A tag of the state, by which an open page knows whether it is current."""
        return f"{self.length}-{int(self.stored_match.over)}{self.stored_match.sharing_tag}"

    @property
    def length(self) -> int:
        return len(self.stored_match.log)

    @property
    def deal_number(self) -> Text:
        """The number of the deal in words, with the number of all deals where that is fixed."""
        deals = self.game.ending(self.state.table).deals
        if deals and self.state.deal <= deals:
            return say("Donne %(deal)s sur %(deals)s", deal=self.state.deal, deals=deals)
        return say("Donne %(deal)s", deal=self.state.deal)

    @property
    def label(self) -> Text | None:
        """The name of the deal, where that says more than its number."""
        label = self.game.label(self.state)
        return None if label == numbered_deal(self.state) else label

    def welcome(self, points: int) -> str:
        """Whether points bring a side nearer to winning: "up", "down", or "" for 0 points."""
        if not points:
            return ""
        return "down" if (points > 0) == self.game.lowest_wins(self.state.rules) else "up"

    @property
    def relays(self) -> list[Relay]:
        """Whose seat somebody else plays, now or from the next deal on."""
        stand_ins = self.state.table.stand_ins.items()
        return [Relay(self.seating.player(seat), self._relay_in_words(seat, by)) for seat, by in stand_ins]

    def _relay_in_words(self, seat: str, by: str) -> Text:
        if self.state.stand_ins.get(seat) == by:
            return plays_for(by, seat)
        return say("%(by)s jouera pour %(player)s", by=by, player=seat)

    def gains(self, row: Round) -> list[SideGain]:
        """What each side gained in a row, and why."""
        return [
            SideGain(
                side,
                self.seat_of(side),
                self.stood_in(row, side),
                points,
                self.welcome(points),
                row.totals[side],
                [line for line in row.lines if line.side == side],
                self.rested(row, side),
            )
            for side, points in row.scores.items()
        ]

    def rested(self, row: Round, side: str) -> bool:
        """Whether the player of this side dealt the deal of this row and sat it out."""
        return row.complete and row.dealer in self.players_of(side) and row.dealer not in row.in_play

    def stood_in(self, row: Round, side: str) -> list[str]:
        """The stand-ins at the seats of this side in the deal of this row."""
        return [by for seat, by in row.stand_ins.items() if seat in self.players_of(side)]

    def place_goes_to(self, side: str) -> list[str]:
        """The people to whom the places of this side's seats are credited, where those are not their own players."""
        places, own = who_has_places(self.stored_match.setup, self.replay), self.players_of(side)
        return [person for seat, person in places.items() if seat in own and person != seat]

    @property
    def place_notes(self) -> list[Text]:
        """Whose statistics a place counts in where a stand-in played most of a seat's deals, in a sentence each."""
        return [
            say(
                "%(player)s : la partie compte pour %(by)s, qui a joué plus de la moitié de ses donnes.",
                player=seat,
                by=person,
            )
            for seat, person in who_has_places(self.stored_match.setup, self.replay).items()
            if person != seat
        ]

    def seat_of(self, side: str) -> int:
        """The seat of a side, from 0."""
        return next(seat for seat, own in enumerate(self.sides) if own.name == side)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side, in the order of their seats."""
        return self.state.table.players_of(side)

    def beyond_number(self, row: Round) -> Text | None:
        """The name of a row, where that says more than its number."""
        if row.group is not None:
            return row.group[1]
        return None if row.label == say("Donne %(n)s", n=row.number) else row.label


def match_view(stored_match: StoredMatch) -> MatchView:
    return replay_view(stored_match, stored_match.current, stored_match.replay)


def match_views(matches: Iterable[StoredMatch]) -> list[MatchView]:
    """The views of several matches, their colours read at once."""
    views = [match_view(stored_match) for stored_match in matches]
    own = colours_of([view.stored_match.id for view in views])
    return [replace(view, own_colours=own[view.stored_match.id]) for view in views]


def replay_view(stored_match: StoredMatch, current: tuple[CurrentEntry, ...], replay: ReplayedMatch) -> MatchView:
    game = stored_match.setup.game
    sheet = sheet_of(game, replay)
    begins = game.order(replay.state)[0] if game.order and not replay.state.over else ""
    sides = tuple(side_views(game, replay, sheet, begins))
    return MatchView(stored_match, game, current, replay, sheet, sides, begins)
