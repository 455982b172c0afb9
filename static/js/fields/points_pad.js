// Points for every player on one pad of digits, one player after another; the last gets the rest where a sum
// is known.
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
  pad.refused = Boolean(form.querySelector(".why[data-article]"));
  const panel = (pad.panel = panelOf(pad));
  field.append(panel);
  if (pad.half) pad.half.closest("[data-field]").hidden = true;
  together(field, [...field.querySelectorAll("[data-part]")]);
  field.classList.add("padded", "points");
  for (const part of field.querySelectorAll("[data-part]")) take(pad, part);

  const show = (event) => {
    spare(field, form);
    const all = parts(field);
    if (!all.includes(pad.at)) pad.at = (!pad.optional && all.find((part) => valueOf(part) === null)) || null;
    if (event?.type === "input" && pad.at?.contains(event.target)) pad.fresh = false;
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
    open(pad, parts(field).find((part) => valueOf(part) === null) || parts(field)[0]);
    panel.querySelector(".keys > button").focus();
  });
  if (pad.half) pad.form.addEventListener("change", () => showHalf(pad));
  if (pad.half) showHalf(pad);
  show();
}

// A player's box takes digits from the pad and from real keys; the phone's own keyboard comes only when it is
// wanted.
function take(pad, part) {
  const box = part.querySelector("input.digits");
  box.inputMode = "none";
  part.addEventListener("click", () => open(pad, part));
  // The focus comes before the click: a pad that moves under the finger has no click.
  box.addEventListener("focus", () => !pad.left && open(pad, part));
  box.addEventListener("keydown", (event) => {
    if (pad.fresh && pad.at === part && /^\d$/.test(event.key)) box.value = "";
    if (event.key !== "Enter" || !following(pad)) return;
    event.preventDefault();
    following(pad).querySelector("input.digits").focus();
  });
}

// A part that is tapped again is typed anew. The pad of a single number stands beside its box, where a bar
// may lie over it.
function open(pad, part) {
  pad.at = part;
  pad.fresh = true;
  pad.show();
  if (pad.one) pad.panel.scrollIntoView({ block: "nearest" });
}

// The pad of a single number is gone once it is typed: back to the box that opened it, which opens it no
// second time.
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
  const sign = key(
    "±",
    say.sign,
    () => type(pad, (typed) => (typed.startsWith("−") ? typed.slice(1) : "−" + typed)),
    "sign",
  );
  const next = key(
    "→",
    say.next,
    () => {
      pad.at = following(pad);
      pad.fresh = true;
      pad.show({ next: true });
      if (pad.one) leave(pad);
      else if (!pad.at) pad.form.querySelector("button.go")?.focus({ preventScroll: true });
    },
    "next",
  );
  keys.append(
    digit(1),
    digit(2),
    digit(3),
    erase,
    next,
    digit(4),
    digit(5),
    digit(6),
    ...(pad.signed ? [sign] : []),
    digit(7),
    digit(8),
    digit(9),
    digit(0),
  );
  keys.lastChild.classList.add("zero");
  if (pad.half) keys.append(halfKey(pad));
  const { allWay, allWords } = pad.field.dataset;
  pad.all = allWay ? key(allWords, "", () => turnToWay(pad), "ghost all") : null;
  panel.append(heading, keyboard, keys, ...(pad.all ? [pad.all] : []));
  return panel;
}

// Half a point more: a box of its own in the form, a key on the pad.
function halfKey(pad) {
  const half = key(
    "½",
    "",
    () => {
      pad.half.checked = !pad.half.checked;
      pad.half.dispatchEvent(new Event("change", { bubbles: true }));
    },
    "half",
  );
  return half;
}

// It stands at the key, and beside the number once the pad is gone.
function showHalf(pad) {
  const box = pad.field.querySelector("input.digits");
  const mark = pad.field.querySelector(".half-mark") || make("span", "half-mark");
  mark.textContent = pad.half.checked ? "½" : "";
  box.after(mark);
  pad.panel.querySelector(".half").setAttribute("aria-pressed", pad.half.checked);
}

