"""The matches that a table would bring, each judged by the rules of its game, and what of them is still open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from functools import cache, lru_cache
from typing import Any, Literal

from referee.answers.numbers import Points
from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.bundles.papers.game_names import known_game, name_on_sheet, plain_name
from referee.bundles.papers.paper import CpuBudget, PaperRefused, shown
from referee.bundles.papers.raw_matches import LineFault, RawMatch, raw_matches
from referee.bundles.papers.title import day_in_title, game_in_title
from referee.bundles.papers.understanding import Understanding
from referee.game_definition.common_questions import LONGEST_NOTE
from referee.game_definition.game import Game
from referee.game_definition.match_course import Refusal, ReplayedMatch, opening, play, sheet_of
from referee.games.registry import GAMES, game_named
from referee.matches.match_file import MatchFile, Setup, read_match, read_setup
from referee.words import LANGUAGES, Listing, Text, say
from referee.words.folding import folded

FIRST_DAY = date(2000, 1, 1)
US_AND_THEM = frozenset({"nous", "eux", "vous", "us", "them", "we", "they"})
"""Headers that name a side, folded, and nobody in it."""
PARTNERS = re.compile(r"\s*(?:&|/|\+|,|;| et | and )\s*")
SIDE_SIGN = re.compile(r"[&/+]| et | and ")
HIGH, LOW = "high", "low"
DASH_READINGS = ("absent", "zero")
DASH_ABSENT = say("un tiret seul est pris pour quelqu'un qui ne joue pas")
DASH_ZERO = say("un tiret seul est pris pour 0 point")
MOST_DASHED = 200
"""Matches with a dash alone that are looked at for whether it matters."""
How = Literal["name", "other name", "chosen", "club", "maker", "places", "default"]
"""How the game of a name was found, or who wins in it."""


@dataclass(frozen=True)
class Settled:
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
class Dashes:
    """How the dashes alone in the place of points are read. ``example``: who has one, and in which line.

    ``is_asked``: another reading has another winner, or is the only one that the game allows.
    """

    example: str
    line: int
    is_zero: bool
    is_asked: bool


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
        return self.game.named is not None

    @property
    def lowest_wins(self) -> bool:
        rules, _ = self.game.house_rules(self.options, tuple(map(str, range(max(self.game.players)))))
        return self.game.lowest_wins(rules)

    @property
    def choice(self) -> str:
        """The value in :attr:`Settled.games` that means the same."""
        if not self.is_own:
            return self.game.id
        return LOW if self.lowest_wins else HIGH

    @property
    def suggested(self) -> NamedGame:
        """What the table alone suggests."""
        return self.guess or self


@dataclass(frozen=True, slots=True)
class MatchDraft:
    """A match to come. ``entries``: what is recorded; ``stands_out``: what a reader should look at.

    ``day``: None where it is still asked; such a match cannot be recorded.
    """

    line: int
    day: date | None
    hour: time | None
    setup: Setup
    entries: tuple[Mapping[str, Any], ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    deals: int = 0
    stands_out: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What a table would bring, and what is open: ``is_settled`` where nothing must be answered first.

    ``day`` and ``game``: of all matches that name none, as they were settled, else as the title has them:
    ``title_day`` and ``title_game``.
    """

    drafts: tuple[MatchDraft, ...] = ()
    faults: tuple[LineFault, ...] = ()
    games: tuple[NamedGame, ...] = ()
    open_sides: Mapping[str, int] = field(default_factory=dict)
    asks_day: bool = False
    asks_game: bool = False
    asks_order: bool = False
    asks_numbers: bool = False
    asks_names: tuple[int, ...] = ()
    asks_sign: bool = False
    asks_dash: bool = False
    dashes: Dashes | None = None
    day: date | None = None
    game: str = ""
    title_day: date | None = None
    title_game: str = ""
    taken: tuple[Text, ...] = ()

    @property
    def open_questions(self) -> int:
        """How many answers are missing."""
        asked = self.asks_day, self.asks_game, self.asks_order, self.asks_numbers, self.asks_sign, self.asks_dash
        return sum(asked) + len(self.asks_names) + len(self.open_sides)

    @property
    def is_settled(self) -> bool:
        return not self.open_questions

    @property
    def names(self) -> list[str]:
        """The players, in the order in which they appear."""
        return list(dict.fromkeys(name for draft in self.drafts for name in draft.setup.people))


