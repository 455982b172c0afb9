// How the application is kept in this phone: the shell around this page knows what the browser offers
// (install_prompt.js of the phone) and says it in its own document. What the user put off is not said again.
import { keep, recall } from "./browser_storage.js";

const shell = parent.document;
const left = new AbortController();
addEventListener("pagehide", () => left.abort());
shell.addEventListener("installable", show, { signal: left.signal });
for (const notice of document.querySelectorAll("[data-install]")) {
  notice
    .querySelector("[data-go]")
    ?.addEventListener("click", () => shell.dispatchEvent(new CustomEvent("install")));
  notice.querySelector("[data-later]")?.addEventListener("click", () => {
    keep(`later:${notice.dataset.install}`, "yes");
    show();
  });
}
show();

function show() {
  const { install } = shell.documentElement.dataset;
  for (const notice of document.querySelectorAll("[data-install]"))
    notice.hidden = notice.dataset.install !== install || recall(`later:${install}`) !== null;
}
