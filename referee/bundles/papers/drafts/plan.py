"""What a table would bring: its matches, each judged by the rules of its game, and the questions still open."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from referee.bundles.papers.drafts.match_drafts import DraftRefused, MatchDraft, SidesOpen, day_fault, draft_of
from referee.bundles.papers.drafts.named_games import Decisions, NamedGame, games_by_name, plain_game_name
from referee.bundles.papers.drafts.raw_matches import LineFault, RawMatch, raw_matches
from referee.bundles.papers.paper import CpuBudget, PaperRefused, quoted_cell
from referee.bundles.papers.title import day_in_title, game_in_title
from referee.bundles.papers.understanding import Understanding
from referee.game_definition.match_course import Refusal, play, sheet_of
from referee.matches.match_file import MatchFile, read_match
from referee.words import Listing, Text, say

DASH_READINGS = ("absent", "zero")
DASH_ABSENT = say("un tiret seul est pris pour quelqu'un qui ne joue pas")
DASH_ZERO = say("un tiret seul est pris pour 0 point")
MOST_DASHED = 200
"""Matches with a dash alone that are looked at for whether it matters."""


@dataclass(frozen=True, slots=True)
class Dashes:
    """How the dashes alone in the place of points are read. ``example``: who has one, and in which line.

    ``is_asked``: another reading has another winner, or is the only one that the game allows.
    """

    example: str
    line: int
    is_zero: bool
    is_asked: bool


@dataclass(frozen=True)
class Plan:
    """What a table would bring, and what is open: ``is_settled`` where nothing must be answered first.

    ``day`` and ``game``: of all matches that name none, as they were decisions, else as the title has them:
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
    remarks: tuple[Text, ...] = ()

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


def plan_of(
    understanding: Understanding,
    decisions: Decisions,
    today: date,
    own_games: Mapping[str, Mapping[str, Any]],
    budget: CpuBudget | None = None,
) -> Plan:
    """The matches of a table.

    :param own_games: the options of the games that the club keeps by name, by their names.
    :raises PaperRefused: there are too many to be judged in one request.
    """
    budget = budget or CpuBudget()
    title_day, title_game = _in_title(understanding, own_games)
    decisions = replace(
        decisions, day=decisions.day or title_day, game=decisions.game if decisions.game.strip() else title_game
    )
    raw, faults = raw_matches(understanding, budget)
    open_plan = replace(_open_plan(understanding, decisions), title_day=title_day, title_game=title_game)
    if open_plan.asks_names:
        return open_plan
    dashes = _dashes(raw, decisions, own_games, today, budget)
    asks_dash = dashes is not None and dashes.is_asked and decisions.dash not in DASH_READINGS
    if dashes is not None:
        raw = _with_dashes_read(raw, dashes, is_asked=asks_dash)
    games = games_by_name(raw, decisions, own_games, budget)
    drafts, open_sides, refused = _drafts(raw, games, decisions, today, budget)
    return replace(
        open_plan,
        drafts=tuple(drafts),
        faults=tuple(sorted([*faults, *refused], key=lambda fault: fault.line)),
        games=tuple(games.values()),
        open_sides=open_sides,
        asks_day=decisions.day is None and any(match.day is None for match in raw),
        asks_game=not decisions.game.strip() and any(not match.game for match in raw),
        asks_dash=asks_dash,
        dashes=dashes,
        remarks=_remarks_with_lines(raw, understanding.lying),
    )


def _open_plan(understanding: Understanding, decisions: Decisions) -> Plan:
    """The questions that the table itself leaves open, without its matches."""
    return Plan(
        asks_names=tuple(understanding.unnamed),
        asks_day=decisions.day is None and understanding.at("date") is None,
        asks_game=not decisions.game.strip() and understanding.at("game") is None,
        asks_order=understanding.order is None,
        asks_numbers=not understanding.numbers,
        asks_sign=not understanding.sign,
        day=decisions.day,
        game=decisions.game,
    )


def _with_dashes_read(raw: list[RawMatch], dashes: Dashes, *, is_asked: bool) -> list[RawMatch]:
    """The matches with zeros where dashes are zeros, and with what a dash means where that is not asked."""
    if dashes.is_zero:
        raw = [_with_zeros(match) for match in raw]
    if is_asked:
        return raw
    return [_with_said_dash(match, DASH_ZERO if dashes.is_zero else DASH_ABSENT) for match in raw]


def _in_title(understanding: Understanding, own_games: Mapping[str, Mapping[str, Any]]) -> tuple[date | None, str]:
    """The day and the game that the title names, where the table itself has none."""
    order = understanding.order if understanding.order_is_shown or understanding.paper.speaks_french else None
    day = day_in_title(understanding.title, order) if understanding.at("date") is None else None
    game = game_in_title(understanding.title, own_games) if understanding.at("game") is None else ""
    return day, game


