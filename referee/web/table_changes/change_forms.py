"""The forms of changes at the table: other house rules from a deal on, the points of who joins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.house_rules import Option
from referee.answers.violation import Violation
from referee.game_definition.game import Game, Question
from referee.game_definition.state import State
from referee.game_definition.table_changes import JOINS, RULES, changeable_options
from referee.web.answers.house_rules_form import HouseRulesForm
from referee.web.answers.question_form import QuestionForm
from referee.web.answers.seating import NO_MATCH, TableSeating
from referee.web.new_match.house_rule_fields import HouseRuleField
from referee.web.new_match.house_rule_form_values import names_no_player, typed_value
from referee.words import Text, say


class RulesForm(QuestionForm):
    """A form with the widgets of the set-up; ``entry`` names the rules whose values differ from those that hold."""

    def __init__(
        self,
        question: Question,
        game: Game,
        state: State,
        formdata: MultiDict[str, str] | None = None,
        entry: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(question)
        self.game = game
        self.options: list[Option] = [option for option in changeable_options(game) if _is_a_choice(option)]
        self.rules = {option.id: option.value_in(state.rules) for option in game.options}
        shown = {**self.rules, **({} if entry is None else entry["options"])}
        self.typed = _typed_values(self.options, shown) if formdata is None else formdata
        self.blamed_at: dict[str, list[Violation]] = {}

    @property
    def rule_fields(self) -> list[HouseRuleField]:
        """The rules that may change, each with what is wrong with it."""
        return [
            HouseRuleField(self.game, option, self.typed, (), self.blamed_at.get(f"options.{option.id}", ()))
            for option in self.options
        ]

    def entry(self) -> dict[str, Any]:
        choices = HouseRulesForm(self.options, {}, self.typed).values_by_option()
        changed = {id: value for id, value in choices.items() if value != self.rules[id]}
        return {"step": RULES, "options": changed}

    def faults(self) -> list[Violation]:
        return []

    def blame(self, violations: Any) -> None:
        """Put every violation at the rule that it blames; what names none stands above the form."""
        for violation in violations:
            group, _, id = (violation.field or "").partition(".")
            if group == "options" and any(option.id == id for option in self.options):
                self.blamed_at.setdefault(f"options.{id}", []).append(violation)
            else:
                self.blamed.append(violation)


def question_form_of(
    game: Game,
    state: State,
    question: Question,
    formdata: MultiDict[str, str] | None = None,
    entry: Mapping[str, Any] | None = None,
    own_phones: bool = False,
    seating: TableSeating = NO_MATCH,
) -> QuestionForm:
    """The form of a question of this match: that of house rules where it asks for them.

    Who joins has the points that are typed, else those that were tapped (``granted``).
    """
    if question.step == RULES:
        return RulesForm(question, game, state, formdata, entry)
    if question.step == JOINS and formdata is not None and not formdata.get("points"):
        formdata = MultiDict(formdata)
        formdata["points"] = formdata.get("granted", "")
    return QuestionForm(question, formdata, entry, seating, own_phones=own_phones)


def _is_a_choice(option: Option) -> bool:
    """Whether a table has something to choose: not among one value, nor among players by their seats."""
    return names_no_player(option) and len(getattr(option.field, "choices", (1, 2))) > 1


def _typed_values(options: list[Option], values: Mapping[str, Any]) -> MultiDict[str, str]:
    typed: MultiDict[str, str] = MultiDict()
    for option in options:
        typed[f"option.{option.id}.shown"] = "1"
        typed[f"option.{option.id}"] = typed_value(option, values[option.id])
    return typed


def brought_points(state: State) -> list[tuple[int, Text]]:
    """The points to tap, each with its words; without those that say the same number again."""
    totals = [state.totals[side] for side in state.table.seated if side in state.totals]
    if not totals:
        return []
    offered = [
        (0, say("0 point")),
        (min(totals), say("le plus petit total : %(n)s", n=min(totals))),
        (rounded_mean(totals), say("la moyenne : %(n)s", n=rounded_mean(totals))),
    ]
    return list({points: (points, words) for points, words in reversed(offered)}.values())[::-1]


def rounded_mean(totals: list[int]) -> int:
    """The mean as a whole number, a half away from 0.

    >>> rounded_mean([1, 2]), rounded_mean([-1, -2]), rounded_mean([10, 11, 11])
    (2, -2, 11)
    """
    mean = Fraction(sum(totals), len(totals))
    size = int(abs(mean) + Fraction(1, 2))
    return size if mean >= 0 else -size
