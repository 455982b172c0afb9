"""What a question of the desk and a search cost at most, whatever a stranger sends: processor time and memory.

The time is the processor's, the best of a few, in units of a fixed work that is timed beside it: a processor that
others slow down for a minute makes no test red. What would run for ever is broken off.
"""

import json
import signal
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pprint import pformat
from types import FrameType
from urllib.parse import quote_plus, urlencode

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.desk.question_json import FORMAT
from referee.desk.questions import desk_questions
from referee.games.registry import GAMES
from referee.web.answers.inputs.base_input import Input
from referee.web.desk.question_page import QuestionPage, page_of
from tests.web.table import new_match, usual_table
from tests.web.visitor import Visitor

SECONDS, BYTES = 0.05, 10 * 2**20
TIMES = 12
"""The most times that something is done, until it is quick enough once: a cache may be empty at the first."""
RUNAWAY = 2.0
"""Processor seconds after which it is broken off."""
FIXED_WORK = {
    f"player {number}": [{"deal": deal, "points": deal * number} for deal in range(8)] for number in range(48)
}
SECONDS_OF_FIXED_WORK = 0.005
"""The processor seconds of laying out the fixed work where the processor is not shared, with CPython 3.11."""
LONGEST_HEADER = 32 * 1024
MANY = 3000
Pairs = list[tuple[str, str]]

WORDS = (
    "qui prend le pli : mon roi mon dame mon valet mon as mon dix mon roi mon dame mon valet mon as mon dix mon roi",
    "mon roi mon dame mon valet mon as mon dix " * 10,
    "trois rois trois dames trois valets sur trois as trois dix trois neuf " * 6,
    "un 9 sur un 9 sur un 9 sur un 9 " * 12,
    "atout pique coeur carreau trefle atout " * 10,
    "jouer carte pli atout couper fournir points donne joueur main gagner prendre poser tour annonce " * 5,
    "ne pas jamais sans plus rien qui combien quand pourquoi " * 8,
    "qjzxwv kbvtrm wqpszx mnbvtr zxcvqw lkjhtg qwrtzp " * 9,
    "qwx zrt pqs dfg jkl mwx cvb " * 15,
    "xqzw" * 100,
    "aabb" * 100,
    "12 34 7 9 11 21 3 2 " * 20,
    "♠♥♦♣" * 100,
    "chez ma grande petite belle " * 15,
    "\ufdfa" * 400,
    "a-b'c" * 80,
    "roi de pique " * 30,
    "il n'a pas fourni " * 1000,
    "a b c d e " * 1000,
)
"""What is searched: every word a card of any suit, words that nobody knows, signs that unfold into many."""


@contextmanager
def broken_off() -> Iterator[None]:
    """Break off what takes too much of the processor."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, RUNAWAY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def slowness() -> float:
    """How many times as long as usual the processor takes now, from 1 on, by the fixed work."""
    begun = time.thread_time()
    pformat(FIXED_WORK)
    return max(1.0, (time.thread_time() - begun) / SECONDS_OF_FIXED_WORK)


def seconds(do: Callable[[], object]) -> float:
    """The usual processor seconds of doing this, the best of a few where the first is not quick enough."""
    best = RUNAWAY
    for _ in range(TIMES):
        before = slowness()
        begun = time.thread_time()
        try:
            with broken_off():
                do()
        except TimeoutError:
            return RUNAWAY
        spent = time.thread_time() - begun
        best = min(best, spent / min(before, slowness()))
        if best <= SECONDS:
            break
    return best


def peak(do: Callable[[], object]) -> int:
    """The most bytes that doing this takes at once."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def too_dear(do: Callable[[], object], memory: bool = True) -> str:
    """What doing this costs, where it is too much; "" where it is not."""
    spent = seconds(do)
    if spent > SECONDS:
        return f"{spent * 1000:.0f} ms"
    taken = peak(do) if memory else 0
    return f"{taken / 2**20:.1f} MiB" if taken > BYTES else ""


def answered(visitor: Visitor, path: str, most: int = 500) -> Callable[[], None]:
    """Opening a page, which is no fault of the server."""

    def ask() -> None:
        assert visitor.client.get(path, headers=visitor.headers(), buffered=True).status_code < most, path

    return ask


# Questions


@pytest.mark.thorough
def test_every_question_is_quick_with_all_the_cards_there_are(app: Flask) -> None:
    """Each of its facts of cards with as many as it takes, with a whole pack and with all that an address can hold."""
    visitor, dear = Visitor(app), {}
    for game in GAMES.values():
        for question in desk_questions(game).values():
            page = page_of(game, question, None, MultiDict())
            visitor.open(f"/desk/{game.id}/{question.id}")
            for number, query in enumerate(_largest_queries(page)):
                path = f"/desk/{game.id}/{question.id}/verdict?{query}"
                if cost := too_dear(answered(visitor, path), memory=not number):
                    dear[path[:200]] = cost
    assert dear == {}


def _largest_queries(page: QuestionPage) -> Iterator[str]:
    """The largest facts of a question: for each fact of cards, and where there is none, as they are."""
    shown = page.form.offered_inputs()
    others = [pair for bound in shown if not bound.tapped for pair in _largest(bound, page)]
    tapped = [bound for bound in shown if bound.tapped]
    for bound in tapped:
        for codes in _orders(bound):
            yield urlencode([*others, *_split(tapped, bound, codes)])
    yield urlencode(others * 20)[:LONGEST_HEADER]


