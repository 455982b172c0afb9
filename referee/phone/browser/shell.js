// The page of a tab: it installs, keeps the worker alive and frames the application, while the frame goes
// from page to page. Its own address says in the fragment which page that is.
import { bring, frame, open, save } from "./frame_navigation.js";
import { SCOPE, Trouble, VERSION, install, update, versionOf } from "./version_download.js";
import { lastPage } from "./indexeddb.js";
import { watchInstallation } from "./install_prompt.js";
import { FRENCH, say } from "./words.js";

const NAME = `phone ${new URL(SCOPE).pathname}`;
const KNOWN = { QuotaExceededError: "room", SecurityError: "private", InvalidStateError: "private" };
const DETAIL = 300;
const OFTEN = 700;
const PATIENCE = 1500;
const [status, progress, again] = ["status", "progress", "again"].map((id) => document.getElementById(id));
let channel;
let worker;
const erased = document.getElementById("erased");
let holds = false;
let deaths = 0;
let asleep;

async function begin() {
  document.documentElement.lang = FRENCH ? "fr" : "en";
  if (!FRENCH) document.querySelector("link[rel=manifest]").href = "manifest.en.webmanifest";
  document.title = frame.title = document.querySelector("h1").textContent = say("name");
  again.addEventListener("click", () => location.reload());
  const lacking = whatLacks();
  if (lacking) return trouble(lacking);
  watchInstallation();
  const opening = [install(loading), lastPage(NAME).catch(() => null)];
  const [registration, page] = await Promise.all(opening);
  status.textContent = say("preparing");
  progress.removeAttribute("value");
  navigator.serviceWorker.addEventListener("controllerchange", ofOneVersion);
  ofOneVersion();
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.save && save(data.save));
  navigator.serviceWorker.startMessages();
  if (registration.waiting) takeNew();
  await open(page);
  startPython(registration);
  window.launchQueue?.setConsumer(async ({ files: [file] = [] }) => file && bring(await file.getFile()));
}

// A new version may take over at any moment, before anything of this page listens too: then it is loaded
// anew.
async function ofOneVersion() {
  if ((await versionOf(navigator.serviceWorker.controller)) !== VERSION) location.reload();
}

function whatLacks() {
  if (!isSecureContext) return "insecure";
  if (!(
    "locks" in navigator &&
    "DecompressionStream" in window &&
    "BroadcastChannel" in window &&
    "randomUUID" in crypto
  ))
    return "old";
  return navigator.serviceWorker && indexedDB ? "" : "private";
}

function loading(done, all) {
  if (!again.hidden) return;
  const whole = (bytes) => Math.ceil(bytes / 1e6);
  progress.hidden = false;
  progress.max = all;
  progress.value = done;
  const sentence = say("loading", { done: Math.min(Math.floor(done / 1e6), whole(all)), all: whole(all) });
  if (status.textContent !== sentence) status.textContent = sentence;
}

// In the end with what the browser says itself, for the person asked for help.
function trouble(name, detail = "", values = {}) {
  document.body.classList.add("trouble");
  frame.remove();
  document.getElementById("starting").hidden = false;
  status.textContent = say(name, values);
  document.getElementById("detail").textContent = detail.slice(-DETAIL);
  progress.hidden = true;
  again.textContent = say("again");
  again.hidden = ["insecure", "old"].includes(name);
}

function startPython(registration) {
  channel ||= openChannel();
  worker = new Worker("python_worker.js", { type: "module", name: VERSION });
  worker.onmessage = ({ data }) => {
    if (data.holds) holds = true;
    if (data.ready) update(registration).catch(() => {});
    if (data.wrote) askToPersist();
    if (data.erased) tellErased();
    if (data.restored) erased.close();
    if (data.lost) [holds] = [false, startPython(registration)];
    if (data.died) [holds] = [false, deaths++ ? trouble("died") : startPython(registration)];
    if (data.failed) [holds] = [false, trouble(data.trouble, data.failed)];
  };
  worker.onerror = ({ message }) => trouble("failed", message);
  lookForHolder();
}

// The worker of this tab still has all of it in its memory.
function tellErased() {
  for (const name of ["restore", "afresh"]) {
    const button = document.getElementById(name);
    button.textContent = say(name);
    button.onclick = () => worker.postMessage({ [name]: true });
  }
  document.getElementById("afresh").addEventListener("click", () => erased.close());
  document.getElementById("gone").textContent = say("erased");
  if (!erased.open) erased.showModal();
}

// Another tab that holds the application may sleep, as phones let tabs do: who is looked at asks after it,
// and takes over when it hears nothing.
function lookForHolder() {
  clearTimeout(asleep);
  if (holds || document.hidden) return;
  asleep = setTimeout(async () => {
    const { held } = await navigator.locks.query();
    if (!holds && held.some(({ name }) => name === NAME)) worker.postMessage({ steal: true });
    asleep = setTimeout(lookForHolder, PATIENCE);
  }, PATIENCE);
  channel.postMessage({ who: true });
}

function openChannel() {
  const opened = new BroadcastChannel(NAME);
  opened.onmessage = ({ data }) => {
    if (data.who && holds) opened.postMessage({ here: true });
    if (!data.here) return;
    clearTimeout(asleep);
    asleep = setTimeout(lookForHolder, OFTEN);
  };
  return opened;
}

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

begin().catch((error) => {
  console.error(error);
  if (error instanceof Trouble) trouble(error.message, "", error.values);
  else trouble(KNOWN[error.name] || "failed", String(error));
});
