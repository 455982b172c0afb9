// Several sums shared out among the same players: a cell after another takes the digits of one pad; the last
// of a row gets the rest.
import { fill } from "../interpolate.js";
import { key, make, numberOf, put, sayings, speak } from "./pad_helpers.js";

const TEN = 10;
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function attach(field) {
  const grid = { field, say: sayings(field), at: null, tens: false, given: new Set(), writes: false };
  grid.form = field.closest("form");
  grid.rows = [...field.querySelectorAll(".share")].map(rowOf);
  grid.cells = grid.rows.flatMap((row) => row.cells);
  grid.foot = field.querySelector("tfoot");
  layPad(grid);
  for (const cell of grid.cells) take(grid, cell);
  field.classList.add("padded");
  const changed = (event) => {
    if (!grid.writes) hear(grid, event.target);
  };
  field.addEventListener("input", changed);
  field.addEventListener("change", changed);
  field.addEventListener("keydown", (event) => move(grid, event));
  field.addEventListener("seek", () => seek(grid));
  grid.at = firstOpen(grid);
  show(grid);
}

function rowOf(body) {
  const { total, worth } = body.dataset;
  const ticks = [...body.querySelectorAll("input[type=radio]")];
  return {
    body,
    ticks,
    what: body.querySelector(".what").textContent,
    of: body.querySelector(".of"),
    total: Number(total),
    worth: Number(worth),
    cells: ticks.length ? [] : [...body.querySelectorAll("[data-part]")],
  };
}

const boxOf = (cell) => cell.querySelector("input.digits");
const rowAt = (grid, cell) => grid.rows.find((row) => row.cells.includes(cell));
const isOpen = (cell) => numberOf(cell) === null;
const sumOf = (cells) => cells.reduce((sum, cell) => sum + (numberOf(cell) || 0), 0);
const firstOpen = (grid) => grid.cells.find(isOpen) || null;

// How much of a row each player has, by column.
function counts(row) {
  return row.ticks.length
    ? row.ticks.map((tick) => Number(tick.checked))
    : row.cells.map((cell) => numberOf(cell) || 0);
}

// What a cell may have at most: the sum without what the others were given.
function most(grid, cell) {
  const row = rowAt(grid, cell);
  return row.total - sumOf(row.cells.filter((other) => other !== cell && !grid.given.has(other)));
}

function take(grid, cell) {
  const box = boxOf(cell);
  box.inputMode = "none";
  const open = () => {
    if (grid.at === cell) return;
    grid.at = cell;
    grid.tens = false;
    show(grid);
  };
  box.addEventListener("focus", open);
  cell.addEventListener("click", open);
}

// What was typed is nobody's gift any more; the rest of its row follows it.
function hear(grid, target) {
  const cell = target.closest("[data-part]");
  const row = rowAt(grid, cell);
  if (row) {
    grid.given.delete(cell);
    giveRest(grid, row);
  }
  if (grid.at && !grid.field.contains(document.activeElement) && !isOpen(grid.at)) grid.at = firstOpen(grid);
  show(grid);
}

// Once the sum is made the others have none; the last without a number has what is left.
function giveRest(grid, row) {
  for (const cell of row.cells.filter((cell) => grid.given.has(cell))) write(grid, cell, null);
  const open = row.cells.filter(isOpen);
  const rest = row.total - sumOf(row.cells);
  if (rest < 0 || (rest > 0 && open.length !== 1)) return;
  for (const cell of open) write(grid, cell, rest);
}

function write(grid, cell, value) {
  grid.writes = true;
  put(cell, value);
  grid.writes = false;
  if (value === null) grid.given.delete(cell);
  else grid.given.add(cell);
}

function layPad(grid) {
  const { say } = grid;
  grid.pad = make("div", "keys grid-pad");
  grid.pad.setAttribute("role", "group");
  const digit = (n) => key(n, "", () => type(grid, n));
  grid.digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(digit);
  grid.rest = key("", "", () => type(grid, most(grid, grid.at)), "aside");
  grid.back = key("⌫", say.back, () => erase(grid), "erase");
  grid.pad.append(...grid.digits.slice(0, 5), grid.rest, ...grid.digits.slice(5), grid.back);
  grid.field.append(grid.pad);
}

// A number below ten is one digit; from ten on the key of the tens comes first.
function type(grid, n) {
  const cell = grid.at;
  if (!cell) return;
  const value = grid.tens ? TEN + n : n;
  if (value > most(grid, cell)) return;
  grid.tens = false;
  put(cell, value);
  goOn(grid);
}

