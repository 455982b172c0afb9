"""The mark of a log: the same for the same log however it was appended, another for every other."""

from typing import Any

from referee.matches.log import Record
from referee.matches.log_mark import log_mark, setup_mark

SETUP: dict[str, Any] = {"game": "kems", "players": ["Ana", "Bob"], "dealer": "Ana", "options": {}, "rules_version": 3}
LOG = (
    Record(0, {"step": "note", "text": "a"}, None, 0),
    Record(1, {"step": "note", "text": "b"}, None, 1),
    Record(2, None, 1, 2, 1),
)


def test_a_mark_is_chained() -> None:
    first = setup_mark(**SETUP)
    assert log_mark(log_mark(first, LOG[:2]), LOG[2:]) == log_mark(first, LOG)
    assert log_mark(first, ()) == first


def test_whatever_a_replay_depends_on_makes_another_mark() -> None:
    changed = [{**SETUP, name: other} for name, other in (("dealer", "Bob"), ("options", {"a": 1}), ("game", "x"))]
    logs = [LOG[:1], LOG[:2], LOG, (*LOG[:2], Record(2, None, 0, 2, 1)), (*LOG[:2], Record(2, None, 1, 2, None))]
    first = setup_mark(**SETUP)
    marks = {first, *(setup_mark(**setup) for setup in changed), *(log_mark(first, log) for log in logs)}
    assert len(marks) == 1 + len(changed) + len(logs)
