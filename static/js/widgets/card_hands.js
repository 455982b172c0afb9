// Cards tapped in a pack: those left in a hand are counted, those that nobody holds are named; a card that
// one player has no other can have.
import { fill } from "../interpolate.js";

export function attach(hand) {
  const sum = hand.querySelector("[data-hand-sum]");
  const form = hand.closest("form");
  const field = hand.closest("[data-field]") || hand.parentElement;
  const boxes = [...hand.querySelectorAll("input")];
  const copies = (code) => boxes.filter((box) => box.value === code).length;
  // Who another field names (who went out) holds nothing: those cards are not sent, and not lost.
  const winner = () => form.querySelector(`input[name="${CSS.escape(field.dataset.allBut)}"]:checked`)?.value;
  const out = (other) => field.dataset.allBut && other.dataset.player === winner();
  const show = (event) => {
    hand.hidden = Boolean(out(hand));
    const held = boxes.filter((box) => box.checked);
    if (event && hand.contains(event.target) && held.length === Number(hand.dataset.most)) goOn(hand, form);
    const worths = held.map((box) => box.closest("[data-worth]")).filter(Boolean);
    const worth = worths.reduce((total, card) => total + Number(card.dataset.worth), 0);
    const points = worths.length ? [fill(sum.dataset.points, { n: worth })] : [];
    const words =
      "showsCards" in sum.dataset
        ? held.map((box) => box.nextElementSibling.textContent).join(" ")
        : [fill(sum.dataset.words, { n: held.length }), ...points].join(" · ");
    sum.textContent = held.length ? words : sum.dataset.ask;
    sum.classList.toggle("given", held.length > 0);
    const others = [...field.querySelectorAll("[data-hand]")].filter((other) => !out(other));
    const given = others.flatMap((other) =>
      [...other.querySelectorAll("input:checked")].map((box) => box.value),
    );
    for (const box of boxes) {
      box.disabled =
        hand.hidden ||
        (!box.checked && given.filter((code) => code === box.value).length >= copies(box.value));
      box.closest(".chip").classList.toggle("taken", box.disabled);
    }
  };
  form.addEventListener("change", show);
  show();
}

// A full hand is folded away, and the next one that has no card yet is opened.
function goOn(hand, form) {
  hand.open = false;
  const empty = [...form.querySelectorAll("[data-hand]")].find(
    (other) => other.offsetParent && !other.querySelector(":checked"),
  );
  if (!empty) return;
  empty.open = true;
  empty.querySelector("summary").scrollIntoView({ block: "nearest" });
}
