"""A player's seat is held by one phone, and answers given at once all stand."""

from collections.abc import Callable

import pytest
from flask import Flask

from referee.store.clubs.clubs import WATCHER, find_visitor
from referee.store.matches.running_counts import Typed, change_count, count_of
from referee.store.matches.seating import seat_holders
from referee.store.matches.seating.seat_holders import GONE
from tests.store.keeping import ONE_CARD, PLAYERS, Change, Keeper, at_once, writing
from tests.store.sharing import end, join_by_link, key_of, leaves, link, thrown_out

ASKED = "the form"
STREAM, ANOTHER = "one stream", "another"


class Table:
    """A match that each answers for themselves, with a watching phone for each of its players."""

    def __init__(self, app: Flask) -> None:
        self.app, self.keeper = app, Keeper(app)
        self.owner = key_of(app, self.keeper)
        self.links = [link(app, self.owner, WATCHER) for _ in PLAYERS]
        self.keys = [join_by_link(app, token) for token in self.links]
        with writing(app):
            seat_holders.choose_own_phones(self.keeper.stored_match(), True)
            self.phones = [self._membership(key) for key in self.keys]

    @staticmethod
    def _membership(key: str) -> int:
        found = find_visitor(key)
        assert found is not None
        return found.membership_id

    def takes(self, phone: int, player: str) -> bool:
        with writing(self.app):
            return seat_holders.take_seat(self.keeper.stored_match(), self.phones[phone], player)

    def answers(self, phone: int, value: str, length: int | None = None) -> bool:
        """Answer as the holder of a seat, to the question that stood when the log had this length."""
        with writing(self.app):
            match = self.keeper.stored_match()
            assert length in (None, match.length)
            return seat_holders.answer(match, self.phones[phone], ASKED, lambda player, typed: {**typed, player: value})

    def counted(self) -> Typed:
        with writing(self.app):
            count = count_of(self.keeper.stored_match().id)
            return {} if count is None else count.typed

    def held(self) -> dict[str, int]:
        """The phone at each seat that is held."""
        with writing(self.app):
            rows = seat_holders.holders(self.keeper.stored_match().id)
            return {player: self.phones.index(row.membership_id) for player, row in rows.items()}

    def gone(self) -> list[str]:
        with writing(self.app):
            rows = seat_holders.holders(self.keeper.stored_match().id)
            return [player for player, row in rows.items() if row.stream == GONE]

    def seating(self) -> int:
        with writing(self.app):
            return self.keeper.stored_match().seating

    def follows(self, phone: int, stream: str) -> None:
        with writing(self.app):
            seat_holders.follow_from_seat(self.keeper.stored_match(), self.phones[phone], stream)

    def leaves(self, phone: int, stream: str) -> None:
        with writing(self.app):
            seat_holders.leave_seat(self.keeper.stored_match(), self.phones[phone], stream)


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_of_phones_that_take_a_seat_at_once_one_has_it(table: Table) -> None:
    taken = at_once(lambda number: table.takes(number, "Bob"), len(PLAYERS))
    assert taken.count(True) == 1
    assert table.held() == {"Bob": taken.index(True)}


def test_a_phone_holds_one_seat(table: Table) -> None:
    assert table.takes(0, "Ana")
    assert table.takes(0, "Bob")
    assert table.held() == {"Bob": 0}


def test_answers_given_at_once_all_stand(table: Table) -> None:
    for number, player in enumerate(PLAYERS):
        table.takes(number, player)
    for again in range(5):
        done = at_once(lambda number, again=again: table.answers(number, f"{again}"), len(PLAYERS))  # type: ignore[misc]
        assert done == [True] * len(PLAYERS)
        assert table.counted() == dict.fromkeys(PLAYERS, f"{again}")


def test_what_a_keeper_taps_and_what_a_phone_answers_at_once_both_stand(app: Flask, table: Table) -> None:
    table.takes(0, "Ana")

    def act(number: int) -> bool:
        if number == 0:
            return table.answers(0, "1")
        with writing(app):
            return change_count(table.keeper.stored_match(), ASKED, lambda typed: {**typed, "Bob": "0"})

    assert at_once(act, 2) == [True, True]
    assert table.counted() == {"Ana": "1", "Bob": "0"}


def test_an_answer_is_judged_by_what_the_others_had_answered_by_then(table: Table) -> None:
    """Nobody's place is taken twice, however many say at once that they are out."""
    for number, player in enumerate(PLAYERS):
        table.takes(number, player)

    def out(number: int) -> bool:
        with writing(table.app):
            match = table.keeper.stored_match()
            change = lambda player, typed: {**typed, player: str(len(typed) + 1)}  # noqa: E731
            return seat_holders.answer(match, table.phones[number], ASKED, change)

    assert at_once(out, len(PLAYERS)) == [True] * len(PLAYERS)
    assert sorted(table.counted().values()) == ["1", "2", "3", "4"]


