"""Somebody else plays a seat (article match.relay): who may, for whom, from which deal on; no sheet shows it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.game import Game
from referee.game_definition.match_course import ReplayedMatch, Transition, advance, opening, play
from referee.game_definition.state import State
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from tests.games.random_matches import NAMES, random_match
from tests.games.tables import FOUR, Entry, replay_of, sheet, violations_of

THREE = ("Ana", "Bob", "Chloé")
STRANGERS = tuple(f"Inconnu {number}" for number in range(1, 14))
END: Entry = {"step": "end"}
MISDEAL: Entry = {"step": "penalty", "offence": "misdeal", "player": "Bob"}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
few_each = settings(max_examples=settings.default.max_examples // 5)


def relay(player: Any, by: Any, **more: Any) -> Entry:
    return {"step": "relay", "player": player, "by": by, **more}


def bids(*players: str) -> Entry:
    return {"step": "bids", "bids": dict.fromkeys(players, 0)}


def one_trick(winner: str, *players: str) -> Entry:
    return {"step": "tricks", "tricks": {player: int(player == winner) for player in players}}


def in_force(game: str, players: tuple[str, ...], entries: list[Entry], **set_up: Any) -> dict[str, str]:
    """Who plays whose seat in the deal that is awaited."""
    return dict(replay_of(game, players, entries, **set_up).state.stand_ins)


# Who may, and for whom


@each_game
def test_in_every_game_somebody_may_play_a_seat_and_nothing_of_it_is_printed(game: Game) -> None:
    players = NAMES[: game.players[0]]
    entries = [relay("Ana", "Zoé"), relay("Bob", "Yann"), relay("Ana", None), relay("Bob", "Manon")]
    for n in range(1, len(entries) + 1):
        assert sheet(game.id, players, entries[:n]) == sheet(game.id, players, [])
    assert in_force(game.id, players, entries) == {"Bob": "Manon"}


@pytest.mark.parametrize(
    ("why", "entries", "wrong"),
    [
        ("a player of the table", [relay("Ana", "Bob")], ["by"]),
        ("the player of the seat", [relay("Ana", "Ana")], ["by"]),
        ("a name is compared as it is everywhere", [relay("Ana", " Chloe\u0301 ")], ["by"]),
        ("who plays another seat", [relay("Ana", "Zoé"), relay("Bob", "Zoé")], ["by"]),
        ("who plays this seat already", [relay("Ana", "Zoé"), relay("Ana", "Zoé")], ["by"]),
        ("the player back, whom nobody replaces", [relay("Ana", None)], ["by"]),
        ("the player back, another being replaced", [relay("Bob", "Zoé"), relay("Ana", None)], ["by"]),
        ("the player back twice", [relay("Ana", "Zoé"), relay("Ana", None), relay("Ana", None)], ["by"]),
    ],
)
def test_who_is_at_the_table_plays_no_second_seat(why: str, entries: list[Entry], wrong: list[str]) -> None:
    last = len(entries) - 1
    assert violations_of("ascenseur", THREE, entries) == [(last, "match.relay", field) for field in wrong], why


@pytest.mark.parametrize(
    ("why", "entries"),
    [
        ("a stand-in is replaced by a third", [relay("Ana", "Zoé"), relay("Ana", "Yann")]),
        ("who was replaced is free", [relay("Ana", "Zoé"), relay("Ana", "Yann"), relay("Bob", "Zoé")]),
        ("whose player came back is free", [relay("Ana", "Zoé"), relay("Ana", None), relay("Bob", "Zoé")]),
        ("two seats, two people", [relay("Ana", "Zoé"), relay("Bob", "Yann")]),
        ("free from the next deal on, in the middle of one",
         [relay("Ana", "Zoé"), bids(*THREE), relay("Ana", None), relay("Bob", "Zoé")]),
        ("somebody whose name differs by a letter", [relay("Ana", "ana")]),
        ("forty characters", [relay("Ana", "é" * 40)]),
    ],
)  # fmt: skip
def test_anybody_else_may(why: str, entries: list[Entry]) -> None:
    assert sheet("ascenseur", THREE, entries), why


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ({"step": "relay"}, ["by", "player"]),
        ({"step": "relay", "player": "Ana"}, ["by"]),
        ({"step": "relay", "by": None}, ["player"]),
        (relay("Zoé", "Yann"), ["player"]),
        (relay(None, "Yann"), ["player"]),
        (relay("Ana", ""), ["by"]),
        (relay("Ana", "   "), ["by"]),
        (relay("Ana", "x" * 41), ["by"]),
        (relay("Ana", "Z\tZ"), ["by"]),
        (relay("Ana", "Z\x00"), ["by"]),
        (relay("Ana", "\ud800"), ["by"]),
        (relay("Ana", 3), ["by"]),
        (relay("Ana", True), ["by"]),
        (relay("Ana", ["Zoé"]), ["by"]),
        (relay("Zoé", 3), ["by", "player"]),
        (relay("Ana", "Bob", until="minuit"), ["until"]),
    ],
)
def test_both_keys_are_needed_and_names_follow_the_rules_of_names(entry: Entry, fields: list[str]) -> None:
    assert sorted(violations_of("ascenseur", THREE, [entry])) == [(0, "match.entry", field) for field in fields]


def test_nobody_plays_the_seat_of_a_dummy() -> None:
    options = {"petit_jean": ["Chloé", "Dan"]}
    assert violations_of("aluette", FOUR, [relay("Dan", "Zoé")], options=options) == [(0, "match.relay", "player")]
    assert violations_of("aluette", FOUR, [relay("Ana", "Dan")], options=options) == [(0, "match.relay", "by")]
    assert violations_of("aluette", FOUR, [relay("Dan", "Ana")], options=options) == [
        (0, "match.relay", "player"),
        (0, "match.relay", "by"),
    ]
    assert in_force("aluette", FOUR, [relay("Ana", "Zoé")], options=options) == {"Ana": "Zoé"}


def test_nobody_plays_the_seat_of_one_who_has_left_and_whoever_leaves_is_replaced_no_longer() -> None:
    leaves, back = {"step": "leaves", "player": "Ana"}, {"step": "joins", "player": "Ana"}
    assert violations_of("feuille-libre", THREE, [leaves, relay("Ana", "Zoé")]) == [(1, "match.relay", "player")]
    assert violations_of("feuille-libre", THREE, [leaves, relay("Bob", "Ana")]) == [(1, "match.relay", "by")]
    gone = [relay("Ana", "Zoé"), leaves]
    assert in_force("feuille-libre", THREE, gone) == {}
    assert in_force("feuille-libre", THREE, [*gone, relay("Bob", "Zoé")]) == {"Bob": "Zoé"}
    assert in_force("feuille-libre", THREE, [*gone, back]) == {}


def test_a_finished_match_takes_no_relay() -> None:
    assert violations_of("ascenseur", THREE, [END, relay("Ana", "Zoé")]) == [(1, "match.over", None)]


def test_a_match_begun_before_there_were_relays_takes_them_too() -> None:
    file = {"format": "referee-match/1", "game": "feuille-libre", "players": list(THREE), "entries": []}
    match = read_match(file, version=1)
    assert isinstance(match, MatchFile)
    setup = match.setup
    entries = [relay("Ana", "Zoé"), {"step": "joins", "player": "Yann"}, {"step": "leaves", "player": "Ana"}]
    result = play(setup.game, setup.table, entries)
    assert isinstance(result, ReplayedMatch)
    assert result.state.table.version == 1
    assert result.state.table.present == ("Bob", "Chloé", "Yann")


# From which deal on


@pytest.mark.parametrize(
    ("why", "entries", "awaited"),
    [
        ("nothing of the deal is recorded: from this one", [relay("Ana", "Zoé")], {"Ana": "Zoé"}),
        ("the deal has begun: not yet", [bids(*THREE), relay("Ana", "Zoé")], {}),
        ("and from the next", [bids(*THREE), relay("Ana", "Zoé"), one_trick("Bob", *THREE)], {"Ana": "Zoé"}),
        ("until the deal is over the stand-in stays", [relay("Ana", "Zoé"), bids(*THREE), relay("Ana", None)],
         {"Ana": "Zoé"}),
        ("then the player is back",
         [relay("Ana", "Zoé"), bids(*THREE), relay("Ana", None), one_trick("Bob", *THREE)], {}),
        ("a misdeal does not end it", [relay("Ana", "Zoé"), bids(*THREE), MISDEAL], {"Ana": "Zoé"}),
        ("and a deal that is dealt again is a new one", [bids(*THREE), relay("Ana", "Zoé"), MISDEAL], {"Ana": "Zoé"}),
        ("a note is nothing of a deal", [{"step": "note", "text": "x"}, relay("Ana", "Zoé")], {"Ana": "Zoé"}),
    ],
)  # fmt: skip
def test_a_relay_is_in_force_from_the_next_deal_of_which_nothing_is_recorded(
    why: str, entries: list[Entry], awaited: dict[str, str]
) -> None:
    assert in_force("ascenseur", THREE, entries) == awaited, why


def test_a_line_that_a_deal_in_progress_writes_is_something_of_the_deal() -> None:
    false = {"step": "call", "side": "Ana", "call": "false-kems"}
    assert in_force("kems", FOUR, [false, relay("Ana", "Zoé")]) == {}
    called = {"step": "call", "side": "Bob", "call": "kems"}
    assert in_force("kems", FOUR, [false, relay("Ana", "Zoé"), called]) == {"Ana": "Zoé"}


def test_where_all_pass_the_cards_are_dealt_again_to_who_is_there_now() -> None:
    players, options = ("Ana", "Bob", "Chloé"), {"bets": True}
    bet = {"step": "bids", "bids": {"Ana": "brevet", "Bob": "pass", "Chloé": "pass"}}
    all_pass = {"step": "bids", "bids": dict.fromkeys(players, "pass")}
    assert in_force("tarot-decale", players, [bet, relay("Ana", "Zoé")], options=options) == {}
    assert in_force("tarot-decale", players, [relay("Ana", "Zoé"), all_pass], options=options) == {"Ana": "Zoé"}


def test_each_row_says_who_played_whose_seat() -> None:
    entries = [
        relay("Ana", "Zoé"),
        bids(*THREE),
        relay("Bob", "Yann"),
        relay("Ana", None),
        one_trick("Bob", *THREE),
        {"step": "bids", "bids": {"Ana": 0, "Bob": 0, "Chloé": 0}},
        {"step": "tricks", "tricks": {"Ana": 1, "Bob": 0, "Chloé": 1}},
    ]
    assert [dict(row.stand_ins) for row in replay_of("ascenseur", THREE, entries).rounds] == [
        {"Ana": "Zoé"},
        {"Bob": "Yann"},
    ]


# Wherever it is recorded


@each_game
@few_each
@given(seed=st.integers(0, 10**9))
def test_relays_anywhere_in_a_match_change_no_sheet(game: Game, seed: int) -> None:
    chance = Random(seed)
    file = random_match(chance, game.id, longest=25, asides=0.2)
    plain = [entry for entry in file["entries"] if entry["step"] != "relay"]
    match = read_match(file)
    assert isinstance(match, MatchFile)
    dummies = game.dummies(match.setup.table.rules)
    people = [player for player in match.setup.table.players if player not in dummies]
    with_relays: list[Entry] = []
    state = opening(match.setup.game, match.setup.table)
    plays: dict[str, str] = {}
    for entry in plain:
        people = [player for player in people if player not in state.table.eliminated]
        while chance.random() < 0.3:
            seat = chance.choice(people)
            plays, by = relayed(chance, plays, seat)
            with_relays.append(relay(seat, by))
        with_relays.append(entry)
        step = advance(match.setup.game, state, entry)
        assert isinstance(step, Transition)
        state = step.state
        if entry["step"] == "leaves":
            people.remove(entry["player"])
            plays.pop(entry["player"], None)
        plays = {seat: by for seat, by in plays.items() if seat not in state.table.eliminated}
        if entry["step"] == "penalty" and entry["player"] in state.standing.eliminated:
            plays.pop(entry["player"], None)
        elif entry["step"] == "joins":
            people.append(entry["player"])
    set_up = {key: file[key] for key in ("dealer", "options")}
    left_out = replay_of(game.id, file["players"], plain, **set_up)
    result = replay_of(game.id, file["players"], with_relays, **set_up)
    assert told(result.state) == told(left_out.state)
    assert sheet(game.id, file["players"], with_relays, **set_up) == sheet(game.id, file["players"], plain, **set_up)
    assert dict(result.state.table.stand_ins) == plays


def relayed(chance: Random, plays: dict[str, str], seat: str) -> tuple[dict[str, str], str | None]:
    """Who plays whose seat when this one is relayed, by somebody or by its own player again."""
    others = {key: name for key, name in plays.items() if key != seat}
    if seat in plays and chance.random() < 0.4:
        return others, None
    by = chance.choice([name for name in STRANGERS if name not in plays.values()])
    return {**others, seat: by}, by


def told(state: State) -> tuple[Any, ...]:
    return state.dealer, state.totals, state.deal, state.answers, state.standing, state.over
