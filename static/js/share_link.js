// Hands a link or a file on to another app of the phone; where none can be asked, the link is copied and the file saved.
const told = document.querySelector("[data-told]");

for (const button of document.querySelectorAll("[data-share-link]")) {
  button.hidden = false;
  button.addEventListener("click", () => share(button.dataset));
}

async function share({ shareLink: url, title, done }) {
  try {
    if (navigator.canShare?.({ title, url })) await navigator.share({ title, url });
    else told.textContent = (await copied(url)) ? done : "";
  } catch (error) {
    if (error.name !== "AbortError") told.textContent = (await copied(url)) ? done : "";
  }
}

// Over plain http there is no clipboard to ask for: the link stands in its box and is copied from there.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.querySelector("textarea[readonly]");
    box.closest("details").open = true;
    box.select();
    return document.execCommand("copy");
  }
}
