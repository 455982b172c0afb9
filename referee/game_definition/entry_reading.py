"""An entry read by the fields of the question that it answers: which way, which values, what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.answers.answer import Reader, by_field_key, entry_violation
from referee.answers.violation import Violation
from referee.game_definition.game import Question, Way
from referee.game_definition.state import Answer
from referee.words import names, quoted, say


def read_answer(way: Way, entry: Mapping[str, Any]) -> tuple[Answer, list[Violation]]:
    """Read an entry by the fields of one way: shapes first, then the range of each number."""
    answer, violations = _read_shapes(way, entry)
    if not violations:
        for field in way.fields:
            if answer.get(field.key) is not None:
                violations.extend(field.out_of_range(answer[field.key], answer))
    return answer, violations


def _read_shapes(way: Way, entry: Mapping[str, Any]) -> tuple[dict[str, Any], list[Violation]]:
    """The values by field key (dots included; a missing value has no key), and the violations of shape."""
    answer: dict[str, Any] = {}
    reader = Reader("match.entry", answer)
    given = {key: value for key, value in entry.items() if key != "step"}
    values, unknown, violations = by_field_key(way.fields, given, reader)
    violations += [entry_violation(key, say("« %(key)s » n'a rien à faire ici.", key=quoted(key))) for key in unknown]
    for field in way.fields:
        if field.key in values:
            answer[field.key], misfits = field.read(field.key, values[field.key], reader)
            violations.extend(misfits)
        elif not field.optional:
            violations.append(entry_violation(field.key, say("Il manque « %(label)s ».", label=field.label)))
    return answer, violations


def own_keys(ways: Sequence[Way], way: Way) -> list[str]:
    """The keys that this way needs and no other has: an entry with one of them answers by this way."""
    other_keys = {field.key for other in ways if other is not way for field in other.fields}
    return [field.key for field in way.fields if not field.optional and field.key not in other_keys]


def chosen_way(ways: Sequence[Way], keys: Collection[str]) -> Way | None:
    """The way that these keys answer by; None where they have keys of several ways, or of none."""
    if len(ways) == 1:
        return ways[0]
    matching = [way for way in ways if any(key in keys for key in own_keys(ways, way))]
    return matching[0] if len(matching) == 1 else None


def way_violations(question: Question, entry: Mapping[str, Any]) -> list[Violation]:
    """The violations of an entry by no way or by several, with those of the keys that all ways share."""
    keys = names(say("« %(key)s »", key=own_keys(question.ways, way)[0]) for way in question.ways)
    fields = {field.key: field for way in question.ways for field in way.fields}
    own = {key for key in fields if not all(any(key == field.key for field in way.fields) for way in question.ways)}
    shared = Way(tuple(field for key, field in fields.items() if key not in own))
    _, violations = _read_shapes(shared, {key: value for key, value in entry.items() if key not in own})
    return [entry_violation(None, say("Il faut une seule de ces clés : %(keys)s.", keys=keys)), *violations]
