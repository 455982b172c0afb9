"""``referee-match/1``: read the value of a match file, with all violations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import RULES_VERSION
from referee.answers.table import HouseRules, Table, alternating_teams, clean_name, is_name
from referee.answers.texts import INVALID_NAME
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.games.registry import game_named
from referee.words import Listing, Text, quoted, say, say_n

FORMAT = "referee-match/1"
FEWEST_TEAMS, MOST_TEAMS = 2, 6
"""Teams of a game in which the table chooses them."""
KEYS = ("format", "game", "players", "teams", "dealer", "options", "entries")


@dataclass(frozen=True, slots=True)
class Setup:
    """A match before its first entry: the game, the table and the chosen options."""

    game: Game
    table: Table
    options: Mapping[str, Any]

    @property
    def people(self) -> tuple[str, ...]:
        """The people at the table when the match begins, in seat order."""
        return self.people_at(self.table)

    def people_at(self, table: Table) -> tuple[str, ...]:
        """The people at this table of the match, in seat order, without dummies."""
        dummies = self.game.dummies(table.rules)
        return tuple(player for player in table.players if player not in dummies)

    @property
    def chosen_teams(self) -> list[list[str]] | None:
        """The teams that the table chose; None where the game says who plays with whom."""
        is_chosen = self.game.free_teams and self.table.in_teams
        return [list(side.players) for side in self.table.sides] if is_chosen else None


@dataclass(frozen=True, slots=True)
class MatchFile:
    """The set-up and the raw entries of a match file."""

    setup: Setup
    entries: Sequence[Any]


def read_match(value: Any, version: int = RULES_VERSION) -> MatchFile | list[Violation]:
    """Read the value of a match file; a list of violations if the file is invalid.

    A match file has no version of the rules: by default the newest applies, for a log of an archive its own.
    """
    violations = _file_violations(value)
    if violations:
        return violations
    setup = read_setup(
        value["game"], value.get("players"), value.get("dealer"), value.get("options"), value.get("teams"), version
    )
    return setup if isinstance(setup, list) else MatchFile(setup, value["entries"])


def read_setup(
    game_id: str, players: Any, dealer: Any = None, options: Any = None, teams: Any = None, version: int = RULES_VERSION
) -> Setup | list[Violation]:
    """Make a table from raw values; violations of players come alone, then teams, dealer and options together."""
    game = game_named(game_id)
    if game is None:
        return [_file_violation("game")]
    chosen, shape = ({} if options is None else options), []
    seats, violations = _players(game, players, chosen if isinstance(chosen, dict) else {})
    if violations:
        return violations
    if not isinstance(chosen, dict):
        chosen, shape = {}, [Violation("match.options", "options", say("Les options doivent être un objet."))]
    rules, option_violations = game.house_rules(chosen, seats)
    chosen_teams, team_violations = _teams(game, seats, rules, teams)
    violations = [*team_violations, *_dealer(seats, dealer), *shape]
    if shape:
        return violations
    first = clean_name(dealer) if isinstance(dealer, str) else None
    table = game.table(seats, rules, first, version, chosen_teams)
    table_violations = [*_side_name_violations(table), *game.check_table(table)]
    player_violations = [fault for fault in table_violations if fault.article == "match.players"]
    violations = player_violations or [*violations, *option_violations, *table_violations]
    return violations or Setup(game, table, {key: getattr(rules, key) for key in chosen})


def _side_name_violations(table: Table) -> Iterator[Violation]:
    """Two teams with equal joined names would be indistinguishable on the sheet."""
    if len({side.name for side in table.sides}) < len(table.sides):
        yield Violation("match.players", "players", say("Deux équipes auraient le même nom : changez un nom."))


def match_value(setup: Setup, entries: Sequence[Any]) -> dict[str, Any]:
    """The value of a match's file, which ``read_match`` reads."""
    teams = [list(side.players) for side in setup.table.sides] if setup.table.in_teams else None
    return {
        "format": FORMAT,
        "game": setup.game.id,
        "players": list(setup.table.players),
        "teams": teams,
        "dealer": setup.table.dealer,
        "options": {key: list(value) if isinstance(value, tuple) else value for key, value in setup.options.items()},
        "entries": list(entries),
    }


def _file_violation(field: str) -> Violation:
    message = say("Le fichier n'est pas une partie : « %(what)s » ne va pas.", what=quoted(field))
    return Violation("match.file", field, message)


