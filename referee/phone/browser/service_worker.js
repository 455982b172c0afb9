// Every request below this folder. A page that a tab opens is the shell; files are those of this one version, from its
// cache; the rest is the application's, which runs in a worker (python_worker.js) of whichever tab holds the lock: it is
// asked by a channel, again when another worker has taken over, and a request waits as long as that takes.
importScripts("kept_files.js");

const MARK = "@mark@";
const SCOPE = new URL("./", location.href).pathname;
const NAME = `phone ${SCOPE}`;
const CACHE = `${NAME} ${MARK}`;
const FILES = `${SCOPE}files.json`;
const NO_BODY = [204, 205, 304];
const OF_THE_WIRE = ["content-length", "set-cookie", "x-frame-options"];
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const channel = new BroadcastChannel(NAME);
const waiting = new Map();
let lastPage;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(heard(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(SCOPE) || search === "?now") return;
  const name = pathname.slice(SCOPE.length);
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell(name, search));
  else event.respondWith(file(name, request).then((found) => found || page(request, `/${name}${search}`)));
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
  await Promise.all(names.filter((name) => name.startsWith(`${NAME} `) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// take: the version that waits may take over, if nobody is in the middle of anything. page: what the frame may show at once.
async function heard({ data, source, ports }) {
  if (data.claim) return self.clients.claim();
  if (data.go) return self.skipWaiting();
  if (data.page) lastPage = data.page.mark === MARK ? data.page : null;
  if (data.take && !waiting.size && !(await others(source))) self.registration.waiting?.postMessage({ go: true });
  ports[0]?.postMessage(Boolean(lastPage));
}

const others = async (source) => (await shells()).some((shell) => shell.id !== source.id && shell.visibilityState === "visible");

const shells = async () => {
  const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return clients.filter((client) => client.frameType === "top-level" && client.url.startsWith(self.registration.scope));
};

const cached = (address) => caches.match(address, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true });

async function shell(name, search) {
  const whole = (name === "" || name === "index.html") && (await cached(`${SCOPE}index.html`));
  return whole || Response.redirect(`${SCOPE}#/${name}${search}`);
}

async function file(name, request) {
  if (request.method !== "GET") return null;
  const found = name && ((await cached(SCOPE + name)) || (await missing(name)));
  if (name !== "python_worker.js" || !found.ok) return found;
  return new Response(found.body, { headers: { "Content-Type": "text/javascript", "Content-Security-Policy": WORKER_POLICY } });
}

// A file of ours that the browser has dropped, or that comes later: kept if what the host has is still of this version.
async function missing(name) {
  const { hashes } = (await (await cached(FILES))?.json()) || { hashes: {} };
  const listed = [name, `${name}.gz`].find((path) => path in hashes);
  if (!listed) return null;
  const answer = await fetch(SCOPE + listed, { cache: "no-cache" }).catch(() => null);
  const found = answer?.ok && (await fileToKeep(listed, await answer.blob(), hashes[listed]));
  if (!found) return new Response(null, { status: 503 });
  const cache = await caches.open(CACHE);
  await cache.put(SCOPE + name, found.clone()).catch((error) => console.warn("not kept", error));
  return found;
}

async function page(request, path) {
  const navigates = request.mode === "navigate";
  const last = navigates && lastPage;
  lastPage = null;
  if (last && last.path === path && request.method === "GET") return answerOf({ status: 200, ...last });
  const answer = await asked(request, path, navigates);
  const saved = new Headers(answer.headers).get("content-disposition") || "";
  return navigates && saved.startsWith("attachment") ? save(saved, answer) : answerOf(answer);
}

async function asked(request, path, navigates) {
  const headers = [...request.headers, ...(request.referrer.startsWith("http") ? [["Referer", request.referrer]] : [])];
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

// A file to be saved goes to the tab that is looked at, for no frame saves what a service worker answers in every browser.
async function save(disposition, { headers, body }) {
  const all = await shells();
  const tab = all.find((shell) => shell.focused) || all.find((shell) => shell.visibilityState === "visible") || all[0];
  const words = /filename\*=UTF-8''([^;]+)/i.exec(disposition) || /filename="?([^";]+)/i.exec(disposition);
  tab?.postMessage({ save: { name: decodeURIComponent(words?.[1] || ""), type: new Headers(headers).get("content-type"), body } });
  return new Response(null, { status: 204 });
}
