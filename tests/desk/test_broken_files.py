"""Whatever is asked, the desk answers or says what is wrong: it never breaks."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.commands.json_batch import answered
from referee.desk.questions import examples
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import question_file

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(["AS", "10H", "JOKER", "excuse", "bleu:prof", "rouge:tire", "joker", "Ana", "H", "pass", "hand"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
GOOD = [
    question_file(game_id, example["question"], example["facts"], example.get("options", {}))
    for game_id in GAMES
    for example in examples(game_id)
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside a value, itself first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, one in inner for deeper in paths(one, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], by: Any, *, take_out: bool) -> Any:
    """A copy of the value with what lies at the path replaced or taken out."""
    if not path:
        return by
    copy = dict(value) if isinstance(value, dict) else list(value)
    key, *rest = path
    if not rest and take_out:
        del copy[key]
    else:
        copy[key] = replaced(copy[key], tuple(rest), by, take_out=take_out)
    return copy


def answers_or_tells_why(value: Any) -> None:
    for language in LANGUAGES:
        told, accepted = answered(value, language)
        json.dumps(told, allow_nan=False)
        if accepted:
            assert told["because"]
            assert told["articles"]
        else:
            assert told["violations"]
            assert {(one["article"], one["entry"]) for one in told["violations"]} == {("question.facts", None)}
            assert all(one["message"] and len(one["message"]) < 600 for one in told["violations"])


@given(JSON)
def test_any_value_at_all(value: Any) -> None:
    answers_or_tells_why(value)


@given(st.sampled_from(GOOD), st.dictionaries(st.sampled_from(["plays", "hand", "cards", "trump", "card"]), JSON))
def test_any_facts_at_all(good: dict[str, Any], facts: Any) -> None:
    answers_or_tells_why({**good, "facts": facts})


@given(st.data())
@settings(max_examples=5 * settings.default.max_examples)
def test_a_good_file_with_one_thing_replaced_or_taken_out(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from(GOOD))
    path = data.draw(st.sampled_from(paths(good)))
    value = replaced(good, path, data.draw(JSON), take_out=data.draw(st.booleans()))
    answers_or_tells_why(value)


@given(st.data())
@settings(max_examples=2 * settings.default.max_examples)
def test_a_good_file_with_values_swapped_or_repeated(data: st.DataObject) -> None:
    good, other = data.draw(st.sampled_from(GOOD)), data.draw(st.sampled_from(GOOD))
    here, there = data.draw(st.sampled_from(paths(good))), data.draw(st.sampled_from(paths(other)))
    taken: Any = other
    for key in there:
        taken = taken[key]
    answers_or_tells_why(replaced(good, here, taken, take_out=False))
