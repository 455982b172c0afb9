// Points for every player on one pad of digits, one player after another; the last gets the rest where a sum
// is known.
import { fill } from "../interpolate.js";
import { whileShown } from "../partial_update.js";
import {
  key,
  make,
  nameOf,
  numberOf,
  parts,
  put,
  sayings,
  sentenceAbout,
  speak,
  together,
  valueOf,
} from "./pad_helpers.js";

// So many digits a number has at most, its sign among them.
const MOST_DIGITS = 7;

export function attach(field) {
  const form = field.closest("form");
  const pad = { field, form, say: sayings(field), at: null, given: null };
  pad.single = field.dataset.field === "number";
  pad.optional = field.dataset.optional !== undefined;
  pad.total = field.dataset.total === undefined ? null : Number(field.dataset.total);
  pad.signed = Boolean(field.querySelector("[data-signed]"));
  pad.half = field.dataset.half ? form.elements[field.dataset.half] : null;
  pad.refused = Boolean(form.querySelector(".why[data-article]"));
  pad.panel = panelOf(pad);
  field.append(pad.panel);
  if (pad.half) pad.half.closest("[data-field]").hidden = true;
  together(field, [...field.querySelectorAll("[data-part]")]);
  field.classList.add("padded", "points");
  for (const part of field.querySelectorAll("[data-part]")) take(pad, part);

  pad.show = (event) => show(pad, event);
  form.addEventListener("input", pad.show);
  form.addEventListener("change", pad.show);
  if (pad.single) closeOutside(pad);
  field.addEventListener("seek", () => {
    open(pad, firstOpen(parts(field)) || parts(field)[0]);
    pad.panel.querySelector(".keys > button").focus();
  });
  if (pad.half) {
    form.addEventListener("change", () => showHalf(pad));
    showHalf(pad);
  }
  pad.show();
}

const firstOpen = (all) => all.find((part) => valueOf(part) === null);

function show(pad, event) {
  spare(pad.field, pad.form);
  const all = parts(pad.field);
  if (!all.includes(pad.at)) pad.at = (!pad.optional && firstOpen(all)) || null;
  if (event?.type === "input" && pad.at?.contains(event.target)) pad.fresh = false;
  rest(pad, all, event);
  for (const part of all) part.classList.toggle("asked-now", part === pad.at);
  tell(pad, all);
}

// The pad of a single number goes when another place is tapped.
function closeOutside(pad) {
  const tapped = ({ target }) => {
    if (!pad.at || pad.field.contains(target) || valueOf(pad.at) === null) return;
    pad.at = null;
    pad.show();
  };
  document.addEventListener("click", tapped, { signal: whileShown() });
}

// A player's box takes digits from the pad and from real keys; the phone's own keyboard comes only when it is
// wanted.
function take(pad, part) {
  const box = part.querySelector("input.digits");
  box.inputMode = "none";
  part.addEventListener("click", () => open(pad, part));
  // The focus comes before the click: a pad that moves under the finger has no click.
  box.addEventListener("focus", () => {
    if (!pad.left) open(pad, part);
  });
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
  if (pad.single) pad.panel.scrollIntoView({ block: "nearest" });
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
  pad.bar = make("div", "shares");
  pad.bar.hidden = !(pad.total > 0);
  panel.append(heading, keyboard, pad.bar, keysOf(pad));
  const { allWay, allWords } = pad.field.dataset;
  pad.all = allWay ? key(allWords, "", () => turnToWay(pad), "ghost all") : null;
  if (pad.all) panel.append(pad.all);
  return panel;
}

function keysOf(pad) {
  const { say } = pad;
  const keys = make("div", pad.signed ? "keys signed" : "keys");
  const digit = (n) => key(n, "", () => type(pad, (typed) => (typed + n).slice(0, MOST_DIGITS)));
  const erase = key("⌫", say.back, () => type(pad, (typed) => typed.slice(0, -1)), "erase");
  const turnSign = (typed) => (typed.startsWith("−") ? typed.slice(1) : `−${typed}`);
  const sign = key("±", say.sign, () => type(pad, turnSign), "sign");
  const next = key("→", say.next, () => goOn(pad), "next");
  keys.append(digit(1), digit(2), digit(3), erase, digit(4), digit(5), digit(6), digit(0));
  keys.append(digit(7), digit(8), digit(9), next);
  if (pad.signed) keys.append(sign);
  if (pad.half) keys.append(halfKey(pad));
  const cards = pad.total === null && !pad.single ? wayOfCards(pad) : null;
  pad.rest = key("", "", () => takeRest(pad), "rest");
  pad.cards = cards ? key(cards.textContent.trim(), "", () => cards.click(), "cards") : null;
  keys.append(...[pad.rest, pad.cards].filter(Boolean));
  return keys;
}

