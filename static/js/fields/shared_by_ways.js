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
  const chosen = all.filter((one) => one.checked && one.type === "radio" && one.name.startsWith(from));
  for (const { name, value } of chosen) {
    const same = all.filter((one) => one.type === "radio" && one.name === to + name.slice(from.length));
    const radio = same.find((one) => one.value === value);
    if (!radio || same.some((one) => one.checked)) continue;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
