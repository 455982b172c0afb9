"""La Famille de trèfles: a point a family, turns owed and players out of the game (articles famille-trefles.*)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.choices import YesNo
from referee.game_definition.match_course import questions
from referee.games.famille_trefles import GAME
from referee.games.famille_trefles.scoring import FamilleTreflesRules
from tests.games.tables import (
    FOUR,
    SIX,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

GAME_ID = "famille-trefles"
SKIPS = ("wrong-count", "out-of-turn", "false-family")
OUT = "anti-joker-kept"
NOTHING_OWED = {"skip_next_turn": [], "eliminated": [], "titles": {}}


def family(winner: str, **more: Any) -> dict[str, Any]:
    return {"step": "family", "winner": winner, **more}


def penalty(offence: str, player: str) -> dict[str, Any]:
    return {"step": "penalty", "offence": offence, "player": player}


def served(player: str) -> dict[str, Any]:
    return {"step": "served", "player": player}


def test_a_whole_match_the_winner_deals_and_the_winners_left_begins() -> None:
    entries = [
        penalty("out-of-turn", "Ana"),
        served("Ana"),
        family("Chloé", jokers=1),
        penalty(OUT, "Chloé"),
        family("Ana"),
        family("Ana", jokers=2),
    ]
    result = sheet(GAME_ID, FOUR, entries, options={"target": 2})
    assert [(row["number"], row["dealer"]) for row in result["rounds"]] == [(1, "Ana"), (2, "Chloé"), (3, "Ana")]
    assert result["rounds"][-1]["totals"] == {"Ana": 2, "Bob": 0, "Chloé": 1, "Dan": 0}
    assert result["ranking"] == [["Ana"], ["Chloé"], ["Bob", "Dan"]]
    assert result["over"]
    assert result["winners"] == ["Ana"]
    assert result["standing"] == NOTHING_OWED
    assert violations_of(GAME_ID, FOUR, [*entries, family("Bob")], options={"target": 2}) == [(6, "match.over", None)]


def test_next_names_dealer_and_order() -> None:
    first = sheet(GAME_ID, FOUR, [], dealer="Bob")["next"]
    assert first == {"step": "family", "round": 1, "dealer": "Bob", "order": ["Chloé", "Dan", "Ana", "Bob"]}
    second = sheet(GAME_ID, FOUR, [family("Dan")], dealer="Bob")["next"]
    assert second == {"step": "family", "round": 2, "dealer": "Dan", "order": ["Ana", "Bob", "Chloé", "Dan"]}


def test_the_youngest_begins_the_first_game_only() -> None:
    options = {"youngest": "Dan"}
    first = sheet(GAME_ID, FOUR, [penalty("misdeal", "Bob")], options=options)["next"]
    assert first == {"step": "family", "round": 1, "dealer": "Ana", "order": ["Dan", "Ana", "Bob", "Chloé"]}
    second = sheet(GAME_ID, FOUR, [family("Ana")], options=options)["next"]
    assert second["order"] == ["Bob", "Chloé", "Dan", "Ana"]


def test_the_youngest_may_be_the_dealer() -> None:
    assert sheet(GAME_ID, FOUR, [], options={"youngest": "Ana"})["next"]["order"] == ["Ana", "Bob", "Chloé", "Dan"]


@pytest.mark.parametrize("jokers", [None, 0, 1, 2])
def test_a_family_is_one_point_whatever_its_jokers(jokers: int | None) -> None:
    more = {} if jokers is None else {"jokers": jokers}
    assert scores(GAME_ID, FOUR, [family("Bob", **more)]) == [{"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0}]
    (line,) = replay_of(GAME_ID, FOUR, [family("Bob", **more)]).rounds[0].lines
    assert line.article == "famille-trefles.score"
    words = {
        None: "une famille",
        0: "une famille sans joker",
        1: "une famille avec 1 joker",
        2: "une famille avec 2 jokers",
    }
    assert line.reason.render("fr") == words[jokers]


@pytest.mark.parametrize(("n", "most"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_at_most_two_jokers_and_never_more_than_the_pack_holds(n: int, most: int) -> None:
    players = SIX[:n]
    assert sheet(GAME_ID, players, [family("Ana", jokers=most)])["totals"]["Ana"] == 1
    for jokers in (-1, most + 1):
        assert violations_of(GAME_ID, players, [family("Ana", jokers=jokers)]) == [
            (0, "famille-trefles.family", "jokers")
        ]


@pytest.mark.parametrize("offence", SKIPS)
def test_an_error_costs_the_next_turn(offence: str) -> None:
    assert sheet(GAME_ID, FOUR, [penalty(offence, "Chloé")])["standing"] == {
        **NOTHING_OWED,
        "skip_next_turn": ["Chloé"],
    }


def test_turns_owed_stand_in_seat_order_a_name_once_for_every_turn() -> None:
    entries = [penalty("wrong-count", "Dan"), penalty("out-of-turn", "Ana"), penalty("false-family", "Dan")]
    assert sheet(GAME_ID, FOUR, entries)["standing"]["skip_next_turn"] == ["Ana", "Dan", "Dan"]
    assert sheet(GAME_ID, FOUR, [*entries, served("Dan")])["standing"]["skip_next_turn"] == ["Ana", "Dan"]


@pytest.mark.parametrize(
    "entries",
    [
        [served("Ana")],
        [penalty("wrong-count", "Bob"), served("Ana")],
        [penalty("wrong-count", "Ana"), served("Ana"), served("Ana")],
    ],
)
def test_a_turn_nobody_owes_is_not_struck(entries: list[dict[str, Any]]) -> None:
    assert violations_of(GAME_ID, FOUR, entries) == [(len(entries) - 1, "famille-trefles.errors", "player")]


def test_a_joker_kept_puts_out_of_the_game_and_strikes_the_turns_owed() -> None:
    entries = [penalty("wrong-count", "Bob"), penalty("wrong-count", "Bob"), penalty(OUT, "Bob"), penalty(OUT, "Ana")]
    assert sheet(GAME_ID, FOUR, entries)["standing"] == {**NOTHING_OWED, "eliminated": ["Ana", "Bob"]}


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (family("Bob"), "winner"),
        (served("Bob"), "player"),
        *((penalty(offence, "Bob"), "player") for offence in (*SKIPS, OUT, "misdeal")),
    ],
)
def test_who_is_out_cannot_win_nor_be_penalised_nor_be_served(entry: dict[str, Any], field: str) -> None:
    entries = [penalty("wrong-count", "Bob"), penalty(OUT, "Bob"), entry]
    assert violations_of(GAME_ID, FOUR, entries) == [(2, "famille-trefles.eliminated", field)]


@pytest.mark.parametrize("n", [2, 3, 6])
def test_the_last_player_left_cannot_be_eliminated(n: int) -> None:
    *others, last = SIX[:n]
    out = [penalty(OUT, player) for player in others]
    assert violations_of(GAME_ID, SIX[:n], [*out, penalty(OUT, last)]) == [
        (n - 1, "famille-trefles.eliminated", "player")
    ]
    after = sheet(GAME_ID, SIX[:n], [*out, penalty("wrong-count", last)])
    assert after["standing"]["skip_next_turn"] == [last]


@pytest.mark.parametrize("n", [2, 3, 6])
def test_the_last_one_in_wins_without_a_family_or_with_one(n: int) -> None:
    *others, last = SIX[:n]
    out = [penalty(OUT, player) for player in others]
    for more in ({"alone": True}, {"alone": True, "jokers": 0}, {"alone": False}, {}, {"jokers": 1}):
        result = sheet(GAME_ID, SIX[:n], [*out, family(last, **more)])
        assert result["totals"] == {player: int(player == last) for player in SIX[:n]}
        assert (result["standing"], result["next"]["dealer"]) == (NOTHING_OWED, last)
        (line,) = replay_of(GAME_ID, SIX[:n], [*out, family(last, **more)]).rounds[0].lines
        assert (line.article == "famille-trefles.last-left") == bool(more.get("alone"))
        assert ("sans famille" in line.reason.render("fr")) == bool(more.get("alone"))


@pytest.mark.parametrize(
    ("out", "entry", "violations"),
    [
        ([], family("Ana", alone=True), [("last-left", "alone")]),
        (["Ana", "Bob"], family("Dan", alone=True), [("last-left", "alone")]),
        (["Ana", "Bob"], family("Dan", alone=True, jokers=2), [("last-left", "alone"), ("family", "jokers")]),
        (["Ana", "Bob", "Chloé"], family("Dan", alone=True, jokers=1), [("family", "jokers")]),
        (["Ana", "Bob", "Chloé"], family("Ana", alone=True), [("eliminated", "winner"), ("last-left", "alone")]),
        (
            ["Ana", "Bob", "Chloé"], family("Ana", alone=True, jokers=1),
            [("eliminated", "winner"), ("last-left", "alone"), ("family", "jokers")],
        ),
        (["Ana"], family("Ana", alone=False, jokers=2), [("eliminated", "winner")]),
        (["Ana"], family("Bob", alone=True, jokers=3), [("family", "jokers")]),  # the range is judged first
    ],
)  # fmt: skip
def test_who_has_not_won_as_the_last_one_in(
    out: list[str], entry: dict[str, Any], violations: list[tuple[str, str]]
) -> None:
    entries = [*(penalty(OUT, player) for player in out), entry]
    assert violations_of(GAME_ID, FOUR, entries) == [
        (len(out), f"famille-trefles.{article}", field) for article, field in violations
    ]


def test_a_form_offers_it_once_one_player_is_left_and_suggests_who() -> None:
    for out, left in ((["Ana", "Bob"], False), (["Ana", "Bob", "Dan"], True)):
        question = question_after(GAME_ID, FOUR, [penalty(OUT, player) for player in out])
        alone = question.ways[0].fields[-1]
        assert isinstance(alone, YesNo)
        assert (alone.offered, alone.suggested) == (left, left)
        assert ("que Chloé en jeu" in question.lead.render("fr")) == left  # type: ignore[union-attr]


def test_the_next_family_clears_everything_and_brings_everyone_back() -> None:
    entries = [penalty(OUT, "Bob"), penalty("wrong-count", "Ana"), family("Ana")]
    assert sheet(GAME_ID, FOUR, entries)["standing"] == NOTHING_OWED
    assert sheet(GAME_ID, FOUR, [*entries, family("Bob")])["totals"]["Bob"] == 1


def test_the_end_and_a_misdeal_clear_nothing() -> None:
    entries = [penalty(OUT, "Bob"), penalty("wrong-count", "Ana")]
    standing = {**NOTHING_OWED, "skip_next_turn": ["Ana"], "eliminated": ["Bob"]}
    for last in ({"step": "end"}, penalty("misdeal", "Chloé"), {"step": "note", "text": "pause"}):
        assert sheet(GAME_ID, FOUR, [*entries, last])["standing"] == standing


def test_the_jokers_range_is_judged_before_who_may_win() -> None:
    entries = [penalty(OUT, "Bob"), family("Bob", jokers=3)]
    assert violations_of(GAME_ID, FOUR, entries) == [(1, "famille-trefles.family", "jokers")]


@pytest.mark.parametrize(
    ("option", "value"),
    [("youngest", None), ("youngest", " Dan "), ("target", None), ("target", 50), ("tie", "shared")],
)
def test_options_that_fit(option: str, value: object) -> None:
    assert sheet(GAME_ID, FOUR, [], options={option: value})["rounds"] == []


@pytest.mark.parametrize(
    ("offence", "effect", "article"),
    [
        ("misdeal", "redeal", "match.misdeal"),
        ("wrong-count", "skip-next-turn", "famille-trefles.errors"),
        ("out-of-turn", "skip-next-turn", "famille-trefles.errors"),
        ("anti-joker-kept", "eliminated", "famille-trefles.errors"),
        ("false-family", "skip-next-turn", "famille-trefles.false-family"),
    ],
)
def test_every_offence_has_its_effect_and_article(offence: str, effect: str, article: str) -> None:
    (known,) = (declared for declared in GAME.offences if declared.id == offence)
    assert (known.effect_under(FamilleTreflesRules()).id, known.article) == (effect, article)


@pytest.mark.parametrize(
    ("n", "pack", "left", "made_up"),
    [
        (2, 25, 17, "3 couleurs et 1 joker"),
        (3, 25, 13, "3 couleurs et 1 joker"),
        (4, 34, 18, "4 couleurs et 2 jokers"),
        (5, 42, 22, "5 couleurs et 2 jokers"), (6, 51, 27, "6 couleurs et 3 jokers"),
    ],
)  # fmt: skip
def test_the_pack_and_the_draw_pile(n: int, pack: int, left: int, made_up: str) -> None:
    prepared = GAME.prepare(n, FamilleTreflesRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (pack, 4, left)
    assert prepared.notes[0].render("fr") == f"Prenez {made_up}."


def test_the_oldest_deals_first_then_the_winner() -> None:
    first, later = (GAME.prepare(4, FamilleTreflesRules(youngest="Dan"), deal) for deal in (1, 2))
    assert (first.dealer.render("fr"), first.starts.render("fr")) == ("le plus âgé", "le plus jeune\u202f: Dan")
    assert later.dealer.render("fr") == "le gagnant de la partie précédente"
    assert later.starts.render("fr") == "le joueur à gauche du donneur"


@pytest.mark.parametrize(
    ("entries", "lead"),
    [
        ([], "Ana donne, Bob commence."),
        ([penalty("wrong-count", "Dan")] * 2, "Ana donne, Bob commence. Dan passe son prochain tour."),
        (
            [penalty("wrong-count", "Dan"), penalty("wrong-count", "Bob")],
            "Ana donne, Bob commence. Bob et Dan passent leur prochain tour.",
        ),
    ],
)
def test_the_lead_reminds_of_turns_owed(entries: list[dict[str, Any]], lead: str) -> None:
    asked_lead = question_after(GAME_ID, FOUR, entries).lead
    assert asked_lead is not None
    assert asked_lead.render("fr") == lead


def test_a_form_offers_only_who_may_win_and_who_owes_a_turn() -> None:
    state = replay_of(GAME_ID, FOUR, [penalty(OUT, "Bob"), penalty("wrong-count", "Dan")]).state
    won, passed = questions(GAME, state)
    assert won.ways[0].fields[0].barred == ("Bob",)  # type: ignore[union-attr]
    assert passed.ways[0].fields[0].barred == ("Ana", "Bob", "Chloé")  # type: ignore[union-attr]


def test_the_summary_says_that_the_sheet_prints_no_name() -> None:
    assert "ne porte aucun nom" in GAME.summary.render("fr")


@given(st.data())
def test_any_match_keeps_its_accounts(data: st.DataObject) -> None:
    """A second opinion on turns owed and players out, kept by the test itself."""
    players = SIX[: data.draw(st.integers(2, 6))]
    owed: Counter[str] = Counter()
    out: set[str] = set()
    wins: Counter[str] = Counter()
    entries: list[dict[str, Any]] = []
    for _ in range(data.draw(st.integers(0, 14))):
        inside = [player for player in players if player not in out]
        player = data.draw(st.sampled_from(inside))
        moves = ["family", *SKIPS, *([OUT] if len(inside) > 1 else []), *(["served"] if owed[player] else [])]
        move = data.draw(st.sampled_from(moves))
        if move == "family":
            entries.append(family(player))
            wins[player] += 1
            owed.clear()
            out.clear()
        elif move == "served":
            entries.append(served(player))
            owed[player] -= 1
        else:
            entries.append(penalty(move, player))
            if move == OUT:
                out.add(player)
                owed[player] = 0
            else:
                owed[player] += 1
    assert_sound(match_file(GAME_ID, players, entries))
    result = sheet(GAME_ID, players, entries)
    assert result["standing"]["skip_next_turn"] == [player for player in players for _ in range(owed[player])]
    assert result["standing"]["eliminated"] == [player for player in players if player in out]
    assert result["totals"] == {player: wins[player] for player in players}
