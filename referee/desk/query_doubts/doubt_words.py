"""The words and patterns that make something else of what is told beside them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

ByFirstWord = Mapping[str, Sequence[tuple[str, ...]]]
"""Phrases by their first word, the longest first."""

_TERM = re.compile(r"(?<!\?P)<([a-z_]+)>")


@dataclass(frozen=True, slots=True)
class DoubtWords:
    """The doubts of a language; see its file."""

    other_questions: re.Pattern[str]
    turned_round: re.Pattern[str]
    like_cards: re.Pattern[str]
    doubtful: ByFirstWord
    other_cases: ByFirstWord
    measures: ByFirstWord
    taken_away: ByFirstWord
    not_laid: ByFirstWord
    not_in_trick: ByFirstWord
    not_yet_played: ByFirstWord


@lru_cache
def load_doubt_words(language: str) -> DoubtWords:
    """The doubts of a language, read once from its file."""
    text = (resources.files(__package__ or "") / f"doubts.{language}.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)
    terms: dict[str, str] = {}
    for name, pattern in values["terms"].items():
        terms[name] = _with_terms(pattern.replace("\n", ""), terms)
    phrases = {key: _by_first_word(texts) for key, texts in values["phrases"].items()}
    return DoubtWords(
        other_questions=_any_of(values["other_questions"], terms),
        turned_round=_any_of(values["turned_round"], terms),
        like_cards=_any_of(values["names"], terms),
        doubtful=_by_first_word([phrase for texts in values["doubtful"].values() for phrase in texts]),
        other_cases=phrases["other_cases"],
        measures=phrases["measures"],
        taken_away=phrases["taken_away"],
        not_laid=phrases["not_laid"],
        not_in_trick=phrases["not_in_trick"],
        not_yet_played=phrases["not_yet_played"],
    )


def _any_of(lists: Mapping[str, Sequence[str]], terms: Mapping[str, str]) -> re.Pattern[str]:
    """One pattern for all of the lists: whole words."""
    patterns = [_with_terms(pattern, terms) for patterns in lists.values() for pattern in patterns]
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def _with_terms(pattern: str, terms: Mapping[str, str]) -> str:
    return _TERM.sub(lambda match: f"(?:{terms[match[1]]})", pattern)


def _by_first_word(texts: Sequence[str]) -> ByFirstWord:
    phrases = sorted((tuple(text.split()) for text in texts), key=len, reverse=True)
    return {first: [phrase for phrase in phrases if phrase[0] == first] for first, *_ in phrases}
