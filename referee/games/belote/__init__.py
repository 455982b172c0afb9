"""La Belote: its declaration.

Steps ``contract`` and ``result``. Its own: points held after a level deal for the winner of the next.
"""

from __future__ import annotations

from dataclasses import replace

from referee.game_definition.endings import end_at_target_or_deals, needs_an_end
from referee.game_definition.game import Game, in_two_teams, numbered_deal
from referee.game_definition.offences import CORRECT_OR_REPLAY, MISDEAL, REVOKE
from referee.game_definition.result_of_162 import POINTS_LABEL
from referee.game_definition.turn_order import by_turn_option, order_by_turn_option
from referee.games.belote import scoring
from referee.words import say

FALSE_CARD = replace(
    REVOKE,
    consequence=say("On la répare avant le pli suivant ; après, on rejoue. Vue la donne finie : 162 à l'autre camp."),
    article="belote.revoke",
    effect=replace(CORRECT_OR_REPLAY, short=say("On répare, on rejoue, ou 162")),
)

GAME = Game(
    id="belote",
    name=say("La Belote"),
    summary=say("À deux contre deux : le camp qui prend doit faire plus de points que l'autre."),
    pack=say("32 cartes, du sept à l'as"),
    length=say("en 1000 points, ou le nombre convenu"),
    records=say("qui prend, puis les points de chaque camp"),
    bidding="taker",
    asked_later=lambda table: (POINTS_LABEL,),
    also={"fr": ("belote simple", "belote classique"), "en": ("klaverjas cousin",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target_or_deals,
    check_table=needs_an_end,
    prepare=scoring.prepare,
    rules=scoring.BeloteRules,
    offences=(MISDEAL, FALSE_CARD),
    check=scoring.check,
    order=order_by_turn_option,
    direction=by_turn_option,
    in_teams=in_two_teams,
    figures=scoring.FIGURES,
    features=frozenset(("tricks", "following", "turns", "hands")),
)
