"""Another person in a seat for the whole match: the set-up corrected, and every entry that names who sat there.

All of it is one batch: the correction of the set-up, then an amendment of each entry in which a name changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.violation import Violation
from referee.game_definition.entry_reading import chosen_way
from referee.game_definition.game import Question
from referee.game_definition.match_course import opening, question_of
from referee.matches.log import Change, Entry, ReplayedLog, stand_ins_of
from referee.matches.match_file import Setup
from referee.matches.setup_correction import corrected_setup, is_setup, replaced_people
from referee.words import say


def with_entries_following(log: ReplayedLog, entry: Entry) -> tuple[Change, ...]:
    """The entry to record; a correction of the set-up with the amendments of all that name somebody it replaces."""
    if not is_setup(entry):
        return (Change(entry),)
    after = corrected_setup(log.setup, entry)
    people = replaced_people(log.setup, after) if isinstance(after, Setup) else {}
    if not isinstance(after, Setup) or not people:
        return (Change(entry),)
    return (Change(entry), *_amendments(log, new_names(log.setup, after)))


def at_the_table_already(log: ReplayedLog, after: Setup) -> list[Violation]:
    """The violations of names that somebody has who joined this match or stands in."""
    others = {*log.replay.state.table.players, *stand_ins_of(log.current)}
    names = replaced_people(log.setup, after).values()
    message = say("Ce nom est déjà à la table : il en faut un autre.")
    seats = after.table.players
    return [Violation("match.players", f"players.{seats.index(name)}", message) for name in names if name in others]


def _amendments(log: ReplayedLog, names: Mapping[str, str]) -> Iterator[Change]:
    game, state = log.setup.game, opening(log.setup.game, log.setup.table)
    for current, checkpoint in zip(log.current, log.replay.course, strict=True):
        question = question_of(game, state, str(current.entry["step"]))
        state = checkpoint.state
        entry = current.entry if question is None else _renamed(question, current.entry, names)
        if entry != current.entry:
            yield Change(entry, current.position)


def _renamed(question: Question, entry: Entry, names: Mapping[str, str]) -> dict[str, Any]:
    """The entry with these names, in every field that holds players or sides."""
    renamed = dict(entry)
    way = chosen_way(question.ways, entry)
    fields = () if way is None else way.fields
    for field in fields:
        group, _, key = field.key.partition(".")
        if key and isinstance(renamed.get(group), dict) and key in renamed[group]:
            renamed[group] = {**renamed[group], key: field.renamed(renamed[group][key], names)}
        elif not key and group in renamed:
            renamed[group] = field.renamed(renamed[group], names)
    return renamed


def new_names(before: Setup, after: Setup) -> dict[str, str]:
    """The new name of each replaced player, and of each side that has one."""
    people = replaced_people(before, after)
    sides = {frozenset(side.players): side.name for side in after.table.sides}
    names = dict(people)
    for side in before.table.sides:
        same = sides.get(frozenset(people.get(player, player) for player in side.players))
        if same is not None and same != side.name:
            names[side.name] = same
    return names
