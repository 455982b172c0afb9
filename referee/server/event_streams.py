"""Event streams: held by the event loop, without a thread each, and written to when their topic has changed.

One thread reads the events of the streams whose topics have changed meanwhile, topic by topic; a stream that is behind
is sent the newest event alone. All else runs in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import partial
from threading import Event as Flag
from typing import Protocol

from referee.server.connections import Connection
from referee.server.request_bodies import Message, Receive
from referee.web.http.event_streams import Event, Subscription

Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

BEAT = b"event: beat\ndata:\n\n"
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
            self.subscription.known = event.id
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
    """All open streams, at most so many and so many of each client."""

    def __init__(self, changes: Changes, most: int, most_each: int) -> None:
        self._changes, self._most, self._most_each = changes, most, most_each
        self._of: defaultdict[int, set[Stream]] = defaultdict(set)
        self._new: set[Stream] = set()
        self._each: Counter[str | None] = Counter()
        self._topics: set[int] | None = set()
        self._due = asyncio.Event()
        self._number = 0
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    def room(self, client: str | None) -> bool:
        """Whether a stream more of this client can be held; None: a client not known apart from others."""
        most_each = self._most if client is None else self._most_each
        return not self._closed and self._each.total() < self._most and self._each[client] < most_each

    async def hold(
        self, subscription: Subscription, headers: Headers, receive: Receive, send: Send, connection: Connection
    ) -> None:
        """Answer with the events of a subscription until either side ends it."""
        client = connection.client_key
        stream = Stream(subscription, self._number)
        self._number += 1
        self._add(stream, client)
        connection.expect_answers(2 * BEAT_EVERY)
        gone = asyncio.ensure_future(_until_gone(receive))
        gone.add_done_callback(lambda _: stream.end())
        stream.put(b"retry: %d\n%b" % (random.randint(*RETURN), BEAT))
        try:
            if subscription.begun is not None:
                await asyncio.get_running_loop().run_in_executor(None, subscription.begun)
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while not stream.ended:
                part = stream.take()
                connection.begin_part(part)
                connection.piece_sent(len(part))
                await send({"type": "http.response.body", "body": part, "more_body": True})
                await stream.waiting.wait()
        finally:
            gone.cancel()
            self._remove(stream, client)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _add(self, stream: Stream, client: str | None) -> None:
        self._of[stream.subscription.topic].add(stream)
        self._each[client] += 1
        self._new.add(stream)
        self._changes.wanted.set()
        self._due.set()

    def _remove(self, stream: Stream, client: str | None) -> None:
        topic = stream.subscription.topic
        self._of[topic].discard(stream)
        self._new.discard(stream)
        if not self._of[topic]:
            del self._of[topic]
        self._each[client] -= 1
        self._each += Counter()  # drops clients without one
        if stream.subscription.ended is not None and not self._closed:
            leaving = asyncio.create_task(self._leave(stream.subscription.ended))
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
        streams = list(new.union(*(self._of[topic] for topic in followed)))
        turns: defaultdict[object, list[Stream]] = defaultdict(list)
        for stream in streams:
            turns[stream.subscription.topic, stream.subscription.read].append(stream)
        for alike in sorted(turns.values(), key=len):  # a topic with many streams holds no other
            subscriptions = [stream.subscription for stream in alike]
            reading = asyncio.get_running_loop().run_in_executor(thread, subscriptions[0].read, subscriptions)
            try:
                events = await reading
            except Exception:
                log.exception("events not read")
                asyncio.get_running_loop().call_later(AGAIN, self._touch, {each.topic for each in subscriptions})
            else:
                await _put(zip(alike, events, strict=True))

    async def _beat(self) -> None:
        """A sign of life for each stream in turn, those of one second at once."""
        second = 0
        while True:
            await asyncio.sleep(1)
            second = (second + 1) % BEAT_EVERY
            for stream in self._all():
                if stream.number % BEAT_EVERY == second:
                    stream.put(BEAT)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _put(events: Iterable[tuple[Stream, Event | None]]) -> None:
    encoded: dict[int, bytes] = {}
    for number, (stream, event) in enumerate(events, 1):
        if event is None:
            stream.end()
        elif event.id != stream.subscription.known:
            if id(event) not in encoded:
                encoded[id(event)] = event.encode()
            stream.put(encoded[id(event)], event)
            if len(encoded[id(event)]) >= LONG:
                asyncio.get_running_loop().call_later(PUSHED, stream.put, BEAT)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
