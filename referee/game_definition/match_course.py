"""The course of every match, whatever the game: check an entry, record it, judge the end.

A match is a fold: ``advance`` takes a state and an entry to the next state, and the rows that
entry writes. What is common to all games (penalties, notes, who stands in for whom, the end by agreement,
targets and ties, whose turn it is to deal) is written here, once.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.answer import Reader, faulty
from referee.answers.choices import Choice
from referee.answers.house_rules import house_rules
from referee.answers.players import OnePlayer
from referee.answers.table import Table
from referee.answers.texts import NewName, Words
from referee.answers.violation import Violation
from referee.game_definition.game import Answer, Ending, Game, Offence, Outcome, Question, State, Way
from referee.game_definition.offence_effects import ELIMINATED, REDEAL, SKIP_NEXT_TURN, Effect
from referee.game_definition.sheet import Line, Round, Sheet, Standing, ranked, summed
from referee.words import Text, names, quoted, say

LONGEST_NOTE = 500
"""Characters of a note."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where a match stood after one of its entries, and how many rows its sheet had by then."""

    state: State
    rows: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match replayed to its end: where it stands, the rows of its sheet, and where it stood after each entry."""

    state: State
    rounds: tuple[Round, ...]
    course: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A match that cannot be replayed: the first bad entry, what it breaks, and where the match stood."""

    index: int
    violations: tuple[Violation, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Step:
    """One entry taken: the state after it and the row it wrote, if it wrote one."""

    state: State
    row: Round | None = None


def opening(game: Game, table: Table) -> State:
    """The state before the first card."""
    return State(table, table.dealer, dict.fromkeys((side.name for side in table.sides), 0))


def questions(game: Game, state: State) -> tuple[Question, ...]:
    """What may be recorded now: first the question the deal waits for, then the game's other steps."""
    return (game.question(state), *game.asides(state))


def common_questions(game: Game, state: State) -> tuple[Question, ...]:
    """What may be recorded at any moment of any match: a penalty, a note, a relay, the end by agreement."""
    return (penalty_question(game, state.table), NOTE, relay_question(game, state), END)


def penalty_question(game: Game, table: Table) -> Question:
    """The question of a penalty: which offence of this game, by whom."""
    offences = tuple((offence.id, offence.label) for offence in game.offences)
    fields = (Choice("offence", say("La faute"), offences), OnePlayer("player", say("Le joueur"), table.present))
    return Question("penalty", say("Une faute"), (Way(fields),), subject=say("la faute"))


def consequence_of(offence: Offence, game: Game, table: Table) -> Text:
    """What an offence comes to at this table; where a rule of the house may decide it, what that rule says here."""
    if isinstance(offence.effect, Effect):
        return offence.consequence
    printed, _ = house_rules(game.options, {}, table.players)
    effect = offence.effect_under(table.rules)
    if effect == offence.effect_under(printed):
        return say("Sans règle de la maison : %(effect)s", effect=effect.words)
    return say("Règle de la maison : %(effect)s", effect=effect.words)


def relay_question(game: Game, state: State) -> Question:
    """The question of a relay: whose seat is played by whom, or by its own player again, and from which deal on."""
    table, deal = state.table, state.deal
    empty = (*game.dummies(table.rules), *table.away)
    by = (*table.players, *table.stand_ins.values(), *(() if table.stand_ins else (None,)))
    fields = (
        OnePlayer("player", say("Qui est remplacé"), table.players, barred=empty),
        NewName("by", say("Qui joue"), by, nothing=say("son propre joueur, de retour")),
    )
    lead = say("À partir de la donne %(deal)s. La place garde son nom et ses points.", deal=deal)
    if state.begun:
        lead = say(
            "La donne %(deal)s est commencée, on la finit d'abord : le changement vaut à partir de la donne"
            " %(after)s. La place garde son nom et ses points.",
            deal=deal,
            after=deal + 1,
        )
    return Question("relay", say("Quelqu'un remplace un joueur"), (Way(fields),), lead, subject=say("le remplacement"))


NOTE = Question(
    "note", say("Une note"), (Way((Words("text", say("La note"), LONGEST_NOTE),)),), subject=say("la note")
)  # fmt: skip
END = Question(
    "end", say("Arrêter la partie"), (Way(()),),
    say("Une donne commencée ne compte pas ; le classement devient définitif."), subject=say("la fin de la partie"),
)  # fmt: skip


def play(game: Game, table: Table, entries: Sequence[Any]) -> Played | Refused:
    """Replay a match from its first entry; stop at the first one that breaks a rule."""
    return play_on(game, Played(opening(game, table), ()), entries)


def play_on(game: Game, played: Played, entries: Sequence[Any]) -> Played | Refused:
    """Replay what comes after the entries that ``played`` has taken."""
    state, rounds, course = played.state, list(played.rounds), list(played.course)
    since = list(range(rounds[-1].entries[-1] + 1 if rounds else 0, len(course)))
    for index, entry in enumerate(entries, start=len(course)):
        taken = advance(game, state, entry)
        if not isinstance(taken, Step):
            return Refused(index, tuple(taken), state)
        since.append(index)
        if taken.row is not None:
            rounds.append(replace(taken.row, entries=tuple(since)))
            since.clear()
        state = taken.state
        course.append(Point(state, len(rounds)))
    return Played(state, tuple(rounds), tuple(course))


def played_to(game: Game, table: Table, played: Played, index: int) -> Played:
    """Where a match stood before the entry at this index."""
    if index == len(played.course):
        return played
    if not index:
        return Played(opening(game, table), ())
    before = played.course[index - 1]
    return Played(before.state, played.rounds[: before.rows], played.course[:index])


def sheet_of(game: Game, played: Played) -> Sheet:
    """The sheet of a replayed match."""
    state = played.state
    ranking = ranked(state.table, state.totals, game.lowest_wins(state.rules))
    winners = ranking[0] if state.over and state.deal > 1 else ()
    return Sheet(played.rounds, state.totals, ranking, state.over, winners, state.standing)


def advance(game: Game, state: State, entry: Any) -> Step | list[Violation]:
    """Take one entry; a list of violations means that nothing changed."""
    taken = _taken(game, state, entry)
    if isinstance(taken, list) or taken.state.begun:
        return taken
    state = taken.state
    if state.stand_ins == state.table.stand_ins:
        return taken
    # Who was replaced in the middle of a deal has played it to its end; now everybody is in their seats.
    return replace(taken, state=replace(state, stand_ins=state.table.stand_ins))


def _taken(game: Game, state: State, entry: Any) -> Step | list[Violation]:
    if state.over:
        return [Violation("match.over", None, say("La partie est finie : plus rien ne s'y ajoute."))]
    if not isinstance(entry, dict):
        return [faulty(None, say("Une entrée doit être un objet."))]
    step = entry.get("step")
    if not isinstance(step, str):
        return [faulty("step", say("Il manque l'étape."))]
    question = question_of(game, state, step)
    if question is None:
        awaited = game.question(state).title
        message = say("Ce n'est pas le moment : il faut d'abord noter « %(title)s ».", title=awaited)
        return [Violation("match.step", "step", message)]
    way = _way_taken(question, entry)
    if way is None:
        return _undecided(question, entry)
    answer, wrong = _read(way, entry)
    if answer is None:
        return wrong
    if step in _COMMON_STEPS:
        return _COMMON_STEPS[step](game, state, answer)
    given = [(field, answer[field.key]) for field in way.fields if answer.get(field.key) is not None]
    wrong = [*(fault for field, value in given for fault in field.at_odds(value)), *game.check(state, step, answer)]
    return wrong or _recorded(game, state, step, answer)


def question_of(game: Game, state: State, step: str) -> Question | None:
    """The question that an entry of this step answers; None where that step is not possible now."""
    if step in _COMMON_STEPS:
        return next(common for common in common_questions(game, state) if common.step == step)
    awaited = game.question(state)
    if awaited.step == step:
        return awaited
    return next((aside for aside in game.asides(state) if aside.step == step), None)


def _read(way: Way, entry: Mapping[str, Any]) -> tuple[Answer | None, list[Violation]]:
    """Read an entry's keys by the fields of one way: shape first, then each number's range."""
    answer, wrong = _shaped(way, entry)
    if not wrong:
        for field in way.fields:
            if answer.get(field.key) is not None:
                wrong.extend(field.out_of_range(answer[field.key], answer))
    return (None, wrong) if wrong else (answer, [])


def _shaped(way: Way, entry: Mapping[str, Any]) -> tuple[dict[str, Any], list[Violation]]:
    """The answer as far as it has the right shape, and what has not.

    The answer is flat: a field's key, dots included, to its value; what was left out is not in it.
    """
    values, wrong = _flattened(way, entry)
    answer: dict[str, Any] = {}
    reader = Reader("match.entry", answer)
    for field in way.fields:
        if field.key in values:
            answer[field.key], faults = field.read(field.key, values[field.key], reader)
            wrong.extend(faults)
        elif not field.optional:
            wrong.append(faulty(field.key, say("Il manque « %(label)s ».", label=field.label)))
    return answer, wrong


def _own_key(question: Question, way: Way) -> str:
    """The key that only this way has, by which an entry shows that it takes it."""
    others = {field.key for other in question.ways if other is not way for field in other.fields}
    return next(field.key for field in way.fields if field.key not in others)


def _way_taken(question: Question, entry: Mapping[str, Any]) -> Way | None:
    if len(question.ways) == 1:
        return question.ways[0]
    taken = [way for way in question.ways if _own_key(question, way) in entry]
    return taken[0] if len(taken) == 1 else None


def _undecided(question: Question, entry: Mapping[str, Any]) -> list[Violation]:
    """None of the ways was taken, or several: that, and what is wrong with the keys that all of them share."""
    keys = names(say("« %(key)s »", key=_own_key(question, way)) for way in question.ways)
    fields = {field.key: field for way in question.ways for field in way.fields}
    own = {key for key in fields if not all(any(key == field.key for field in way.fields) for way in question.ways)}
    shared = Way(tuple(field for key, field in fields.items() if key not in own))
    _, wrong = _shaped(shared, {key: value for key, value in entry.items() if key not in own})
    return [faulty(None, say("Il faut une seule de ces clés : %(keys)s.", keys=keys)), *wrong]


def _flattened(way: Way, entry: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Violation]]:
    """The entry's values by dotted key, and a fault for every key the fields do not know."""
    known = {field.key for field in way.fields}
    flat = {key for key in known if "." not in key}
    if entry.keys() <= {"step"} | flat:
        return entry, []
    groups = {key.partition(".")[0] for key in known - flat}
    values: dict[str, Any] = {}
    wrong: list[Violation] = []
    for key, value in entry.items():
        if key in groups:
            if isinstance(value, dict):
                values.update({f"{key}.{inner}": item for inner, item in value.items()})
            else:
                wrong.append(faulty(key, say("Il faut un objet.")))
        elif key != "step":
            values[key] = value
    wrong.extend(
        faulty(key, say("« %(key)s » n'a rien à faire ici.", key=quoted(key)))
        for key in values
        if key not in known or (key in entry and "." in key)
    )
    return values, wrong


