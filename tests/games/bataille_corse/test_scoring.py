"""La Bataille Corse: a point a game to whoever wins the whole pack (articles bataille-corse.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.bataille_corse import GAME
from referee.games.bataille_corse.scoring import CONTRACTS, BatailleCorseRules
from tests.games.tables import FOUR, SIX, assert_sound, match_file, question_after, replay_of, sheet, violations_of

GAME_ID = "bataille-corse"


def won(winner: str) -> dict[str, Any]:
    return {"step": "won", "winner": winner}


def penalty(offence: str, player: str) -> dict[str, Any]:
    return {"step": "penalty", "offence": offence, "player": player}


def test_a_whole_evening_of_three_games() -> None:
    result = sheet(
        GAME_ID, FOUR, [won("Bob"), penalty("wrong-slap", "Dan"), won("Dan"), won("Bob")], options={"target": 2}
    )
    assert result == {
        "format": "referee-sheet/1",
        "game": GAME_ID,
        "sides": [{"name": name, "players": [name]} for name in FOUR],
        "rounds": [
            {
                "number": 1,
                "label": "Donne 1",
                "dealer": "Ana",
                "scores": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0},
                "totals": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0},
            },
            {
                "number": 2,
                "label": "Donne 2",
                "dealer": "Bob",
                "scores": {"Ana": 0, "Bob": 0, "Chloé": 0, "Dan": 1},
                "totals": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 1},
            },
            {
                "number": 3,
                "label": "Donne 3",
                "dealer": "Chloé",
                "scores": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0},
                "totals": {"Ana": 0, "Bob": 2, "Chloé": 0, "Dan": 1},
            },
        ],
        "totals": {"Ana": 0, "Bob": 2, "Chloé": 0, "Dan": 1},
        "ranking": [["Bob"], ["Dan"], ["Ana", "Chloé"]],
        "over": True,
        "winners": ["Bob"],
        "next": None,
        "standing": {"skip_next_turn": [], "eliminated": [], "titles": {}},
    }


def test_the_deal_goes_to_the_left_whoever_won() -> None:
    coming = sheet(GAME_ID, FOUR, [won("Dan")], dealer="Chloé")["next"]
    assert coming == {"step": "won", "round": 2, "dealer": "Dan", "order": ["Ana", "Bob", "Chloé", "Dan"]}


def test_the_score_cites_its_article() -> None:
    (line,) = replay_of(GAME_ID, FOUR, [won("Ana")]).rounds[0].lines
    assert (line.side, line.points, line.article) == ("Ana", 1, "bataille-corse.score")
    assert line.reason.render("fr") == "a toutes les cartes"


def test_the_lead_names_the_dealer_and_who_turns_up_the_first_card() -> None:
    lead = question_after(GAME_ID, FOUR, [won("Ana")]).lead
    assert lead is not None
    assert lead.render("fr") == "Bob donne, Chloé retourne la première carte."


def test_without_a_target_only_the_table_ends_the_match() -> None:
    assert not sheet(GAME_ID, FOUR, [won("Ana")] * 60)["over"]
    assert sheet(GAME_ID, FOUR, [won("Ana"), won("Bob"), {"step": "end"}])["winners"] == ["Ana", "Bob"]
    assert sheet(GAME_ID, FOUR, [{"step": "end"}])["winners"] == []


@pytest.mark.parametrize("tie", ["extra-deal", "shared"])
def test_the_first_to_reach_the_target_wins_alone_under_either_tie_rule(tie: str) -> None:
    result = sheet(GAME_ID, FOUR, [won("Ana"), won("Bob"), won("Bob")], options={"target": 2, "tie": tie})
    assert result["winners"] == ["Bob"]


@pytest.mark.parametrize("rule", ["none", "one-under", "two-under"])
def test_a_wrong_slap_has_the_effect_the_table_chose_and_no_score(rule: str) -> None:
    offence = next(declared for declared in GAME.offences if declared.id == "wrong-slap")
    assert offence.effect_under(BatailleCorseRules(wrong_slap=rule)).id == rule
    assert offence.article == "bataille-corse.wrong-slap"
    before, after = (
        sheet(GAME_ID, FOUR, entries, options={"wrong_slap": rule}) for entries in ([], [penalty("wrong-slap", "Bob")])
    )
    assert after == before


def test_after_the_last_game_nothing_more() -> None:
    assert violations_of(GAME_ID, FOUR, [won("Ana"), won("Bob")], options={"target": 1}) == [(1, "match.over", None)]


@pytest.mark.parametrize("value", [0, 4])
def test_the_ace_owes_nothing_or_four(value: int) -> None:
    assert sheet(GAME_ID, FOUR, [], options={"ace_contract": value, "target": None})["rounds"] == []


def test_a_jack_one_a_queen_two_a_king_three() -> None:
    assert CONTRACTS == {"J": 1, "Q": 2, "K": 3}


@pytest.mark.parametrize(
    ("n", "dealt"), [(2, 26), (3, (18, 17, 17)), (4, 13), (5, (11, 11, 10, 10, 10)), (6, (9, 9, 9, 9, 8, 8))]
)
def test_the_whole_pack_is_dealt(n: int, dealt: object) -> None:
    prepared = GAME.prepare(n, BatailleCorseRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (52, dealt, 0)
    assert bool(prepared.notes) == isinstance(dealt, tuple)


@given(st.data())
def test_any_match_adds_up_to_a_point_a_game(data: st.DataObject) -> None:
    players = SIX[: data.draw(st.integers(2, 6))]
    step = st.one_of(
        st.sampled_from(players).map(won),
        st.builds(penalty, st.sampled_from(["misdeal", "wrong-slap"]), st.sampled_from(players)),
        st.just({"step": "note", "text": "litige"}),
    )
    entries = data.draw(st.lists(step, max_size=12))
    assert_sound(match_file(GAME_ID, players, entries))
    games = sum(entry["step"] == "won" for entry in entries)
    assert sum(sheet(GAME_ID, players, entries)["totals"].values()) == games
