// The one big button stays quiet until there is something to record: it says what is missing, and a tap leads there.
export function attach(form) {
  const button = form.querySelector("button.go");
  if (!button || !form.querySelector("[data-pad]")) return;
  const words = button.textContent;
  const open = () => [...form.querySelectorAll("[data-missing]")].find((field) => field.dataset.missing && field.offsetParent);
  const show = () => {
    const field = open();
    const quiet = field ? field.dataset.missing : words;
    if (button.textContent !== quiet) button.textContent = quiet;
    button.toggleAttribute("data-quiet", Boolean(field));
    field ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled");
  };
  button.addEventListener("click", (event) => {
    const field = open();
    if (!field) return;
    event.preventDefault();
    field.dispatchEvent(new Event("seek"));
  });
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  show();
}
