"""The rows of the pages of evenings: what was won, quoted and played in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.store.database.models import Evening, Match
from referee.store.evenings import evenings as stored_evenings
from referee.store.matches.seating.seat_colours import evening_colours, table_colours
from referee.store.matches.seating.seats import BEHIND_ALL_SEATS
from referee.store.matches.stored_match import stop_of, stored_matches
from referee.store.players.players import COLOURS, PlayerRegister
from referee.web.evenings.evening_story import EveningStory
from referee.web.matches.match_view import MatchView
from referee.words import Text
from referee.words.folding import folded

SeatedPlayers = Mapping[int, Sequence[tuple[int, int]]]
"""By match, its seats with their players (:func:`players_by_seat`)."""

PEOPLE_IN_ROW, MATCHES_IN_ROW, SIDES_IN_LINE = 24, 12, 3
"""People and matches of an evening in the list, winning sides of a match on the page of an evening."""
WON = 40
"""Lines of won matches on a page of an evening."""
QUOTED = 4
"""Matches of which a note is quoted on a page of the list."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening in the list with its matches, their winners, people with their colours, and what was found."""

    evening: Evening
    matches: Sequence[Match]
    winners: dict[int, dict[str, stored_evenings.Winner]]
    players: dict[str, int]
    quotes: Sequence[Quote] = ()

    @property
    def people(self) -> list[tuple[str, int]]:
        """The first people with their colours."""
        return list(self.players.items())[:PEOPLE_IN_ROW]

    @property
    def further_people(self) -> int:
        return len(self.players) - PEOPLE_IN_ROW

    @property
    def lines(self) -> list[MatchLine]:
        """The first matches with their winners."""
        return [_match_line(match, self.winners.get(match.id, {})) for match in self.matches[:MATCHES_IN_ROW]]

    @property
    def further_matches(self) -> int:
        return len(self.matches) - MATCHES_IN_ROW


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in the list of evenings; ``winners``: the sides that won it, none of one that goes on.

    ``stopped``: that the table ended it by agreement, and when.
    """

    match: Match
    winners: Mapping[str, stored_evenings.Winner]
    stopped: Text | None


def _match_line(match: Match, winners: Mapping[str, stored_evenings.Winner]) -> MatchLine:
    stop = next((winner for winner in winners.values() if winner.stopped), None)
    return MatchLine(match, winners, None if stop is None else stop_of(match, stop.deals))


@dataclass(frozen=True, slots=True)
class Quote:
    """A note or a decision that holds words looked for, and the place in its match's log."""

    match: str
    position: int
    text: str


def quotes_of(evenings: Mapping[int, Sequence[Match]], text: str) -> dict[int, list[Quote]]:
    """By evening, the first notes that hold a word of ``text``, those that hold the most words first.

    Few matches are read, those of the evenings that stand first.
    """
    words = folded(text).split()
    noted = [
        (evening_id, match)
        for evening_id, matches in evenings.items()
        for match in matches
        if any(word in match.notes for word in words)
    ][:QUOTED]
    logs = stored_matches([match.id for _, match in noted])
    quotes: dict[int, list[Quote]] = {}
    for evening_id, match in noted:
        current = logs[match.id].replayed_log.current if match.id in logs else ()
        notes = [
            (sum(word in folded(record.entry["text"]) for word in words), record)
            for record in current
            if record.entry["step"] == "note"
        ]
        most, best = max(notes, key=lambda note: note[0], default=(0, None))
        if best is not None and most:
            quote = Quote(match.public_id, best.position, best.entry["text"])
            quotes.setdefault(evening_id, []).append(quote)
    return quotes


def seat_by_player(matches: Sequence[Match], sat: SeatedPlayers, people: PlayerRegister) -> dict[str, int]:
    """The people of the evening's matches, stand-ins included, each once, with the colour of the evening's page."""
    colours = evening_colours(_came(matches, sat), people)
    names: dict[int, str] = {}
    for match in matches:
        for seat, player in sat[match.id]:
            root = people.root(player)
            noted = match.players[seat] if seat < len(match.players) else people.players[player].name
            names.setdefault(root, noted if root == player else people.players[root].name)
    return {name: colours[root] for root, name in names.items()}


def _came(matches: Sequence[Match], sat: SeatedPlayers) -> Iterator[int]:
    """The players of these matches in their order, each once a match."""
    return (player for match in matches for _, player in sat[match.id])


def colours_of_people(
    matches: Sequence[Match],
    sat: SeatedPlayers,
    people: PlayerRegister,
    story: EveningStory,
    views: Sequence[MatchView],
) -> dict[str, int]:
    """One colour for each player, dummy and side all evening; none where there are more people than colours."""
    given = evening_colours(_came(matches, sat), people)
    if len(given) > COLOURS:
        return {}
    colours = {place.player.name: given[place.player.id] for place in story.standing}
    for view in views:
        seats = {seat: given[people.root(player)] for seat, player in sat[view.stored_match.id]}
        colours |= {name: seats[seat] for seat, name in enumerate(view.state.table.players) if seat in seats} | colours
    names = dict.fromkeys(name for view in views for name in view.state.table.players)
    dummies = [name for name in names if name not in colours]
    left = table_colours(dict(enumerate(given.values())), len(given) + len(dummies))[len(given) :]
    colours |= zip(dummies, left, strict=True)
    sides = [side for view in views for side in view.state.table.sides]
    return {**{side.name: colours[side.players[0]] for side in sides}, **colours}


@dataclass(frozen=True, slots=True)
class WonMatchLine:
    """A won match: the winning sides with their colours, their total, and where it is told."""

    match: Match
    sides: Mapping[str, int]
    total: int
    stopped: Text | None
    address: str

    @property
    def first_sides(self) -> list[tuple[str, int]]:
        return list(self.sides.items())[:SIDES_IN_LINE]

    @property
    def further_sides(self) -> int:
        return len(self.sides) - SIDES_IN_LINE


def _address_of(evening: Evening, match: Match, on_page: Sequence[Match]) -> str:
    """Where a match of an evening is told: on this page, or on the one that begins with it."""
    anchor = f"m-{match.public_id}"
    if match in on_page:
        return f"#{anchor}"
    place: dict[str, Any] = {"public_id": evening.public_id, "from": match.public_id}
    return url_for(".show", _anchor=anchor, **place)


def won_matches(
    evening: Evening,
    matches: Sequence[Match],
    winners: Mapping[int, Mapping[str, stored_evenings.Winner]],
    on_page: Sequence[Match],
    sat: SeatedPlayers,
    people: PlayerRegister,
) -> list[WonMatchLine]:
    won = []
    for match in matches[:WON]:
        if sides := winners.get(match.id):
            own = {seat: people.players[player].colour for seat, player in sat[match.id] if seat < BEHIND_ALL_SEATS}
            at_table = table_colours(own, max(len(match.players), *(seat + 1 for seat in own)))
            colours = {side: at_table[winner.seat] for side, winner in sides.items()}
            best = next(iter(sides.values()))
            stopped = stop_of(match, best.deals) if best.stopped else None
            address = _address_of(evening, match, on_page)
            won.append(WonMatchLine(match, colours, best.total, stopped, address))
    return won if len(won) > 1 else []
