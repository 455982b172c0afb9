// The browser prints a page by itself; on a phone that is hard to find, so a button says it.
export function attach(button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
