"""Event streams: held by the event loop, without a thread each, and written to when their topic has changed.

One thread reads the events of the streams whose topics have changed meanwhile, in turns. A stream that is behind is
sent the newest event alone; one whose turn does not come is told so. All else runs in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import partial
from threading import Event as Flag
from typing import Any, Protocol

from referee.web.http.event_streams import Event, Subscription

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

BEAT = b"event: beat\ndata:\n\n"
LATE = b"event: late\ndata:\n\n"
"""Tells a page that there is news which is not read yet: it polls until it comes."""
LATE_AFTER = 2.0
"""Seconds after which news that is not read is late."""
TURN = 100
"""Streams whose news is read in one turn, about: a club with more has one of its own."""
BEAT_EVERY = 15
"""Seconds between two signs of life of a stream: a page that misses two of them polls (static/js/match_stream.js)."""
LONG = 2048
"""Bytes from which an event may fill a buffer of a proxy, and its end be kept back in the next one (nginx), until more
comes: a sign of life, so many seconds later.
"""
PUSHED = 0.1
AGAIN = 1.0
"""Seconds after which events that could not be read are read again."""
AT_ONCE = 50
"""Streams that are written to before requests get their turn."""
GONE_AFTER = 5.0
"""Seconds after which a client whose stream has ended has not merely gone to another page."""
RETURN = 1000, 3000
"""Milliseconds, from and to, after which a client comes back when its stream has ended: not all at once."""

log = logging.getLogger(__name__)


class Changes(Protocol):
    """Where topics change."""

    wanted: Flag
    """Set while a stream is open."""

    def told_to(self, listener: Callable[[Collection[int] | None], object]) -> AbstractContextManager[None]:
        """Tell the listener of changed topics meanwhile, in any thread; None: any may have changed."""


class Stream:
    """One stream: the part that is to be written next."""

    def __init__(self, subscription: Subscription, number: int) -> None:
        self.subscription, self.number = subscription, number
        self.ended = False
        self.waiting = asyncio.Event()
        self._event: Event | None = None
        self._encoded = b""

    def put(self, encoded: bytes, event: Event | None = None) -> None:
        """Send this; an event takes the place of one that is still waiting."""
        if event is not None:
            self._event = event
            self.subscription.last_event_id = event.id
        if event is not None or self._event is None:
            self._encoded = encoded
        self.waiting.set()

    def take(self) -> bytes:
        """What is to be sent now."""
        self.waiting.clear()
        part, self._encoded, self._event = self._encoded, b"", None
        return part

    def end(self) -> None:
        self.ended = True
        self.waiting.set()


class EventStreams:
    """All open streams, at most so many and so many of each client; clients that only a proxy knows share no limit."""

    def __init__(self, changes: Changes, most: int, most_each: int, proxies: Collection[str] = ()) -> None:
        self._changes, self._most, self._most_each, self._proxies = changes, most, most_each, proxies
        self._of: defaultdict[int, set[Stream]] = defaultdict(set)
        self._new: set[Stream] = set()
        self._each: Counter[str] = Counter()
        self._topics: set[int] | None = set()
        self._due = asyncio.Event()
        self._unread: dict[Stream, float] = {}
        self._number = 0
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    def room(self, client: str) -> bool:
        """Whether a stream more of this client, an address, can be held."""
        most_each = self._most if client in self._proxies else self._most_each
        return not self._closed and self._each.total() < self._most and self._each[client] < most_each

    async def hold(
        self, subscription: Subscription, headers: Headers, send: Send, client: str, connected: asyncio.Task[None]
    ) -> None:
        """Answer with the events of a subscription until either side ends it.

        :param connected: it ends when the client hangs up.
        """
        stream = Stream(subscription, self._number)
        self._number += 1
        self._add(stream, client)
        connected.add_done_callback(lambda _: stream.end())
        stream.put(b"retry: %d\n%b" % (random.randint(*RETURN), BEAT))
        try:
            if subscription.on_begin is not None:
                await asyncio.get_running_loop().run_in_executor(None, subscription.on_begin)
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while not stream.ended:
                await send({"type": "http.response.body", "body": stream.take(), "more_body": True})
                await stream.waiting.wait()
        finally:
            self._remove(stream, client)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _add(self, stream: Stream, client: str) -> None:
        self._of[stream.subscription.topic].add(stream)
        self._each[client] += 1
        self._new.add(stream)
        self._changes.wanted.set()
        self._due.set()

    def _remove(self, stream: Stream, client: str) -> None:
        topic = stream.subscription.topic
        self._of[topic].discard(stream)
        self._new.discard(stream)
        self._unread.pop(stream, None)
        if not self._of[topic]:
            del self._of[topic]
        self._each[client] -= 1
        self._each += Counter()  # drops clients without one
        if stream.subscription.on_end is not None and not self._closed:
            leaving = asyncio.create_task(self._leave(stream.subscription.on_end))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
        if not self._of:
            self._changes.wanted.clear()

    async def _leave(self, ended: Callable[[], bool]) -> None:
        there = True
        while there:
            await asyncio.sleep(GONE_AFTER)
            there = not self._closed and await asyncio.get_running_loop().run_in_executor(None, ended)

    async def run(self) -> None:
        """Write to the streams, again and again."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "events") as thread, self._changes.told_to(partial(self._touch_from_thread, loop)):
            beating = loop.create_task(self._beat())
            try:
                while True:
                    await self._due.wait()
                    self._due.clear()
                    await self._send_news(thread)
            finally:
                beating.cancel()

    def close(self) -> None:
        """End all streams and take no more: their clients come back to the next server."""
        self._closed = True
        for stream in self._all():
            stream.end()

    def _all(self) -> list[Stream]:
        return [stream for streams in self._of.values() for stream in streams]

    def _touch_from_thread(self, loop: asyncio.AbstractEventLoop, topics: Collection[int] | None) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._touch, topics)

    def _touch(self, topics: Collection[int] | None) -> None:
        if topics is None or self._topics is None:
            self._topics = None
        else:
            self._topics.update(topics)
        self._due.set()

    async def _send_news(self, thread: ThreadPoolExecutor) -> None:
        """Read the events of the streams that are new or whose topics have changed, and have them sent."""
        topics, self._topics = self._topics, set()
        new, self._new = self._new, set()
        followed = self._of.keys() if topics is None else topics & self._of.keys()
        streams = new.union(*(self._of[topic] for topic in followed))
        now = asyncio.get_running_loop().time()
        self._unread = dict.fromkeys(streams, now)
        for turn in turns(streams):
            await self._read(thread, turn)

    async def _read(self, thread: ThreadPoolExecutor, streams: Sequence[Stream]) -> None:
        """Read the newest events of these streams, and have them sent."""
        by_read: defaultdict[object, list[Stream]] = defaultdict(list)
        for stream in streams:
            by_read[stream.subscription.read].append(stream)
        for alike in by_read.values():
            subscriptions = [stream.subscription for stream in alike]
            reading = asyncio.get_running_loop().run_in_executor(thread, subscriptions[0].read, subscriptions)
            try:
                events = await reading
            except Exception:
                log.exception("events not read")
                asyncio.get_running_loop().call_later(AGAIN, self._touch, {each.topic for each in subscriptions})
            else:
                await _put(zip(alike, events, strict=True))
            for stream in alike:
                self._unread.pop(stream, None)

    async def _beat(self) -> None:
        """A sign of life for each stream in turn, those of one second at once."""
        second = 0
        while True:
            await asyncio.sleep(1)
            second = (second + 1) % BEAT_EVERY
            for stream in self._all():
                if stream.number % BEAT_EVERY == second:
                    stream.put(BEAT)
            self._tell_late()

    def _tell_late(self) -> None:
        """Tell the pages whose news has waited for its turn too long that they are to ask themselves meanwhile."""
        now = asyncio.get_running_loop().time()
        for stream, since in self._unread.items():
            if now - since > LATE_AFTER:
                stream.put(LATE)


def turns(streams: Iterable[Stream]) -> Iterator[list[Stream]]:
    """The streams in the turns in which their news is read: clubs with few streams first, of whole clubs.

    So a club with a thousand streams holds those of another table back for one turn at most.
    """
    by_topic: defaultdict[int, list[Stream]] = defaultdict(list)
    for stream in streams:
        by_topic[stream.subscription.topic].append(stream)
    turn: list[Stream] = []
    for of_topic in sorted(by_topic.values(), key=len):
        if turn and len(turn) + len(of_topic) > TURN:
            yield turn
            turn = []
        turn = [*turn, *of_topic]
    if turn:
        yield turn


async def _put(events: Iterable[tuple[Stream, Event | None]]) -> None:
    encoded: dict[int, bytes] = {}
    for number, (stream, event) in enumerate(events, 1):
        if event is None:
            stream.end()
        elif event.id != stream.subscription.last_event_id:
            if id(event) not in encoded:
                encoded[id(event)] = event.encode()
            stream.put(encoded[id(event)], event)
            if len(encoded[id(event)]) >= LONG:
                asyncio.get_running_loop().call_later(PUSHED, stream.put, BEAT)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
