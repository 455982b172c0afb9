"""What the pages of a match show: the standing in the head, the round, the last row and its reasons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any

from referee.answers.house_rules import Option
from referee.answers.table import Table
from referee.game_definition.game import MISDEAL, Game, Question, State, numbered_deal
from referee.game_definition.match_course import COMMON_STEPS, ReplayedMatch, opening, play, questions, sheet_of
from referee.game_definition.offence_effects import REDEAL
from referee.game_definition.sheet import Round, Sheet
from referee.matches.log import CurrentEntry, current_entries, index_of
from referee.matches.log import Record as LogRecord
from referee.matches.setup_and_games_output import preparation_sentences
from referee.store.database.models import Record
from referee.store.matches.log_pages import records_at
from referee.store.matches.match_results import who_has_places
from referee.store.matches.matches import StoredMatch
from referee.store.matches.seat_colours import table_colours
from referee.web.answers.forms import is_answerable
from referee.words import Text, say, say_n, signed


@dataclass(frozen=True, slots=True)
class SideView:
    """One side in the head of a page: total, place, and the marks its players carry.

    ``marks``: each in full, and as a narrow head says it. ``first``: it leads; ``deals``: one of its players deals;
    ``begins``: one of them begins this deal.
    """

    name: str
    total: int
    place: int
    marks: tuple[tuple[Text, Text], ...]
    first: bool
    deals: bool
    begins: bool


ROWS = 35
"""Rows on one page of the sheet."""

Rows = Sequence[tuple[int, Round]]
"""Rows of the sheet, each with its index."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Rows of the sheet that stand on one page; ``earlier`` and ``later``: whether there are others before, after."""

    rows: Rows
    earlier: bool = False
    later: bool = False

    @property
    def whole(self) -> bool:
        """Whether that is all of the sheet."""
        return not (self.earlier or self.later)

    @property
    def first(self) -> int:
        """The index of its first row: the page before this one ends there."""
        return self.rows[0][0]

    @property
    def after(self) -> int:
        """The index of the row after its last one: the next page begins there."""
        return self.rows[-1][0] + 1

    @property
    def groups(self) -> list[tuple[Text | None, Rows]]:
        """The rows in the order they were played: a heading and what it is of."""
        return [(heading, list(rows)) for heading, rows in groupby(self.rows, key=lambda row: _heading(row[1]))]


def _heading(row: Round) -> Text | None:
    return row.group[0] if row.group else None


