// The application, in a thread of its own. Of all tabs one worker holds the lock and answers; when it ends the next one
// starts from what is kept. Requests come one after the other from the service worker, by a channel; what one of them has
// written is kept before it is answered, and what could not be kept is taken back and answered as on a full disk.
import { memory } from "./runtime/memory_snapshot.mjs";
import { Lost, Storage, isFull } from "./file_system_persistence.js";
import { FRENCH, say } from "./words.js";

const mark = self.name;
const SCOPE = new URL("./", self.location.href);
const NAME = `phone ${SCOPE.pathname}`;
const DATA = "/data";
const SHOWN = "text/html";
const READS = ["GET", "HEAD"];
const RUNTIME = new URL("runtime/", SCOPE).href;
const MEMORY = `${RUNTIME}memory`;

const channel = new BroadcastChannel(NAME);
let storage;
let python;
let persisted = false;
let turn = Promise.resolve();

self.onmessage = ({ data }) => {
  if (data.steal) hold({ steal: true });
  if ("persisted" in data) persisted = data.persisted;
};
hold({});

// The lock lasts as long as this worker does, unless another takes it because this tab sleeps.
function hold(how) {
  navigator.locks.request(NAME, how, begin).catch((error) => end(error.name === "AbortError" ? { lost: true } : failure(error)));
}

async function begin() {
  postMessage({ holds: true });
  const reading = keptMemory();
  const [boot, opened] = await Promise.all([import("./runtime/boot.mjs"), Storage.open(NAME)]);
  storage = opened;
  python = await prepared(boot, await reading);
  const runtime = boot.awake(python, () => bytesNow("runtime/later.zst"));
  await storage.fill(python.FS, DATA);
  runtime.start(Intl.DateTimeFormat().resolvedOptions().timeZone || "");
  await storage.begin();
  persisted = (await navigator.storage?.persisted?.()) || false;
  const handle = runtime.handle;
  channel.onmessage = ({ data }) => data.request && (turn = turn.then(() => serve(handle, data.request)).catch((error) => end(failure(error))));
  channel.postMessage({ ready: true });
  postMessage({ ready: true });
  return new Promise(() => {});
}

// What was kept of Python's memory by this version, and where: in the cache of its files.
async function keptMemory() {
  const cache = await caches.open(`${NAME} ${mark}`);
  return { cache, image: await cache.match(MEMORY) };
}

// Python with the application prepared, before it has seen any data: as it was kept, or else made and kept.
async function prepared({ made, restored }, { cache, image }) {
  try {
    if (image) return await restored(RUNTIME, image.arrayBuffer());
  } catch (error) {
    console.warn("not restored", error);
    await cache.delete(MEMORY);
  }
  const py = await made(RUNTIME, await bytes("runtime/first.zst"), [DATA, SCOPE.pathname.slice(0, -1), SCOPE.origin]);
  cache.put(MEMORY, new Response(memory(py))).catch((error) => console.warn("not kept", error));
  return py;
}

// A request that comes again, after its answer was lost with another worker, gets that answer.
async function serve(handle, request) {
  const again = storage.answers.get(request.id);
  const answer = again || (await fresh(handle, request).catch(broken));
  channel.postMessage({ answer, id: request.id });
  if (hasDied()) end({ died: true });
}

// After a fatal error (no memory, no stack) nothing of Python can be used any more, in no tab.
function hasDied() {
  try {
    return !python.toPy;
  } catch {
    return true;
  }
}

// One request that fails takes nothing with it.
async function broken(error) {
  if (error instanceof Lost) throw error;
  console.error(error);
  if (!hasDied()) await storage.restore();
  return { status: 500, headers: [["Content-Type", "text/html; charset=utf-8"]], body: BROKEN };
}

// It looks as the shell does: no page of the application can be had.
const BROKEN = `<!doctype html><html lang="${FRENCH ? "fr" : "en"}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${say("name")}</title><link rel="stylesheet" href="${SCOPE.pathname}phone.css">
<body><main id="starting" class="trouble"><h1>${say("name")}</h1><p id="status">${say("broken")}</p><a href="${SCOPE.pathname}">${say("home")}</a></main>`;

async function fresh(handle, request) {
  if (storage.readOnly && !READS.includes(request.method) && (await storage.hasRoom())) throw new Lost("there is room again");
  const answer = run(handle, request);
  const page = shown(request, answer);
  const changes = storage.changes();
  if (!changes.length) {
    if (page && !storage.readOnly) storage.remember(page);
    return answer;
  }
  if (storage.readOnly) return refused(handle, request, answer);
  try {
    await storage.commit(changes, request.id, answer, page);
    postMessage({ wrote: true });
    return answer;
  } catch (error) {
    if (error instanceof Lost) throw error;
    console.warn("not kept", error);
    return refused(handle, request, answer);
  }
}

// Nothing half-kept: the folder as it was, then the same request with a database that has no room. A page that is only
// looked at is shown all the same.
async function refused(handle, request, unkept) {
  await storage.restore();
  if (READS.includes(request.method)) return unkept;
  storage.full = true;
  const answer = run(handle, request);
  storage.full = false;
  await storage.restore();
  return answer;
}

function run(handle, { method, path, headers, body }) {
  const said = [["Accept-Language", navigator.languages.join(", ")], ["X-Storage-Persisted", persisted ? "yes" : "no"], ...headers];
  const sent = body ? python.toPy(new Uint8Array(body)) : undefined;
  const answer = handle(method, path, python.toPy(said), sent);
  const [status, given, content] = answer.toJs();
  answer.destroy();
  sent?.destroy();
  return { status, headers: given, body: content };
}

// The page that the frame shows after this answer, if it shows one: opened there, or put there by a script.
function shown({ path, navigates }, { status, headers, body }) {
  const said = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const address = navigates ? path : said.get("content-location")?.slice(SCOPE.pathname.length - 1);
  return status === 200 && address && said.get("content-type")?.startsWith(SHOWN) && { path: address, mark, headers, body };
}

async function bytes(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

function bytesNow(name) {
  const asked = new XMLHttpRequest();
  asked.open("GET", name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`);
  return asked.response;
}

const failure = (error) =>
  error instanceof Lost ? { lost: true } : { failed: String(error), trouble: isFull(error) ? "room" : "failed" };

function end(why) {
  channel.close();
  postMessage(why);
  self.close();
}
