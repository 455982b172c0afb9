"""Where the house rules of a table change an answer: the same facts ruled by the sheet's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.desk.question import DeskQuestion, Verdict, rule_on
from referee.games.game import Game
from referee.games.options import Option

__all__ = ["HouseEffect", "house_effect"]


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """The options that change the answer, with the values the table chose, and the answer by the sheet."""

    options: tuple[tuple[Option, Any], ...]
    by_the_sheet: Verdict


def house_effect(
    game: Game, question: DeskQuestion, told: Mapping[str, Any], chosen: Mapping[str, Any], verdict: Verdict
) -> HouseEffect | None:
    """What the table's own rules change; None where the sheet's rules give the same answer."""
    by_the_sheet = rule_on(game, question, told)
    if not isinstance(by_the_sheet, Verdict) or by_the_sheet.answer == verdict.answer:
        return None
    decisive = []
    for option in game.options:
        if option.id not in chosen:
            continue
        others = {key: value for key, value in chosen.items() if key != option.id}
        without = rule_on(game, question, told, others)
        if isinstance(without, Verdict) and without.answer != verdict.answer:
            decisive.append((option, chosen[option.id]))
    all_chosen = [(option, chosen[option.id]) for option in game.options if option.id in chosen]
    return HouseEffect(tuple(decisive or all_chosen), by_the_sheet)
