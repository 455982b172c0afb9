"""What many ask for in the same moment is made once: the first makes it, the others wait for it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """The latest things made, each under a key that names all it depends on; at most so many, and none for long."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._lock = threading.Lock()
        self._cached: OrderedDict[Hashable, tuple[float, Future[Made]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made under this key; made now where there is nothing yet. Where that fails nothing is kept, and
        whoever waited for it tries on their own.
        """
        future, mine = self._future(key)
        if not mine:
            try:
                return future.result()
            except Exception:
                return make()
        try:
            future.set_result(made := make())
        except BaseException as error:
            self._drop(key, future)
            future.set_exception(error)
            raise
        return made

    def _future(self, key: Hashable) -> tuple[Future[Made], bool]:
        """What is or will be made under this key, and whether it is for this thread to make."""
        now = time.monotonic()
        with self._lock:
            since, future = self._cached.get(key, (0.0, None))
            if future is not None and (not future.done() or now - since < self._seconds):
                return future, False
            future = Future()
            self._cached[key] = now, future
            self._cached.move_to_end(key)
            while len(self._cached) > self._most:
                self._cached.popitem(last=False)
            return future, True

    def _drop(self, key: Hashable, future: Future[Made]) -> None:
        with self._lock:
            if self._cached.get(key, (0.0, None))[1] is future:
                del self._cached[key]
