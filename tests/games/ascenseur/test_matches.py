"""L'Ascenseur from the first card to the last: a whole match replayed, and what holds in every match."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.match_course import Refusal, ReplayedMatch
from referee.games.ascenseur.scoring import HIGHEST
from referee.matches.log import Change, Record, replay, with_changes
from referee.matches.match_file import MatchFile, read_match
from tests.games.ascenseur.test_scoring import ROUNDS, TABLES, bids, each, penalty, tricks
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, replay_of, sheet, violations_of

# A whole match. Cards; what Ana, Bob, Chloé and Dan bid; the tricks they made; the totals after the deal.
MATCH = [
    (1, "0 1 1 0", "0 0 1 0", "5 -5 10 5"),
    (2, "1 1 0 1", "0 1 0 1", "0 5 15 15"),
    (3, "1 1 0 0", "1 1 0 1", "10 15 20 10"),
    (4, "2 0 0 1", "2 0 0 2", "25 20 25 5"),
    (5, "1 0 3 0", "1 0 3 1", "35 25 45 0"),
    (6, "2 0 1 2", "2 0 2 2", "50 30 40 15"),
    (7, "3 2 3 0", "2 2 3 0", "45 45 60 20"),
    (8, "2 1 4 2", "1 1 4 2", "40 55 85 35"),
    (9, "3 3 1 1", "3 3 2 1", "60 75 80 45"),
    (10, "6 1 3 1", "6 1 3 0", "95 85 100 40"),
    (11, "0 1 3 6", "0 1 4 6", "100 95 95 75"),
    (12, "3 6 2 0", "4 6 2 0", "95 130 110 80"),
    (13, "2 5 0 5", "3 5 0 5", "90 160 115 110"),
    (12, "1 4 2 6", "1 3 2 6", "100 155 130 145"),
    (11, "0 6 3 1", "1 6 3 1", "95 190 150 155"),
    (10, "2 1 1 5", "3 1 1 5", "90 200 160 185"),
    (9, "0 5 2 3", "0 5 1 3", "95 230 155 205"),
    (8, "0 4 3 0", "1 4 3 0", "90 255 175 210"),
    (7, "0 1 2 3", "0 1 3 3", "95 265 170 230"),
    (6, "4 1 2 1", "3 1 1 1", "90 275 165 240"),
    (5, "0 2 2 2", "0 2 1 2", "95 290 160 255"),
    (4, "0 3 1 1", "0 2 1 1", "100 285 170 265"),
    (3, "2 0 1 1", "1 0 1 1", "95 290 180 275"),
    (2, "1 1 1 0", "0 1 1 0", "90 300 190 280"),
    (1, "0 1 1 0", "0 0 1 0", "95 295 200 285"),
]


def whole_match() -> list[Entry]:
    return [entry for _, said, made, _ in MATCH for entry in (bids(said), tricks(made))]


def test_a_whole_match_of_25_deals() -> None:
    result = sheet("ascenseur", FOUR, whole_match())
    assert [row["totals"] for row in result["rounds"]] == [each(totals) for *_, totals in MATCH]
    assert [row["number"] for row in result["rounds"]] == list(range(1, 26))
    assert [row["dealer"] for row in result["rounds"]] == [FOUR[deal % 4] for deal in range(25)]
    assert [row["label"] for row in result["rounds"]] == [
        f"{cards} carte{'s' if cards > 1 else ''}" for cards, *_ in MATCH
    ]
    assert result["totals"] == each("95 295 200 285")
    assert result["ranking"] == [["Bob"], ["Dan"], ["Chloé"], ["Ana"]]
    assert (result["over"], result["winners"], result["next"]) == (True, ["Bob"], None)
    assert sum(sum(tricks(made)["tricks"].values()) for _, _, made, _ in MATCH) == 169


def test_nothing_is_added_to_a_match_that_is_over() -> None:
    for late in (bids("0 0 0 0"), {"step": "note", "text": "encore !"}, penalty("misdeal"), {"step": "end"}, "?"):
        assert violations_of("ascenseur", FOUR, [*whole_match(), late]) == [(50, "match.over", None)]


def test_level_totals_share_the_place() -> None:
    entries = [bids("0 0 0 0"), tricks("1 0 0 0")]
    result = sheet("ascenseur", FOUR, entries, options={"max_cards": 1})
    assert result["ranking"] == [["Bob", "Chloé", "Dan"], ["Ana"]]
    assert (result["over"], result["winners"]) == (True, ["Bob", "Chloé", "Dan"])


# Every match.


@settings(max_examples=12)
@given(st.sampled_from([(3, 289), (4, 169), (5, 100), (6, 64)]), st.integers(0, 2**32))
def test_the_tricks_of_a_whole_match_make_the_square_of_its_top(table: tuple[int, int], seed: int) -> None:
    n, square = table
    file = random_match(Random(seed), "ascenseur", players=TABLES[n], longest=99, asides=0, options={})
    made = [sum(entry["tricks"].values()) for entry in file["entries"] if entry["step"] == "tricks"]
    assert sum(made) == square == HIGHEST[n] ** 2
    assert len(made) == ROUNDS[n]


@settings(max_examples=15)
@given(st.sampled_from(sorted(TABLES)), st.integers(0, 2**32))
def test_in_no_deal_does_everybody_make_their_bid(n: int, seed: int) -> None:
    file = random_match(Random(seed), "ascenseur", players=TABLES[n], longest=99, asides=0, options={})
    for row in replay_of("ascenseur", TABLES[n], file["entries"], dealer=file["dealer"]).rounds:
        assert any(line.points < 0 for line in row.lines)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.data())
def test_an_amended_match_is_the_match_recorded_so_from_the_first(seed: int, data: st.DataObject) -> None:
    file = random_match(Random(seed), "ascenseur", longest=16, asides=0)
    match = read_match(file)
    assert isinstance(match, MatchFile)
    log = tuple(Record(at, entry, batch=at) for at, entry in enumerate(match.entries))
    at = data.draw(st.integers(0, len(log) - 1))
    other = data.draw(st.sampled_from(file["entries"]))
    amended = replay(match.setup, with_changes(log, [Change(other, at)]))[2]
    afresh = replay(match.setup, [Record(i, other if i == at else one.entry) for i, one in enumerate(log)])[2]
    assert amended == afresh
    assert isinstance(amended, (ReplayedMatch, Refusal))
