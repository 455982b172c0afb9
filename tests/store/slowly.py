"""A club's figures counted slowly: every log folded again, every number added up by hand, nothing taken from a table.

A second opinion to ``player_statistics`` and ``ranking``, written otherwise on purpose.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from referee.game_definition.match_course import ReplayedMatch, play
from referee.game_definition.sheet import Round
from referee.matches.log import replay
from referee.store.database.models import Evening, Match, Player, Seat, StandIn
from referee.store.database.orm_base import db
from referee.store.matches.stored_match import StoredMatch, load
from referee.store.players.player_statistics import Scope
from tests.games.parameters import parameters_of


@dataclass(frozen=True)
class FinishedMatch:
    """A match that is over, as its log tells it; players by whom they are counted as."""

    match: int
    game: str
    day: date
    moment: datetime
    in_play: Mapping[str, int]
    whole: bool
    sides: Mapping[str, tuple[int, ...]]
    totals: Mapping[str, int]
    low: bool
    tallies: tuple[tuple[int, str, str, int, int], ...]
    left: frozenset[str]
    counted: bool

    def place(self, side: str) -> int:
        return 1 + sum(self._before(other, side) for other in self.totals)

    def _before(self, one: str, other: str) -> bool:
        if (one in self.left) != (other in self.left):
            return other in self.left
        return self.totals[one] < self.totals[other] if self.low else self.totals[one] > self.totals[other]

    @property
    def winners(self) -> list[str]:
        return [side for side in self.sides if self.place(side) == 1] if self.counted else []

    def side_of(self, player: int) -> str | None:
        return next((side for side, players in self.sides.items() if player in players), None)


def people_of(club_id: int) -> dict[int, int]:
    """Every player of the club to whom it is counted as."""
    into = {
        player.id: player.merged_into for player in db.session.scalars(select(Player).where(Player.club_id == club_id))
    }

    def last(player: int) -> int:
        return player if into[player] is None else last(into[player])

    return {player: last(player) for player in into}


def finished_matches(club_id: int) -> list[FinishedMatch]:
    """The club's finished matches that are not deleted and had a deal, in the order they were finished."""
    people = people_of(club_id)
    found = []
    for match in db.session.scalars(select(Match).where(Match.club_id == club_id, Match.deleted_at.is_(None))):
        stored = load(club_id, match.public_id)
        assert stored is not None
        _, standing, played = replay(stored.setup, stored.log)
        assert isinstance(played, ReplayedMatch)
        if played.state.over and any(row.complete for row in played.rounds):
            ending = stored.records[standing[-1].position]
            found.append(_finished_match(stored, played, people, ending.recorded_at))
    return sorted(found, key=lambda finished: (finished.day, finished.moment, finished.match))


def _finished_match(
    stored: StoredMatch, played: ReplayedMatch, people: Mapping[int, int], moment: datetime
) -> FinishedMatch:
    seats = db.session.scalars(select(Seat).where(Seat.match_id == stored.id)).all()
    table = stored.setup.table
    names, left = _came_and_went(stored)
    ids = {names[seat.number]: people[seat.player_id] for seat in seats}
    stood_in = db.session.scalars(select(StandIn).where(StandIn.match_id == stored.id)).all()
    assert {
        stand_in.name: people[stand_in.player_id] for stand_in in stood_in if stand_in.name in ids
    }.items() <= ids.items()
    ids |= {stand_in.name: people[stand_in.player_id] for stand_in in stood_in}
    sides = {side.name: side.players for side in table.sides} | {name: (name,) for name in names[len(table.players) :]}
    totals = {
        name: sum(line.points for row in played.rounds for line in row.lines if line.side == name) for name in sides
    }
    nobody = stored.options.get("petit_jean", ())
    speakers = _speakers(stored, played)
    tallies = [
        (ids[row.stand_ins.get(player, player)], tally.figure, tally.detail, number, 1)
        for row in played.rounds
        for tally in row.tallies
        for player, number in tally.counts.items()
    ]
    return FinishedMatch(
        stored.id,
        stored.game,
        db.session.scalars(select(Evening.day).where(Evening.id == stored.evening_id)).one(),
        moment,
        {side: sum(players[0] in deal for deal in speakers) for side, players in sides.items()},
        _is_whole(stored, played),
        {
            name: tuple(ids[_owner(player, names, played, speakers)] for player in players if player not in nobody)
            for name, players in sides.items()
        },
        totals,
        stored.setup.game.lowest_wins(table.rules),
        tuple(tallies),
        left,
        _is_counted(stored, played),
    )


