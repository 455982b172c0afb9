// A draft of the form on this device, until it is recorded.
import { drop, keep, keys, recall, recalled } from "./browser_storage.js";
import { cameFrom } from "./partial_update.js";

const LONGEST = 40;

export function attach(form) {
  let key = "draft:" + form.dataset.draft;
  const touch = (how = "") => (form.dataset.touched = how);
  const boxes = () =>
    [...form.elements].filter((box) => box.name && !["hidden", "submit"].includes(box.type));
  // The form of a new match is done with once it has led to that match, not before: nobody may have answered.
  const [, game] = cameFrom().match(/^[^/]+\/\/[^/]+\/new\/([^/?]+)/) || [];
  if (game && !form.dataset.draft.startsWith("new-"))
    ["new-", "new-past-"].forEach((way) => drop("draft:" + way + game));
  const draft = recalled(key);
  // Whatever was tapped before this script had come stays as it is.
  const before = new Set(
    boxes()
      .filter(changed)
      .map((box) => box.name),
  );
  if (draft) {
    form.dataset.kept = "";
    touch("recalled");
    for (const box of boxes().filter((box) => !before.has(box.name))) {
      const value = draft[box.name];
      if (["radio", "checkbox"].includes(box.type))
        box.checked = value === undefined ? box.checked : takeOut(value, box.value);
      else if (value !== undefined) box.value = value[0];
    }
    for (const box of boxes().filter(changed)) box.closest("details.rules")?.setAttribute("open", "");
    form
      .querySelectorAll("[data-part], [data-field]")
      .forEach((part) => part.dispatchEvent(new Event("change", { bubbles: true })));
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // What others count is put into the form too (running_count.js): what nobody typed here is no draft.
  const save = () => {
    if (form.dataset.asked && form.dataset.touched === undefined) return;
    const values = {};
    for (const box of boxes()) {
      const off = ["radio", "checkbox"].includes(box.type) && !box.checked;
      values[box.name] = [...(values[box.name] || []), ...(off ? [] : [box.value])];
    }
    const words = JSON.stringify(values);
    forget(key, keep(key, words) ? LONGEST : 0);
    form.toggleAttribute("data-kept", recall(key) === words || keep(key, words));
  };
  // The same question at another place of the log (see follow_match.js): the draft goes along.
  form.addEventListener("carried", () => {
    const typed = recall(key) !== null;
    key = "draft:" + form.dataset.draft;
    if (typed) save();
  });
  for (const kind of ["pointerdown", "keydown", "click", "input", "change"]) {
    form.addEventListener(kind, ({ isTrusted }) => isTrusted && touch(), true);
  }
  form.addEventListener("change", save);
  form.addEventListener("input", save);
  if (!before.size) return;
  touch();
  save();
}

// Two copies of a card are two boxes of the same name and value: each value that was saved ticks one of them.
function takeOut(values, value) {
  const at = values.indexOf(value);
  if (at >= 0) values.splice(at, 1);
  return at >= 0;
}

function changed(box) {
  if (["radio", "checkbox"].includes(box.type)) return box.checked !== box.defaultChecked;
  if (box.options)
    return (
      [...box.options].some((option) => option.selected && !option.defaultSelected) && box.selectedIndex > 0
    );
  return box.value !== box.defaultValue;
}

// The latest drafts are kept, only this one where there is no more room. Their order is kept beside them:
// keys have none.
function forget(latest, most) {
  const latestLast = [...(recalled("drafts") || []).filter((key) => key !== latest), latest];
  const age = (key) => latestLast.indexOf(key);
  const drafts = keys("draft:")
    .filter((key) => key !== latest)
    .sort((a, b) => age(a) - age(b));
  drafts.slice(0, drafts.length + 1 - Math.max(most, 1)).forEach(drop);
  keep("drafts", JSON.stringify(latestLast.slice(-LONGEST)));
}
