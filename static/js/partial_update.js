// A page that came in an answer takes the place of the one shown, whole or in part, and its behaviours wake.
// What a behaviour began outside its own part (a timer, a listener on the document) ends with `whileShown()`.
let showing = new AbortController();
let number = history.state?.page;
let before = document.referrer;
let replaced = false;

export const parsed = (words) => new DOMParser().parseFromString(words, "text/html");

// A signal that is aborted when another page takes the place of this one.
export const whileShown = () => showing.signal;

// Whether this page, or a part of it, came in an answer; else it was opened.
export const cameInAnswer = () => replaced;

// The address of the page before this one.
export const cameFrom = () => before;

// The behaviours of what was put there.
export const wake = (part) => part.dispatchEvent(new Event("renewed", { bubbles: true }));

// Replace the attributes and the content of a part; `kept` stays at its end, in the same place for a screen
// reader.
export function put(part, fresh, ...kept) {
  replaced = true;
  for (const { name } of [...part.attributes]) {
    if (!fresh.hasAttribute(name)) part.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) part.setAttribute(name, value);
  for (const node of [...part.childNodes]) {
    if (!kept.includes(node)) node.remove();
  }
  part.prepend(...fresh.childNodes);
  wake(part);
}

// The style sheets that a page needs and this one has not; done once they have come.
export function dress(page) {
  const missing = sheets(page)
    .filter((sheet) => !sheets(document).some((other) => same(other, sheet)))
    .map((sheet) => sheet.cloneNode());
  const coming = missing.map(
    (sheet) =>
      new Promise((done) => {
        sheet.onload = done;
        sheet.onerror = done;
      }),
  );
  document.head.append(...missing);
  return Promise.all(coming);
}

export const sheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")];
export const same = (sheet, other) => sheet.getAttribute("href") === other.getAttribute("href");

// This page is left for one at this address. Where that is the address shown already, no step is added to the
// way back.
export function leaveFor(address) {
  replaced = true;
  delete document.documentElement.dataset.ready;
  showing.abort();
  showing = new AbortController();
  before = location.href;
  number ??= Date.now();
  history.replaceState({ ...history.state, page: number }, "");
  number = Math.max(Date.now(), number + 1);
  if (address?.href === before) history.replaceState({ page: number }, "", address);
  else history.pushState({ page: number }, "", address || before);
}

// A page that was left is not kept: it is opened anew.
addEventListener("popstate", ({ state }) => {
  if (!state?.page || state.page === number) return;
  delete document.documentElement.dataset.ready;
  location.reload();
});
