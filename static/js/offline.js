// The page that a service worker shows in the place of one it could not open: it opens that one as soon as it can.
import { insist, reached } from "./network.js";

export function attach(page) {
  insist(page.dataset.offline, reached, () => location.reload());
}
