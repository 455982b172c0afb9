"""The home page: open matches, games to begin, the last finished matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, render_template, request
from sqlalchemy.exc import NoResultFound

from referee.game_definition.match_course import sheet_of
from referee.store.clubs.clubs import Visitor, clubs_of, one_match
from referee.store.database.models import Match
from referee.store.evenings.evenings import Winner, winners_of
from referee.store.evenings.recycle_bin import deleted_match
from referee.store.matches import matches as stored
from referee.store.matches.rematch import same_table
from referee.store.matches.seating.seat_colours import colours_of, table_colours
from referee.store.matches.stored_match import StoredMatch, stop_of, stored_matches
from referee.web.access.permissions import current_visitor
from referee.web.home.match_cards import MatchCard
from referee.web.home.tonight import tonight
from referee.web.matches.match_course import stairs
from referee.web.new_match.game_shelves import games_by_recency
from referee.web.rendering.paging import NoSuchPlace

pages = Blueprint("home", __name__)

AT_ONCE, FOLDED, AT_HAND = 3, 50, 5
"""Open matches shown with their leaders; more of them folded, and on each further page; games shown unfolded."""


@pages.get("/")
def show() -> str:
    visitor = current_visitor()
    if visitor and visitor.only is None and "before" in request.args:
        try:
            matches = stored.open_matches(visitor.club.id, FOLDED + 1, request.args["before"])
        except NoResultFound:
            raise NoSuchPlace("before") from None
        others, more = [MatchCard(match) for match in matches[:FOLDED]], len(matches) > FOLDED
        following = matches[FOLDED - 1].public_id if more else None
        return render_template(
            "home/home.html", others=others, following=following, visitor=visitor, clubs=[], games=[]
        )
    going_on, finished = _matches(visitor) if visitor else ([], [])
    more = visitor is not None and len(going_on) > AT_ONCE + FOLDED
    number_open = stored.number_of_open_matches(visitor.club.id) if visitor and more else len(going_on)
    read = stored_matches([match.id for match in (*going_on[:AT_ONCE], *finished[:1])])
    last = max(read.values(), key=lambda match: match.changed_at, default=None)
    colours = _colours([*going_on[:AT_ONCE], *finished])
    winners = winners_of([match.id for match in finished])
    keeps = visitor is None or visitor.keeps
    gone = request.args.get("gone")
    return render_template(
        "home/home.html",
        going_on=[
            _leading(read[match.id], colours[match.id]) if match.id in read else MatchCard(match, damaged=True)
            for match in going_on[:AT_ONCE]
        ],
        others=[MatchCard(match) for match in going_on[AT_ONCE : AT_ONCE + FOLDED]],
        unfolded=number_open - AT_ONCE,
        following=going_on[AT_ONCE + FOLDED - 1].public_id if more else None,
        finished=_won_matches(finished, winners, colours),
        tonight=tonight(finished, winners) if visitor and visitor.only is None else None,
        visitor=visitor,
        clubs=clubs_of(visitor.device.id) if visitor else [],
        games=games_by_recency() if keeps else [],
        at_hand=AT_HAND,
        again=same_table(last) if last and keeps else None,
        gone=deleted_match(visitor.club.id, gone) if visitor and visitor.keeps and gone else None,
    )


def _matches(visitor: Visitor) -> tuple[Sequence[Match], Sequence[Match]]:
    """The open matches and the last finished ones; for a device limited to one match, that one."""
    if visitor.only is not None:
        only = one_match(visitor.only)
        return [match for match in only if not match.over], [match for match in only if match.over]
    return stored.open_matches(visitor.club.id, AT_ONCE + FOLDED + 1), stored.finished_matches(visitor.club.id, 4)


def _colours(matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    """The colours of the players who began these matches, by name; none for dummies."""
    own = colours_of([match.id for match in matches])
    people = {match.id: stored.people_of(match) for match in matches}
    return {
        match.id: {
            name: colour
            for name, colour in zip(match.players, table_colours(own[match.id], len(match.players)))
            if name in people[match.id]
        }
        for match in matches
    }


def _leading(match: StoredMatch, colours: Mapping[str, int]) -> MatchCard:
    replay = match.replay
    sheet = sheet_of(match.setup.game, replay) if replay.rounds else None
    best = sheet.ranking[0] if sheet else ()
    return MatchCard(
        match,
        best,
        sheet.totals[best[0]] if sheet else None,
        replay.state.deal,
        sheet.totals if sheet else {},
        colours,
        stairs=stairs(match.setup.game, replay.state),
    )


def _won_matches(
    matches: Sequence[Match], winners: Mapping[int, Mapping[str, Winner]], colours: Mapping[int, Mapping[str, int]]
) -> list[MatchCard]:
    """The finished matches with their winners, from the stored results."""
    won = ((match, winners.get(match.id, {})) for match in matches)
    return [
        MatchCard(
            match,
            tuple(of),
            next((won.total for won in of.values()), None),
            colours=colours[match.id],
            stopped=next((stop_of(match, won.deals) for won in of.values() if won.stopped), None),
            won=all(won.won for won in of.values()),
        )
        for match, of in won
    ]
