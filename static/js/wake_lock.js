// The screen stays on while a match is open (where the browser allows it: https, or this very machine).
let held = false;

export function attach() {
  if (held) return;
  held = true;
  const hold = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", hold);
  hold();
}
