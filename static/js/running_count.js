// What is counted while they play, and the bids spoken so far, are seen on all phones before they are recorded. Of each
// control the last tap wins; bids tapped here are not touched, unless each player bids on a phone of their own. A tap that
// did not get through is kept, and sent when somebody is there or the page is opened again.
import { drop, keep, recall } from "./browser_storage.js";

const SOON = 250;
const LONGEST = 10000;

export function attach(place) {
  if (place.dataset.running !== undefined) return watch(place);
  const form = place;
  const unsent = "unsent:" + form.dataset.asked + form.dataset.count;
  const fields = () => [...form.querySelectorAll("[data-running]")];
  let timer = 0;
  let taking = false;
  let waits = recall(unsent) !== null;
  let sending = false;
  let sent = 0;
  // What stands on the server, as far as is known: what differs from it was tapped here.
  let known = form.dataset.counted === undefined ? {} : asSent(fields());
  const tapped = () => namesIn(fields().filter((field) => field.offsetParent)).filter((name) => (standing(form, name) ?? null) !== (known[name] ?? null));
  // One after another: what was tapped first may not come in last.
  const send = async () => {
    if (sending || !form.isConnected) return;
    waits = false;
    const [names, before] = [tapped(), known];
    if (!names.length) return drop(unsent);
    sending = true;
    const body = new URLSearchParams(new FormData(form));
    body.set("asked", form.dataset.asked);
    names.forEach((name) => body.append("tapped", name));
    known = Object.fromEntries(namesIn(fields()).map((name) => [name, standing(form, name)]));
    const how = { method: "POST", body, keepalive: true, signal: AbortSignal.timeout?.(LONGEST) };
    const answer = await fetch(form.dataset.count, how).catch(() => null);
    sending = false;
    sent = performance.now();
    if (!answer || answer.status >= 500) [waits, known] = [true, before];
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
    const way = (field) => field.closest("[data-way]")?.dataset.way ?? typed.way;
    const mine = ({ dataset }) => dataset.running === "in-turn" && form.dataset.touched !== undefined && form.dataset.ownPhones === undefined;
    for (const name of namesIn(fields().filter((field) => !mine(field) && way(field) === typed.way))) {
      const value = typed[name] ?? null;
      if (standing(form, name) !== value) write(form, name, value);
    }
    known = typed;
    taking = false;
    // What a pad concludes from it, as that the others have none.
    if (form.dataset.ownPhones !== undefined && tapped().length) later({ target: fields()[0] });
  };
  if (waits) send();
  else if (form.dataset.counted !== undefined) take({ way: form.elements.way?.value, ...known });
  form.addEventListener("change", later);
  form.addEventListener("input", later);
  // An answer means that somebody is there again; one that was asked for before the last tap got through is old.
  hear(form, ({ count, since }) => {
    if (waits) later({ target: fields()[0] });
    else if (count?.asked === form.dataset.asked && !sending && since > sent) take(count.typed);
  });
}

const boxesIn = (part) => [...part.querySelectorAll("[name]")];
const namesIn = (fields) => [...new Set(fields.flatMap(boxesIn).map((box) => box.name))];
const named = (form, name) => boxesIn(form).filter((box) => box.name === name);

// What stands in a control; null: nothing.
function standing(form, name) {
  const boxes = named(form, name);
  const box = boxes[0].type === "radio" ? boxes.find((one) => one.checked) : boxes[0];
  return box?.value.trim() || null;
}

function write(form, name, value) {
  const boxes = named(form, name);
  const radios = boxes[0].type === "radio";
  if (radios) boxes.forEach((box) => (box.checked = box.value === value));
  else boxes[0].value = value ?? "";
  boxes[0].dispatchEvent(new Event(radios || boxes[0].options ? "change" : "input", { bubbles: true }));
}

// What the page came with, whatever this phone had typed before.
function asSent(fields) {
  const came = (box) => {
    if (box.options) return [...box.options].find((one) => one.defaultSelected)?.value;
    return box.type === "radio" && !box.defaultChecked ? null : box.defaultValue;
  };
  return Object.fromEntries(fields.flatMap(boxesIn).map((box) => [box.name, came(box)]).filter(([, value]) => value));
}

function watch(line) {
  const words = line.dataset.running || "said";
  hear(line, ({ count }) => {
    line.textContent = count?.[words] || "";
    if (words !== "said") line.parentElement.hidden = !line.textContent;
  });
}

function hear(part, told) {
  const hears = ({ detail }) => (part.isConnected ? told(detail) : document.removeEventListener("counted", hears));
  document.addEventListener("counted", hears);
}