@dataclass(frozen=True)
class MatchView:
    """A match folded for showing. ``begins``: the player who begins this deal, "" where nobody does."""

    stored: StoredMatch
    game: Game
    current: tuple[CurrentEntry, ...]
    played: ReplayedMatch
    sheet: Sheet
    sides: tuple[SideView, ...]
    begins: str

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.played.state

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rows of the sheet."""
        return self.played.rounds

    @cached_property
    def colours(self) -> Mapping[str, int]:
        """The colour of every player on the sheet and of every side: a team has that of its first player."""
        return colours_at(self.state.table, self.stored.match.own_colours)

    @property
    def asides(self) -> list[Question]:
        """The game's steps that may be recorded now beside the deal's."""
        return [] if self.state.over else [aside for aside in self.game.asides(self.state) if is_answerable(aside)]

    @property
    def may_misdeal(self) -> bool:
        """Whether this game knows a misdeal."""
        return any(offence.id == MISDEAL.id for offence in self.game.offences)

    @property
    def name(self) -> Text | str:
        """What this table calls its game."""
        return self.game.name_at(self.stored.setup.options)

    @property
    def hours(self) -> list[tuple[Text, str]]:
        """The hours of the day that the table agreed on, each under its name."""
        rules = self.state.rules
        options = (option for option in self.game.options if option.one_sitting)
        return [(option.label, rules[option.id]) for option in options if rules[option.id] is not None]

    @property
    def house_rules(self) -> list[tuple[Option, Any]]:
        """The rules of the house that this table plays by, each with what it chose."""
        chosen = self.stored.setup.options
        return [(option, chosen[option.id]) for option in self.game.options if option.id in chosen]

    @property
    def tag(self) -> str:
        """What another entry would change: a page that is open tells by it whether it is still right."""
        return f"{self.length}-{int(self.stored.match.over)}"

    @property
    def length(self) -> int:
        """How long its log is: what a form says it has seen."""
        return len(self.stored.log)

    @property
    def round_of(self) -> Text:
        """Which round is being played, of how many where that is fixed."""
        deals = self.game.ending(self.state.table).deals
        if deals and self.state.deal <= deals:
            return say("Donne %(deal)s sur %(deals)s", deal=self.state.deal, deals=deals)
        return say("Donne %(deal)s", deal=self.state.deal)

    def questions_of(self, entries: Iterable[Mapping[str, Any]]) -> tuple[Question, ...]:
        """A question for every shape these entries have, as it was asked first, for the words of its fields.

        The common questions are the same all match long: they are not among these.
        """
        wanted = {_shape(entry) for entry in entries if entry["step"] not in COMMON_STEPS}
        asked: list[Question] = []
        for index, current in enumerate(self.current):
            if not wanted:
                break
            if _shape(current.entry) in wanted:
                wanted.remove(_shape(current.entry))
                asked.extend(questions(self.game, self.state_before(index)))
        for record in self.stored.log if wanted else ():
            if record.entry is not None and _shape(record.entry) in wanted:  # nothing like it stands any more
                wanted.remove(_shape(record.entry))
                asked.extend(self._possible_then(record.position, record.entry_position))
        return tuple(asked)

    def state_before(self, index: int) -> State:
        """Where the match stood before one of the entries that stand."""
        return self.played.course[index - 1].state if index else opening(self.game, self.stored.setup.table)

    def _possible_then(self, position: int, entry_position: int) -> tuple[Question, ...]:
        """What could be recorded where a record stood that speaks of this entry, when it was made."""
        earlier = current_entries(self.stored.log[:position])
        before = [current.entry for current in earlier if current.position < entry_position]
        played = play(self.game, self.stored.setup.table, before)
        return questions(self.game, played.state)

    @property
    def label(self) -> Text | None:
        """What the round is called, where that says more than its number."""
        label = self.game.label(self.state)
        return None if label == numbered_deal(self.state) else label

    @property
    def preparation(self) -> tuple[Text, ...]:
        """What the table does before the first card: cards out, cards dealt, how the deal goes."""
        table = self.state.table
        return preparation_sentences(self.game.prepare(len(table.present), table.rules, self.state.deal))

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who is at the table now: the players but the dummies, and who stands in for one."""
        table = self.state.table
        sitting = (player for player in self.stored.setup.people_at(table) if player in table.present)
        return (*sitting, *table.stand_ins.values())

    def relays(self, row: Round) -> list[Text]:
        """Who played whose seat in the deal of this row."""
        return [_plays_for(by, seat) for seat, by in row.stand_ins.items()]

    def welcome(self, points: int) -> str:
        """Whether points bring a side nearer to winning: "up", "down", or "" for none."""
        if not points:
            return ""
        return "down" if (points > 0) == self.game.lowest_wins(self.state.rules) else "up"

    def briefs(self, row: Round, side: str) -> list[str | Text]:
        """What a cell of the sheet says beside the gain; nothing that would only say the gain again."""
        lines = [line for line in row.lines if line.side == side]
        briefs = [line.brief for line in lines if line.brief]
        gain = row.scores[side]
        return [] if len(lines) == 1 and briefs in ([str(gain)], [signed(gain)]) else briefs

    def stood_in(self, row: Round, side: str) -> list[str]:
        """Who played a seat of this side in the deal of this row."""
        if not row.stand_ins:
            return []
        own = next(side_at_table.players for side_at_table in self.state.table.sides if side_at_table.name == side)
        return [by for seat, by in row.stand_ins.items() if seat in own]

    def place_goes_to(self, side: str) -> list[str]:
        """Who has the place of a seat of this side in the ranking, where that is not its own player."""
        places = who_has_places(self.stored.setup, self.played)
        own = next(seats.players for seats in self.state.table.sides if seats.name == side)
        return [person for seat, person in places.items() if seat in own and person != seat]

    def beyond_number(self, row: Round) -> Text | None:
        """What a row is called, where that says more than its number."""
        if row.group is not None:
            return row.group[1]
        return None if row.label == say("Donne %(n)s", n=row.number) else row.label

    def sheet_page(self, before: int | None = None, begin: int | None = None) -> SheetPage:
        """The rows of a page: from ``begin`` on, or the last ones ``before`` a row, or the last of all.

        Where it must leave rows out, it begins with rows that stand together rather than in the middle of them.
        """
        if begin is not None:
            rows: Rows = list(enumerate(self.rounds[begin : begin + ROWS], begin))
        else:
            end = len(self.rounds) if before is None else before
            start = max(end - ROWS, 0)
            rows = list(enumerate(self.rounds[start:end], start))
            rows = self._from_a_heading(rows) if rows and rows[0][0] else rows
        return SheetPage(rows, bool(rows) and rows[0][0] > 0, bool(rows) and rows[-1][0] + 1 < len(self.rounds))

    def _from_a_heading(self, rows: Rows) -> Rows:
        """These rows without the end of what the page before begins, where most of them stay."""
        cut = _heading(self.rounds[rows[0][0] - 1])
        left = next((number for number, (_, row) in enumerate(rows) if _heading(row) != cut), 0)
        return rows[left:] if left <= len(rows) // 2 else rows

    @property
    def whole_sheet(self) -> SheetPage:
        """All rows at once: what is printed."""
        return SheetPage(list(enumerate(self.rounds)))

    def corrected(self, row: Round) -> bool:
        """Whether one of the entries that made this row is not what was recorded first."""
        made = (self.current[index] for index in row.entries)
        return any(self.stored.log[current.position].entry != current.entry for current in made)

    def form_key(self, question: Question, position: int | None = None) -> str:
        """What two forms have in common where what is typed in one fits the other.

        The same is asked of the same players in the same order, after the same entry of a deal dealt once; or, at a
        ``position`` of the log that is corrected, with the same entry standing there. Common questions are the
        same all match long.
        """
        if position is not None:
            index = self._index(position)
            spoken = position if index is None else self.current[index].record_positions[-1]
            return f"c{position}-{spoken}-{_mark(question)}"
        if question.step in COMMON_STEPS:
            return question.step
        last = next((current.position for current in reversed(self.current) if self._moves_on(current.entry)), -1)
        return f"{last + 1}-{_mark(question)}"

    def _moves_on(self, entry: Mapping[str, Any]) -> bool:
        """Whether it answers what the deal asks, or has the cards dealt again: what was being typed is over then."""
        if entry["step"] != "penalty":
            return entry["step"] not in COMMON_STEPS
        offence = next(offence for offence in self.game.offences if offence.id == entry["offence"])
        return offence.effect_under(self.state.rules) == REDEAL

    def draft_key(self, question: Question, position: int | None = None) -> str:
        """What a phone keeps under this key is being typed as an answer: it outlives what others note beside it.

        Once an entry of the deal is recorded another question is asked; when it is undone, what was typed is back.
        """
        number = f"{self.length}-" if position is None and question.step in COMMON_STEPS else ""
        return f"{self.stored.match.public_id}-{number}{self.form_key(question, position)}"

    def deal_of(self, position: int) -> int | None:
        """The deal that the entry at this position of the log belongs to; None where it does not stand any more."""
        row = self.row_of(position)
        if row is None:
            return None if self._index(position) is None else self.state.deal
        return row.number

    def row_of(self, position: int) -> Round | None:
        """The row of the sheet that the entry at this position of the log helped to write; None where it wrote none."""
        index = self._index(position)
        row = len(self.rounds) if index is None else bisect_left(self.rounds, index, key=lambda row: row.entries[-1])
        return self.rounds[row] if row < len(self.rounds) else None

    def _index(self, position: int) -> int | None:
        """Which of the entries that stand is the one at this position of the log."""
        index = index_of(self.current, position)
        return index if index < len(self.current) and self.current[index].position == position else None

    def rulings(self, page: SheetPage) -> list[Record]:
        """The records of the rulings noted in the deals of a page that stand: neither undone nor written over."""
        begin = self.rounds[page.first - 1].entries[-1] + 1 if page.earlier else 0
        end = self.rounds[page.after - 1].entries[-1] + 1 if page.later else len(self.current)
        notes = {record.position: record.entry for record in self.current[begin:end] if record.entry["step"] == "note"}
        records = records_at(self.stored.match.id, notes)
        standing = (records[position] for position, entry in notes.items() if records[position].entry == entry)
        return [record for record in standing if record.ruling is not None]

    def entries_before(self, records: Iterable[Record | LogRecord]) -> dict[int, Any]:
        """By position, the entry that a correction, a removal or an undo took the place of; none for what was new."""
        amending = {record.position: record.amends for record in records if record.amends is not None}
        wanted, before = set(amending.values()), {}
        spoke = [row for row in self.stored.log if row.entry_position in wanted] if wanted else []
        stood: dict[int, Any] = {}
        for row in spoke:
            if row.position in amending:
                before[row.position] = stood[row.entry_position]
            stood[row.entry_position] = row.entry
        return before


