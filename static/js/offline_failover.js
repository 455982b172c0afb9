// On the server's pages, in a browser that has taken a club along: a match's results are kept where the app of this phone
// finds it (exchange.js), and a match whose server is away goes on there, with what was typed (keep_draft.js).
import { drop, keep, recalled } from "./browser_storage.js";

const BELOW = /\/matches\/([\w-]+)(\/(?:steps\/[\w-]+|corrections\/\d+|sheet|table|log)\b)?/;
// So long nobody answers before it goes on there.
const PATIENCE = 6000;
const taken = () => recalled("taken") || { ids: {} };
let tag;
let watched;
let clock;

document.addEventListener("renewed", begin);
begin();

function begin() {
  const head = document.querySelector("[data-match]");
  if (head && head.dataset.tag !== tag) keepUp(head.dataset.match.split("/").pop()).catch(() => {});
  tag = head?.dataset.tag;
  const notice = document.querySelector("[data-network]");
  if (notice === watched) return;
  watched = notice;
  new MutationObserver(() => wait(notice)).observe(notice, { attributes: true, attributeFilter: ["hidden"] });
  wait(notice);
}

// The notice counts down to another try: nobody has answered the one before.
function wait(notice) {
  clearInterval(clock);
  if (notice.hidden) return;
  const since = Date.now();
  clock = setInterval(() => Date.now() - since > PATIENCE && !notice.querySelector("p + p").hidden && goOn(), 500);
}

async function goOn() {
  clearInterval(clock);
  const { at, ids } = taken();
  const [, id, below] = location.pathname.match(BELOW) || [];
  if (!(id in ids) || location.pathname.startsWith(at)) return;
  const app = await navigator.serviceWorker?.getRegistration(at);
  if (app?.active && new URL(app.scope).pathname === at) location.assign(`${at}matches/${id}${below || ""}?server=away`);
}

// All of the log since the match was taken along, as the server tells it.
async function keepUp(id) {
  const { root, ids } = taken();
  if (!(id in ids)) return;
  const kept = recalled("log:" + id);
  const log = kept?.at === ids[id] ? kept : { at: ids[id], records: [] };
  const answer = await fetch(`${root}/sync/records?match=${id}&from=${log.at + log.records.length}`, { cache: "no-store" });
  if (!answer.ok) return;
  const { length, mark, records } = await answer.json();
  const whole = { at: log.at, length, mark, records: [...log.records, ...records] };
  if (!keep("log:" + id, JSON.stringify(whole))) drop("log:" + id);
}
