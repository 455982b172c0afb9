// The player that another field of the same question names is not offered here.
export function attach(chips) {
  const form = chips.closest("form");
  const other = chips.dataset.otherThan;
  const show = () => {
    const named = form.querySelector(`input[name="${CSS.escape(other)}"]:checked`)?.value;
    for (const box of chips.querySelectorAll("input")) {
      const spared = box.value === named;
      box.closest(".chip").hidden = spared;
      if (spared) box.checked = false;
    }
  };
  form.addEventListener("change", ({ target }) => target.name === other && show());
  show();
}
