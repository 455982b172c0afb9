"""What the page of a table shows: the table as it is taken, what is open, the matches to come, what cannot go in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from typing import Any

from referee.bundles.papers.cells import is_absent, is_loose_minus, is_number, read_number, read_place
from referee.bundles.papers.drafts.match_drafts import MatchDraft
from referee.bundles.papers.drafts.named_games import How, NamedGame
from referee.bundles.papers.drafts.plan import Plan
from referee.bundles.papers.game_names import all_names, plain_name
from referee.bundles.papers.header_words import Role, is_nobody
from referee.bundles.papers.paper import Paper, quoted_cell
from referee.bundles.papers.reading import ENCODINGS, ReadFile
from referee.bundles.papers.table_columns import ROLES, TABLE_KINDS, PaperColumn
from referee.bundles.papers.understanding import Understanding, first_numbers, open_date
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.local_time import local_day
from referee.store.database.models import now
from referee.web.answers.similar_names import slip_of
from referee.web.bundles.paper_choices import PaperChoices
from referee.words import Listing, Text, say, say_n

FIRST_ROWS = 8
MOST_READ = 6
"""Sentences about how cells were read that stand above the matches to come; the others stand below the table."""
MOST_SHOWN = 300
"""Matches in the preview; the others are counted."""
OF_NUMBERS: frozenset[Role] = frozenset({"points", "sum", "running"})
MOST_FAULTS, MOST_GAMES, MOST_COLUMNS = 30, 40, 60
"""Of what cannot go in, of names of games, of columns that are shown."""

HOW: Mapping[How, Text] = {
    "name": say("reconnu à son nom"),
    "other name": say("reconnu à un autre de ses noms"),
    "chosen": say("vous l'avez dit"),
    "club": say("comme ici d'habitude"),
    "maker": say("d'après son éditeur"),
    "places": say("d'après les places de la feuille"),
    "default": say("la feuille ne le dit pas : à vérifier"),
}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the table on the page: its line, its cells, and what it is taken for where it holds no scores."""

    line: int
    cells: tuple[str, ...]
    why: Text | None = None
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class NearName:
    """A name that may mean a player whom one knows; ``same``: whether it does, as it was settled."""

    name: str
    other: str
    same: bool


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A column of points without a name: its place, its header, a few cells, and the name that was typed."""

    at: int
    head: str
    cells: Sequence[str]
    typed: str


@dataclass(frozen=True, slots=True)
class EveningToCome:
    """``day``: None where it is still asked."""

    day: date | None
    drafts: Sequence[MatchDraft]


@dataclass(frozen=True)
class PaperView:
    """The page. ``understanding``: None of a file of matches, which is no table."""

    choices: PaperChoices
    file: ReadFile
    understanding: Understanding | None
    plan: Plan
    new: Sequence[MatchDraft]
    duplicates: Sequence[MatchDraft]
    names_here: Sequence[str] = ()
    names_offered: Sequence[str] = ()
    games_offered: Sequence[str] = ()
    fingerprint: str = ""
    near: Sequence[NearName] = field(default_factory=tuple)

    # What must be settled.

    @property
    def asks_encoding(self) -> bool:
        return bool(self.file.readings) and self.choices.encoding not in self.file.readings

    @property
    def is_settled(self) -> bool:
        return self.plan.is_settled and not self.asks_encoding

    @property
    def open_questions(self) -> int:
        """How many answers are missing before something can be recorded."""
        is_fault_open = bool(self.plan.faults and self.new) and not self.choices.decisions.leave
        return self.plan.open_questions + self.asks_encoding + is_fault_open

    @property
    def may_be_recorded(self) -> bool:
        """Whether nothing is open, all lines go in or are left out by choice, and something is new."""
        return self.is_settled and bool(self.new) and (not self.plan.faults or self.choices.decisions.leave)

    @property
    def encodings(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """The possible encodings: their names, and what each makes of the accents."""
        return {key: (ENCODINGS[key], examples) for key, examples in self.file.readings.items()}

    @property
    def sheets(self) -> Sequence[str]:
        return [paper.name for paper in self.file.papers] if len(self.file.papers) > 1 else ()

    # The table.

    @property
    def kinds(self) -> Mapping[str, Text]:
        return TABLE_KINDS  # type: ignore[return-value]

    @cached_property
    def columns(self) -> Sequence[PaperColumn]:
        return self.understanding.columns[:MOST_COLUMNS] if self.understanding else ()

    def role_in_words(self, role: Role, column: PaperColumn) -> Text:
        """What a column would be taken for, with whose points it holds."""
        name = column.name or ("" if is_nobody(column.head) else column.head)
        if role == "points" and name and self.understanding and self.understanding.kind in ("matches", "deals"):
            return say("points de %(name)s", name=quoted_cell(name))
        if role == "running" and column.name:
            return say("cumul de %(name)s", name=quoted_cell(column.name))
        return ROLES[role]

    def roles_of(self, at: int) -> Sequence[Role]:
        """What a column can be taken for: points only where a cell of it is a number."""
        assert self.understanding is not None
        column, rows = self.understanding.columns[at], self.understanding.rows
        has_numbers = any(_can_be_points(self.understanding.paper.rows[row][at]) for row in rows)
        is_blank = not any(self.understanding.paper.rows[row][at] for row in rows)
        return [role for role in ROLES if has_numbers or is_blank or role not in OF_NUMBERS or role == column.role]

    @cached_property
    def shown_rows(self) -> Sequence[ShownRow]:
        """The first rows of the table and the last one."""
        if self.understanding is None:
            return ()
        paper = self.understanding.paper
        places = [at for at, row in enumerate(paper.rows) if any(row)]
        kept = places if len(places) <= FIRST_ROWS + 1 else [*places[:FIRST_ROWS], places[-1]]
        why = {row.row: row.why for row in self.understanding.left_out}
        return [self._shown_row(paper, at, why.get(at)) for at in kept]

    def _shown_row(self, paper: Paper, at: int, why: Text | None) -> ShownRow:
        cells = tuple(quoted_cell(cell) for cell in paper.rows[at][:MOST_COLUMNS])
        return ShownRow(paper.lines[at], cells, why, self.understanding is not None and at == self.understanding.head)

    @property
    def rows_between(self) -> int:
        """How many rows are not shown."""
        if self.understanding is None:
            return 0
        return max(0, sum(any(row) for row in self.understanding.paper.rows) - FIRST_ROWS - 1)

    @property
    def interpretations(self) -> Sequence[Text]:
        """What was taken for what, in sentences."""
        if self.understanding is None:
            return ()
        hidden = [row for row in self.understanding.left_out if row.row not in self._shown_places()]
        left = [
            say("Ligne %(line)s : %(why)s, laissée de côté.", line=self.understanding.paper.lines[row.row], why=row.why)
            for row in hidden[:10]
        ]
        return [*self.understanding.remarks, *self.plan.remarks[MOST_READ:], *left]

    @property
    def read_so(self) -> Sequence[Text]:
        """What was carried down, and how dashes and places were read."""
        return self.plan.remarks[:MOST_READ]

    def _shown_places(self) -> set[int]:
        lines = {row.line for row in self.shown_rows}
        assert self.understanding is not None
        return {at for at, line in enumerate(self.understanding.paper.lines) if line in lines}

    @property
    def no_head(self) -> Text | None:
        """The sentence that the first line has no names."""
        if self.understanding is None or self.understanding.head is not None or not self.understanding.unnamed:
            return None
        row = self.understanding.rows[0] if self.understanding.rows else 0
        return say(
            "La première ligne n'a pas de noms : %(numbers)s sont des nombres. Qui est-ce ?",
            numbers=first_numbers(self.understanding, row),
        )

    @property
    def unnamed(self) -> Sequence[Unnamed]:
        """The columns of points whose header names nobody."""
        if self.understanding is None or self.understanding.kind not in ("matches", "deals"):
            return ()
        rows = [self.understanding.paper.rows[at] for at in self.understanding.rows[:3]]
        typed = self.choices.wishes.names
        points = [(at, self.understanding.columns[at]) for at in self.understanding.all("points")]
        return [
            Unnamed(
                at, column.head, [quoted_cell(row[at]) for row in rows if not is_absent(row[at])], typed.get(at, "")
            )
            for at, column in points
            if self.understanding.head is None or not column.head or is_nobody(column.head)
        ]

    @property
    def open_date(self) -> tuple[str, Any, Any] | None:
        return open_date(self.understanding) if self.understanding and self.understanding.order_is_shown else None

    @property
    def numbers_question(self) -> Text | None:
        """The question whether the numbers are running totals, with the first of them; None where nobody wonders."""
        if self.understanding is None or not self.understanding.numbers_are_shown:
            return None
        points = self.understanding.all("points")[:4]
        first = [self.understanding.paper.rows[at] for at in self.understanding.rows[:3]]
        rows = " / ".join("\u2002".join(quoted_cell(row[at]) or "·" for at in points) for row in first)
        if not self.plan.asks_numbers:
            return say("Les nombres (%(rows)s…)", rows=rows)
        if self.counts_wins:
            return say("Ces nombres grandissent de 1 à chaque ligne (%(rows)s…) : des parties gagnées ?", rows=rows)
        return say("Ces nombres ne font que grandir (%(rows)s…) : qu'est-ce que c'est ?", rows=rows)

    @property
    def dashed_number(self) -> str:
        """The first number with a dash before it that may be no minus."""
        if self.understanding is None or not self.understanding.sign_is_shown:
            return ""
        cells = (
            self.understanding.paper.rows[row][at]
            for row in self.understanding.rows
            for at in self.understanding.all("points")
        )
        return next((quoted_cell(cell) for cell in cells if is_loose_minus(cell)), "")

    @property
    def opens_table(self) -> bool:
        """Whether the table is not folded: the person was in it, or nothing else says why there is no match."""
        return self.choices.opened or not (self.new or self.duplicates or self.plan.open_questions)

    @property
    def today(self) -> date:
        return local_day(now())

    @property
    def counts_wins(self) -> bool:
        """Whether each row adds 1 to one of the numbers, as a running tally of matches won does."""
        if self.understanding is None or self.understanding.kind != "matches":
            return False
        points = self.understanding.all("points")
        rows = [
            [read_number(self.understanding.paper.rows[at][place]) or 0 for place in points]
            for at in self.understanding.rows
        ]
        above: list[list[Decimal | int]] = [[0] * len(points), *rows[:-1]]
        added = [[now - before for now, before in zip(*pair)] for pair in zip(rows, above)]
        return all(sorted(numbers) == [0] * (len(points) - 1) + [1] for numbers in added)

    # Games, sides, names.

    @property
    def games(self) -> Sequence[tuple[str, NamedGame]]:
        """The names of games that are not simply a game's own, by the keys of their choices."""
        named_games = [(plain_name(game.name), game) for game in self.plan.games if self._may_be_another(game)]
        return named_games[:MOST_GAMES]

    def _may_be_another(self, named_game: NamedGame) -> bool:
        """Whether a name is asked about: not a game's own, unless a sheet of places alone has no points for it."""
        return named_game.suggested.how != "name" or named_game.how == "chosen" or bool(self.plan.faults)

    @property
    def unsure_games(self) -> Sequence[tuple[str, NamedGame]]:
        """Those of which the table does not say who wins."""
        return [(key, game) for key, game in self.games if game.suggested.how == "default"]

    @property
    def sure_games(self) -> Sequence[tuple[str, NamedGame]]:
        return [(key, game) for key, game in self.games if game.suggested.how != "default"]

    @property
    def recognised(self) -> Text | None:
        """The games that were recognised at their own names."""
        games = dict.fromkeys(game.game for game in self.plan.games if game.how == "name")
        return say("Jeux reconnus : %(games)s.", games=Listing(tuple(game.name for game in games))) if games else None

    def winner_sentence(self, draft: MatchDraft) -> Text:
        """Who wins a match to come."""
        if not draft.winners:
            return say("partie non finie")
        people = sum(len(side.players) for side in draft.setup.table.sides if side.name in draft.winners)
        return say_n("%(names)s gagne", "%(names)s gagnent", people, names=Listing(tuple(draft.winners)))

    @property
    def all_games(self) -> Sequence[Game]:
        return [game for game in GAMES.values() if not game.options_for_name]

    def how(self, named_game: NamedGame) -> Text:
        return HOW[named_game.how]

    def slip(self, named_game: NamedGame) -> str | None:
        """The game whose name this one may be with a slip."""
        return slip_of(named_game.name, list(all_names())) if named_game.how == "default" else None

    @property
    def sides(self) -> Sequence[tuple[str, int, str]]:
        """The sides whose players must be told: their headers, how many players, what was typed."""
        typed = {label: text for label, text in self.choices.decisions.sides.items() if text.strip()}
        needed = {**dict.fromkeys(typed, 0), **self.plan.open_sides}
        return [(label, number or 2, typed.get(label, "")) for label, number in needed.items()]

    # The preview.

    @property
    def evenings(self) -> Iterator[EveningToCome]:
        """The matches to come, by evening; at most :data:`MOST_SHOWN`."""
        first = sorted(self.new, key=lambda draft: draft.day or date.max)[:MOST_SHOWN]
        for day, drafts in groupby(first, key=lambda draft: draft.day):
            yield EveningToCome(day, list(drafts))

    @property
    def not_shown(self) -> int:
        return max(0, len(self.new) - MOST_SHOWN)

    @property
    def standing_out(self) -> int:
        """How many matches a reader should look at."""
        return sum(bool(draft.stands_out) for draft in self.new)

    @property
    def faults(self) -> Sequence[tuple[Text, Text]]:
        """What cannot go in, reason by reason: the lines, and the reason."""
        by_reason: dict[Text, list[int]] = {}
        for fault in self.plan.faults:
            by_reason.setdefault(fault.message, []).append(fault.line)
        is_lying = self.understanding is not None and self.understanding.lying
        where = _columns if is_lying else _lines
        return [(where(lines), reason) for reason, lines in by_reason.items()][:MOST_FAULTS]

    @property
    def faults_not_shown(self) -> int:
        reasons = {fault.message for fault in self.plan.faults}
        shown_reasons = {reason for _, reason in self.faults}
        return sum(fault.message in reasons - shown_reasons for fault in self.plan.faults)

    @property
    def new_players(self) -> Sequence[str]:
        here = set(self.names_here)
        return [name for name in self.plan.names if name not in here]


def _can_be_points(cell: str) -> bool:
    return is_number(cell) or read_place(cell) is not None


def _lines(lines: Sequence[int]) -> Text:
    few = ", ".join(map(str, lines[:8]))
    if len(lines) > 8:
        return say_n("Lignes %(few)s et %(n)s autre", "Lignes %(few)s et %(n)s autres", len(lines) - 8, few=few)
    return say("Ligne %(few)s", few=few) if len(lines) == 1 else say("Lignes %(few)s", few=few)


def _columns(places: Sequence[int]) -> Text:
    """The columns of a table that lies down."""
    few = ", ".join(map(str, places[:8]))
    if len(places) > 8:
        return say_n("Colonnes %(few)s et %(n)s autre", "Colonnes %(few)s et %(n)s autres", len(places) - 8, few=few)
    return say("Colonne %(few)s", few=few) if len(places) == 1 else say("Colonnes %(few)s", few=few)
