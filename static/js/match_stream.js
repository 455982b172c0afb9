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
    stream = new Stream(match);
  }
  const mine = stream;
  mine.page = { address, known, heard };
  if (mine.last) heard(mine.last);
  const leave = () => {
    if (mine.page.heard === heard) mine.close();
  };
  signal.addEventListener("abort", () => setTimeout(leave, REPLACED));
  return { alive: () => mine.alive() };
}

class Stream {
  heardAt = -Infinity;
  over = new AbortController();

  constructor(match) {
    const { signal } = this.over;
    this.match = match;
    this.name = `stream ${match}`;
    this.channel = navigator.locks ? new BroadcastChannel(this.name) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.hear(data);
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    addEventListener("pagehide", () => this.turn?.abort(), { signal });
    setTimeout(() => {
      if (!signal.aborted) this.look();
    });
  }

  alive() {
    return performance.now() - this.heardAt < LONGEST;
  }

  close() {
    this.turn?.abort();
    this.over.abort();
    this.channel?.close();
    if (stream === this) stream = undefined;
  }

  // A tab in sight waits for the lock, or leads where there are none; `turn` ends that.
  look() {
    this.turn?.abort();
    this.turn = undefined;
    if (!document.hidden) this.wait();
  }

  wait() {
    this.turn = new AbortController();
    const { signal } = this.turn;
    if (!this.channel) {
      this.lead(signal);
      return;
    }
    this.channel.postMessage({ asks: true });
    // It fails where it is aborted while it waits.
    navigator.locks.request(this.name, { signal }, () => this.lead(signal)).catch(() => {});
  }

  // The lock is held until the signal is aborted.
  lead(signal) {
    if (signal.aborted) return null;
    return new Promise((release) => {
      signal.addEventListener("abort", () => {
        this.disconnect();
        release();
      });
      this.connect();
    });
  }

  connect() {
    this.lose();
    if (!window.EventSource) return;
    this.watch(() => this.rest(), FIRST);
    const { address, known } = this.page;
    const source = new EventSource(`${address}&known=${encodeURIComponent(known())}`);
    this.source = source;
    source.onmessage = ({ data, lastEventId: id }) => this.tell({ id, data, of: address });
    source.addEventListener("beat", () => this.tell({}));
    source.addEventListener("late", () => this.lose());
    source.onerror = () => this.fail(source);
  }

  fail(source) {
    if (source.readyState === EventSource.CLOSED) {
      this.rest();
      return;
    }
    this.lose();
    this.watch(() => this.rest(), FIRST);
  }

  disconnect() {
    clearTimeout(this.watchdog);
    this.source?.close();
    this.source = undefined;
  }

  // Nothing came in time, or the server has no room: it is tried again later.
  rest() {
    this.disconnect();
    this.lose();
    this.watch(() => this.connect(), AGAIN);
  }

  watch(act, time) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(act, time);
  }

  // Until an event comes all tabs poll.
  lose() {
    this.heardAt = -Infinity;
    this.channel?.postMessage({ lost: true });
  }

  tell(event) {
    this.watch(() => this.rest(), LONGEST);
    this.channel?.postMessage(event);
    this.take(event);
  }

  take(event) {
    this.heardAt = performance.now();
    if (!event.id) return;
    this.last = event;
    this.page.heard(event);
  }

  // From another tab.
  hear(event) {
    if (event.lost) this.heardAt = -Infinity;
    else if (!event.asks) this.take(event);
    else if (this.source && this.alive()) this.channel.postMessage(this.last ?? {});
  }
}
