"""The matches of a table as they are written: rows brought together, numbers read, nothing settled.

A row that is no match is a fault with the reason that applies to it, in the words of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

from referee.answers.table import clean_name
from referee.bundles.papers.cells import (
    DAY_WITHOUT_YEAR,
    PaperMoment,
    is_absent,
    is_dash,
    is_loose_minus,
    read_hour,
    read_moment,
    read_number,
    read_place,
    whole_number,
)
from referee.bundles.papers.drafts.row_groups import ScoreRow, deal_groups, is_doubtful_end, result_groups
from referee.bundles.papers.header_words import Role
from referee.bundles.papers.paper import CpuBudget, quoted_cell
from referee.bundles.papers.understanding import Understanding
from referee.words import Text, say
from referee.words.folding import folded

PLACE_WORDS = frozenset(("place", "rang", "classement", "rank", "position"))
ONLY_PLACES = say("des places, sans points : notées comme des totaux, la plus petite gagne")
DEAL_DASH = say("un tiret seul est pris pour 0 point à cette donne")
Scores = Mapping[str, int]
"""Points by the name of a player or a side as it is written."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line cannot go in."""

    line: int
    message: Text


@dataclass(frozen=True, slots=True)
class RawMatch:
    """A match as it is written. ``day`` and ``game``: None and "" where the table has none.

    ``deals``: the points of each deal, empty of a match of which only the totals stand there. ``places`` and
    ``winners``: what the table says of them. ``remarks``: what was carried down from above. ``is_tally``: its totals
    are the match itself, won by the one who has 1. ``dashed``: who has a dash alone instead of points, and is left out.
    ``only_places``: its totals are the places.
    """

    line: int
    day: date | None
    hour: time | None
    game: str
    totals: Scores
    deals: tuple[Scores, ...] = ()
    note: str = ""
    winners: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    dealer: str = ""
    remarks: tuple[Text, ...] = ()
    is_tally: bool = False
    dashed: tuple[str, ...] = ()
    only_places: bool = False


class RowRefused(Exception):
    """A row that cannot go in: its message."""

    def __init__(self, message: Text) -> None:
        super().__init__()
        self.message = message


def raw_matches(understanding: Understanding, budget: CpuBudget) -> tuple[list[RawMatch], list[LineFault]]:
    """The matches of a table and the lines that are none; raises PaperRefused beyond the budget."""
    return _Reader(understanding, budget).read()


