// One stream of a match a phone, whatever its tabs: one page in sight holds it and tells the others. Where nothing is heard
// in time, as behind a proxy that keeps the events back, the page asks as it would without (follow_match.js).
const FIRST = 4000;
// Two beats of the server (referee/server/event_streams.py) and some time.
const LONGEST = 35000;
const AGAIN = 30000;
const ANSWER = 200;
const LOOK = 1000;

let stream;

// Tell `heard` of every event of this address, until the signal is aborted. A page that takes the place of another one of
// the same match goes on with its stream. `alive`: whether the stream would tell; `known`: the tag of what is shown.
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
  signal.addEventListener("abort", () => setTimeout(leave, LOOK));
  return { alive: () => mine.alive() };
}

function open(match) {
  const me = Math.random();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(match) : null;
  const over = new AbortController();
  let source;
  let seeking = false;
  let opened = 0;
  let begun = 0;
  let spoke = -Infinity;
  let rested = -Infinity;
  const now = () => performance.now();
  const alive = () => now() - spoke < LONGEST;

  const take = (word) => {
    spoke = now();
    if (!word.id) return;
    self.last = word;
    self.page.heard(word);
  };
  const tell = (word) => {
    channel?.postMessage({ from: me, ...word });
    take(word);
  };
  const drop = () => {
    if (source) channel?.postMessage({ from: me, leaves: true });
    source?.close();
    source = undefined;
  };
  // Nothing came in time, or the server will not have it: it is tried again later.
  const rest = () => {
    drop();
    spoke = -Infinity;
    rested = now();
  };
  const lead = () => {
    if (source || document.hidden || !self.page || !window.EventSource) return;
    opened = begun = now();
    const { address, known } = self.page;
    source = new EventSource(`${address}&known=${encodeURIComponent(known())}`);
    source.onmessage = ({ data, lastEventId: id }) => tell({ id, data, of: address });
    source.addEventListener("beat", () => tell({}));
    source.onerror = () => {
      spoke = -Infinity;
      begun = now();
      channel?.postMessage({ from: me, lost: true });
      if (source?.readyState === EventSource.CLOSED) rest();
    };
  };
  // A page that leads, or will for its number is lower, says so at once; where none does, this one leads.
  const seek = () => {
    if (source || seeking || document.hidden) return;
    if (!channel) return lead();
    spoke = -Infinity;
    seeking = true;
    channel.postMessage({ from: me, asks: true });
    setTimeout(() => {
      seeking = false;
      alive() || over.signal.aborted || lead();
    }, ANSWER);
  };
  const hear = ({ data: word }) => {
    if (word.asks) {
      const leads = source ? alive() || now() - opened < FIRST : seeking && me < word.from;
      if (leads) channel.postMessage({ from: me, ...self.last });
    } else if (word.lost) {
      if (!source) spoke = -Infinity;
    } else if (word.leaves) {
      if (!source) setTimeout(seek, Math.random() * ANSWER);
    } else {
      if (source && word.from < me) drop(); // two began at once
      take(word);
    }
  };
  const look = () => {
    if (alive() || document.hidden || now() - rested < AGAIN) return;
    if (!source) seek();
    else if (now() - begun > FIRST) rest();
  };
  const seen = () => (document.hidden ? drop() : seek());

  const self = {
    match,
    alive,
    close() {
      drop();
      over.abort();
      clearInterval(clock);
      channel?.close();
      if (stream === self) stream = undefined;
    },
  };
  const clock = setInterval(look, LOOK);
  document.addEventListener("visibilitychange", seen, { signal: over.signal });
  addEventListener("pagehide", drop, { signal: over.signal });
  if (channel) channel.onmessage = hear;
  setTimeout(seek);
  return self;
}
