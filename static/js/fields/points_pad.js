// Points for every player on one pad of digits, one player after another; the last gets the rest where a sum is known.
import { fill } from "../interpolate.js";
import { whileShown } from "../partial_update.js";
import { key, make, nameOf, numberOf, parts, put, sayings, speak, together, valueOf } from "./pad_helpers.js";

export function attach(field) {
  const form = field.closest("form");
  const pad = { field, form, say: sayings(field), at: null, given: null };
  pad.one = field.dataset.field === "number";
  pad.optional = field.dataset.optional !== undefined;
  pad.total = field.dataset.total === undefined ? null : Number(field.dataset.total);
  pad.signed = Boolean(field.querySelector("[data-signed]"));
  pad.half = field.dataset.half ? form.elements[field.dataset.half] : null;
  const panel = panelOf(pad);
  field.append(panel);
  if (pad.half) pad.half.closest("[data-field]").hidden = true;
  together(field, [...field.querySelectorAll("[data-part]")]);
  field.classList.add("padded", "points");
  for (const part of field.querySelectorAll("[data-part]")) take(pad, part);

  const show = (event) => {
    spare(field, form);
    const all = parts(field);
    if (!all.includes(pad.at)) pad.at = (!pad.optional && all.find((part) => valueOf(part) === null)) || null;
    rest(pad, all, event);
    all.forEach((part) => part.classList.toggle("asked-now", part === pad.at));
    tell(pad, all, panel);
  };
  pad.show = show;
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  const outside = ({ target }) => pad.at && !field.contains(target) && valueOf(pad.at) !== null && close();
  if (pad.one) document.addEventListener("click", outside, { signal: whileShown() });
  const close = () => {
    pad.at = null;
    show();
  };
  field.addEventListener("seek", () => {
    pad.at = parts(field).find((part) => valueOf(part) === null) || null;
    show();
    panel.querySelector(".keys > button").focus();
  });
  show();
}

// A player's box takes digits from the pad and from real keys; the phone's own keyboard comes only when it is wanted.
function take(pad, part) {
  const box = part.querySelector("input.digits");
  box.inputMode = "none";
  part.addEventListener("click", () => {
    pad.at = part;
    pad.fresh = true;
    pad.show();
  });
  box.addEventListener("focus", () => {
    if (pad.left) return;
    pad.at = part;
    pad.show();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !following(pad)) return;
    event.preventDefault();
    following(pad).querySelector("input.digits").focus();
  });
}

// The pad of a single number is gone once it is typed: back to the box that opened it, which opens it no second time.
function leave(pad) {
  pad.left = true;
  pad.field.querySelector("input.digits").focus({ preventScroll: true });
  pad.left = false;
}

const following = (pad) => parts(pad.field).find((part) => part !== pad.at && valueOf(part) === null) || null;

function panelOf(pad) {
  const { say } = pad;
  const panel = make("div", "turn digits-pad");
  const heading = make("p", "asked");
  heading.setAttribute("role", "status");
  const keyboard = key(say.keyboard, "", () => switchKeyboard(pad, keyboard), "link");
  const keys = make("div", pad.signed ? "keys signed" : "keys");
  const digit = (n) => key(n, "", () => type(pad, (typed) => (typed + n).slice(0, 7)));
  const erase = key("⌫", say.back, () => type(pad, (typed) => typed.slice(0, -1)), "erase");
  const sign = key("±", say.sign, () => type(pad, (typed) => (typed.startsWith("−") ? typed.slice(1) : "−" + typed)), "sign");
  const next = key("→", say.next, () => {
    pad.at = following(pad);
    pad.fresh = true;
    pad.show({ next: true });
    if (pad.one) leave(pad);
    else if (!pad.at) pad.form.querySelector("button.go")?.focus({ preventScroll: true });
  }, "next");
  keys.append(digit(1), digit(2), digit(3), erase, next, digit(4), digit(5), digit(6), ...(pad.signed ? [sign] : []), digit(7), digit(8), digit(9), digit(0));
  keys.lastChild.classList.add("zero");
  if (pad.half) keys.append(halfKey(pad));
  panel.append(heading, keyboard, keys);
  return panel;
}

