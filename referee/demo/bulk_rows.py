"""A club of any size for measurements, its rows written in bulk as by an import instead of recorded one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from referee.bundles.bundle import ClubMatch
from referee.bundles.export import Progress
from referee.bundles.match_rows import DatabaseIds, write_match
from referee.demo.names_and_phrases import CLUB, DEVICES, NAMES, NOTES, OCCASIONS, PLACES, REASONS
from referee.demo.random_answers import accepted_answer
from referee.demo.random_tables import BrokenOff, PlayingGroup, evening_days, playing_group, table_for
from referee.game_definition.match_course import opening
from referee.matches.log import Record
from referee.matches.match_file import Setup
from referee.store.clubs.club_deletion import delete_club
from referee.store.clubs.clubs import KEEPER, enrol
from referee.store.database.models import Club, Device, Evening, Player, new_id
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER, evening_bytes, lock_and_count
from referee.store.database.transactions import end_reading, writing
from referee.store.players.players import COLOURS

MATCHES_AN_EVENING = 5
TOGETHER = 200
COMING = 8


def fill(
    seed: int, matches: int, entries: int, progress: Progress, founded: Callable[[int], None] = lambda _club: None
) -> int:
    """The id of a new club with exactly so many matches and so many entries in all.

    :param progress: it may raise BrokenOff: the club then has the matches written so far. After any other exception
        there is no club.
    :param founded: called with the id of the club before its first match.
    """
    chance = Random(seed)
    people = playing_group(chance, len(NAMES))
    evenings = evening_days(datetime.now(UTC).date(), -(-matches // MATCHES_AN_EVENING))
    with writing():
        club_id, ids = _empty_club(chance, evenings)
    try:
        founded(club_id)
        with suppress(BrokenOff):
            _write(chance, people, evenings, (matches, entries), (club_id, ids), progress)
    except BaseException:
        end_reading()
        delete_club(club_id)
        raise
    return club_id


def _write(
    chance: Random,
    people: PlayingGroup,
    evenings: Sequence[datetime],
    size: tuple[int, int],
    club: tuple[int, DatabaseIds],
    progress: Progress,
) -> None:
    """Write so many matches with so many entries in all."""
    matches, entries = size
    club_id, ids = club
    left, done = entries, 0
    while done < matches:
        with writing():
            for number in range(done, min(done + TOGETHER, matches)):
                quota = _quota(chance, left, matches - number, entries / matches)
                match = _match(chance, people, evenings, number, quota, ids)
                write_match(club_id, match.public_id, match, ids)
                left -= len(match.records)
        done = min(done + TOGETHER, matches)
        progress(done, matches)


def _quota(chance: Random, entries: int, matches: int, usual: float) -> tuple[int, bool]:
    """The number of entries of the next match, and whether it must have them all: where earlier ones had too few."""
    if matches == 1:
        return max(entries, 1), True
    fair = entries / matches
    return max(1, min(round(fair * chance.uniform(0.4, 1.6)), entries - matches + 1)), fair > usual


def _empty_club(chance: Random, evenings: Sequence[datetime]) -> tuple[int, DatabaseIds]:
    club = Club(name=CLUB, created_at=evenings[0])
    devices = [Device(name=name, created_at=evenings[0]) for name in DEVICES]
    db.session.add_all((club, *devices))
    db.session.flush()
    for device in devices:
        enrol(device, club.id, KEEPER)
    people = [
        Player(club_id=club.id, name=name, mark=name[:2], colour=number % COLOURS, played_at=evenings[-1])
        for number, name in enumerate(NAMES)
    ]
    evening_rows = [
        Evening(
            club_id=club.id,
            day=began.date(),
            opened_at=began,
            closed_at=began + timedelta(hours=5),
            title=chance.choice(OCCASIONS) if chance.random() < 0.2 else "",
            place=chance.choice(PLACES),
        )
        for began in evenings
    ]
    words = sum(evening_bytes(evening.title, evening.place, "") for evening in evening_rows)
    lock_and_count(club.id, PLAYER * len(people) + words)
    db.session.add_all((*people, *evening_rows))
    db.session.flush()
    ids = DatabaseIds(
        {number: player.id for number, player in enumerate(people)},
        {number: device.id for number, device in enumerate(devices)},
        {str(number): evening.id for number, evening in enumerate(evening_rows)},
        {evening.id: evening.day for evening in evening_rows},
    )
    return club.id, ids


def _match(
    chance: Random,
    people: PlayingGroup,
    evenings: Sequence[datetime],
    number: int,
    quota: tuple[int, bool],
    ids: DatabaseIds,
) -> ClubMatch:
    most, all_of_them = quota
    evening = number // MATCHES_AN_EVENING
    began = evenings[evening] + timedelta(hours=number % MATCHES_AN_EVENING)
    setup = table_for(chance, people.present(chance, COMING), only_endless=all_of_them)
    records = _records(chance, setup, most, began)
    seats = tuple(NAMES.index(name) if name in setup.people else None for name in setup.table.players)
    return ClubMatch(new_id(), setup, seats, records, str(evening), began, records[-1].recorded_at)


def _records(chance: Random, setup: Setup, most: int, began: datetime) -> list[Record]:
    """A log of at most ``most`` records; a table without an end of its own has exactly so many."""
    game, state = setup.game, opening(setup.game, setup.table)
    log: list[Record] = []
    moment = began

    def add(entry: Any, amends: int | None = None, undoes: int | None = None, reason: str = "") -> None:
        nonlocal moment
        moment += timedelta(seconds=chance.uniform(5, 3400 / most))
        device = chance.randrange(len(DEVICES))
        position = len(log)
        log.append(Record(position, entry, amends, position, undoes, reason, device=device, recorded_at=moment))

    while not state.over and len(log) < most - 1:
        slip = chance.random()
        if slip < 0.015 and len(log) < most - 3:
            add({"step": "note", "text": chance.choice(NOTES)})
            if slip < 0.005:
                add({"step": "note", "text": chance.choice(NOTES)}, len(log) - 1, reason=chance.choice(REASONS))
            elif slip < 0.01:
                add(None, len(log) - 1, len(log) - 1)
            continue
        entry, state = accepted_answer(chance, game, state, game.question(state), {}, drawn=1)
        add(entry)
    if not state.over or not log:
        add({"step": "end"})
    return log
