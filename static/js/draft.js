// What was typed outlives a reload, a locked phone and a lost network: it is kept on this device until it is recorded.
const LONGEST = 40;

export function attach(form) {
  let key = "draft:" + form.dataset.draft;
  const boxes = () => [...form.elements].filter((box) => box.name && !["hidden", "submit"].includes(box.type));
  // A form that makes something new is done with once it was sent; a refused page shows its values itself.
  if (form.dataset.draft.startsWith("new-") && localStorage.getItem(key + ":sent")) {
    localStorage.removeItem(key);
    localStorage.removeItem(key + ":sent");
  }
  form.addEventListener("submit", () => localStorage.setItem(key + ":sent", "yes"));
  const kept = read(key);
  if (kept && !form.querySelector(".why:not([hidden])")) {
    for (const box of boxes()) {
      const value = kept[box.name];
      if (["radio", "checkbox"].includes(box.type)) box.checked = value === undefined ? box.checked : value.includes(box.value);
      else if (value !== undefined) box.value = value[0];
    }
    form.querySelectorAll("[data-part], [data-field]").forEach((part) => part.dispatchEvent(new Event("change", { bubbles: true })));
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const save = () => {
    const values = {};
    for (const box of boxes()) {
      const off = ["radio", "checkbox"].includes(box.type) && !box.checked;
      values[box.name] = [...(values[box.name] || []), ...(off ? [] : [box.value])];
    }
    localStorage.setItem(key, JSON.stringify(values));
    forget();
  };
  // The same question at another place of the log (see follow.js): the draft goes along.
  form.addEventListener("carried", () => {
    const typed = localStorage.getItem(key) !== null;
    key = "draft:" + form.dataset.draft;
    if (typed) save();
  });
  form.addEventListener("change", save);
  form.addEventListener("input", save);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// Only the latest drafts are worth keeping.
function forget() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith("draft:"));
  keys.slice(0, Math.max(0, keys.length - LONGEST)).forEach((key) => localStorage.removeItem(key));
}
