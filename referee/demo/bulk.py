"""The bulk path: a club of any size for measurements, its rows written directly instead of recorded one by one.

What is written is what recording would have written, results, figures and all (:func:`keep_match`, which imports too);
only nobody waits for the disk after each entry, and nobody looks at the rules again for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from referee.demo.answers import accepted_answer
from referee.demo.decks import CLUB, DEVICES, NAMES, NOTES, OCCASIONS, PLACES, REASONS
from referee.demo.tables import Circle, circle, evening_days, table_for
from referee.games.play import opening
from referee.matches.clublog import ClubMatch, LogRecord
from referee.matches.log import Record
from referee.matches.matchfile import Setup
from referee.store.archiving import Progress
from referee.store.clubs import KEEPER, enrol
from referee.store.database import db, writing
from referee.store.models import Club, Device, Evening, Player, new_id
from referee.store.players import COLOURS
from referee.store.quotas import PLAYER, evening_bytes, grow
from referee.store.transfer import Ids, keep_match

__all__ = ["fill"]

MATCHES_AN_EVENING = 5
TOGETHER = 200
"""Matches of one transaction."""
COMING = 8


def fill(seed: int, matches: int, entries: int, progress: Progress) -> int:
    """A club with exactly so many matches and so many entries in all, written in bulk; its id."""
    chance = Random(seed)
    people = circle(chance, len(NAMES))
    evenings = evening_days(datetime.now(UTC).date(), -(-matches // MATCHES_AN_EVENING))
    with writing():
        club_id, ids = _laid(chance, evenings)
    left, done = entries, 0
    while done < matches:
        with writing():
            for number in range(done, min(done + TOGETHER, matches)):
                quota = _quota(chance, left, matches - number, entries / matches)
                match = _match(chance, people, evenings, number, quota, ids)
                keep_match(club_id, match.public_id, match, ids)
                left -= len(match.records)
        done = min(done + TOGETHER, matches)
        progress(done, matches)
    return club_id


def _quota(chance: Random, entries: int, matches: int, usual: float) -> tuple[int, bool]:
    """How many entries the next match gets, and whether it must take them all: where too few were made before."""
    if matches == 1:
        return max(entries, 1), True
    fair = entries / matches
    return max(1, min(round(fair * chance.uniform(0.4, 1.6)), entries - matches + 1)), fair > usual


def _laid(chance: Random, evenings: Sequence[datetime]) -> tuple[int, Ids]:
    """The club, its people, devices and evenings."""
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
    sittings = [
        Evening(
            club_id=club.id, day=began.date(), opened_at=began, closed_at=began + timedelta(hours=5),
            title=chance.choice(OCCASIONS) if chance.random() < 0.2 else "", place=chance.choice(PLACES),
        )
        for began in evenings
    ]  # fmt: skip
    grow(club.id, PLAYER * len(people) + sum(evening_bytes(one.title, one.place, "") for one in sittings))
    db.session.add_all((*people, *sittings))
    db.session.flush()
    ids = Ids(
        {number: player.id for number, player in enumerate(people)},
        {number: device.id for number, device in enumerate(devices)},
        {str(number): evening.id for number, evening in enumerate(sittings)},
    )
    return club.id, ids


def _match(
    chance: Random, people: Circle, evenings: Sequence[datetime], number: int, quota: tuple[int, bool], ids: Ids
) -> ClubMatch:
    most, all_of_them = quota
    evening = number // MATCHES_AN_EVENING
    began = evenings[evening] + timedelta(hours=number % MATCHES_AN_EVENING)
    setup = table_for(chance, people.present(chance, COMING), only_endless=all_of_them)
    records = _records(chance, setup, most, began)
    seats = tuple(NAMES.index(name) if name in setup.people else None for name in setup.table.players)
    return ClubMatch(new_id(), setup, seats, records, str(evening), began, records[-1].recorded_at)


def _records(chance: Random, setup: Setup, most: int, began: datetime) -> list[LogRecord]:
    """A log of at most ``most`` records; a table that could go on for ever has exactly so many, and then stops."""
    game, position = setup.game, opening(setup.game, setup.table)
    log: list[LogRecord] = []
    moment = began

    def add(entry: Any, amends: int | None = None, undoes: int | None = None, reason: str = "") -> None:
        nonlocal moment
        moment += timedelta(seconds=chance.uniform(5, 3400 / most))
        record = Record(len(log), entry, amends, len(log), undoes)
        log.append(LogRecord(record, moment, reason, "", chance.randrange(len(DEVICES))))

    while not position.over and len(log) < most - 1:
        slip = chance.random()
        if slip < 0.015 and len(log) < most - 3:
            add({"step": "note", "text": chance.choice(NOTES)})
            if slip < 0.005:
                add({"step": "note", "text": chance.choice(NOTES)}, len(log) - 1, reason=chance.choice(REASONS))
            elif slip < 0.01:
                add(None, len(log) - 1, len(log) - 1)
            continue
        entry, position = accepted_answer(chance, game, position, game.question(position), {}, drawn=1)
        add(entry)
    if not position.over or not log:
        add({"step": "end"})
    return log

