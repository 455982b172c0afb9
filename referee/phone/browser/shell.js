// The page of a tab: it installs, keeps the worker alive and frames the application, while the frame goes from page to
// page. Its own address says in the fragment which page that is.
import { SCOPE, Trouble, install, update } from "./install.js";
import { lastPage } from "./storage.js";
import { FRENCH, say } from "./words.js";

const ROOT = new URL(SCOPE).pathname;
const NAME = `phone ${ROOT}`;
// What a link brings along in its fragment, and the page that asks about it: a match handed over is sent, for it is long.
const MATCH = /^#m=(.+)$/;
const CLUB = /^#take=(\d+)$/;
const BROUGHT = /^#(m|take)=/;
const KNOWN = { QuotaExceededError: "room", SecurityError: "private", InvalidStateError: "private" };
const SOON = 300;
const DETAIL = 300;
const PATIENCE = 3000;
const [told, progress, again] = ["told", "progress", "again"].map((id) => document.getElementById(id));
const channel = new BroadcastChannel(NAME);
const frame = document.createElement("iframe");
let worker;
let holds = false;
let asleep;

async function begin() {
  document.documentElement.lang = FRENCH ? "fr" : "en";
  again.addEventListener("click", () => location.reload());
  const lacking = whatLacks();
  if (lacking) return trouble(lacking);
  const opening = [install(loading), lastPage(NAME).catch(() => null)];
  const [registration, page] = await Promise.all(opening);
  told.textContent = say("preparing");
  progress.removeAttribute("value");
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.save && save(data.save));
  navigator.serviceWorker.startMessages();
  if (registration.waiting) takeNew();
  startPython(registration);
  await open(page);
}

function whatLacks() {
  if (!isSecureContext) return "insecure";
  if (!("locks" in navigator && "DecompressionStream" in window && "BroadcastChannel" in window && "randomUUID" in crypto)) return "old";
  return navigator.serviceWorker && indexedDB ? "" : "private";
}

function loading(done, all) {
  if (!again.hidden) return;
  const whole = (bytes) => Math.ceil(bytes / 1e6);
  progress.hidden = false;
  progress.max = all;
  progress.value = done;
  const sentence = say("loading", { done: Math.min(Math.floor(done / 1e6), whole(all)), all: whole(all) });
  if (told.textContent !== sentence) told.textContent = sentence;
}

// In the end with what the browser says itself, for whoever is asked for help.
function trouble(name, detail = "") {
  document.body.classList.add("trouble");
  frame.remove();
  document.getElementById("starting").hidden = false;
  told.textContent = say(name);
  document.getElementById("detail").textContent = detail.slice(-DETAIL);
  progress.hidden = true;
  again.textContent = say("again");
  again.hidden = ["insecure", "old", "private"].includes(name);
}

function startPython(registration) {
  worker = new Worker("python_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.holds) holds = true;
    if (data.ready) update(registration).catch(() => {});
    if (data.wrote) askToPersist();
    if (data.lost) [holds] = [false, startPython(registration)];
    if (data.failed) trouble(data.trouble, data.failed);
  };
  worker.onerror = ({ message }) => trouble("failed", message);
  lookForHolder();
}

// Another tab that holds the application may sleep, as phones let tabs do: who is looked at and hears nothing takes over.
function lookForHolder() {
  clearTimeout(asleep);
  if (holds || document.hidden) return;
  asleep = setTimeout(async () => {
    const { held } = await navigator.locks.query();
    if (!holds && held.some(({ name }) => name === NAME)) worker.postMessage({ steal: true });
  }, PATIENCE);
  channel.postMessage({ who: true });
}

channel.onmessage = ({ data }) => {
  if (data.who && holds) channel.postMessage({ here: true });
  if (data.here) clearTimeout(asleep);
};

document.addEventListener("visibilitychange", () => {
  if (!worker) return;
  document.hidden ? takeNew() : lookForHolder();
});

const takeNew = () => navigator.serviceWorker.controller?.postMessage({ take: true });

// Asked once there is something to lose.
async function askToPersist() {
  if (askToPersist.done) return;
  askToPersist.done = true;
  worker.postMessage({ persisted: (await navigator.storage?.persist?.()) || false });
}

// At the page that the address names, else at the last one, which the service worker shows while Python starts.
async function open(page) {
  frame.name = "application";
  frame.title = "L'Arbitre";
  frame.addEventListener("load", arrived);
  window.addEventListener("hashchange", () => (BROUGHT.test(location.hash) ? goTo(wanted()) : setTimeout(catchUp, SOON)));
  if (page) await toServiceWorker({ page });
  const first = wanted(page?.path);
  if (!first.code) frame.src = ROOT + first.path.slice(1);
  document.body.append(frame);
  if (first.code) goTo(first);
}

function toServiceWorker(message) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = done;
    setTimeout(done, PATIENCE);
    navigator.serviceWorker.controller.postMessage(message, [port2]);
  });
}

// What the address asks for, else this page; from now on it names a page.
function wanted(otherwise) {
  const [, code] = MATCH.exec(location.hash) || [];
  const [, club] = CLUB.exec(location.hash) || [];
  const named = location.hash.startsWith("#/") && location.hash.slice(1);
  const path = code ? "/handover/open" : club ? `/take?club=${club}` : named || otherwise || framed() || "/";
  history.replaceState(history.state, "", `#${path}`);
  return { path, code };
}

function goTo({ path, code }) {
  if (!code) return frame.contentWindow.location.assign(ROOT + path.slice(1));
  const form = document.createElement("form");
  const box = document.createElement("input");
  Object.assign(form, { method: "post", action: ROOT + path.slice(1), target: frame.name, hidden: true });
  Object.assign(box, { type: "hidden", name: "code", value: code });
  form.append(box);
  document.body.append(form);
  form.submit();
  return form.remove();
}

// The way back leads the frame too, but where the shell was loaded anew meanwhile.
function catchUp() {
  if (location.hash !== `#${framed()}`) frame.contentWindow.location.replace(ROOT + wanted(framed()).path.slice(1));
}

// The page in the frame, below the folder; nothing where it is no page of ours.
function framed() {
  try {
    const { pathname, search, hash } = frame.contentWindow.location;
    return pathname.startsWith(ROOT) ? pathname.slice(ROOT.length - 1) + search + hash : "";
  } catch {
    return "";
  }
}

function arrived() {
  if (!framed()) return;
  if (!shown()) performance.mark("shown");
  document.getElementById("starting").hidden = true;
  mirror();
  const title = frame.contentDocument.querySelector("title");
  if (title) new MutationObserver(mirror).observe(title, { childList: true });
}

const shown = () => document.getElementById("starting").hidden;

// A page that takes the place of another one without being loaded changes the title too.
function mirror() {
  document.title = frame.contentDocument.title;
  document.documentElement.lang = frame.contentDocument.documentElement.lang;
  if (location.hash !== `#${framed()}`) history.replaceState(history.state, "", `#${framed()}`);
}

function save({ name, type, body }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A browser that prints the tab instead of the page in it prints all of that.
window.addEventListener("beforeprint", () => (frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight}px`));
window.addEventListener("afterprint", () => (frame.style.height = ""));

begin().catch((error) => {
  console.error(error);
  trouble(error instanceof Trouble ? error.message : KNOWN[error.name] || "failed", error instanceof Trouble ? "" : String(error));
});