// The other way of the question, where it is told by cards: it has a key in the place of the one that goes
// on.
function wayOfCards({ form }) {
  const hand = form.querySelector("[data-hand]");
  const way = hand?.closest("[data-way]")?.dataset.way;
  return way === undefined ? null : form.querySelector(`label:has(> [name=way][value="${CSS.escape(way)}"])`);
}

// All that is left goes to the player who is asked.
function takeRest(pad) {
  const all = parts(pad.field);
  put(pad.at, pad.total - made(pad, all));
  goOn(pad);
}

// The last key goes on once a number stands; before that it offers what is left, or the cards.
function showLastKey(pad, all) {
  const isEmpty = Boolean(pad.at) && (pad.fresh !== false || valueOf(pad.at) === null);
  const left = pad.total === null ? 0 : pad.total - made(pad, all);
  const offersRest = isEmpty && valueOf(pad.at) === null && left > 0 && left < pad.total && !pad.signed;
  const offersCards = Boolean(pad.cards) && isEmpty && all.every((part) => valueOf(part) === null);
  pad.rest.hidden = !offersRest;
  pad.rest.replaceChildren(make("small", "", pad.say.theRest), make("b", "", left));
  if (pad.cards) pad.cards.hidden = !offersCards;
  pad.panel.querySelector(".next").hidden = offersRest || offersCards;
}

// To the next player without points, else to the button.
function goOn(pad) {
  pad.at = following(pad);
  pad.fresh = true;
  pad.show({ next: true });
  if (pad.single) leave(pad);
  else if (!pad.at) pad.form.querySelector("button.go")?.focus({ preventScroll: true });
}

// Half a point more: a box of its own in the form, a key on the pad.
function halfKey(pad) {
  const turn = () => {
    pad.half.checked = !pad.half.checked;
    pad.half.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return key("½", "", turn, "half");
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
  for (const box of pad.field.querySelectorAll("input.digits")) box.inputMode = wanted ? "numeric" : "none";
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
  const only = goes && open.length === 1 ? open[0] : null;
  const last = pad.given || otherSide(pad, all, event) || only;
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

function tell(pad, all) {
  const { field, panel, total } = pad;
  const open = firstOpen(all);
  const sum = made(pad, all);
  const over = sum > total && !pad.signed;
  const left = total === null || sum === total ? "" : leftWords(pad, sum, over);
  speak(panel.querySelector(".asked"), heading(pad, sum, left, over || !open));
  showShares(pad, all);
  if (pad.at) showLastKey(pad, all);
  if (pad.all) pad.all.hidden = total === null || !all.some((part) => numberOf(part) === total);
  panel.classList.toggle("done", !pad.at);
  for (const part of panel.querySelectorAll(".keys, .link")) part.hidden = !pad.at;
  panel.hidden = !pad.at && pad.single;
  field.dataset.missing = missing(pad, open, left);
}

// The sum as a bar: what each has, in their colours.
function showShares({ bar, total }, all) {
  const shares = all.map((part) => {
    const share = make("i", [...part.classList].find((name) => name.startsWith("colour-")) || "");
    share.style.flexGrow = Math.max(0, numberOf(part) || 0) / total;
    return share;
  });
  if (!bar.hidden) bar.replaceChildren(...shares);
}

function leftWords({ say, total }, sum, over) {
  if (over) return fill(say.over, { n: minus(sum - total) });
  return fill(say.rest, { n: minus(total - sum) });
}

// Who is asked, the number that is typed, and the sum of all so far.
function heading(pad, sum, left, wrong) {
  const { say, total, at } = pad;
  const words = [];
  if (at) words.push(sentenceAbout(say.ask, at), make("output", "number", typedAt(pad)));
  const allTogether = total === null ? "" : fill(say.all, { made: minus(sum) });
  const looks = left && wrong ? "so-far wrong" : "so-far";
  const sums = [allTogether, left].filter(Boolean).join(" · ");
  if (sums) words.push(make("span", looks, sums));
  return words;
}

function missing({ optional, say }, open, left) {
  if (optional) return "";
  return open ? fill(say.quiet, { player: nameOf(open) }) : left;
}

// Where one side has all, another way may be meant: it opens, with that side chosen.
function turnToWay({ field, form }) {
  const { allWay, allSide, total } = field.dataset;
  const side = parts(field).find((part) => valueOf(part) === total).dataset.player;
  choose(form, "way", allWay);
  choose(form, allSide, side);
}

function choose(form, name, value) {
  const radio = [...form.elements].find((box) => box.name === name && box.value === value);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
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
    for (const box of part.querySelectorAll("input.digits")) box.disabled = part.hidden;
  }
}
