// One part after another: who is asked stands large over one keypad; those who have answered are chips to tap
// again.
import { fill } from "../interpolate.js";
import {
  badge,
  key,
  make,
  nameOf,
  numberOf,
  parts,
  put,
  putAll,
  radios,
  sayings,
  sentenceAbout,
  shownName,
  speak,
  together,
  typing,
  valueOf,
} from "./pad_helpers.js";

export function attach(field) {
  const all = parts(field);
  const options = radios(all[0] || field).map((radio) => [radio.value, ...wordsOf(radio.closest(".chip"))]);
  if (!options.length) return;
  const turns = { field, all, options, say: sayings(field), changing: null };
  for (const part of all.filter((part) => "silent" in part.dataset)) silence(part, field.dataset.suggested);
  turns.why = field.querySelector("[data-why]");
  turns.chips = all.map((part) => chipOf(turns, part));
  layPanel(turns);
  together(field, all);
  turns.fromAbove = layTable(field);
  field.classList.add("padded", "turns");
  const hasWords = options.some(([, , , brief]) => brief);
  field.classList.toggle("in-words", hasWords);
  typing(turns.keys, hasWords ? 2 : turns.say.tally ? 4 : 7);
  field.addEventListener("change", () => show(turns));
  field.addEventListener("seek", () => turns.keys.querySelector("button")?.focus());
  show(turns);
}

// What stands there for a player who has said nothing is not said yet, unless a draft says it.
function silence(part, suggested) {
  const usual = radios(part).find((radio) => radio.value === suggested);
  if (!usual) return;
  usual.defaultChecked = false;
  if (!("kept" in part.closest("form").dataset)) usual.checked = false;
}

// The table seen from above, where there are places for all who bid; a refusal needs the room for its
// reasons. The element that shows the sum, or null.
function layTable(field) {
  const middle = field.querySelector(".middle");
  if (!middle || field.querySelector("[data-article]")) return null;
  field.classList.add("from-above");
  field.querySelector(".answered").append(middle);
  const fold = field.parentElement.querySelector(":scope > details.rules:has(.red-suit)");
  if (fold) letCardAsk(fold, middle);
  return middle.querySelector(".so-far");
}

// The card in the middle asks for the trump, and shows it: a fold below the keys costs no room until then.
function letCardAsk(fold, middle) {
  const card = middle.querySelector(".deal-card");
  const trump = make("small", "trump");
  const asks = key("", "", () => unfold(!fold.open), "deal-card");
  const unfold = (open) => {
    fold.open = open;
    asks.setAttribute("aria-expanded", open);
    if (open) fold.scrollIntoView({ block: "nearest" });
  };
  const show = () => {
    const suit = fold.querySelector("input:checked + span");
    trump.className = suit ? `trump suit ${suit.className}` : "trump";
    trump.textContent = suit
      ? suit.textContent.trim()
      : `${fold.querySelector("summary > span").textContent.trim()} ▾`;
  };
  asks.append(...card.childNodes, trump);
  card.replaceWith(asks);
  middle.removeAttribute("aria-hidden");
  fold.classList.add("by-card");
  fold.addEventListener("change", () => {
    show();
    unfold(false);
    asks.focus({ preventScroll: true });
  });
  unfold(fold.open);
  show();
}

// The part that is asked now: one that is being changed, else the first without an answer.
const asked = ({ changing, all }) => changing || all.find((part) => valueOf(part) === null) || null;

function answer(turns, value) {
  const part = asked(turns);
  turns.changing = null;
  put(part, value);
  if (!asked(turns)) turns.field.closest("form").querySelector("button.go")?.focus({ preventScroll: true });
}

// A part that has its answer is a chip; a tap asks it again.
function chipOf(turns, part) {
  const change = () => {
    turns.changing = part;
    show(turns);
    const stands = CSS.escape(valueOf(part) ?? "");
    turns.keys.querySelector(`[data-value="${stands}"]`)?.focus({ preventScroll: true });
  };
  const chip = key("", "", change, "spoken");
  part.prepend(chip);
  return chip;
}

function layPanel(turns) {
  const { field, options, say, why } = turns;
  turns.panel = make("div", "turn");
  turns.heading = make("p", "asked");
  turns.heading.setAttribute("role", "status");
  turns.keys = make("div", say.tally ? "keys names" : "keys");
  turns.keys.setAttribute("role", "group");
  turns.keys.append(...options.map(([value, words]) => keyOf(turns, value, words)));
  turns.back = say.back ? backKey(turns) : null;
  turns.others = say.others ? key(say.others, "", () => sayForOthers(turns), "others") : null;
  turns.panel.append(...[turns.heading, why, turns.keys, turns.others, turns.back].filter(Boolean));
  field.append(turns.panel);
}

// Those who have not spoken say what is suggested.
function sayForOthers(turns) {
  const { all, field } = turns;
  turns.changing = null;
  putAll(all.filter((part) => valueOf(part) === null).map((part) => [part, field.dataset.suggested]));
  field.closest("form").querySelector("button.go")?.focus({ preventScroll: true });
}

function keyOf(turns, value, words) {
  const tapped = () => {
    if (made.getAttribute("aria-disabled") !== "true") answer(turns, value);
  };
  const made = key(words, "", tapped);
  made.dataset.value = value;
  return made;
}

function backKey(turns) {
  const takeBack = () => {
    put(turns.all.filter((part) => valueOf(part) !== null).pop(), null);
    if (turns.back.hidden) turns.keys.firstChild.focus({ preventScroll: true });
  };
  return key("⌫", turns.say.back, takeBack, "link");
}

