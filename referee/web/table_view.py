"""What the pages of a match show: the standing in the head, the round, the last row and its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.game import Game, Position, Question, numbered_deal
from referee.games.play import Played, advance, common_questions, opening, questions, sheet_of
from referee.games.sheet import Round, Sheet
from referee.matches.log import Standing
from referee.matches.setupfile import laid_out
from referee.store.matches import Kept
from referee.store.models import Entry
from referee.words import Text, say, say_n

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
    def round_of(self) -> Text:
        """Which round is being played, of how many where that is fixed."""
        deals = self.game.ending(self.position.table).deals
        if deals and self.position.deal <= deals:
            return say("Donne %(deal)s sur %(deals)s", deal=self.position.deal, deals=deals)
        return say("Donne %(deal)s", deal=self.position.deal)

    @property
    def questions_asked(self) -> tuple[Question, ...]:
        """A question for every shape of entry this match has recorded, for the words of its fields."""
        wanted = {_shape(one.entry) for one in self.standing}
        asked: list[Question] = []
        position = opening(self.game, self.position.table)
        for one in self.standing:
            if _shape(one.entry) in wanted:
                wanted.remove(_shape(one.entry))
                asked.extend(questions(self.game, position))
            taken = advance(self.game, position, one.entry)
            if isinstance(taken, list) or not wanted:
                break
            position = taken.position
        return tuple(asked)

    @property
    def label(self) -> Text | None:
        """What the round is called, where that says more than its number."""
        label = self.game.label(self.position)
        return None if label == numbered_deal(self.position) else label

    @property
    def preparation(self) -> tuple[Text, ...]:
        """What the table does before the first card: cards out, cards dealt, how the deal goes."""
        table = self.position.table
        return laid_out(self.game.prepare(len(table.players), table.rules, self.position.deal))

    def corrected(self, row: Round) -> bool:
        """Whether one of the entries that made this row is not what was recorded first."""
        made = (self.standing[index] for index in row.entries)
        return any(self.kept.entries[one.position].entry != one.entry for one in made)

    def kept_as(self, step: str) -> str:
        """What a phone keeps under this key is being typed for a step: it outlives notes and penalties of others.

        Once an entry of the deal is recorded another question is asked; when it is undone, what was typed is back.
        """
        common = {question.step for question in common_questions(self.game, self.position.table)}
        entries = sum(one.entry["step"] not in common for one in self.standing)
        number = len(self.kept.entries) if step in common else entries
        return f"{self.kept.match.public_id}-{number}-{step}"

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
        owed = sheet.standing.skip_next_turn.count(player)
        if owed:
            marks.append(say_n("passe un tour", "passe %(n)s tours", owed))
        if player in sheet.standing.eliminated:
            marks.append(say("hors jeu"))
    return tuple(marks)
