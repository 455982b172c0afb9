// The club's file goes to another app of the phone where one takes it, else among its downloads; and whether
// the browser keeps what lies here for good is asked of the browser itself.
const form = document.querySelector("[data-backup]");
const persistence = document.querySelector("[data-persisted]");

navigator.storage?.persisted?.().then(
  (yes) => {
    persistence.textContent = yes ? persistence.dataset.yes : persistence.dataset.no;
  },
  () => {},
);

// The shell around this page knows which version of the application runs.
const { version } = parent.document.documentElement.dataset;
const row = document.querySelector("[data-version]");
row.hidden = !version;
row.querySelector("dd").textContent = version || "";

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button.go");
  if (button.disabled) return;
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const name = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition"))?.[1];
    if (answer.ok && !name) return form.submit(); // a page that says what the file would leave out
    if (!answer.ok) throw new Error(answer.status);
    await hand(new File([await answer.blob()], name, { type: "application/zip" }));
    location.reload();
  } catch {
    document.querySelector("[data-told]").textContent = form.dataset.failed;
    button.disabled = false;
  }
});

// Who closes the list of apps again has a file all the same: it was made, and must lie somewhere.
async function hand(file) {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch {}
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  await new Promise((done) => setTimeout(done, 1000));
  URL.revokeObjectURL(link.href);
}
