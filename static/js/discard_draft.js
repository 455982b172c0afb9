// Nothing is to be changed after all: what was typed for it is wanted no more.
export function attach(link) {
  link.addEventListener("click", () => {
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith("draft:" + link.dataset.drop));
    drafts.forEach((key) => localStorage.removeItem(key));
  });
}