def _file_violations(value: Any) -> list[Violation]:
    if not isinstance(value, dict):
        return [Violation("match.file", None, say("Le fichier n'est pas une partie."))]
    violations = [_file_violation(key) for key in value if key not in KEYS]
    if value.get("format") != FORMAT:
        violations.append(_file_violation("format"))
    if game_named(value.get("game")) is None:
        violations.append(_file_violation("game"))
    if not isinstance(value.get("entries"), list):
        violations.append(_file_violation("entries"))
    return violations


def _players(game: Game, raw: Any, choices: Mapping[str, Any]) -> tuple[tuple[str, ...], list[Violation]]:
    if not isinstance(raw, (list, tuple)):
        return (), [Violation("match.players", "players", say("Il faut la liste des joueurs."))]
    violations: list[Violation] = []
    seats: list[str] = []
    names: set[str] = set()
    for index, name in enumerate(raw):
        path = f"players.{index}"
        cleaned = clean_name(name) if isinstance(name, str) else ""
        if not is_name(cleaned):
            violations.append(Violation("match.players", path, INVALID_NAME))
        elif cleaned in names:
            violations.append(Violation("match.players", path, say("Deux joueurs s'appellent %(name)s.", name=cleaned)))
        seats.append(cleaned)
        names.add(cleaned)
    if len(raw) not in game.numbers(_one_rests(game, choices)):
        violations.append(Violation("match.players", "players", _seats_needed(game, len(raw))))
    return tuple(seats), violations


def _one_rests(game: Game, choices: Mapping[str, Any]) -> bool:
    """Whether the table chose that one player more than play sits down."""
    option = next((option for option in game.options if option.id == game.rest_option), None)
    if option is None or option.id not in choices:
        return False
    value, _ = option.read_choice(choices[option.id], ())
    return bool(value)


def people_needed(game: Game, n: int) -> Text:
    """The sentence that refuses ``n`` people."""
    if len(game.people) < 3:
        numbers = Listing(game.people, either=True)
        return say("%(game)s se joue à %(numbers)s ; vous êtes %(n)s.", game=game.name, numbers=numbers, n=n)
    low, high = game.people[0], game.people[-1]
    return say("%(game)s se joue de %(low)s à %(high)s ; vous êtes %(n)s.", game=game.name, low=low, high=high, n=n)


def _seats_needed(game: Game, n: int) -> Text:
    """The sentence for a list of players of the wrong length, which includes the dummies' names."""
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


def _teams(
    game: Game, seats: tuple[str, ...], rules: HouseRules, raw: Any
) -> tuple[tuple[tuple[str, ...], ...], list[Violation]]:
    """The teams where the table chooses them, none where the game does."""
    if raw is None:
        return (), []
    teams = _lists_of_names(raw)
    if game.free_teams:
        if FEWEST_TEAMS <= len(teams) <= MOST_TEAMS and all(teams) and _is_partition(teams, seats):
            return teams, []
        message = say("Deux à six équipes, et chacun dans une seule.")
    elif not game.in_teams(len(seats), rules):
        message = say("Ce jeu se joue chacun pour soi.")
    elif _is_partition(teams, seats) and {*map(frozenset, teams)} == {*map(frozenset, alternating_teams(seats))}:
        return (), []
    else:
        message = say("Les partenaires sont assis en alternance, un sur deux.")
    return (), [Violation("match.teams", "teams", message)]


def _is_partition(teams: tuple[tuple[str, ...], ...], seats: tuple[str, ...]) -> bool:
    return sorted(name for team in teams for name in team) == sorted(seats)


def _lists_of_names(raw: Any) -> tuple[tuple[str, ...], ...]:
    """The clean names of a list of lists; () for any other value."""
    if not isinstance(raw, list) or not all(isinstance(team, list) for team in raw):
        return ()
    if not all(isinstance(name, str) for team in raw for name in team):
        return ()
    return tuple(tuple(clean_name(name) for name in team) for team in raw)


def _dealer(seats: tuple[str, ...], raw: Any) -> list[Violation]:
    if raw is None or (isinstance(raw, str) and clean_name(raw) in seats):
        return []
    return [Violation("match.dealer", "dealer", say("Le donneur doit être un des joueurs."))]
