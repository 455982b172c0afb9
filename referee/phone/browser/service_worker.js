// Every request below this folder. A page that a tab opens is the shell; files are those of this one version,
// from its cache, or from the host where the cache has lost them; the rest is the application's, which runs
// in a worker (python_worker.js) of whichever tab holds the lock: it is asked by a channel, again when
// another worker has taken over, and a request waits as long as that takes.
importScripts("file_verification.js");

const MARK = "@mark@";
const SCOPE = new URL("./", location.href).pathname;
const NAME = `phone ${SCOPE}`;
const CACHE = `${NAME} ${MARK}`;
const FILES = `${SCOPE}files.json`;
const SHELL = "index.html";
const SCREENSHOTS = "screenshots/";
const SHARED = "received";
const NO_BODY = [204, 205, 304];
const OF_THE_WIRE = ["content-length", "set-cookie", "x-frame-options"];
const WORKERS = ["python_worker.js", "snapshot_worker.js"];
const OF_VERSION = /^versions\/(\w+)\/(.+)$/;
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const channel = new BroadcastChannel(NAME);
const waiting = new Map();
let lastPage;
let received;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(heard(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(SCOPE) || search === "?now") return;
  const name = pathname.slice(SCOPE.length);
  const [, mark, file] = OF_VERSION.exec(name) || [];
  if (mark) event.respondWith(ofVersion(mark, file));
  else if (name.startsWith(SCREENSHOTS)) return;
  else if (name === SHARED && request.method === "POST") event.respondWith(receive(request));
  else if (request.mode === "navigate" && request.destination === "document")
    event.respondWith(shell(name, search));
  else event.respondWith(answered(name, request, search));
});
channel.onmessage = ({ data }) => {
  if (data.ready) for (const { request } of waiting.values()) channel.postMessage({ request });
  if (data.answer) waiting.get(data.id)?.done(data.answer);
};

// The page has put all files of this version there, or it is not installed.
async function install() {
  if (!(await cached(FILES))) throw new Error("not all files of this version are here yet");
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(`${NAME} `) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

// version: which one this is. take: the version that waits may take over, if nobody is in the middle of
// anything. page: what the frame may show at once.
async function heard({ data, source, ports }) {
  if (data.version) return ports[0].postMessage(MARK);
  if (data.claim) return self.clients.claim();
  if (data.go) return self.skipWaiting();
  if (data.page) lastPage = data.page.mark === MARK ? data.page : null;
  if (data.take && !waiting.size && !(await others(source)))
    self.registration.waiting?.postMessage({ go: true });
  ports[0]?.postMessage(Boolean(lastPage));
}

const others = async (source) =>
  (await shells()).some((shell) => shell.id !== source.id && shell.visibilityState === "visible");

const shells = async () => {
  const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return clients.filter(
    (client) => client.frameType === "top-level" && client.url.startsWith(self.registration.scope),
  );
};

const cached = (address) => caches.match(address, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true });

// The second look is at what the host has, where the first has found that this version is no longer to be
// had.
async function shell(name, search) {
  if (name && name !== SHELL) return Response.redirect(`${SCOPE}#/${name}${search}`);
  for (const found of [await file(SHELL), await file(SHELL)]) if (found?.ok) return found;
  const said = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${sentence()}`;
  return new Response(said, { status: 503, headers: { "Content-Type": TYPES.html } });
}

// No page of the shell is there to say it.
const sentence = () =>
  /^fr/i.test(navigator.language)
    ? "<title>L’Arbitre</title><p>Des fichiers de l’arbitre manquent sur ce téléphone. Vos parties y sont toujours : rouvrez cette page avec du réseau."
    : "<title>The Referee</title><p>Files of the referee are missing on this phone. Your matches are still on it: open this page again with a network.";

async function answered(name, request, search) {
  if (name === SHARED) return given();
  const found = request.method === "GET" && name && (await file(name));
  return found ? asWorker(name, found) : page(request, `/${name}${search}`);
}

// What another application shares is asked about in the frame, as what was pasted or chosen there is.
async function receive(request) {
  const sent = await request.formData();
  const form = new FormData();
  form.append("code", ["text", "url", "title"].map((name) => sent.get(name) || "").join(" "));
  const file = sent.get("file");
  if (file?.size) form.append("file", file);
  received = new Request(`${SCOPE}handover/open`, { method: "POST", body: form });
  return Response.redirect(`${SCOPE}#/${SHARED}`, 303);
}

async function given() {
  const request = received;
  received = null;
  return request ? page(request, "/handover/open") : Response.redirect(`${SCOPE}handover`);
}

