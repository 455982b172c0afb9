"""The effect of house rules on an answer, compared with the printed rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.house_rules import Option
from referee.desk.adjudication import Verdict, case_violations, verdict_on
from referee.desk.house_rule_validation import desk_rules
from referee.desk_questions.desk_question import Case


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """The options that change the answer, with their values, and the verdict by the printed rules."""

    options: tuple[tuple[Option, Any], ...]
    by_printed_rules: Verdict


def house_effect(verdict: Verdict) -> HouseEffect | None:
    """The effect of the table's house rules on a verdict; None where the printed rules give the same answer."""
    case = verdict.case
    by_printed_rules = _verdict_under(case, {})
    if by_printed_rules is None or by_printed_rules.answer == verdict.answer:
        return None
    chosen = [(option, case.options[option.id]) for option in case.game.options if option.id in case.options]
    decisive = []
    for option, value in chosen:
        without_option = _verdict_under(case, {key: other for key, other in case.options.items() if key != option.id})
        if without_option is not None and without_option.answer != verdict.answer:
            decisive.append((option, value))
    return HouseEffect(tuple(decisive or chosen), by_printed_rules)


def _verdict_under(case: Case, options: Mapping[str, Any]) -> Verdict | None:
    """The verdict on the same facts under other house rules; None where these are invalid."""
    rules, violations = desk_rules(case.game, options, case.facts)
    other_case = replace(case, rules=rules, options=options)
    return None if violations or case_violations(other_case) else verdict_on(other_case)
