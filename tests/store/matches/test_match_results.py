"""What is kept beside the logs is what the logs say: after every act, for every player, in every period."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from referee.games.registry import GAMES
from referee.matches.log import Change
from referee.store.database import transactions
from referee.store.database.models import Evening, Match, Result, TallyRow
from referee.store.database.orm_base import db
from referee.store.evenings.evenings import describe
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.match_results import rebuild, replay_of_rows
from referee.store.matches.matches import count_missing_results
from referee.store.players.player_statistics import Scope, against, by_game, course, figures, latest, over_time, streaks
from referee.store.players.players import player_register
from referee.store.players.ranking import Best, Ranking, matches_and_wins, rank_players
from tests.bundles.random_clubs import BEGAN, correct, random_club
from tests.store.keeping import (
    ONE_CARD,
    PLAYERS,
    TWO_CARDS,
    Keeper,
    at_once,
    count_of,
    note,
    row_of,
    statements_sent,
    writing,
)
from tests.store.slowly import (
    FinishedMatch,
    finished_matches,
    in_scope,
    people_of,
    slow_player,
    slow_ranking,
    slow_records,
)

END = Change({"step": "end"})


def results(app: Flask) -> list[tuple[Any, ...]]:
    """All rows of results: seat, player, side, total, place, places, won, deals."""
    with app.app_context():
        rows = db.session.scalars(select(Result).order_by(Result.match_id, Result.seat))
        return [(row.seat, row.side, row.total, row.place, row.places, row.won, row.deals) for row in rows]


def tallied(app: Flask, figure: str) -> dict[tuple[str, str], tuple[int, int]]:
    """A figure as it is kept: by name and detail."""
    with app.app_context():
        names = {seat.player_id: match.players[seat.number] for match in all_matches() for seat in match.seats}
        rows = db.session.scalars(select(TallyRow).where(TallyRow.figure == figure))
        return {(names[row.player_id], row.detail): (row.count, row.out_of) for row in rows}


def all_matches() -> Sequence[Match]:
    return db.session.scalars(select(Match)).all()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """What is recorded in here is recorded at this moment."""
    with patch("referee.store.matches.matches.now", return_value=moment):
        yield


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    """An ascenseur of four, two rounds played."""
    made = Keeper(app)
    with at(BEGAN):
        for entry in (*ONE_CARD, *TWO_CARDS):
            assert made.record(Change(entry)).outcome == "recorded"
    return made


# One match


def test_missing_results_that_several_processes_count_at_their_start_are_there_once(app: Flask) -> None:
    played = Keeper(app)
    relayed = Change({"step": "relay", "player": "Ana", "by": "Zoé"})
    for change in (relayed, *map(Change, (*ONE_CARD, *TWO_CARDS)), END):
        played.record(change)
    before = results(app), count_of(app, TallyRow)
    with writing(app), transactions.writing():
        for model in (Result, TallyRow):
            db.session.execute(delete(model))

    def start(_number: int) -> None:
        with writing(app):
            count_missing_results()

    at_once(start)
    assert (results(app), count_of(app, TallyRow)) == before
    assert before[1] > 0


def test_a_match_going_on_has_no_results(app: Flask, keeper: Keeper) -> None:
    assert results(app) == []
    assert tallied(app, "bids-made") == {}


def test_a_finished_match_has_a_result_for_every_seat_ties_sharing_a_place(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    assert results(app) == [
        (0, "Ana", -10, 4, 4, False, 2),
        (1, "Bob", 15, 1, 4, False, 2),
        (2, "Chloé", 15, 1, 4, False, 2),
        (3, "Dan", 10, 3, 4, False, 2),
    ]


def test_a_match_stopped_early_is_won_where_the_table_says_so(app: Flask, keeper: Keeper) -> None:
    keeper.record(Change({"step": "end", "won": True}))
    assert [won for *_, won, _ in results(app)] == [False, True, True, False]


def test_its_figures_are_summed_by_player_and_detail(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    assert tallied(app, "bids-made") == {
        ("Ana", "1"): (0, 1),
        ("Bob", "1"): (1, 1),
        ("Chloé", "1"): (1, 1),
        ("Dan", "1"): (1, 1),
        ("Ana", "2"): (0, 1),
        ("Bob", "2"): (1, 1),
        ("Chloé", "2"): (1, 1),
        ("Dan", "2"): (1, 1),
    }
    assert tallied(app, "bids-over")["Ana", ""] == (2, 2)


def test_partners_have_the_result_of_their_team(app: Flask) -> None:
    keeper = Keeper(app, "kems")
    for side, call in (("Ana", "double-kems"), ("Bob", "kems"), ("Chloé", "contre-kems"), ("Ana", "double-kems")):
        keeper.record(Change({"step": "call", "side": side, "call": call}))
    assert results(app) == [
        (0, "Ana & Chloé", 12, 1, 2, True, 4),
        (1, "Bob & Dan", 1, 2, 2, False, 4),
        (2, "Ana & Chloé", 12, 1, 2, True, 4),
        (3, "Bob & Dan", 1, 2, 2, False, 4),
    ]
    assert tallied(app, "double-kems") == {("Ana", ""): (2, 2), ("Chloé", ""): (2, 2)}


def test_a_match_stopped_before_its_first_deal_has_no_winner_and_counts_nowhere(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(END)
    assert results(app) == []
    with app.app_context():
        assert by_game(Scope(keeper.club_id), list(player_register(keeper.club_id).players)) == []
        assert rank_players(Scope(keeper.club_id), player_register(keeper.club_id)) == Ranking()


def test_undoing_the_end_takes_the_results_away_and_ending_again_brings_them_back(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    before = results(app), tallied(app, "bids-made")
    keeper.undo()
    assert (results(app), tallied(app, "bids-made")) == ([], {})
    keeper.record(END)
    assert (results(app), tallied(app, "bids-made")) == before


def test_correcting_an_old_round_changes_results_and_figures_at_once(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    keeper.record(Change({"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 0, "Ana": 1}}, amends=1))
    assert [(row[1], row[2], row[3]) for row in results(app)] == [
        ("Ana", 5, 3),
        ("Bob", 15, 1),
        ("Chloé", 0, 4),
        ("Dan", 10, 2),
    ]
    assert tallied(app, "bids-made")["Ana", "1"] == (1, 1)
    assert tallied(app, "bids-made")["Chloé", "1"] == (0, 1)


def test_a_correction_that_opens_the_match_again_takes_its_results_away(app: Flask) -> None:
    keeper = Keeper(app, "whistiti")
    for tricks in ((13, 0, 0, 0), (13, 0, 0, 0)):
        keeper.record(Change({"step": "tricks", "tricks": dict(zip(PLAYERS, tricks, strict=True))}))
    assert len(results(app)) == 4
    keeper.record(Change({"step": "tricks", "tricks": dict(zip(PLAYERS, (4, 3, 3, 3), strict=True))}, amends=0))
    assert results(app) == []
    assert keeper.everything()[1] is False


def test_what_a_rule_refuses_leaves_the_results_as_they_were(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    before = results(app), keeper.everything()
    refused = keeper.record(Change({"step": "tricks", "tricks": {"Bob": 1, "Chloé": 1, "Dan": 0, "Ana": 0}}, amends=1))
    assert refused.outcome == "refused"
    assert (results(app), keeper.everything()) == before


def test_a_match_was_finished_when_its_last_entry_was_first_recorded(app: Flask, keeper: Keeper) -> None:
    ended = BEGAN + timedelta(hours=1)
    with at(ended):
        keeper.record(END)
    with at(BEGAN + timedelta(days=400)):
        keeper.record(Change({"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 1, "Ana": 0}}, amends=1))
    with app.app_context():
        assert set(db.session.scalars(select(Result.finished_at))) == {ended}


def test_notes_are_kept_folded_for_the_search_and_go_when_they_are_removed(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("Chloé a vu le Cœur"))
    keeper.record(note("À L’ÉTÉ"))
    with app.app_context():
        assert row_of(keeper.stored_match()).notes == "chloe a vu le coeur\na l'ete"
    keeper.record(Change(None, amends=0))
    with app.app_context():
        assert row_of(keeper.stored_match()).notes == "a l'ete"


def test_rebuilding_gives_what_was_kept(app: Flask, keeper: Keeper) -> None:
    keeper.record(note("Été"))
    keeper.record(END)
    before = results(app), tallied(app, "bids-made"), keeper.everything()
    with writing(app):
        stored = keeper.stored_match()
        db.session.query(Result).delete()
        db.session.query(TallyRow).delete()
        row = row_of(stored)
        row.notes, row.over = "", False
        rebuild(row_of(stored), replay_of_rows(stored, stored.setup, stored.records))
        db.session.commit()
        assert row.notes == "ete"
    assert (results(app), tallied(app, "bids-made"), keeper.everything()) == before


def test_a_log_that_does_not_replay_is_not_rebuilt(app: Flask, keeper: Keeper) -> None:
    """It could only be one that somebody changed in the database: what is kept of it stays as it was."""
    keeper.record(END)
    before = results(app), tallied(app, "bids-made")
    with writing(app):
        stored = keeper.stored_match()
        records = list(stored.records)
        records[1] = replace(records[1], entry={"step": "tricks", "tricks": dict.fromkeys(PLAYERS, 5)})
        with pytest.raises(ValueError, match=f"{keeper.match} does not replay"):
            rebuild(row_of(stored), replay_of_rows(stored, stored.setup, records))
        db.session.rollback()
    assert (results(app), tallied(app, "bids-made")) == before


def test_a_match_that_was_thrown_away_has_no_results_when_it_is_rebuilt_either(app: Flask, keeper: Keeper) -> None:
    keeper.record(END)
    with writing(app):
        stored = keeper.stored_match()
        delete_match(stored)
        rebuild(row_of(stored), replay_of_rows(stored, stored.setup, stored.records))
        db.session.commit()
        assert row_of(stored).over
    assert (results(app), tallied(app, "bids-made")) == ([], {})


@pytest.mark.parametrize("finished", [False, True])
def test_recording_asks_the_database_as_often_however_long_the_match_is(app: Flask, finished: bool) -> None:
    asked = []
    for notes in (1, 40):
        keeper = Keeper(app)
        for entry in (*ONE_CARD, *TWO_CARDS):
            keeper.record(Change(entry))
        keeper.record(*(note(str(number)) for number in range(notes)))
        if finished:
            keeper.record(END)
        with statements_sent(app) as statements:
            keeper.record(Change(ONE_CARD[1], amends=1))
        asked.append(statements)
    assert asked[0] == asked[1]


# A club


def test_a_period_holds_its_first_and_its_last_day(app: Flask, keeper: Keeper) -> None:
    with at(BEGAN):
        keeper.record(END)
    evening_on(app, BEGAN.date())
    with app.app_context():
        ids, day, one = list(player_register(keeper.club_id).players), BEGAN.date(), timedelta(days=1)
        periods = (day, day), (day - one, day - one), (day + one, None), (None, day), (day, None)
        found = [
            sum(line.matches for line in by_game(Scope(keeper.club_id, None, since, until), ids))
            for since, until in periods
        ]
    assert found == [len(PLAYERS), 0, 0, len(PLAYERS), len(PLAYERS)]


def evening_on(app: Flask, day: date) -> None:
    """Put the date of the only evening right."""
    with writing(app):
        describe(db.session.scalars(select(Evening)).one(), day, "", "", "")


@pytest.mark.parametrize(("deals", "best"), [(4, None), (5, -50)])
def test_where_the_lowest_total_wins_only_a_whole_match_has_a_best_and_a_worst_one(
    app: Flask, deals: int, best: int | None
) -> None:
    keeper = Keeper(app, "huit-americain")
    for _ in range(deals):
        points = dict.fromkeys(PLAYERS[1:], 20)
        assert keeper.record(Change({"step": "hands", "out": "Ana", "points": points})).outcome == "recorded"
    keeper.record(END)
    with app.app_context():
        people = player_register(keeper.club_id)
        ana = next(player.id for player in people.players.values() if player.name == "Ana")
        within = Scope(keeper.club_id, "huit-americain")
        totals = by_game(within, [ana])[0]
        assert (totals.best, totals.worst) == (best, best)
        assert [best_total.value for best_total in rank_players(within, people).totals] == (
            [] if best is None else [best]
        )
        assert [best_margin.value for best_margin in rank_players(within, people).margins] == (
            [] if best is None else [30 * deals]
        )


@settings(
    deadline=None, max_examples=2, suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a smaller seed is no smaller club
)  # fmt: skip
@given(seed=st.integers(0, 10**9), matches=st.integers(0, 14), first=st.integers(0, 80), days=st.integers(1, 60))
def test_every_figure_of_a_club_is_what_a_slow_count_of_its_logs_says(
    app: Flask, seed: int, matches: int, first: int, days: int
) -> None:
    chance = Random(seed)
    club_id = random_club(app, chance, matches)
    assert_all_figures(app, club_id, first, days)
    with app.app_context():
        over = [match.public_id for match in all_matches() if match.club_id == club_id and not match.deleted_at]
    with writing(app):
        corrected = [correct(chance, club_id, chance.choice(over)) for _ in range(6 if over else 0)]
    if any(corrected):
        assert_all_figures(app, club_id, first, days)


@pytest.mark.first_alone
@pytest.mark.databases("sqlite")
@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_club_that_plays_one_game_is_what_a_slow_count_says(app: Flask, game: str) -> None:
    club_id = random_club(app, Random(game), 2, [game])
    assert_all_figures(app, club_id, 0, 60)


def assert_all_figures(app: Flask, club_id: int, first: int, days: int) -> None:
    """Every player and the whole club, in both periods, over all games and in each that was played.

    Of those who did not play there one is enough: nothing is nothing.
    """
    since = BEGAN.date() + timedelta(days=first)
    with app.app_context():
        everything = finished_matches(club_id)
        for game in (None, *{match.game: None for match in everything}, "barbu"):
            for scope in (Scope(club_id, game), Scope(club_id, game, since, since + timedelta(days=days))):
                wanted = in_scope(everything, scope)
                busy = {player for match in wanted for players in match.sides.values() for player in players}
                busy |= {player for match in wanted for player, *_ in match.tallies}
                for player in sorted(busy) + sorted(set(people_of(club_id).values()) - busy)[:1]:
                    assert_player(scope, wanted, player)
                assert_ranking(scope, wanted)


def assert_player(scope: Scope, wanted: list[FinishedMatch], player: int) -> None:
    people = player_register(scope.club_id)
    ids, slow = people.group(player), slow_player(wanted, player)
    games = {
        line.game: {
            "matches": line.matches,
            "wins": line.wins,
            "shared": line.shared,
            "places": line.places,
            "worst": line.worst,
            "best": line.best,
            "per_deal": line.per_deal,
        }
        for line in by_game(scope, ids)
    }
    assert games == slow["games"]
    found = streaks(course(scope, ids))
    assert (found.current, found.longest) == (slow["current"], slow["longest"])
    opponents = against(scope, people, player)
    assert {opponent.player_id: (opponent.matches, opponent.before, opponent.behind) for opponent in opponents} == slow[
        "against"
    ]
    last = [(match.id, result.place) for match, result in latest(scope, ids, 100)]
    assert last == slow["latest"]
    if scope.game is not None:
        kept = {
            (scope.game, figure, detail): counts
            for figure, details in figures(scope, ids).items()
            for detail, counts in details.items()
        }
        assert kept == slow["figures"]
    for signs in (4, 7, 10) if scope.game is None else ():
        parts = over_time(course(scope, ids), signs)
        assert sum(matches for _, matches, _ in parts) == len(slow["latest"])
        assert sum(wins for *_, wins in parts) == sum(line["wins"] for line in slow["games"].values())
        assert [part for part, *_ in parts] == sorted({part for part, *_ in parts})


def assert_ranking(scope: Scope, wanted: list[FinishedMatch]) -> None:
    people = player_register(scope.club_id)
    for least in (1, 3):
        found = rank_players(scope, people, least)
        lines = [
            (
                standing.place,
                standing.player_id,
                standing.matches,
                standing.wins,
                standing.mean_place,
                standing.longest_streak,
            )
            for standing in found.ranked
        ]
        assert lines == slow_ranking(wanted, least)
        assert len(found.others) + len(found.ranked) == len(slow_ranking(wanted, 1))
        assert {standing.player_id for standing in found.others} == {
            line[1] for line in slow_ranking(wanted, 1) if line[2] < least
        }
    everybody = {line[1]: (line[2], line[3]) for line in slow_ranking(wanted, 1)}
    assert matches_and_wins(scope, people) == everybody
    if scope.game is not None:
        records = slow_records(wanted, scope.game)
        assert_held(found.totals, records.get("total"))
        assert_held(found.margins, records.get("margin"))
    else:
        assert (found.totals, found.margins) == ((), ())


def assert_held(found: Sequence[Best], wanted: tuple[int, list[Any]] | None) -> None:
    """A record is held by those who hold it, in the first four matches that have it."""
    value, holders = wanted or (0, [])
    first = list(dict.fromkeys(match for match, _ in holders))[:4]
    named = [(value, match, players) for match, players in holders if match in first]
    assert sorted((best.value, best.match.id, best.players) for best in found) == sorted(named)


@pytest.mark.thorough
def test_what_another_club_plays_does_not_count(app: Flask) -> None:
    clubs = [random_club(app, Random(seed), 6) for seed in (1, 2)]
    for club_id in clubs:
        assert_all_figures(app, club_id, 0, 90)
