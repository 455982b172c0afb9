// The button says what is missing until the form is complete; a tap leads there.
import { fill } from "./interpolate.js";
import { wordsOf, write } from "./wrong_answers.js";
import { isShown } from "./widgets/pad_helpers.js";

export function attach(form) {
  const button = form.querySelector("button.go");
  if (!button || !form.querySelector("[data-pad], [data-quiet]")) return;
  const fields = [...form.querySelectorAll("[data-field]")];
  const missing = () => {
    for (const field of fields.filter(isShown)) {
      const open = field.dataset.quiet === undefined ? [] : unanswered(field);
      const n = open.length - (field.dataset.spare || 0);
      const sentence =
        n > 0 ? fill(field.dataset.quiet, { n, player: nameOf(open[0]) }) : field.dataset.missing;
      if (sentence) return { field, sentence, first: open[0] };
    }
  };
  const show = () => {
    const lacks = missing();
    const sentence = lacks ? lacks.sentence : wordsOf(button);
    if (button.textContent !== sentence) write(button, sentence);
    button.toggleAttribute("data-quiet", Boolean(lacks));
    if (lacks) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  };
  button.addEventListener("click", (event) => {
    const lacks = missing();
    if (!lacks) return;
    event.preventDefault();
    if (lacks.first) lead(lacks.first);
    else lacks.field.dispatchEvent(new Event("seek"));
  });
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  form.addEventListener("corrected", show);
  show();
}

// The controls of a field without a pad that have no answer yet, one of each name; boxes that may stay empty
// are answered.
function unanswered(field) {
  const hands = [...field.querySelectorAll("[data-hand]")].filter(
    (hand) => !hand.hidden && !hand.querySelector(":checked"),
  );
  const open = [...field.querySelectorAll("input[type=radio], [list], select, textarea")].filter(
    (box) => !box.disabled && !answered(field, box),
  );
  return [...hands, ...open.filter((box, at) => open.findIndex((other) => other.name === box.name) === at)];
}

function answered(field, box) {
  const named = () => box.list && field.querySelector(":checked");
  return box.type === "radio"
    ? Boolean(field.querySelector(`[name="${CSS.escape(box.name)}"]:checked`))
    : Boolean(box.value.trim() || named());
}

function nameOf(box) {
  const part = box.closest("[data-part]") || box;
  return part.dataset.player || part.getAttribute("aria-label") || "";
}

// A hand is folded away, and what is tapped in the place of a list may be a script's own.
function lead(box) {
  const control =
    box.querySelector("summary") ||
    (box.offsetParent ? box : box.closest("[data-field]").querySelector("[aria-pressed=false]"));
  control.scrollIntoView({ block: "nearest" });
  control.focus({ preventScroll: true });
}
