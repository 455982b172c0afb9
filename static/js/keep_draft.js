// A draft of the form on this device, until it is recorded.
import { drop, keep, keys, recall, recalled } from "./browser_storage.js";
import { cameFrom } from "./partial_update.js";

const LONGEST = 40;

export function attach(form) {
  let key = "draft:" + form.dataset.draft;
  const touch = (how = "") => {
    form.dataset.touched = how;
  };
  dropDraftsOfNewMatch(form);
  const draft = recalled(key);
  // Whatever was tapped before this script had come stays as it is.
  const changedBefore = boxesOf(form).filter(isChanged);
  const before = new Set(changedBefore.map((box) => box.name));
  if (draft) {
    form.dataset.kept = "";
    touch("recalled");
    bringBack(form, draft, before);
  }
  // What others count is put into the form too (running_count.js): what nobody typed here is no draft.
  const save = () => {
    if (form.dataset.asked && form.dataset.touched === undefined) return;
    const words = JSON.stringify(valuesOf(form));
    forget(key, keep(key, words) ? LONGEST : 0);
    form.toggleAttribute("data-kept", recall(key) === words || keep(key, words));
  };
  // The same question at another place of the log (see follow_match.js): the draft goes along.
  form.addEventListener("carried", () => {
    const typed = recall(key) !== null;
    key = "draft:" + form.dataset.draft;
    if (typed) save();
  });
  const touchedByHand = ({ isTrusted }) => {
    if (isTrusted) touch();
  };
  for (const kind of ["pointerdown", "keydown", "click", "input", "change"]) {
    form.addEventListener(kind, touchedByHand, true);
  }
  form.addEventListener("change", save);
  form.addEventListener("input", save);
  if (!before.size) return;
  touch();
  save();
}

const boxesOf = (form) =>
  [...form.elements].filter((box) => box.name && !["hidden", "submit"].includes(box.type));

const ticked = (box) => ["radio", "checkbox"].includes(box.type);

// The form of a new match is done with once it has led to that match, not before: nobody may have answered.
function dropDraftsOfNewMatch(form) {
  const [, game] = cameFrom().match(/^[^/]+\/\/[^/]+\/new\/([^/?]+)/) || [];
  if (!game || form.dataset.draft.startsWith("new-")) return;
  drop(`draft:new-${game}`);
  drop(`draft:new-past-${game}`);
}

// Put the values of a draft into the form, but for the controls of these names, and tell the pads.
function bringBack(form, draft, except) {
  for (const box of boxesOf(form).filter(({ name }) => !except.has(name))) {
    const values = draft[box.name];
    if (values === undefined) continue;
    if (ticked(box)) box.checked = takeOut(values, box.value);
    else box.value = values[0];
  }
  for (const box of boxesOf(form).filter(isChanged)) box.closest("details.rules")?.setAttribute("open", "");
  for (const part of form.querySelectorAll("[data-part], [data-field]")) {
    part.dispatchEvent(new Event("change", { bubbles: true }));
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

// By name, the values that the form holds.
function valuesOf(form) {
  const values = {};
  for (const box of boxesOf(form)) {
    values[box.name] ??= [];
    if (!ticked(box) || box.checked) values[box.name].push(box.value);
  }
  return values;
}

// Two copies of a card are two boxes of the same name and value: each value that was saved ticks one of them.
function takeOut(values, value) {
  const at = values.indexOf(value);
  if (at >= 0) values.splice(at, 1);
  return at >= 0;
}

export function isChanged(box) {
  if (ticked(box)) return box.checked !== box.defaultChecked;
  if (box.options) {
    const other = [...box.options].some((option) => option.selected && !option.defaultSelected);
    return other && box.selectedIndex > 0;
  }
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