function goOn(grid) {
  const later = grid.cells.slice(grid.cells.indexOf(grid.at) + 1);
  grid.at = later.find(isOpen) || firstOpen(grid);
  show(grid);
}

// What stands in the cell; in an empty one the key of the tens, or what stands before it.
function erase(grid) {
  const { cells, at } = grid;
  if (offersTens(grid)) {
    grid.tens = true;
  } else if (grid.tens) {
    grid.tens = false;
  } else {
    const before = cells
      .slice(0, at ? cells.indexOf(at) : cells.length)
      .filter((cell) => !grid.given.has(cell));
    grid.at = at && !isOpen(at) ? at : before.pop() || at;
    put(grid.at, null);
  }
  show(grid);
}

const offersTens = (grid) => Boolean(grid.at) && !grid.tens && isOpen(grid.at) && most(grid, grid.at) >= TEN;

function seek(grid) {
  const lacks = grid.rows.find((row) => lackOf(grid, row));
  const [first] = lacks.cells.filter(isOpen);
  (lacks.ticks[0] || boxOf(first || lacks.cells[0])).focus();
}

// Arrows go from cell to cell, Enter to the next that is open, or to the button.
function move(grid, event) {
  const box = event.target.closest("input");
  if (!box) return;
  if (event.key === "Enter") {
    event.preventDefault();
    goOn(grid);
    (grid.at ? boxOf(grid.at) : grid.form.querySelector("button.go")).focus({ preventScroll: true });
    return;
  }
  const step = WAYS[event.key];
  if (!step || box.type === "radio") return;
  event.preventDefault();
  const all = grid.rows.map((row) => (row.ticks.length ? row.ticks : row.cells.map(boxOf)));
  const row = all.findIndex((boxes) => boxes.includes(box));
  all[row + step[0]]?.[all[row].indexOf(box) + step[1]]?.focus();
}

function show(grid) {
  const { field } = grid;
  for (const cell of grid.cells) cell.classList.toggle("asked-now", cell === grid.at);
  for (const row of grid.rows) showSum(grid, row);
  showPoints(grid);
  showPad(grid);
  field.dataset.missing = grid.rows.map((row) => lackOf(grid, row)).find(Boolean) || "";
}

function showSum({ say }, row) {
  const made = counts(row).reduce((sum, n) => sum + n, 0);
  const isRight = made === row.total;
  const words = made > row.total ? fill(say.over, { n: made - row.total }) : fill(say.all, { n: row.total });
  speak(row.of, isRight ? [make("b", "", `${made} ✓`)] : [make("b", "", made), make("small", "", words)]);
  row.of.classList.toggle("right", isRight);
}

// What the button says of a row that is not complete.
function lackOf({ say }, row) {
  const { what, cells, ticks, total } = row;
  if (ticks.length) return ticks.some((tick) => tick.checked) ? "" : fill(say.who, { what });
  const open = cells.find(isOpen);
  if (open) return fill(say.ask, { what, player: open.dataset.player });
  const left = total - sumOf(cells);
  if (left === 0) return "";
  return fill(left > 0 ? say.less : say.more, { what, n: Math.abs(left) });
}

function showPoints({ foot, rows }) {
  if (!foot) return;
  const columns = counts(rows[0]).map((_, at) =>
    rows.reduce((sum, row) => sum + row.worth * counts(row)[at], 0),
  );
  foot.hidden = false;
  const all = [...columns, columns.reduce((sum, points) => sum + points, 0)];
  for (const [at, cell] of [...foot.querySelectorAll("td")].entries()) {
    cell.textContent = String(all[at]).replace("-", "−");
  }
}

function showPad(grid) {
  const { say, at, digits, rest, back, tens } = grid;
  const high = at ? most(grid, at) : -1;
  for (const shown of digits) {
    const n = Number(shown.textContent) + (tens ? TEN : 0);
    shown.disabled = n > high;
  }
  rest.disabled = !at || tens || high < 0;
  rest.replaceChildren(make("small", "", say.rest), make("b", "", rest.disabled ? "" : high));
  const offers = offersTens(grid);
  back.textContent = offers ? "10+" : "⌫";
  back.setAttribute("aria-label", offers ? say.tens : say.back);
  if (at) at.toggleAttribute("data-tens", tens);
  for (const cell of grid.cells.filter((cell) => cell !== at)) cell.removeAttribute("data-tens");
}
