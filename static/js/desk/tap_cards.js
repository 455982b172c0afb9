// Cards tapped in one pack: each goes to the trick, then to the hand; the pack marks what is taken. The
// address keeps it all.
import { draw, full, lay, makeReachable, takeBack } from "./card_tray.js";

export function attach(form) {
  const pack = form.querySelector("[data-pack]");
  const keys = new Map([...pack.querySelectorAll("[data-card]")].map((key) => [key.dataset.card, key]));
  const held = [...form.querySelectorAll("[data-held]")];
  const trays = [...form.querySelectorAll("[data-target]")].map((field) => lay(field, held));
  const trick = trays.find((tray) => tray.around);
  let open = trays.find((tray) => !full(tray)) || trays[0];
  form.querySelectorAll(".lists").forEach((lists) => lists.remove());
  held.forEach((field) => field.classList.add("beside"));
  pack.hidden = false;

  const packs = () => Number(form.querySelector(`[name="${pack.dataset.packsBy}"]:checked`)?.value || 1);
  const taken = (code) =>
    trays.reduce((sum, tray) => sum + tray.codes.filter((other) => other === code).length, 0);
  const free = (code) => Number(keys.get(code).dataset.copies) * packs() - taken(code);
  const tap = (code) => {
    if (free(code) > 0 && (open.most === 1 || !full(open))) {
      open.codes = open.most === 1 ? [code] : [...open.codes, code];
      if (full(open)) open = trays.find((tray) => !full(tray)) || open;
    } else if (open.codes.includes(code)) {
      takeBack(open, open.codes.lastIndexOf(code));
    }
    show();
  };
  const act = {
    last: pack.dataset.back,
    open(tray) {
      open = tray;
      show();
    },
    back(tray, at) {
      open = tray;
      takeBack(tray, at);
      show();
    },
    ask(tray, code) {
      open = tray;
      tray.asked = tray.asked === code ? "" : code;
      show();
    },
    lead(player) {
      trick.around = beginningWith(trick.around, player);
      show();
    },
  };
  const show = () => {
    const turn = trick?.around[trick.codes.length % trick.around.length];
    trays.forEach((tray) => draw(tray, tray === open, keys, act, turn));
    trays.forEach(makeReachable);
    keys.forEach((key, code) => mark(key, open.codes.indexOf(code), free(code) < 1));
    history.replaceState(null, "", `${form.dataset.address}?${new URLSearchParams(new FormData(form))}`);
  };
  for (const [code, key] of keys) key.onclick = () => tap(code);
  form.addEventListener("change", () => show());
  show();
}

function beginningWith(players, first) {
  const at = players.indexOf(first);
  return [...players.slice(at), ...players.slice(0, at)];
}

function mark(key, place, gone) {
  key.classList.toggle("mine", place >= 0);
  key.classList.toggle("used", gone && place < 0);
  key.setAttribute("aria-pressed", place >= 0);
  key.disabled = gone && place < 0;
  key.dataset.place = place < 0 ? "" : place + 1;
}