class _DraftRefused(Exception):
    def __init__(self, message: Text) -> None:
        super().__init__()
        self.message = message


class _SidesOpen(Exception):
    """The players of some sides must be told first, by header: how many each has."""

    def __init__(self, sides: Mapping[str, int]) -> None:
        super().__init__()
        self.sides = sides


def plan_of(
    found: Understanding,
    settled: Settled,
    today: date,
    own_games: Mapping[str, Mapping[str, Any]],
    budget: CpuBudget | None = None,
) -> Plan:
    """The matches of a table.

    :param own_games: the options of the games that the club keeps by name, by their names.
    :raises PaperRefused: there are too many to be judged in one request.
    """
    budget = budget or CpuBudget()
    title_day, title_game = _in_title(found, own_games)
    settled = replace(settled, day=settled.day or title_day, game=settled.game if settled.game.strip() else title_game)
    raw, faults = raw_matches(found, budget)
    open_plan = Plan(
        asks_names=tuple(found.unnamed),
        asks_day=settled.day is None and found.at("date") is None,
        asks_game=not settled.game.strip() and found.at("game") is None,
        asks_order=found.order is None,
        asks_numbers=not found.numbers,
        asks_sign=not found.sign,
        day=settled.day,
        game=settled.game,
        title_day=title_day,
        title_game=title_game,
    )
    if open_plan.asks_names:
        return open_plan
    dashes = _dashes(raw, settled, own_games, today, budget)
    if dashes is not None and dashes.is_zero:
        raw = [_with_zeros(match) for match in raw]
    asks_dash = dashes is not None and dashes.is_asked and settled.dash not in DASH_READINGS
    if dashes is not None and not asks_dash:
        raw = [_with_said_dash(match, DASH_ZERO if dashes.is_zero else DASH_ABSENT) for match in raw]
    drafts, open_sides, refused = _drafts(raw, _games(raw, settled, own_games), settled, today, budget)
    return replace(
        open_plan,
        drafts=tuple(drafts),
        faults=tuple(sorted([*faults, *refused], key=lambda fault: fault.line)),
        games=tuple(_games(raw, settled, own_games).values()),
        open_sides=open_sides,
        asks_day=settled.day is None and any(match.day is None for match in raw),
        asks_game=not settled.game.strip() and any(not match.game for match in raw),
        asks_dash=asks_dash,
        dashes=dashes,
        taken=_taken(raw, found.lying),
    )


def _in_title(found: Understanding, own_games: Mapping[str, Mapping[str, Any]]) -> tuple[date | None, str]:
    """The day and the game that the title names, where the table itself has none."""
    order = found.order if found.order_is_shown or found.paper.speaks_french else None
    day = day_in_title(found.title, order) if found.at("date") is None else None
    game = game_in_title(found.title, own_games) if found.at("game") is None else ""
    return day, game


def _drafts(
    raw: Sequence[RawMatch], games: Mapping[str, NamedGame], settled: Settled, today: date, budget: CpuBudget
) -> tuple[list[MatchDraft], dict[str, int], list[LineFault]]:
    """The matches to come, the sides whose players must be told, and the lines that cannot go in."""
    drafts: list[MatchDraft] = []
    open_sides: dict[str, int] = {}
    faults: list[LineFault] = []
    for number, match in enumerate(raw):
        if number % 20 == 0:
            budget.spend()
        try:
            drafts.append(_draft(match, games[_game_name(match, settled)], settled, today))
        except _SidesOpen as missing:
            open_sides.update(missing.sides)
        except _DraftRefused as refused:
            faults.append(LineFault(match.line, refused.message))
        except KeyError:
            pass  # its game is asked
    return drafts, open_sides, faults


