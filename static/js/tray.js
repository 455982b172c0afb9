// One line of cards told: the trick with its players, or a hand. The cards are tapped in the pack; see deck.js.
import { fill } from "./words.js";

export const full = (tray) => tray.most > 0 && tray.codes.length >= tray.most;

export function lay(field, held) {
  const { name, asks, value, most, around } = field.dataset;
  const legend = field.querySelector("legend");
  const asked = held.find((other) => other.dataset.name === asks)?.dataset.value || "";
  const tray = {
    field, name, asks, asked, codes: value.split(" ").filter(Boolean), most: Number(most || 0), around: around && JSON.parse(around),
    label: legend.textContent, words: make("button", "name"), row: make("span", "tray"), sent: make("span", "sent"),
  };
  legend.classList.add("gone");
  legend.after(tray.words, tray.row, tray.sent);
  return tray;
}

export function takeBack(tray, at) {
  tray.codes.splice(at, 1);
  if (!tray.codes.includes(tray.asked)) tray.asked = "";
}

// `act` is what a tap does: open the tray, take a card back, ask about it, say who leads.
export function draw(tray, open, keys, act, whose = "") {
  const { field, codes, row } = tray;
  field.classList.toggle("open", open);
  tray.words.replaceChildren(tray.label + whose, ...(tray.asks && codes.length && !tray.asked ? [make("small", "", field.dataset.asksWords)] : []));
  tray.words.setAttribute("aria-pressed", open);
  tray.words.onclick = () => act.open(tray);
  const cards = codes.map((code, at) => slot(tray, at, picked(tray, code, at, keys.get(code), act), act));
  if (open && !full(tray)) cards.push(slot(tray, cards.length, make("span", "pc next"), act));
  while (tray.around && cards.length < tray.most) cards.push(slot(tray, cards.length, make("span", "pc empty"), act));
  const back = make("button", "back", "⌫");
  back.setAttribute("aria-label", act.last);
  back.disabled = !codes.length;
  back.onclick = () => act.back(tray, codes.length - 1);
  row.replaceChildren(...cards, back);
  row.scrollLeft = row.scrollWidth;
  tray.sent.replaceChildren(...sent(tray).map(([name, value]) => Object.assign(make("input"), { type: "hidden", name, value })));
}

// In a hand that is asked about a tap makes the card the one in question; elsewhere it goes back to the pack.
function picked(tray, code, at, key, act) {
  const card = make("button", tray.asked === code ? "pick" : "");
  card.classList.add("pc", ...[...(key?.classList || [])].filter((name) => name !== "mine" && name !== "used"));
  card.append(...[...(key?.childNodes || [code])].map((node) => node.cloneNode?.(true) ?? node));
  card.setAttribute("aria-label", key?.getAttribute("aria-label") || code);
  if (tray.asks) card.setAttribute("aria-pressed", tray.asked === code);
  card.onclick = () => (tray.asks ? act.ask(tray, code) : act.back(tray, at));
  return card;
}

function slot({ around, field }, at, card, act) {
  if (!around) return card;
  const player = around[at % around.length];
  const name = make("button", at ? "" : "leads", player);
  name.setAttribute("aria-label", fill(field.dataset.leadsWords, { player }));
  name.onclick = () => act.lead(player);
  const place = make("span", "slot");
  place.append(name, card);
  return place;
}

function sent({ name, codes, around, field, asks, asked }) {
  const pairs = codes.length ? [[name, codes.join(" ")]] : [];
  if (around) pairs.push([field.dataset.leader, around[0]]);
  return asked ? [...pairs, [asks, asked]] : pairs;
}

function make(tag, name = "", words = "") {
  const made = document.createElement(tag);
  if (tag === "button") made.type = "button";
  made.className = name;
  made.textContent = words;
  return made;
}
