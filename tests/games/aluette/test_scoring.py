"""L'Aluette: who wins the deal, what it scores, when the match ends, and the Petit-Jean."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.aluette import GAME
from referee.games.aluette.scoring import AluetteRules, deal_winner
from referee.matches.dummies import FilledSeats, fill_seats
from referee.matches.sheet_json import score_value
from tests.games.tables import (
    FOUR,
    SIX,
    Entry,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

AC, BD = "Ana & Chloé", "Bob & Dan"
SEATS = {"A": "Ana", "B": "Bob", "C": "Chloé", "D": "Dan", "E": "Éric", "F": "Fanny", "-": None}
SIGN = {"step": "penalty", "offence": "forbidden-sign", "player": "Bob"}
DEALS = {"length": "deals"}


def tricks(taken: str) -> Entry:
    """A deal written trick by trick: the initials of the winners, ``-`` for a void trick."""
    return {"step": "deal", "winners": [SEATS[initial] for initial in taken]}


def won(side: str | None, **more: Any) -> Entry:
    return {"step": "deal", "side": side, **more}


@pytest.mark.parametrize(
    ("taken", "winner", "points", "article"),
    [
        ("BBABABCAC", "Bob", 1, "aluette.individual"),  # 3 and 2 against 4 and 0
        ("AABBDDCDC", "Dan", 1, "aluette.individual"),
        ("ABABABCDC", "Ana", 1, "aluette.first-to-reach"),  # the third trick fifth, Bob's sixth
        ("BAABBACDC", "Bob", 1, "aluette.first-to-reach"),
        ("ABABBAC--", "Bob", 1, "aluette.first-to-reach"),  # Ana took the first trick, Bob three first
        ("AABBCCDDD", "Dan", 2, "aluette.mordienne"),
        ("ABC--DDD-", "Dan", 1, "aluette.individual"),  # a void trick after them
        ("ABC-D-DDA", "Dan", 1, "aluette.individual"),
        ("ABC---DD-", "Dan", 1, "aluette.individual"),
        ("ABC--D-DD", "Dan", 1, "aluette.individual"),  # a void trick in the middle
        ("ABC----DD", "Dan", 2, "aluette.mordienne"),  # void tricks before them
        ("DABCABDDD", "Dan", 1, "aluette.individual"),  # one trick taken earlier
        ("DDDDDDDDD", "Dan", 2, "aluette.mordienne"),
        ("--------A", "Ana", 2, "aluette.mordienne"),
        ("A--------", "Ana", 1, "aluette.individual"),
        ("AAABBBCDD", "Ana", 1, "aluette.first-to-reach"),
        ("AAACCCBBB", "Ana", 1, "aluette.first-to-reach"),  # three at the end, but Ana was first
    ],
)
def test_who_wins_the_deal(taken: str, winner: str, points: int, article: str) -> None:
    found = deal_winner(tricks(taken)["winners"])
    assert found is not None
    assert (found.player, found.points, found.article) == (winner, points, article)
    side = AC if winner in ("Ana", "Chloé") else BD
    assert scores("aluette", FOUR, [tricks(taken)]) == [{AC: 0, BD: 0} | {side: points}]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (won(AC), {AC: 1, BD: 0}),
        (won("Dan"), {AC: 0, BD: 1}),
        (won("Dan", mordienne=False), {AC: 0, BD: 1}),
        (won("Chloé", mordienne=True), {AC: 2, BD: 0}),
        (won(None), {AC: 0, BD: 0}),
        (won(None, mordienne=False), {AC: 0, BD: 0}),
        (tricks("---------"), {AC: 0, BD: 0}),
    ],
)
def test_a_deal_recorded_by_its_result(entry: Entry, expected: dict[str, int]) -> None:
    result = sheet("aluette", FOUR, [entry])
    assert result["rounds"][0]["scores"] == expected
    assert (result["next"]["round"], result["next"]["dealer"]) == (2, "Bob")


@pytest.mark.parametrize(
    ("taken", "reason"),
    [
        ("BBABABCAC", "Bob\u202f: 4 plis, plus que chacun des autres"),
        ("A--------", "Ana\u202f: 1 pli, plus que chacun des autres"),
        ("ABABABCDC", "Ana\u202f: 3 plis, faits avant les autres"),
        ("ABCD-----", "Ana\u202f: 1 pli, fait avant les autres"),
        ("AAACCCBBB", "Ana\u202f: 3 plis, faits avant les autres"),
        ("AABBCCDDD", "Dan fait mordienne\u202f: 3 plis, tous les derniers"),
        ("--------A", "Ana fait mordienne\u202f: 1 pli, le dernier"),
        ("---------", "personne ne gagne la donne"),
    ],
)
def test_the_reason_says_by_what_the_deal_was_won(taken: str, reason: str) -> None:
    lines = replay_of("aluette", FOUR, [tricks(taken)]).rounds[0].lines
    assert {line.reason.render("fr") for line in lines} == {reason}


def test_a_blank_deal_says_why() -> None:
    lines = replay_of("aluette", FOUR, [won(None)]).rounds[0].lines
    assert {(line.side, line.points, line.article) for line in lines} == {
        (AC, 0, "aluette.all-void"),
        (BD, 0, "aluette.all-void"),
    }


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (tricks("ABCDABCD"), "aluette.tricks", "winners"),
        (tricks("ABCDABCDAB"), "aluette.tricks", "winners"),
        (tricks(""), "aluette.tricks", "winners"),
        (won(None, mordienne=True), "aluette.mordienne", "mordienne"),
        ({"step": "deal"}, "match.entry", None),
        ({"step": "deal", "mordienne": True}, "match.entry", None),
        ({"step": "deal", "side": "Ana", "winners": ["Ana"] * 9}, "match.entry", None),
        ({"step": "deal", "winners": ["Ana"] * 9, "mordienne": True}, "match.entry", "mordienne"),
        ({"step": "deal", "winners": ["Zoé", *["Ana"] * 8]}, "match.entry", "winners.0"),
        (won("Zoé"), "match.entry", "side"),
        (won("Ana", mordienne=1), "match.entry", "mordienne"),
        (won("Ana", mordienne=None), "match.entry", "mordienne"),
        ({"step": "tricks"}, "match.step", "step"),
        ({"step": "penalty", "offence": "revoke", "player": "Ana"}, "match.entry", "offence"),
    ],
)
def test_what_cannot_be_recorded(entry: Entry, article: str, field: str | None) -> None:
    assert violations_of("aluette", FOUR, [entry]) == [(0, article, field)]


def test_six_players_play_eight_tricks_in_teams_of_three() -> None:
    result = sheet("aluette", SIX, [tricks("ABCDEFFF")])
    assert [side["name"] for side in result["sides"]] == ["Ana & Chloé & Éric", "Bob & Dan & Fanny"]
    assert result["totals"] == {"Ana & Chloé & Éric": 0, "Bob & Dan & Fanny": 2}
    assert result["next"]["order"] == ["Chloé", "Dan", "Éric", "Fanny", "Ana", "Bob"]
    assert violations_of("aluette", SIX, [tricks("ABCDEFFFF")]) == [(0, "aluette.tricks", "winners")]


# The end of the match.


def test_the_first_team_to_five_wins_and_a_mordienne_may_lead_to_six() -> None:
    entries = [*[won("Ana")] * 4, won("Bob"), won("Ana", mordienne=True)]
    result = sheet("aluette", FOUR, entries)
    assert (result["totals"], result["winners"], result["next"]) == ({AC: 6, BD: 1}, [AC], None)
    assert violations_of("aluette", FOUR, [*entries, won("Ana")]) == [(6, "match.over", None)]


@pytest.mark.parametrize(
    ("options", "deals", "over", "winners"),
    [
        ({"target": 2}, "ABB", True, [BD]),
        ({"target": 2}, "AB", False, []),
        ({"target": 2, **DEALS}, "AB", True, [AC, BD]),
        ({"target": 2, **DEALS}, "-A", True, [AC]),  # a blank deal counts
        ({"target": 2, **DEALS}, "--", True, [AC, BD]),
        ({"target": 2, **DEALS, "tie": "extra-deal"}, "AB", False, []),
        ({"target": 2, **DEALS, "tie": "extra-deal"}, "AB-", False, []),
        ({"target": 2, **DEALS, "tie": "extra-deal"}, "AB-A", True, [AC]),
        ({"target": 2, **DEALS, "tie": "shared"}, "AB", True, [AC, BD]),
        ({"target": 20}, "A" * 19, False, []),
        ({"target": 20}, "A" * 20, True, [AC]),
    ],
)
def test_when_the_match_ends(options: dict[str, Any], deals: str, over: bool, winners: list[str]) -> None:
    result = sheet("aluette", FOUR, [won(SEATS[side]) for side in deals], options=options)
    assert (result["over"], result["winners"]) == (over, winners)


def test_level_beyond_the_target_plays_on_unless_the_victory_is_shared() -> None:
    rules = {"target": 1, "sign_penalty": "point-to-opponents"}
    level = [SIGN, won("Bob")]  # one each at the end of the deal
    assert sheet("aluette", FOUR, level, options=rules)["over"] is False
    assert sheet("aluette", FOUR, level, options={**rules, "tie": "shared"})["winners"] == [AC, BD]


# Forbidden signs.


def test_a_forbidden_sign_costs_nothing_by_default() -> None:
    result = sheet("aluette", FOUR, [SIGN])
    assert (result["rounds"], result["totals"]) == ([], {AC: 0, BD: 0})


def test_a_forbidden_sign_may_give_the_opponents_a_point_at_once_on_a_line_of_its_own() -> None:
    rules = {"target": 1, "sign_penalty": "point-to-opponents"}
    result = sheet("aluette", FOUR, [SIGN], options=rules)
    assert [(row["number"], row["scores"]) for row in result["rounds"]] == [(1, {AC: 1, BD: 0})]
    assert (result["over"], result["winners"], result["next"]["round"]) == (False, [], 1)
    result = sheet("aluette", FOUR, [SIGN, won(None)], options=rules)
    assert [row["number"] for row in result["rounds"]] == [1, 1]
    assert result["winners"] == [AC]


@pytest.mark.parametrize(("players", "seat"), [(FOUR, seat) for seat in range(4)] + [(SIX, seat) for seat in range(6)])
def test_the_point_for_a_sign_goes_to_the_team_across_whoever_made_it(players: Sequence[str], seat: int) -> None:
    teams = [" & ".join(players[0::2]), " & ".join(players[1::2])]
    sign = {**SIGN, "player": players[seat]}
    own, others = teams[seat % 2], teams[1 - seat % 2]
    assert scores("aluette", players, [sign], options={"sign_penalty": "point-to-opponents"}) == [{own: 0, others: 1}]


def test_a_line_for_a_sign_is_no_deal_of_its_own() -> None:
    rules = {"target": 2, "sign_penalty": "point-to-opponents", **DEALS}
    result = sheet("aluette", FOUR, [SIGN, SIGN, won("Bob")], options=rules)
    assert (result["over"], result["totals"], result["next"]["round"]) == (False, {AC: 2, BD: 1}, 2)
    assert sheet("aluette", FOUR, [SIGN, {"step": "end"}], options=rules)["winners"] == []


@pytest.mark.parametrize("penalty", ["none", "point-to-opponents"])
def test_the_effect_of_a_sign_is_the_tables_choice(penalty: str) -> None:
    sign = next(offence for offence in GAME.offences if offence.id == "forbidden-sign")
    assert sign.effect_under(AluetteRules(tie="extra-deal", sign_penalty=penalty)).id == penalty


# Petit-Jean.


@pytest.mark.parametrize(
    ("players", "dummies", "violation"),
    [
        (FOUR, ["Chloé", "Dan"], None),
        (FOUR, ["Chloé"], None),
        (SIX, ["Chloé", "Dan", "Éric", "Fanny"], None),
        (SIX, ["Fanny"], None),
        (FOUR, [], None),
        (FOUR, [" Chloé "], None),
        (FOUR, ["Ana", "Chloé"], ("aluette.petit-jean", "options.petit_jean")),
        (SIX, ["Bob", "Dan", "Fanny"], ("aluette.petit-jean", "options.petit_jean")),
        (FOUR, ["Ana", "Bob", "Chloé"], ("match.players", "players")),
        (FOUR, list(FOUR), ("match.players", "players")),
        (FOUR, ["Zoé"], ("match.options", "options.petit_jean")),
        (FOUR, ["Dan", "Dan"], ("match.options", "options.petit_jean")),
        (FOUR, "Dan", ("match.options", "options.petit_jean")),
        (FOUR, None, ("match.options", "options.petit_jean")),
    ],
)
def test_where_a_petit_jean_may_sit(players: Sequence[str], dummies: Any, violation: tuple[str, str] | None) -> None:
    if violation is None:
        assert sheet("aluette", players, [], options={"petit_jean": dummies})["rounds"] == []
    else:
        assert violations_of("aluette", players, [], options={"petit_jean": dummies}) == [(None, *violation)]


def test_a_petit_jean_deals_wins_tricks_and_stands_in_order() -> None:
    options = {"petit_jean": ["Chloé", "Dan"]}
    result = sheet("aluette", FOUR, [tricks("CCCCABDBD"), won("Dan")], options=options)
    assert result["totals"] == {AC: 1, BD: 1}
    assert (result["next"]["dealer"], result["next"]["order"]) == ("Chloé", ["Dan", "Ana", "Bob", "Chloé"])


@pytest.mark.parametrize(
    ("dealer", "lead", "order"),
    [
        ("Ana", "Ana donne, Bob entame. Chacun compte ses propres plis, pas ceux de son équipe.", "BCDA"),
        ("Bob", "Bob donne. Chloé entame\u202f: son équipe joue pour lui.", "CDAB"),
        ("Chloé", "Chloé donne, Dan entame\u202f: chaque équipe joue pour le sien.", "DABC"),
        ("Dan", "Dan donne\u202f: son équipe donne pour lui. Ana entame.", "ABCD"),
    ],
)
def test_who_deals_and_who_opens_when_two_are_petit_jean(dealer: str, lead: str, order: str) -> None:
    at_the_table = {"options": {"petit_jean": ["Chloé", "Dan"]}, "dealer": dealer}
    question = question_after("aluette", FOUR, **at_the_table)
    players = [SEATS[initial] for initial in order]
    assert question.lead is not None
    assert question.lead.render("fr") == lead
    assert [*question.ways[0].fields[0].players] == players  # type: ignore[union-attr]
    assert sheet("aluette", FOUR, [], **at_the_table)["next"]["order"] == players


@pytest.mark.parametrize(
    ("people", "players", "dummies"),
    [
        (SIX[:2], ("Ana", "Bob", "Petit-Jean", "Petit-Jean 2"), ("Petit-Jean", "Petit-Jean 2")),
        (SIX[:3], ("Ana", "Bob", "Chloé", "Petit-Jean"), ("Petit-Jean",)),
        (SIX[:4], SIX[:4], ()),
        (SIX[:5], (*SIX[:5], "Petit-Jean"), ("Petit-Jean",)),
        (SIX, SIX, ()),
        (
            ("Ana", " Petit-Jean "),
            ("Ana", " Petit-Jean ", "Petit-Jean 2", "Petit-Jean 3"),
            ("Petit-Jean 2", "Petit-Jean 3"),
        ),
    ],
)
def test_petit_jean_fills_the_seats_that_stay_empty(
    people: Sequence[str], players: Sequence[str], dummies: Sequence[str]
) -> None:
    assert fill_seats(GAME, people) == FilledSeats(tuple(players), tuple(dummies))
    assert sheet("aluette", players, [], options={"petit_jean": list(dummies)})["over"] is False


@pytest.mark.parametrize(("seats", "dealt", "left"), [(4, 9, 12), (6, 8, 0)])
def test_the_deal(seats: int, dealt: int, left: int) -> None:
    laid = GAME.prepare(seats, AluetteRules(tie="extra-deal"), 1)
    assert (laid.size, laid.cards_each, laid.remaining, set(laid.removed_cards)) == (
        48,
        dealt,
        left,
        {"10S", "10H", "10D", "10C"},
    )


def test_a_whole_match_replayed_to_its_sheet() -> None:
    evening = [  # tricks, points of Ana and Chloé, points of Bob and Dan
        ("BBABABCAC", 0, 1),
        ("ABABABCDC", 1, 0),
        ("---------", 0, 0),
        ("AABBCCDDD", 0, 2),
        ("ABC----CC", 1, 0),  # Chloé took an earlier one
        ("BDBDCAAA-", 1, 0),
        ("DDDBBACAC", 0, 1),
        ("DDBBDACAC", 0, 1),
    ]
    result = sheet("aluette", FOUR, [tricks(taken) for taken, *_ in evening], dealer="Chloé")
    assert [tuple(row["scores"].values()) for row in result["rounds"]] == [tuple(row[1:]) for row in evening]
    assert [row["dealer"] for row in result["rounds"]] == ["Chloé", "Dan", "Ana", "Bob"] * 2
    assert result["totals"] == {AC: 3, BD: 5}
    assert (result["winners"], result["over"]) == ([BD], True)


# Second opinions and properties.


def second_opinion(winners: Sequence[str | None]) -> tuple[str, bool] | None:
    """The same rule, told the other way round: for every player the place where each number was reached."""
    taken = {player: [at for at, name in enumerate(winners) if name == player] for player in set(winners) - {None}}
    if not taken:
        return None
    best = min(taken, key=lambda player: (-len(taken[player]), taken[player][-1]))
    return str(best), taken[best] == list(range(len(winners)))[-len(taken[best]) :]


def test_every_course_of_six_tricks_between_three_players() -> None:
    for winners in product(("Ana", "Bob", "Chloé", None), repeat=6):
        found = deal_winner(winners)
        assert (None if found is None else (found.player, found.mordienne)) == second_opinion(winners)


DEAL = st.one_of(
    st.text("ABCD-", min_size=9, max_size=9).map(tricks),
    st.builds(won, st.sampled_from([*FOUR, None])),
    st.just(SIGN),
    st.just({"step": "note", "text": "belle grimace"}),
)


@given(
    st.lists(DEAL, max_size=15),
    st.integers(1, 8),
    st.sampled_from(["first-to", "deals"]),
    st.sampled_from(["none", "point-to-opponents"]),
)
def test_any_match_adds_up(entries: list[Entry], target: int, length: str, sign_penalty: str) -> None:
    options = {"target": target, "length": length, "sign_penalty": sign_penalty}
    result, accepted = score_value(match_file("aluette", FOUR, entries, options=options), "fr")
    if not accepted:
        assert [violation["article"] for violation in result["violations"]] == ["match.over"]
        entries = entries[: result["violations"][0]["entry"]]
        result, _ = score_value(match_file("aluette", FOUR, entries, options=options), "fr")
        assert result["over"]
    assert_sound(match_file("aluette", FOUR, entries, options=options))
    assert all(sum(row["scores"].values()) in (0, 1, 2) for row in result["rounds"])
    if result["over"] and length == "first-to":
        assert max(result["totals"].values()) >= target
        assert len(result["winners"]) == 1
