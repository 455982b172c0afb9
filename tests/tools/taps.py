"""How many taps a deal of each game takes: ``python -m tests.tools.taps [game …]``, a row for each way of answering.

A thumb puts the same random answers into the forms as ``tests/browser/test_every_game.py``: what stands there already
is left alone. The number is the mean of ``DEALS`` deals, the tap that records each answer counted.
"""

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import mean

from referee.game_definition.game import Game
from referee.games.registry import GAMES
from tests.browser.answering import tap_answer, tap_record
from tests.browser.course import Course, seats
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer

DEALS = 3
MOST_ENTRIES = 40


def main() -> int:
    """Print game, way, and taps a deal."""
    games = [GAMES[name] for name in sys.argv[1:]] or list(GAMES.values())
    with tempfile.TemporaryDirectory() as data, RunningServer(Path(data)) as server, chromium() as browser:
        context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
        phone = Phone(context.new_page(), server.url)
        for game in games:
            for number, way in enumerate(Course.of(game.id, seats(game)).open_questions[0].ways):
                taps = [taps_of_a_deal(phone, game, number, seed) for seed in range(DEALS)]
                print(f"{game.id:<18}{way.id or '-':<12}{mean(taps):6.1f}   {taps}", flush=True)
    return 0


def taps_of_a_deal(phone: Phone, game: Game, way: int, seed: int) -> int:
    """The taps from the first question of a new match to the recorded deal."""
    players = seats(game)
    phone.open(Pen(phone).new_match(game.id, players))
    course, chance = Course.of(game.id, players), Random(seed)
    phone.taps = 0
    for _ in range(MOST_ENTRIES):
        given = course.answer(chance, way)
        way = 0 if given.way.at_once else way
        tap_answer(phone, given)
        tap_record(phone, given)
        if course.take(given.entry):
            return phone.taps
    raise AssertionError(f"{game.id}: no deal in {MOST_ENTRIES} entries")


if __name__ == "__main__":
    sys.exit(main())
