// A sum that is shared: a row for each player, one more for a tap on the name, what is left and who could
// take it.
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
  typing,
} from "./pad_helpers.js";

export function attach(field) {
  const all = parts(field);
  const say = sayings(field);
  const total = Number(field.dataset.total);
  const high = radios(all[0]).length
    ? Math.max(...radios(all[0]).map((radio) => Number(radio.value)))
    : total;
  const board = { field, all, say, total, high, open: null };
  const rows = all.map((part) => row(board, part));
  const sum = field.querySelector("[data-sum]");
  sum.setAttribute("role", "status");
  const rest = make("div", "rest");
  rest.append(...all.map((part) => giveKey(board, part)));
  board.rest = rest;
  const shared = make("div", "shared");
  sum.before(shared);
  shared.append(sum, rest);
  keypad(board);
  field.classList.add("padded", "board");
  field.classList.toggle(
    "compact",
    field.closest(".way, form").querySelectorAll("[data-pad=board]").length > 1,
  );
  if (all[0].dataset.announced !== undefined) shared.before(starts(board));

  const show = () => {
    const counts = all.map(numberOf);
    const made = counts.reduce((a, b) => a + (b || 0), 0);
    // Once the sum is made, the others can only have none.
    if (made === total && counts.includes(null))
      return all.filter((_, at) => counts[at] === null).forEach((part) => put(part, 0));
    rows.forEach((showRow, at) => showRow(counts[at]));
    showSum(board, sum, made);
    rest.inert = made >= total || !begun(board);
    field.classList.toggle("right", made === total);
    board.showKeys();
  };
  board.show = show;
  field.addEventListener("change", show);
  field.addEventListener("input", show);
  field.addEventListener("seek", () => all[0].querySelector("button").focus());
  show();
}

// Who has the rest is asked once a player has one: before, one tap amiss would give everything away.
const begun = (board) => board.all.some((part) => numberOf(part) !== null);

const made = (board) => board.all.reduce((sum, part) => sum + (numberOf(part) || 0), 0);

function row(board, part) {
  const { say } = board;
  const player = nameOf(part);
  const add = (more) => () => put(part, Math.min(board.high, Math.max(0, (numberOf(part) || 0) + more)));
  const who = part.querySelector(".who");
  const one = key("", "", add(1), "one");
  part.prepend(one);
  one.append(who);
  const stands = make("span", "stands");
  stands.setAttribute("role", "img");
  const less = key(
    "−",
    fill(say.minus, { player }),
    () => less.getAttribute("aria-disabled") !== "true" && add(-1)(),
    "less",
  );
  const count = key("", "", () => board.type(board.open === part ? null : part), "count");
  const more = key("+", fill(say.plus, { player }), add(1), "plus");
  one.after(stands, less, count, more);
  return (value) => {
    const kept =
      part.dataset.announced === undefined ? null : Number(part.dataset.announced) === (value || 0);
    count.textContent = value === null ? "·" : value;
    count.setAttribute("aria-label", `${fill(say.type, { player })} : ${value ?? "–"}`);
    count.setAttribute("aria-expanded", board.open === part);
    one.setAttribute("aria-label", `${fill(say.plus, { player })} (${value ?? 0})`);
    less.setAttribute("aria-disabled", !value);
    stands.hidden = kept === null;
    stands.textContent = kept ? "✓" : "✗";
    stands.setAttribute("aria-label", kept ? say.kept : say.missed);
    stands.classList.toggle("kept", Boolean(kept));
  };
}

function giveKey(board, part) {
  const give = key("", fill(board.say.give, { player: nameOf(part) }), () => {
    put(part, (numberOf(part) || 0) + board.total - made(board));
    if (board.rest.inert)
      board.field.closest("form").querySelector("button.go")?.focus({ preventScroll: true });
  });
  give.append(badge(part) || nameOf(part).slice(0, 1));
  return give;
}

function showSum(board, sum, made) {
  const { field, say, total, all, rest } = board;
  const left = total - made;
  const words = left > 0 ? fill(say.rest, { n: left }) : left < 0 ? fill(say.over, { n: -left }) : "";
  speak(sum, [make("b", "", fill(say.all, { made })), make("span", "", begun(board) ? words : "")]);
  sum.classList.toggle("right", left === 0);
  sum.classList.toggle("over", left < 0);
  field.dataset.missing = left > 0 ? fill(say.more, { n: left }) : words;
  all.forEach((part, at) => {
    const announced = part.dataset.announced;
    rest.children[at].classList.toggle(
      "fits",
      announced !== undefined && Number(announced) === (numberOf(part) || 0) + left,
    );
  });
}

// To count while they play, or as it was announced: each leads back from the other.
function starts({ field, all, say }) {
  const line = make("p", "starts");
  const announced = () => all.every((part) => numberOf(part) === Number(part.dataset.announced));
  const from = key(
    "",
    "",
    () => {
      const zero = announced();
      all.forEach((part) => put(part, zero ? 0 : part.dataset.announced));
    },
    "link",
  );
  const show = () => (from.textContent = announced() ? say.zero : say.announced);
  field.addEventListener("change", show);
  show();
  line.append(from);
  return line;
}

// The number itself, for a user who types it: one player after another, the last gets the rest.
function keypad(board) {
  const { field, all, say, high } = board;
  const panel = make("div", "turn typed");
  const heading = make("p", "asked");
  const keys = make("div", "keys");
  keys.append(
    ...Array.from({ length: high + 1 }, (_, value) => {
      const one = key(value, "", () => answer(value));
      one.dataset.value = value;
      return one;
    }),
  );
  typing(keys);
  panel.append(heading, keys);
  field.append(panel);
  const answer = (value) => {
    const part = board.open;
    put(part, value);
    const open = all.filter((one) => numberOf(one) === null);
    const left = board.total - made(board);
    if (open.length === 1 && left >= 0 && left <= high) put(open.pop(), left);
    board.type(open[0] || null);
  };
  board.type = (part) => {
    const before = board.open;
    board.open = part;
    board.show();
    if (part && !before) keys.firstChild.focus({ preventScroll: true });
    if (!part) before?.querySelector(".count").focus({ preventScroll: true });
  };
  board.showKeys = () => {
    panel.hidden = !board.open;
    const player = board.open ? nameOf(board.open) : "";
    heading.replaceChildren(
      make("b", "", fill(say.ask, { player })),
      make("span", "so-far", fill(say.all, { made: made(board) })),
    );
    all.forEach((part) => part.classList.toggle("asked-now", part === board.open));
  };
}
