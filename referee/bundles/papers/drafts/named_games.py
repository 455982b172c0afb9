"""What each name of a game in a table is taken for: a game of the referee, or one kept by name, and who wins in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from referee.answers.table import clean_name
from referee.bundles.papers.drafts.raw_matches import RawMatch
from referee.bundles.papers.game_names import known_game, name_on_sheet, plain_name
from referee.bundles.papers.paper import CpuBudget
from referee.game_definition.game import Game
from referee.games.registry import GAMES, game_named
from referee.words import LANGUAGES

HIGH, LOW = "high", "low"
How = Literal["name", "other name", "chosen", "club", "maker", "places", "default"]
"""How the game of a name was found, or who wins in it."""


@dataclass(frozen=True)
class Decisions:
    """What the person settled once for the whole table.

    ``games``: by plain name, a game's id, or who wins a game of that name: ``high`` or ``low``. ``sides``: the players
    of a side by its header. ``same``: the player that a name means. ``dash``: what a dash alone is in the place of
    points, ``absent`` or ``zero``. ``leave``: what cannot go in is left out.
    """

    day: date | None = None
    game: str = ""
    games: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    dash: str = ""
    leave: bool = False


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A name of a game in the table: what it is taken for, and how that was found.

    ``options``: of the sheet that keeps a game by name. ``matches``: how many have it. ``guess``: the choice that the
    table alone suggests, and how, where the person chose another; None where they chose none.
    """

    name: str
    game: Game
    options: Mapping[str, Any]
    how: How
    matches: int = 0
    guess: NamedGame | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is a game that the table keeps by name, of which the referee knows no rule."""
        return self.game.options_for_name is not None

    @property
    def lowest_wins(self) -> bool:
        rules, _ = self.game.house_rules(self.options, tuple(map(str, range(max(self.game.players)))))
        return self.game.lowest_wins(rules)

    @property
    def choice(self) -> str:
        """The value in :attr:`Decisions.games` that means the same."""
        if not self.is_own:
            return self.game.id
        return LOW if self.lowest_wins else HIGH

    @property
    def suggested(self) -> NamedGame:
        """What the table alone suggests."""
        return self.guess or self


def plain_game_name(match: RawMatch, decisions: Decisions) -> str:
    return plain_name(match.game or decisions.game)


def games_by_name(
    raw: Sequence[RawMatch], decisions: Decisions, own_games: Mapping[str, Mapping[str, Any]], budget: CpuBudget
) -> dict[str, NamedGame]:
    """What each name of a game is taken for, by plain name; raises PaperRefused beyond the budget."""
    written: dict[str, list[RawMatch]] = {}
    for match in raw:
        if name := plain_game_name(match, decisions):
            written.setdefault(name, []).append(match)
    own = {plain_name(name): options for name, options in own_games.items()}
    games: dict[str, NamedGame] = {}
    for name, matches in written.items():
        budget.spend()
        games[name] = _named_game(name, matches, decisions, own)
    return games


def _named_game(
    plain: str, matches: Sequence[RawMatch], decisions: Decisions, own: Mapping[str, Mapping[str, Any]]
) -> NamedGame:
    """What a name is taken for: as the person chose, where that differs from what the table suggests."""
    guess = _suggested_game(plain, matches, decisions, own)
    chosen = decisions.games.get(plain, "")
    if chosen in ("", guess.choice):
        return guess
    if (game := game_named(chosen)) is not None and not game.options_for_name:
        return NamedGame(guess.name, game, {}, "chosen", guess.matches, guess)
    if chosen not in (HIGH, LOW):
        return guess
    sheet = next(game for game in GAMES.values() if game.options_for_name)
    options, _ = _own_options(sheet, guess.name, plain, own)
    options = {**options, **_best(sheet, guess.name, chosen == LOW)}
    return NamedGame(guess.name, sheet, options, "chosen", guess.matches, guess)


def _suggested_game(
    plain: str, matches: Sequence[RawMatch], decisions: Decisions, own: Mapping[str, Mapping[str, Any]]
) -> NamedGame:
    name = clean_name(matches[0].game or decisions.game)
    many = len(matches)
    on_sheet = name_on_sheet(name)
    known = known_game(name) if on_sheet is None else None
    name = name if on_sheet is None else on_sheet
    if known is not None:
        return NamedGame(name, known, {}, "name" if _is_its_name(known, name) else "other name", many)
    sheet = next(game for game in GAMES.values() if game.options_for_name)
    options, how = _own_options(sheet, name, plain, own)
    if how == "default" and (lowest := _lowest_by_places(matches)) is not None:
        return NamedGame(name, sheet, {**options, **_best(sheet, name, lowest)}, "places", many)
    return NamedGame(name, sheet, options, how, many)


def _is_its_name(game: Game, name: str) -> bool:
    names = [game.id, *(game.name.render(language) for language in LANGUAGES)]
    return plain_name(name) in map(plain_name, names)


def _own_options(
    sheet: Game, name: str, plain: str, own: Mapping[str, Mapping[str, Any]]
) -> tuple[Mapping[str, Any], How]:
    """The options of a game by name: as the club keeps it, else as its maker prints it, else by default."""
    assert sheet.options_for_name is not None
    if plain in own:
        return own[plain], "club"
    for setup in sheet.named_setups:
        if plain in [plain_name(setup.name.render(language)) for language in LANGUAGES]:
            return {**sheet.options_for_name(name), **setup.options}, "maker"
    return sheet.options_for_name(name), "default"


def _best(sheet: Game, name: str, lowest_wins: bool) -> Mapping[str, Any]:
    """The option that says who wins, without those of the game's usual end."""
    assert sheet.options_for_name is not None
    plain, chosen = sheet.options_for_name(name), sheet.options_for_name(name, lowest_wins)
    return {key: value for key, value in chosen.items() if key not in plain or plain[key] != value}


def _lowest_by_places(matches: Sequence[RawMatch]) -> bool | None:
    """Whether the lowest total wins, by what the table says of places and winners; None where it says nothing.

    Somebody who left may have any total: most of the others decide.
    """
    below = above = 0
    for match in matches:
        first = {name for name, place in match.places.items() if place == 1} or set(match.winners)
        best = [match.totals[name] for name in first if name in match.totals]
        others = [total for name, total in match.totals.items() if name not in first]
        below += sum(total < min(best) for total in others) if best else 0
        above += sum(total > max(best) for total in others) if best else 0
    return None if below == above else above > below
