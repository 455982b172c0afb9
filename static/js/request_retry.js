// A request that the network loses is sent again: a form by fetch, under the key of its first try, so that it
// is recorded once; a link first asks whether the server answers, unless a service worker
// (../service_worker.js) does.
import { parsed } from "./partial_update.js";

const SOON = 5;
const SELDOM = 60;
const LONGEST = 15000;
const GATEWAY = [502, 504];
// Two taps at one place within so many milliseconds are one.
const TWICE = 300;
const NEAR = 24;

let notice;
let turn;
let tap;
let answered;

export function attach(part) {
  const first = !notice;
  notice = part;
  if (!first) return;
  document.addEventListener("click", doubled, true);
  document.addEventListener("submit", submitted);
  document.addEventListener("click", tapped);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) settled();
  });
  if (part.dataset.worker) navigator.serviceWorker?.register(part.dataset.worker).catch(() => {});
}

// Try until it works, more and more seldom. A later tap replaces what waits, but not an answer: a link then
// follows it.
export async function insist(message, attempt, then) {
  settled();
  const mine = { message, then };
  turn = mine;
  const slow = setTimeout(() => {
    if (mine === turn) say(notice.dataset.asking);
  }, 1000);
  for (let pause = SOON; mine === turn; pause = Math.min(pause * 2, SELDOM)) {
    const answer = await attempt().catch(() => null);
    clearTimeout(slow);
    if (mine !== turn) return;
    if (answer && !GATEWAY.includes(answer.status)) {
      notice.hidden = true;
      turn = undefined;
      return then(answer, mine.link);
    }
    await moment(pause, mine);
  }
}

export const reached = () => ask(notice.dataset.probe, { cache: "no-store" });

const ask = (address, options) => fetch(address, { ...options, signal: AbortSignal.timeout?.(LONGEST) });

// Some seconds, or until the button is tapped, the network says that it is back, or the phone is looked at
// again.
function moment(seconds, mine) {
  return new Promise((done) => {
    const over = new AbortController();
    const end = () => {
      clearInterval(clock);
      over.abort();
      tell();
      done();
    };
    const tell = (left) => {
      if (mine === turn) say(mine.message, left);
    };
    const clock = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) tell(seconds);
      else end();
    }, 1000);
    const ends = { signal: over.signal };
    notice.querySelector("button").addEventListener("click", end, ends);
    window.addEventListener("online", end, ends);
    const seen = () => {
      if (!document.hidden) end();
    };
    document.addEventListener("visibilitychange", seen, ends);
    tell(seconds);
  });
}

// The sentence is read out once; the seconds below it go by in silence.
function say(message, seconds) {
  const [sentence, again] = notice.querySelectorAll("p");
  notice.hidden = false;
  again.hidden = !seconds;
  again.querySelector("span").textContent = notice.dataset.again.replace("{n}", seconds);
  if (sentence.textContent !== message) sentence.textContent = message;
}

// Nothing waits any more, and every form may be sent again.
function settled() {
  turn = undefined;
  notice.hidden = true;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
}

// A form that posts is sent once, however often it is tapped. The browser itself sends one with a file, or
// whose answer is a page to look at.
function submitted(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.dataset.sent === "natively") return;
  const posts = form.method === "post";
  if (!posts && covered()) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  const message = notice.dataset[form.dataset.kept === "" ? "kept" : "waits"];
  const natively = () => {
    form.dataset.sent = "natively";
    form.requestSubmit(submitter);
  };
  if (!posts) return insist(message, reached, () => leave(target(form, submitter, typed(form, submitter))));
  if (form.dataset.once === "shown" || form.enctype === "multipart/form-data") {
    insist(message, reached, natively);
  } else {
    insist(message, () => send(form, submitter), follow);
  }
  form.dataset.sent = "yes";
  submitter?.setAttribute("aria-busy", "true");
}

// The answer and its text: without the text it is no answer.
async function send(form, submitter) {
  const options = { method: "POST", body: typed(form, submitter), headers: { "X-Requested-With": "script" } };
  const answer = await ask(target(form, submitter), options);
  return { status: answer.status, url: answer.url, led: led(answer), page: parsed(await answer.text()) };
}

// Where a form leads once it is recorded; nowhere where it was refused.
function led({ headers, redirected, url }) {
  const page = headers.get("Content-Location") || headers.get("Location") || (redirected && url);
  return page ? new URL(page, location.href) : null;
}

// A page of another version of ours is opened with its own scripts, and so is one with a place in it to go
// to.
async function follow({ status, url, led, page }, link) {
  const script = (shown) => shown.querySelector("script[type=module]")?.getAttribute("src");
  if (led && (link || status !== 200 || led.hash || script(page) !== script(document))) {
    return leave(link || led);
  }
  if (!script(page)) return location.reload();
  page.querySelectorAll("form:not([action])").forEach((form) => form.setAttribute("action", url));
  answered = tap;
  const next = await import("./page_replacement.js").catch(() => null);
  if (next) await next.turnTo(page, led);
  else leave(led || location);
}

// The second of two quick taps is no answer to the page that came in between.
function doubled(event) {
  const { clientX, clientY, detail, timeStamp } = event;
  const again =
    answered &&
    tap === answered &&
    detail &&
    timeStamp - answered.at < TWICE &&
    Math.hypot(clientX - answered.x, clientY - answered.y) < NEAR;
  if (again) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    tap = { at: timeStamp, x: clientX, y: clientY };
  }
}

function target(form, submitter, query) {
  const own = submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href;
  const page = new URL(own, location.href);
  if (query) page.search = query;
  return page;
}

// As the browser writes it: the button that was tapped among it, and lines that end as on the wire.
function typed(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return new URLSearchParams([...data].map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, "\r\n")]));
}

function tapped(event) {
  const link = event.target.closest("a[href]");
  const answers = turn?.then === follow;
  const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || event.defaultPrevented || elsewhere) return;
  if (link.target || link.hasAttribute("download")) return;
  if (!answers && covered()) return;
  if (link.origin !== location.origin || within(link)) return;
  event.preventDefault();
  const message = notice.dataset.waits;
  if (!answers) return insist(message, reached, () => leave(link));
  Object.assign(turn, { message, link });
  notice.querySelector("button").click();
}

const covered = () => navigator.serviceWorker?.controller;

const within = (page) => page.hash && page.href.split("#")[0] === location.href.split("#")[0];

function leave(address) {
  const page = new URL(address, location.href);
  if (!within(page)) return location.assign(page);
  history.replaceState(null, "", page);
  location.reload();
}
