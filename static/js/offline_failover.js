// On the server's pages, in a browser that has taken a club along: a match is kept where the app of this
// phone finds it (exchange.js), and a match whose server is away goes on there, with what was typed
// (keep_draft.js).
import { recalled } from "./browser_storage.js";
import { keepLastHeard } from "./last_heard.js";

const BELOW = /\/matches\/([\w-]+)(\/(?:steps\/[\w-]+|corrections\/\d+|sheet|table|log)\b)?/;
// So long nobody answers before it goes on there.
const PATIENCE = 6000;
const taken = () => recalled("taken") || { ids: [] };
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
  clock = setInterval(
    () => Date.now() - since > PATIENCE && !notice.querySelector("p + p").hidden && goOn(),
    500,
  );
}

async function goOn() {
  clearInterval(clock);
  const { at, ids } = taken();
  const [, id, below] = location.pathname.match(BELOW) || [];
  if (!ids.includes(id) || location.pathname.startsWith(at)) return;
  const app = await navigator.serviceWorker?.getRegistration(at);
  if (app?.active && new URL(app.scope).pathname === at)
    location.assign(`${at}matches/${id}${below || ""}?server=away`);
}

async function keepUp(id) {
  const { root, ids } = taken();
  if (!ids.includes(id)) return;
  const address = `${root}/matches/${id}/handover/file`;
  const answer = await fetch(address, { cache: "no-store" });
  if (answer.ok) await keepLastHeard(address, answer);
}
