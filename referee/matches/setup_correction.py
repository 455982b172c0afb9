"""A corrected set-up: an entry of the log that holds the set-up before and after it, for the whole match.

It writes no row and answers no question: every entry of the match is judged by the set-up in force. The game, the
version of its rules and the number of people stay; a person may be replaced (``replaced_people``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from referee.answers.house_rules import NONE
from referee.answers.violation import Violation
from referee.game_definition.match_course import ReplayedMatch, Transition, advance, opening
from referee.matches.match_file import Setup, match_value, read_setup
from referee.words import Listing, Renderable, Text, say

STEP = "setup"
KEYS = ("players", "dealer", "options", "teams")
SAME_NUMBER = say("Le nombre de joueurs d'une partie commencée reste le même.")
NOT_IN_FORCE = say("Les réglages ont changé entre-temps.")

Entry = Mapping[str, Any]


def setup_value(setup: Setup) -> dict[str, Any]:
    """What a correction can change; ``teams``: those that the table chose, else None."""
    return {**{key: match_value(setup, ())[key] for key in KEYS}, "teams": setup.chosen_teams}


def setup_columns(setup: Setup) -> dict[str, Any]:
    """The set-up as the columns of a match, of which its mark is made."""
    return {"game": setup.game.id, **setup_value(setup), "rules_version": setup.table.version}


def setup_entry(before: Setup, after: Setup) -> dict[str, Any]:
    """The entry that corrects the set-up in force, ``before``."""
    return {"step": STEP, "before": setup_value(before), "after": setup_value(after)}


def is_setup(entry: Entry | None) -> bool:
    return isinstance(entry, Mapping) and entry.get("step") == STEP


def corrected_setup(setup: Setup, entry: Entry, key: str = "after") -> Setup | list[Violation]:
    """The set-up that a correction of ``setup`` leads to, or that it came from (``before``)."""
    value = entry.get(key)
    if not isinstance(value, dict) or set(entry) != {"step", "before", "after"} or set(value) != set(KEYS):
        return [Violation("match.file", key, NOT_IN_FORCE)]
    read = read_setup(
        setup.game.id, value["players"], value["dealer"], value["options"], value["teams"], setup.table.version
    )
    if isinstance(read, Setup) and len(read.people) != len(setup.people):
        return [Violation("match.players", "players", SAME_NUMBER)]
    return read


def setup_violations(setup: Setup, entry: Entry) -> list[Violation]:
    """Why this correction cannot follow the set-up in force; none where it can."""
    after = corrected_setup(setup, entry)
    if not isinstance(after, Setup):
        return after
    return [] if entry["before"] == setup_value(setup) else [Violation("match.options", None, NOT_IN_FORCE)]


def replaced_people(before: Setup, after: Setup) -> dict[str, str]:
    """Who sits down in the place of whom, by the names before: at the same seat, then in the order of the seats."""
    seats, others = before.table.players, after.table.players
    gone = [name for name in seats if name not in others]
    come = [name for name in others if name not in seats]
    pairs = {old: new for old, new in zip(seats, others, strict=False) if old in gone and new in come}
    left = (name for name in gone if name not in pairs)
    return pairs | dict(zip(left, (name for name in come if name not in pairs.values()), strict=False))


def replaces_people(entry: Entry | None) -> bool:
    """Whether this entry corrects the set-up and names other people than before."""
    if entry is None or not is_setup(entry):
        return False
    before, after = (_players_in(entry.get(key)) for key in ("before", "after"))
    return before != after


def _players_in(value: Any) -> set[str]:
    players = value.get("players") if isinstance(value, Mapping) else None
    return set(map(str, players)) if isinstance(players, (list, tuple)) else set()


def changes_in_words(before: Setup, after: Setup) -> Iterator[tuple[Text, Any]]:
    """Each thing that differs: its label, and its value after."""
    people = replaced_people(before, after)
    for old, new in people.items():
        yield say("À la place de %(name)s", name=old), new
    if tuple(people.get(name, name) for name in before.table.players) != after.table.players:
        yield say("Ordre des places"), Listing(after.people)
    if before.table.dealer != after.table.dealer:
        yield say("Premier donneur"), after.table.dealer
    if before.chosen_teams != after.chosen_teams:
        sides = Listing(tuple(side.name for side in after.table.sides))
        yield say("Équipes"), sides if after.chosen_teams else say("chacun pour soi")
    for option in after.game.options:
        old, new = (option.value_in(setup.table.rules) for setup in (before, after))
        if old != new:
            yield option.label, NONE if new is None else option.field.in_words(new)


def setup_change(setup: Setup, entry: Entry) -> Renderable:
    """What a correction of this match changed, in words: "Premier donneur : Bob ; Joker : oui"."""
    before, after = corrected_setup(setup, entry, "before"), corrected_setup(setup, entry)
    if not isinstance(before, Setup) or not isinstance(after, Setup):
        return Listing(())
    changes = [say("%(rule)s : %(value)s", rule=rule, value=value) for rule, value in changes_in_words(before, after)]
    return (
        reduce(lambda most, last: say("%(most)s ; %(last)s", most=most, last=last), changes) if changes else Listing(())
    )


def first_setup(setup: Setup, entries: Iterable[Entry | None]) -> Setup:
    """The set-up that a match began with, from the one in force and the entries of its whole log.

    :raises ValueError: the first correction names none.
    """
    for entry in entries:
        if entry is not None and is_setup(entry):
            before = corrected_setup(setup, entry, "before")
            if not isinstance(before, Setup):
                raise ValueError(f"no set-up stood before: {before}")
            return before
    return setup


def refused_deals(
    setup: Setup, replay: ReplayedMatch, entries: Sequence[Any]
) -> Iterator[tuple[int, Sequence[Violation]]]:
    """The deals of a match that another set-up would refuse: the first such entry of each, by its index, and why.

    :param played: the match as its ``entries`` stand.

    A refused deal is passed over, so that the deals behind it are judged in their places.
    """
    game, state = setup.game, opening(setup.game, setup.table)
    deals = [1, *(checkpoint.state.deal for checkpoint in replay.course)]
    begun, refused = state, 0
    for index, entry in enumerate(entries):
        if deals[index] == refused:
            continue
        if not index or deals[index] != deals[index - 1]:
            begun = state
        transition = advance(game, state, entry)
        if isinstance(transition, Transition):
            state = transition.state
            continue
        yield index, transition
        if state.over:
            return
        refused = deals[index]
        dealer = begun.table.next_seat(begun.dealer, game.direction(begun.rules))
        state = replace(begun, deal=begun.deal + 1, dealer=dealer, answers={}, begun=False)
