// What the browser has to offer that keeps the application, in the document's data-install: "offered", a
// button of ours opens its question; "by_hand", Safari on a phone, which has no such question and erases what
// a page keeps after seven days without a visit; "private". Chromium tells nobody whether a window is
// private, so nothing is said of one there.
const { dataset } = document.documentElement;
let question;

function state(install) {
  dataset.install = install;
  document.dispatchEvent(new CustomEvent("installable"));
}

export async function watchInstallation() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    question = event;
    state("offered");
  });
  addEventListener("appinstalled", () => state(""));
  document.addEventListener("install", () =>
    question?.prompt().then(({ outcome }) => outcome === "accepted" && state("")),
  );
  if (navigator.standalone === false) state("by_hand");
  if (await isPrivate()) state("private");
}

// Firefox and Safari refuse a private window this one of the places where a page keeps files.
async function isPrivate() {
  try {
    await navigator.storage.getDirectory?.();
    return false;
  } catch (error) {
    return ["SecurityError", "UnknownError"].includes(error.name);
  }
}
