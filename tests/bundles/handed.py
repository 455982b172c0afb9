"""Matches as one phone hands them to another."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

from referee.answers.answer import Field
from referee.answers.choices import Choice
from referee.answers.house_rules import AT_THE_TABLE
from referee.answers.numbers import Number
from referee.bundles.bundle import ClubDevice, ClubEvening, ClubHead, ClubMatch, ClubPlayer, SingleMatchBundle
from referee.demo.random_answers import accepted_answer
from referee.game_definition.match_course import opening, questions
from referee.games.registry import GAMES
from referee.matches.dummies import fill_seats
from referee.matches.log import Record
from referee.matches.match_file import Setup, read_setup
from tests.bundles.clubs import MOMENT, Club, with_author

LONG_NAMES = (
    "Anne-Charlotte1",
    "Bertrand-Louis2",
    "Clémentine-Lou3",
    "Dominique-Paul4",
    "Emmanuelle-Zo5",
    "Frédéric-Henr6",
)
LASTING = ("target", "deals")
"""House rules that end a match."""


def handed(club: Club, number: int = 0) -> SingleMatchBundle:
    """One match of a club with what goes along with it."""
    head, match = club[0], club[1][number]
    phones = {record.device for record in match.records}
    alone = replace(
        head,
        players=tuple(replace(player, merged_into=None) for player in head.players if player.id in match.everybody),
        evenings=tuple(evening for evening in head.evenings if evening.id == match.evening),
        devices=tuple(device for device in head.devices if device.number in phones),
    )
    return SingleMatchBundle(alone, match)


def long_match(game_id: str, rows: int) -> SingleMatchBundle:
    """A match of as many rows, or as many as the game has, of people with long names, recorded on two phones."""
    chance = Random(game_id)
    setup = _setup(game_id)
    state, records = opening(setup.game, setup.table), []
    moment, made = MOMENT, 0
    while made < rows and not state.over:
        asked = questions(setup.game, state)[0]
        entry, after = accepted_answer(chance, setup.game, state, asked, {}, drawn=1)
        made += after.totals != state.totals or after.deal != state.deal
        state = after
        moment += timedelta(microseconds=chance.randrange(20_000_000, 400_000_000))
        phone = 1 if chance.random() < 0.9 else 2
        records.append(with_author(Record(len(records), entry, None, len(records)), moment, person="Ana", device=phone))
    people = {name: number for number, name in enumerate(setup.people, 1)}
    match = ClubMatch(
        "Zx81-abcdEFGH_k2",
        setup,
        tuple(people.get(name) for name in setup.table.players),
        tuple(records),
        "abcdEFGHij-_klmn",
        MOMENT,
        moment,
    )
    return SingleMatchBundle(_head(people), match)


def _setup(game_id: str) -> Setup:
    """The largest table of up to six people, with the house rules under which it may last."""
    game = GAMES[game_id]
    n = max(n for n in game.people_in_play if n <= len(LONG_NAMES))
    table = fill_seats(game, LONG_NAMES[:n])
    options: dict[str, Any] = {game.dummy_seats.option: table.dummies} if game.dummy_seats and table.dummies else {}
    for option in game.options:
        if option.id in LASTING:
            options[option.id] = _highest(option.field, table.players)
    setup = read_setup(game_id, table.players, table.players[0], options)
    assert isinstance(setup, Setup)
    return setup


def _highest(asks: Field, players: Sequence[str]) -> Any:
    """The highest value that a house rule may have at a table."""
    if isinstance(asks, Choice):
        return max(value for value, _ in asks.choices)
    assert isinstance(asks, Number)
    return asks.highest({AT_THE_TABLE: players})


def _head(people: dict[str, int]) -> ClubHead:
    evening = ClubEvening("abcdEFGHij-_klmn", MOMENT.date(), "Anniversaire d'Ana", "Chez Ana", "", MOMENT)
    players = tuple(ClubPlayer(number, name, "", number, MOMENT) for name, number in people.items())
    return ClubHead("La famille", MOMENT, players, (evening,), (ClubDevice(1, "téléphone d'Ana"), ClubDevice(2, "")))
