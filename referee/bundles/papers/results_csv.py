"""The results of an evening or of a club as CSV: a row a side, in a shape that comes in again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.bundles.papers.game_names import written_name
from referee.game_definition.match_course import sheet_of
from referee.games.registry import GAMES
from referee.local_time import local
from referee.matches.csv_sheet import MatchColumns, csv_bytes
from referee.store.matches.finished_results import FinishedMatch, finished_moment
from referee.store.matches.match_day import day_of
from referee.store.matches.stored_match import StoredMatch
from referee.words import say


def results_csv(matches: Iterable[FinishedMatch], language: str) -> bytes:
    """The file: date and hour, game, place, names, total, and the notes beside the first."""
    return csv_bytes(_rows(matches, language), language)


def match_columns(stored_match: StoredMatch, language: str) -> MatchColumns:
    """What stands beside each deal of a match in a spreadsheet."""
    setup, sheet = stored_match.setup, sheet_of(stored_match.setup.game, stored_match.replay)
    moment = finished_moment(stored_match.id) or stored_match.created_at
    name = written_name(setup.game, setup.options, language)
    day = day_of(stored_match.evening_id, stored_match.created_at)
    return MatchColumns(f"{day} {local(moment):%H:%M}", name, sheet.places if sheet.over else {})


def _rows(matches: Iterable[FinishedMatch], language: str) -> Iterator[list[str | int]]:
    heads = (say("Date"), say("Jeu"), say("Place"), say("Joueur"), say("Total"), say("Remarque"))
    yield [head.render(language) for head in heads]
    for match in matches:
        name = written_name(GAMES[match.game], match.options, language)
        moment = f"{match.day} {local(match.finished_at):%H:%M}"
        for number, side in enumerate(match.sides):
            note = "" if number else " · ".join(match.notes)
            yield [moment, name, side.place, side.name, side.total, note]
