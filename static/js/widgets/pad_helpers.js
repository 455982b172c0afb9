// What stands at the parts of a field: its own controls hold every value, out of sight while a pad puts it
// there.
import { fill } from "../interpolate.js";
export const sayings = (field) => JSON.parse(field.dataset.say);
export const parts = (field) => [...field.querySelectorAll("[data-part]")].filter((part) => !part.hidden);
export const nameOf = (part) =>
  part.getAttribute("aria-label") || part.querySelector(".who").textContent.trim();
// Whether a field is on the page: not of a way that is folded away. Its own box may have given way to the
// form's.
export const isShown = (field) => !field.hidden && field.parentElement.offsetParent !== null;
export const radios = (part) => [...part.querySelectorAll("input[type=radio]")];

export function valueOf(part) {
  const box = part.querySelector("input:checked, input.digits, select");
  return box && box.value.trim() !== "" ? box.value.trim() : null;
}

export function numberOf(part) {
  const value = valueOf(part);
  return value === null ? null : Number(value.replace(/\s/g, "").replace("−", "-"));
}

// Keys in a row where room is short.
const FEW = 5;

// Milliseconds within which digits are those of one number.
const ONE_NUMBER = 900;

// null: nothing stands there any more.
export const put = (part, value) => putAll([[part, value]]);

// Pairs of part and value: a pad hears of none before all stand.
export function putAll(pairs) {
  const changed = pairs.map(([part, value]) => {
    const digits = part.querySelector("input.digits, select");
    if (digits) digits.value = value === null ? "" : String(value).replace("-", "−");
    else tick(radios(part), value);
    return digits || radios(part)[0];
  });
  changed.forEach((input) =>
    input.dispatchEvent(new Event(input.type === "radio" ? "change" : "input", { bubbles: true })),
  );
}

function tick(choices, value) {
  for (const radio of choices) radio.checked = value !== null && radio.value === String(value);
}

export function make(tag, looks = "", words = "") {
  const made = document.createElement(tag);
  made.className = looks;
  made.textContent = words;
  if (tag === "button") made.type = "button";
  return made;
}

export function key(words, spoken, tapped, looks = "") {
  const made = make("button", looks, words);
  if (spoken) made.setAttribute("aria-label", spoken);
  made.onclick = tapped;
  return made;
}

// A live region is read out whenever its nodes are renewed, even by the same words.
export function speak(region, words) {
  const same =
    region.childNodes.length === words.length &&
    words.every((part, at) => part.isEqualNode(region.childNodes[at]));
  if (!same) region.replaceChildren(...words);
}

// The parts side by side above their pad; a list of parts is together already.
export function together(field, all) {
  if (all[0].parentElement !== field) return;
  const row = make("div", "answered");
  all[0].before(row);
  row.append(...field.querySelectorAll(":scope > [data-part]"));
}

// The badge and the name of a player once more, for a key.
export const badge = (part) => part.querySelector(".who .disc")?.cloneNode(true) || "";

// The name of a player once more as it stands in its row: the longest of its forms that fits.
export const shownName = (part) =>
  part.querySelector(".who .fitting")?.cloneNode(true) || document.createTextNode(nameOf(part));

// A sentence about a player, its name in the longest form that fits.
export function sentenceAbout(words, part) {
  const sentence = make("b");
  const shown = part.dataset.speaker ? null : part.querySelector(".who .fitting");
  if (shown) {
    const [before, after] = words.split("{player}");
    sentence.append(before, shown.cloneNode(true), after);
  } else {
    sentence.append(fill(words, { player: part.dataset.speaker || nameOf(part) }));
  }
  return sentence;
}

// Keys in rows that are as long as each other; a name is broader than a digit.
// Digits go to their key and arrows along the keys; Tab goes on from key to key as everywhere.
export function typing(keys, most = 6) {
  const n = keys.childElementCount;
  const even = (most) => Math.ceil(n / Math.ceil(n / most));
  keys.style.setProperty("--columns-of-many", even(most));
  keys.style.setProperty("--columns-of-few", even(Math.min(most, FEW)));
  let typed = "";
  keys.addEventListener("keydown", (event) => {
    const all = [...keys.querySelectorAll("button:not([hidden])")];
    const at = all.indexOf(document.activeElement);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(keys), ArrowDown: columns(keys) };
    if (/^\d$/.test(event.key)) {
      const named = (words) => all.find((digit) => digit.dataset.value === words);
      typed = named(typed + event.key) ? typed + event.key : event.key;
      setTimeout(() => {
        typed = "";
      }, ONE_NUMBER);
      named(typed)?.focus();
    } else if (event.key in steps) {
      event.preventDefault();
      all[at + steps[event.key]]?.focus();
    }
  });
}

const columns = (keys) => getComputedStyle(keys).gridTemplateColumns.split(" ").length;
