// The application, in a thread of its own. Of all tabs one worker holds the lock and answers; when it ends
// the next one starts from what is kept. Requests come one after the other from the service worker, by a
// channel; what one of them has written is kept before it is answered, and what could not be kept is taken
// back and answered as on a full disk.
import { Erased, Lost, Storage, isFull } from "./file_system_persistence.js";
import { PythonMemory } from "./python_memory.js";
import { awake } from "./runtime/boot.mjs";
import { FRENCH, say } from "./words.js";

const mark = self.name;
const SCOPE = new URL("./", self.location.href);
const NAME = `phone ${SCOPE.pathname}`;
const DATA = "/data";
const SHOWN = "text/html";
const READS = ["GET", "HEAD"];

const channel = new BroadcastChannel(NAME);
let storage;
let python;
let persisted = false;
let turn = Promise.resolve();
let restored;
let whenRestored;

self.onmessage = ({ data }) => {
  if (data.steal) hold({ steal: true });
  if ("persisted" in data) persisted = data.persisted;
  if (data.restore) restore().catch((error) => end(failure(error)));
  if (data.afresh) end({ lost: true });
};
hold({});

// The lock lasts as long as this worker does, unless another takes it because this tab sleeps.
function hold(how) {
  navigator.locks
    .request(NAME, how, begin)
    .catch((error) => end(error.name === "AbortError" ? { lost: true } : failure(error)));
}

async function begin() {
  postMessage({ holds: true });
  [storage, python] = await Promise.all([
    Storage.open(NAME),
    new PythonMemory(SCOPE.href, mark, staticMark).python(),
  ]);
  storage.onclose = async () => (await storage.isErased()) && erased();
  const runtime = awake(python, () => bytesNow("runtime/later.zst"));
  await storage.fill(python.FS, DATA);
  runtime.start(Intl.DateTimeFormat().resolvedOptions().timeZone || "");
  await storage.begin();
  persisted = (await navigator.storage?.persisted?.()) || false;
  const handle = runtime.handle;
  channel.onmessage = ({ data }) =>
    data.request &&
    (turn = turn.then(() => serve(handle, data.request)).catch((error) => end(failure(error))));
  channel.postMessage({ ready: true });
  postMessage({ ready: true });
  return new Promise(() => {});
}

// What the browser has erased while this worker runs is still in its memory: the user says whether it is kept
// again.
function erased() {
  postMessage({ erased: true });
  return (restored ||= new Promise((done) => {
    whenRestored = done;
  }));
}

async function restore() {
  await storage.keepAgain();
  postMessage({ restored: true });
  whenRestored?.();
  restored = null;
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
const BROKEN = `<!doctype html>
<html lang="${FRENCH ? "fr" : "en"}">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${say("name")}</title>
  <link rel="stylesheet" href="${SCOPE.pathname}phone.css">
  <body>
    <main id="starting" class="trouble">
      <h1>${say("name")}</h1>
      <p id="status">${say("broken")}</p>
      <a href="${SCOPE.pathname}">${say("home")}</a>
    </main>`;

async function fresh(handle, request) {
  if (storage.readOnly && !READS.includes(request.method) && (await storage.hasRoom()))
    throw new Lost("there is room again");
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
    for (const told of [self, channel]) told.postMessage({ wrote: true });
    return answer;
  } catch (error) {
    if (error instanceof Lost) throw error;
    if (error instanceof Erased) {
      await erased();
      await storage.commit([], request.id, answer, page);
      return answer;
    }
    console.warn("not kept", error);
    return refused(handle, request, answer);
  }
}

// Nothing half-kept: the folder as it was, then the same request with a database that has no room. A page
// that is only looked at is shown all the same.
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
  const said = [
    ["Accept-Language", navigator.languages.join(", ")],
    ["X-Storage-Persisted", persisted ? "yes" : "no"],
    ...headers,
  ];
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
  return (
    status === 200 &&
    address &&
    said.get("content-type")?.startsWith(SHOWN) && { path: address, mark, headers, body }
  );
}

async function staticMark() {
  const answer = await fetch("files.json");
  return (await answer.json()).static.split("/")[1];
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
  error instanceof Lost
    ? { lost: true }
    : { failed: String(error), trouble: isFull(error) ? "room" : "failed" };

function end(why) {
  channel.close();
  postMessage(why);
  self.close();
}
