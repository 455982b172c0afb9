// Hands a link on to another app of the phone, or copies it. Where no app can be asked, [data-share-link]
// copies too, and [data-send-link] stays away.
const words = "[data-share-link], [data-send-link], [data-copy]";
const attach = (part) => part.querySelectorAll(words).forEach(show);

function show(button) {
  const { shareLink, sendLink, copy } = button.dataset;
  if (sendLink && !navigator.share) return;
  button.hidden = false;
  button.onclick = () => (copy ? take(copy, button.dataset) : share(shareLink || sendLink, button.dataset));
}

async function share(url, { title, done }) {
  try {
    if (navigator.canShare?.({ title, url })) await navigator.share({ title, url });
    else await take(url, { done });
  } catch (error) {
    if (error.name !== "AbortError") await take(url, { done });
  }
}

async function take(url, { done }) {
  document.querySelector("[data-told]").textContent = (await copied(url)) ? done : "";
}

// Over plain http there is no clipboard to ask for: the link stands in its box and is copied from there.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.querySelector("[data-link], textarea[readonly]");
    if (!box) return selected(document.querySelector("[data-token]"));
    const folded = box.closest("details");
    if (folded) folded.open = true;
    box.select();
    return document.execCommand("copy");
  }
}

function selected(words) {
  getSelection().selectAllChildren(words);
  return document.execCommand("copy");
}

attach(document);
document.addEventListener("renewed", ({ target }) => attach(target));