// The first digit takes the place of what stood there.
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

// The rest goes to the last one once everybody else has theirs, and follows them until it is typed. After a
// refusal nobody is about to type the others: then it goes there at once.
function rest(pad, all, event) {
  if (pad.total === null) return;
  if (event?.target && pad.given?.contains(event.target)) pad.given = null;
  const open = all.filter((part) => valueOf(part) === null);
  const goes = event?.next || all.length === 2 || (pad.refused && (!event || open[0] !== pad.at));
  const last = pad.given || otherSide(pad, all, event) || (goes && open.length === 1 ? open[0] : null);
  if (!last || !all.includes(last)) return;
  const left = pad.total - made(pad, all) + (numberOf(last) || 0);
  if ((left < 0 && !pad.signed) || left === numberOf(last)) return;
  pad.given = null;
  put(last, left);
  pad.given = last;
  if (pad.at === last) pad.at = null;
}

// Of two that share a sum, the one that is not typed: also where both stood there, as after a refusal.
function otherSide(pad, all, event) {
  const typed =
    event?.type === "input" && all.length === 2 && pad.at?.contains(event.target) && valueOf(pad.at) !== null;
  return typed ? all.find((part) => part !== pad.at) : null;
}

function tell(pad, all, panel) {
  const { field, say, total } = pad;
  const open = all.find((part) => valueOf(part) === null);
  const sum = made(pad, all);
  const over = sum > total && !pad.signed;
  const told = total === null ? "" : fill(say.all, { made: minus(sum) });
  const left =
    total === null || sum === total
      ? ""
      : fill(over ? say.over : say.rest, { n: minus(over ? sum - total : total - sum) });
  const asked = pad.at
    ? [make("b", "", fill(say.ask, { player: nameOf(pad.at) })), make("output", "number", typedAt(pad))]
    : [];
  const wrong = left && (over || !open) ? "so-far wrong" : "so-far";
  speak(panel.querySelector(".asked"), [
    ...asked,
    make("span", wrong, [told, left].filter(Boolean).join(" · ")),
  ]);
  if (pad.all) pad.all.hidden = total === null || !all.some((part) => numberOf(part) === total);
  panel.classList.toggle("done", !pad.at);
  panel.querySelectorAll(".keys, .link").forEach((one) => (one.hidden = !pad.at));
  panel.hidden = !pad.at && pad.one;
  field.dataset.missing = pad.optional ? "" : open ? fill(say.quiet, { player: nameOf(open) }) : left;
}

// Where one side has all, another way may be meant: it opens, with that side chosen.
function turnToWay({ field, form }) {
  const { allWay, allSide, total } = field.dataset;
  const side = parts(field).find((part) => valueOf(part) === total).dataset.player;
  for (const [name, value] of [
    ["way", allWay],
    [allSide, side],
  ]) {
    const radio = [...form.elements].find((one) => one.name === name && one.value === value);
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// The number as the pad says it: what shows it in the form may lie below the pad.
const typedAt = (pad) => (valueOf(pad.at) || "").replace("-", "−") + (pad.half?.checked ? "½" : "");

// The player another field names (who went out, or has 0 by what was chosen) has no points to type here; what
// was typed is not sent, and not lost.
function spare(field, form) {
  const { allBut, zeroOf, zeroChoice, zeroAmong } = field.dataset;
  if (!allBut && !zeroOf) return;
  const said = (name) => form.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.value;
  const chosen = allBut ? said(allBut) : zeroAmong.split(" ").includes(said(zeroChoice)) && said(zeroOf);
  for (const part of field.querySelectorAll("[data-player]")) {
    part.hidden = part.dataset.player === chosen;
    part.querySelectorAll("input.digits").forEach((box) => (box.disabled = part.hidden));
  }
}
