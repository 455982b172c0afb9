"""What is said before the tricks of a deal: its trump, and how many of them each will take."""

from __future__ import annotations

from collections.abc import Mapping

from referee.answers.choices import SUIT_NAMES
from referee.game_definition.game import BidSummary
from referee.game_definition.state import Answer, State
from referee.words import Renderable, say

BID_AND_TRICKS = say("2→1 : 2 plis annoncés, 1 fait.")
"""The legend of a sheet whose cells say bid and tricks."""


def trump_in_words(answer: Answer) -> Renderable | None:
    """The trump of an answer to ``trump_choice``; None where it was not noted."""
    return dict(SUIT_NAMES).get(answer.get("trump"))


def tricks_asked(state: State, cards: int, turned: bool = True) -> BidSummary:
    """The bids of a deal of ``cards`` tricks, once they are made, with their trump; null is no trump.

    ``turned``: whether a card is left to turn up for trump; without one there is none.
    """
    if "bids" not in state.answers:
        return BidSummary()
    answer = state.answers["bids"]
    bids: Mapping[str, int] = answer["bids"]
    together = say("plis demandés : %(n)s sur %(cards)s", n=sum(bids.values()), cards=cards)
    no_trump = not turned or answer.get("trump", "") is None
    trump = say("sans atout") if no_trump else trump_in_words(answer)
    return BidSummary(trump, together, {player: say("demande %(n)s", n=bid) for player, bid in bids.items()})
