"""What goes out as CSV comes in again: for every game, equal totals, winners and days, and nothing is asked."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest

from referee.bundles.papers.drafts.plan import Plan
from referee.bundles.papers.game_names import written_name
from referee.bundles.papers.results_csv import results_csv
from referee.game_definition.match_course import ReplayedMatch, play, sheet_of
from referee.games.registry import GAMES
from referee.local_time import local_day
from referee.matches.csv_sheet import MatchColumns, sheet_csv
from referee.matches.match_file import MatchFile, read_match
from referee.store.matches.finished_results import FinishedMatch, FinishedSide
from tests.bundles.papers.tables import planned, reasons
from tests.games.random_matches import random_match

MOMENT = datetime(2025, 3, 11, 20, 30, tzinfo=UTC)
seeds_by_chance = pytest.mark.parametrize("seeds", [2, pytest.param(8, marks=pytest.mark.thorough)])


def finished(game_id: str, chance: Random) -> tuple[MatchFile, ReplayedMatch] | None:
    """A match of this game that somebody won, ended by agreement if need be; None where no deal was complete."""
    file = read_match(random_match(chance, game_id, asides=0.02))
    assert isinstance(file, MatchFile)
    for ending in ([], [{"step": "end"}]):
        played = play(file.setup.game, file.setup.table, [*file.entries, *ending])
        is_won = isinstance(played, ReplayedMatch) and sheet_of(file.setup.game, played).winners
        if is_won and not played.state.table.away:  # the place of who left does not follow from the totals
            return file, played
    return None


def faults_of(plan: Plan, played: ReplayedMatch, file: MatchFile) -> Sequence[str]:
    """What differs from the match that went out."""
    if not plan.is_settled or plan.faults or len(plan.drafts) != 1:
        return [f"settled {plan.is_settled}, {reasons(plan)}, {len(plan.drafts)} matches"]
    (draft,) = plan.drafts
    sheet = sheet_of(file.setup.game, played)
    found = []
    if _by_people(draft.totals) != _by_people(sheet.totals):
        found.append(f"totals {dict(draft.totals)}, not {dict(sheet.totals)}")
    if sorted(map(_people, draft.winners)) != sorted(map(_people, sheet.winners)):
        found.append(f"winners {draft.winners}, not {sheet.winners}")
    if draft.day != local_day(MOMENT):
        found.append(f"day {draft.day}")
    return found


def _people(side: str) -> list[str]:
    return sorted(side.split(" & "))


def _by_people(totals: object) -> dict[str, int]:
    return {" & ".join(_people(side)): total for side, total in dict(totals).items()}  # type: ignore[call-overload]


@pytest.mark.first_alone
@pytest.mark.parametrize("language", ["fr", "en"])
@seeds_by_chance
def test_a_match_comes_back_from_its_sheet(language: str, seeds: int) -> None:
    wrong = []
    for game_id in GAMES:
        for seed in range(seeds):
            if found := finished(game_id, Random(seed)):
                file, played = found
                sheet = sheet_of(file.setup.game, played)
                name = written_name(file.setup.game, file.setup.options, language)
                columns = MatchColumns("2025-03-11 21:30", name, sheet.places)
                content = sheet_csv(played.state.table, played.rounds, language, columns)
                wrong += [(game_id, seed, fault) for fault in faults_of(planned(content), played, file)]
    assert wrong == []


@pytest.mark.first_alone
@pytest.mark.parametrize("language", ["fr", "en"])
@seeds_by_chance
def test_a_match_comes_back_from_the_results_of_its_evening(language: str, seeds: int) -> None:
    wrong = []
    for game_id in GAMES:
        for seed in range(seeds):
            if found := finished(game_id, Random(seed)):
                file, played = found
                sheet = sheet_of(file.setup.game, played)
                sides = [FinishedSide(side, sheet.totals[side], place) for side, place in sheet.places.items()]
                match = FinishedMatch(game_id, file.setup.options, MOMENT.date(), MOMENT, sides, ("une note",))
                content = results_csv([match], language)
                wrong += [(game_id, seed, fault) for fault in faults_of(planned(content), played, file)]
    assert wrong == []
