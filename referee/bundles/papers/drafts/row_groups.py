"""Which rows of scores are of one match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.answers.table import clean_name
from referee.bundles.papers.cells import PaperMoment, read_number
from referee.bundles.papers.understanding import Understanding
from referee.words import Text
from referee.words.folding import folded


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of scores with what it says of its match."""

    line: int
    cells: tuple[str, ...]
    moment: PaperMoment | None
    game: str
    deal: str
    remarks: tuple[Text, ...] = ()


def _moment_and_game(row: ScoreRow) -> tuple[object, ...]:
    moment = row.moment
    return (moment.day if moment else None, moment.hour if moment else None, folded(row.game))


def result_groups(understanding: Understanding, rows: Sequence[ScoreRow]) -> Iterator[list[ScoreRow]]:
    """The rows of each match: of one moment and game, until a name comes again or the places begin anew."""
    name_at, place_at = understanding.at("name"), understanding.at("place")
    group: list[ScoreRow] = []
    for row in rows:
        if group:
            names = {clean_name(other.cells[name_at]) for other in group} if name_at is not None else set()
            again = name_at is not None and clean_name(row.cells[name_at]) in names
            if (
                _moment_and_game(row) != _moment_and_game(group[0])
                or again
                or (place_at is not None and _is_before(row, group[-1], place_at))
            ):
                yield group
                group = []
        group.append(row)
    if group:
        yield group


def is_doubtful_end(understanding: Understanding, group: Sequence[ScoreRow], after: Sequence[ScoreRow]) -> bool:
    """Whether the last row of a match may belong to the next one as well: only a name that comes again parts them."""
    name_at, place_at = understanding.at("name"), understanding.at("place")
    if name_at is None or _moment_and_game(group[0]) != _moment_and_game(after[0]):
        return False
    if place_at is not None and _is_before(after[0], group[-1], place_at):
        return False
    return clean_name(group[-1].cells[name_at]) not in {clean_name(row.cells[name_at]) for row in after}


def _is_before(row: ScoreRow, last: ScoreRow, at: int) -> bool:
    """Whether the places begin anew: first after another than first."""
    place, before = read_number(row.cells[at]), read_number(last.cells[at])
    return place is not None and before is not None and place == 1 and before > 1


def deal_groups(understanding: Understanding, rows: Sequence[ScoreRow]) -> Iterator[list[ScoreRow]]:
    """The rows of each match: of one moment and game, until the numbers of the deals begin anew."""
    group: list[ScoreRow] = []
    by_player = understanding.kind == "deal-results"
    for row in rows:
        if group and (_moment_and_game(row) != _moment_and_game(group[0]) or _begins_anew(row, group, by_player)):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _begins_anew(row: ScoreRow, group: Sequence[ScoreRow], by_player: bool) -> bool:
    number, last, first = (read_number(each.deal) for each in (row, group[-1], group[0]))
    if number is None or last is None or first is None:
        return False
    return number < last and (number == first or not by_player)
