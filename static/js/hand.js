// Cards left in a hand: what they are worth, shown as they are tapped.
export function attach(hand) {
  const sum = hand.querySelector("[data-hand-sum]");
  const form = hand.closest("form");
  const show = () => {
    const held = [...hand.querySelectorAll("input:checked")];
    const worth = held.reduce((total, box) => total + Number(box.closest("[data-worth]")?.dataset.worth || 0), 0);
    sum.textContent = held.length ? `${held.length} · ${worth}` : "";
    const field = hand.closest("[data-all-but]");
    if (!field) return;
    const out = form.querySelector(`input[name="${CSS.escape(field.dataset.allBut)}"]:checked`)?.value;
    hand.hidden = hand.dataset.player === out;
    if (hand.hidden) held.forEach((box) => (box.checked = false));
  };
  form.addEventListener("change", show);
  show();
}
