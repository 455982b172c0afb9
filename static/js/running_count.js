// What is counted while they play, and the bids spoken so far, are seen on all phones before they are recorded. Of a count
// the last tap wins; bids tapped here are not touched. A tap that did not get through is kept, and sent when somebody is
// there or the page is opened again.
import { drop, keep, recall } from "./browser_storage.js";
import { parts, put, valueOf } from "./fields/parts.js";

const SOON = 250;
const LONGEST = 10000;

export function attach(place) {
  if (place.dataset.running !== undefined) return watch(place);
  const form = place;
  const unsent = "unsent:" + form.dataset.asked + form.dataset.count;
  const fields = () => [...form.querySelectorAll("[data-pad=board], [data-pad=turns]")].filter((field) => field.dataset.running !== undefined);
  let timer = 0;
  let taking = false;
  let waits = recall(unsent) !== null;
  let sending = false;
  let sent = 0;
  // One after another: what was tapped first may not come in last.
  const send = async () => {
    if (sending || !form.isConnected) return;
    sending = true;
    waits = false;
    const body = new URLSearchParams(new FormData(form));
    body.set("asked", form.dataset.asked);
    const how = { method: "POST", body, keepalive: true, signal: AbortSignal.timeout?.(LONGEST) };
    const answer = await fetch(form.dataset.count, how).catch(() => null);
    sending = false;
    sent = performance.now();
    if (!answer || answer.status >= 500) waits = true;
    else if (waits) send();
    else drop(unsent);
  };
  const later = ({ target }) => {
    if (taking || !fields().some((field) => field.contains(target))) return;
    waits = true;
    keep(unsent, "yes");
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  };
  const take = (typed) => {
    taking = true;
    const mine = ({ dataset }) => dataset.running === "in-turn" && form.dataset.touched !== undefined;
    for (const part of fields().filter((field) => !mine(field)).flatMap(parts)) {
      const value = typed[part.dataset.part] ?? null;
      if (valueOf(part) !== value) put(part, value);
    }
    taking = false;
  };
  if (waits) send();
  else if (form.dataset.counted !== undefined) take(asSent(fields()));
  form.addEventListener("change", later);
  form.addEventListener("input", later);
  // An answer means that somebody is there again; one that was asked for before the last tap got through is old.
  hear(form, ({ count, since }) => {
    if (waits) later({ target: fields()[0] });
    else if (count?.asked === form.dataset.asked && !sending && since > sent) take(count.typed);
  });
}

// What the page came with, whatever this phone had typed before.
function asSent(fields) {
  const boxes = fields.flatMap((field) => [...field.querySelectorAll("[data-part] input")]);
  return Object.fromEntries(boxes.filter((box) => box.defaultChecked || (box.type !== "radio" && box.defaultValue)).map((box) => [box.name, box.defaultValue]));
}

function watch(line) {
  hear(line, ({ count }) => (line.textContent = count?.said || ""));
}

function hear(part, told) {
  const hears = ({ detail }) => (part.isConnected ? told(detail) : document.removeEventListener("counted", hears));
  document.addEventListener("counted", hears);
}
