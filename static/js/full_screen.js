// The table view over the whole screen, and back; where the browser cannot, the button stays away.
import { whileShown } from "./partial_update.js";

export function attach(button) {
  if (!document.fullscreenEnabled) return;
  const words = button.textContent;
  const show = () => {
    button.textContent = document.fullscreenElement ? button.dataset.leave : words;
  };
  const turn = async () => {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  };
  button.hidden = false;
  button.onclick = () => turn().catch(() => {});
  document.addEventListener("fullscreenchange", show, { signal: whileShown() });
  show();
}
