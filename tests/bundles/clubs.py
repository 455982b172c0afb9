"""Random clubs as an archive holds them: matches of any game with corrections, undone batches, rulings and all."""

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from referee.answers.table import Table
from referee.bundles.bundle import ClubDevice, ClubEvening, ClubHead, ClubMatch, ClubPlayer, ClubTableRule
from referee.bundles.match_files import log_value
from referee.bundles.zip_file import ClubFile, write_club
from referee.game_definition.match_course import ReplayedMatch, play
from referee.matches.log import Change, Record, replay, restoring, stand_ins_of, undoing, with_changes
from referee.matches.match_file import MatchFile, Setup, read_match, read_setup
from tests.games.random_matches import NAMES, NEW_NAMES, random_match

MOMENT = datetime(2024, 2, 29, 20, 15, 7, 123456, UTC)
WORDS = {"word": "Oui", "asked": "A-t-il le droit ?", "because": "Il n'a plus de pique."}
RULING = {
    "question": {"format": "referee-question/1", "facts": {"plays": ["9S"]}},
    "verdict": {"articles": ["whistiti.follow"], "answer": {"legal": ["2S"]}},
    "tone": "yes",
    "words": {"fr": WORDS, "en": {**WORDS, "word": "Yes"}},
}
TEXTS = ("", "Anniversaire", "  deux\nlignes ", "🂡 l'été", "=1+1", "\x07\t", "é" * 40, "<b>&amp;</b>")

Club = tuple[ClubHead, tuple[ClubMatch, ...]]


def random_club(chance: Random, fewest: int = 0, most: int = 4, longest: int = 25) -> Club:
    """A club with up to ``most`` matches, its people and evenings; some merged, archived, deleted."""
    players = [_player(chance, number, name) for number, name in enumerate(sorted((*NAMES, *NEW_NAMES)), 1)]
    for index in chance.sample(range(len(players)), chance.randint(0, 3)):
        others = [other for other in players if other.merged_into is None and other.id != players[index].id]
        players[index] = replace(players[index], merged_into=chance.choice(others).id)
    evenings = [_evening(chance, number) for number in range(chance.randint(0, 3))]
    devices = [ClubDevice(number, chance.choice(TEXTS)[:40]) for number in range(1, chance.randint(1, 4))]
    ids = {player.name: player.id for player in players}
    sittings, phones = [None, *(evening.id for evening in evenings)], [None, *(device.number for device in devices)]
    n = chance.randint(fewest, most)
    matches = [_match(chance, number, ids, sittings, phones, longest) for number in range(n)]
    recorded_by = {record.device for match in matches for record in match.records}
    used_devices = tuple(device for device in devices if device.number in recorded_by)
    numbers = {device.number: number for number, device in enumerate(used_devices, 1)}
    matches = [_renumbered(match, numbers) for match in matches]
    head = ClubHead(
        chance.choice(TEXTS),
        _moment(chance),
        _parted(players, matches),
        tuple(evenings),
        tuple(replace(device, number=numbers[device.number]) for device in used_devices),
        tuple(_table_rule(chance, number) for number in range(chance.randint(0, 3))),
    )
    return head, tuple(matches)


def small_club() -> Club:
    """The same small club every time: two matches of an evening; one has a ruling, a batch undone and a correction."""
    players = tuple(
        ClubPlayer(number, name, name[:1], number, MOMENT, None, 2 if name == "Bobby" else None)
        for number, name in enumerate(("Ana", "Bob", "Bobby", "Chloé", "Dan"), 1)
    )
    evening = ClubEvening("evening-1", date(2024, 2, 29), "Anniversaire", "Chez Ana", "deux\nlignes", MOMENT)
    head = ClubHead("Les Cartes", MOMENT, players, (evening,), (ClubDevice(1, "téléphone d'Ana"),))
    bids = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
    tricks = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
    first = (
        Record(0, bids, None, 0),
        Record(1, tricks, None, 1),
        Record(2, {"step": "note", "text": "là"}, None, 2),
        Record(3, None, 2, 3, 2),
        Record(4, {"step": "note", "text": "la règle"}, None, 4),
        Record(5, bids, 0, 5),
    )
    second = tuple(Record(number, {"step": "won", "winner": "Dan"}, None, number) for number in range(3))
    matches = (
        _small("ascenseur_1", "ascenseur", ("Ana", "Bob", "Chloé", "Dan"), (1, 2, 4, 5), first),
        _small("bataille_1", "bataille-corse", ("Bobby", "Dan"), (3, 5), second),
    )
    return head, matches


def _small(public_id: str, game: str, names: Sequence[str], seats: tuple[int, ...], log: Sequence[Record]) -> ClubMatch:
    setup = read_setup(game, names)
    assert isinstance(setup, Setup)
    records = tuple(
        with_author(
            record,
            MOMENT + timedelta(minutes=record.position),
            reason="un pli oublié" if record.amends is not None else "",
            person="Ana",
            device=1,
            ruling=RULING if record.position == 4 else None,
        )
        for record in log
    )
    return ClubMatch(public_id, setup, seats, records, "evening-1", MOMENT, MOMENT + timedelta(hours=1))


def with_author(record: Record, recorded_at: datetime, **more: Any) -> Record:
    """A record with when it was made, by whom and why."""
    values = (record.position, record.entry, record.amends, record.batch, record.undoes)
    return Record(*values, recorded_at=recorded_at, before=record.before, **more)


def packed(club: Club) -> bytes:
    """The bytes of a club's archive."""
    stream = io.BytesIO()
    write_club(stream, *club)
    return stream.getvalue()