# Dashes alone.


def _with_zeros(match: RawMatch) -> RawMatch:
    """The match with 0 points for everybody who has a dash."""
    if not match.dashed:
        return match
    return replace(match, totals={**match.totals, **dict.fromkeys(match.dashed, 0)})


def _with_said_dash(match: RawMatch, reading: Text) -> RawMatch:
    return replace(match, taken=(*match.taken, reading)) if match.dashed else match


def _dashes(
    raw: Sequence[RawMatch],
    settled: Settled,
    own_games: Mapping[str, Mapping[str, Any]],
    today: date,
    budget: CpuBudget,
) -> Dashes | None:
    """How the dashes alone are read; None of a table without."""
    dashed = [match for match in raw if match.dashed]
    if not dashed:
        return None
    games = _games(raw, settled, own_games)
    asked = None
    for match in dashed[:MOST_DASHED]:
        budget.spend()
        named = games.get(_game_name(match, settled))
        if named is not None and _is_other_match(match, named, settled, today):
            asked = match
            break
    match = asked or dashed[0]
    return Dashes(match.dashed[0], match.line, settled.dash == "zero", asked is not None)


def _is_other_match(match: RawMatch, named: NamedGame, settled: Settled, today: date) -> bool:
    """Whether a dash that means 0 points makes another winner, or the only match that the game allows."""
    absent = _winners_of(match, named, settled, today)
    zero = _winners_of(_with_zeros(match), named, settled, today)
    return zero is not None and zero != absent


def _winners_of(match: RawMatch, named: NamedGame, settled: Settled, today: date) -> tuple[str, ...] | None:
    """Who wins; None of a match that the game does not allow."""
    try:
        return _draft(match, named, settled, today).winners
    except (_DraftRefused, _SidesOpen):
        return None


def _taken(raw: Sequence[RawMatch], lying: bool) -> tuple[Text, ...]:
    """What was carried down, each with the lines for which it was."""
    lines: dict[Text, list[int]] = {}
    for match in raw:
        for taken in match.taken:
            lines.setdefault(taken, []).append(match.line)
    return tuple(_said_of_lines(what, found, lying) for what, found in lines.items())


def _said_of_lines(what: Text, lines: Sequence[int], lying: bool) -> Text:
    """What is said of some lines, or of the columns of a table that lies down."""
    few = Listing(tuple(map(str, lines)))
    if len(lines) > 6:
        return say("%(n)s fois : %(what)s.", n=len(lines), what=what)
    if lying:
        return say("Colonne %(lines)s : %(what)s.", lines=few, what=what)
    return say("Ligne %(lines)s : %(what)s.", lines=few, what=what)


# The games.


def _game_name(match: RawMatch, settled: Settled) -> str:
    return plain_name(match.game or settled.game)


def _games(
    raw: Sequence[RawMatch], settled: Settled, own_games: Mapping[str, Mapping[str, Any]]
) -> dict[str, NamedGame]:
    """What each name of a game is taken for, by plain name."""
    written: dict[str, list[RawMatch]] = {}
    for match in raw:
        if name := _game_name(match, settled):
            written.setdefault(name, []).append(match)
    own = {plain_name(name): options for name, options in own_games.items()}
    return {name: _named_game(name, matches, settled, own) for name, matches in written.items()}


def _named_game(
    plain: str, matches: Sequence[RawMatch], settled: Settled, own: Mapping[str, Mapping[str, Any]]
) -> NamedGame:
    """What a name is taken for: as the person chose, where that differs from what the table suggests."""
    guess = _suggested_game(plain, matches, settled, own)
    chosen = settled.games.get(plain, "")
    if chosen in ("", guess.choice):
        return guess
    if (game := game_named(chosen)) is not None and not game.named:
        return NamedGame(guess.name, game, {}, "chosen", guess.matches, guess)
    if chosen not in (HIGH, LOW):
        return guess
    sheet = next(game for game in GAMES.values() if game.named)
    options, _ = _own_options(sheet, guess.name, plain, own)
    options = {**options, **_best(sheet, guess.name, chosen == LOW)}
    return NamedGame(guess.name, sheet, options, "chosen", guess.matches, guess)


