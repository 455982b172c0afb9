// The screen stays on while a match is open (where the browser allows it: https, or this very machine).
import { whileShown } from "./partial_update.js";

let signalInUse;

export function attach() {
  const here = whileShown();
  if (signalInUse === here) return;
  signalInUse = here;
  const hold = async () => {
    if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
    const lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (here.aborted) lock?.release();
    else here.addEventListener("abort", () => lock?.release());
  };
  document.addEventListener("visibilitychange", hold, { signal: here });
  hold();
}