def _recorded(game: Game, state: State, step: str, answer: Answer) -> Step:
    outcome = game.record(state, step, answer)
    if outcome.table is not None:
        state = _reseated(state, outcome.table)
    memory = state.memory if outcome.memory is None else outcome.memory
    standing = state.standing if outcome.standing is None else outcome.standing
    if outcome.kind == "deal":
        return _completed(game, state, {**state.recorded, step: answer}, outcome, memory, standing)
    moved = replace(state, memory=memory, standing=standing)
    if outcome.kind == "goes-on":
        moved = replace(moved, recorded={**state.recorded, step: answer}, begun=True)
    elif outcome.kind == "thrown-in":
        moved = replace(moved, dealer=outcome.next_dealer or state.dealer, recorded={}, begun=False)
    elif outcome.kind == "line":
        moved = replace(moved, begun=True)
    return _written(game, state, moved, outcome.lines, {step: answer}) if outcome.lines else Step(moved)


def _reseated(state: State, table: Table) -> State:
    """The state at the table as it is now: who is new begins at 0, the deal passes on from who has left."""
    totals = {side.name: state.totals.get(side.name, 0) for side in table.sides}
    dealer = table.next_seat(state.dealer) if state.dealer in table.away else state.dealer
    return replace(state, table=table, totals=totals, dealer=dealer)