// A file of a version that is kept beside this one, for who prepares it.
async function ofVersion(mark, name) {
  const found = await caches.match(SCOPE + name, { cacheName: `${NAME} ${mark}` });
  return found ? asWorker(name, found) : new Response(null, { status: 404 });
}

function asWorker(name, found) {
  if (!WORKERS.includes(name) || !found.ok) return found;
  return new Response(found.body, {
    headers: { "Content-Type": "text/javascript", "Content-Security-Policy": WORKER_POLICY },
  });
}

// A version is there as long as its files.json is. Where that is gone and the host has another version
// already, files are the host's, so that a page can fetch that version whole; null is what is no file.
async function file(name) {
  const [found, own] = await Promise.all([cached(SCOPE + name), cached(FILES)]);
  if (found && own) return found;
  const files = own ? await own.json() : await announced();
  if (files?.mark === MARK || !files) return found || (await missing(name, files));
  return missing(name, files);
}

// The files that the host has now, if it can be asked; the list of this version is kept again.
async function announced() {
  const answer = await fetch(`${FILES}?now`, { cache: "no-store" }).catch(() => null);
  const files = answer?.ok && (await answer.json().catch(() => null));
  if (files?.mark === MARK)
    await put("files.json", keptAnswer(new Blob([JSON.stringify(files)]), "files.json"));
  return files;
}

// A file that the browser has dropped, or that comes later: of this version, or of the host's where this one
// is gone.
async function missing(name, files) {
  if (name === "files.json")
    return files ? keptAnswer(new Blob([JSON.stringify(files)]), name) : new Response(null, { status: 503 });
  const listed = [name, `${name}.gz`].find((path) => path in (files?.hashes || {}));
  if (!listed) return null;
  const answer = await fetch(SCOPE + listed, { cache: "no-cache" }).catch(() => null);
  const found = answer?.ok && (await fileToKeep(listed, await answer.blob(), files));
  if (answer && !found && files.mark === MARK) await giveUp();
  if (!found) return new Response(null, { status: 503 });
  if (files.mark === MARK) await put(name, found.clone());
  return found;
}

// The host has another version, so that this one will never be whole again: the next page takes that one.
async function giveUp() {
  const files = await announced();
  if (files && files.mark !== MARK) await (await caches.open(CACHE)).delete(FILES);
}

const put = async (name, answer) =>
  (await caches.open(CACHE)).put(SCOPE + name, answer).catch((error) => console.warn("not kept", error));

async function page(request, path) {
  const navigates = request.mode === "navigate";
  const last = navigates && lastPage;
  lastPage = null;
  if (last && last.path === path && request.method === "GET") return answerOf({ status: 200, ...last });
  const answer = await asked(request, path, navigates);
  const saved = new Headers(answer.headers).get("content-disposition") || "";
  return navigates && saved.startsWith("attachment") ? save(saved, answer) : answerOf(answer);
}

// The browser adds Sec-Fetch-Site, by which the application knows the forms of other sites, on the way to the
// network only. Such a site may send one to a frame of its own: the referrer is that site's, or hidden. Only
// scripts of our pages come here.
async function asked(request, path, navigates) {
  const own = !navigates || request.referrer.startsWith(`${location.origin}/`);
  const headers = [...request.headers, ["Sec-Fetch-Site", own ? "same-origin" : "cross-site"]];
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const message = { id: crypto.randomUUID(), method: request.method, path, headers, body, navigates };
  const answer = new Promise((done) => waiting.set(message.id, { request: message, done }));
  channel.postMessage({ request: message });
  return answer.finally(() => waiting.delete(message.id));
}

function answerOf({ status, headers, body }) {
  const given = headers.filter(([name]) => !OF_THE_WIRE.includes(name.toLowerCase()));
  return new Response(NO_BODY.includes(status) ? null : body, { status, headers: given });
}

// A file to be saved goes to the tab that is looked at, for no frame saves what a service worker answers in
// every browser.
async function save(disposition, { headers, body }) {
  const all = await shells();
  const tab =
    all.find((shell) => shell.focused) || all.find((shell) => shell.visibilityState === "visible") || all[0];
  const words = /filename\*=UTF-8''([^;]+)/i.exec(disposition) || /filename="?([^";]+)/i.exec(disposition);
  tab?.postMessage({
    save: {
      name: decodeURIComponent(words?.[1] || ""),
      type: new Headers(headers).get("content-type"),
      body,
    },
  });
  return new Response(null, { status: 204 });
}
