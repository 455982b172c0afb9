// The counts and bids typed so far, shared by all phones of the match: the last tap wins, part by part. Bids
// tapped here stay, unless each bids on a phone of their own. A tap that the server did not get is sent
// again.
import { drop, keep, recall } from "./browser_storage.js";
import { isShown, putAll, radios, valueOf } from "./widgets/pad_helpers.js";

const SOON = 250;
const LONGEST = 10000;

export function attach(form) {
  new Count(form).begin();
}

class Count {
  timer = 0;
  taking = false;
  sending = false;
  sent = 0;

  constructor(form) {
    const { asked, count, counted, ownPhones } = form.dataset;
    this.form = form;
    this.asked = asked;
    this.address = count;
    this.counted = counted;
    this.byPlayers = ownPhones !== undefined;
    this.unsent = "unsent:" + asked + count;
    // Whether something tapped here is still to be sent.
    this.waits = recall(this.unsent) !== null;
    this.suggested = {};
    if (this.byPlayers) {
      for (const part of this.parts()) this.suggested[part.dataset.part] = atFirst(part);
    }
    // What the server has, as far as is known; anything else was tapped here.
    this.known = { ...this.suggested, ...JSON.parse(counted || "{}") };
  }

  begin() {
    if (this.waits) this.send();
    else if (this.counted) this.take(JSON.parse(this.counted));
    const later = ({ target }) => {
      if (!this.taking && target.closest("[data-shared]")) this.soon();
    };
    this.form.addEventListener("change", later);
    this.form.addEventListener("input", later);
    const hear = ({ detail }) => {
      if (this.form.isConnected) this.hear(detail);
      else document.removeEventListener("counted", hear);
    };
    document.addEventListener("counted", hear);
  }

  parts() {
    return sharedParts(this.form);
  }

  tapped() {
    return this.parts().filter((part) => valueOf(part) !== (this.known[part.dataset.part] ?? null));
  }

  soon() {
    this.waits = true;
    keep(this.unsent, "yes");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SOON);
  }

  // One after another: what was tapped first may not come in last.
  async send() {
    if (this.sending || !this.form.isConnected) return;
    this.waits = false;
    const body = new URLSearchParams(new FormData(this.form));
    body.set("asked", this.asked);
    for (const part of this.tapped()) body.append("tapped", part.dataset.part);
    if (!body.has("tapped")) {
      drop(this.unsent);
      return;
    }
    this.sending = true;
    const now = Object.fromEntries(this.parts().map((part) => [part.dataset.part, valueOf(part)]));
    const request = { method: "POST", body, keepalive: true, signal: AbortSignal.timeout?.(LONGEST) };
    const answer = await fetch(this.address, request).catch(() => null);
    this.sending = false;
    this.sent = performance.now();
    if (!answer || answer.status >= 500) {
      this.waits = true;
      return;
    }
    this.known = now;
    if (this.waits) this.send();
    else drop(this.unsent);
  }

  // Put what the server has into the form; what was tapped here in turn stays.
  take(typed) {
    this.known = { ...this.suggested, ...typed };
    if ((this.form.elements.way?.value ?? typed.way) !== typed.way) return;
    this.taking = true;
    const mine = this.form.dataset.touched !== undefined && !this.byPlayers;
    const others = this.tapped().filter((part) => !mine || !part.closest("[data-shared=in-turn]"));
    putAll(others.map((part) => [part, this.known[part.dataset.part] ?? null]));
    this.taking = false;
    // What a pad concludes from it.
    if (this.byPlayers && this.tapped().length) this.soon();
  }

  // An answer means that the server is up again; one that was asked for before the last tap got through is
  // old.
  hear({ count, since }) {
    if (this.waits) this.soon();
    else if (count?.asked === this.asked && !this.sending && since > this.sent) this.take(count.typed);
  }
}

// The parts that all phones share, of the way that is open.
function sharedParts(form) {
  const parts = [...form.querySelectorAll("[data-shared] [data-part]")];
  return parts.filter((part) => isShown(part.closest("fieldset")));
}

// What a part says before anybody taps.
function atFirst(part) {
  const digits = part.querySelector("input.digits");
  if (digits) return digits.defaultValue || null;
  return radios(part).find((radio) => radio.defaultChecked)?.value ?? null;
}
