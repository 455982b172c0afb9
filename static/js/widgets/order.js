// Players one after another: tap them as they go out; a second tap takes a player back and closes the ranks.
export function attach(order) {
  const rows = [...order.querySelectorAll("[data-part]")];
  const selects = rows.map((row) => row.querySelector("select"));
  const read = () => {
    const places = selects.map((select, index) => [Number(select.value), index]).filter(([place]) => place);
    return places.sort((a, b) => a[0] - b[0]).map(([, index]) => index);
  };
  const buttons = rows.map((row, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tap";
    button.append(document.createElement("b"), row.querySelector(".who").cloneNode(true));
    button.onclick = () => {
      let placed = read();
      const back = placed.includes(index);
      placed = back ? placed.filter((row) => row !== index) : [...placed, index];
      if (!back && placed.length === rows.length - 1) {
        placed = [...placed, rows.findIndex((_, row) => !placed.includes(row))];
      }
      for (const [row, select] of selects.entries()) select.value = placed.indexOf(row) + 1 || "";
      show();
      selects[0].dispatchEvent(new Event("change", { bubbles: true }));
    };
    row.hidden = true;
    order.append(button);
    return button;
  });
  const show = () =>
    buttons.forEach((button, index) => {
      const [option] = selects[index].selectedOptions;
      const placed = Boolean(option?.value);
      button.classList.toggle("placed", placed);
      button.setAttribute("aria-pressed", placed);
      button.firstChild.textContent = placed ? option.textContent : "·";
    });
  // Who goes out may say so on another phone (running_count.js).
  order.addEventListener("input", show);
  show();
}