def _largest(bound: Input, page: QuestionPage) -> Pairs:
    """The last or highest of what one may answer."""
    spec, players = bound.spec, page.form.sitting.players
    if hasattr(spec, "choices"):
        value = spec.choices[-1][0] if spec.choices else ""
        return [(bound.part_name(part), str(getattr(value, "value", value))) for part in bound.parts()]
    if "player" in bound.kind:
        return [(bound.part_name(part), players[-1]) for part in bound.parts()]
    return [(bound.part_name(part), "9") for part in bound.parts()]


def _orders(bound: Input) -> Iterator[list[str]]:
    """The codes of a pack or of a list of choices: as many as are taken, all of them in two orders, far too many."""
    pack = getattr(bound.spec, "pack", None)
    codes = [card.code for card in pack.cards] if pack else [str(choice) for choice, _ in bound.spec.choices]
    by_rank = sorted(codes, key=lambda code: (code[:-1], code))
    most = getattr(bound.spec, "most", None) or len(codes)
    for order in (codes, by_rank):
        yield order[:most]
        yield order
    endless = cycle(codes)
    yield [next(endless) for _ in range(LONGEST_HEADER // (len(max(codes, key=len)) + 1))]


def _split(tapped: Sequence[Input], largest: Input, codes: Sequence[str]) -> Pairs:
    """These cards in one fact, and the fewest of the others in the others."""
    pairs, rest = [(largest.name, " ".join(codes))], [code for code in _orders_of(largest) if code not in codes]
    for bound in tapped:
        if bound is not largest and not getattr(bound.spec, "hand", None):
            number = max(1, getattr(bound.spec, "fewest", 1))
            pairs.append((bound.name, " ".join(rest[:number])))
            del rest[:number]
    return pairs


def _orders_of(bound: Input) -> list[str]:
    return [code for order in _orders(bound) for code in order]


def test_fifty_two_cards_of_melds_are_counted_before_they_are_divided(app: Flask) -> None:
    codes = [f"{rank}{suit}" for rank in ("A", *range(2, 11), "J", "Q", "K") for suit in "SHDC"]
    visitor = Visitor(app)
    for melds in (codes, ["AS"] * 11, ["AS"] * MANY):
        path = f"/desk/gin-rami/deadwood/verdict?{urlencode({'melds': ' '.join(melds)})}"
        assert too_dear(answered(visitor, path)) == ""
    page = visitor.open(f"/desk/gin-rami/deadwood/verdict?{urlencode({'melds': ' '.join(codes)})}")
    assert page.status == 422
    assert "Il en faut 11 au plus ; il y en a 52." in page.text.replace("\u202f", " ")


@pytest.mark.thorough
@pytest.mark.parametrize("value", [
    "AS", ["AS"] * MANY, [["AS"]] * MANY, [["AS"] * MANY], {"player": "Ana", "card": "AS"},
    [{"player": f"p{n}", "card": "AS"} for n in range(MANY // 3)], {f"p{n}": ["AS"] for n in range(MANY)},
    [f"p{n}" for n in range(MANY)], [[f"p{n}" for n in range(MANY)]] * 2, list(range(MANY)), "9" * MANY,
], ids=lambda value: json.dumps(value)[:30])  # fmt: skip
def test_every_fact_of_a_file_is_refused_or_ruled_quickly(app: Flask, value: object) -> None:
    """Each fact of each question with far too much of something, sent by a program."""
    client, dear = app.test_client(), {}
    for game in GAMES.values():
        for question in desk_questions(game).values():
            facts = {fact.key: value for fact in question.facts}
            body = {"format": FORMAT, "game": game.id, "question": question.id, "facts": facts}
            text = json.dumps(body)

            def ask(text: str = text) -> None:
                answer = client.post("/api/v1/verdicts", data=text, content_type="application/json")
                assert answer.status_code in (200, 413, 422)

            if cost := too_dear(ask, memory=False):
                dear[game.id, question.id] = cost
    assert dear == {}


# Searches


@pytest.mark.thorough
def test_every_search_is_quick(app: Flask) -> None:
    """At the desk of each game and of all games, with a match that goes on and without; of games and players."""
    visitors = {language: Visitor(app, language) for language in ("fr", "en")}
    matches = {game: new_match(visitors["fr"], game, usual_table(game)).public_id for game in ("ascenseur", "triolet")}
    addresses = [(f"/desk/{game}", language) for game in GAMES for language in visitors]
    addresses += [(path, language) for path in ("/desk", "/new", "/players") for language in visitors]
    addresses += [(f"/desk/{game}?match={public_id}", "fr") for game, public_id in matches.items()]
    dear = {}
    for number, (path, language) in enumerate(addresses):
        asked = f"{path}{'&' if '?' in path else '?'}q="
        visitors[language].open(f"{asked}roi")
        for words in WORDS:
            if cost := too_dear(answered(visitors[language], asked + quote_plus(words)), memory=number % 8 == 0):
                dear[asked, words[:40], language] = cost
    assert dear == {}


@pytest.mark.thorough
def test_a_card_of_any_suit_thirteen_times_is_not_counted_up(app: Flask) -> None:
    """The address that took 3 GiB: two hundred letters, four suits for each of its ranks."""
    visitor, dear = Visitor(app), {}
    for game in GAMES:
        visitor.open(f"/desk/{game}?q=roi")
        for words in WORDS[:3]:
            if cost := too_dear(answered(visitor, f"/desk/{game}?q={quote_plus(words)}"), memory=words == WORDS[0]):
                dear[game, words[:40]] = cost
    assert dear == {}
