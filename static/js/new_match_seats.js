// Seats: known players are tapped into the next empty seat; only as many seats are shown as are needed. Where dummies
// take the seats that stay empty, the sentence that says which is shown alone, and these seats say so themselves.
export function attach(form) {
  const sizes = form.dataset.seats.split(" ").map(Number);
  const seats = [...form.querySelectorAll(".seat")];
  const boxes = seats.map((seat) => seat.querySelector("input[name^='seat.']"));
  const labels = boxes.map((box) => box.placeholder);
  const players = form.querySelector("[data-known]");
  const named = () => boxes.filter((box) => box.value.trim()).length;
  const show = () => {
    const shown = Math.max(Math.min(...sizes), Math.min(named() + 1, seats.length));
    seats.forEach((seat, index) => (seat.hidden = index >= shown && !boxes[index].value.trim()));
    const names = boxes.map((box) => box.value.trim());
    players?.querySelectorAll("[data-name]").forEach((chip) => (chip.hidden = names.includes(chip.dataset.name)));
    form.querySelectorAll("[data-seat-names] option").forEach((option) => {
      if (option.value !== "" && names[option.value]) option.textContent = names[option.value];
    });
    form.querySelectorAll("[data-seat-name]").forEach((chip) => {
      chip.hidden = !names[chip.dataset.seatName];
      if (!chip.hidden) chip.querySelector("span").textContent = names[chip.dataset.seatName];
    });
    seatDummies(names);
  };
  // Empty seats between names are left out, as the server does: only behind the last name an empty seat is a dummy's.
  const seatDummies = (names) => {
    const chosen = [...form.elements].filter((box) => box.name === form.dataset.dummyRule && box.checked);
    const byHand = chosen.some((box) => names[box.value]);
    const sentences = [...form.querySelectorAll("[data-people]")];
    const fits = (sentence) => !byHand && Number(sentence.dataset.people) === named();
    const full = sizes.includes(named());
    sentences.forEach((sentence) => (sentence.hidden = byHand || full || (sentences.some(fits) && !fits(sentence))));
    const numbers = sentences.find(fits)?.dataset.dummies.split(" ").map(Number) || [];
    const gap = names.slice(0, named()).includes("");
    boxes.forEach((box, index) => {
      const which = gap ? -1 : numbers.indexOf(index + 1);
      box.placeholder = which < 0 ? labels[index] : form.dataset.dummy + (which ? ` ${which + 1}` : "");
      seats[index].classList.toggle("dummy", which >= 0);
    });
  };
  if (players) {
    players.hidden = false;
    players.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-name]");
      const free = boxes.find((box) => !box.value.trim());
      if (!chip || !free) return;
      free.value = chip.dataset.name;
      free.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  form.addEventListener("input", show);
  show();
}