def _deals(played: ReplayedMatch) -> list[Round]:
    return [row for row in played.rounds if row.complete]


def _speakers(stored: StoredMatch, played: ReplayedMatch) -> list[Sequence[str]]:
    """Who plays in each deal, by its order of play before the entry that ends it."""
    game, found = stored.setup.game, list[Sequence[str]]()
    entries = [current.entry for current in stored.current]
    for row in _deals(played):
        before = play(game, stored.setup.table, entries[: row.entries[-1]])
        assert isinstance(before, ReplayedMatch)
        found.append(before.state.table.present if game.order is None else game.order(before.state))
    return found


def _owner(seat: str, names: Collection[str], played: ReplayedMatch, speakers: Sequence[Sequence[str]]) -> str:
    """Who has the place of a seat: nobody has it beside a seat of their own."""
    sat = [row.stand_ins.get(seat, seat) for row, deal in zip(_deals(played), speakers, strict=True) if seat in deal]
    others = [player for player in set(sat) if sat.count(player) > len(sat) - sat.count(player) and player not in names]
    return others[0] if others else seat


def _is_whole(stored: StoredMatch, played: ReplayedMatch) -> bool:
    """Whether the match ended by its own rule, no shorter than printed."""
    length = parameters_of(stored.game).get("deals", {}).get(str(len(stored.players)), 0)
    if sum(row.complete for row in played.rounds) < length:
        return False
    ends = [row for row in stored.records if row.entry is not None and row.entry["step"] == "end"]
    amended = [row.amends for row in stored.records if row.entry is None]
    return all(row.position in amended for row in ends)


def _is_counted(stored: StoredMatch, played: ReplayedMatch) -> bool:
    """Whether the first place is a victory: at the match's own end, or where the table said so as it stopped."""
    last, ending = stored.current[-1].entry, stored.setup.game.ending(played.state.table)
    own_end = ending.deals is not None or ending.target is not None or ending.by_position
    return last["step"] != "end" or not own_end or last.get("won", False)


def _came_and_went(stored: StoredMatch) -> tuple[list[str], frozenset[str]]:
    """Everybody who ever was in, by seat, and who is no longer."""
    names, left = list(stored.players), set()
    for current in stored.current:
        if current.entry["step"] == "joins":
            left.discard(current.entry["player"])
            names += [] if current.entry["player"] in names else [current.entry["player"]]
        elif current.entry["step"] == "leaves":
            left.add(current.entry["player"])
    return names, frozenset(left)


def in_scope(matches: Collection[FinishedMatch], scope: Scope) -> list[FinishedMatch]:
    return [
        match
        for match in matches
        if scope.game in (None, match.game)
        and (scope.since is None or match.day >= scope.since)
        and (scope.until is None or match.day <= scope.until)
    ]


def slow_player(matches: Collection[FinishedMatch], player: int) -> dict[str, Any]:
    """All that a player's page says, from these matches."""
    mine = [(match, side) for match in matches if (side := match.side_of(player)) is not None]
    won = [side in one.winners for one, side in mine]
    return {
        "games": {game: _one_game(game, [pair for pair in mine if pair[0].game == game]) for game in _games(mine)},
        "current": _run(reversed(won)),
        "longest": max((_run(won[start:]) for start in range(len(won))), default=0),
        "against": _against(mine),
        "figures": _figures(player, matches),
        "latest": [(one.match, one.place(side)) for one, side in reversed(mine)],
    }


def _games(mine: Collection[tuple[FinishedMatch, str]]) -> set[str]:
    return {one.game for one, _ in mine}


