// Seats: known players are tapped into the next empty seat and out of it again; only as many seats are shown
// as are needed. Whoever is moved takes along the deal and what the house rules say of them.
import { fill } from "./interpolate.js";

const COLOURS = 12;

export function attach(form) {
  const sizes = form.dataset.seats.split(" ").map(Number);
  const seats = [...form.querySelectorAll(".seat")];
  const boxes = seats.map((seat) => seat.querySelector("input[name^='seat.']"));
  const labels = boxes.map((box) => box.placeholder);
  const known = [...form.querySelectorAll("[data-known] [data-name]")];
  const more = form.querySelector("[data-more]");
  const teams = form.querySelector("[data-teams]");
  const lengths = [...form.querySelectorAll("[data-length]")];
  const names = () => boxes.map((box) => box.value.trim());
  const named = () => names().filter(Boolean).length;
  let wanted = Number(form.dataset.wanted) || 0;

  const show = () => {
    const sat = names();
    const shown = Math.max(Math.min(...sizes), wanted || Math.min(named() + 1, seats.length));
    seats.forEach((seat, index) => seat.classList.toggle("spare", index >= shown && !sat[index]));
    if (more) more.hidden = seats.every((seat) => !seat.classList.contains("spare"));
    for (const chip of known) chip.setAttribute("aria-pressed", sat.includes(chip.dataset.name));
    form.querySelectorAll("[data-seat-names] option").forEach((option) => {
      if (option.value !== "" && sat[option.value]) option.textContent = sat[option.value];
    });
    form.querySelectorAll("[data-seat-name]").forEach((chip) => {
      chip.hidden = !sat[chip.dataset.seatName];
      if (!chip.hidden) chip.querySelector("span").textContent = sat[chip.dataset.seatName];
    });
    const fits = lengths.some((one) => Number(one.dataset.length) === named());
    lengths.forEach((one) => (one.hidden = fits && Number(one.dataset.length) !== named()));
    const dummies = seatDummies(sat);
    if (teams) oppose(sat.map((name, index) => name || dummies[index]));
    if (!teams || form.dataset.sometimesTeams !== undefined) colour(sat);
  };

  // By other rules it will be longer or shorter.
  form.addEventListener("change", ({ target }) => {
    const line = lengths.length && form.querySelector("[data-lengths]");
    if (line && target.name?.startsWith("option.")) line.hidden = true;
  });

  // Empty seats between names are left out, as the server does: only behind the last name an empty seat is a
  // dummy's.
  const seatDummies = (sat) => {
    const chosen = [...form.elements].filter((box) => box.name === form.dataset.dummyRule && box.checked);
    const byHand = chosen.some((box) => sat[box.value]);
    const sentences = [...form.querySelectorAll("[data-people]")];
    const fits = (sentence) => !byHand && Number(sentence.dataset.people) === named();
    const full = sizes.includes(named());
    sentences.forEach((one) =>
      one.classList.toggle("spare", byHand || full || (sentences.some(fits) && !fits(one))),
    );
    const numbers = sentences.find(fits)?.dataset.dummies.split(" ").map(Number) || [];
    const gap = sat.slice(0, named()).includes("");
    return boxes.map((box, index) => {
      const which = gap ? -1 : numbers.indexOf(index + 1);
      box.placeholder = which < 0 ? labels[index] : form.dataset.dummy + (which ? ` ${which + 1}` : "");
      seats[index].classList.toggle("dummy", which >= 0);
      return which < 0 ? "" : box.placeholder;
    });
  };

  // Who has a colour in the club keeps it unless an earlier seat has it; then it is the next that nobody has.
  const colour = (sat) => {
    const own = (index) => known.find((chip) => chip.dataset.name === sat[index])?.dataset.colour;
    const given = new Map();
    seats.forEach((_, index) => {
      const kept = own(index) === undefined ? -1 : Number(own(index));
      if (kept >= 0 && ![...given.values()].includes(kept)) given.set(index, kept);
    });
    const give = (index, first) => {
      const free = [...Array(COLOURS).keys()]
        .map((step) => (first + step) % COLOURS)
        .find((one) => ![...given.values()].includes(one));
      given.set(index, free ?? first % COLOURS);
    };
    seats.forEach(
      (_, index) => given.has(index) || own(index) === undefined || give(index, Number(own(index))),
    );
    seats.forEach((_, index) => given.has(index) || give(index, index));
    seats.forEach((seat, index) => {
      seat.classList.remove(...[...seat.classList].filter((one) => one.startsWith("colour-")));
      if (sat[index]) seat.classList.add(`colour-${given.get(index)}`);
      seat.querySelector(".disc").textContent = sat[index] ? [...sat[index]][0].toUpperCase() : index + 1;
    });
  };

  const oppose = (sat) => {
    const players = sat.filter(Boolean);
    const and = (all) =>
      all.length < 2
        ? all.join("")
        : fill(teams.dataset.and, { most: all.slice(0, -1).join(", "), last: all.at(-1) });
    const side = (first) => and(players.filter((_, index) => index % 2 === first));
    const words = teams.dataset.sizes.split(" ").map(Number).includes(players.length)
      ? fill(teams.dataset.teams, { team: side(0), other: side(1) })
      : "";
    if (teams.textContent !== words) teams.textContent = words;
  };

  for (const chip of known) {
    chip.addEventListener("click", () => {
      const sits = boxes.find((box) => box.value.trim() === chip.dataset.name);
      const box = sits || boxes.find((one) => !one.value.trim());
      if (!box) return;
      box.value = sits ? "" : chip.dataset.name;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  more?.addEventListener("click", () => {
    wanted = seats.filter((seat) => !seat.classList.contains("spare")).length + 1;
    show();
  });
  // Enter goes on to the next seat, and starts no match.
  boxes.forEach((box, index) =>
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const next = boxes.slice(index + 1).find((other) => !other.closest(".spare"));
      if (next) next.focus();
      else box.blur();
    }),
  );
  // What is said of the house rules holds until they are changed.
  form.addEventListener("change", ({ target }) => {
    if (target.name?.startsWith("option."))
      for (const words of form.querySelectorAll("[data-rules]")) words.textContent = words.dataset.rules;
  });
  reorder(form, seats, boxes);
  form.addEventListener("input", show);
  show();
}

// The seats stay where they are; what stands in them moves, so that their numbers always follow each other.
function reorder(form, seats, boxes) {
  const status = form.querySelector("[data-moved]");
  const shown = () => seats.filter((seat) => !seat.classList.contains("spare")).length;
  const move = (from, to) => {
    if (to < 0 || to >= shown() || to === from) return;
    const order = seats.map((_, index) => index);
    order.splice(to, 0, ...order.splice(from, 1));
    const values = boxes.map((box) => box.value);
    order.forEach((before, now) => (boxes[now].value = values[before]));
    for (const follows of seatNumbers(form)) follows(order);
    boxes[to].dispatchEvent(new Event("input", { bubbles: true }));
    boxes[to].dispatchEvent(new Event("change", { bubbles: true }));
    status.textContent = boxes[to].value
      ? fill(status.dataset.moved, { name: boxes[to].value, seat: to + 1 })
      : "";
  };
  const lift = (at) =>
    seats.forEach((seat, index) => {
      seat.classList.toggle("lifted", index === at);
      seat.querySelector("[data-handle]").setAttribute("aria-expanded", index === at);
    });
  seats.forEach((seat, index) => {
    const handle = seat.querySelector("[data-handle]");
    handle.addEventListener("click", () => {
      if (!seat.classList.contains("dragged")) lift(seat.classList.contains("lifted") ? -1 : index);
    });
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      move(index, index + step);
      seats[index + step]?.querySelector("[data-handle]").focus();
    });
    seat.querySelectorAll("[data-move]").forEach((button) =>
      button.addEventListener("click", () => {
        const to = index + Number(button.dataset.move);
        if (to < 0 || to >= shown()) return;
        move(index, to);
        lift(to);
        seats[to].querySelector(`[data-move="${button.dataset.move}"]`).focus();
      }),
    );
    drag(handle, seats, index, shown, move);
  });
}

