// The button of a form says how many answers were refused, until they are changed (static/referee.js:
// forget).
import { fill } from "./interpolate.js";

export function attach(button) {
  const { form } = button;
  // There the button also says what is missing (missing_answers.js).
  if (!form || form.dataset.asked !== undefined) return;
  form.addEventListener("corrected", () => (button.textContent = wordsOf(button)));
}

export function wordsOf({ form, dataset: { words, wrong, wrongOne } }) {
  const faults = [...form.querySelectorAll(".why:not(.alike, [hidden], [data-why], [data-sums-up])")];
  const n = faults.filter((one) => !one.parentElement.closest("[role=alert]")).length;
  return n > 1 ? fill(wrong, { n }) : n ? wrongOne : words;
}
