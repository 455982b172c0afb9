// The screen stays on while a match is open (where the browser allows it: https, or this very machine).
import { whileShown } from "./partial_update.js";

let held;

export function attach() {
  const here = whileShown();
  if (held === here) return;
  held = here;
  const release = (lock) =>
    here.aborted ? lock.release() : here.addEventListener("abort", () => lock.release());
  const hold = () =>
    document.visibilityState === "visible" &&
    navigator.wakeLock
      ?.request("screen")
      .then(release)
      .catch(() => {});
  document.addEventListener("visibilitychange", hold, { signal: here });
  hold();
}