def _mark(question: Question) -> str:
    """Its step, and a mark of who is asked what in which order: the boxes of a form are named by their places."""
    asked = [
        (way.id, spec.key, getattr(spec, "players", ()), getattr(spec, "sides", ()))
        for way in question.ways
        for spec in way.fields
    ]
    return f"{question.step}-{sha256(repr(asked).encode()).hexdigest()[:8]}"


def _shape(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Its step, and which keys it answers."""
    return entry["step"], *sorted(entry)


def colours_at(table: Table, own: Mapping[int, int]) -> Mapping[str, int]:
    """The colours of players and sides at a table from their own, by seat."""
    colours = dict(zip(table.players, table_colours(own, len(table.players)), strict=True))
    return {**{side.name: colours[side.players[0]] for side in table.sides}, **colours}


def match_view(stored_match: StoredMatch) -> MatchView:
    """The view of a match as it stands."""
    return viewed(stored_match, *stored_match.replayed)


def viewed(stored_match: StoredMatch, current: tuple[CurrentEntry, ...], played: ReplayedMatch) -> MatchView:
    """The view of a match from a replay of it."""
    game = stored_match.setup.game
    sheet = sheet_of(game, played)
    places = sheet.places
    going_on = not played.state.over
    begins = game.order(played.state)[0] if going_on and game.order else ""
    sides = tuple(
        SideView(
            side.name,
            sheet.totals[side.name],
            places[side.name],
            _marks(game, played.state, sheet, side.players),
            first=places[side.name] == 1 and bool(played.rounds),
            deals=going_on and played.state.dealer in side.players,
            begins=begins in side.players,
        )
        for side in played.state.table.sides
    )
    return MatchView(stored_match, game, current, played, sheet, sides, begins)


def _marks(game: Game, state: State, sheet: Sheet, players: tuple[str, ...]) -> tuple[tuple[Text, Text], ...]:
    """The marks of a side, in full and briefly: its title, which of a team deals, turns owed, who is out."""
    alone = len(players) == 1
    marks: list[tuple[Text, Text]] = []
    names, briefs = game.titles(state.rules), game.brief_titles(state.rules)
    for player in players:
        held = sheet.standing.titles.get(player, "")
        if held in names:
            marks.append((names[held], briefs.get(held, names[held])))
        if player == state.dealer and not state.over and not alone:
            marks.append((say("%(player)s donne", player=player),) * 2)
        marks += _standing_in(state, player, alone)
        if player in state.table.away:
            marks.append((say("ne joue plus"), say("plus là")))
        owed = sheet.standing.skip_next_turn.count(player)
        if owed:
            brief = say_n("−%(n)s tour", "−%(n)s tours", owed)
            marks.append((say_n("passe un tour", "passe %(n)s tours", owed), brief))
        if player in sheet.standing.eliminated:
            marks.append((say("hors jeu"),) * 2)
    return tuple(marks)


def _standing_in(state: State, player: str, alone: bool) -> Iterator[tuple[Text, Text]]:
    """Who plays this seat, and who will from the next deal on; ``alone``: its side has no other."""
    now, then = state.stand_ins.get(player), state.table.stand_ins.get(player)
    if state.over:
        return
    if now is not None and not alone:  # else the head names them in the place of the player
        yield (_plays_for(now, player),) * 2
    if then != now:
        yield say("ensuite %(by)s", by=then or player), say("puis %(by)s", by=then or player)


def _plays_for(by: str, player: str) -> Text:
    return say("%(by)s joue pour %(player)s", by=by, player=player)
