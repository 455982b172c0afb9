"""A season on paper: a table with a date, a game and a column of totals for each player, read line by line."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any

from referee.answers.table import clean_name
from referee.game_definition.game import Game
from referee.game_definition.match_course import Refusal, play
from referee.games.registry import GAMES
from referee.matches.match_file import Setup, read_setup
from referee.words import LANGUAGES, Text, quoted, say
from referee.words.folding import folded

MOST_LINES, MOST_PLAYERS = 2000, 200
FIRST_DAY = date(2000, 1, 1)
DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})")
TOTAL = re.compile(r"[+−-]?\d{1,5}")
SEPARATORS = ";\t,"
HEAD = 2
"""The columns before those of the players: date and game."""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A line of the table: the day, the match's set-up, and its totals by player."""

    line: int
    day: date
    setup: Setup
    totals: Mapping[str, int]

    @property
    def entry(self) -> dict[str, Any]:
        """The entry of the step ``totals``: partners have one total."""
        sides = self.setup.table.sides
        return {"step": "totals", "totals": {side.name: self.totals[side.players[0]] for side in sides}}


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line is no match."""

    line: int
    message: Text


@dataclass(frozen=True, slots=True)
class Season:
    """The matches of a table, and the lines that are none; with a fault nothing of it is noted."""

    matches: Sequence[PaperMatch]
    faults: Sequence[LineFault]

    @property
    def names(self) -> list[str]:
        """The players, in the order in which they appear."""
        return list(dict.fromkeys(name for match in self.matches for name in match.totals))


def read_season(text: str, today: date) -> Season:
    """Read a table; semicolons, tabs or commas part its columns, the first row names the players.

    >>> season = read_season("date;jeu;Ana;Bob;Chloé\\n21/11/2026;Tarot;20;-10;-10", date(2026, 11, 27))
    >>> [(match.day.isoformat(), match.setup.game.id, dict(match.totals)) for match in season.matches]
    [('2026-11-21', 'tarot', {'Ana': 20, 'Bob': -10, 'Chloé': -10})]
    """
    rows = list(_rows(text))
    if not rows:
        return Season((), (LineFault(1, say("Le tableau est vide.")),))
    (first, head), *others = rows
    names = [clean_name(name) for name in head[HEAD:]]
    while names and not names[-1]:
        names.pop()
    fault = _head_fault(names)
    if fault is None and not others:
        fault = say("Sous les noms, il faut une ligne par partie.")
    if fault is None and len(others) > MOST_LINES:
        fault = say("Le tableau a plus de %(n)s lignes : partagez-le.", n=MOST_LINES)
    if fault is not None:
        return Season((), (LineFault(first, fault),))
    read = [_read_line(number, cells, names, today) for number, cells in others]
    return Season(
        [match for match in read if isinstance(match, PaperMatch)],
        [fault for fault in read if isinstance(fault, LineFault)],
    )


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that have any cell, with their line numbers from 1."""
    lines = text.removeprefix("\ufeff").splitlines()
    head = next((line for line in lines if line.strip()), "")
    separator = max(SEPARATORS, key=head.count)
    for number, line in enumerate(lines, 1):
        for cells in csv.reader([line], delimiter=separator):
            if any(cell.strip() for cell in cells):
                yield number, [cell.strip() for cell in cells]


def _head_fault(names: Sequence[str]) -> Text | None:
    if len(names) < 2 or "" in names:
        return say("La première ligne doit nommer les colonnes : date, jeu, puis un joueur par colonne.")
    if len(names) > MOST_PLAYERS:
        return say("Le tableau a plus de %(n)s joueurs : partagez-le.", n=MOST_PLAYERS)
    double = next((name for at, name in enumerate(names) if name in names[:at]), None)
    return say("Deux colonnes s'appellent %(name)s.", name=quoted(double)) if double else None


def _read_line(number: int, cells: Sequence[str], names: Sequence[str], today: date) -> PaperMatch | LineFault:
    padded = [*cells, *[""] * (HEAD + len(names) - len(cells))]
    if any(padded[HEAD + len(names) :]):
        return LineFault(number, say("Cette ligne a plus de colonnes que la première."))
    day = _day(padded[0])
    if day is None:
        return LineFault(number, say("La date ne se lit pas : jour/mois/année, ou année-mois-jour."))
    if not FIRST_DAY <= day <= today:
        return LineFault(number, say("Cette date est à venir, ou d'avant l'an 2000."))
    typed = {name: cell for name, cell in zip(names, padded[HEAD:]) if cell}
    wrong = next((cell for cell in typed.values() if not TOTAL.fullmatch(cell)), None)
    if wrong is not None:
        return LineFault(number, say("%(cell)s n'est pas un total : un nombre entier.", cell=quoted(wrong)))
    totals = {name: int(cell.replace("−", "-")) for name, cell in typed.items()}
    return _match(number, day, padded[1], totals)


def _day(text: str) -> date | None:
    try:
        if found := DAY_FIRST.fullmatch(text):
            day, month, year = map(int, found.groups())
            return date(year if year > 99 else 2000 + year, month, day)
        return date.fromisoformat(text)
    except ValueError:
        return None


def _match(number: int, day: date, game_name: str, totals: Mapping[str, int]) -> PaperMatch | LineFault:
    game, options = _game(game_name)
    if game is None:
        return LineFault(number, say("Il manque le nom du jeu."))
    setup = read_setup(game.id, _names_by_seat(game, totals), None, options)
    if not isinstance(setup, Setup):
        return LineFault(number, setup[0].message)
    match = PaperMatch(number, day, setup, totals)
    apart = next((side for side in setup.table.sides if len({totals[name] for name in side.players}) > 1), None)
    if apart is not None:
        return LineFault(number, say("Des partenaires ont le même total : ce n'est pas le cas ici."))
    played = play(game, setup.table, [match.entry])
    return LineFault(number, played.violations[0].message) if isinstance(played, Refusal) else match


def _game(name: str) -> tuple[Game | None, Mapping[str, Any]]:
    """The game of this id or name; for any other name a game that takes names, with its options."""
    wanted = folded(name)
    if not wanted:
        return None, {}
    for game in GAMES.values():
        if wanted in {game.id, *(known for language in LANGUAGES for known in _names(game, language))}:
            return game, {}
    sheet = next((game for game in GAMES.values() if game.named), None)
    return (sheet, sheet.named(name)) if sheet and sheet.named else (None, {})


def _names(game: Game, language: str) -> tuple[str, str]:
    """The folded name of a game, with its article and without."""
    name = folded(game.name.render(language))
    return name, re.sub(r"^(l'|l’|les? |la |the )", "", name)


def _names_by_seat(game: Game, totals: Mapping[str, int]) -> list[str]:
    """The players in the order of the columns; partners, who have one total, opposite each other."""
    players = list(totals)
    half = len(players) // 2
    if len(players) not in game.team_sizes() or len(set(totals.values())) != 2:
        return players
    for team in combinations(players, half):
        others = [name for name in players if name not in team]
        if len({totals[name] for name in team}) == len({totals[name] for name in others}) == 1:
            return [name for pair in zip(team, others, strict=True) for name in pair]
    return players
