"""The course of a match of any game: check an entry, record it, decide whether the match is over.

A match is a fold over its entries: ``advance`` maps a state and an entry to the next state and to the row that the
entry writes. The rules common to all games are in this module: penalties, notes, stand-ins, the end by agreement,
targets, ties and the order of dealers. Who plays, who deals and other house rules are in ``table_changes``; the
questions of these steps are in ``common_questions``.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.answer import entry_violation
from referee.answers.table import Table
from referee.answers.violation import Violation
from referee.game_definition.common_questions import COMMON_QUESTIONS
from referee.game_definition.endings import Ending
from referee.game_definition.entry_reading import chosen_way, read_answer, way_violations
from referee.game_definition.game import Game, Outcome, Question
from referee.game_definition.offences import ELIMINATED, REDEAL, SKIP_NEXT_TURN, Effect, Offence
from referee.game_definition.sheet import Line, Round, Sheet, Standing, Tally, ranked, summed
from referee.game_definition.state import Answer, State, StateUnder
from referee.game_definition.table_changes import (
    ADJUST,
    DEALER,
    JOINS,
    LEAVES,
    RULES,
    TableChange,
    adjusted,
    allows,
    at_rest,
    join,
    leave,
    other_dealer,
    other_rules,
    read_rules,
    without_out,
)
from referee.words import say

STAND_INS_FREE_SINCE = 2
"""The first version of the rules by which a stand-in is free once their player is out of a deal."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after one of the entries, and the number of rows of the sheet then."""

    state: State
    rows: int


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A replayed match: its state, the rows of its sheet, and a checkpoint after each entry."""

    state: State
    rounds: tuple[Round, ...]
    course: tuple[Checkpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A match that cannot be replayed: the index of the first invalid entry, its violations, the state before it."""

    index: int
    violations: tuple[Violation, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Transition:
    """The effect of one entry: the state after it, and the rows it writes: mostly one, or none while a deal goes on."""

    state: State
    rows: tuple[Round, ...] = ()


def opening(game: Game, table: Table) -> State:
    """The state before the first entry."""
    return at_rest(game, StateUnder(table, table.dealer, dict.fromkeys((side.name for side in table.sides), 0)))


def questions(game: Game, state: State) -> tuple[Question, ...]:
    """The steps of the game that are possible now: first the deal's next step, then the asides."""
    return (game.question(state), *game.asides(state))


def play(game: Game, table: Table, entries: Sequence[Any]) -> ReplayedMatch | Refusal:
    """Replay a match from its first entry; stop at the first invalid entry."""
    return play_on(game, ReplayedMatch(opening(game, table), ()), entries)


def play_on(game: Game, replay: ReplayedMatch, entries: Sequence[Any]) -> ReplayedMatch | Refusal:
    """Replay further entries after those of ``replay``."""
    state, rounds, course = replay.state, list(replay.rounds), list(replay.course)
    row_entries = list(range(rounds[-1].entries[-1] + 1 if rounds else 0, len(course)))
    for index, entry in enumerate(entries, start=len(course)):
        transition = advance(game, state, entry)
        if not isinstance(transition, Transition):
            return Refusal(index, tuple(transition), state)
        row_entries.append(index)
        rounds.extend(rows_of_entries(transition.rows, row_entries))
        if transition.rows:
            row_entries.clear()
        state = transition.state
        course.append(Checkpoint(state, len(rounds)))
    return ReplayedMatch(state, tuple(rounds), tuple(course))


def rows_of_entries(rows: Sequence[Round], entries: Sequence[int]) -> list[Round]:
    """The rows that the last of these entries writes: the first is of all of them, the others are of the last alone."""
    return [replace(row, entries=tuple(entries if row is rows[0] else entries[-1:])) for row in rows]


def replayed_before(game: Game, table: Table, replay: ReplayedMatch, index: int) -> ReplayedMatch:
    """The replayed match as it was before the entry at this index."""
    if index == len(replay.course):
        return replay
    if not index:
        return ReplayedMatch(opening(game, table), ())
    before = replay.course[index - 1]
    return ReplayedMatch(before.state, replay.rounds[: before.rows], replay.course[:index])


def sheet_of(game: Game, replay: ReplayedMatch) -> Sheet:
    """The sheet of a replayed match."""
    state = replay.state
    ranking = ranked(state.table, state.totals, game.lowest_wins(state.rules))
    winners = ranking[0] if state.over and state.deal > 1 else ()
    return Sheet(replay.rounds, state.totals, ranking, state.over, winners, state.standing)


def advance(game: Game, state: State, entry: Any) -> Transition | list[Violation]:
    """The effect of one entry on a state, or the violations for which it is refused."""
    transition = _transition(game, state, entry)
    if isinstance(transition, list):
        return transition
    if entry["step"] != "note" and transition.state.untouched:
        transition = replace(transition, state=replace(transition.state, untouched=False))
    state = at_rest(game, transition.state)
    transition = replace(transition, state=state)
    if state.begun or state.stand_ins == state.table.stand_ins:
        return transition
    # A deal begun is finished by those who began it: a relay takes effect after it.
    return replace(transition, state=replace(state, stand_ins=state.table.stand_ins))


def _transition(game: Game, state: State, entry: Any) -> Transition | list[Violation]:
    if state.over:
        return [Violation("match.over", None, say("La partie est finie : plus rien ne s'y ajoute."))]
    if not isinstance(entry, dict):
        return [entry_violation(None, say("Une entrée doit être un objet."))]
    step = entry.get("step")
    if not isinstance(step, str):
        return [entry_violation("step", say("Il manque l'étape."))]
    question = question_of(game, state, step)
    if question is None and step == "totals":
        return [Violation("match.step", "step", say("Les totaux seuls se notent avant toute autre saisie."))]
    if question is None:
        awaited = game.question(state).title
        message = say("Ce n'est pas le moment : il faut d'abord noter « %(title)s ».", title=awaited)
        return [Violation("match.step", "step", message)]
    way = chosen_way(question.ways, entry)
    if way is None:
        return way_violations(question, entry)
    answer, violations = read_rules(game, state, entry) if step == RULES else read_answer(way, entry)
    if violations:
        return violations
    if step in _RECORD_COMMON_STEP:
        return _RECORD_COMMON_STEP[step](game, state, answer)
    for field in way.fields:
        if answer.get(field.key) is not None:
            violations.extend(field.inconsistencies(answer[field.key]))
    violations.extend(game.check(state, step, answer))
    return violations or _record(game, state, step, answer)


def question_of(game: Game, state: State, step: str) -> Question | None:
    """The question of this step; None where the step is not possible now."""
    if (step == "totals" and not state.untouched) or not allows(game, state, step):
        return None
    if step in COMMON_QUESTIONS:
        return COMMON_QUESTIONS[step](game, state)
    awaited = game.question(state)
    if awaited.step == step:
        return awaited
    return next((aside for aside in game.asides(state) if aside.step == step), None)


def _record(game: Game, state: State, step: str, answer: Answer) -> Transition:
    outcome = game.record(state, step, answer)
    if outcome.kind == "deal":
        return _complete_deal(game, state, {**state.answers, step: answer}, outcome)
    memory, standing = _carried(state, outcome)
    changes: dict[str, Any] = {"memory": memory, "standing": standing, "underway": True}
    if outcome.kind == "goes-on":
        changes |= {"answers": {**state.answers, step: answer}, "begun": True}
    elif outcome.kind == "thrown-in":
        changes |= {"dealer": outcome.next_dealer or state.dealer, "answers": {}, "begun": False}
        changes |= {"underway": False}
    elif outcome.kind == "line":
        changes |= {"begun": True}
    next_state = replace(state, **changes)
    if not outcome.lines:
        return Transition(next_state)
    return _write_row(game, state, next_state, outcome.lines, {step: answer}, outcome.tallies)


def _carried(state: State, outcome: Outcome) -> tuple[Mapping[str, Any], Standing]:
    """What the outcome leaves in the memory of the game, and the standing."""
    memory = state.memory if outcome.memory is None else outcome.memory
    standing = state.standing if outcome.standing is None else outcome.standing
    return memory, standing


def _complete_deal(game: Game, before: State, answers: Mapping[str, Answer], outcome: Outcome) -> Transition:
    """Complete the deal: its rows, the next dealer, the end of the match."""
    rows = [_row(game, before, outcome.lines, answers, complete=True, tallies=outcome.tallies)]
    for further in outcome.further:
        row = _row(game, replace(before, totals=rows[-1].totals), further.lines, {}, complete=False)
        if any(row.scores.values()):
            rows.append(replace(row, label=further.label, group=None))
    table, totals = outcome.table or before.table, rows[-1].totals
    dealer = outcome.next_dealer or table.next_seat(before.dealer, game.direction(table.rules))
    memory, standing = _carried(before, outcome)
    after = StateUnder(
        table, dealer, totals, before.deal + 1, {}, memory, standing, untouched=False, stand_ins=table.stand_ins
    )
    ending = game.ending(table)
    reached = _reached(ending, table, totals, before.deal) and not _needs_extra_deal(game, ending, table, totals)
    over = reached or game.ended(after)
    return Transition(replace(after, over=True) if over else after, tuple(rows))


def _write_row(
    game: Game,
    before: State,
    next_state: State,
    lines: tuple[Line, ...],
    answers: Mapping[str, Answer],
    tallies: tuple[Tally, ...] = (),
) -> Transition:
    """Write a row while the deal goes on; it ends the match only where ``Ending.at_once``."""
    row = _row(game, before, lines, answers, complete=False, tallies=tallies)
    ending = game.ending(before.table)
    over = (
        ending.at_once
        and not _is_won(game, ending, before.table, before.totals)
        and _is_won(game, ending, before.table, row.totals)
    )
    return Transition(replace(next_state, totals=row.totals, over=over), (row,))


def _is_won(game: Game, ending: Ending, table: Table, totals: Mapping[str, int]) -> bool:
    """Whether these totals reach the target, and one side alone is best where ties prolong the match."""
    return _reached(ending, table, totals, 0) and not _needs_extra_deal(game, ending, table, totals)


def _row(
    game: Game,
    state: State,
    lines: tuple[Line, ...],
    answers: Mapping[str, Answer],
    complete: bool,
    tallies: tuple[Tally, ...] = (),
) -> Round:
    scores = summed(state.totals, lines)
    return Round(
        number=state.deal,
        label=game.label(state),
        dealer=state.dealer,
        lines=lines,
        scores=scores,
        totals={side: total + scores[side] for side, total in state.totals.items()},
        entries=(),
        complete=complete,
        answers=answers,
        stand_ins=state.stand_ins,
        group=game.group(state),
        tallies=tallies,
        in_play=state.table.present,
    )


def _reached(ending: Ending, table: Table, totals: Mapping[str, int], completed: int) -> bool:
    """Whether the deals are played, or a total of those who have not left is at the target."""
    if ending.deals is not None and completed >= ending.deals:
        return True
    if ending.target is None:
        return False
    best = max(totals[side.name] for side in table.sides if any(player not in table.away for player in side.players))
    return best > ending.target if ending.beyond else best >= ending.target


def _needs_extra_deal(game: Game, ending: Ending, table: Table, totals: Mapping[str, int]) -> bool:
    """Whether a tie for the first place prolongs the match (``extra-deal``)."""
    return ending.tie == "extra-deal" and len(ranked(table, totals, game.lowest_wins(table.rules))[0]) > 1


def _penalty(game: Game, state: State, answer: Answer) -> Transition | list[Violation]:
    offence = next(offence for offence in game.offences if offence.id == answer["offence"])
    violations = list(game.check_penalty(state, offence, answer["player"]))
    return violations or _apply_penalty(game, state, offence, answer["player"])


def _apply_penalty(game: Game, state: State, offence: Offence, player: str) -> Transition:
    next_state = state
    effect = offence.effect_under(state.rules)
    if effect == REDEAL:
        next_state = replace(state, answers={}, begun=False, underway=False)
    elif effect in (SKIP_NEXT_TURN, ELIMINATED):
        standing = _standing_after(state, effect, player)
        free = state.table.version >= STAND_INS_FREE_SINCE
        next_state = without_out(state, standing) if free else replace(state, standing=standing)
    lines = offence.lines(state, player)
    return _write_row(game, state, replace(next_state, begun=True), lines, {}) if lines else Transition(next_state)


def _standing_after(state: State, effect: Effect, player: str) -> Standing:
    """The standing after a penalty: a turn owed, or elimination, which cancels the turns owed."""
    standing, seats = state.standing, state.table.players.index
    if effect == SKIP_NEXT_TURN:
        owed = list(standing.skip_next_turn)
        insort(owed, player, key=seats)
        return replace(standing, skip_next_turn=tuple(owed))
    return replace(
        standing,
        skip_next_turn=tuple(name for name in standing.skip_next_turn if name != player),
        eliminated=tuple(sorted((*standing.eliminated, player), key=seats)),
    )


def _relay(game: Game, state: State, answer: Answer) -> Transition | list[Violation]:
    """Article match.relay."""
    table, player, by = state.table, answer["player"], answer["by"]
    violations = []
    if player in game.dummies(table.rules):
        message = say("Personne ne joue à cette place : on ne remplace pas %(player)s.", player=player)
        violations.append(Violation("match.relay", "player", message))
    elif player in table.away:
        violations.append(Violation("match.relay", "player", say("%(player)s ne joue plus.", player=player)))
    if by is not None and table.at_table(by):
        violations.append(Violation("match.relay", "by", say("%(by)s est déjà à la table.", by=by)))
    elif by is None and player not in table.stand_ins:
        violations.append(Violation("match.relay", "by", say("Personne ne remplace %(player)s.", player=player)))
    return violations or Transition(replace(state, table=table.with_stand_in(player, by)))


def _totals(game: Game, state: State, answer: Answer) -> Transition:
    """Article match.totals: one row of totals that nothing judges, and the match is over."""
    reason = say("total noté après coup")
    lines = tuple(Line(side, points, reason, "match.totals") for side, points in answer["totals"].items())
    row = _row(game, state, lines, {"totals": answer}, complete=False)
    row = replace(row, label=say("Totaux"), group=None)
    after = replace(state, totals=row.totals, deal=state.deal + 1, over=True)
    return Transition(after, (row,))


def _table_step(
    change: Callable[[Game, State, Answer], TableChange | list[Violation]],
) -> Callable[[Game, State, Answer], Transition | list[Violation]]:
    """The step of a change at the table: its state, and the row of its lines, which no target is judged by."""

    def step(game: Game, state: State, answer: Answer) -> Transition | list[Violation]:
        changed = change(game, state, answer)
        if isinstance(changed, list):
            return changed
        if not changed.lines:
            return Transition(changed.state)
        row = _row(game, changed.state, changed.lines, {}, complete=False)
        return Transition(replace(changed.state, totals=row.totals), (row,))

    return step


_RECORD_COMMON_STEP: Mapping[str, Callable[[Game, State, Answer], Transition | list[Violation]]] = {
    "penalty": _penalty,
    "note": lambda game, state, answer: Transition(state),
    "relay": _relay,
    "totals": _totals,
    "end": lambda game, state, answer: Transition(replace(state, over=True, answers={})),
    LEAVES: _table_step(leave),
    JOINS: _table_step(join),
    DEALER: _table_step(other_dealer),
    RULES: _table_step(other_rules),
    ADJUST: _table_step(adjusted),
}
COMMON_STEPS = frozenset(_RECORD_COMMON_STEP)
"""The steps of the common questions, the same in every match."""
STEPS_THAT_END = frozenset(("end", "totals"))
"""The common steps after which a match is over, whatever its game says of its length."""
