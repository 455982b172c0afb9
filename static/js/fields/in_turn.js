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
  radios,
  sayings,
  speak,
  together,
  typing,
  valueOf,
} from "./pad_helpers.js";

export function attach(field) {
  const all = parts(field);
  const say = sayings(field);
  const options = radios(all[0] || field).map((radio) => [radio.value, ...wordsOf(radio.closest(".chip"))]);
  if (!options.length) return;
  let changing = null;
  const asked = () => changing || all.find((part) => valueOf(part) === null) || null;
  const answer = (value) => {
    const part = asked();
    changing = null;
    put(part, value);
    if (!asked()) field.closest("form").querySelector("button.go")?.focus({ preventScroll: true });
  };

  const chips = all.map((part) => {
    const chip = key(
      "",
      "",
      () => {
        changing = part;
        show();
        keys
          .querySelector(`[data-value="${CSS.escape(valueOf(part) ?? "")}"]`)
          ?.focus({ preventScroll: true });
      },
      "spoken",
    );
    part.prepend(chip);
    return chip;
  });
  const panel = make("div", "turn");
  const heading = make("p", "asked");
  heading.setAttribute("role", "status");
  const keys = make("div", say.tally ? "keys names" : "keys");
  keys.setAttribute("role", "group");
  keys.append(
    ...options.map(([value, words]) => {
      const one = key(words, "", () => one.getAttribute("aria-disabled") !== "true" && answer(value));
      one.dataset.value = value;
      return one;
    }),
  );
  const why = field.querySelector("[data-why]");
  const back =
    say.back &&
    key(
      "⌫",
      say.back,
      () => {
        put(all.filter((part) => valueOf(part) !== null).pop(), null);
        if (back.hidden) keys.firstChild.focus({ preventScroll: true });
      },
      "link",
    );
  panel.append(heading, ...(why ? [why] : []), keys, ...(back ? [back] : []));
  field.append(panel);
  together(field, all);
  field.classList.add("padded", "turns");
  typing(keys, say.tally ? 4 : 6);

  const show = () => {
    if (field.dataset.avoid) strike(field, all, why);
    const part = asked();
    const answered = all.map(valueOf);
    chips.forEach((chip, at) => showChip(chip, all[at], answered[at], options, say));
    chips.forEach((chip, at) => chip.toggleAttribute("data-changing", all[at] === changing));
    panel.classList.toggle("done", !part);
    keys.hidden = !part;
    if (back) back.hidden = answered.every((value) => value === null);
    speak(heading, said(say, part, answered, options));
    field.dataset.asks = part ? part.dataset.part : "";
    field.dataset.missing = part ? fill(say.quiet, { player: speakerOf(part) }) : "";
    for (const one of keys.children) showKey(one, part, answered, say.tally && options);
  };
  field.addEventListener("change", show);
  field.addEventListener("seek", () => keys.querySelector("button")?.focus());
  show();
}

// The player, or who plays for them.
const speakerOf = (part) => part.dataset.speaker || nameOf(part);

function said(say, part, answered, options) {
  const words = part ? [make("b", "", fill(say.ask, { player: speakerOf(part) }))] : [];
  if (say.sum && answered.some((value) => value !== null)) {
    words.push(
      make(
        "span",
        "so-far",
        fill(say.sum, { made: answered.reduce((sum, value) => sum + Number(value || 0), 0) }),
      ),
    );
  }
  if (say.tally && !part) {
    const tally = options.map(([value, words]) => [words, answered.filter((one) => one === value).length]);
    words.push(
      make("span", "so-far", tally.map(([words, times]) => `${words}\u00a0${times}`).join("\u00a0· ")),
    );
  }
  return words;
}

// A chip of a long list says no more than its number and its answer.
function showChip(chip, part, value, options, say) {
  const words = options.find(([one]) => one === value)?.[1] ?? value ?? "–";
  chip.hidden = value === null && !part.querySelector("[data-article]");
  part.classList.toggle("unspoken", chip.hidden);
  chip.replaceChildren(
    badge(part),
    make("span", "", say.tally ? nameOf(part).replace(/\D+/g, "") : nameOf(part)),
    " ",
    make("b", "", words),
  );
  if (say.tally) chip.setAttribute("aria-label", `${nameOf(part)} : ${words}`);
}

function showKey(one, part, answered, options) {
  const radio = part && radios(part).find((radio) => radio.value === one.dataset.value);
  const no = Boolean(radio?.disabled);
  one.classList.toggle("no", no);
  one.classList.toggle("on", Boolean(radio?.checked));
  one.setAttribute("aria-disabled", no);
  if (!options) return;
  const times = answered.filter((value) => value === one.dataset.value).length;
  const [, words, disc] = options.find(([value]) => value === one.dataset.value);
  one.replaceChildren(make("span", "", words), " ", make("b", disc?.className || "", times));
}

// What a chip says, and the badge beside it.
function wordsOf(chip) {
  const disc = chip.querySelector(".disc");
  return [(disc?.nextElementSibling || chip).textContent.trim(), disc];
}

// The count that the last to speak may not say, once all the others have spoken; one that stood there is
// taken back.
function strike(field, all, why) {
  const last = all.find((part) => part.dataset.part === field.dataset.last);
  const others = all.filter((part) => part !== last).map(numberOf);
  const value = others.includes(null)
    ? null
    : Number(field.dataset.avoid) - others.reduce((a, b) => a + b, 0);
  for (const box of radios(last)) {
    box.disabled = Number(box.value) === value;
    if (box.disabled) box.checked = false;
  }
  why.hidden = valueOf(last) !== null || !radios(last).some((box) => box.disabled);
  why.firstElementChild.textContent = value;
}
