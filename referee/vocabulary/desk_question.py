"""A question of the desk as its game declares it: what must be told, and the function that rules on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.vocabulary.answers.answer import Field
from referee.vocabulary.case import Case
from referee.vocabulary.packs import Pack
from referee.vocabulary.verdict_word import Word
from referee.vocabulary.violation import Violation
from referee.words import Shown, Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a question's function finds: the answer in plain values, what decides it, and why, in sentences."""

    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Shown, ...]


def consistent(case: Case) -> Iterable[Violation]:
    """Facts that need no judging beyond each alone and the pack they come from."""
    return ()


def one_pack(case: Case) -> int:
    """The cards told come from one pack."""
    return 1


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """A question as its game declares it: what must be told, and the function that rules on it.

    ``articles`` are all that a ruling may name. ``pack`` holds every card told, ``packs`` of it;
    ``contradictions`` finds facts that cannot go together. Facts stand in the order they are read: one may
    refer to those before it. ``word`` says an answer in one word.
    """

    id: str
    label: Text
    facts: tuple[Field, ...]
    rule: Callable[[Case], Ruling]
    articles: tuple[str, ...]
    pack: Pack | None = None
    packs: Callable[[Case], int] = one_pack
    contradictions: Callable[[Case], Iterable[Violation]] = consistent
    word: Callable[[Case, Mapping[str, Any]], Word] = field(kw_only=True)
