// Seats: known players are tapped into the next empty seat and out of it again; only as many seats are shown
// as are needed. Whoever is moved takes along the deal and what the house rules say of them.
import { fill } from "./interpolate.js";
import { makeMovable } from "./moved_seats.js";

const COLOURS = 12;

export function attach(form) {
  const seats = [...form.querySelectorAll(".seat")];
  const boxes = seats.map((seat) => seat.querySelector("input[name^='seat.']"));
  const table = {
    form,
    seats,
    boxes,
    sizes: form.dataset.seats.split(" ").map(Number),
    labels: boxes.map((box) => box.placeholder),
    known: [...form.querySelectorAll("[data-known] [data-name]")],
    lengths: [...form.querySelectorAll("[data-length]")],
    more: form.querySelector("[data-more]"),
    teams: form.querySelector("[data-teams]"),
    wanted: Number(form.dataset.wanted) || 0,
  };
  for (const chip of table.known)
    chip.addEventListener("click", () => seatOrUnseat(table, chip.dataset.name));
  table.more?.addEventListener("click", () => {
    table.wanted = seats.filter(isShown).length + 1;
    show(table);
  });
  for (const [index, box] of boxes.entries())
    box.addEventListener("keydown", (event) => enter(event, boxes, index));
  form.addEventListener("change", ({ target }) => {
    if (target.name?.startsWith("option.")) forgetUsualRules(table);
  });
  makeMovable(form, seats, boxes);
  form.addEventListener("input", () => show(table));
  show(table);
}

const isShown = (seat) => !seat.classList.contains("spare");

const namesOf = ({ boxes }) => boxes.map((box) => box.value.trim());

function show(table) {
  const { form, seats, sizes, known, more, teams, wanted } = table;
  const names = namesOf(table);
  const named = names.filter(Boolean).length;
  const seatCount = Math.max(Math.min(...sizes), wanted || Math.min(named + 1, seats.length));
  for (const [index, seat] of seats.entries())
    seat.classList.toggle("spare", index >= seatCount && !names[index]);
  if (more) more.hidden = seats.every(isShown);
  for (const chip of known) chip.setAttribute("aria-pressed", names.includes(chip.dataset.name));
  nameSeats(form, names);
  showLengths(table, named);
  const dummies = seatDummies(table, names, named);
  if (teams)
    oppose(
      teams,
      names.map((name, index) => name || dummies[index]),
    );
  if (!teams || form.dataset.sometimesTeams !== undefined) colour(table, names);
}

// Who deals, and house rules about a player, name the players by their seats.
function nameSeats(form, names) {
  for (const option of form.querySelectorAll("[data-seat-names] option")) {
    if (option.value !== "" && names[option.value]) option.textContent = names[option.value];
  }
  for (const chip of form.querySelectorAll("[data-seat-name]")) {
    const name = names[chip.dataset.seatName];
    chip.hidden = !name;
    if (name) chip.querySelector("span").textContent = name;
  }
}

// How long it will take, for as many as are named; for all numbers where none fits.
function showLengths({ lengths }, named) {
  const fits = (line) => Number(line.dataset.length) === named;
  const someFits = lengths.some(fits);
  for (const line of lengths) line.hidden = someFits && !fits(line);
}

// Empty seats between names are left out, as the server does: only behind the last name an empty seat is a
// dummy's.
function seatDummies(table, names, named) {
  const { form, seats, boxes, labels, sizes } = table;
  const chosen = [...form.elements].filter((box) => box.name === form.dataset.dummyRule && box.checked);
  const byHand = chosen.some((box) => names[box.value]);
  const sentences = [...form.querySelectorAll("[data-people]")];
  const fits = (sentence) => !byHand && Number(sentence.dataset.people) === named;
  const full = sizes.includes(named);
  const firstFit = sentences.find(fits);
  for (const sentence of sentences) {
    sentence.classList.toggle("spare", byHand || full || (firstFit !== undefined && !fits(sentence)));
  }
  const numbers = firstFit ? firstFit.dataset.dummies.split(" ").map(Number) : [];
  const gap = names.slice(0, named).includes("");
  return boxes.map((box, index) => {
    const number = gap ? -1 : numbers.indexOf(index + 1);
    seats[index].classList.toggle("dummy", number >= 0);
    box.placeholder = number < 0 ? labels[index] : dummyName(form, number);
    return number < 0 ? "" : box.placeholder;
  });
}

const dummyName = (form, number) => form.dataset.dummy + (number > 0 ? ` ${number + 1}` : "");

function colour(table, names) {
  const colours = coloursOf(table, names);
  for (const [index, seat] of table.seats.entries()) {
    const before = [...seat.classList].filter((name) => name.startsWith("colour-"));
    seat.classList.remove(...before);
    if (names[index]) seat.classList.add(`colour-${colours.get(index)}`);
    seat.querySelector(".disc").textContent = names[index] ? [...names[index]][0].toUpperCase() : index + 1;
  }
}

// Who has a colour in the club keeps it unless an earlier seat has it; then it is the next that nobody has.
function coloursOf({ seats, known }, names) {
  const given = new Map();
  const taken = (colour) => [...given.values()].includes(colour);
  const own = names.map((name) => known.find((chip) => chip.dataset.name === name)?.dataset.colour);
  const give = (index, first) => {
    const steps = [...Array(COLOURS).keys()].map((step) => (first + step) % COLOURS);
    given.set(index, steps.find((colour) => !taken(colour)) ?? first % COLOURS);
  };
  for (const [index, colour] of own.entries()) {
    if (colour !== undefined && !taken(Number(colour))) given.set(index, Number(colour));
  }
  for (const [index, colour] of own.entries()) {
    if (colour !== undefined && !given.has(index)) give(index, Number(colour));
  }
  for (const index of seats.keys()) {
    if (!given.has(index)) give(index, index);
  }
  return given;
}

// Who plays with whom, every second seat.
function oppose(teams, names) {
  const players = names.filter(Boolean);
  const team = (first) =>
    listed(
      teams,
      players.filter((_, index) => index % 2 === first),
    );
  const sizes = teams.dataset.sizes.split(" ").map(Number);
  const words = sizes.includes(players.length)
    ? fill(teams.dataset.teams, { team: team(0), other: team(1) })
    : "";
  if (teams.textContent !== words) teams.textContent = words;
}

function listed(teams, names) {
  if (names.length < 2) return names.join("");
  return fill(teams.dataset.and, { most: names.slice(0, -1).join(", "), last: names.at(-1) });
}

function seatOrUnseat({ boxes }, name) {
  const sits = boxes.find((box) => box.value.trim() === name);
  const box = sits || boxes.find((other) => !other.value.trim());
  if (!box) return;
  box.value = sits ? "" : name;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// Enter goes on to the next seat, and starts no match.
function enter(event, boxes, index) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const next = boxes.slice(index + 1).find((other) => !other.closest(".spare"));
  if (next) next.focus();
  else boxes[index].blur();
}

// By other rules it will be longer or shorter; what is said of the usual ones holds until they are changed.
function forgetUsualRules({ form, lengths }) {
  const line = lengths.length ? form.querySelector("[data-lengths]") : null;
  if (line) line.hidden = true;
  for (const words of form.querySelectorAll("[data-rules]")) words.textContent = words.dataset.rules;
}
