"""Desk questions about the points of a deal, answered by recording it in a match of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from referee.answers.answer import Field, fact_violation
from referee.answers.players import Seats
from referee.answers.violation import Violation
from referee.desk_questions.asked_phrases import BESIDE_A_DEAL, DEAL_WORTH
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word, nothing_goes_without_saying
from referee.desk_questions.wording import Wording
from referee.game_definition.game import Game, Way
from referee.game_definition.match_course import Transition, advance, opening
from referee.game_definition.sheet import Line, Round
from referee.game_definition.state import Answer
from referee.words import Listing, Renderable, names, say


@dataclass(frozen=True, slots=True)
class Share:
    """A player's points in a deal, with their reasons."""

    player: str
    points: int
    reasons: Renderable

    def render(self, language: str) -> str:
        text = say("%(player)s %(points)s (%(reasons)s)", player=self.player, points=self.points, reasons=self.reasons)
        return text.render(language)


@dataclass(frozen=True, slots=True)
class Shares:
    """The points of all players: one sentence, or on a page a line for each player."""

    each: tuple[Share, ...]

    def render(self, language: str) -> str:
        return say("À noter : %(players)s.", players=names(self.each)).render(language)


def deal_row(
    case: Case, entry: Mapping[str, Any], answers: Mapping[str, Answer], deal: int = 1
) -> Round | list[Violation]:
    """The row that this entry writes in a match of the case's players, or its violations."""
    table = case.game.table(case.facts["players"], case.rules)
    state = replace(opening(case.game, table), answers=answers, deal=deal, begun=True)
    transition = advance(case.game, state, dict(entry))
    if isinstance(transition, list):
        return transition
    return transition.rows[0]


def facts_of_ways(ways: Sequence[Way]) -> tuple[Field, ...]:
    """The fields of the ways to answer a step as facts: what only some of the ways ask may be left out."""
    fields = {field.key: field for way in ways for field in way.fields}
    return tuple(
        field if all(any(key == other.key for other in way.fields) for way in ways) else replace(field, optional=True)
        for key, field in fields.items()
    )


def recorded_deal(
    case: Case, steps: Mapping[str, Collection[str]], memory: Mapping[str, Any]
) -> Transition | list[Violation]:
    """The effect of a deal told as facts: each step is recorded with the facts of its keys, in a match of the players.

    The violations are those of the first step with any. ``memory``: what the game carries from the deals before.
    """
    state = replace(opening(case.game, case.game.table(case.facts["players"], case.rules)), memory=memory)
    transition = Transition(state)
    for step, keys in steps.items():
        entry = {"step": step, **{key: value for key, value in case.raw_facts.items() if key in keys}}
        advanced = advance(case.game, transition.state, entry)
        if isinstance(advanced, list):
            return advanced
        transition = advanced
    return transition


def as_fact_violations(row: object, fact_of: Mapping[str, str] | None = None) -> Iterator[Violation]:
    """The violations of an entry as violations of facts, where there are any.

    ``fact_of``: the fact's key by the entry's, if different.
    """
    if not isinstance(row, list):
        return
    for violation in row:
        key, dot, rest = (violation.field or "").partition(".")
        path = f"{(fact_of or {}).get(key, key)}{dot}{rest}"
        yield fact_violation(f"facts.{path}" if key else "facts", violation.message)


def contract_word(case: Case, answer: Mapping[str, Any]) -> Word:
    return Word(say("Contrat réussi"), "yes") if answer["made"] else Word(say("Contrat chuté"), "no")


def nothing_before(case: Case) -> Mapping[str, Any]:
    """The deal before leaves nothing."""
    return {}


def settle_question(
    sizes: tuple[int, ...],
    facts: Callable[[Game, tuple[str, ...], Any], tuple[Field, ...]],
    steps: Mapping[str, Collection[str]],
    rule: Callable[[Case, Transition], Ruling],
    articles: tuple[str, ...],
    memory: Callable[[Case], Mapping[str, Any]] = nothing_before,
    word: Callable[[Case, Mapping[str, Any]], Word] = contract_word,
    unsaid: Callable[[Mapping[str, Any]], Mapping[str, Any]] = nothing_goes_without_saying,
    often_forgotten: tuple[str, ...] = (),
) -> DeskQuestion:
    """The question "What is the deal worth?"; ``steps`` and ``memory`` as of :func:`recorded_deal`."""

    def record(case: Case) -> Transition | list[Violation]:
        return recorded_deal(case, steps, memory(case))

    def settle(case: Case) -> Ruling:
        transition = record(case)
        assert isinstance(transition, Transition), "impossible facts are refused before"
        return rule(case, transition)

    return DeskQuestion(
        "settle", say("Que rapporte la donne ?"), (Seats("players", say("Joueurs, dans l'ordre des places"), sizes),),
        settle, articles, further_facts=facts, contradictions=lambda case: as_fact_violations(record(case)),
        word=word,
        wording=Wording(asked=DEAL_WORTH, passed_over=BESIDE_A_DEAL, often_forgotten=often_forgotten), unsaid=unsaid,
    )  # fmt: skip


def points_ruling(row: Round | list[Violation], first: tuple[str, ...] = ()) -> Ruling:
    """The ruling with each player's points; ``first``: articles before those of the score lines."""
    assert isinstance(row, Round), "impossible facts are refused before"
    by_player = {side: tuple(lines) for side, lines in groupby(_in_order(row), attrgetter("side"))}
    articles = dict.fromkeys((*first, *(line.article for line in row.lines)))
    shares = tuple(Share(player, row.scores[player], _reasons(lines)) for player, lines in by_player.items())
    return Ruling({"points": dict(row.scores)}, tuple(articles), (Shares(shares),))


def _in_order(row: Round) -> list[Line]:
    """The lines grouped by player, in seat order."""
    seats = list(row.scores)
    return sorted(row.lines, key=lambda line: seats.index(line.side))


def _reasons(lines: tuple[Line, ...]) -> Listing:
    return names(
        line.reason if len(lines) == 1 else say("%(reason)s : %(points)s", reason=line.reason, points=line.points)
        for line in lines
    )


def scores_word(case: Case | None, answer: Mapping[str, Any]) -> Word:
    """The points of each player, in seat order."""
    each = (say("%(player)s : %(points)s", player=player, points=points) for player, points in answer["points"].items())
    return Word(names(each))