def _drafts(
    raw: Sequence[RawMatch], games: Mapping[str, NamedGame], decisions: Decisions, today: date, budget: CpuBudget
) -> tuple[list[MatchDraft], dict[str, int], list[LineFault]]:
    """The matches to come, the sides whose players must be told, and the lines that cannot go in."""
    drafts: list[MatchDraft] = []
    open_sides: dict[str, int] = {}
    faults: list[LineFault] = []
    for number, match in enumerate(raw):
        if number % 20 == 0:
            budget.spend()
        try:
            drafts.append(draft_of(match, games[plain_game_name(match, decisions)], decisions, today))
        except SidesOpen as missing:
            open_sides.update(missing.sides)
        except DraftRefused as refused:
            faults.append(LineFault(match.line, refused.message))
        except KeyError:
            pass  # its game is asked
    return drafts, open_sides, faults


def _with_zeros(match: RawMatch) -> RawMatch:
    """The match with 0 points for everybody who has a dash."""
    if not match.dashed:
        return match
    return replace(match, totals={**match.totals, **dict.fromkeys(match.dashed, 0)})


def _with_said_dash(match: RawMatch, reading: Text) -> RawMatch:
    return replace(match, remarks=(*match.remarks, reading)) if match.dashed else match


def _dashes(
    raw: Sequence[RawMatch],
    decisions: Decisions,
    own_games: Mapping[str, Mapping[str, Any]],
    today: date,
    budget: CpuBudget,
) -> Dashes | None:
    """How the dashes alone are read; None of a table without."""
    dashed = [match for match in raw if match.dashed]
    if not dashed:
        return None
    games = games_by_name(raw, decisions, own_games, budget)
    asked = None
    for match in dashed[:MOST_DASHED]:
        budget.spend()
        named_game = games.get(plain_game_name(match, decisions))
        if named_game is not None and _is_other_match(match, named_game, decisions, today):
            asked = match
            break
    match = asked or dashed[0]
    return Dashes(match.dashed[0], match.line, decisions.dash == "zero", asked is not None)


def _is_other_match(match: RawMatch, named_game: NamedGame, decisions: Decisions, today: date) -> bool:
    """Whether a dash that means 0 points makes another winner, or the only match that the game allows."""
    absent = _winners_of(match, named_game, decisions, today)
    zero = _winners_of(_with_zeros(match), named_game, decisions, today)
    return zero is not None and zero != absent


def _winners_of(match: RawMatch, named_game: NamedGame, decisions: Decisions, today: date) -> tuple[str, ...] | None:
    """Who wins; None of a match that the game does not allow."""
    try:
        return draft_of(match, named_game, decisions, today).winners
    except (DraftRefused, SidesOpen):
        return None


def _remarks_with_lines(raw: Sequence[RawMatch], lying: bool) -> tuple[Text, ...]:
    """What was carried down, each with the lines for which it was."""
    lines: dict[Text, list[int]] = {}
    for match in raw:
        for remark in match.remarks:
            lines.setdefault(remark, []).append(match.line)
    return tuple(_said_of_lines(remark, line_numbers, lying) for remark, line_numbers in lines.items())


def _said_of_lines(what: Text, lines: Sequence[int], lying: bool) -> Text:
    """What is said of some lines, or of the columns of a table that lies down."""
    few = Listing(tuple(map(str, lines)))
    if len(lines) > 6:
        return say("%(n)s fois : %(what)s.", n=len(lines), what=what)
    if lying:
        return say("Colonne %(lines)s : %(what)s.", lines=few, what=what)
    return say("Ligne %(lines)s : %(what)s.", lines=few, what=what)


def plan_of_json(text: str, decisions: Decisions, today: date) -> Plan:
    """The matches of match files: one, a list of them, or one a line; raises PaperRefused for any other JSON."""
    drafts: list[MatchDraft] = []
    faults: list[LineFault] = []
    for number, value in enumerate(_json_values(text), 1):
        file = read_match(value)
        if not isinstance(file, MatchFile):
            faults.append(LineFault(number, file[0].message))
            continue
        replay = play(file.setup.game, file.setup.table, file.entries)
        if isinstance(replay, Refusal):
            faults.append(LineFault(number, replay.violations[0].message))
            continue
        if decisions.day is not None and (fault := day_fault(decisions.day, today)):
            faults.append(LineFault(number, fault))
            continue
        sheet = sheet_of(file.setup.game, replay)
        deals = len(sheet.rounds)
        entries, totals = tuple(file.entries), dict(sheet.totals)
        drafts.append(MatchDraft(number, decisions.day, None, file.setup, entries, totals, sheet.winners, deals))
    return Plan(tuple(drafts), tuple(faults), asks_day=decisions.day is None, day=decisions.day)


def _json_values(text: str) -> list[Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            sentence = say(
                "Ce fichier commence comme du JSON et n'en est pas : %(start)s", start=quoted_cell(text[:40])
            )
            raise PaperRefused(sentence) from None
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(item, dict) and "referee-" in str(item.get("format")) for item in values):
        raise PaperRefused(say("Le JSON d'une autre application ne se devine pas : exportez-le de là-bas en CSV."))
    return values