def _completed(
    game: Game,
    before: State,
    answers: Mapping[str, Answer],
    outcome: Outcome,
    memory: Mapping[str, Any],
    standing: Standing,
) -> Step:
    """The deal is complete: write its row, pass the deal on, judge the end."""
    table, row = before.table, _row(game, before, outcome.lines, answers, complete=True)
    dealer = outcome.next_dealer or table.next_seat(before.dealer)
    ending = game.ending(table)
    over = _reached(ending, row.totals, before.deal) and not _goes_on(game, ending, table, row.totals)
    after = State(table, dealer, row.totals, before.deal + 1, {}, memory, standing, over, stand_ins=table.stand_ins)
    return Step(after, row)


def _written(game: Game, before: State, moved: State, lines: tuple[Line, ...], answers: Mapping[str, Answer]) -> Step:
    """A row in the deal's number while the deal goes on; it ends a match only where targets count at once."""
    row = _row(game, before, lines, answers, complete=False)
    ending = game.ending(before.table)
    over = ending.at_once and _reached(ending, row.totals, 0) and not _goes_on(game, ending, before.table, row.totals)
    return Step(replace(moved, totals=row.totals, over=over), row)


def _row(game: Game, state: State, lines: tuple[Line, ...], answers: Mapping[str, Answer], complete: bool) -> Round:
    scores = summed(state.totals, lines)
    totals = {side: total + scores[side] for side, total in state.totals.items()}
    label, group, standing_in = game.label(state), game.group(state), state.stand_ins
    return Round(state.deal, label, state.dealer, lines, scores, totals, (), complete, answers, standing_in, group)