// What names a player by the number of a seat: who deals, and house rules about a player.
function* seatNumbers(form) {
  const choices = [
    "dealer",
    ...new Set([...form.querySelectorAll("[data-seat-name] input")].map((box) => box.name)),
  ];
  for (const name of choices) {
    const inputs = [...form.elements].filter((box) => box.name === name && box.type !== "hidden");
    const ticked = inputs.map((box) => box.checked);
    yield (order) => inputs.forEach((box) => (box.checked = ticked[order[box.value]]));
  }
  for (const select of form.querySelectorAll("select[data-seat-names]")) {
    yield (order) => select.value !== "" && (select.value = order.indexOf(Number(select.value)));
  }
}

// The row follows the finger, the others make room; where it is let go it stays.
function drag(handle, seats, from, shown, move) {
  let began = null;
  const height = () => seats[1].offsetTop - seats[0].offsetTop;
  const target = (y) => Math.max(0, Math.min(shown() - 1, from + Math.round((y - began) / height())));
  const room = (index, to) =>
    index > from && index <= to ? -height() : index < from && index >= to ? height() : 0;
  const place = (y, to) =>
    seats.forEach((seat, index) => {
      const by = y === null ? 0 : index === from ? y - began : room(index, to);
      seat.style.transform = by ? `translateY(${by}px)` : "";
    });
  // The class stays for the click that a finger let go makes: that one is no tap.
  const end = () => {
    began = null;
    place(null, from);
    setTimeout(() => seats[from].classList.remove("dragged"));
  };
  handle.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    began = event.clientY;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (began === null || (Math.abs(event.clientY - began) < 6 && !seats[from].classList.contains("dragged")))
      return;
    seats[from].classList.add("dragged");
    place(event.clientY, target(event.clientY));
  });
  handle.addEventListener("pointerup", (event) => {
    if (began === null) return;
    const to = target(event.clientY);
    end();
    if (seats[from].classList.contains("dragged")) move(from, to);
  });
  handle.addEventListener("pointercancel", end);
}
