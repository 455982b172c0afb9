// One stream of a match for all tabs of a browser: the tab in sight that has the lock opens it and tells the
// others. Without locks, as over plain http, every tab in sight opens its own: a phone shows one. Where
// nothing is heard in time, as behind a proxy that keeps the events back, the page asks as it would without
// (follow_match.js).
const FIRST = 4000;
// Two beats of the server (referee/server/event_streams.py) and some time.
const LONGEST = 35000;
const AGAIN = 30000;
const REPLACED = 1000;

let stream;

// Tell `heard` of every event of this address, until the signal is aborted. A page that takes the place of
// another one of the same match goes on with its stream. `alive`: whether the stream would tell; `known`: the
// tag of what is shown.
export function listen(address, known, heard, signal) {
  const [match] = address.split("?");
  if (stream?.match !== match) {
    stream?.close();
    stream = open(match);
  }
  const mine = stream;
  mine.page = { address, known, heard };
  if (mine.last) heard(mine.last);
  const leave = () => mine.page.heard === heard && mine.close();
  signal.addEventListener("abort", () => setTimeout(leave, REPLACED));
  return { alive: () => mine.alive() };
}

function open(match) {
  const name = `stream ${match}`;
  const channel = navigator.locks && new BroadcastChannel(name);
  const over = new AbortController();
  let source;
  let turn; // of this tab in sight: it waits for the lock, or has it
  let heardAt = -Infinity;
  let watchdog;

  const take = (event) => {
    heardAt = performance.now();
    if (!event.id) return;
    self.last = event;
    self.page.heard(event);
  };
  const tell = (event) => {
    watch(rest, LONGEST);
    channel?.postMessage(event);
    take(event);
  };
  // Until an event comes all tabs poll.
  const lose = () => {
    heardAt = -Infinity;
    channel?.postMessage({ lost: true });
  };
  const watch = (act, time) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(act, time);
  };
  const disconnect = () => {
    clearTimeout(watchdog);
    source?.close();
    source = undefined;
  };
  // Nothing came in time, or the server has no room: it is tried again later.
  const rest = () => {
    disconnect();
    lose();
    watch(connect, AGAIN);
  };
  const connect = () => {
    lose();
    if (!window.EventSource) return;
    watch(rest, FIRST);
    const { address, known } = self.page;
    source = new EventSource(`${address}&known=${encodeURIComponent(known())}`);
    source.onmessage = ({ data, lastEventId: id }) => tell({ id, data, of: address });
    source.addEventListener("beat", () => tell({}));
    source.addEventListener("late", lose);
    source.onerror = ({ target }) => {
      if (target.readyState === EventSource.CLOSED) return rest();
      lose();
      watch(rest, FIRST);
    };
  };
  const lead = (signal) =>
    new Promise((release) => {
      signal.addEventListener("abort", () => {
        disconnect();
        release();
      });
      connect();
    });
  const wait = () => {
    turn = new AbortController();
    const { signal } = turn;
    if (!channel) return lead(signal);
    channel.postMessage({ asks: true });
    // It fails where it is aborted while it waits.
    navigator.locks.request(name, { signal }, () => signal.aborted || lead(signal)).catch(() => {});
  };
  const look = () => {
    turn?.abort();
    turn = undefined;
    if (!document.hidden) wait();
  };
  const hear = ({ data: event }) => {
    if (event.lost) heardAt = -Infinity;
    else if (!event.asks) take(event);
    else if (source && self.alive()) channel.postMessage(self.last ?? {});
  };

  const self = {
    match,
    alive: () => performance.now() - heardAt < LONGEST,
    close() {
      turn?.abort();
      over.abort();
      channel?.close();
      if (stream === self) stream = undefined;
    },
  };
  document.addEventListener("visibilitychange", look, { signal: over.signal });
  addEventListener("pagehide", () => turn?.abort(), { signal: over.signal });
  if (channel) channel.onmessage = hear;
  setTimeout(() => over.signal.aborted || look());
  return self;
}