def log_files(matches: Sequence[ClubMatch]) -> list[Any]:
    """The logs of these matches as files, with the authors of their records; without marks."""
    return [log_value(replace(match, mark="")) for match in matches]


def read(archive: bytes) -> Club:
    """All that stands in an archive."""
    file = ClubFile(io.BytesIO(archive))
    return file.head, tuple(file.match(public_id) for public_id in file.match_ids)


def _moment(chance: Random) -> datetime:
    return MOMENT + timedelta(microseconds=chance.randrange(10**13))


def _player(chance: Random, number: int, name: str) -> ClubPlayer:
    archived = _moment(chance) if chance.random() < 0.2 else None
    return ClubPlayer(number, name, chance.choice(("", "A", "🂡", "=1+1")), chance.randrange(6), MOMENT, archived)


def _evening(chance: Random, number: int) -> ClubEvening:
    closed = _moment(chance) if chance.random() < 0.5 else None
    return ClubEvening(
        f"evening-{chance.randrange(10**9)}",
        date(2024, 2, 29),
        chance.choice(TEXTS),
        chance.choice(TEXTS),
        chance.choice(TEXTS),
        MOMENT + timedelta(days=number),
        closed,
    )


def _table_rule(chance: Random, number: int) -> ClubTableRule:
    noted = _moment(chance)
    return ClubTableRule(
        f"rule-{number}-{chance.randrange(10**8)}",
        chance.choice(("ascenseur.follow", "match.misdeal", "of-a-later.version")),
        chance.choice(("Le 7 se joue deux fois.", "<b>&amp;</b>", "🂡 l'été", "é" * 300)),
        tuple(chance.sample(NAMES, chance.randint(0, 4))),
        noted,
        noted + timedelta(hours=1),
        noted + timedelta(hours=1) if chance.random() < 0.3 else None,
    )


def _match(
    chance: Random, number: int, ids: dict[str, int], evenings: list[Any], devices: list[Any], longest: int
) -> ClubMatch:
    file = read_match(random_match(chance, longest=longest, asides=0.2))
    assert isinstance(file, MatchFile)
    began = _moment(chance)
    log = _log(chance, file.setup, list(file.entries))
    _, current, played = replay(file.setup, log)
    assert isinstance(played, ReplayedMatch)
    records = tuple(
        with_author(
            record,
            began + timedelta(seconds=record.position),
            reason=chance.choice(TEXTS),
            person=chance.choice(TEXTS),
            device=chance.choice(devices),
            ruling=RULING if chance.random() < 0.1 else None,
        )
        for record in log
    )
    return ClubMatch(
        f"match_{number}-{chance.randrange(10**8)}",
        file.setup,
        _seats(file.setup, played.state.table, ids),
        records,
        chance.choice(evenings),
        began,
        began + timedelta(hours=2),
        _moment(chance) if chance.random() < 0.1 else None,
        stand_ins={name: ids[name] for name in stand_ins_of(current)},
    )


def _seats(setup: Setup, table: Table, ids: dict[str, int]) -> tuple[int | None, ...]:
    """Who sits where; nobody at a dummy's seat."""
    return tuple(ids[name] if name in setup.people_at(table) else None for name in table.players)


def _log(chance: Random, setup: Setup, entries: list[Any]) -> tuple[Record, ...]:
    """The log of a table that recorded these entries, with corrections and undone batches between them."""
    log: tuple[Record, ...] = ()
    for coming, entry in enumerate(entries, 1):
        log = _with_batch(log, (Change(entry),))
        if chance.random() < 0.15:
            log = _undone(log)
            log = _with_batch(log, restoring(log) if chance.random() < 0.5 else (Change(entry),))
        if chance.random() < 0.15:
            amended = chance.choice([record for record in log if record.amends is None])
            new = None if chance.random() < 0.3 else amended.entry
            changed = with_changes(log, (Change(new, amended.position),))
            _, standing, played = replay(setup, changed)
            rest = [current.entry for current in standing] + entries[coming:]
            if isinstance(played, ReplayedMatch) and isinstance(play(setup.game, setup.table, rest), ReplayedMatch):
                log = changed
                if chance.random() < 0.3:
                    log = _undone(log)
                    log = _with_batch(log, restoring(log))
    return log


def _undone(log: tuple[Record, ...]) -> tuple[Record, ...]:
    back = undoing(log)
    assert back is not None
    return _with_batch(log, back.changes, back.undoes)


def _with_batch(log: tuple[Record, ...], changes: tuple[Change, ...], undoes: int | None = None) -> tuple[Record, ...]:
    added = with_changes(log, changes)[len(log) :]
    return (*log, *(replace(record, undoes=undoes) for record in added))


def _renumbered(match: ClubMatch, numbers: dict[int, int]) -> ClubMatch:
    records = tuple(replace(record, device=record.device and numbers[record.device]) for record in match.records)
    return replace(match, records=records)


def _parted(players: list[ClubPlayer], matches: list[ClubMatch]) -> tuple[ClubPlayer, ...]:
    """Nobody is merged with somebody who sat at the same table: the club would not have let them."""
    into = {player.id: player.merged_into for player in players}

    def root(player_id: int) -> int:
        found = into[player_id]
        return player_id if found is None else root(found)

    for match in matches:
        people = match.everybody
        if len({root(seat) for seat in people}) < len(people):
            into.update(dict.fromkeys(people))
    return tuple(replace(player, merged_into=into[player.id]) for player in players)