def test_an_answer_to_what_was_recorded_meanwhile_changes_nothing(table: Table) -> None:
    table.takes(0, "Ana")
    with writing(table.app):
        seen = table.keeper.stored_match()
    table.keeper.record(Change(ONE_CARD[0]))
    with writing(table.app):
        assert not seat_holders.answer(seen, table.phones[0], ASKED, lambda player, typed: {**typed, player: "1"})
    assert table.counted() == {}


def test_who_holds_no_seat_answers_nothing(table: Table) -> None:
    assert not table.answers(0, "1")
    assert table.counted() == {}


def test_a_phone_that_was_thrown_out_holds_no_seat(app: Flask, table: Table) -> None:
    table.takes(0, "Ana")
    thrown_out(app, table.owner, table.keys[0])
    assert table.held() == {}
    assert not table.answers(0, "1")


def test_open_pages_are_told_of_the_seat_that_a_phone_leaves_with_its_membership(app: Flask, table: Table) -> None:
    ends: tuple[Callable[[], object], ...] = (
        lambda: thrown_out(app, table.owner, table.keys[0]),
        lambda: leaves(app, table.keys[1]),
        lambda: end(app, table.owner, table.links[2]),
    )
    told = {}
    for phone, ended in enumerate(ends):
        table.takes(phone, PLAYERS[phone])
        before = table.seating()
        ended()
        told[phone] = table.seating() - before
    assert told == {0: 1, 1: 1, 2: 1}
    before = table.seating()
    thrown_out(app, table.owner, table.keys[3])
    assert table.seating() == before, "it held no seat"


def test_the_seat_of_a_phone_whose_stream_has_ended_is_free_until_it_is_back(table: Table) -> None:
    table.takes(0, "Ana")
    table.follows(0, STREAM)
    assert not table.takes(1, "Ana")
    before = table.seating()
    table.leaves(0, STREAM)
    assert table.gone() == ["Ana"]
    assert table.seating() == before + 1
    table.follows(0, ANOTHER)
    assert table.gone() == []
    table.leaves(0, ANOTHER)
    assert table.takes(1, "Ana")
    assert table.held() == {"Ana": 1}
    table.follows(0, STREAM)
    assert table.held() == {"Ana": 1}


def test_a_stream_that_ends_after_another_has_begun_frees_no_seat(table: Table) -> None:
    table.takes(0, "Ana")
    table.follows(0, STREAM)
    table.follows(0, ANOTHER)
    before = table.seating()
    table.leaves(0, STREAM)
    assert table.gone() == []
    assert table.seating() == before


def test_the_end_of_a_stream_that_was_there_before_the_seat_was_taken_frees_it(table: Table) -> None:
    table.takes(0, "Ana")
    table.leaves(0, STREAM)
    assert table.gone() == ["Ana"]


def test_a_match_that_does_not_offer_seats_has_none(table: Table) -> None:
    table.takes(0, "Ana")
    for offered in (False, True):
        with writing(table.app):
            seat_holders.choose_own_phones(table.keeper.stored_match(), offered)
        assert table.held() == {}
        assert table.takes(1, "Ana") is offered


def test_a_phone_that_was_taken_for_gone_is_there_again_when_it_answers(table: Table) -> None:
    table.takes(0, "Ana")
    table.leaves(0, STREAM)
    assert table.answers(0, "1")
    assert table.gone() == []


def test_a_phone_that_was_taken_for_gone_is_there_again_when_it_asks(table: Table) -> None:
    table.takes(0, "Ana")
    table.leaves(0, STREAM)
    before = table.seating()
    for _ in range(2):
        with writing(table.app):
            seat_holders.come_back(table.keeper.stored_match(), table.phones[0])
        assert table.gone() == []
        assert table.seating() == before + 1


def test_of_all_phones_that_are_called_those_that_stay_silent_free_their_seats(table: Table) -> None:
    for number, player in enumerate(PLAYERS):
        table.takes(number, player)
    table.leaves(3, STREAM)
    with writing(table.app):
        seat_holders.call_phones()
    assert table.gone() == [PLAYERS[3]]
    assert not table.takes(3, PLAYERS[2])
    before = table.seating()
    table.follows(0, STREAM)
    table.answers(1, "1")
    assert table.seating() == before
    with writing(table.app):
        seat_holders.free_silent_seats()
    assert set(table.gone()) == set(PLAYERS[2:])
    assert table.seating() == before + 1
