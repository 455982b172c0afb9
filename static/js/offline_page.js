// The page that a service worker shows in the place of one it could not open: it opens that one as soon as it
// can, or goes on in the phone.
import { insist, reached } from "./request_retry.js";

export function attach(page) {
  insist(page.dataset.offline, reached, () => location.reload());
  import("./offline_failover.js").catch(() => {});
}