def _suggested_game(
    plain: str, matches: Sequence[RawMatch], settled: Settled, own: Mapping[str, Mapping[str, Any]]
) -> NamedGame:
    name = clean_name(matches[0].game or settled.game)
    many = len(matches)
    on_sheet = name_on_sheet(name)
    known = known_game(name) if on_sheet is None else None
    name = name if on_sheet is None else on_sheet
    if known is not None:
        return NamedGame(name, known, {}, "name" if _is_its_name(known, name) else "other name", many)
    sheet = next(game for game in GAMES.values() if game.named)
    options, how = _own_options(sheet, name, plain, own)
    if how == "default" and (lowest := _lowest_by_places(matches)) is not None:
        return NamedGame(name, sheet, {**options, **_best(sheet, name, lowest)}, "places", many)
    return NamedGame(name, sheet, options, how, many)


def _is_its_name(game: Game, name: str) -> bool:
    return plain_name(name) in {plain_name(game.id), *(plain_name(game.name.render(one)) for one in LANGUAGES)}


def _own_options(
    sheet: Game, name: str, plain: str, own: Mapping[str, Mapping[str, Any]]
) -> tuple[Mapping[str, Any], How]:
    """The options of a game by name: as the club keeps it, else as its maker prints it, else by default."""
    assert sheet.named is not None
    if plain in own:
        return own[plain], "club"
    for setup in sheet.named_setups:
        if plain in [plain_name(setup.name.render(language)) for language in LANGUAGES]:
            return {**sheet.named(name), **setup.options}, "maker"
    return sheet.named(name), "default"


def _best(sheet: Game, name: str, lowest_wins: bool) -> Mapping[str, Any]:
    """The option that says who wins, without those of the game's usual end."""
    assert sheet.named is not None
    plain, chosen = sheet.named(name), sheet.named(name, lowest_wins)
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


# A match.


def _draft(raw: RawMatch, named: NamedGame, settled: Settled, today: date) -> MatchDraft:
    day = raw.day or settled.day
    if day is not None and (fault := _day_fault(day, today)):
        raise _DraftRefused(fault)
    if raw.only_places and not named.is_own:
        raise _DraftRefused(say("des places seulement : %(game)s se note en points", game=named.game.name))
    sides = _sides(raw, named.game, settled)
    setup = _setup(raw, named, sides)
    note = [{"step": "note", "text": raw.note[:LONGEST_NOTE]}] if raw.note else []
    by_side = _totals(raw, setup, sides)
    played, entries = _played(raw, setup, sides, by_side, note)
    sheet = sheet_of(setup.game, played)
    if raw.is_tally and setup.game.lowest_wins(setup.table.rules):
        raise _DraftRefused(
            say("à %(game)s le plus bas gagne : une partie gagnée ne s'y note pas 1 à 0", game=named.name)
        )
    only_totals = entries[-1]["step"] == "totals"
    stands_out = list(_standing_out(raw, setup, sheet.totals, sheet.winners, sides))
    if raw.deals and only_totals:
        stands_out.append(say("Les totaux seulement : à ce jeu, une donne ne se note pas par ses points."))
    return MatchDraft(
        raw.line,
        day,
        raw.hour,
        setup,
        tuple(entries),
        dict(sheet.totals),
        sheet.winners,
        0 if only_totals else len(raw.deals),
        tuple(stands_out),
    )


def _day_fault(day: date, today: date) -> Text | None:
    """Why nothing was played on this day, if so."""
    if day > today:
        return say("cette date est à venir")
    return say("cette date est d'avant l'an 2000") if day < FIRST_DAY else None


