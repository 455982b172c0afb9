// Names that are known, below the box in which some are typed: one tap puts a name there, another takes it
// out. A name that another box has is not offered any more.
const offers = (form) => [...form.querySelectorAll("[data-offers]")];
const boxOf = (names) => names.closest("form").elements.namedItem(names.dataset.offers);
const listed = (box) =>
  box.value
    .split(/[,;&/+]/)
    .map((name) => name.trim())
    .filter(Boolean);

export function showOffers(form) {
  const all = offers(form);
  const used = new Map(all.map((names) => [names, listed(boxOf(names))]));
  for (const names of all) {
    const own = used.get(names);
    const others = all.filter((other) => other !== names).flatMap((other) => used.get(other));
    for (const name of names.children) {
      const chosen = own.includes(name.value);
      name.classList.toggle("on", chosen);
      name.setAttribute("aria-pressed", chosen);
      name.hidden = !chosen && others.includes(name.value);
    }
    names.hidden = [...names.children].every((name) => name.hidden);
  }
}

// The name that was tapped goes into its box, or out of it; in a full box it takes the place of the last.
export function offer(target) {
  const name = target.closest("[data-offers] > button");
  if (!name) return;
  const names = name.parentElement;
  const box = boxOf(names);
  const before = listed(box);
  const most = Number(names.dataset.most);
  const after = before.includes(name.value)
    ? before.filter((other) => other !== name.value)
    : [...before.slice(0, most - 1), name.value];
  box.value = after.join(", ");
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.dispatchEvent(new Event("change", { bubbles: true }));
}
