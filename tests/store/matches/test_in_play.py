"""A figure counts the deals in which somebody was in play: not those of who rested, had left or had not come yet."""

from typing import Any

from flask import Flask
from sqlalchemy import select

from referee.matches.log import Change
from referee.store.database.models import Player, Result
from referee.store.database.orm_base import db
from tests.store.keeping import PLAYERS, Keeper

Entry = dict[str, Any]


def results_by_name(keeper: Keeper) -> dict[str, tuple[int, int]]:
    """The deals of the match, and those in which they were in play, of each player with a result."""
    query = select(Player.name, Result.deals, Result.in_play).join(Player, Player.id == Result.player_id)
    with keeper.app.app_context():
        return {name: (deals, in_play) for name, deals, in_play in db.session.execute(query)}


def petite(taker: str) -> list[Entry]:
    return [{"step": "contract", "taker": taker, "contract": "petite"}, {"step": "result", "points": 41, "oudlers": 2}]


def test_a_deal_counts_for_those_who_were_in_play_not_for_who_rested_had_left_or_had_not_come(app: Flask) -> None:
    keeper = Keeper(app, "tarot", ("Ana", "Bob", "Chloé", "Dan", "Éric"), options={"resting": 1})
    entries = [*petite("Bob"), {"step": "leaves", "player": "Dan"}, *petite("Bob")]
    for entry in [*entries, {"step": "joins", "player": "Zoé"}, *petite("Bob"), {"step": "end"}]:
        assert keeper.record(Change(entry)).outcome == "recorded"
    # Ana rests in the first deal, Éric in the second, Chloé in the third, for Dan has left.
    assert results_by_name(keeper) == {
        "Ana": (3, 2), "Bob": (3, 3), "Chloé": (3, 2), "Dan": (3, 1), "Éric": (3, 2), "Zoé": (3, 1),
    }  # fmt: skip


def test_a_stand_in_has_the_place_of_a_seat_for_more_than_half_of_the_deals_that_it_was_in(app: Flask) -> None:
    keeper = Keeper(app, "yaniv", PLAYERS)
    call = {"step": "call", "caller": "Ana", "points": {"Ana": 0, "Bob": 5, "Chloé": 6, "Dan": 7}}
    three = {"step": "call", "caller": "Ana", "points": {"Ana": 0, "Bob": 5, "Chloé": 6}}
    relay = {"step": "relay", "player": "Dan", "by": "Zoé"}
    for entry in [relay, call, {"step": "leaves", "player": "Dan"}, three, three, {"step": "end"}]:
        assert keeper.record(Change(entry)).outcome == "recorded"
    assert results_by_name(keeper) == {"Ana": (3, 3), "Bob": (3, 3), "Chloé": (3, 3), "Zoé": (3, 1)}