def _sides(raw: RawMatch, game: Game, settled: Settled) -> dict[str, tuple[str, ...]]:
    """The players of each header: of a side its partners, else the one player whom it names."""
    sides: dict[str, tuple[str, ...]] = {}
    missing: dict[str, int] = {}
    needs = _players_needed(raw, game)
    for label in raw.totals:
        typed = settled.sides.get(label, "")
        if typed.strip():
            sides[label] = _people(typed, settled)
        elif SIDE_SIGN.search(label):
            sides[label] = _people(label, settled)
        elif folded(label) in US_AND_THEM or needs:
            missing[label] = needs or 2
        else:
            sides[label] = (settled.same.get(label) or label,)
    if missing:
        raise _SidesOpen(missing)
    return sides


@cache
def _team_sizes(game: Game) -> tuple[int, ...]:
    return game.team_sizes()


def _people(text: str, settled: Settled) -> tuple[str, ...]:
    names = (clean_name(part) for part in PARTNERS.split(text))
    return tuple(settled.same.get(name) or name for name in names if name)


def _players_needed(raw: RawMatch, game: Game) -> int:
    """How many players each of two sides has in a game that two cannot play alone; 0 elsewhere."""
    teams = [size for size in _team_sizes(game) if size % 2 == 0]
    if len(raw.totals) != 2 or not teams or 2 in game.people:
        return 0
    return min(teams) // 2


def _setup(raw: RawMatch, named: NamedGame, sides: Mapping[str, tuple[str, ...]]) -> Setup:
    game, options = named.game, dict(named.options)
    in_sides = any(len(people) > 1 for people in sides.values())
    people = [name for players in sides.values() for name in players]
    teams = None
    if in_sides:
        if len({len(players) for players in sides.values()}) > 1 and not game.free_teams:
            raise _DraftRefused(say("les deux camps n'ont pas autant de joueurs"))
        if game.free_teams:
            teams = [list(players) for players in sides.values()]
        else:
            people = [name for row in zip(*sides.values()) for name in row]
            if len(people) not in _team_sizes(game):
                raise _DraftRefused(
                    say("%(game)s ne se joue pas ainsi en équipes, à %(n)s", game=game.name, n=len(people))
                )
    elif len(people) in _team_sizes(game):
        people = _by_seat(people, raw.totals, sides)
    if game.dummy_seats and game.dummy_seats.name in people:
        options[game.dummy_seats.option] = (game.dummy_seats.name,)
    dealer = raw.dealer if raw.dealer in people else None
    parts = tuple(people), dealer, tuple(options.items()), tuple(map(tuple, teams)) if teams else None
    setup = _made_setup(game.id, *parts)
    if isinstance(setup, list):
        raise _DraftRefused(setup[0].message)
    return setup


@lru_cache(maxsize=256)
def _made_setup(
    game_id: str,
    people: tuple[str, ...],
    dealer: str | None,
    options: tuple[tuple[str, Any], ...],
    teams: tuple[tuple[str, ...], ...] | None,
) -> Setup | list[Violation]:
    """The set-up of a table; that of the last ones is kept, for the lines of a season are alike."""
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in options}
    return read_setup(game_id, people, dealer, values, teams and [list(team) for team in teams])


