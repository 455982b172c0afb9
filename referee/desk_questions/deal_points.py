"""What a deal would come to, asked at the desk: the game's own record of it, taken by the course of a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.table import make_table
from referee.answers.violation import Violation
from referee.desk_questions.desk_question import Case, Ruling
from referee.game_definition.game import Answer
from referee.game_definition.match_course import advance, opening
from referee.game_definition.sheet import Line, Round
from referee.words import Listing, Shown, names, say


@dataclass(frozen=True, slots=True)
class Share:
    """What a deal brings one player, and for what."""

    player: str
    points: int
    reasons: Shown

    def render(self, language: str) -> str:
        """As it stands in the sentence."""
        sentence = say(
            "%(player)s %(points)s (%(reasons)s)", player=self.player, points=self.points, reasons=self.reasons
        )
        return sentence.render(language)


@dataclass(frozen=True, slots=True)
class Shares:
    """What is to be noted: one sentence, or on a page a line for each player."""

    each: tuple[Share, ...]

    def render(self, language: str) -> str:
        """The sentence."""
        return say("À noter : %(players)s.", players=names(self.each)).render(language)


def deal_row(
    case: Case, entry: Mapping[str, Any], answers: Mapping[str, Answer], deal: int = 1
) -> Round | list[Violation]:
    """The row that this entry would write in a match of the players told, or what is wrong with it."""
    table = make_table(case.facts["players"], None, case.rules, case.game.in_teams)
    state = replace(opening(case.game, table), answers=answers, deal=deal, begun=True)
    taken = advance(case.game, state, dict(entry))
    if isinstance(taken, list):
        return taken
    assert taken.row is not None, "the step told ends the deal"
    return taken.row


def facts_at_fault(row: Round | list[Violation], fact_of: Mapping[str, str] | None = None) -> Iterator[Violation]:
    """What the game finds wrong with an entry, each at the fact it was made of; ``fact_of``: under another key."""
    for fault in row if isinstance(row, list) else ():
        key, dot, rest = (fault.field or "").partition(".")
        path = f"{(fact_of or {}).get(key, key)}{dot}{rest}"
        yield fact_violation(f"facts.{path}" if key else "facts", fault.message)


def points_ruling(row: Round | list[Violation], first: tuple[str, ...] = ()) -> Ruling:
    """What the deal brings each player, and for what; ``first``: articles that decide before those of its lines."""
    assert isinstance(row, Round), "facts that cannot be were refused before"
    by_player = {side: tuple(lines) for side, lines in groupby(_in_order(row), attrgetter("side"))}
    articles = dict.fromkeys((*first, *(line.article for line in row.lines)))
    shares = tuple(Share(player, row.scores[player], _reasons(lines)) for player, lines in by_player.items())
    return Ruling({"points": dict(row.scores)}, tuple(articles), (Shares(shares),))


def _in_order(row: Round) -> list[Line]:
    """The lines of each player one after another, in the order of the seats."""
    seats = list(row.scores)
    return sorted(row.lines, key=lambda line: seats.index(line.side))


def _reasons(lines: tuple[Line, ...]) -> Listing:
    return names(
        line.reason if len(lines) == 1 else say("%(reason)s : %(points)s", reason=line.reason, points=line.points)
        for line in lines
    )