def _one_game(game: str, mine: list[tuple[FinishedMatch, str]]) -> dict[str, Any]:
    totals = [one.totals[side] for one, side in mine]
    whole = [one.totals[side] for one, side in mine if one.whole]
    deals = sum(one.in_play[side] for one, side in mine)
    worst = max if _best(game) is min else min
    return {
        "matches": len(mine),
        "wins": sum(side in one.winners for one, side in mine),
        "shared": sum(side in one.winners and len(one.winners) > 1 for one, side in mine),
        "places": Counter(one.place(side) for one, side in mine),
        "best": _best(game)(whole, default=None) if _has_records(game) else max(totals),
        "worst": worst(whole, default=None) if _has_records(game) else min(totals),
        "per_deal": Fraction(sum(totals), deals) if deals else None,
    }


def _run(won: Any) -> int:
    """How many are won from the first on."""
    length = 0
    for result in won:
        if not result:
            break
        length += 1
    return length


def _against(mine: Collection[tuple[FinishedMatch, str]]) -> dict[int, tuple[int, int, int]]:
    found: dict[int, tuple[int, int, int]] = {}
    for one, side in mine:
        for other, players in one.sides.items():
            for opponent in players if other != side else ():
                matches, before, behind = found.get(opponent, (0, 0, 0))
                ahead, back = one.place(side) < one.place(other), one.place(side) > one.place(other)
                found[opponent] = (matches + 1, before + ahead, behind + back)
    return found


def _figures(player: int, matches: Collection[FinishedMatch]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Of all deals they played, in whoever's seat."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for match in matches:
        for who, figure, detail, count, out_of in match.tallies:
            if who == player:
                had = found.get((match.game, figure, detail), (0, 0))
                found[match.game, figure, detail] = (had[0] + count, had[1] + out_of)
    return found


def slow_ranking(matches: Collection[FinishedMatch], least: int) -> list[tuple[int, int, int, int, Fraction, int]]:
    """Place, player, matches, wins, mean place and longest streak of everybody with enough matches."""
    lines = []
    for player in sorted({player for match in matches for players in match.sides.values() for player in players}):
        mine = [(match, side) for match in matches if (side := match.side_of(player)) is not None]
        if len(mine) >= least:
            wins = sum(side in one.winners for one, side in mine)
            mean = Fraction(sum(one.place(side) for one, side in mine), len(mine))
            lines.append((player, len(mine), wins, mean, slow_player(matches, player)["longest"]))
    better = [(Fraction(-wins, matches_of), mean) for _, matches_of, wins, mean, _ in lines]
    placed = [(1 + sum(other < one for other in better), *line) for one, line in zip(better, lines, strict=True)]
    return sorted(placed)


def slow_records(
    matches: Collection[FinishedMatch], game: str
) -> dict[str, tuple[int, list[tuple[int, tuple[int, ...]]]]]:
    """The best total and the widest win of a game, each with everybody who holds it in order: match and players."""
    if not _has_records(game):
        return {}
    records = {}
    for what, best, pairs in (
        ("total", _best(game), list(_totals(matches, game))),
        ("margin", max, list(_margins(matches))),
    ):
        if pairs:
            most = best(value for _, value in pairs)
            records[what] = most, [holder for holder, value in pairs if value == most]
    return records


def _best(game: str) -> Any:
    """What the game declares, a second opinion to what its rules say of the lowest total."""
    return min if parameters_of(game).get("lowest", False) else max


def _has_records(game: str) -> bool:
    return bool(parameters_of(game).get("records", True))


def _totals(matches: Collection[FinishedMatch], game: str) -> Iterator[tuple[tuple[int, tuple[int, ...]], int]]:
    for match in matches:
        for side, players in match.sides.items():
            if match.whole:
                yield (match.match, players), match.totals[side]


def _margins(matches: Collection[FinishedMatch]) -> Iterator[tuple[tuple[int, tuple[int, ...]], int]]:
    for match in matches:
        best, *others = sorted(match.totals.values(), reverse=not match.low)
        if match.whole and len(match.winners) == 1:
            yield (match.match, match.sides[match.winners[0]]), abs(best - others[0])
