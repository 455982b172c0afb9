// The counts and bids typed so far, shared by all phones of the match: the last tap wins, part by part. Bids
// tapped here stay, unless each bids on a phone of their own. A tap that the server did not get is sent
// again.
import { drop, keep, recall } from "./browser_storage.js";
import { putAll, radios, valueOf } from "./fields/pad_helpers.js";

const SOON = 250;
const LONGEST = 10000;

export function attach(form) {
  const { asked, count: address, counted, ownPhones } = form.dataset;
  const unsent = "unsent:" + asked + address;
  const parts = () =>
    [...form.querySelectorAll("[data-shared] [data-part]")].filter(
      (part) => part.closest("fieldset").offsetParent,
    );
  // What the server has, as far as is known; anything else was tapped here.
  const suggested =
    ownPhones === undefined
      ? {}
      : Object.fromEntries(parts().map((part) => [part.dataset.part, atFirst(part)]));
  let known = { ...suggested, ...JSON.parse(counted || "{}") };
  const tapped = () => parts().filter((part) => valueOf(part) !== (known[part.dataset.part] ?? null));
  let timer = 0;
  let taking = false;
  let waits = recall(unsent) !== null;
  let sending = false;
  let sent = 0;
  // One after another: what was tapped first may not come in last.
  const send = async () => {
    if (sending || !form.isConnected) return;
    waits = false;
    const body = new URLSearchParams(new FormData(form));
    body.set("asked", asked);
    tapped().forEach((part) => body.append("tapped", part.dataset.part));
    if (!body.has("tapped")) return drop(unsent);
    sending = true;
    const now = Object.fromEntries(parts().map((part) => [part.dataset.part, valueOf(part)]));
    const how = { method: "POST", body, keepalive: true, signal: AbortSignal.timeout?.(LONGEST) };
    const answer = await fetch(address, how).catch(() => null);
    sending = false;
    sent = performance.now();
    if (!answer || answer.status >= 500) return (waits = true);
    known = now;
    waits ? send() : drop(unsent);
  };
  const later = ({ target }) => {
    if (taking || !target.closest("[data-shared]")) return;
    soon();
  };
  const soon = () => {
    waits = true;
    keep(unsent, "yes");
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  };
  const take = (typed) => {
    known = { ...suggested, ...typed };
    if ((form.elements.way?.value ?? typed.way) !== typed.way) return;
    taking = true;
    const mine = form.dataset.touched !== undefined && ownPhones === undefined;
    const others = tapped().filter((part) => !mine || !part.closest("[data-shared=in-turn]"));
    putAll(others.map((part) => [part, known[part.dataset.part] ?? null]));
    taking = false;
    // What a pad concludes from it.
    if (ownPhones !== undefined && tapped().length) soon();
  };
  if (waits) send();
  else if (counted) take(JSON.parse(counted));
  form.addEventListener("change", later);
  form.addEventListener("input", later);
  // An answer means that the server is up again; one that was asked for before the last tap got through is
  // old.
  const hear = ({ detail: { count, since } }) => {
    if (!form.isConnected) document.removeEventListener("counted", hear);
    else if (waits) soon();
    else if (count?.asked === asked && !sending && since > sent) take(count.typed);
  };
  document.addEventListener("counted", hear);
}

// What a part says before anybody taps.
function atFirst(part) {
  const digits = part.querySelector("input.digits");
  return digits
    ? digits.defaultValue || null
    : (radios(part).find((radio) => radio.defaultChecked)?.value ?? null);
}
