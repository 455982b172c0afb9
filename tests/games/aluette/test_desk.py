"""L'Aluette: who wins a deal, counted again prefix by prefix, and the eight signs."""

import random
from typing import Any

import pytest

from tests.desk.asking import answer, blamed

FOUR, SIX = ("Ana", "Bob", "Chloé", "Dan"), ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny")


def second_opinion(players: tuple[str, ...], winners: list[str | None]) -> dict[str, Any]:
    """Count again after every trick: who first stands where the best ends."""
    most = max(winners.count(player) for player in players)
    if not most:
        return {"side": None, "player": None, "points": 0, "mordienne": False}
    first = next(
        player
        for end in range(1, len(winners) + 1)
        for player in players
        if winners[:end].count(player) == most and winners.count(player) == most
    )
    mordienne = "".join("x" if winner == first else "." for winner in winners).lstrip(".") == "x" * most
    team = [player for seat, player in enumerate(players) if seat % 2 == players.index(first) % 2]
    return {"side": " & ".join(team), "player": first, "points": 1 + mordienne, "mordienne": mordienne}


@pytest.mark.thorough(unless="game")
@pytest.mark.parametrize(("players", "tricks"), [(FOUR, 9), (SIX, 8)])
def test_the_winner_of_random_deals_agrees_with_a_count_trick_by_trick(players: tuple[str, ...], tricks: int) -> None:
    chance = random.Random(tricks)
    mordiennes = 0
    for _ in range(2500):
        takers = chance.sample((None, *players), chance.randrange(1, 5))
        winners = [chance.choice(takers) for _ in range(tricks)]
        if chance.random() < 0.3:
            winners.sort(key=lambda name: takers.index(name))
        expected = second_opinion(players, winners)
        mordiennes += expected["mordienne"]
        assert answer("aluette", "deal-winner", {"players": list(players), "winners": winners}) == expected, winners
    assert mordiennes > 50


@pytest.mark.parametrize("teams", [None, [["Ana", "Chloé"], ["Bob", "Dan"]], [["Dan", "Bob"], ["Chloé", "Ana"]]])
def test_the_teams_are_the_alternating_ones_however_they_are_told(teams: list[list[str]] | None) -> None:
    facts = {"players": list(FOUR), "teams": teams, "winners": ["Dan", *[None] * 8]}
    assert answer("aluette", "deal-winner", facts)["side"] == "Bob & Dan"


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"players": ["Ana", "Bob", "Chloé", "Dan", "Eve"]}, ["facts.players"]),
        ({"players": ["Ana", "Bob", "Ana", "Dan"]}, ["facts.players"]),
        ({"teams": [["Ana", "Bob"], ["Chloé", "Dan"]]}, ["facts.teams"]),
        ({"teams": [["Ana", "Chloé"]]}, ["facts.teams"]),
        ({"teams": [["Ana", "Chloé"], ["Bob", "Eve"]]}, ["facts.teams"]),
        ({"winners": ["Ana"] * 8}, ["facts.winners"]),
        ({"winners": ["Ana"] * 10}, ["facts.winners"]),
        ({"winners": []}, ["facts.winners"]),
        ({"winners": ["Eve", *["Ana"] * 8]}, ["facts.winners.0"]),
        ({"winners": [0, *["Ana"] * 8]}, ["facts.winners.0"]),
    ],
)
def test_what_cannot_be(change: dict[str, Any], fields: list[str]) -> None:
    facts = {"players": list(FOUR), "winners": ["Ana"] * 9, **change}
    assert blamed("aluette", "deal-winner", facts) == fields


@pytest.mark.parametrize(
    ("card", "sign"),
    [
        ("3D", "eyes-up"), ("3H", "mouth-aside"), ("2D", "one-eye"), ("2H", "pout"), ("9H", "thumb"),
        ("9D", "little-finger"), ("2C", "forefinger"), ("2S", "writing"), ("AS", None), ("9C", None), ("3S", None),
        ("KH", None),
    ],
)  # fmt: skip
def test_eight_cards_have_a_sign_and_no_other(card: str, sign: str | None) -> None:
    assert answer("aluette", "sign", {"card": card}) == {"sign": sign}
