// Nothing is to be changed after all: what was typed for it is wanted no more.
import { drop, keys } from "./browser_storage.js";

export function attach(link) {
  link.addEventListener("click", () => keys("draft:" + link.dataset.drop).forEach(drop));
}
