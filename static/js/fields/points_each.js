// Points for every player: the sum, one tap to give the rest.
import { offer, showSum } from "./count_each.js";

export function attach(field) {
  const own = () => [...field.querySelectorAll("[data-part]")].filter((entry) => !entry.hidden);
  const total = field.dataset.total === undefined ? null : Number(field.dataset.total);
  const form = field.form || field.closest("form");
  const beside = () => Number(form.elements[field.dataset.beside]?.value || 0) || 0;
  const show = () => {
    spare(field, form);
    if (total === null) return;
    const boxes = own().map((entry) => entry.querySelector("input.digits"));
    const made = boxes.reduce((sum, box) => sum + (Number(box.value.replace("−", "-")) || 0), 0) + beside();
    showSum(field, made, total);
    const begun = total !== made && boxes.some((box) => box.value);
    own().forEach((entry, index) => offer(entry, (Number(boxes[index].value) || 0) + total - made, begun, give));
  };
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  show();
}

function give(entry, value) {
  const box = entry.querySelector("input.digits");
  box.value = value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// The player another field names (who went out) has no points to type here; what was typed is not sent, and not lost.
function spare(field, form) {
  if (!field.dataset.allBut) return;
  const chosen = form.querySelector(`input[name="${CSS.escape(field.dataset.allBut)}"]:checked`)?.value;
  for (const entry of field.querySelectorAll("[data-player]")) {
    entry.hidden = entry.dataset.player === chosen;
    entry.querySelectorAll("input.digits").forEach((box) => (box.disabled = entry.hidden));
  }
}
