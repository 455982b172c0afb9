"""The results of an evening or of a club as CSV: a row a side, in a shape that comes in again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.games.registry import GAMES
from referee.local_time import local
from referee.matches.csv_sheet import csv_bytes
from referee.store.matches.finished_results import FinishedMatch
from referee.words import say


def results_csv(matches: Iterable[FinishedMatch], language: str) -> bytes:
    """The file: date and hour, game, place, names, total, and the notes beside the first."""
    return csv_bytes(_rows(matches, language), language)


def _rows(matches: Iterable[FinishedMatch], language: str) -> Iterator[list[str | int]]:
    heads = (say("Date"), say("Jeu"), say("Place"), say("Joueur"), say("Total"), say("Remarque"))
    yield [head.render(language) for head in heads]
    for match in matches:
        game = GAMES[match.game]
        name = game.own_name(match.options) or game.name.render(language)
        moment = f"{local(match.finished_at):%Y-%m-%d %H:%M}"
        for number, side in enumerate(match.sides):
            note = "" if number else " · ".join(match.notes)
            yield [moment, name, side.place, side.name, side.total, note]
