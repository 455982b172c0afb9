// The button of a form says how many answers were refused, until they are changed (static/referee.js:
// forget).
import { fill } from "./interpolate.js";

export function attach(button) {
  const { form } = button;
  // There the button also says what is missing (missing_answers.js).
  if (!form || form.dataset.asked !== undefined) return;
  form.addEventListener("corrected", () => write(button, wordsOf(button)));
}

// The text that stands there is changed, and not replaced: Safari clicks no button whose words are
// others by the time the finger that has just left a field comes off it.
export function write(button, words) {
  button.firstChild.data = words;
}

export function wordsOf({ form, dataset: { words, wrong, wrongOne } }) {
  const faults = [...form.querySelectorAll(".why:not(.alike, [hidden], [data-why], [data-sums-up])")];
  const n = faults.filter((fault) => !fault.parentElement.closest("[role=alert]")).length;
  if (n === 0) return words;
  return n === 1 ? wrongOne : fill(wrong, { n });
}
