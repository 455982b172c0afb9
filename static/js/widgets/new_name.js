// The names of people who are known, above the box in which one is typed: one tap puts a name there, another
// takes it out.
export function attach(names) {
  const field = names.closest(".field");
  const box = field.querySelector("input[list]");
  const boxes = [...field.querySelectorAll("input[type=checkbox]")];
  const tell = () => box.dispatchEvent(new Event("input", { bubbles: true }));
  const show = () => {
    for (const name of names.children) {
      const chosen = name.value === box.value.trim();
      name.classList.toggle("on", chosen);
      name.setAttribute("aria-pressed", chosen);
    }
  };
  names.addEventListener("click", ({ target }) => {
    const name = target.closest("button");
    if (!name) return;
    box.value = name.value === box.value.trim() ? "" : name.value;
    tell();
  });
  box.addEventListener("input", () => {
    if (box.value) for (const other of boxes) other.checked = false;
    show();
  });
  for (const other of boxes) {
    other.addEventListener("change", () => {
      if (!other.checked || other.value !== "-") return;
      box.value = "";
      show();
    });
  }
  show();
  names.hidden = !names.children.length;
}
