// An answer about a table shows soon what comes of it: the form is sent as its button would send it, and what
// is otherwise in what comes back is renewed. What a person is in, or typed since, stays as it is.
import { isChanged } from "./keep_draft.js";
import { parsed } from "./partial_update.js";
import { renew } from "./renewed_parts.js";
import { offer, showOffers } from "./widgets/offered_in_list.js";

// Milliseconds without a key after which one is done with a word.
const PAUSE = 700;
const CONTROLS = "input, select, textarea";
const TYPED = "input:not([type=checkbox], [type=radio])";

export function attach(form) {
  const page = { form, timer: 0, asked: null, busy: null };
  hideSee(form);
  showOffers(form);
  form.addEventListener("input", (event) => typed(page, event));
  form.addEventListener("change", () => show(page));
  form.addEventListener("click", ({ target }) => offer(target));
  form.addEventListener("submit", (event) => sent(page, event));
  // What was answered before this script was there.
  if ([...form.querySelectorAll(CONTROLS)].some(isChanged)) show(page);
}

function typed(page, { target }) {
  showOffers(page.form);
  if (!target.matches(TYPED)) return;
  page.asked?.abort();
  clearTimeout(page.timer);
  page.timer = setTimeout(() => show(page), PAUSE);
}

// What comes of the form as it is now; an answer to an older one is dropped.
function show(page) {
  clearTimeout(page.timer);
  page.timer = 0;
  page.asked?.abort();
  const asked = new AbortController();
  page.asked = asked;
  page.busy = brought(page.form, asked.signal).finally(() => {
    if (page.asked !== asked) return;
    page.asked = null;
    page.busy = null;
  });
  return page.busy;
}

async function brought(form, signal) {
  const sent = new FormData(form);
  const words = await fetch(form.action, { method: "POST", body: sent, signal })
    .then((answer) => answer.text())
    .catch(() => null);
  if (signal.aborted) return;
  const fresh = words && parsed(words).querySelector("[data-papers]");
  if (!fresh) {
    hideSee(form, false);
    return;
  }
  renew(form, fresh, sent);
  hideSee(form);
  showOffers(form);
}

function hideSee(form, hidden = true) {
  for (const button of form.querySelectorAll("[data-papers-see]")) button.hidden = hidden;
}

// What was typed last is shown before it is recorded; a button that counts what is missing leads there.
async function sent(page, event) {
  const { form } = page;
  const { submitter } = event;
  const records = submitter?.name === "record";
  const looks = !submitter?.name && !submitter?.matches("[data-papers-see]");
  if (records && (page.timer || page.busy)) {
    event.preventDefault();
    event.stopPropagation();
    await (page.timer ? show(page) : page.busy);
    const button = form.querySelector("[name=record]");
    if (button) form.requestSubmit(button);
    return;
  }
  if (!looks) return;
  event.preventDefault();
  event.stopPropagation();
  if (page.timer) await show(page);
  toMissing(form);
}

function toMissing(form) {
  const part = form.querySelector("[data-missing]");
  if (!part) return;
  part.scrollIntoView({ block: "center" });
  part.querySelector("input, select")?.focus({ preventScroll: true });
}
