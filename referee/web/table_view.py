"""What the pages of a match show: the standing in the head, the round, the last row and its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from referee.games.game import Game, Position, Question, numbered_deal
from referee.games.options import ClockTime
from referee.games.play import COMMON_STEPS, Played, advance, opening, play, questions, sheet_of
from referee.games.sheet import Round, Sheet
from referee.matches.log import Record, Standing, standing
from referee.matches.setupfile import laid_out
from referee.store.matches import Kept
from referee.store.models import Entry
from referee.words import Text, say, say_n, signed

__all__ = ["SideView", "TableView", "table_view"]


@dataclass(frozen=True, slots=True)
class SideView:
    """One side in the head of a page: total, place, and the marks its players carry."""

    name: str
    total: int
    place: int
    marks: tuple[Text, ...]
    first: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A match folded for showing."""

    kept: Kept
    game: Game
    position: Position
    standing: tuple[Standing, ...]
    rounds: tuple[Round, ...]
    sheet: Sheet
    sides: tuple[SideView, ...]

    @property
    def name(self) -> Text | str:
        """What this table calls its game."""
        return self.game.named(self.kept.setup.options)

    @property
    def hours(self) -> list[tuple[Text, str]]:
        """The hours of the day that the table agreed on, each under its name."""
        rules = self.position.rules
        options = (option for option in self.game.options if isinstance(option, ClockTime))
        return [(option.label, rules[option.id]) for option in options if rules[option.id] is not None]

    @property
    def round_of(self) -> Text:
        """Which round is being played, of how many where that is fixed."""
        deals = self.game.ending(self.position.table).deals
        if deals and self.position.deal <= deals:
            return say("Donne %(deal)s sur %(deals)s", deal=self.position.deal, deals=deals)
        return say("Donne %(deal)s", deal=self.position.deal)

    @property
    def questions_asked(self) -> tuple[Question, ...]:
        """A question for every shape of entry this match has recorded, for the words of its fields."""
        wanted = {_shape(record.entry) for record in self.kept.log if record.entry is not None}
        asked: list[Question] = []
        position = opening(self.game, self.kept.setup.table)
        for one in self.standing:
            if _shape(one.entry) in wanted:
                wanted.remove(_shape(one.entry))
                asked.extend(questions(self.game, position))
            taken = advance(self.game, position, one.entry)
            if isinstance(taken, list) or not wanted:
                break
            position = taken.position
        for record in self.kept.log:
            if record.entry is not None and _shape(record.entry) in wanted:  # nothing like it stands any more
                wanted.remove(_shape(record.entry))
                asked.extend(self._possible_then(record))
        return tuple(asked)

    def _possible_then(self, record: Record) -> tuple[Question, ...]:
        """What could be recorded where this record stood, when it was made."""
        root = record.position if record.amends is None else record.amends
        before = [one.entry for one in standing(self.kept.log[: record.position]) if one.position < root]
        played = play(self.game, self.kept.setup.table, before)
        return questions(self.game, played.position)

    @property
    def label(self) -> Text | None:
        """What the round is called, where that says more than its number."""
        label = self.game.label(self.position)
        return None if label == numbered_deal(self.position) else label

    @property
    def preparation(self) -> tuple[Text, ...]:
        """What the table does before the first card: cards out, cards dealt, how the deal goes."""
        table = self.position.table
        return laid_out(self.game.prepare(len(table.present), table.rules, self.position.deal))

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who is at the table now: the players but the dummies, and who stands in for one."""
        table = self.position.table
        sitting = (player for player in self.kept.setup.people_at(table) if player in table.present)
        return (*sitting, *table.stand_ins.values())

    def relays(self, row: Round) -> list[Text]:
        """Who played whose seat in the deal of this row."""
        return [_plays_for(by, seat) for seat, by in row.stand_ins.items()]

    def welcome(self, points: int) -> str:
        """Whether points bring a side nearer to winning: "up", "down", or "" for none."""
        if not points:
            return ""
        return "down" if (points > 0) == self.game.lowest_wins(self.position.rules) else "up"

    def briefs(self, row: Round, side: str) -> list[str | Text]:
        """What a cell of the sheet says beside the gain; nothing that would only say the gain again."""
        lines = [line for line in row.lines if line.side == side]
        briefs = [line.brief for line in lines if line.brief]
        gain = row.scores[side]
        return [] if len(lines) == 1 and briefs in ([str(gain)], [signed(gain)]) else briefs

    def stood_in(self, row: Round, side: str) -> list[str]:
        """Who played a seat of this side in the deal of this row."""
        own = next(one.players for one in self.position.table.sides if one.name == side)
        return [by for seat, by in row.stand_ins.items() if seat in own]

    def beyond_number(self, row: Round) -> Text | None:
        """What a row is called, where that says more than its number."""
        return None if row.label == say("Donne %(n)s", n=row.number) else row.label

    def corrected(self, row: Round) -> bool:
        """Whether one of the entries that made this row is not what was recorded first."""
        made = (self.standing[index] for index in row.entries)
        return any(self.kept.entries[one.position].entry != one.entry for one in made)

    def asked_as(self, question: Question, position: int | None = None) -> str:
        """What two forms have in common where what is typed in one fits the other.

        The same is asked of the same players in the same order, after the same entry of a deal; or, at a
        ``position`` of the log that is corrected, with the same entry standing there. Common questions are the
        same all match long.
        """
        if position is not None:
            spoken = next((one.spoken for one in self.standing if one.position == position), (position,))
            return f"c{position}-{spoken[-1]}-{_mark(question)}"
        if question.step in COMMON_STEPS:
            return question.step
        last = max((one.position for one in self.standing if one.entry["step"] not in COMMON_STEPS), default=-1)
        return f"{last + 1}-{_mark(question)}"

    def kept_as(self, question: Question, position: int | None = None) -> str:
        """What a phone keeps under this key is being typed as an answer: it outlives notes and penalties of others.

        Once an entry of the deal is recorded another question is asked; when it is undone, what was typed is back.
        """
        number = f"{len(self.kept.entries)}-" if position is None and question.step in COMMON_STEPS else ""
        return f"{self.kept.match.public_id}-{number}{self.asked_as(question, position)}"

    @property
    def deals(self) -> dict[int, int]:
        """The deal that each entry that stands belongs to, by its position in the log."""
        row_of = {index: row.number for row in self.rounds for index in row.entries}
        return {one.position: row_of.get(index, self.position.deal) for index, one in enumerate(self.standing)}

    def told_before(self, record: Entry) -> Any:
        """The entry that a correction, a removal or an undo took the place of; None for what was new."""
        if record.amends is None:
            return None
        spoke = (record.amends, *(row.position for row in self.kept.entries if row.amends == record.amends))
        return self.kept.entries[max(position for position in spoke if position < record.position)].entry


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


def table_view(kept: Kept) -> TableView:
    """The view of a match as it stands."""
    return viewed(kept, *kept.replayed)


def viewed(kept: Kept, standing: tuple[Standing, ...], played: Played) -> TableView:
    """The view of a match from a replay of it."""
    game = kept.setup.game
    sheet = sheet_of(game, played)
    places = _places(sheet)
    sides = tuple(
        SideView(
            side.name, sheet.totals[side.name], places[side.name], _marks(game, played.position, sheet, side.players),
            first=places[side.name] == 1 and bool(played.rounds),
        )  # fmt: skip
        for side in played.position.table.sides
    )
    return TableView(kept, game, played.position, standing, played.rounds, sheet, sides)


def _places(sheet: Sheet) -> Mapping[str, int]:
    places: dict[str, int] = {}
    for place in sheet.ranking:
        shared = len(places) + 1
        places.update(dict.fromkeys(place, shared))
    return places


def _marks(game: Game, position: Position, sheet: Sheet, players: tuple[str, ...]) -> tuple[Text, ...]:
    """The marks of a side: its title, who deals, turns owed, who is out."""
    alone = len(players) == 1
    marks: list[Text] = []
    names = game.titles(position.rules)
    for player in players:
        title = names.get(sheet.standing.titles.get(player, ""))
        if title is not None:
            marks.append(title)
        if player == position.dealer and not position.over:
            marks.append(say("donne") if alone else say("%(player)s donne", player=player))
        marks += _standing_in(position, player, alone)
        if player in position.table.away:
            marks.append(say("ne joue plus"))
        owed = sheet.standing.skip_next_turn.count(player)
        if owed:
            marks.append(say_n("passe un tour", "passe %(n)s tours", owed))
        if player in sheet.standing.eliminated:
            marks.append(say("hors jeu"))
    return tuple(marks)


def _standing_in(position: Position, player: str, alone: bool) -> Iterator[Text]:
    """Who plays this seat, and who will from the next deal on; ``alone``: its side has no other."""
    now, then = position.stand_ins.get(player), position.table.stand_ins.get(player)
    if position.over:
        return
    if now is not None:
        yield say("%(by)s joue", by=now) if alone else _plays_for(now, player)
    if then != now:
        yield say("ensuite %(by)s", by=then or player)


def _plays_for(by: str, player: str) -> Text:
    return say("%(by)s joue pour %(player)s", by=by, player=player)
