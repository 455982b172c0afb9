"""The log only grows by whole batches: once for a key, after the record the keeper saw last, or not at all."""

from flask import Flask

from referee.matches.log import Change
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, Evening, Match, Player, Result
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from tests.store.keeping import ONE_CARD, PLAYERS, THREADS, Keeper, at_once, count_of, note, row_of, setup_for, writing


def test_a_record_stands_where_it_was_appended(keeper: Keeper) -> None:
    assert [keeper.record(Change(entry), key=f"key {entry['step']}").outcome for entry in ONE_CARD] == ["recorded"] * 2
    assert keeper.entries() == list(ONE_CARD)
    length, over, _, rows = keeper.everything()
    assert (length, over) == (2, False)
    assert [row[0] for row in rows] == [0, 1]


def test_a_retry_with_the_same_key_is_recorded_once(keeper: Keeper) -> None:
    assert keeper.record(note("once"), key="k", expected=0).outcome == "recorded"
    before = keeper.everything()
    assert keeper.record(note("once"), key="k", expected=0).outcome == "repeated"
    assert keeper.record(note("once"), key="k").outcome == "repeated"
    assert keeper.everything() == before


def test_eight_taps_at_once_with_one_key_are_recorded_once(keeper: Keeper) -> None:
    for again in range(5):
        done = at_once(lambda _, again=again: keeper.record(note(f"{again}"), key=f"k{again}", expected=again).outcome)
        assert sorted(done) == ["recorded", *["repeated"] * (THREADS - 1)]
    assert keeper.texts() == ["0", "1", "2", "3", "4"]


def test_a_key_is_its_matchs_own_and_stands_in_nobody_elses_way(app: Flask, keeper: Keeper) -> None:
    other = Keeper(app)
    assert other.record(note("there"), key="k").outcome == "recorded"
    before = other.everything()
    assert [keeper.record(note("here"), key="k").outcome for _ in range(2)] == ["recorded", "repeated"]
    assert keeper.texts() == ["here"]
    assert other.everything() == before


def test_of_two_keepers_at_the_same_position_one_wins_and_the_other_is_late(keeper: Keeper) -> None:
    assert keeper.record(note("first"), expected=0, key="a").outcome == "recorded"
    assert keeper.record(note("second"), expected=0, key="b").outcome == "late"
    assert keeper.texts() == ["first"]
    assert keeper.record(note("second"), expected=1, key="b").outcome == "recorded"
    assert keeper.texts() == ["first", "second"]


def test_a_keeper_ahead_of_the_log_is_late_too(keeper: Keeper) -> None:
    assert keeper.record(note("from nowhere"), expected=3).outcome == "late"
    assert keeper.entries() == []


def test_of_eight_keepers_at_once_one_wins_and_nobody_else_changes_anything(keeper: Keeper) -> None:
    done = at_once(lambda number: keeper.record(note(f"{number}"), expected=0, key=f"k{number}").outcome)
    assert sorted(done) == [*["late"] * (THREADS - 1), "recorded"]
    assert keeper.texts() == [str(done.index("recorded"))]


def test_eight_keepers_who_read_and_write_again_lose_nothing(keeper: Keeper) -> None:
    def insist(number: int) -> int:
        tries = 0
        for time in range(5):
            while keeper.record(note(f"{number}-{time}"), key=f"{number}-{time}").outcome != "recorded":
                tries += 1
                assert tries < 1000
        return tries

    at_once(insist)
    wanted = sorted(f"{number}-{time}" for number in range(THREADS) for time in range(5))
    assert sorted(keeper.texts()) == wanted
    length, _, _, rows = keeper.everything()
    assert length == len(rows) == len(wanted)
    assert [row[0] for row in rows] == list(range(len(wanted)))


def test_what_a_rule_refuses_changes_nothing(keeper: Keeper) -> None:
    keeper.record(note("before"))
    before = keeper.everything()
    done = keeper.record(Change({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}), key="k")
    assert done.outcome == "refused"
    assert done.refusal is not None
    assert [(violation.article, violation.field) for violation in done.refusal.violations] == [
        ("ascenseur.not-equal", "bids.Ana")
    ]
    assert keeper.everything() == before
    assert keeper.record(Change(ONE_CARD[0]), key="k").outcome == "recorded"


def test_a_batch_of_which_one_part_is_refused_is_refused_whole(keeper: Keeper) -> None:
    for entry in ONE_CARD:
        keeper.record(Change(entry))
    before = keeper.everything()
    fine = Change({"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, "Dan": 0, "Ana": 0}}, amends=1)
    done = keeper.record(fine, Change({"step": "bids", "bids": {}}, amends=0))
    assert done.outcome == "refused"
    assert keeper.everything() == before


def test_the_end_is_seen_on_the_match_and_goes_with_an_undo(keeper: Keeper) -> None:
    assert keeper.record(Change({"step": "end"})).outcome == "recorded"
    assert keeper.everything()[1] is True
    keeper.undo()
    assert keeper.everything()[1] is False


def test_a_match_is_started_once_for_a_key(app: Flask) -> None:
    with writing(app):
        visitor = create_owned_club()
        first = start(visitor.club, setup_for(options={"max_cards": 3}), "k").public_id
        assert start(visitor.club, setup_for(), "k").public_id == first
        found = load(visitor.club.id, first)
        assert found is not None
        assert found.options == {"max_cards": 3}
        assert [seat.number for seat in row_of(found).seats] == [0, 1, 2, 3]


def test_eight_taps_at_once_start_one_match_and_name_each_player_once(app: Flask) -> None:
    club_id = a_club(app)
    start_in(app, club_id, "before")
    started = at_once(lambda _: start_in(app, club_id, "k"))
    assert len(set(started)) == 1
    assert count_of(app, Match) == 2
    assert count_of(app, Player) == len(PLAYERS)


def test_eight_matches_started_at_once_share_their_new_players(app: Flask) -> None:
    club_id = a_club(app)
    start_in(app, club_id, "before", ("Zoé", "Yann", "Xi"))
    assert len(set(at_once(lambda number: start_in(app, club_id, f"k{number}")))) == THREADS
    assert count_of(app, Player) == len(PLAYERS) + 3


def test_eight_first_matches_started_at_once_are_one_evening(app: Flask) -> None:
    club_id = a_club(app)
    at_once(lambda number: start_in(app, club_id, f"k{number}"))
    assert count_of(app, Evening) == 1


def test_what_is_recorded_in_a_match_thrown_away_meanwhile_is_late_and_counts_nowhere(
    app: Flask, keeper: Keeper
) -> None:
    with app.app_context():
        seen = keeper.stored_match()
        with app.app_context():
            delete_match(keeper.stored_match())
        late = append(seen, (Change({"step": "end"}),), len(seen.records), None, Author(keeper.device_id, ""))
    assert late.outcome == "late"
    assert count_of(app, Result) == 0


def test_the_key_that_started_a_match_is_its_clubs_own(app: Flask) -> None:
    clubs = [a_club(app), a_club(app)]
    started = [[start_in(app, club_id, "k") for club_id in clubs] for _ in range(2)]
    assert started[0] == started[1]
    assert len(set(started[0])) == count_of(app, Match) == 2


def a_club(app: Flask) -> int:
    with writing(app):
        return create_owned_club().club.id


def start_in(app: Flask, club_id: int, key: str, players: tuple[str, ...] = PLAYERS) -> str:
    with writing(app):
        return str(start(db.session.get_one(Club, club_id), setup_for(players=players), key).public_id)