function show(turns) {
  const { field, all, options, say, why, chips, panel, heading, keys, back } = turns;
  if (field.dataset.avoid) strike(field, all, why);
  const part = asked(turns);
  const answered = all.map(valueOf);
  for (const [at, chip] of chips.entries()) {
    showChip(chip, all[at], answered[at], options, say);
    chip.toggleAttribute("data-changing", all[at] === turns.changing);
    if (turns.fromAbove) showSeat(chip, all[at], answered[at], all[at] === part, Boolean(turns.others));
  }
  if (turns.fromAbove) turns.fromAbove.textContent = part ? sumOf(say, answered) : "";
  if (say.best) showBest(turns, answered);
  if (turns.others) turns.others.hidden = !part;
  panel.classList.toggle("done", !part);
  keys.hidden = !part;
  if (back) back.hidden = answered.every((value) => value === null);
  speak(heading, said(say, part, answered, options, turns.fromAbove));
  field.dataset.asks = part ? part.dataset.part : "";
  field.dataset.missing = part && say.quiet ? fill(say.quiet, { player: speakerOf(part) }) : "";
  for (const shown of keys.children) showKey(shown, part, answered, say.tally && options);
}

// The player, or who plays for them.
const speakerOf = (part) => part.dataset.speaker || nameOf(part);

const madeOf = (answered) => answered.reduce((made, value) => made + Number(value || 0), 0);

// How much was bid so far, once somebody has bid.
function sumOf(say, answered) {
  if (!say.sum || answered.every((value) => value === null)) return "";
  return fill(say.sum, { made: madeOf(answered) });
}

function allSaid(say, answered) {
  const made = madeOf(answered);
  return say.allSaid ? fill(made < 2 ? say.oneSaid : say.allSaid, { made }) : "";
}

// The highest bid and the first who made it, in the middle of the table; nobody's while all pass.
function showBest({ say, all, options, fromAbove, field }, answered) {
  const ranks = answered.map((value) => options.findIndex(([choice]) => choice === value));
  const best = Math.max(...ranks);
  const words = best < 0 || options[best][0] === field.dataset.suggested ? "" : options[best][3];
  const player = words ? nameOf(all[ranks.indexOf(best)]) : "";
  if (fromAbove) fromAbove.textContent = words ? fill(say.best, { what: words, player }) : "";
}

// The question and the sum so far, which stands on the table where there is one.
function said(say, part, answered, options, onTable) {
  const words = [];
  if (part) words.push(sentenceAbout(say.ask, part));
  const sum = part ? !onTable && sumOf(say, answered) : allSaid(say, answered);
  if (sum) words.push(make("span", "so-far", sum));
  if (say.tally && !part) {
    const times = (value) => answered.filter((given) => given === value).length;
    const tally = options.map(([value, name]) => `${name}\u00a0${times(value)}`);
    words.push(make("span", "so-far", tally.join("\u00a0· ")));
  }
  return words;
}

// A chip of a long list says no more than its number and its answer.
function showChip(chip, part, value, options, say) {
  const [, words, , brief] = options.find(([choice]) => choice === value) ?? ["", value ?? "–"];
  chip.hidden = value === null && !part.querySelector("[data-article]");
  part.classList.toggle("unspoken", chip.hidden);
  const name = make("span");
  name.append(say.tally ? nameOf(part).replace(/\D+/g, "") : shownName(part));
  chip.replaceChildren(badge(part), name, " ", make("b", "", brief || words));
  if (say.tally) chip.setAttribute("aria-label", `${nameOf(part)} : ${words}`);
}

// Where who says nothing has an answer too, any seat may be touched. The bid lies before its player as a
// card, a question mark before who speaks now.
function showSeat(chip, part, value, speaks, inAnyOrder) {
  chip.hidden = false;
  const disc = chip.querySelector(".disc");
  if (disc && "deals" in part.dataset) disc.dataset.deals = part.dataset.deals;
  chip.disabled = value === null && !speaks && !inAnyOrder;
  part.classList.toggle("unspoken", value === null);
  part.classList.toggle("speaks", speaks);
  if (value === null) chip.querySelector("b").textContent = speaks ? "?" : "";
}

function showKey(shown, part, answered, options) {
  const { value } = shown.dataset;
  const radio = part && radios(part).find((box) => box.value === value);
  const no = Boolean(radio?.disabled);
  shown.classList.toggle("no", no);
  shown.classList.toggle("on", Boolean(radio?.checked));
  shown.setAttribute("aria-disabled", no);
  if (!options) return;
  const times = answered.filter((given) => given === value).length;
  const [, words, disc] = options.find(([choice]) => choice === value);
  shown.replaceChildren(make("span", "", words), " ", make("b", disc?.className || "", times));
}

// What a chip says, and the badge beside it.
function wordsOf(chip) {
  const disc = chip.querySelector(".disc");
  return [(disc?.nextElementSibling || chip).textContent.trim(), disc, chip.dataset.brief || ""];
}

// The count that the last to speak may not say, once all the others have spoken; one that stood there is
// taken back.
function strike(field, all, why) {
  const last = all.find((part) => part.dataset.part === field.dataset.last);
  const others = all.filter((part) => part !== last).map(numberOf);
  const sum = others.reduce((made, count) => made + count, 0);
  const value = others.includes(null) ? null : Number(field.dataset.avoid) - sum;
  for (const box of radios(last)) {
    box.disabled = Number(box.value) === value;
    if (box.disabled) box.checked = false;
  }
  why.hidden = valueOf(last) !== null || !radios(last).some((box) => box.disabled);
  why.firstElementChild.textContent = value;
}
