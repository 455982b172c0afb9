// A count for every player: the sum, the rest, one tap to give the rest, none for the others once the sum is made, the
// forbidden count struck out before it is tapped.
import { fill } from "../fill_sentence.js";

export function attach(field) {
  const entries = [...field.querySelectorAll("[data-part]")];
  const total = field.dataset.total === undefined ? null : Number(field.dataset.total);
  const typed = (entry) => {
    const box = entry.querySelector("input:checked, input.digits");
    return box && box.value.trim() !== "" ? Number(box.value) : null;
  };
  const give = (entry, value) => {
    const chip = entry.querySelector(`input[type=radio][value="${value}"]`);
    const digits = entry.querySelector("input.digits");
    if (chip) chip.checked = true;
    else if (digits) digits.value = value;
    (chip || digits || field).dispatchEvent(new Event("change", { bubbles: true }));
  };
  const show = () => {
    const counts = entries.map(typed);
    const made = counts.reduce((sum, count) => sum + (count || 0), 0);
    showSum(field, made, total);
    const begun = total !== made && counts.some((count) => count !== null);
    if (total !== null) entries.forEach((entry, index) => offer(entry, (counts[index] || 0) + total - made, begun, give));
    // Once the sum is made, the others can only have none.
    if (total && made === total) entries.filter((_, index) => counts[index] === null).forEach((entry) => give(entry, 0));
    if (field.dataset.avoid) strike(field, entries, counts);
  };
  field.addEventListener("change", show);
  field.addEventListener("input", show);
  show();
}

export function showSum(field, made, total) {
  const sum = field.querySelector("[data-sum]");
  if (!sum) return;
  const rest = total === null ? 0 : total - made;
  let words = fill(sum.dataset.words, { made, total });
  if (rest > 0) words += " · " + fill(sum.dataset.rest, { rest });
  if (rest < 0) words += " · " + fill(sum.dataset.over, { n: -rest });
  sum.querySelector("b").textContent = words;
  sum.classList.toggle("right", total !== null && rest === 0);
}

export function offer(entry, value, wanted, give) {
  const place = entry.querySelector("[data-give]");
  if (!place) return;
  const box = entry.querySelector(`input[type=radio][value="${value}"], input.digits`);
  const words = entry.closest("[data-field]").querySelector("[data-sum]")?.dataset.giveWords;
  const now = entry.querySelector("input:checked, input.digits")?.value || 0;
  const more = value - Number(now);
  place.hidden = !(wanted && box && more > 0);
  if (place.hidden) return;
  let button = place.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    place.append(button);
  }
  button.textContent = fill(words, { rest: more });
  button.onclick = () => give(entry, value);
}

function strike(field, entries, counts) {
  const last = entries.find((entry) => entry.dataset.part === field.dataset.last);
  const others = counts.filter((count, index) => entries[index] !== last);
  const value = others.includes(null) ? null : Number(field.dataset.avoid) - others.reduce((a, b) => a + b, 0);
  let forbidden = false;
  for (const box of last.querySelectorAll("input[type=radio]")) {
    const no = value !== null && Number(box.value) === value;
    box.disabled = no;
    if (no) box.checked = false;
    forbidden ||= no;
    box.closest(".chip").classList.toggle("no", no);
  }
  const why = last.querySelector("[data-why]");
  why.hidden = !forbidden;
  why.textContent = forbidden ? fill(field.dataset.forbidden, { value }) : "";
}
