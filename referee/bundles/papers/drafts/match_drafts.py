"""A match that a table would bring: its sides, its set-up and its entries, judged by the rules of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cache, lru_cache
from typing import Any

from referee.answers.numbers import Points
from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.bundles.papers.drafts.named_games import Decisions, NamedGame
from referee.bundles.papers.drafts.raw_matches import RawMatch
from referee.bundles.papers.paper import quoted_cell
from referee.game_definition.common_questions import LONGEST_NOTE
from referee.game_definition.game import Game
from referee.game_definition.match_course import Refusal, ReplayedMatch, opening, play, sheet_of
from referee.matches.match_file import Setup, read_setup
from referee.words import Listing, Text, say
from referee.words.folding import folded

FIRST_DAY = date(2000, 1, 1)
US_AND_THEM = frozenset({"nous", "eux", "vous", "us", "them", "we", "they"})
"""Headers that name a side, folded, and nobody in it."""
PARTNERS = re.compile(r"\s*(?:&|/|\+|,|;| et | and )\s*")
SIDE_SIGN = re.compile(r"[&/+]| et | and ")


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


class DraftRefused(Exception):
    def __init__(self, message: Text) -> None:
        super().__init__()
        self.message = message


class SidesOpen(Exception):
    """The players of some sides must be told first, by header: how many each has."""

    def __init__(self, sides: Mapping[str, int]) -> None:
        super().__init__()
        self.sides = sides


def draft_of(raw: RawMatch, named_game: NamedGame, decisions: Decisions, today: date) -> MatchDraft:
    day = raw.day or decisions.day
    if day is not None and (fault := day_fault(day, today)):
        raise DraftRefused(fault)
    if raw.only_places and not named_game.is_own:
        raise DraftRefused(say("des places seulement : %(game)s se note en points", game=named_game.game.name))
    sides = _sides(raw, named_game.game, decisions)
    setup = _setup(raw, named_game, sides)
    note = [{"step": "note", "text": raw.note[:LONGEST_NOTE]}] if raw.note else []
    by_side = _totals(raw, setup, sides)
    replay, entries = _replay(raw, setup, sides, by_side, note)
    sheet = sheet_of(setup.game, replay)
    if raw.is_tally and setup.game.lowest_wins(setup.table.rules):
        raise DraftRefused(
            say("à %(game)s le plus bas gagne : une partie gagnée ne s'y note pas 1 à 0", game=named_game.name)
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


def day_fault(day: date, today: date) -> Text | None:
    """Why nothing was played on this day, if so."""
    if day > today:
        return say("cette date est à venir")
    return say("cette date est d'avant l'an 2000") if day < FIRST_DAY else None


def _sides(raw: RawMatch, game: Game, decisions: Decisions) -> dict[str, tuple[str, ...]]:
    """The players of each header: of a side its partners, else the one player whom it names."""
    sides: dict[str, tuple[str, ...]] = {}
    missing: dict[str, int] = {}
    needs = _players_needed(raw, game)
    for label in raw.totals:
        typed = decisions.sides.get(label, "")
        if typed.strip():
            sides[label] = _people(typed, decisions)
        elif SIDE_SIGN.search(label):
            sides[label] = _people(label, decisions)
        elif folded(label) in US_AND_THEM or needs:
            missing[label] = needs or 2
        else:
            sides[label] = (decisions.same.get(label) or label,)
    if missing:
        raise SidesOpen(missing)
    return sides


@cache
def _team_sizes(game: Game) -> tuple[int, ...]:
    return game.team_sizes()


def _people(text: str, decisions: Decisions) -> tuple[str, ...]:
    names = (clean_name(part) for part in PARTNERS.split(text))
    return tuple(decisions.same.get(name) or name for name in names if name)


def _players_needed(raw: RawMatch, game: Game) -> int:
    """How many players each of two sides has in a game that two cannot play alone; 0 elsewhere."""
    teams = [size for size in _team_sizes(game) if size % 2 == 0]
    if len(raw.totals) != 2 or not teams or 2 in game.people:
        return 0
    return min(teams) // 2


def _setup(raw: RawMatch, named_game: NamedGame, sides: Mapping[str, tuple[str, ...]]) -> Setup:
    game, options = named_game.game, dict(named_game.options)
    in_sides = any(len(people) > 1 for people in sides.values())
    people = [name for players in sides.values() for name in players]
    teams = None
    if in_sides:
        if len({len(players) for players in sides.values()}) > 1 and not game.free_teams:
            raise DraftRefused(say("les deux camps n'ont pas autant de joueurs"))
        if game.free_teams:
            teams = [list(players) for players in sides.values()]
        else:
            people = [name for row in zip(*sides.values()) for name in row]
            if len(people) not in _team_sizes(game):
                raise DraftRefused(
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
        raise DraftRefused(setup[0].message)
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
        raise DraftRefused(say("on ne voit pas qui joue avec qui : des partenaires ont le même total"))
    return [name for pair in zip(*groups.values()) for name in pair]


def _totals(raw: RawMatch, setup: Setup, sides: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The totals by side of the set-up."""
    by_player = {name: raw.totals[label] for label, players in sides.items() for name in players}
    totals: dict[str, int] = {}
    for side in setup.table.sides:
        found = {by_player[name] for name in side.players if name in by_player}
        if len(found) != 1:
            raise DraftRefused(say("des partenaires n'ont pas le même total"))
        totals[side.name] = found.pop()
    return totals


def _replay(
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
            replay = play(setup.game, setup.table, whole)
            if isinstance(replay, ReplayedMatch) and replay.state.over and dict(replay.state.totals) == totals:
                return replay, whole
    whole = [*note, {"step": "totals", "totals": dict(totals)}]
    replay = play(setup.game, setup.table, whole)
    if isinstance(replay, Refusal):
        raise DraftRefused(replay.violations[0].message)
    return replay, whole


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
            told=Listing(tuple(map(quoted_cell, told))),
            won=Listing(tuple(winners)),
        )
