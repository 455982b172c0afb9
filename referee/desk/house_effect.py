"""Where the house rules of a table change an answer: the same facts ruled by the sheet's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.house_rules import Option
from referee.desk.house_rule_validation import desk_rules
from referee.desk.ruling import Verdict, contradicted, ruled
from referee.desk_questions.desk_question import Case


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """The options that change the answer, with the values the table chose, and the answer by the sheet."""

    options: tuple[tuple[Option, Any], ...]
    by_the_sheet: Verdict


def house_effect(verdict: Verdict) -> HouseEffect | None:
    """What the table's own rules change; None where the sheet's rules give the same answer."""
    case = verdict.case
    by_the_sheet = _ruled_under(case, {})
    if by_the_sheet is None or by_the_sheet.answer == verdict.answer:
        return None
    chosen = [(option, case.options[option.id]) for option in case.game.options if option.id in case.options]
    decisive = []
    for option, value in chosen:
        without = _ruled_under(case, {key: other for key, other in case.options.items() if key != option.id})
        if without is not None and without.answer != verdict.answer:
            decisive.append((option, value))
    return HouseEffect(tuple(decisive or chosen), by_the_sheet)


def _ruled_under(case: Case, options: Mapping[str, Any]) -> Verdict | None:
    """The verdict on the same facts under other house rules; None where no table could choose them."""
    rules, wrong = desk_rules(case.game, options, case.facts)
    other = replace(case, rules=rules, options=options)
    return None if wrong or contradicted(other) else ruled(other)