class _Reader:
    def __init__(self, understanding: Understanding, budget: CpuBudget) -> None:
        self._found = understanding
        self._budget = budget
        self._faults: list[LineFault] = []
        self._last: ScoreRow | None = None
        self._before: dict[str, int] = {}
        self._minus: Text | None = None
        names = [understanding.columns[at].name for at in understanding.all("points") if understanding.columns[at].name]
        self._double = next((name for name in names if names.count(name) > 1), "")

    def read(self) -> tuple[list[RawMatch], list[LineFault]]:
        rows = list(self._rows())
        if self._found.kind == "matches":
            matches = _with_tallies([match for row in rows for match in self._guarded(row)], self._found.numbers)
        elif self._found.kind == "results":
            matches = [match for group in self._certain_groups(rows) for match in self._of_results(group)]
        else:
            matches = [match for group in deal_groups(self._found, rows) for match in self._of_deals(group)]
        return matches, sorted(self._faults, key=lambda fault: fault.line)

    def _fault(self, line: int, message: Text) -> None:
        self._faults.append(LineFault(line, message))

    def _guarded(self, row: ScoreRow) -> Iterator[RawMatch]:
        if row.line % 20 == 0:
            self._budget.spend()
        try:
            yield self._match(row)
        except RowRefused as refused:
            self._fault(row.line, refused.message)

    # Rows: their date, hour and game, carried down under the first of an evening.

    def _rows(self) -> Iterator[ScoreRow]:
        for number, at in enumerate(self._found.rows):
            if number % 100 == 0:
                self._budget.spend()
            row = self._found.paper.rows[at]
            line = self._found.paper.lines[at]
            try:
                self._last = self._row(line, row)
            except RowRefused as refused:
                self._fault(line, refused.message)
            else:
                yield self._last

    def _row(self, line: int, cells: tuple[str, ...]) -> ScoreRow:
        moment, remarks = self._moment(cells)
        game = self._cell(cells, "game")
        if not game and self._found.at("game") is not None:
            game = self._game_above(moment)
            remarks = (*remarks, say("jeu repris de la ligne au-dessus : %(game)s", game=quoted_cell(game)))
        return ScoreRow(line, cells, moment, game, self._cell(cells, "deal"), remarks)

    def _cell(self, cells: Sequence[str], role: Role) -> str:
        at = self._found.at(role)
        return cells[at] if at is not None else ""

    def _moment(self, cells: Sequence[str]) -> tuple[PaperMoment | None, tuple[Text, ...]]:
        if self._found.at("date") is None:
            return None, ()
        cell, typed_hour = self._cell(cells, "date"), self._cell(cells, "hour")
        hour = read_hour(typed_hour) if typed_hour else None
        if not cell:
            if self._last is None or self._last.moment is None:
                raise RowRefused(say("pas de date, et aucune au-dessus"))
            above = self._last.moment
            return replace(above, hour=hour or above.hour), (say("date reprise de la ligne au-dessus"),)
        moment = read_moment(cell, self._found.order or "day", serial=True)
        if moment is None and DAY_WITHOUT_YEAR.fullmatch(cell):
            raise RowRefused(say("il manque l'année à « %(cell)s »", cell=quoted_cell(cell)))
        if moment is None:
            raise RowRefused(say("« %(cell)s » n'est pas une date", cell=quoted_cell(cell)))
        return replace(moment, hour=moment.hour or hour), ()

    def _game_above(self, moment: PaperMoment | None) -> str:
        above = self._last
        same_day = above is not None and (moment is None or (above.moment and above.moment.day == moment.day))
        if above is None or not same_day or not above.game:
            raise RowRefused(say("il manque le nom du jeu"))
        return above.game

    # Numbers.

    def _number(self, cell: str, at: int) -> int:
        is_mere_dash = self._found.sign == "dash" and is_loose_minus(cell)
        number = read_number(cell.strip()[1:] if is_mere_dash else cell, at in self._found.grouped)
        if number is None:
            raise RowRefused(say("« %(cell)s » n'est pas un nombre de points", cell=quoted_cell(cell)))
        whole = whole_number(number)
        if whole is None:
            raise RowRefused(
                say("« %(cell)s » : les points se gardent entiers ici, sans demi ni décimale", cell=quoted_cell(cell))
            )
        return whole

    def _scores(self, cells: Sequence[str]) -> dict[str, int]:
        """The points of a row, by the names of the columns; without those who did not play."""
        columns = self._found.columns
        if self._double:
            raise RowRefused(say("deux colonnes s'appellent « %(name)s »", name=quoted_cell(self._double)))
        return {
            columns[at].name: self._number(cells[at], at)
            for at in self._found.all("points")
            if columns[at].name and not is_absent(cells[at])
        }

    def _minus_taken(self, cells: Sequence[str]) -> tuple[Text, ...]:
        """What is said where a long dash, or one apart from its number, was read as a minus."""
        if self._found.sign != "minus":
            return ()
        for at in self._found.all("points"):
            if is_loose_minus(cells[at]):
                number = str(self._number(cells[at], at)).replace("-", "\u2212")
                self._minus = self._minus or say(
                    "le tiret devant un nombre est pris pour un moins (« %(cell)s » : %(number)s)",
                    cell=quoted_cell(cells[at]),
                    number=number,
                )
                return (self._minus,)
        return ()

    def _dashed(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Whose points are a dash alone."""
        columns = self._found.columns
        return tuple(columns[at].name for at in self._found.all("points") if columns[at].name and is_dash(cells[at]))

    def _only_places(self, cells: Sequence[str]) -> dict[str, int]:
        """The places of a row that has no points; empty for any other."""
        columns = self._found.columns
        written = {columns[at].name: cells[at] for at in self._found.all("points") if columns[at].name}
        places = {name: read_place(cell) for name, cell in written.items() if not is_absent(cell)}
        found = {name: place for name, place in places.items() if place is not None}
        return found if len(found) == len(places) else {}

    def _gained(self, scores: Mapping[str, int], before: dict[str, int]) -> dict[str, int]:
        """What a row of running totals adds to those above it."""
        gained = {name: total - before.get(name, 0) for name, total in scores.items()}
        before.update(scores)
        return gained

    # A match a row.

    def _match(self, row: ScoreRow) -> RawMatch:
        places = {} if self._double else self._only_places(row.cells)
        scores = places or self._scores(row.cells)
        if self._found.numbers == "running":
            scores = self._gained(scores, self._before)
            if scores and not any(scores.values()):
                raise RowRefused(say("rien de plus que la ligne au-dessus"))
        if len(scores) < 2:
            raise RowRefused(say("moins de deux joueurs ont des points"))
        row = replace(row, remarks=(*row.remarks, *([ONLY_PLACES] if places else self._minus_taken(row.cells))))
        note, winners = self._cell(row.cells, "remark"), self._winners([row])
        raw_match = self._raw_match(row, scores, note=note, winners=winners, places=places)
        return replace(raw_match, dashed=self._dashed(row.cells), only_places=bool(places))

    def _winners(self, rows: Sequence[ScoreRow]) -> tuple[str, ...]:
        cells = (self._cell(row.cells, "winner") for row in rows)
        return tuple(dict.fromkeys(clean_name(cell) for cell in cells if cell and not is_absent(cell)))

    def _raw_match(
        self,
        row: ScoreRow,
        totals: Scores,
        deals: tuple[Scores, ...] = (),
        note: str = "",
        winners: tuple[str, ...] = (),
        places: Mapping[str, int] | None = None,
        dealer: str = "",
    ) -> RawMatch:
        moment = row.moment
        day, hour = (moment.day, moment.hour) if moment else (None, None)
        return RawMatch(
            row.line, day, hour, row.game, totals, deals, note, winners, places or {}, dealer, remarks=row.remarks
        )

    # A match of several rows, a row a player.

    def _certain_groups(self, rows: Sequence[ScoreRow]) -> Iterator[Sequence[ScoreRow]]:
        """The rows of each match; matches that nothing parts but a name that comes again are refused."""
        together: list[Sequence[ScoreRow]] = []
        for group in result_groups(self._found, rows):
            if together and not is_doubtful_end(self._found, together[-1], group):
                yield from self._if_certain(together)
                together = []
            together.append(group)
        if together:
            yield from self._if_certain(together)

    def _if_certain(self, together: Sequence[Sequence[ScoreRow]]) -> Iterator[Sequence[ScoreRow]]:
        if len(together) == 1:
            yield together[0]
            return
        reason = say("cette ligne est de cette partie ou de la suivante ? Une colonne d'heures ou de places le dirait")
        self._refuse_all([row for group in together for row in group], together[0][-1], RowRefused(reason))

    def _of_results(self, rows: Sequence[ScoreRow]) -> Iterator[RawMatch]:
        totals: dict[str, int] = {}
        places: dict[str, int] = {}
        points = self._found.at("points")
        remarks: list[Text] = []
        try:
            for row in rows:
                name = clean_name(self._cell(row.cells, "name"))
                if not name:
                    raise RowRefused(say("il manque le nom du joueur"))
                place = self._place(row.cells)
                if place is not None:
                    places[name] = place
                if points is None and place is not None:
                    totals[name] = place
                    continue
                if points is None or is_absent(row.cells[points]):
                    raise RowRefused(say("%(name)s n'a pas de points", name=quoted_cell(name)))
                totals[name] = self._number(row.cells[points], points)
                remarks += self._minus_taken(row.cells)
            if len(totals) < 2:
                raise RowRefused(say("un seul joueur à cette partie"))
        except RowRefused as refused:
            self._refuse_all(rows, row, refused)
            return
        if points is None:
            remarks = [ONLY_PLACES]
        notes = dict.fromkeys(cell for row in rows if (cell := self._cell(row.cells, "remark")))
        head = replace(rows[0], remarks=tuple(dict.fromkeys([*rows[0].remarks, *remarks])))
        raw_match = self._raw_match(
            head, totals, note=" · ".join(notes), winners=self._result_winners(rows), places=places
        )
        yield replace(raw_match, only_places=points is None)

    def _place(self, cells: Sequence[str]) -> int | None:
        """The place of a player: a number, with its ending or without."""
        cell = self._cell(cells, "place")
        number = read_number(cell.rstrip("."))
        return read_place(cell) if number is None else int(number)

    def _result_winners(self, rows: Sequence[ScoreRow]) -> tuple[str, ...]:
        """Who won: the names in the column of winners, or those whose cell there is a yes."""
        names = {clean_name(self._cell(row.cells, "name")) for row in rows}
        told = self._winners(rows)
        if told and names.issuperset(told):
            return told
        yes = {"1", "x", "oui", "yes", "true", "vrai", "*"}
        return tuple(
            clean_name(self._cell(row.cells, "name"))
            for row in rows
            if folded(self._cell(row.cells, "winner").strip()) in yes
        )

    def _refuse_all(self, rows: Sequence[ScoreRow], blamed: ScoreRow, error: RowRefused) -> None:
        """Refuse a match whole for one of its rows."""
        self._fault(blamed.line, error.message)
        for row in rows:
            if row is not blamed:
                message = say("la ligne %(line)s de la même partie ne va pas", line=blamed.line)
                self._fault(row.line, message)

    # A match deal by deal.

    def _of_deals(self, rows: Sequence[ScoreRow]) -> Iterator[RawMatch]:
        before: dict[str, int] = {}
        deals: list[dict[str, int]] = []
        row = rows[0]
        try:
            for deal in self._deals(rows):
                row = deal[0]
                scores = self._deal_scores(deal)
                deals.append(self._gained(scores, before) if self._is_running else scores)
            totals: dict[str, int] = {}
            for points in deals:
                for name, number in points.items():
                    totals[name] = totals.get(name, 0) + number
            if len(totals) < 2:
                raise RowRefused(say("moins de deux joueurs ont des points"))
        except RowRefused as refused:
            self._refuse_all(rows, row, refused)
            return
        whole = tuple({name: points.get(name, 0) for name in totals} for points in deals)
        notes = dict.fromkeys(cell for row in rows if (cell := self._cell(row.cells, "remark")))
        dealer = clean_name(self._cell(rows[0].cells, "dealer"))
        head = replace(rows[0], remarks=tuple(dict.fromkeys(what for row in rows for what in self._deal_taken(row))))
        stated = self._winners(rows) if len(set(self._winners(rows))) == 1 else ()
        yield self._raw_match(head, totals, whole, " · ".join(notes), stated, self._places_below(rows), dealer)

    def _deal_taken(self, row: ScoreRow) -> tuple[Text, ...]:
        """What is said of a row of a match deal by deal: what was carried down, and how its dashes were read."""
        dashes = (DEAL_DASH,) if self._dashed(row.cells) and not self._is_running else ()
        return (*row.remarks, *self._minus_taken(row.cells), *dashes)

    def _places_below(self, rows: Sequence[ScoreRow]) -> dict[str, int]:
        """The places in a row below the deals of a match, by the names of the columns."""
        understanding = self._found
        after = next(
            (row for row in understanding.left_out if understanding.paper.lines[row.row] > rows[-1].line), None
        )
        if after is None or understanding.kind != "deals":
            return {}
        cells = understanding.paper.rows[after.row]
        if folded(next(filter(None, cells), "")).strip(" :.") not in PLACE_WORDS:
            return {}
        places = {understanding.columns[at].name: read_number(cells[at]) for at in understanding.all("points")}
        return {name: int(place) for name, place in places.items() if place is not None}

    @property
    def _is_running(self) -> bool:
        """Whether what is read are running totals."""
        if self._found.kind == "deal-results":
            return self._found.at("points") is None
        return self._found.numbers == "running"

    def _deals(self, rows: Sequence[ScoreRow]) -> Iterator[Sequence[ScoreRow]]:
        """The rows of each deal."""
        if self._found.kind == "deals":
            yield from ([row] for row in rows)
            return
        deals: dict[str, list[ScoreRow]] = {}
        for row in rows:
            deals.setdefault(row.deal, []).append(row)
        yield from deals.values()

    def _deal_scores(self, deal: Sequence[ScoreRow]) -> dict[str, int]:
        if self._found.kind == "deals":
            return self._scores(deal[0].cells)
        at = self._found.at("points")
        at = self._found.at("running") if at is None else at
        scores: dict[str, int] = {}
        for row in deal:
            name = clean_name(self._cell(row.cells, "name"))
            if not name:
                raise RowRefused(say("il manque le nom du joueur"))
            if at is not None and not is_absent(row.cells[at]):
                scores[name] = self._number(row.cells[at], at)
        return scores


def _with_tallies(matches: list[RawMatch], numbers: str) -> list[RawMatch]:
    """The matches, as won ones where each adds 1 to one of the running totals."""
    if numbers != "running" or not all(sorted(match.totals.values())[-2:] == [0, 1] for match in matches):
        return matches
    return [
        replace(match, winners=tuple(name for name, won in match.totals.items() if won), is_tally=True)
        for match in matches
    ]
