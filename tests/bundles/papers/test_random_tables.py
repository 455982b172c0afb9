"""Thirty spreadsheets made at random: the known winners and totals, and no match taken wrongly in silence.

The second opinion is the maker's: who won follows there from the totals by one line, without a game's code.
"""

from collections.abc import Sequence
from datetime import date

import pytest

from referee.bundles.papers.drafts.named_games import Decisions
from referee.bundles.papers.drafts.plan import Plan, plan_of
from referee.bundles.papers.paper import Paper
from referee.bundles.papers.reading import read_file
from referee.bundles.papers.understanding import Wishes, propose
from referee.words.folding import folded
from tests.bundles.papers.random_tables import KnownMatch, RandomTable, random_table
from tests.bundles.papers.tables import reasons

TODAY = date(2026, 11, 27)
Told = tuple[str, str, tuple[tuple[str, int], ...], tuple[str, ...]]


def _paper(table: RandomTable) -> Paper:
    """What is read, with the encoding chosen as a person would who knows how the names are written."""
    file = read_file(table.content)
    if file.readings:
        right = [
            name for name, words in file.readings.items()
            if all(set(word) <= set(ALPHABET) for word in words)
        ]  # fmt: skip
        file = read_file(table.content, right[0])
    return file.papers[0]


ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéçèëïûôê -0123456789/.,+"


def _plan(table: RandomTable) -> Plan:
    """What comes of it, with the questions answered as a person would who knows the evenings: the day comes first, and
    who has a dash did not play.
    """
    paper = _paper(table)
    found = propose(paper)
    if found.order is None or not found.numbers:
        found = propose(paper, Wishes(order="day", numbers=found.numbers or "each"))
    return plan_of(found, Decisions(dash="absent"), TODAY, {})


def _known(matches: Sequence[KnownMatch]) -> list[Told]:
    return sorted(
        (match.day.isoformat(), folded(match.game), tuple(sorted(match.totals.items())), tuple(match.winners))
        for match in matches
    )


def _taken(plan: Plan) -> list[Told]:
    names = {"huit-americain": "huit americain", **{name: name for name in ("tarot", "ascenseur", "skyjo")}}
    return sorted(
        (
            draft.day.isoformat(),
            names.get(draft.setup.game.id) or folded(draft.setup.game.own_name(draft.setup.options)),
            tuple(sorted(draft.totals.items())),
            tuple(sorted(draft.winners)),
        )
        for draft in plan.drafts
    )


def _faults(seeds: Sequence[int]) -> list[object]:
    wrong: list[object] = []
    for seed in seeds:
        table = random_table(seed)
        plan = _plan(table)
        if not plan.is_settled or plan.faults or _taken(plan) != _known(table.matches):
            wrong.append((dict(table.made), plan.is_settled, reasons(plan), _taken(plan), _known(table.matches)))
    return wrong


def test_thirty_spreadsheets_come_to_the_winners_and_totals_that_are_known() -> None:
    assert _faults(range(30)) == []


@pytest.mark.thorough
def test_three_hundred_more() -> None:
    assert _faults(range(30, 330)) == []
