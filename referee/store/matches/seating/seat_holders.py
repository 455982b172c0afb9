"""Phones that answer for one player of a match that has chosen so.

Their answers go into the count of the open question. A phone holds one seat. It is no right: keepers answer for
all players, also for those whose seat is held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, delete, or_, select, update

from referee.store.database.models import Match, Membership, SeatHolder
from referee.store.database.orm_base import db
from referee.store.database.transactions import changing_one
from referee.store.matches.running_counts import Typed, change_count
from referee.store.matches.stored_match import StoredMatch

GONE = ""
"""The stream of a phone that follows the match no more: its seat is free for others."""
CALLED = "?"
"""The stream of a phone that has been called since a server started, and has not come yet."""


def choose_own_phones(match: StoredMatch, chosen: bool) -> None:
    """Let each player answer from a phone of their own in this match, or no more, which frees all seats."""
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or row.own_phones == chosen:
            return
        row.own_phones, row.seating = chosen, row.seating + 1
        db.session.execute(delete(SeatHolder).where(SeatHolder.match_id == row.id))


def keep_seats(before: Match | StoredMatch, match: Match, names: Mapping[str, str]) -> None:
    """Let those who answered on their own phones in the match ``before`` do so in the next one, by their present names.

    A phone that may see that match alone does not come along, and nobody does to a table of other people.
    """
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or not before.own_phones or row.seating or not set(names.values()) & set(row.players):
            return
        row.own_phones, row.seating = True, 1
        come = select(SeatHolder).join(Membership, Membership.id == SeatHolder.membership_id)
        for holder in db.session.scalars(come.where(SeatHolder.match_id == before.id, Membership.match_id.is_(None))):
            player = names.get(holder.player)
            if player in row.players:
                db.session.add(SeatHolder(match_id=row.id, player=player, membership_id=holder.membership_id))


def rename_holders(match_id: int, names: Mapping[str, str]) -> None:
    """Let the phones that answer for players who are named otherwise now go on doing so."""
    for old, new in names.items():
        held = SeatHolder.match_id == match_id, SeatHolder.player == old
        db.session.execute(update(SeatHolder).where(*held).values(player=new))


def holders(match_id: int) -> Mapping[str, SeatHolder]:
    """The holder of each seat that is held, by player."""
    rows = db.session.scalars(select(SeatHolder).where(SeatHolder.match_id == match_id))
    return {row.player: row for row in rows}


def seat_of(match_id: int, membership_id: int) -> str | None:
    """The player for whom this phone answers."""
    holder = _holder_of(match_id, membership_id)
    return None if holder is None else holder.player


def _holder_of(match_id: int, membership_id: int) -> SeatHolder | None:
    mine = SeatHolder.match_id == match_id, SeatHolder.membership_id == membership_id
    return db.session.scalar(select(SeatHolder).where(*mine))


def take_seat(match: StoredMatch, membership_id: int, player: str) -> bool:
    """Take the seat of a player in place of one's own; False while another phone holds it, or where none is to have."""
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or not row.own_phones:
            return False
        holder = db.session.get(SeatHolder, (row.id, player))
        if holder is not None and holder.membership_id != membership_id and holder.stream != GONE:
            return False
        mine = SeatHolder.membership_id == membership_id
        either = or_(mine, SeatHolder.player == player)
        db.session.execute(delete(SeatHolder).where(SeatHolder.match_id == row.id, either))
        db.session.add(SeatHolder(match_id=row.id, player=player, membership_id=membership_id))
        row.seating += 1
        return True


def free_seat(match: StoredMatch, player: str) -> None:
    with changing_one(Match, match.club_id, match.id) as row:
        holder = db.session.get(SeatHolder, (match.id, player))
        if row is not None and holder is not None:
            db.session.delete(holder)
            row.seating += 1


def follow_from_seat(match: StoredMatch, membership_id: int, stream: str) -> None:
    """Note the stream by which the holder of a seat follows the match from now on: it is there again."""
    if seat_of(match.id, membership_id) is not None:
        _note_stream(match, membership_id, stream)


def leave_seat(match: StoredMatch, membership_id: int, stream: str) -> None:
    """Free the seat of a phone whose stream has ended, unless it has begun another one meanwhile."""
    if follows_by(match.id, membership_id, stream):
        _note_stream(match, membership_id, GONE, only=stream)


def follows_by(match_id: int, membership_id: int, stream: str) -> bool:
    """Whether this phone holds a seat, and has begun no other stream since."""
    holder = _holder_of(match_id, membership_id)
    return holder is not None and holder.stream in (None, stream)


def come_back(match: StoredMatch, membership_id: int) -> None:
    """The holder of a seat that is gone, or was called, is there: it asks without a stream."""
    holder = _holder_of(match.id, membership_id)
    if holder is not None and holder.stream in (GONE, CALLED):
        _note_stream(match, membership_id, None)


def call_phones() -> None:
    """Have the phones of all seats ask for their page: their streams may have ended with a server that told nobody."""
    _note_streams(SeatHolder.stream.is_distinct_from(GONE), CALLED)


def free_silent_seats() -> None:
    """Free the seats of phones that were called and have not come."""
    _note_streams(SeatHolder.stream == CALLED, GONE)


def _note_streams(which: ColumnElement[bool], stream: str) -> None:
    """Store the stream of these seats of matches that go on, and tell all who follow one of them."""
    going = select(Match.club_id, Match.id).where(~Match.over, Match.deleted_at.is_(None))
    held = going.where(Match.id.in_(select(SeatHolder.match_id).where(which)))
    for club_id, match_id in db.session.execute(held).all():
        with changing_one(Match, club_id, match_id) as match:
            if match is not None:
                db.session.execute(
                    update(SeatHolder).where(SeatHolder.match_id == match_id, which).values(stream=stream)
                )
                match.seating += 1


def _note_stream(match: StoredMatch, membership_id: int, stream: str | None, only: str | None = None) -> None:
    """Store the stream of a seat's holder; ``only``: if that is its newest one. Whether it is there is told to all."""
    with changing_one(Match, match.club_id, match.id) as row:
        holder = _holder_of(match.id, membership_id)
        if row is None or holder is None or (only is not None and holder.stream not in (None, only)):
            return
        was_gone, is_gone = holder.stream == GONE, stream == GONE
        if was_gone != is_gone:
            row.seating += 1
        holder.stream = stream


def answer(
    match: StoredMatch, membership_id: int, question_key: str, change: Callable[[str, Typed], Typed | None]
) -> bool:
    """Change the count of the form with this key as the player of this phone's seat answers: it is there again.

    False, and nothing is changed: it holds no seat any more, or see :func:`change_count`.
    """

    def change_answers(typed: Typed) -> Typed | None:
        holder = _holder_of(match.id, membership_id)
        if holder is not None and holder.stream in (GONE, CALLED):
            if holder.stream == GONE:
                db.session.get_one(Match, match.id).seating += 1
            holder.stream = None
        return None if holder is None else change(holder.player, typed)

    return change_count(match, question_key, change_answers)
