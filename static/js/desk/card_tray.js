// One line of cards told: the trick with its players, or a hand. The cards are tapped in the pack; see
// tap_cards.js.
import { fill } from "../interpolate.js";

export const full = (tray) => tray.most > 0 && tray.codes.length >= tray.most;

export function lay(field, held) {
  const { name, asks, value, most, around, whose, forms } = field.dataset;
  const legend = field.querySelector("legend");
  const asked = held.find((other) => other.dataset.name === asks)?.dataset.value || "";
  const tray = {
    field,
    name,
    asks,
    asked,
    codes: value.split(" ").filter(Boolean),
    most: Number(most || 0),
    around: around && JSON.parse(around),
    whose: whose && JSON.parse(whose),
    forms: forms ? JSON.parse(forms) : {},
    label: legend.textContent,
    words: make("span"),
    row: make("span", "tray"),
    sent: make("span"),
  };
  legend.classList.add("gone");
  legend.after(tray.words, tray.row, tray.sent);
  return tray;
}

export function takeBack(tray, at) {
  tray.codes.splice(at, 1);
  if (!tray.codes.includes(tray.asked)) tray.asked = "";
}

// `act` is what a tap does: open the tray, take a card back, ask about it, say who leads. A tray that is shut
// only shows.
export function draw(tray, open, keys, act, player) {
  const { field, codes, row } = tray;
  const focused = row.contains(document.activeElement);
  field.classList.toggle("open", open);
  field.classList.toggle("shut", !open);
  tray.words.replaceChildren(label(tray, open, player, act));
  const cards = codes.map((code, at) => place(tray, at, keys.get(code), code, open, act));
  if (open && !full(tray)) cards.push(place(tray, cards.length, null, "next", open, act));
  while (open && tray.around && cards.length < tray.most) {
    cards.push(place(tray, cards.length, null, "empty", open, act));
  }
  const back = make("button", "back", "⌫");
  back.setAttribute("aria-label", act.last);
  back.disabled = !codes.length;
  back.onclick = () => act.back(tray, codes.length - 1);
  row.replaceChildren(...cards, ...(open ? [back] : []));
  row.scrollLeft = row.scrollWidth;
  if (focused) back.focus();
  tray.sent.replaceChildren(
    ...sent(tray).map(([name, value]) => Object.assign(make("input"), { type: "hidden", name, value })),
  );
}

// A tray that is shut has no button: keys must reach it to scroll it. The width of one hangs on which of them
// is open.
export function makeReachable({ row }) {
  if (!row.querySelector("button") && row.scrollWidth > row.clientWidth) row.tabIndex = 0;
  else row.removeAttribute("tabindex");
}

function label(tray, open, player, act) {
  const words = make(open ? "span" : "button", "name", tray.whose?.[player] || tray.label);
  if (open && tray.around && tray.most > 3) words.classList.add("gone");
  if (open && tray.asks && tray.codes.length && !tray.asked)
    words.append(make("small", "", tray.field.dataset.asksWords));
  if (!open) words.onclick = () => act.open(tray);
  return words;
}

// In a hand that is asked about a tap makes the card the one in question; elsewhere it goes back to the pack.
// Where players are known, an empty place is a player who may have led.
function place(tray, at, key, code, open, act) {
  const player = tray.around?.[at % tray.around.length];
  const card = make("span", key ? "" : code);
  card.classList.add("pc");
  for (const name of key?.classList || []) {
    if (name !== "mine" && name !== "used") card.classList.add(name);
  }
  for (const node of key?.childNodes || []) card.append(node.cloneNode(true));
  if (!open || (!key && !player)) return card;
  const button = make("button", at ? "slot" : "slot leads");
  const spoken = key ? key.getAttribute("aria-label") : fill(tray.field.dataset.leadsWords, { player });
  if (player) button.append(nameOf(player, tray.forms[player] || [player]));
  button.append(card);
  button.setAttribute("aria-label", key && player ? `${player} ${spoken}` : spoken);
  if (tray.asks) button.setAttribute("aria-pressed", tray.asked === code);
  button.onclick = () => {
    if (!key) act.lead(player);
    else if (tray.asks) act.ask(tray, code);
    else act.back(tray, at);
  };
  return button;
}

// The longest form of a name that fits over a card, as templates/names.html has it.
function nameOf(player, forms) {
  const small = make("small", "", forms.length === 1 ? player : "");
  if (forms.length > 1) {
    const fitting = make("span", "fitting");
    fitting.append(shorter(forms.slice(1)), make("span", "", player));
    small.append(fitting);
  }
  return small;
}

function shorter(forms) {
  const one = make("i");
  one.ariaHidden = "true";
  if (forms.length > 1) one.dataset.form = forms[0];
  if (forms.length < 3) one.dataset.last = forms.at(-1);
  else one.append(shorter(forms.slice(1)));
  return one;
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
