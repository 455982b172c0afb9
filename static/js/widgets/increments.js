// Numbers that are counted up: a row for each player, a key for each step, and one that goes back to 0.
import { fill } from "../interpolate.js";
import { key, make, nameOf, numberOf, parts, put, sayings } from "./pad_helpers.js";

export function attach(field) {
  const say = sayings(field);
  const steps = field.dataset.increments.split(" ").map(Number);
  for (const part of parts(field)) {
    const player = nameOf(part);
    const box = part.querySelector("input.digits");
    box.inputMode = "none";
    const keys = make("div", "increments");
    const add = (step) => () => put(part, (numberOf(part) || 0) + step);
    keys.append(...steps.map((step) => key(`+${step}`, fill(say.plus, { player, n: step }), add(step))));
    keys.append(key("0", fill(say.zero, { player }), () => put(part, 0), "zero"));
    part.append(keys);
  }
  field.classList.add("padded", "counted-up");
}
