// On a wide screen the sheet stands beside the question, and is read anew when the head says that something was recorded.
// A phone never asks for it.
const WIDE = matchMedia("(min-width: 900px) and (min-height: 481px)");
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
      const answer = await fetch(aside.dataset.beside, { cache: "no-store", signal: latest.signal });
      if (answer.ok) show(aside, new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // Without the network the sheet stays as it was.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(load, SOON);
  };
  new MutationObserver(soon).observe(document.querySelector("header.head"), { childList: true });
  WIDE.addEventListener("change", load);
  load();
}

function show(aside, page) {
  const parts = [page.querySelector(".sheet"), page.querySelector(".chart")].filter(Boolean);
  const known = new Set([...document.styleSheets].map((sheet) => sheet.href));
  document.head.append(...[...page.querySelectorAll("link[rel=stylesheet]:not([media])")].filter((link) => !known.has(link.href)));
  aside.replaceChildren(...parts);
  aside.hidden = !parts.length;
  aside.dispatchEvent(new Event("renewed", { bubbles: true }));
}
