"""``referee-match/1``: reading a match file's value, with every fault named (FORMATS, sections 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import RULES_VERSION
from referee.answers.house_rules import house_rules
from referee.answers.table import Table, alternating_teams, clean_name, is_name, make_table
from referee.answers.texts import INVALID_NAME
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.games.registry import game_named
from referee.words import Listing, Text, quoted, say, say_n

FORMAT = "referee-match/1"
KEYS = ("format", "game", "players", "teams", "dealer", "options", "entries")


@dataclass(frozen=True, slots=True)
class Setup:
    """A match before its first entry: the game, the table, and the options the table chose itself."""

    game: Game
    table: Table
    options: Mapping[str, Any]

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits there when the match begins."""
        return self.people_at(self.table)

    def people_at(self, table: Table) -> tuple[str, ...]:
        """Who sits at this table of the match, in seat order: not the dummies, of whom nothing is remembered."""
        dummies = self.game.dummies(table.rules)
        return tuple(player for player in table.players if player not in dummies)


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match file read: its set-up and its entries as they stand, not yet played."""

    setup: Setup
    entries: Sequence[Any]


def read_match(value: Any, version: int = RULES_VERSION) -> MatchFile | list[Violation]:
    """Read the value of a match file; a list of violations if the file itself is wrong.

    A match file carries no version of the rules: it is read by the newest, one out of an archive by its log's own.
    """
    wrong = _file_faults(value)
    if wrong:
        return wrong
    setup = read_setup(
        value["game"], value.get("players"), value.get("dealer"), value.get("options"), value.get("teams"), version
    )
    return setup if isinstance(setup, list) else MatchFile(setup, value["entries"])


def read_setup(
    game_id: str, players: Any, dealer: Any = None, options: Any = None, teams: Any = None, version: int = RULES_VERSION
) -> Setup | list[Violation]:
    """Lay a table from raw values; faults of players first, then teams, dealer and options together."""
    game = game_named(game_id)
    if game is None:
        return [_fault("file", "game", "game")]
    seats, wrong = _players(game, players)
    if wrong:
        return wrong
    wrong = [*_teams(game, seats, teams), *_dealer(seats, dealer)]
    chosen = {} if options is None else options
    if not isinstance(chosen, dict):
        return [*wrong, Violation("match.options", "options", say("Les options doivent être un objet."))]
    rules, faults = house_rules(game.options, chosen, seats)
    first = clean_name(dealer) if isinstance(dealer, str) else None
    table = make_table(seats, first, rules, game.in_teams, version)
    misplaced = [*_same_named(table), *game.check_table(table)]
    crowd = [fault for fault in misplaced if fault.article == "match.players"]
    wrong = crowd or [*wrong, *faults, *misplaced]
    return wrong or Setup(game, table, {key: rules[key] for key in chosen})


def _same_named(table: Table) -> Iterator[Violation]:
    """Two teams whose players' names, joined, read the same could not be told apart on the sheet."""
    if len({side.name for side in table.sides}) < len(table.sides):
        yield Violation("match.players", "players", say("Deux équipes auraient le même nom : changez un nom."))


def match_value(setup: Setup, entries: Sequence[Any]) -> dict[str, Any]:
    """The value of the match file of a match: what ``read_match`` reads back."""
    teams = [list(side.players) for side in setup.table.sides] if setup.game.in_teams else None
    return {
        "format": FORMAT,
        "game": setup.game.id,
        "players": list(setup.table.players),
        "teams": teams,
        "dealer": setup.table.dealer,
        "options": {key: list(value) if isinstance(value, tuple) else value for key, value in setup.options.items()},
        "entries": list(entries),
    }


def _fault(kind: str, field: str | None, what: str) -> Violation:
    message = say("Le fichier n'est pas une partie : « %(what)s » ne va pas.", what=quoted(what))
    return Violation(f"match.{kind}", field, message)


def _file_faults(value: Any) -> list[Violation]:
    if not isinstance(value, dict):
        return [Violation("match.file", None, say("Le fichier n'est pas une partie."))]
    wrong = [_fault("file", key, key) for key in value if key not in KEYS]
    if value.get("format") != FORMAT:
        wrong.append(_fault("file", "format", "format"))
    if game_named(value.get("game")) is None:
        wrong.append(_fault("file", "game", "game"))
    if not isinstance(value.get("entries"), list):
        wrong.append(_fault("file", "entries", "entries"))
    return wrong


def _players(game: Game, raw: Any) -> tuple[tuple[str, ...], list[Violation]]:
    if not isinstance(raw, (list, tuple)):
        return (), [Violation("match.players", "players", say("Il faut la liste des joueurs."))]
    wrong: list[Violation] = []
    seats: list[str] = []
    names: set[str] = set()
    for index, name in enumerate(raw):
        path = f"players.{index}"
        cleaned = clean_name(name) if isinstance(name, str) else ""
        if not is_name(cleaned):
            wrong.append(Violation("match.players", path, INVALID_NAME))
        elif cleaned in names:
            wrong.append(Violation("match.players", path, say("Deux joueurs s'appellent %(name)s.", name=cleaned)))
        seats.append(cleaned)
        names.add(cleaned)
    if len(raw) not in game.players:
        wrong.append(Violation("match.players", "players", _seats_needed(game, len(raw))))
    return tuple(seats), wrong


def people_needed(game: Game, n: int) -> Text:
    """The sentence for so many people, where they cannot play."""
    if len(game.people) < 3:
        numbers = Listing(game.people, either=True)
        return say("%(game)s se joue à %(numbers)s ; vous êtes %(n)s.", game=game.name, numbers=numbers, n=n)
    low, high = game.people[0], game.people[-1]
    return say("%(game)s se joue de %(low)s à %(high)s ; vous êtes %(n)s.", game=game.name, low=low, high=high, n=n)


def _seats_needed(game: Game, n: int) -> Text:
    """The sentence for a list of players of the wrong length: each seat has its name, a dummy's too."""
    if game.dummy_seats is None:
        return people_needed(game, n)
    return say_n(
        "%(game)s a %(seats)s places, %(dummy)s compris ; %(n)s nom est donné.",
        "%(game)s a %(seats)s places, %(dummy)s compris ; %(n)s noms sont donnés.",
        n,
        game=game.name,
        seats=Listing(game.players, either=True),
        dummy=game.dummy_seats.name,
    )


def _teams(game: Game, seats: tuple[str, ...], raw: Any) -> list[Violation]:
    if raw is None:
        return []
    if not game.in_teams:
        return [Violation("match.teams", "teams", say("Ce jeu se joue chacun pour soi."))]
    wanted = {frozenset(team) for team in alternating_teams(seats)}
    if isinstance(raw, list) and all(
        isinstance(team, list) and all(isinstance(name, str) for name in team) for team in raw
    ):
        given = [frozenset(clean_name(name) for name in team) for team in raw]
        sizes = sum(len(team) for team in raw)
        if len(given) == len(wanted) and set(given) == wanted and sizes == len(seats):
            return []
    return [Violation("match.teams", "teams", say("Les partenaires sont assis en alternance, un sur deux."))]


def _dealer(seats: tuple[str, ...], raw: Any) -> list[Violation]:
    if raw is None or (isinstance(raw, str) and clean_name(raw) in seats):
        return []
    return [Violation("match.dealer", "dealer", say("Le donneur doit être un des joueurs."))]
