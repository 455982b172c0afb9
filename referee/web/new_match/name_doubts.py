"""Names at a new table that may mean somebody else: two of one name, or a slip of a known one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from referee.answers.table import clean_name
from referee.store.players.players import merged_at_table, player_register
from referee.web.access.permissions import current_visitor
from referee.web.answers.similar_names import alike, slip_of
from referee.words import Text, say


@dataclass(frozen=True, slots=True)
class Double:
    """Two names at one table, each with its seat from 1, that are similar or, ``merged``, count as one player.

    ``confirmed``: they are two people.
    """

    names: tuple[str, str]
    seats: tuple[int, int]
    confirmed: bool
    merged: bool

    @property
    def value(self) -> str:
        """The value in the form that confirms these two: no name has a tab."""
        return "\t".join(self.names)

    @property
    def words(self) -> Text:
        who = {"name": self.names[1], "seat": self.seats[1], "other": self.names[0], "beside": self.seats[0]}
        if self.merged:
            return say(
                "« %(name)s » (place %(seat)s) et « %(other)s » (place %(beside)s) comptent pour une seule personne. "
                "S'ils jouent ensemble, ils compteront de nouveau chacun pour soi.",
                **who,
            )
        return say("« %(name)s » (place %(seat)s) ressemble à « %(other)s » (place %(beside)s).", **who)


@dataclass(frozen=True, slots=True)
class Slip:
    """A new name close to one the club knows, with its seat; ``answer``: ``yes`` (it is that one), ``no``, or ""."""

    seat: int
    name: str
    known_name: str
    answer: str


def slips_of_names(seat_of: Mapping[int, str]) -> list[Slip]:
    """The new names that may be slips of the keyboard; a name that is at the table already is another person."""
    visitor = current_visitor()
    if visitor is None:
        return []
    known_names = [player.name for player in player_register(visitor.club.id).players.values()]
    names = {seat: clean_name(name) for seat, name in seat_of.items()}
    free = [name for name in known_names if name not in names.values()]
    slips = {seat: slip_of(name, free) for seat, name in names.items() if name not in known_names}
    return [
        Slip(seat, names[seat], other, request.form.get(f"slip.{seat}", "")) for seat, other in slips.items() if other
    ]


def doubles_of_names(seat_of: dict[int, str]) -> list[Double]:
    visitor = current_visitor()
    seat = {clean_name(name): index + 1 for index, name in seat_of.items()}
    confirmed = request.form.getlist("alike")
    merged = merged_at_table(visitor.club.id, seat) if visitor else []
    similar = [pair for pair in alike(list(seat)) if pair not in merged and pair[::-1] not in merged]
    return [
        Double(pair, (seat[pair[0]], seat[pair[1]]), "\t".join(pair) in confirmed, pair in merged)
        for pair in (*merged, *similar)
    ]
