// On a wide screen the sheet stands beside the question, and is read anew when the head says that something
// was recorded. A phone never asks for it.
import { dress, wake, whileShown } from "./partial_update.js";

const WIDE = matchMedia(
  "(min-width: 900px) and (min-height: 481px), (min-width: 700px) and (min-height: 900px)",
);
const SOON = 150;

export function attach(aside) {
  if (aside.dataset.fed !== undefined) return;
  aside.dataset.fed = "";
  let timer = 0;
  let latest;
  const load = async () => {
    if (!WIDE.matches || !aside.isConnected) return;
    latest?.abort();
    latest = new AbortController();
    try {
      const answer = await fetch(aside.dataset.sheet, { cache: "no-store", signal: latest.signal });
      if (answer.ok)
        await show(aside, new DOMParser().parseFromString(await answer.text(), "text/html"), latest.signal);
    } catch {
      // Without the network the sheet stays as it was.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(load, SOON);
  };
  new MutationObserver(soon).observe(document.querySelector("header.head"), { childList: true });
  WIDE.addEventListener("change", load, { signal: whileShown() });
  load();
}

// Its styles come first: only then is it as high as it stays, and goes to its last row.
async function show(aside, page, signal) {
  const parts = [
    page.querySelector(".blank") || page.querySelector(".sheet"),
    page.querySelector(".chart"),
  ].filter(Boolean);
  page.querySelectorAll("link[media]").forEach((link) => link.remove());
  await dress(page);
  if (signal.aborted) return;
  aside.replaceChildren(...parts);
  aside.hidden = !parts.length;
  wake(aside);
}
