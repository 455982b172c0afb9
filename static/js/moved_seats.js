// The seats of a new match stay where they are; what stands in them moves, by buttons, keys or a finger, so
// that their numbers always follow each other.
import { fill } from "./interpolate.js";

// Pixels that a finger goes before it drags.
const STILL = 6;

export function makeMovable(form, seats, boxes) {
  const table = { form, seats, boxes, status: form.querySelector("[data-moved]") };
  for (const [index, seat] of seats.entries()) {
    const handle = handleOf(seat);
    handle.addEventListener("click", () => {
      if (seat.classList.contains("dragged")) return;
      lift(seats, seat.classList.contains("lifted") ? -1 : index);
    });
    handle.addEventListener("keydown", (event) => moveByKey(table, index, event));
    for (const button of seat.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => moveByButton(table, index, button.dataset.move));
    }
    new Drag(table, index).begin(handle);
  }
}

const handleOf = (seat) => seat.querySelector("[data-handle]");

const shownSeats = ({ seats }) => seats.filter((seat) => !seat.classList.contains("spare")).length;

function move(table, from, to) {
  const { form, seats, boxes, status } = table;
  if (to < 0 || to >= shownSeats(table) || to === from) return;
  const order = [...seats.keys()];
  order.splice(to, 0, ...order.splice(from, 1));
  const values = boxes.map((box) => box.value);
  for (const [now, before] of order.entries()) boxes[now].value = values[before];
  moveTicks(form, order);
  moveChoices(form, order);
  boxes[to].dispatchEvent(new Event("input", { bubbles: true }));
  boxes[to].dispatchEvent(new Event("change", { bubbles: true }));
  const name = boxes[to].value;
  status.textContent = name ? fill(status.dataset.moved, { name, seat: to + 1 }) : "";
}

// Who deals, and house rules about players, as boxes that name a player by the number of a seat.
function moveTicks(form, order) {
  const rules = [...form.querySelectorAll("[data-seat-name] input")].map((box) => box.name);
  for (const name of new Set(["dealer", ...rules])) {
    const inputs = [...form.elements].filter((box) => box.name === name && box.type !== "hidden");
    const ticked = inputs.map((box) => box.checked);
    for (const box of inputs) box.checked = ticked[order[box.value]];
  }
}

// The same as lists.
function moveChoices(form, order) {
  for (const select of form.querySelectorAll("select[data-seat-names]")) {
    if (select.value !== "") select.value = order.indexOf(Number(select.value));
  }
}

// Show the buttons that move a seat; none at -1.
function lift(seats, at) {
  for (const [index, seat] of seats.entries()) {
    seat.classList.toggle("lifted", index === at);
    handleOf(seat).setAttribute("aria-expanded", index === at);
  }
}

function moveByKey(table, index, event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  move(table, index, index + step);
  const seat = table.seats[index + step];
  if (seat) handleOf(seat).focus();
}

function moveByButton(table, index, step) {
  const to = index + Number(step);
  if (to < 0 || to >= shownSeats(table)) return;
  move(table, index, to);
  lift(table.seats, to);
  table.seats[to].querySelector(`[data-move="${step}"]`).focus();
}

// The row follows the finger, the others make room; where it is let go it stays.
class Drag {
  began = null;

  constructor(table, from) {
    this.table = table;
    this.from = from;
    this.seat = table.seats[from];
  }

  begin(handle) {
    handle.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.began = event.clientY;
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", ({ clientY }) => this.follow(clientY));
    handle.addEventListener("pointerup", ({ clientY }) => this.drop(clientY));
    handle.addEventListener("pointercancel", () => this.end());
  }

  follow(y) {
    if (this.began === null) return;
    if (Math.abs(y - this.began) < STILL && !this.seat.classList.contains("dragged")) return;
    this.seat.classList.add("dragged");
    this.shift(y - this.began, this.target(y));
  }

  drop(y) {
    if (this.began === null) return;
    const to = this.target(y);
    this.end();
    if (this.seat.classList.contains("dragged")) move(this.table, this.from, to);
  }

  // The class stays for the click that a finger let go makes: that one is no tap.
  end() {
    this.began = null;
    for (const seat of this.table.seats) seat.style.transform = "";
    setTimeout(() => this.seat.classList.remove("dragged"));
  }

  get height() {
    const [first, second] = this.table.seats;
    return second.offsetTop - first.offsetTop;
  }

  target(y) {
    const to = this.from + Math.round((y - this.began) / this.height);
    return Math.max(0, Math.min(shownSeats(this.table) - 1, to));
  }

  shift(dragged, to) {
    for (const [index, seat] of this.table.seats.entries()) {
      const by = index === this.from ? dragged : this.room(index, to);
      seat.style.transform = by ? `translateY(${by}px)` : "";
    }
  }

  // How far a seat goes out of the way of the one that is dragged.
  room(index, to) {
    if (index > this.from && index <= to) return -this.height;
    if (index < this.from && index >= to) return this.height;
    return 0;
  }
}
