"""Games in which everybody says exactly how many tricks they will take: the bids, then the tricks, and the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee.answers.choices import trump_choice
from referee.answers.numbers import Counts, ForbiddenTotal
from referee.game_definition.figures import Figure
from referee.game_definition.game import Question, Way
from referee.game_definition.sheet import Tally
from referee.game_definition.state import State
from referee.words import Text, say, say_n


@dataclass(frozen=True, slots=True)
class BidArticles:
    """The articles that refuse wrong bids, wrong tricks, and bids that together make the tricks.

    ``not_equal``: "" in a game whose bids may always make the tricks; otherwise its house rules have ``not_equal``.
    """

    bids: str
    tricks: str
    not_equal: str = ""


NOT_EQUAL = say("Le total des annonces n'est jamais juste")
NO_TRUMP_LEFT = say("Aucune carte ne reste : sans atout.")


def cards_in_words(n: int) -> Text:
    return say_n("%(n)s carte", "%(n)s cartes", n)


TRICKS_LABEL = say("Plis faits")
FIGURES = (
    Figure("bids-made", say("Annonces tenues"), "share", lambda cards: cards_in_words(int(cards))),
    Figure("bids-over", say("Trop annoncé"), "share"),
    Figure("bids-under", say("Pas assez annoncé"), "share"),
)


def bids_then_tricks(
    state: State, cards: int, articles: BidArticles, points: Callable[[int, int], int], turned: bool = True
) -> Question:
    """The step ``bids`` of a deal of ``cards`` cards each, then ``tricks``; the rule ``not_equal`` forbids a total.

    ``points``: of a bid and the tricks taken. ``turned``: whether a card is left to turn up for trump. Without one no
    form asks the trump, but an entry recorded with it stays valid.
    """
    speakers = state.table.after(state.dealer)
    if "bids" in state.answers:
        bids = state.answers["bids"]["bids"]
        gains = {player: [points(bids[player], made) for made in range(cards + 1)] for player in speakers}
        tricks = Counts(
            "tricks", TRICKS_LABEL, speakers, cards, articles.tricks, total=cards, announced=bids, gains=gains
        )
        lead = say_n("%(n)s pli à se partager.", "%(n)s plis à se partager.", cards)
        return Question("tricks", say("Les plis"), (Way((tricks,)),), lead, subject=say("les plis"))
    forbids_total = articles.not_equal and state.rules.not_equal
    avoid = ForbiddenTotal(cards, articles.not_equal, state.dealer) if forbids_total else None
    remarks = {speakers[0]: say("parle en premier"), state.dealer: say("donne, parle en dernier")}
    said = Counts("bids", say("Annonces"), speakers, cards, articles.bids, avoid=avoid, remarks=remarks)
    trump = replace(trump_choice(nothing=say("sans atout")), offered=turned)
    order = {"first": speakers[0], "dealer": state.dealer}
    lead = say("%(first)s parle en premier, %(dealer)s en dernier.", **order)
    if not turned:
        lead = say(
            "Sans atout : toutes les cartes sont données. %(first)s parle en premier, %(dealer)s en dernier.", **order
        )
    ways = (Way((said, trump)),)
    return Question("bids", say("Les annonces"), ways, lead, subject=say("les annonces"), button=say("On joue"))


def bid_tallies(bids: Mapping[str, int], tricks: Mapping[str, int], cards: int) -> tuple[Tally, ...]:
    """Whether each bid was met, too high or too low, by the size of the hands."""
    return (
        Tally("bids-made", {player: int(bid == tricks[player]) for player, bid in bids.items()}, str(cards)),
        Tally("bids-over", {player: int(bid > tricks[player]) for player, bid in bids.items()}),
        Tally("bids-under", {player: int(bid < tricks[player]) for player, bid in bids.items()}),
    )
