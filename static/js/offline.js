// The page that a service worker shows in the place of one it could not open: it opens that one as soon as it can.
import { recalled } from "./memory.js";
import { insist, reached } from "./network.js";

const BELOW = /\/matches\/([\w-]+)(\/(?:steps\/[\w-]+|corrections\/\d+|sheet|table|log)\b)?/;

export function attach(page) {
  insist(page.dataset.offline, reached, () => location.reload());
}

// A match of a club that was taken along goes on in the app of this phone, where what was typed is found again.
export async function goOnInPhone() {
  const { at, ids } = recalled("taken") || {};
  const [, id, below] = location.pathname.match(BELOW) || [];
  if (!(id in (ids || {})) || location.pathname.startsWith(at)) return;
  const app = await navigator.serviceWorker?.getRegistration(at);
  if (app?.active && new URL(app.scope).pathname === at) location.assign(`${at}matches/${id}${below || ""}?server=away`);
}
