// Over https and on this very machine: a page that cannot be opened is answered by our own, which says what
// is kept (templates/offline.html) and comes back by itself. Before this text the server puts what it keeps:
// the mark of the static files, the offline page in the reader's language, and the files it needs. Another
// mark or language makes another worker, and the caches of the former are deleted. Pages with names are kept
// nowhere.
const CACHE = `referee ${STATIC} ${OFFLINE}`;
const GATEWAY = [502, 504];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => data === "unregister" && unregister());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(file(request).catch(() => fetch(request)));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, ...FILES]);
  await self.skipWaiting();
}

async function activate() {
  await forget((name) => name !== CACHE);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function unregister() {
  await self.registration.unregister();
  await forget(() => true);
}

async function forget(old) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("referee ") && old(name)).map((name) => caches.delete(name)),
  );
}

async function page(event) {
  const answer = await asked(event).catch(() => null);
  if (answer && !GATEWAY.includes(answer.status)) return answer;
  const ours = await caches.match(OFFLINE, { ignoreVary: true }).catch(() => null);
  return ours || answer || Response.error();
}

const asked = async (event) => (await event.preloadResponse) || fetch(event.request);

// The address of a static file carries the mark of its content.
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) cache.put(request, answer.clone()).catch(() => {});
  return answer;
}
