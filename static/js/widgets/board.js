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
  sentenceAbout,
  shownName,
  speak,
  typing,
} from "./pad_helpers.js";

// So many are given as a number rather than one by one.
const MANY = 10;

export function attach(field) {
  const all = parts(field);
  const say = sayings(field);
  const total = Number(field.dataset.total);
  const values = radios(all[0]).map((radio) => Number(radio.value));
  const high = values.length ? Math.max(...values) : total;
  const board = { field, all, say, total, high, open: null };
  const rows = all.map((part) => row(board, part));
  const sum = field.querySelector("[data-sum]");
  lay(board, sum);
  keypad(board);

  const show = () => {
    const counts = all.map(numberOf);
    const sumSoFar = made(board);
    // Once the sum is made, the others can only have none.
    if (sumSoFar === total && counts.includes(null)) {
      for (const part of all.filter((_, at) => counts[at] === null)) put(part, 0);
      return;
    }
    for (const [at, showRow] of rows.entries()) showRow(counts[at]);
    showSum(board, sum, sumSoFar);
    board.rest.inert = sumSoFar >= total || !begun(board);
    board.shared.classList.toggle("asks-whose", !board.rest.inert);
    field.classList.toggle("right", sumSoFar === total);
    board.showKeys();
  };
  board.show = show;
  if (isTyped(board) && !begun(board)) board.open = all[0];
  field.addEventListener("change", show);
  field.addEventListener("input", show);
  field.addEventListener("seek", () => all[0].querySelector("button").focus());
  show();
}

// The sum and who could take the rest stand together below the rows.
function lay(board, sum) {
  const { field, all } = board;
  sum.setAttribute("role", "status");
  board.rest = make("div", "rest");
  board.rest.append(...all.map((part) => giveKey(board, part)));
  board.shared = make("div", "shared");
  sum.before(board.shared);
  board.shared.append(sum, board.rest);
  field.classList.add("padded", "board");
  const several = field.closest(".way, form").querySelectorAll("[data-pad=board]").length > 1;
  field.classList.toggle("compact", several || isTyped(board));
  if (all[0].dataset.announced !== undefined) board.shared.before(starts(board));
}

// Many are typed, not tapped one by one, where nobody announced anything: the keys are open at once.
const isTyped = ({ high, all }) => high >= MANY && all[0].dataset.announced === undefined;

// Who has the rest is asked once a player has one: before, one tap amiss would give everything away.
const begun = (board) => board.all.some((part) => numberOf(part) !== null);

const made = (board) => board.all.reduce((sum, part) => sum + (numberOf(part) || 0), 0);

function row(board, part) {
  const { say } = board;
  const player = nameOf(part);
  const add = (more) => () => put(part, Math.min(board.high, Math.max(0, (numberOf(part) || 0) + more)));
  const who = part.querySelector(".who");
  const whole = key("", "", add(1), "one");
  part.prepend(whole);
  whole.append(who);
  const stands = make("small", "stands");
  const { announced, gains } = part.dataset;
  if (announced !== undefined) who.append(stands);
  const takeOff = () => {
    if (less.getAttribute("aria-disabled") !== "true") add(-1)();
  };
  const less = key("−", fill(say.minus, { player }), takeOff, "less");
  const count = key("", "", () => board.type(board.open === part ? null : part), "count");
  const more = key("+", fill(say.plus, { player }), add(1), "plus");
  whole.after(less, count, more);
  if (announced !== undefined) whole.after(bidCard(say, announced));
  return (value) => {
    count.textContent = value === null ? "·" : value;
    count.setAttribute("aria-label", `${fill(say.type, { player })} : ${value ?? "–"}`);
    count.setAttribute("aria-expanded", board.open === part);
    whole.setAttribute("aria-label", `${fill(say.plus, { player })} (${value ?? 0})`);
    less.setAttribute("aria-disabled", !value);
    if (announced !== undefined) showKept(stands, say, value || 0, Number(announced), gains);
  };
}

// What a player bid, as a card before what the player made; for ears it stands beside the name.
function bidCard(say, announced) {
  const card = make("span", "bid-card");
  card.setAttribute("aria-hidden", "true");
  card.append(make("small", "", say.bid), make("b", "", announced));
  return card;
}

// What came of the bid, and what that brings where the game says it.
function showKept(stands, say, made, announced, gains) {
  const over = made - announced;
  stands.classList.toggle("kept", over === 0);
  const sign = over === 0 ? "✓" : "✗";
  const words = over === 0 ? say.kept : fill(over > 0 ? say.over : say.short, { n: Math.abs(over) });
  stands.replaceChildren(make("span", "", `${sign} ${words}`));
  if (gains) stands.append(" ", make("span", "brings", signed(Number(gains.split(" ")[made]))));
}

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

function giveKey(board, part) {
  const give = key("", fill(board.say.give, { player: nameOf(part) }), () => {
    put(part, (numberOf(part) || 0) + board.total - made(board));
    if (board.rest.inert) toButton(board.field.closest("form"));
  });
  const name = make("span");
  name.append(shownName(part));
  give.append(badge(part), name);
  return give;
}

const toButton = (form) => form.querySelector("button.go")?.focus({ preventScroll: true });

function left(say, n) {
  if (n === 0) return "";
  return n > 0 ? fill(say.rest, { n }) : fill(say.over, { n: -n });
}

function showSum(board, sum, made) {
  const { field, say, total, all, rest } = board;
  const open = total - made;
  const words = left(say, open);
  speak(sum, [make("b", "", fill(say.all, { made })), make("span", "", begun(board) ? words : "")]);
  sum.classList.toggle("right", open === 0);
  sum.classList.toggle("over", open < 0);
  field.dataset.missing = open > 0 ? fill(say.more, { n: open }) : words;
  for (const [at, part] of all.entries()) {
    const { announced } = part.dataset;
    const fits = announced !== undefined && Number(announced) === (numberOf(part) || 0) + open;
    rest.children[at].classList.toggle("fits", fits);
  }
}

// To count while they play, or as it was announced: each leads back from the other.
function starts({ field, all, say }) {
  const line = make("p", "starts");
  const announced = () => all.every((part) => numberOf(part) === Number(part.dataset.announced));
  const begin = () => {
    const zero = announced();
    for (const part of all) put(part, zero ? 0 : part.dataset.announced);
  };
  const from = key("", "", begin, "link");
  const show = () => {
    from.textContent = announced() ? say.zero : say.announced;
  };
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
  const answer = (value) => {
    put(board.open, value);
    const open = all.filter((part) => numberOf(part) === null);
    const rest = board.total - made(board);
    if (open.length === 1 && rest >= 0 && rest <= high) put(open.pop(), rest);
    board.type(open[0] || null);
  };
  for (let value = 0; value <= high; value++) {
    const digit = key(value, "", () => answer(value));
    digit.dataset.value = value;
    keys.append(digit);
  }
  typing(keys, high >= MANY ? 7 : 6);
  panel.append(heading, keys);
  field.append(panel);
  board.type = (part) => {
    const before = board.open;
    board.open = part;
    board.show();
    if (part && !before) keys.firstChild.focus({ preventScroll: true });
    if (!part) before?.querySelector(".count").focus({ preventScroll: true });
  };
  board.showKeys = () => {
    panel.hidden = !board.open;
    heading.replaceChildren(
      ...(board.open ? [sentenceAbout(say.ask, board.open)] : []),
      make("span", "so-far", fill(say.all, { made: made(board) })),
    );
    for (const part of all) part.classList.toggle("asked-now", part === board.open);
  };
}
