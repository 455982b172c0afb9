// One version of all files, in a cache named after its mark: kept by the page, which can say how far it is,
// served by the service worker. A version is there once its files.json is, which comes last.
import "./file_verification.js";
import { say } from "./words.js";

const { fileToKeep, keptAnswer, keptName } = self;
export const VERSION = document.documentElement.dataset.version;
export const SCOPE = new URL("./", location.href).href.replace(/[?#].*/, "");
const PATH = new URL(SCOPE).pathname;
const AT_ONCE = 4;
const LONGEST = 180_000;
const nameOf = (mark) => `phone ${PATH} ${mark}`;

// message: the name of what the shell says; values: what stands in it.
export class Trouble extends Error {
  constructor(name, values = {}) {
    super(name);
    this.values = values;
  }
}

// The service worker of this folder, in control of this page; the first time, and where its version is gone,
// with all that it serves.
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
    const controlled = new Promise((done) =>
      workers.addEventListener("controllerchange", done, { once: true }),
    );
    registration.active.postMessage({ claim: true });
    await controlled;
  }
  return registration;
}

async function fetched(workers, before, shown) {
  const files = await announced();
  await keep(files, "first", shown);
  await complete(files);
  const registration = await registered(workers);
  if (before) await registration.update();
  await activated(registration);
  return registration;
}

const isThere = async (mark) =>
  Boolean(await caches.match(SCOPE + "files.json", { cacheName: nameOf(mark) }));

// The mark of what a service worker serves; it answers when it has started.
export function versionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ version: true }, [port2]);
  });
}

// Where its script cannot be fetched a browser calls that an error of type; where it was fetched before as
// any file, and is refused now over https, what the browser does not trust is the certificate, whatever the
// user has let pass for the page.
function registered(workers) {
  return workers.register("service_worker.js", { scope: SCOPE, updateViaCache: "none" }).catch((error) => {
    if (error instanceof TypeError) throw new Trouble("network");
    throw error.name === "SecurityError" && location.protocol === "https:"
      ? new Trouble("certificate")
      : error;
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

// Another version on the host is kept beside this one; its worker waits until it is let in. What this one
// still lacks comes first, if the host has not changed it yet; what both have is copied. Its Python is
// prepared too: nobody waits for it.
export async function update(registration) {
  const [ours, theirs] = await Promise.all([current(), announced()]);
  await Promise.all([keep(ours, "first"), keep(ours, "later")]).catch((error) =>
    console.warn("not all of this version is here", error),
  );
  if (ours.mark === theirs.mark) return;
  for (const kind of ["first", "later"]) await keep(theirs, kind, undefined, ours);
  if (!(await isThere(theirs.mark)))
    await preparedBeside(theirs).catch((error) => console.warn("not prepared", error));
  await complete(theirs);
  await registration.update();
}

function preparedBeside({ mark, static: folder }) {
  const name = `${mark} ${folder.split("/")[1]}`;
  const worker = new Worker(`versions/${mark}/snapshot_worker.js`, { type: "module", name });
  const prepared = new Promise((done, fail) => {
    worker.onmessage = ({ data }) => (data.failed ? fail(new Error(data.failed)) : done());
    worker.onerror = ({ message }) => fail(new Error(message));
    setTimeout(fail, LONGEST, new Error("it takes too long"));
  });
  return prepared.finally(() => worker.terminate());
}

const current = async () => (await fetch("files.json")).json();

async function announced() {
  const answer = await fetch("files.json?now", { cache: "no-store" }).catch(() => null);
  if (!answer) throw new Trouble("network");
  if (!answer.ok) throw missing("files.json", answer);
  return answer.json().catch(() => {
    throw damaged("files.json", say("not_a_list"));
  });
}

const damaged = (file, why) => new Trouble("damaged", { file, why });
const missing = (file, { status }) => damaged(file, say("missing", { status }));

// The files of this kind that are not in the cache of their version yet, some at once; before: the version
// that has some of them already, by another name maybe. Where the host has meanwhile changed, nothing is
// damaged.
async function keep(files, kind, shown = () => {}, before = null) {
  const cache = await caches.open(nameOf(files.mark));
  const cached = new Set((await cache.keys()).map(({ url }) => url.slice(SCOPE.length)));
  const all = Object.values(files[kind]).reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  const count = (bytes) => shown((done += bytes), all);
  const names = Object.keys(files[kind]).filter(
    (name) => !cached.has(keptName(name)) || count(files[kind][name]),
  );
  const copy = copier(cache, files, before);
  const line = async () => {
    for (let name = names.shift(); name; name = names.shift())
      if (!(await copy(name))) await keepOne(cache, name, files, count);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line)).catch(async (error) => {
    const now = error.message === "damaged" && (await announced().catch(() => null));
    throw now && now.mark !== files.mark ? new Trouble("changing") : error;
  });
}

// From now on a browser may install this version.
async function complete(files) {
  const cache = await caches.open(nameOf(files.mark));
  await cache.put(SCOPE + "files.json", keptAnswer(new Blob([JSON.stringify(files)]), "files.json"));
}

// Copies a file from the cache of the version before, if one of the same content is there.
function copier(cache, files, before) {
  const names = new Map(Object.entries(before?.hashes || {}).map(([name, hash]) => [hash, name]));
  return async (name) => {
    const same = names.get(files.hashes[name]);
    const found = same && (await caches.match(SCOPE + keptName(same), { cacheName: nameOf(before.mark) }));
    if (found) await cache.put(SCOPE + keptName(name), found);
    return Boolean(found);
  };
}

async function keepOne(cache, name, files, count) {
  const answer = await fetch(`${name}?now`, { cache: "no-cache" }).catch(() => {
    throw new Trouble("network");
  });
  if (!answer.ok) throw missing(name, answer);
  const came = await read(answer, count);
  const file = await fileToKeep(name, came, files);
  const size = files.first[name] ?? files.later[name];
  if (!file)
    throw damaged(name, came.size === size ? say("changed") : say("other_size", { came: came.size, size }));
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
