// Seats: known players are tapped into the next empty seat; only as many seats are shown as are needed.
export function attach(form) {
  const sizes = form.dataset.seats.split(" ").map(Number);
  const seats = [...form.querySelectorAll(".seat")];
  const boxes = seats.map((seat) => seat.querySelector("input[name^='seat.']"));
  const known = form.querySelector("[data-known]");
  const named = () => boxes.filter((box) => box.value.trim()).length;
  const show = () => {
    const shown = Math.max(Math.min(...sizes), Math.min(named() + 1, seats.length));
    seats.forEach((seat, index) => (seat.hidden = index >= shown && !boxes[index].value.trim()));
    const names = boxes.map((box) => box.value.trim());
    known?.querySelectorAll("[data-name]").forEach((chip) => (chip.hidden = names.includes(chip.dataset.name)));
    form.querySelectorAll("[data-seat-names] option").forEach((option) => {
      if (option.value !== "" && names[option.value]) option.textContent = names[option.value];
    });
    form.querySelectorAll("[data-seat-name]").forEach((chip) => {
      chip.hidden = !names[chip.dataset.seatName];
      if (!chip.hidden) chip.querySelector("span").textContent = names[chip.dataset.seatName];
    });
  };
  if (known) {
    known.hidden = false;
    known.addEventListener("click", (event) => {
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