def _reached(ending: Ending, totals: Mapping[str, int], completed: int) -> bool:
    if ending.deals is not None and completed >= ending.deals:
        return True
    return ending.target is not None and max(totals.values()) >= ending.target


def _goes_on(game: Game, ending: Ending, table: Table, totals: Mapping[str, int]) -> bool:
    """With ``extra-deal`` play goes on, deal by deal, until one side alone is best."""
    return ending.tie == "extra-deal" and len(ranked(table, totals, game.lowest_wins(table.rules))[0]) > 1


def _penalty(game: Game, state: State, answer: Answer) -> Step | list[Violation]:
    offence = next(offence for offence in game.offences if offence.id == answer["offence"])
    wrong = list(game.penalised(state, offence, answer["player"]))
    return wrong or _penalised(game, state, offence, answer["player"])


def _penalised(game: Game, state: State, offence: Offence, player: str) -> Step:
    moved = state
    effect = offence.effect_under(state.rules)
    if effect == REDEAL:
        moved = replace(state, recorded={}, begun=False)
    elif effect in (SKIP_NEXT_TURN, ELIMINATED):
        moved = replace(state, standing=_marked(state, effect, player))
    lines = offence.lines(state, player)
    return _written(game, state, replace(moved, begun=True), lines, {}) if lines else Step(moved)


def _marked(state: State, effect: Effect, player: str) -> Standing:
    """The mark a penalty leaves: a turn owed, or out of this game (which strikes the turns owed)."""
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


def _relay(game: Game, state: State, answer: Answer) -> Step | list[Violation]:
    """Article match.relay."""
    table, player, by = state.table, answer["player"], answer["by"]
    wrong = []
    if player in game.dummies(table.rules):
        message = say("Personne ne joue à cette place : on ne remplace pas %(player)s.", player=player)
        wrong.append(Violation("match.relay", "player", message))
    elif player in table.away:
        wrong.append(Violation("match.relay", "player", say("%(player)s ne joue plus.", player=player)))
    if by is not None and table.at_table(by):
        wrong.append(Violation("match.relay", "by", say("%(by)s est déjà à la table.", by=by)))
    elif by is None and player not in table.stand_ins:
        wrong.append(Violation("match.relay", "by", say("Personne ne remplace %(player)s.", player=player)))
    return wrong or Step(replace(state, table=table.relayed(player, by)))


_COMMON_STEPS: Mapping[str, Callable[[Game, State, Answer], Step | list[Violation]]] = {
    "penalty": _penalty,
    "note": lambda game, state, answer: Step(state),
    "relay": _relay,
    "end": lambda game, state, answer: Step(replace(state, over=True, recorded={})),
}
COMMON_STEPS = frozenset(_COMMON_STEPS)
"""The steps of the common questions, the same in every match."""
