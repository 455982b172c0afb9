"""A side of a match as heads and tables show it: its total, what it gained last, its badges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.game_definition.game import Game
from referee.game_definition.match_course import ReplayedMatch
from referee.game_definition.sheet import Sheet
from referee.game_definition.state import State
from referee.words import Text, say, say_n

LONG, LONGEST = 3, 4
"""Signs of a total that still stand in large letters, and in less large ones."""
LONG_GAIN = 99


@dataclass(frozen=True, slots=True)
class Badge:
    """What a side carries, in full and short for a narrow head."""

    words: Text
    brief: Text


@dataclass(frozen=True, slots=True)
class SideView:
    """One side in the head of a page.

    ``gain``: what the last row of the sheet added; None where the side is not in it. ``first``: it leads; ``deals``:
    one of its players deals; ``begins``: one of them begins this deal. ``stand_in``: who plays for a side of one.
    """

    name: str
    total: int
    place: int
    gain: int | None
    badges: tuple[Badge, ...]
    first: bool
    deals: bool
    begins: bool
    stand_in: str | None

    @property
    def total_look(self) -> str:
        """The classes of the total, which needs smaller letters where it is long."""
        signs = len(str(self.total))
        if signs > LONGEST:
            return "total long longest"
        return "total long" if signs > LONG else "total"

    @property
    def gain_look(self) -> str:
        """The classes of what it gained last."""
        return "long gain" if abs(self.gain or 0) > LONG_GAIN else "gain"


def side_views(game: Game, replay: ReplayedMatch, sheet: Sheet, begins: str) -> Iterator[SideView]:
    """The sides in the order of their seats; ``begins``: the player who begins this deal, or ""."""
    state, rows = replay.state, replay.rounds
    gained: Mapping[str, int] = rows[-1].scores if rows else {}
    for side in state.table.sides:
        place = sheet.places[side.name]
        yield SideView(
            name=side.name,
            total=sheet.totals[side.name],
            place=place,
            gain=gained.get(side.name),
            badges=tuple(_badges(game, state, sheet, side.players)),
            first=place == 1 and bool(rows),
            deals=not state.over and state.dealer in side.players,
            begins=begins in side.players,
            stand_in=None if state.over else state.stand_ins.get(side.name),
        )


def _badges(game: Game, state: State, sheet: Sheet, players: tuple[str, ...]) -> Iterator[Badge]:
    """The badges of a side: its title, which of a team deals, who stands in, turns owed, who is out."""
    alone = len(players) == 1
    names, briefs = game.titles(state.rules), game.brief_titles(state.rules)
    for player in players:
        held = sheet.standing.titles.get(player, "")
        if held in names:
            yield Badge(names[held], briefs.get(held, names[held]))
        if player == state.dealer and not state.over and not alone:
            yield _same(say("%(player)s donne", player=player))
        if not state.over:
            yield from _standing_in(state, player, alone)
        if player == state.table.resting and not state.over:
            yield Badge(say("se repose"), say("repos"))
        if player in state.table.away:
            yield Badge(say("ne joue plus"), say("plus là"))
        owed = sheet.standing.skip_next_turn.count(player)
        if owed:
            yield Badge(say_n("passe un tour", "passe %(n)s tours", owed), say_n("−%(n)s tour", "−%(n)s tours", owed))
        if player in sheet.standing.eliminated:
            yield _same(say("hors jeu"))


def _standing_in(state: State, player: str, alone: bool) -> Iterator[Badge]:
    """The stand-in at this seat, now and from the next deal on; ``alone``: its side has no other."""
    now, then = state.stand_ins.get(player), state.table.stand_ins.get(player)
    if now is not None and not alone:  # else the head names the stand-in
        yield _same(plays_for(now, player))
    if then != now:
        yield Badge(say("ensuite %(by)s", by=then or player), say("puis %(by)s", by=then or player))


def _same(words: Text) -> Badge:
    return Badge(words, words)


def plays_for(by: str, player: str) -> Text:
    return say("%(by)s joue pour %(player)s", by=by, player=player)
