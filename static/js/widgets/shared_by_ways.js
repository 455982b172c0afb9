// Another way to answer the same question: what both ways ask (who went out) is kept where the other has no
// answer.
export function attach(ways) {
  const form = ways.closest("form");
  const open = () => form.querySelector("input[name=way]:checked")?.value;
  let before = open();
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "way") return;
    const now = open();
    carry(form, `${before}.`, `${now}.`);
    before = now;
  });
}

function carry(form, from, to) {
  const all = [...form.elements];
  const chosen = all.filter((box) => box.checked && box.type === "radio" && box.name.startsWith(from));
  for (const { name, value } of chosen) {
    const same = all.filter((box) => box.type === "radio" && box.name === to + name.slice(from.length));
    const radio = same.find((box) => box.value === value);
    if (!radio || same.some((box) => box.checked)) continue;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
