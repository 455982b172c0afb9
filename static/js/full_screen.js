// The table view over the whole screen, and back; where the browser cannot, the button stays away.
import { whileShown } from "./partial_update.js";

export function attach(button) {
  if (!document.fullscreenEnabled) return;
  const words = button.textContent;
  const show = () => (button.textContent = document.fullscreenElement ? button.dataset.leave : words);
  button.hidden = false;
  button.onclick = () =>
    (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    ).catch(() => {});
  document.addEventListener("fullscreenchange", show, { signal: whileShown() });
  show();
}
