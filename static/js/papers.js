// A choice about a table shows at once what comes of it: the form is sent as its button would send it, and
// the answer takes the place of the form. The person stays where they are.
import { parsed, put } from "./partial_update.js";

let latest = 0;

export function attach(form) {
  form.querySelector("[data-papers-see]").hidden = true;
  form.addEventListener("change", () => show(form));
}

async function show(form) {
  latest += 1;
  const mine = latest;
  const focused = document.activeElement?.name;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer || mine !== latest) {
    return;
  }
  const fresh = parsed(await answer.text()).querySelector("[data-papers]");
  if (!fresh || mine !== latest) {
    form.querySelector("[data-papers-see]").hidden = false;
    return;
  }
  put(form, fresh);
  form.querySelector("[data-papers-see]").hidden = true;
  form.elements.namedItem(focused)?.focus?.({ preventScroll: true });
}
