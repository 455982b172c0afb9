// A double tap sends a form once; the server would see the same key anyway. Coming back to the page frees it again.
export function attach(form) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => delete form.dataset.sent);
}