def _by_seat(people: Sequence[str], totals: Mapping[str, int], sides: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The players with partners, who have one total, opposite each other."""
    total = {players[0]: totals[label] for label, players in sides.items()}
    groups: dict[int, list[str]] = {}
    for name in people:
        groups.setdefault(total[name], []).append(name)
    if len(groups) != 2 or len({len(group) for group in groups.values()}) != 1:
        raise _DraftRefused(say("on ne voit pas qui joue avec qui : des partenaires ont le même total"))
    return [name for pair in zip(*groups.values()) for name in pair]


def _totals(raw: RawMatch, setup: Setup, sides: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The totals by side of the set-up."""
    by_player = {name: raw.totals[label] for label, players in sides.items() for name in players}
    totals: dict[str, int] = {}
    for side in setup.table.sides:
        found = {by_player[name] for name in side.players if name in by_player}
        if len(found) != 1:
            raise _DraftRefused(say("des partenaires n'ont pas le même total"))
        totals[side.name] = found.pop()
    return totals


def _played(
    raw: RawMatch,
    setup: Setup,
    sides: Mapping[str, tuple[str, ...]],
    totals: Mapping[str, int],
    note: Sequence[Mapping[str, Any]],
) -> tuple[ReplayedMatch, list[Mapping[str, Any]]]:
    """The match replayed: deal by deal where its points say it all, else by its totals alone."""
    if raw.deals and (entries := _deal_entries(raw, setup, sides)):
        for ending in ([], [{"step": "end", "won": True}]):
            whole = [*note, *entries, *ending]
            played = play(setup.game, setup.table, whole)
            if isinstance(played, ReplayedMatch) and played.state.over and dict(played.state.totals) == totals:
                return played, whole
    whole = [*note, {"step": "totals", "totals": dict(totals)}]
    played = play(setup.game, setup.table, whole)
    if isinstance(played, Refusal):
        raise _DraftRefused(played.violations[0].message)
    return played, whole


def _deal_entries(raw: RawMatch, setup: Setup, sides: Mapping[str, tuple[str, ...]]) -> list[Mapping[str, Any]]:
    """An entry for each deal of a game that asks for points alone; none of another game."""
    question = setup.game.question(opening(setup.game, setup.table))
    fields = question.ways[0].fields
    if len(question.ways) > 1 or len(fields) != 1 or not isinstance(fields[0], Points):
        return []
    label_of = {name: label for label, players in sides.items() for name in players}
    return [
        {
            "step": question.step,
            fields[0].key: {side.name: deal[label_of[side.players[0]]] for side in setup.table.sides},
        }
        for deal in raw.deals
    ]


def _standing_out(
    raw: RawMatch, setup: Setup, totals: Mapping[str, int], winners: Sequence[str], sides: Mapping[str, tuple[str, ...]]
) -> Iterable[Text]:
    made = sum(totals.values())
    if setup.game.zero_sum and made:
        yield say("Ces totaux font %(made)s ensemble, au lieu de 0 : une erreur ?", made=made)
    told = [name for name, place in raw.places.items() if place == 1] or list(raw.winners)
    if not told:
        return
    won = {name for side in setup.table.sides if side.name in winners for name in side.players}
    said = {name for label in told for name in sides.get(label, (label,))}
    if said.isdisjoint(won):
        yield say(
            "La feuille dit que %(told)s gagne, d'après les totaux c'est %(won)s.",
            told=Listing(tuple(map(shown, told))),
            won=Listing(tuple(winners)),
        )


# Matches of the referee's own files.


def plan_of_json(text: str, settled: Settled, today: date) -> Plan:
    """The matches of match files: one, a list of them, or one a line; raises PaperRefused for any other JSON."""
    drafts: list[MatchDraft] = []
    faults: list[LineFault] = []
    for number, value in enumerate(_json_values(text), 1):
        file = read_match(value)
        if not isinstance(file, MatchFile):
            faults.append(LineFault(number, file[0].message))
            continue
        played = play(file.setup.game, file.setup.table, file.entries)
        if isinstance(played, Refusal):
            faults.append(LineFault(number, played.violations[0].message))
            continue
        if settled.day is not None and (fault := _day_fault(settled.day, today)):
            faults.append(LineFault(number, fault))
            continue
        sheet = sheet_of(file.setup.game, played)
        deals = len(sheet.rounds)
        entries, totals = tuple(file.entries), dict(sheet.totals)
        drafts.append(MatchDraft(number, settled.day, None, file.setup, entries, totals, sheet.winners, deals))
    return Plan(tuple(drafts), tuple(faults), asks_day=settled.day is None, day=settled.day)


def _json_values(text: str) -> list[Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            sentence = say("Ce fichier commence comme du JSON et n'en est pas : %(start)s", start=shown(text[:40]))
            raise PaperRefused(sentence) from None
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(one, dict) and "referee-" in str(one.get("format")) for one in values):
        raise PaperRefused(say("Le JSON d'une autre application ne se devine pas : exportez-le de là-bas en CSV."))
    return values
