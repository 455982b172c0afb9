// The frame that the application's pages are shown in; it stands in the document itself, for only then does
// Chromium find the way back through its pages once the tab was loaded anew. The address of the tab says in
// its fragment which page that is; what another fragment brings along is asked about in the frame.
import { SCOPE } from "./version_download.js";

const ROOT = new URL(SCOPE).pathname;
const MATCH = /^#m=(.+)$/;
const CLUB = /^#take=(\d+)$/;
const BROUGHT = /^#(m|take)=/;
const SOON = 300;
const SHOWING = 5000;
const PATIENCE = 3000;
const PAPER = "700px";
const starting = document.getElementById("starting");
export const frame = document.querySelector("iframe");

// At the page that the address names, else at the last one: that is kept, and shown before Python starts
// beside it.
export async function open(page) {
  frame.addEventListener("load", arrived);
  window.addEventListener("hashchange", () =>
    BROUGHT.test(location.hash) ? goTo(wanted()) : setTimeout(catchUp, SOON),
  );
  const known = page && (await toServiceWorker({ page }));
  const first = wanted(page?.path);
  goTo(first, "replace");
  if (!first.code && known && first.path === page.path) await loaded();
}

function loaded() {
  return new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    setTimeout(done, SHOWING);
  });
}

function toServiceWorker(message) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
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

function goTo({ path, code }, how = "assign") {
  if (!code) return frame.contentWindow.location[how](ROOT + path.slice(1));
  const box = document.createElement("input");
  Object.assign(box, { type: "hidden", name: "code", value: code });
  post(path, box);
}

// A file that the system opens with this application: the frame asks about what is in it.
export function bring(file) {
  const box = document.createElement("input");
  const files = new DataTransfer();
  files.items.add(file);
  Object.assign(box, { type: "file", name: "file", files: files.files });
  post("/handover/open", box);
}

function post(path, box) {
  const form = document.createElement("form");
  Object.assign(form, {
    method: "post",
    action: ROOT + path.slice(1),
    target: frame.name,
    enctype: "multipart/form-data",
    hidden: true,
  });
  form.append(box);
  document.body.append(form);
  form.submit();
  form.remove();
}

// The way back leads the frame too, but in a browser that has forgotten its pages since the shell was loaded.
function catchUp() {
  if (location.hash !== `#${framed()}`)
    frame.contentWindow.location.replace(ROOT + wanted(framed()).path.slice(1));
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
  if (!starting.hidden) performance.mark("shown");
  starting.hidden = true;
  if (document.activeElement === document.body) frame.focus();
  mirror();
  const title = frame.contentDocument.querySelector("title");
  if (title) new MutationObserver(mirror).observe(title, { childList: true });
}

// A page that takes the place of another one without being loaded changes the title too.
function mirror() {
  document.title = frame.contentDocument.title;
  document.documentElement.lang = frame.contentDocument.documentElement.lang;
  if (location.hash !== `#${framed()}`) history.replaceState(history.state, "", `#${framed()}`);
}

export function save({ name, type, body }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A browser that prints the tab instead of the page in it prints all of that, as high as it is between the
// margins of paper and in the styles of paper.
window.addEventListener("beforeprint", () => {
  const page = frame.contentDocument;
  const styles = [...page.querySelectorAll("link[media=print]")];
  styles.forEach((sheet) => {
    sheet.media = "all";
  });
  Object.assign(frame.style, { width: PAPER, height: "0" });
  Object.assign(frame.style, { width: "", height: `${page.documentElement.scrollHeight}px` });
  styles.forEach((sheet) => {
    sheet.media = "print";
  });
});
window.addEventListener("afterprint", () => (frame.style.height = ""));
