// Once a deal is recorded, its totals count up from what they were, and the new leader is lit. The page holds
// the true totals all the while: what counts is drawn over them. Only a page that came in the answer to a
// recording counts: one that is opened, again or by its address, shows them at rest.
import { cameInAnswer } from "./partial_update.js";

const LASTS = 700;

export function attach(sides) {
  if (!cameInAnswer()) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const totals = [...sides.querySelectorAll(".total")];
  const now = totals.map((total) => Number(total.dataset.value));
  const before = totals.map((total, at) => now[at] - Number(total.dataset.gain));
  lead(totals, now, before);
  const moving = totals.filter((_, at) => now[at] !== before[at]);
  moving.forEach((total) => total.classList.add("counting"));
  const start = performance.now();
  const step = (time) => {
    const part = Math.min(1, (time - start) / LASTS);
    for (const total of moving) {
      const left = Math.round(Number(total.dataset.gain) * (1 - part) ** 2);
      total.dataset.shown = String(Number(total.dataset.value) - left).replace("-", "−");
      if (part === 1) total.classList.remove("counting");
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

// The lead is where the page says it is: the highest total, or the lowest where that wins.
function lead(totals, now, before) {
  const first = totals
    .map((total) => total.closest(".side"))
    .findIndex((side) => side.classList.contains("first"));
  const best = now[first] === Math.max(...now) ? Math.max : Math.min;
  totals.forEach((total, at) => {
    const leads = now[at] === best(...now) && before[at] !== best(...before);
    total.closest(".side").classList.toggle("leads", leads);
  });
}
