"""Requests that replay, read or write much: one at a time beside the quick ones, each with a budget of work.

They take turns in the order they came. A long one lets the next one go on between two entries, so that the import of a
whole club holds up no match. Few may wait, and of one client fewer: a thread that waits serves no other request.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import current_app, request

from referee.bundles.log_replay import TooMuchWork, WorkBudget
from referee.client_network import client_network
from referee.store.database.transactions import end_reading
from referee.words import say
from referee.words.system_errors import ExplainedError

P = ParamSpec("P")
R = TypeVar("R")

ENTRIES, SECONDS = 100_000, 2.0
"""Entries and CPU seconds of a request that brings a match or records."""
CLUB_ENTRIES, CLUB_SECONDS = 1_000_000, 60.0
"""The same for the import of a whole club: some years of evenings."""
MOST_WAITING, MOST_OF_ONE = 6, 2
"""Heavy requests that are under way or wait, of all clients and of one."""
PATIENCE = 5.0
"""Seconds that a request waits for its first turn."""
NAME = "heavy requests"
DISCONNECTED = "referee.client_disconnected"


class Occupied(ExplainedError):
    """Too many heavy requests wait already."""

    def __init__(self) -> None:
        super().__init__(say("L'arbitre est occupé par d'autres fichiers : réessayez dans quelques secondes."))


class HeavyRequests:
    """A queue of requests: the first one works until it ends or gives way to the next."""

    def __init__(self, most: int = MOST_WAITING, of_one: int = MOST_OF_ONE, patience: float = PATIENCE) -> None:
        self._most, self._of_one, self._patience = most, of_one, patience
        self._clients: Counter[str] = Counter()
        self._line: deque[object] = deque()
        self._moved = threading.Condition()

    @contextmanager
    def turn(self, client: str) -> Iterator[None]:
        """Wait for the turn of this client's request, and hold it.

        :raises Occupied: too many are waiting, or it takes too long.
        """
        ticket = object()
        with self._moved:
            if self._clients.total() >= self._most or self._clients[client] >= self._of_one:
                raise Occupied
            self._clients[client] += 1
            self._line.append(ticket)
        try:
            with self._moved:
                if not self._moved.wait_for(lambda: self._line[0] is ticket, self._patience):
                    raise Occupied
            yield
        finally:
            with self._moved:
                self._clients[client] -= 1
                self._clients += Counter()  # without those that have none left
                self._line.remove(ticket)
                self._moved.notify_all()

    def give_way(self) -> None:
        """Let those that wait go first, each until it gives way or ends; called by the first of the queue."""
        with self._moved:
            if len(self._line) > 1:
                ticket = self._line[0]
                self._line.rotate(-1)
                self._moved.notify_all()
                self._moved.wait_for(lambda: self._line[0] is ticket)

    @property
    def waiting(self) -> int:
        return len(self._line)


def heavy_requests() -> HeavyRequests:
    requests: HeavyRequests = current_app.extensions.setdefault(NAME, HeavyRequests())
    return requests


def heavy(page: Callable[P, R]) -> Callable[P, R]:
    """Make this page in its turn; a phone has one request at a time anyway."""

    @wraps(page)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> R:
        if current_app.config["PHONE"]:
            return page(*args, **kwargs)
        end_reading()
        with heavy_requests().turn(client_network(request.remote_addr or "")):
            return page(*args, **kwargs)

    return in_turn


def work_budget(times: int = 1) -> WorkBudget | None:
    """The budget of this request, so many times; no limit in a phone."""
    return _budget(times * ENTRIES, times * SECONDS)


def club_budget() -> WorkBudget | None:
    return _budget(CLUB_ENTRIES, CLUB_SECONDS)


def _budget(entries: int, seconds: float) -> WorkBudget | None:
    """A budget that ends when the client has gone, and lets other heavy requests go on in between."""
    if current_app.config["PHONE"]:
        return None
    turns, disconnected = heavy_requests(), request.environ.get(DISCONNECTED)

    def pause() -> None:
        if disconnected is not None and disconnected():
            raise TooMuchWork  # nobody reads the sentence
        turns.give_way()

    return WorkBudget(entries, seconds, pause)
