// What is counted while they play is seen on all phones before it is recorded: the last tap wins. A tap that did not get
// through is kept, and sent when the page is opened again.
import { parts, put, valueOf } from "./fields/parts.js";

const SOON = 250;

export function attach(place) {
  if (place.dataset.running !== undefined) return watch(place);
  const form = place;
  const unsent = "unsent:" + form.dataset.asked + form.dataset.count;
  const fields = () => [...form.querySelectorAll("[data-pad=board], [data-pad=turns]")].filter((field) => field.dataset.running !== undefined);
  let timer = 0;
  let taking = false;
  const send = async () => {
    const body = new URLSearchParams(new FormData(form));
    body.set("asked", form.dataset.asked);
    const now = localStorage.getItem(unsent);
    const answer = await fetch(form.dataset.count, { method: "POST", body, keepalive: true }).catch(() => null);
    if (answer && answer.status < 500 && localStorage.getItem(unsent) === now) localStorage.removeItem(unsent);
  };
  const later = ({ target }) => {
    if (taking || !fields().some((field) => field.contains(target))) return;
    localStorage.setItem(unsent, String(Date.now()));
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  };
  const take = (typed) => {
    taking = true;
    for (const part of fields().flatMap(parts)) {
      const value = typed[part.dataset.part] ?? null;
      if (valueOf(part) !== value) put(part, value);
    }
    taking = false;
  };
  if (localStorage.getItem(unsent)) send();
  else if (form.dataset.counted !== undefined) take(asSent(fields()));
  form.addEventListener("change", later);
  form.addEventListener("input", later);
  document.addEventListener("counted", ({ detail }) => {
    if (detail?.asked === form.dataset.asked && !localStorage.getItem(unsent) && form.isConnected) take(detail.typed);
  });
}

// What the page came with, whatever this phone had typed before.
function asSent(fields) {
  const boxes = fields.flatMap((field) => [...field.querySelectorAll("[data-part] input")]);
  return Object.fromEntries(boxes.filter((box) => box.defaultChecked || (box.type !== "radio" && box.defaultValue)).map((box) => [box.name, box.defaultValue]));
}

function watch(line) {
  document.addEventListener("counted", ({ detail }) => {
    if (line.isConnected) line.textContent = detail?.said || "";
  });
}