// Half a point more: a box of its own in the form, a key on the pad.
function halfKey(pad) {
  const half = key("½", "", () => {
    pad.half.checked = !pad.half.checked;
    pad.half.dispatchEvent(new Event("change", { bubbles: true }));
  }, "half");
  const show = () => half.setAttribute("aria-pressed", pad.half.checked);
  pad.form.addEventListener("change", show);
  show();
  return half;
}

// A player tapped again is typed anew: the first digit takes the place of what stood there.
function type(pad, change) {
  if (!pad.at) return;
  const before = pad.fresh ? "" : (valueOf(pad.at) || "").replace("-", "−");
  pad.fresh = false;
  const box = pad.at.querySelector("input.digits");
  box.value = change(before);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function switchKeyboard(pad, button) {
  const wanted = pad.field.classList.toggle("keyboard");
  button.textContent = wanted ? pad.say.pad : pad.say.keyboard;
  pad.field.querySelectorAll("input.digits").forEach((box) => (box.inputMode = wanted ? "numeric" : "none"));
  if (wanted) (pad.at || pad.field).querySelector("input.digits").focus();
}

const minus = (number) => String(number).replace("-", "−");
const beside = ({ field, form }) => Number(form.elements[field.dataset.beside]?.value || 0) || 0;
const made = (pad, all) => all.reduce((sum, part) => sum + (numberOf(part) || 0), 0) + beside(pad);

// The rest goes to the last one once everybody else has theirs, and follows them until somebody types there.
function rest(pad, all, event) {
  if (pad.total === null) return;
  if (event?.target && pad.given?.contains(event.target)) pad.given = null;
  const open = all.filter((part) => valueOf(part) === null);
  const last = pad.given || ((event?.next || all.length === 2) && open.length === 1 ? open[0] : null);
  if (!last || !all.includes(last)) return;
  const left = pad.total - made(pad, all) + (numberOf(last) || 0);
  if ((left < 0 && !pad.signed) || left === numberOf(last)) return;
  pad.given = null;
  put(last, left);
  pad.given = last;
  if (pad.at === last) pad.at = null;
}

function tell(pad, all, panel) {
  const { field, say, total } = pad;
  const open = all.find((part) => valueOf(part) === null);
  const sum = made(pad, all);
  const over = sum > total && !pad.signed;
  const told = total === null ? "" : fill(say.all, { made: minus(sum) });
  const left = total === null || sum === total ? "" : fill(over ? say.over : say.rest, { n: minus(over ? sum - total : total - sum) });
  const asked = pad.at ? [make("b", "", fill(say.ask, { player: nameOf(pad.at) }))] : [];
  const wrong = left && (over || !open) ? "so-far wrong" : "so-far";
  speak(panel.querySelector(".asked"), [...asked, make("span", wrong, [told, left].filter(Boolean).join(" · "))]);
  panel.classList.toggle("done", !pad.at);
  panel.querySelectorAll(".keys, .link").forEach((one) => (one.hidden = !pad.at));
  panel.hidden = !pad.at && pad.one;
  field.dataset.missing = open && !pad.optional ? fill(say.quiet, { player: nameOf(open) }) : "";
}

// The player another field names (who went out) has no points to type here; what was typed is not sent, and not lost.
function spare(field, form) {
  if (!field.dataset.allBut) return;
  const chosen = form.querySelector(`input[name="${CSS.escape(field.dataset.allBut)}"]:checked`)?.value;
  for (const part of field.querySelectorAll("[data-player]")) {
    part.hidden = part.dataset.player === chosen;
    part.querySelectorAll("input.digits").forEach((box) => (box.disabled = part.hidden));
  }
}
