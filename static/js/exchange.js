// Carries what the app in this phone asks to the server of the same address, and each answer back to the page
// of the phone that is named with the question; that page says what is asked next. It begins by itself, and
// again when the network is back; what that page only offers is carried when the user asks. Where nothing but
// a small notice speaks of it (data-quiet), it is heard once the server has answered.
import { keep } from "./browser_storage.js";
import { forgetLastHeard, lastHeard } from "./last_heard.js";
import { parsed, put, whileShown } from "./partial_update.js";

const LONGEST = 60000;
// As long as browsers allow.
const LASTING = 400 * 24 * 3600;
// A notice of a page where the user does something else goes again, unless there is something to choose.
const SHOWN = 4000;
const GATEWAY = [502, 504];

document.addEventListener("renewed", begin);
begin({ target: document });

// A page may be put in the place of another, or a part of it.
function begin({ target }) {
  target.querySelectorAll("[data-exchange]").forEach(attach);
}

function attach(part) {
  let busy = false;
  const exchange = async () => {
    if (busy) return;
    busy = true;
    const done = await carry(part).catch(() => tell(part, part.dataset.failed));
    show(part, "[data-again]", !done);
    busy = false;
  };
  part.querySelectorAll("button").forEach((button) => button.addEventListener("click", exchange));
  const again = () => {
    if (!offered(part)) exchange();
  };
  window.addEventListener("online", again, { signal: whileShown() });
  if (navigator.onLine || part.dataset.quiet === undefined) exchange();
}

const offered = (part) => part.querySelector("[data-go]")?.hidden === false;

async function carry(part) {
  const { exchange, end, at, root, page, then, quiet } = part.dataset;
  const asks = JSON.parse(exchange);
  const counts = {};
  const refused = new Set();
  show(part, "[data-again], [data-go]", false);
  for (let done = 0; asks.length; done++) {
    const ask = asks.shift();
    progress(part, done, asks.length + done + 1);
    if (quiet === undefined) tell(part, ask.said);
    const answer = await asked(ask);
    if (quiet !== undefined && !answer.status) return then && counts.received && location.replace(then);
    const next = await sendFields(ask.then, { status: answer.status, answer: answer.body });
    if (ask.kept) await forgetLastHeard(ask.kept);
    if (next.go) return offer(part, next);
    asks.unshift(...next.asks);
    if (next.stop) asks.length = 0;
    if (next.refused) refused.add(next.refused);
    addUp(counts, next);
  }
  if (then && counts.received) return location.replace(then);
  if (refused.size) counts.refused = [...refused].join("\n");
  const { said, taken } = await sendFields(end, counts);
  remember({ at, root, ids: taken });
  const foundPart = document.querySelector("[data-found]");
  if (page && foundPart) {
    const anew = await fetch(page);
    put(foundPart, parsed(await anew.text()).querySelector("[data-found]") || foundPart);
  }
  if (quiet === undefined || Object.keys(counts).length) finished(part, said);
  if (refused.size) return false;
  if (quiet !== undefined && !counts.both) setTimeout(() => part.setAttribute("hidden", ""), SHOWN);
  return true;
}

function addUp(counts, next) {
  for (const [name, count] of Object.entries(next)) {
    if (typeof count === "number") counts[name] = (counts[name] || 0) + count;
  }
}

function offer(part, { said, go }) {
  part.dataset.exchange = JSON.stringify(go);
  finished(part, said);
  show(part, "[data-go]", true);
  return true;
}

// The server's pages know by this what is here, and how far (offline_failover.js).
function remember(taken) {
  document.cookie = `taken=1; path=${taken.root}/; max-age=${LASTING}; samesite=lax`;
  keep("taken", JSON.stringify(taken));
}

// What the server says to a question, or said before it was away; status 0 where nobody says anything.
async function asked(ask) {
  try {
    const request = { cache: "no-store", signal: AbortSignal.timeout?.(LONGEST) };
    if (ask.post) Object.assign(request, { method: "POST", body: await bundle(ask.file) });
    const answer = ask.kept ? await lastHeard(ask.kept) : await fetch(ask.post || ask.get, request);
    return { status: GATEWAY.includes(answer.status) ? 0 : answer.status, body: await answer.blob() };
  } catch {
    return { status: 0, body: new Blob() };
  }
}

async function bundle(address) {
  const body = new FormData();
  body.append("archive", await (await fetch(address)).blob(), "club.zip");
  return body;
}

async function sendFields(address, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}

function finished(part, words) {
  tell(part, words);
  show(part, "progress", false);
}

function tell(part, words) {
  if (!words) return;
  part.hidden = false;
  part.querySelector("[role=status]").textContent = words;
}

function progress(part, done, all) {
  const bar = part.querySelector("progress");
  if (bar) Object.assign(bar, { hidden: false, value: done, max: all });
}

function show(part, selector, shown) {
  for (const element of part.querySelectorAll(selector)) element.hidden = !shown;
}
