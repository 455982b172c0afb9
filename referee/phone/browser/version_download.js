// One version of all files, in a cache named after its mark: kept by the page, which can say how far it is, served by the
// service worker. A version is there once its files.json is, which comes last.
import "./cached_files.js";

const { fileToKeep, keptAnswer, keptName } = self;
export const VERSION = document.documentElement.dataset.version;
export const SCOPE = new URL("./", location.href).href.replace(/[?#].*/, "");
const PATH = new URL(SCOPE).pathname;
const AT_ONCE = 4;
const nameOf = (mark) => `phone ${PATH} ${mark}`;
export class Trouble extends Error {}

// The service worker of this folder, in control of this page; the first time, and where its version is gone, with all
// that it serves.
export async function install(shown) {
  const workers = navigator.serviceWorker;
  const found = await workers.getRegistration(SCOPE);
  let registration = found?.scope === SCOPE && found.active ? found : null;
  const mark = registration && (await versionOf(registration.active));
  if (!registration || !(await isThere(mark))) {
    registration = await fetched(workers, registration, shown).catch((error) => {
      if (mark !== VERSION) throw error;
      return registration; // with what there is of it
    });
  }
  if (workers.controller?.scriptURL !== registration.active.scriptURL) {
    const controlled = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    registration.active.postMessage({ claim: true });
    await controlled;
  }
  return registration;
}

async function fetched(workers, before, shown) {
  await keep(await announced(), "first", shown);
  const registration = await registered(workers);
  if (before) await registration.update();
  await activated(registration);
  return registration;
}

const isThere = async (mark) => Boolean(await caches.match(SCOPE + "files.json", { cacheName: nameOf(mark) }));

// The mark of what a service worker serves; it answers when it has started.
export function versionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ version: true }, [port2]);
  });
}

// Where its script cannot be fetched a browser calls that an error of type.
function registered(workers) {
  return workers.register("service_worker.js", { scope: SCOPE, updateViaCache: "none" }).catch((error) => {
    throw error instanceof TypeError ? new Trouble("network") : error;
  });
}

function activated(registration) {
  return new Promise((done, fail) => {
    const worker = registration.installing || registration.waiting || registration.active;
    const look = () => {
      if (worker.state === "activated") done();
      if (worker.state === "installed") worker.postMessage({ go: true });
      if (worker.state === "redundant") fail(new Trouble("changing"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

// Another version on the host is kept beside this one; its worker waits until it is let in. What this one still lacks
// comes first, if the host has not changed it yet.
export async function update(registration) {
  const [ours, theirs] = await Promise.all([current(), announced()]);
  await Promise.all([keep(ours, "first"), keep(ours, "later")]).catch((error) => console.warn("not all of this version is here", error));
  await keep(theirs, "first");
  await keep(theirs, "later");
  if (ours.mark !== theirs.mark) await registration.update();
}

const current = async () => (await fetch("files.json")).json();

async function announced() {
  const answer = await fetch("files.json?now", { cache: "no-store" }).catch(() => null);
  if (!answer) throw new Trouble("network");
  if (!answer.ok) throw new Trouble("changing");
  return answer.json();
}

// The files of this kind that are not in the cache of their version yet, some at once.
async function keep(files, kind, shown = () => {}) {
  const cache = await caches.open(nameOf(files.mark));
  const cached = new Set((await cache.keys()).map(({ url }) => url.slice(SCOPE.length)));
  const all = Object.values(files[kind]).reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  const count = (bytes) => shown((done += bytes), all);
  const names = Object.keys(files[kind]).filter((name) => !cached.has(keptName(name)) || count(files[kind][name]));
  const line = async () => {
    for (let name = names.shift(); name; name = names.shift()) await keepOne(cache, name, files.hashes?.[name], count);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  if (kind === "first") await cache.put(SCOPE + "files.json", keptAnswer(new Blob([JSON.stringify(files)]), "files.json"));
}

async function keepOne(cache, name, hash, count) {
  const answer = await fetch(`${name}?now`, { cache: "no-cache" }).catch(() => { throw new Trouble("network"); });
  if (!answer.ok) throw new Trouble("changing");
  const packed = await read(answer, count);
  const file = await fileToKeep(name, packed, hash);
  if (!file) throw new Trouble("changing");
  await cache.put(SCOPE + keptName(name), file);
}

async function read(answer, count) {
  const parts = [];
  const reader = answer.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      count(part.value.length);
    }
  } catch {
    throw new Trouble("network");
  }
  return new Blob(parts);
}
